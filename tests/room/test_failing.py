"""A game whose own code fails loses its hand, and nothing else."""

from typing import Any

import pytest

from sidepot.engine.view import Views
from sidepot.protocol import messages as m
from tests.room.night import Night, at_night, check_chips, drain, last_view


def fail_to_show(patch: pytest.MonkeyPatch) -> None:
    """From the first action of a hand on, the first hand of the night cannot be shown."""
    real = Views.view

    def view(self: Any, *arguments: Any) -> Any:
        if self._hand.number == 1 and self._hand.decision:
            raise ZeroDivisionError
        return real(self, *arguments)

    patch.setattr(Views, "view", view)


@at_night
async def test_a_hand_that_cannot_be_shown_is_called_off(night: Night) -> None:
    ana, bo, cy = await night.guests("Ana", "Bo", "Cy")
    table = await night.table(ana, bo, cy)
    looking = await night.room.subscribe(ana, table)
    await night.wait(3)
    await drain(looking)
    with pytest.MonkeyPatch.context() as patch:
        fail_to_show(patch)
        assert isinstance(await night.act(table), m.Ack)
        off = await last_view(looking)
        assert off["hand"] is None and off["room"]["phase"] == "pause"
        state = await night.state(table)
        assert state.playing and state.playing.is_void
        check_chips(state)
        await night.wait(3)
        assert (await last_view(looking))["hand"]["hand"] == 2


@at_night
async def test_who_comes_to_a_hand_that_cannot_be_shown_is_let_in(night: Night) -> None:
    ana, bo, cy = await night.guests("Ana", "Bo", "Cy")
    table = await night.table(ana, bo, cy)
    await night.room.subscribe(ana, table)
    await night.wait(3)
    await night.act(table)
    with pytest.MonkeyPatch.context() as patch:
        fail_to_show(patch)
        coming = await night.room.subscribe(bo, table)
        assert (await last_view(coming))["hand"] is None
        await night.room.settle()
        assert not (await night.state(table)).in_play
        assert night.room._live(table).subscribers.sockets == 2
        assert isinstance(await night.do(ana, table, m.End), m.Ack)
