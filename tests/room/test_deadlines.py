"""Clocks, judged by the server: turns, time banks, and a room that was down or asleep."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from sidepot.room.protocol import messages as m
from sidepot.room.table.clock import SystemClock
from sidepot.room.table.state import TableState
from tests.room.harness import RoomHarness, drain, last_view, texts, with_room


async def begun(harness: RoomHarness, **wanted: Any) -> tuple[str, list[str]]:
    """A table at which the first hand has just been dealt, everybody connected."""
    people = await harness.guests("Ana", "Bo", "Cy")
    table = await harness.table(*people, **wanted)
    for guest in people:
        await harness.room.subscribe(guest, table)
    await harness.wait(3)
    return table, people


def left(state: TableState, harness: RoomHarness) -> int:
    """Seconds until the running clock is up."""
    assert state.clock
    return (state.clock.until - harness.clock.now()) // 1000


async def lose_actor(harness: RoomHarness, table: str) -> str:
    """Whoever is to act, or to name a game, loses all connections."""
    state = await harness.state(table)
    assert state.clock
    guest = state.chairs[state.clock.chair].guest
    assert guest
    lose(harness, table, guest)
    return guest


def lose(harness: RoomHarness, table: str, guest: str) -> None:
    for subscription in list(harness.room._live(table).subscribers._subscriptions):
        if subscription.guest == guest:
            subscription.leave()


@with_room
async def test_a_turn_has_its_clock_and_then_the_bank(harness: RoomHarness) -> None:
    table, people = await begun(harness, turn=10, time_bank=20)
    state = await harness.state(table)
    assert state.clock and state.clock.time_bank_from - state.clock.began == 10_000
    chair = state.chairs[state.clock.chair]
    await harness.wait(29)
    assert (await harness.hand(table)).decision == 0
    await harness.wait(1)
    hand = await harness.hand(table)
    assert hand.decision == 1 and str(hand.actions[0][1]) == "fold"
    state = await harness.state(table)
    assert next(c for c in state.chairs.values() if c.account == chair.account).time_bank == 0
    assert next(c for c in state.chairs.values() if c.account == chair.account).status == "in"
    assert people


@with_room
async def test_a_late_act_is_paid_from_the_bank(harness: RoomHarness) -> None:
    table, people = await begun(harness, turn=10, time_bank=20)
    looking = await harness.room.subscribe(people[0], table)
    state = await harness.state(table)
    assert state.clock
    number = state.clock.chair
    await harness.wait(13)
    await harness.act(table)
    assert (await harness.state(table)).chairs[number].time_bank == 17_000
    chairs = (await last_view(looking))["room"]["chairs"]
    assert [c["time_bank"] for c in chairs if c["chair"] == number] == [17_000]
    await harness.play_out(table)
    await harness.wait(3)
    assert (await harness.state(table)).chairs[number].time_bank == 19_000  # a tenth comes back


@with_room
async def test_two_turns_too_late_and_one_sits_out(harness: RoomHarness) -> None:
    table, people = await begun(harness, turn=5, time_bank=0)
    looking = await harness.room.subscribe(people[0], table)
    await harness.wait(60)
    state = await harness.state(table)
    out = [chair for chair in state.chairs.values() if chair.status == "out"]
    assert len(out) >= 2 and all(chair.late == 2 for chair in out)
    said = texts(await drain(looking))
    assert sum("has run out of time twice" in text for text in said) == len(out)
    assert any(text.endswith("has run out of time.") for text in said)
    assert state.in_play is None  # test_two_late_turns_make_a_player_sit_out


@with_room
async def test_an_act_in_time_forgives_a_late_one(harness: RoomHarness) -> None:
    table, _ = await begun(harness, turn=5, time_bank=0)
    state = await harness.state(table)
    assert state.clock
    number = state.clock.chair
    await harness.wait(5)
    assert (await harness.state(table)).chairs[number].late == 1
    await harness.play_out(table)
    while (await harness.state(table)).chairs[number].late:
        await harness.wait(3)
        while (clock := (await harness.state(table)).clock) and clock.kind == "turn":
            await harness.act(table, None if clock.chair == number else "fold")
        assert (await harness.state(table)).hands < 20


@with_room
async def test_coming_back_gives_the_turn_and_its_bank_back(harness: RoomHarness) -> None:
    table, people = await begun(harness, turn=10, time_bank=60)
    guest = await lose_actor(harness, table)
    assert guest in people
    await harness.wait(19)
    again = await harness.room.subscribe(guest, table)
    view = await last_view(again)
    assert view["is_whole"] and view["hand"]["menu"] and view["said"]
    assert view["room"]["clock"]["chair"] == view["chair"]
    await harness.act(table)
    chairs = (await harness.state(table)).chairs.values()
    assert next(chair.time_bank for chair in chairs if chair.guest == guest) == 51_000


@with_room
async def test_after_a_restart_a_running_clock_has_thirty_seconds(harness: RoomHarness) -> None:
    table, _ = await begun(harness, turn=10, time_bank=0)
    harness.clock.time += 3_600_000
    await harness.reopen()
    state = await harness.state(table)
    assert left(state, harness) == 30
    assert (await harness.hand(table)).decision == 0
    await harness.wait(29)
    assert (await harness.hand(table)).decision == 0
    await harness.wait(1)
    assert (await harness.hand(table)).decision == 1


@with_room
async def test_after_a_restart_a_clock_with_more_time_is_left_alone(harness: RoomHarness) -> None:
    table, _ = await begun(harness, turn=100, time_bank=0)
    harness.clock.time += 10_000
    await harness.reopen()
    assert left(await harness.state(table), harness) == 90


@with_room
async def test_a_sleeping_machine_gives_time_too(harness: RoomHarness) -> None:
    table, people = await begun(harness, turn=10, time_bank=0)
    looking = await harness.room.subscribe(people[1], table)
    await harness.sleep(500)
    assert left(await harness.state(table), harness) == 30
    assert (await harness.hand(table)).decision == 0
    assert any("more time" in text for text in texts(await drain(looking)))


async def a_line_breaks(harness: RoomHarness, table: str, other: str) -> None:
    for subscription in list(harness.room._live(table).subscribers._subscriptions):
        if subscription.guest == other:
            subscription.leave()


async def somebody_comes(harness: RoomHarness, table: str, other: str) -> None:
    await harness.room.subscribe(other, table)


async def somebody_buys(harness: RoomHarness, table: str, other: str) -> None:
    assert isinstance(await harness.do(other, table, m.BuyIn, chips=1), m.Ack)


@with_room
async def test_a_machine_that_wakes_gives_time_before_it_judges(
    harness: RoomHarness,
) -> None:
    """The heartbeat may come a second later than a socket."""
    for number, wakes in enumerate((a_line_breaks, somebody_comes, somebody_buys)):
        table, people = await begun(harness, turn=10, time_bank=20, name=str(number))
        state = await harness.state(table)
        assert state.clock
        waited_for = state.chairs[state.clock.chair].guest
        other = next(guest for guest in people if guest != waited_for)
        harness.clock.time += 3_600_000
        await wakes(harness, table, other)
        await harness.room.settle()
        state = await harness.state(table)
        assert (await harness.hand(table)).decision == 0
        assert [chair.late for chair in state.chairs.values()] == [0, 0, 0]
        assert left(state, harness) == 30 + 20


@with_room
async def test_no_bank_pays_for_an_absence(harness: RoomHarness) -> None:
    """Asleep, with the action before the heartbeat and after it; and away for a little while."""

    async def bank_after(pause: Callable[[], Awaitable[None]]) -> int:
        table, _ = await begun(harness, turn=10, time_bank=20)
        state = await harness.state(table)
        assert state.clock
        number = state.clock.chair
        await pause()
        assert isinstance(await harness.act(table), m.Ack)
        return (await harness.state(table)).chairs[number].time_bank

    async def sleep() -> None:
        harness.clock.time += 3_600_000

    async def restart() -> None:
        harness.clock.time += 15_000
        await harness.reopen()

    assert await bank_after(sleep) == 20_000
    assert await bank_after(lambda: harness.sleep(3600)) == 20_000
    assert await bank_after(restart) == 20_000


@with_room
async def test_the_scheduler_needs_nobody_to_call_it(harness: RoomHarness) -> None:
    harness.clock = SystemClock()  # type: ignore[assignment]
    await harness.room.close()
    harness.room = harness.open()
    await harness.room.start()
    (ana,) = await harness.guests("Ana")
    bots = [m.BotPlan(chair=n, strength="random") for n in (1, 2)]
    table = await harness.table(ana, seats=0, bots=bots, pause=0)
    await harness.room.subscribe(ana, table)
    for _ in range(1000):
        if (await harness.state(table)).hands > 3:
            return
        await asyncio.sleep(0.01)
    raise AssertionError("no hands are dealt")


@with_room
async def test_the_deadline_stands_in_the_tables_row(harness: RoomHarness) -> None:
    table, _ = await begun(harness, turn=10, time_bank=5)
    state = await harness.state(table)
    with harness.room._services.store._reader.connect() as connection:
        row = connection.exec_driver_sql("SELECT deadline, version FROM tables").one()
    assert state.clock and tuple(row) == (state.clock.until, state.version)
    assert harness.room.due() == state.clock.until


@with_room
async def test_a_player_who_sits_out_in_their_turn_is_not_waited_for(harness: RoomHarness) -> None:
    table, _ = await begun(harness)
    state = await harness.state(table)
    assert state.clock
    guest = state.chairs[state.clock.chair].guest
    assert guest
    await harness.do(guest, table, m.SitOut)
    assert (await harness.hand(table)).decision == 1


@with_room
async def test_a_click_and_the_clock_cannot_both_win(harness: RoomHarness) -> None:
    table, _ = await begun(harness, turn=5, time_bank=0)
    harness.clock.time += 5_000
    live = harness.room._live(table)
    live.advance_soon()
    await harness.act(table)
    state, hand = await harness.state(table), await harness.hand(table)
    late = sum(chair.late for chair in state.chairs.values())
    assert (late, len(hand.actions)) in ((0, 1), (1, 1), (1, 2))
