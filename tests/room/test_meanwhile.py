"""An unfinished commit: nobody sees its events, and nothing is lost meanwhile."""

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator, Coroutine
from pathlib import Path
from typing import Any, TypeVar

from sidepot.errors import CannotWrite
from sidepot.room.protocol import messages as m
from tests.room.harness import RoomHarness, drain, reason, with_room

T = TypeVar("T")
BOT = [m.BotPlan(chair=1, strength="random")]


class Gate:
    """Commits that wait, and fail if that is wanted."""

    def __init__(self, harness: RoomHarness) -> None:
        self._writer = harness.room._services.store._writer
        self._real = self._writer._commit
        self._came, self._free = threading.Event(), threading.Event()
        self.fails = False

    @contextlib.asynccontextmanager
    async def before(self, work: Coroutine[Any, Any, T]) -> AsyncIterator[asyncio.Task[T]]:
        """Begin some work, and stop where it would be stored."""
        self._writer._commit = self._commit  # type: ignore[method-assign, assignment]
        try:
            task = asyncio.create_task(work)
            while not self._came.is_set():
                await asyncio.sleep(0.001)
            yield task
        finally:
            self._writer._commit = self._real  # type: ignore[method-assign]
            self.open()

    def _commit(self, writes: list[object]) -> Exception | None:
        self._came.set()
        self._free.wait(60)
        return CannotWrite("room.cannot_write", reason="x") if self.fails else self._real(writes)  # type: ignore[arg-type]

    def open(self) -> None:
        self._free.set()


async def before_a_bots_deal(harness: RoomHarness, table: str) -> None:
    """The next hand is due, and the bot is the first to act in it."""
    while True:
        await harness.wait(3)
        while (state := await harness.state(table)).in_play:
            assert state.clock
            if state.chairs[state.clock.chair].bot:
                await harness.wait(1)
            else:
                await harness.act(table)
        harness.clock.time += 5000
        if state.hands >= 2:
            return


@with_room
async def test_leaving_while_a_deal_is_stored_disturbs_nothing(harness: RoomHarness) -> None:
    ana, cy = await harness.guests("Ana", "Cy")
    table = await harness.table(ana, cy, seats=1, bots=BOT)
    await harness.room.subscribe(ana, table)
    for _ in range(4):
        looking = await harness.room.subscribe(cy, table)
        await before_a_bots_deal(harness, table)
        gate = Gate(harness)
        async with gate.before(harness.room.tick()) as dealing:
            looking.leave()
            gate.open()
            await dealing
            await harness.room.settle()
    assert (await harness.state(table)).hands > 4


@with_room
async def test_a_room_closes_while_a_deal_is_stored(harness: RoomHarness) -> None:
    ana, cy = await harness.guests("Ana", "Cy")
    table = await harness.table(ana, cy, seats=1, bots=BOT)
    other = await harness.table(ana, cy, seats=1)
    await harness.room.subscribe(ana, table)
    elsewhere = await harness.room.subscribe(cy, other)
    await before_a_bots_deal(harness, table)
    gate = Gate(harness)
    async with gate.before(harness.room.tick()) as dealing:
        asyncio.get_running_loop().call_later(0.05, gate.open)
        await harness.room.close()
        await dealing
    assert (await drain(elsewhere))[-1]["type"] == "goodbye"
    assert not harness.room._services.store._writer._thread.is_alive()
    harness.room = harness.open()


@with_room
async def test_a_clock_continues_after_a_pause_that_could_not_be_stored(
    harness: RoomHarness,
) -> None:
    ana, bo, cy = await harness.guests("Ana", "Bo", "Cy")
    table = await harness.table(ana, bo, cy, seats=2, turn=5, time_bank=0)
    for guest in (ana, bo):
        await harness.room.subscribe(guest, table)
    looking = await harness.room.subscribe(cy, table)
    await harness.wait(3)
    before = await harness.state(table)
    assert before.in_play
    gate = Gate(harness)
    gate.fails = True
    async with gate.before(harness.room.handle(ana, table, m.Pause(id="p"))) as pausing:
        looking.leave()
        gate.open()
        assert reason(await pausing) == "room.cannot_write"
    await harness.wait(120)
    assert (await harness.state(table)).version > before.version


@with_room
async def test_the_coach_answers_as_long_as_the_end_of_the_hand_is_not_stored(
    harness: RoomHarness,
) -> None:
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo)
    await harness.room.subscribe(ana, table)
    await harness.wait(3)
    state, hand = await harness.state(table), await harness.hand(table)
    assert state.clock
    guest = state.chairs[state.clock.chair].guest
    assert guest
    is_free = threading.Event()
    harness.room._coach._pool.submit(is_free.wait)
    question = m.Advise(id="q", hand=1, decision=hand.decision)
    asking = asyncio.create_task(harness.room.handle(guest, table, question))
    await asyncio.sleep(0.05)
    gate = Gate(harness)
    gate.fails = True
    void = m.VoidHand(id="v", hand=1)
    async with gate.before(harness.room.handle(ana, table, void)) as voiding:
        is_free.set()
        assert isinstance(await asking, m.Advice)
        gate.open()
        assert reason(await voiding) == "room.cannot_write"


def test_a_room_closes_while_others_go_on_writing(tmp_path: Path) -> None:
    async def play() -> None:
        harness = RoomHarness(tmp_path / "room.sqlite3")

        async def register() -> None:
            with contextlib.suppress(CannotWrite):
                while True:
                    await harness.room.register("Ana")

        tasks = [asyncio.create_task(register()) for _ in range(20)]
        await asyncio.sleep(0.1)
        await harness.room.close()
        await asyncio.gather(*tasks)

    asyncio.run(play())
