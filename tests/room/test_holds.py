"""A hold of the next hand: by anyone at the table, seen by all, and within limits."""

from sidepot.room.protocol import messages as m
from sidepot.room.table.holds import HOLD
from sidepot.room.table.state import MAX_HOLDS
from tests.room.harness import RoomHarness, last_view, reason, texts, with_room

SECONDS = HOLD // 1000
PAUSE = 6


async def after_a_hand(harness: RoomHarness) -> tuple[str, str, str]:
    """Two people at a table after their first hand."""
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo, pause=PAUSE, turn=600)
    for guest in (ana, bo):
        await harness.room.subscribe(guest, table)
    await harness.wait(PAUSE + 1)
    await harness.play_out(table)
    return ana, bo, table


@with_room
async def test_a_hand_is_held_back_and_comes_when_it_is_let(harness: RoomHarness) -> None:
    ana, bo, table = await after_a_hand(harness)
    watched = await harness.room.subscribe(bo, table)
    assert isinstance(await harness.do(ana, table, m.Hold), m.Ack)
    view = await last_view(watched)
    held = (await harness.state(table)).held[0]
    assert view["room"]["holds"] == [{"chair": 0, "until": held}]
    assert view["room"]["next_hand"] == held
    waits = f"the next hand waits {SECONDS} seconds at most."
    assert texts([view])[-1] == f"Ana is still looking: {waits}"
    await harness.wait(PAUSE * 3)
    assert (await harness.state(table)).in_play is None
    assert isinstance(await harness.do(ana, table, m.Hold, is_held=False), m.Ack)
    assert (await last_view(watched))["room"]["holds"] == []
    await harness.wait(PAUSE + 1)
    state = await harness.state(table)
    assert state.hands == 2 and state.held == {}


@with_room
async def test_nobody_is_held_for_longer_than_a_minute(harness: RoomHarness) -> None:
    ana, _, table = await after_a_hand(harness)
    await harness.do(ana, table, m.Hold)
    await harness.wait(SECONDS - 1)
    assert (await harness.state(table)).hands == 1
    await harness.wait(PAUSE)
    assert (await harness.state(table)).hands == 2


@with_room
async def test_a_ready_player_does_not_end_the_hold_of_another(harness: RoomHarness) -> None:
    ana, bo, table = await after_a_hand(harness)
    await harness.do(ana, table, m.Hold)
    for guest in (ana, bo):
        await harness.do(guest, table, m.Ready)
    await harness.wait(PAUSE)
    assert (await harness.state(table)).hands == 1


@with_room
async def test_a_hold_ends_with_its_chair_and_outlives_a_restart(harness: RoomHarness) -> None:
    ana, _, table = await after_a_hand(harness)
    await harness.do(ana, table, m.Hold)
    held = (await harness.state(table)).held
    await harness.reopen()
    assert (await harness.state(table)).held == held
    await harness.do(ana, table, m.Leave)
    assert (await harness.state(table)).held == {}


@with_room
async def test_a_hold_has_its_time_and_its_number(harness: RoomHarness) -> None:
    ana, bo, table = await after_a_hand(harness)
    assert reason(await harness.do(bo, table, m.Hold, is_held=False)) == "release"
    for n in range(MAX_HOLDS):
        assert isinstance(await harness.do(ana, table, m.Hold), m.Ack), n
        assert reason(await harness.do(ana, table, m.Hold)) == "hold_twice"
        await harness.do(ana, table, m.Hold, is_held=False)
        assert reason(await harness.do(ana, table, m.Hold)) == "hold_twice"
        await harness.wait(PAUSE + 1)
        assert reason(await harness.do(bo, table, m.Hold)) == "hold_now"
        await harness.play_out(table)
    assert reason(await harness.do(ana, table, m.Hold)) == "holds"
    assert isinstance(await harness.do(bo, table, m.Hold), m.Ack)  # each has their own


@with_room
async def test_hands_give_holds_back(harness: RoomHarness) -> None:
    ana, _, table = await after_a_hand(harness)
    state = await harness.state(table)
    await harness.do(ana, table, m.Hold)
    before = (await harness.state(table)).chairs[0].holds
    assert before == state.chairs[1].holds - 1 == MAX_HOLDS - 1
    for _ in range(5):
        await harness.do(ana, table, m.Hold, is_held=False)
        await harness.wait(PAUSE + 1)
        await harness.play_out(table)
    assert (await harness.state(table)).chairs[0].holds == MAX_HOLDS
