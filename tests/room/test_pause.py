"""The pause after a hand begins when its end has been shown stage by stage."""

from pathlib import Path

import pytest

from sidepot.engine.staged import stages_of
from sidepot.engine.stages import STREET, length
from sidepot.room.protocol import messages as m
from sidepot.room.protocol.table_rules import GamePlan
from sidepot.room.table.clock import RESULT, SECOND
from tests.room.conftest import listed
from tests.room.harness import Json, RoomHarness, drain, guests_to_act, last_view, with_room

ANACONDA = Path(__file__).parents[2] / "examples/games/anaconda.py"
HOLDEM = GamePlan(name="holdem-no-limit")
GUTS = GamePlan(name="guts")


async def all_in(harness: RoomHarness, pause: int) -> tuple[str, list[str]]:
    """A table where two players have put everything in before the flop, and the third folds."""
    guests = await harness.guests("Ana", "Bo", "Cy")
    table = await harness.table(*guests, games=[HOLDEM], pause=pause, turn=600)
    for guest in guests:
        await harness.room.subscribe(guest, table)
    await harness.wait(pause + 1)
    while (state := await harness.state(table)).in_play and state.hands == 1:
        legal = (await harness.hand(table)).legal
        most = {choice.kind: choice.highest for choice in legal.ranges}
        is_third = guests_to_act(state) == guests[2:]
        kinds = ("fold", "check") if is_third else ("raise_to", "bet", "call", "check")
        kind = next(kind for kind in kinds if kind in most)
        await harness.act(table, f"{kind} {most[kind]}" if kind in ("raise_to", "bet") else kind)
    return table, guests


async def _staged(harness: RoomHarness, table: str) -> int:
    """The time of the stages of the hand that has ended."""
    return length(stages_of(await harness.hand(table)))


def _time_of(stages: list[Json]) -> int:
    return sum(stage["wait"] + stage.get("hold", 0) for stage in stages)


@pytest.mark.parametrize("pause", [1, 6])
def test_the_pause_after_an_all_in_counts_from_its_last_stage(tmp_path: Path, pause: int) -> None:
    @with_room
    async def play(harness: RoomHarness) -> None:
        table, (ana, *_) = await all_in(harness, pause)
        ended = harness.clock.time
        view = await last_view(await harness.room.subscribe(ana, table))
        sent = _time_of(view["hand"]["stages"])
        assert sent == await _staged(harness, table) >= 3 * STREET
        due = view["room"]["next_hand"]
        assert due == ended + sent + max(pause * SECOND, RESULT)
        await harness.wait((due - ended) / SECOND - 1)
        assert (await harness.state(table)).hands == 1

    play(tmp_path)


@with_room
async def test_without_a_pause_nothing_is_waited_for(harness: RoomHarness) -> None:
    table, _ = await all_in(harness, pause=0)
    state = await harness.state(table)
    assert state.hands == 2 and state.result_until == 0


@with_room
async def test_decisions_of_several_are_one_stage(harness: RoomHarness) -> None:
    guests = await harness.guests("Ana", "Bo", "Cy")
    table = await harness.table(*guests, games=[GUTS], pause=6)
    watched = await harness.room.subscribe(guests[0], table)
    await harness.wait(7)
    while (await harness.state(table)).in_play:
        guest = guests_to_act(await harness.state(table))[0]
        await harness.act(table, "out" if guest == guests[1] else "in")
    ended = harness.clock.time
    view = await last_view(watched)
    hand = view["hand"]
    assert view["room"]["next_hand"] == ended + _time_of(hand["stages"]) + 6 * SECOND
    assert hand["verbs"] == 3
    assert [stage["kind"] for stage in hand["stages"]][:3] == ["told", "shown", "shown"]
    assert {event["kind"] for event in hand["events"][:3]} == {"came_in", "stayed_out"}


@with_room
async def test_cards_that_all_pass_in_a_designers_game_are_shown_before_they_are_received(
    harness: RoomHarness,
) -> None:
    with listed(ANACONDA) as game:
        guests = await harness.guests("Ana", "Bo", "Cy")
        table = await harness.table(*guests, games=[GamePlan(name=game.name)], pause=6)
        watched = await harness.room.subscribe(guests[0], table)
        await harness.wait(7)
        for _ in guests:
            await harness.act(table, "check")
        assert len(guests_to_act(await harness.state(table))) == 3
        await drain(watched)
        hand = await harness.hand(table)
        for seat in hand.asked:
            passed = " ".join(card.card for card in hand.view(seat).seats[seat].cards[:3])
            assert isinstance(await harness.act(table, f"pass on {passed}"), m.Ack)
        found = [one for one in await drain(watched) if one["type"] == "view"]
    assert not any(
        event["kind"] == "passed" for one in found[:-1] for event in one["hand"]["events"]
    )
    seen = found[-1]["hand"]
    assert seen["verbs"] == 3
    assert [(stage["kind"], stage["to"]) for stage in seen["stages"]] == [("told", 9), ("hole", 18)]
