"""A game whose own code fails loses its hand, and nothing else."""

from typing import Any

import pytest

from sidepot.engine.view import Views
from sidepot.room.protocol import messages as m
from tests.room.harness import RoomHarness, check_chips, drain, last_view, with_room


def fail_to_show(patch: pytest.MonkeyPatch) -> None:
    """From the first action of a hand on, the first hand of the session cannot be shown."""
    real = Views._laid

    def view(self: Any, *arguments: Any) -> Any:
        if self._hand.number == 1 and self._hand.decision:
            raise ZeroDivisionError
        return real(self, *arguments)

    patch.setattr(Views, "_laid", view)


@with_room
async def test_a_hand_that_cannot_be_shown_is_called_off(harness: RoomHarness) -> None:
    ana, bo, cy = await harness.guests("Ana", "Bo", "Cy")
    table = await harness.table(ana, bo, cy)
    looking = await harness.room.subscribe(ana, table)
    await harness.wait(3)
    await drain(looking)
    with pytest.MonkeyPatch.context() as patch:
        fail_to_show(patch)
        assert isinstance(await harness.act(table), m.Ack)
        off = await last_view(looking)
        assert off["hand"] is None and off["room"]["phase"] == "pause"
        state = await harness.state(table)
        assert state.playing and state.playing.is_void
        check_chips(state)
        await harness.wait(3)
        assert (await last_view(looking))["hand"]["hand"] == 2


@with_room
async def test_a_guest_who_comes_to_a_hand_that_cannot_be_shown_is_let_in(
    harness: RoomHarness,
) -> None:
    ana, bo, cy = await harness.guests("Ana", "Bo", "Cy")
    table = await harness.table(ana, bo, cy)
    await harness.room.subscribe(ana, table)
    await harness.wait(3)
    await harness.act(table)
    with pytest.MonkeyPatch.context() as patch:
        fail_to_show(patch)
        coming = await harness.room.subscribe(bo, table)
        assert (await last_view(coming))["hand"] is None
        await harness.room.settle()
        assert not (await harness.state(table)).in_play
        assert harness.room._live(table).subscribers.sockets == 2
        assert isinstance(await harness.do(ana, table, m.End), m.Ack)
