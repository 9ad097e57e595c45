"""A bot of one's own at a table: buying in, answering again, and leaving."""

import asyncio
import contextlib
import random
import threading
from collections.abc import AsyncIterator, Callable
from typing import Any

import msgspec
import pytest

from sidepot import kernel
from sidepot.bots.from_file import Act
from sidepot.errors import CannotWrite
from sidepot.room.client.bot import BotClient
from sidepot.room.client.fairness import DealChecker
from sidepot.room.client.http import RoomClient
from sidepot.room.live.subscription import Subscription
from sidepot.room.protocol import messages as m
from sidepot.room.protocol.table_rules import GamePlan
from sidepot.room.table.state import TableState
from sidepot.words import Message
from sidepot.words.wire import decode_hook
from tests.room.harness import RoomHarness, with_room

LIMIT = 60.0
"""Seconds that anything may take."""
_from_server: msgspec.json.Decoder[m.FromServer] = msgspec.json.Decoder(
    m.FromServer, dec_hook=decode_hook
)


class TableConnection:
    """`client.connection.TableConnection` without a wire: the messages of the room itself."""

    def __init__(self, harness: RoomHarness, guest: str, table: str) -> None:
        self.harness, self.guest, self.table = harness, guest, table
        self.sent: list[m.AnyCommand] = []
        self.asking: set[asyncio.Task[None]] = set()
        self.looking: Subscription | None = None
        self.is_heard = True
        self.deals = DealChecker()
        self.client = RoomClient("http://room")

    @property
    def is_idle(self) -> bool:
        """Has every message been handled, and every command been answered?"""
        waiting = self.looking.waiting if self.looking else 0
        return self.is_heard and not self.asking and not waiting

    async def messages(self) -> AsyncIterator[m.FromServer]:
        self.looking = await self.harness.room.subscribe(self.guest, self.table)
        try:
            async for raw in self.looking:
                self.is_heard = False
                yield _from_server.decode(raw)
                self.is_heard = True
        finally:
            self.looking.leave()
            self.looking, self.is_heard = None, True

    async def send(self, make: Callable[..., m.AnyCommand], **fields: Any) -> str:
        command = make(id=f"c{len(self.sent)}", **fields)
        self.sent.append(command)
        task = asyncio.create_task(self._ask(command))
        self.asking.add(task)
        task.add_done_callback(self.asking.discard)
        return command.id

    async def _ask(self, command: m.AnyCommand) -> None:
        answer = await self.harness.room.handle(self.guest, self.table, command)
        if self.looking:
            self.looking.send(answer)


class Evening:
    """A table at which others sit, and a bot called Rob."""

    def __init__(self, harness: RoomHarness, host: str, rob: str, table: str, act: Act) -> None:
        self.harness, self.host, self.table = harness, host, table
        self.reports: list[Message] = []
        self.visit = TableConnection(harness, rob, table)
        visit: Any = self.visit
        self.bot = BotClient(visit, act, random.Random(1), self.reports.append)

    @contextlib.asynccontextmanager
    async def playing(self, hands: int | None = None) -> AsyncIterator["asyncio.Task[None]"]:
        running = asyncio.create_task(self.bot.run(hands))
        try:
            yield running
        finally:
            while not running.done():  # before Python 3.12 `wait_for` loses what comes at its end
                running.cancel()
                await asyncio.wait([running], timeout=1)
            with contextlib.suppress(asyncio.CancelledError):
                running.result()

    async def until(self, is_so: Callable[[TableState], object]) -> TableState:
        """Let the others play, and time go by while the bot has nothing to do."""
        async with asyncio.timeout(LIMIT):
            while not is_so(state := await self.harness.state(self.table)):
                await asyncio.sleep(0.001)
                if not self.visit.is_idle:
                    continue
                if state.clock and name_to_act(state) not in ("Rob", None):
                    await self.harness.act(self.table)
                else:
                    await self.harness.wait(1)
        return state

    def sent(self, kind: type[m.Command]) -> list[Any]:
        return [command for command in self.visit.sent if isinstance(command, kind)]


def name_to_act(state: TableState) -> str | None:
    """The player to act; of several who decide together, the first who has not decided."""
    assert state.clock
    asked = state.clock.together or (state.clock.chair,)
    return next((state.chairs[n].name for n in asked if n not in state.decided), None)


async def evening(harness: RoomHarness, act: Act, *others: str, **wanted: Any) -> Evening:
    """Everybody but Rob has sat down."""
    *guests, rob = await harness.guests(*others, "Rob")
    table = await harness.table(*guests, rob, seats=len(others), **wanted)
    await harness.room.subscribe(guests[0], table)
    return Evening(harness, guests[0], rob, table, act)


def fold(view: Any, rng: Any) -> str:
    return "fold"


@with_room
async def test_between_two_a_bot_without_chips_buys_in_again(harness: RoomHarness) -> None:
    found = await evening(harness, fold, "Ana", least=1, most=100)
    async with found.playing():
        await found.until(lambda state: state.hands > 5)
    assert {command.chips for command in found.sent(m.BuyIn)} == {1}
    assert not found.sent(m.ComeBack) and not found.reports


@with_room
async def test_a_bot_buys_no_more_than_it_may(harness: RoomHarness) -> None:
    games = [GamePlan(name="ricochet-2", options={"ante": 60})]
    found = await evening(harness, fold, "Ana", least=100, most=100, games=games)
    async with found.playing():
        state = await found.until(lambda state: state.hands > 1)
    assert state.accounts[found.visit.guest].bought == 160 and not found.reports


@with_room
async def test_a_bot_that_sits_out_for_want_of_chips_buys_in_and_comes_back(
    harness: RoomHarness,
) -> None:
    found = await evening(harness, fold, "Ana", "Cy", least=1, most=100)
    async with found.playing():
        await found.until(lambda _: found.sent(m.ComeBack))
        since = (await harness.state(found.table)).hands
        await found.until(lambda state: state.hands > since + 2)
    assert len(found.sent(m.BuyIn)) == len(found.sent(m.ComeBack)) and not found.reports


class Slow:
    """A strategy that thinks until it may answer."""

    def __init__(self) -> None:
        self.is_asked, self.may_answer = threading.Event(), threading.Event()

    def __call__(self, view: Any, rng: Any) -> str:
        self.is_asked.set()
        self.may_answer.wait(LIMIT)
        return "fold"


@with_room
async def test_a_bot_answers_when_the_host_lets_the_table_go_on(harness: RoomHarness) -> None:
    slow = Slow()
    found = await evening(harness, slow, "Ana")
    async with found.playing():
        await found.until(lambda _: slow.is_asked.is_set())
        await harness.do(found.host, found.table, m.Pause)
        slow.may_answer.set()
        await found.until(lambda _: found.reports and found.visit.is_idle)
        await harness.wait(5)
        assert len(found.sent(m.Act)) == 1
        await harness.do(found.host, found.table, m.Pause, is_paused=False)
        await found.until(lambda state: state.hands > 1)
    first, second = found.sent(m.Act)[:2]
    assert (first.hand, first.decision) == (second.hand, second.decision)
    assert [report.key for report in found.reports] == ["room.refused_paused"]


@with_room
async def test_a_bot_answers_when_the_room_can_write_again(harness: RoomHarness) -> None:
    slow = Slow()
    found = await evening(harness, slow, "Ana")
    failed = CannotWrite("room.cannot_write", reason="x")
    async with found.playing():
        await found.until(lambda _: slow.is_asked.is_set())
        with pytest.MonkeyPatch.context() as monkeypatch:
            monkeypatch.setattr(harness.room._services.store._writer, "_commit", lambda _: failed)
            slow.may_answer.set()
            await found.until(lambda _: found.reports and found.visit.is_idle)
            await harness.wait(5)
            assert len(found.sent(m.Act)) == 1
        await found.until(lambda state: state.hands > 1)
    first, second = found.sent(m.Act)[:2]
    assert (first.hand, first.decision) == (second.hand, second.decision)
    assert not (await harness.state(found.table)).chairs[1].late


@with_room
async def test_a_bot_leaves_after_so_many_hands_of_its_own(harness: RoomHarness) -> None:
    found = await evening(harness, fold, "Ana", "Cy")
    await found.until(lambda state: state.hands > 4)
    async with found.playing(hands=3) as running:
        await found.until(lambda _: running.done())
        await found.until(lambda state: len(state.chairs) == 2)
        since = (await harness.state(found.table)).hands
        await found.until(lambda state: state.hands > since + 1)
    names = [line.names for line in await harness.room.hands(found.host, found.table)]
    assert [("Rob" in seated) for seated in names].count(True) == 3
    assert not found.reports


@with_room
async def test_a_bot_is_ready_where_hands_wait_for_all(harness: RoomHarness) -> None:
    found = await evening(harness, fold, "Ana", automatic=False)

    def is_over(hand: int) -> Callable[[TableState], object]:
        return lambda state: state.hands == hand and not state.in_play

    async with found.playing():
        for hand in range(1, 4):
            await found.until(lambda state: any(chair.is_ready for chair in state.chairs.values()))
            await harness.do(found.host, found.table, m.Ready)
            await found.until(is_over(hand))
    assert len(found.sent(m.Ready)) >= 3 and not found.reports


class Recorder:
    """Always in; remembers which seat the record asks, and which seat sees it."""

    needs_record = True

    def __init__(self) -> None:
        self.seen: list[tuple[int, int | None]] = []

    def __call__(self, view: Any, rng: Any) -> str:
        rows = kernel.filled(view.rules.layout(), view.record)
        self.seen.append((int(kernel.fields(rows).seats.actor), view.seat))
        return "in"


@with_room
async def test_the_record_of_who_decides_together_asks_them(harness: RoomHarness) -> None:
    """The table's record asks another seat first, and a strategy would take that one's turn."""
    strategy = Recorder()
    guts = [GamePlan(name="guts")]
    found = await evening(harness, strategy, "Ana", "Bo", games=guts, automatic=True)
    async with found.playing():
        # The first hand may be dealt before Rob has sat down: counted is what they have seen.
        await found.until(lambda _: len(set(strategy.seen)) > 1 and len(strategy.seen) >= 3)
    assert all(asked == seat for asked, seat in strategy.seen) and not found.reports
