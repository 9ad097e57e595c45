"""A wall clock that is set, and a machine that sleeps: nobody loses a turn, none lasts longer."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from unittest import mock

import pytest

from sidepot.room.live import services
from sidepot.room.protocol import messages as m
from sidepot.room.storage.append import Append
from sidepot.room.table import deadlines
from sidepot.room.table import events as e
from sidepot.room.table.clock import GRACE, RoomTime, SystemClock
from sidepot.room.table.state import TableState
from tests.cases import often
from tests.room.harness import RoomHarness, drain, last_view, with_room

HOUR = 3600
JUMPS = (HOUR, -HOUR, 90 * HOUR, -90 * HOUR, 6, -6)
TURN, BANK = 40, 20


async def _begun(harness: RoomHarness) -> tuple[str, list[str]]:
    people = await harness.guests("Ana", "Bo", "Cy")
    table = await harness.table(*people, turn=TURN, time_bank=BANK, public=True)
    for guest in people:
        await harness.room.subscribe(guest, table)
    await harness.wait(3)
    return table, people


async def _decision(harness: RoomHarness, table: str) -> int:
    return (await harness.hand(table)).decision


async def _check_turn(harness: RoomHarness, table: str, least: int, most: int) -> None:
    """The turn lasts so many seconds more, and nothing was charged or counted for it."""
    state = await harness.state(table)
    assert state.clock
    view = await last_view(await harness.room.subscribe(None, table))
    shown = view["room"]["clock"]["until"] - view["now"]
    assert least * 1000 <= shown <= most * 1000, shown
    assert view["room"]["clock"]["began"] <= view["now"]
    assert all(chair.late == 0 for chair in state.chairs.values())
    await harness.wait(least - 1)
    assert await _decision(harness, table) == 0
    await harness.wait(most - least + 2)
    assert await _decision(harness, table) == 1


async def _jump_in_a_turn(harness: RoomHarness, seconds: int) -> None:
    table, _ = await _begun(harness)
    await harness.wait(5)
    harness.clock.jump(seconds)
    await harness.wait(1)
    await _check_turn(harness, table, TURN + BANK - 6, TURN + BANK - 6)


async def _jump_late_in_a_turn(harness: RoomHarness, seconds: int) -> None:
    """Few seconds are left: there are thirty, and the time bank, which nobody draws on."""
    table, _ = await _begun(harness)
    await harness.wait(TURN - 2)
    harness.clock.jump(seconds)
    await harness.room.tick()
    await harness.room.settle()
    await _check_turn(harness, table, 30 + BANK, 30 + BANK)


async def _jump_with_a_command(harness: RoomHarness, seconds: int) -> None:
    """The command comes before the next heartbeat: nothing is charged for the jump."""
    table, _ = await _begun(harness)
    await harness.wait(5)
    number = _clock_chair(await harness.state(table))
    harness.clock.jump(seconds)
    assert isinstance(await harness.act(table), m.Ack)
    assert (await harness.state(table)).chairs[number].time_bank == BANK * 1000


async def _jump_while_closed(harness: RoomHarness, seconds: int) -> None:
    """Only the wall clock survives a restart: thirty seconds at least, a turn at most."""
    table, people = await _begun(harness)
    await harness.wait(5)
    harness.clock.jump(seconds)
    await harness.reopen()
    for guest in people:
        await harness.room.subscribe(guest, table)
    await harness.room.settle()
    state = await harness.state(table)
    assert state.clock
    left = (state.clock.until - harness.room._services.now()) // 1000
    assert 30 <= left <= TURN + BANK
    await _check_turn(harness, table, left, left)


async def _jump_between_hands(harness: RoomHarness, seconds: int) -> None:
    """The next hand is dealt after its pause."""
    table, _ = await _begun(harness)
    await harness.play_out(table)
    harness.clock.jump(seconds)
    await harness.wait(2)
    assert (await harness.state(table)).hands == 1
    await harness.wait(6)
    assert (await harness.state(table)).hands == 2


async def _jump_in_a_pause(harness: RoomHarness, seconds: int) -> None:
    """The host's pause is as long as it was."""
    table, people = await _begun(harness)
    await harness.wait(5)
    await harness.do(people[0], table, m.Pause, is_paused=True)
    await harness.wait(10)
    harness.clock.jump(seconds)
    await harness.wait(10)
    await harness.do(people[0], table, m.Pause, is_paused=False)
    await _check_turn(harness, table, TURN + BANK - 5, TURN + BANK - 5)


async def _jump_without_the_host(harness: RoomHarness, seconds: int) -> None:
    """The host has a minute to come back."""
    table, people = await _begun(harness)
    for subscription in list(harness.room._live(table).subscribers._subscriptions):
        if subscription.guest == people[0]:
            subscription.leave()
    await harness.wait(10)
    harness.clock.jump(seconds)
    await harness.wait(45)
    assert (await harness.state(table)).host == people[0]
    await harness.wait(10)
    assert (await harness.state(table)).host == people[1]


def _clock_chair(state: TableState) -> int:
    assert state.clock
    return state.clock.chair


Jump = Callable[[RoomHarness, int], Awaitable[None]]
PROMISES: tuple[Jump, ...] = (
    _jump_in_a_turn,
    _jump_late_in_a_turn,
    _jump_with_a_command,
    _jump_while_closed,
    _jump_between_hands,
    _jump_in_a_pause,
    _jump_without_the_host,
)


def _try(folder: Path, promise: Jump, seconds: int) -> None:
    async def run(harness: RoomHarness) -> None:
        await promise(harness, seconds)

    with_room(run)(folder)


@pytest.mark.parametrize("seconds", often(JUMPS, always=(HOUR, -HOUR, 6)))
@pytest.mark.parametrize("promise", PROMISES)
def test_a_jump_costs_nobody_their_turn(promise: Jump, seconds: int, tmp_path: Path) -> None:
    _try(tmp_path, promise, seconds)


class OnTheWall(RoomTime):
    """A room on the wall clock, which takes a gap for a sleep, as an early version did."""

    def now(self) -> int:
        return self._clock.now()

    def check(self) -> int:
        now = self._clock.now()
        self.was_away = now - getattr(self, "_last", now) > 5000
        self._last = now
        return now


class Deaf(RoomTime):
    """A room whose tables never learn that the time was set."""

    def check(self) -> int:
        now = super().check()
        self.moved = 0
        return now


class Steady(RoomTime):
    """A room that never looks at the wall clock: it loses what a paused machine has slept."""

    def check(self) -> int:
        return self.now()


BROKEN = (
    (OnTheWall, _jump_in_a_turn, -HOUR),
    (OnTheWall, _jump_in_a_turn, HOUR),
    (OnTheWall, _jump_between_hands, -HOUR),
    (OnTheWall, _jump_in_a_pause, -HOUR),
    (OnTheWall, _jump_without_the_host, HOUR),
    (OnTheWall, _jump_without_the_host, -HOUR),
    (Deaf, _jump_in_a_turn, HOUR),
    (Deaf, _jump_without_the_host, HOUR),
    (Steady, _jump_late_in_a_turn, HOUR),
)


@pytest.mark.soak
@pytest.mark.parametrize(("time", "promise", "seconds"), BROKEN)
def test_a_broken_clock_is_caught(
    time: type[RoomTime], promise: Jump, seconds: int, tmp_path: Path
) -> None:
    with mock.patch.object(services, "RoomTime", time), pytest.raises(AssertionError):
        _try(tmp_path, promise, seconds)


def test_a_restart_that_trusts_the_stored_times_is_caught(tmp_path: Path) -> None:
    def trusting(state: TableState, now: int, moved: int = 0) -> e.ClockMoved | None:
        clock = state.clock
        if clock is None or clock.time_bank_from - now >= GRACE:
            return None
        return e.ClockMoved(at=now, more=now + GRACE - clock.time_bank_from)

    with mock.patch.object(deadlines, "grace", trusting), pytest.raises(AssertionError):
        _try(tmp_path, _jump_while_closed, -HOUR)


@with_room
async def test_more_time_is_announced_and_nothing_else(harness: RoomHarness) -> None:
    table, people = await _begun(harness)
    looking = await harness.room.subscribe(people[1], table)
    await harness.wait(2)
    harness.clock.jump(-HOUR)
    await harness.wait(2)
    assert "more time" not in json.dumps(await drain(looking))
    await harness.wait(TURN - 10)
    harness.clock.jump(-HOUR)
    await harness.wait(2)
    assert "more time" in json.dumps(await drain(looking))


@with_room
async def test_stored_times_follow_the_wall_clock(harness: RoomHarness) -> None:
    table, people = await _begun(harness)
    harness.clock.jump(HOUR)
    await harness.wait(1)
    await harness.do(people[0], table, m.Chat, text="hello")
    (line,) = await harness.room._services.store.chat(table)
    assert line.at == harness.clock.now()
    assert (await harness.state(table)).at <= harness.clock.now()


@with_room
async def test_an_ended_table_is_left_alone(harness: RoomHarness) -> None:
    table, people = await _begun(harness)
    await harness.do(people[0], table, m.End)
    version = (await harness.state(table)).version
    harness.clock.jump(-HOUR)
    await harness.room.subscribe(people[1], table)
    await harness.wait(3)
    assert (await harness.state(table)).version == version


def test_the_systems_clock_advances() -> None:
    clock = SystemClock()

    async def later() -> tuple[int, int]:
        before = clock.elapsed(), clock.now()
        await asyncio.sleep(0.05)
        return clock.elapsed() - before[0], clock.now() - before[1]

    assert all(45 <= gone < 5000 for gone in asyncio.run(later()))


@with_room
async def test_no_view_has_an_old_clock_at_a_new_time(harness: RoomHarness) -> None:
    """The jump is noticed between a command's decision and the view that shows it."""
    table, people = await _begun(harness)
    looking = await harness.room.subscribe(people[1], table)
    store, stored = harness.room._services.store, harness.room._services.store.append

    async def append(append: Append) -> None:
        if not harness.clock.now() < harness.clock.elapsed():
            harness.clock.jump(-HOUR)
        await stored(append)

    with mock.patch.object(store, "append", append):
        await harness.act(table)
    await harness.wait(1)
    views = [found for found in await drain(looking) if found["type"] == "view"]
    clocks = [(view["room"]["clock"], view["now"]) for view in views if view["room"]["clock"]]
    assert len(clocks) > 1
    assert all(0 <= clock["until"] - now <= (TURN + BANK) * 1000 for clock, now in clocks)
