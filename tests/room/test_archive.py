"""The archive: histories are made from the log on demand, and stored before long."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sidepot.engine.game import Game
from sidepot.errors import CannotWrite
from sidepot.room.live import archiver
from sidepot.room.live.archiver import QUIET, RAIL_VIEWER
from sidepot.room.protocol import messages as m
from sidepot.room.protocol.table_rules import GamePlan
from sidepot.room.service import Room
from sidepot.room.storage import reading, statements, store
from sidepot.room.storage.writer import Write
from sidepot.room.table import ended_hand
from sidepot.room.table.clock import SECOND
from sidepot.room.table.ended_hand import HandLog, PendingHistory
from tests.cases import often
from tests.room.archived import act, expected, faults, hands, lacking, put_away, work
from tests.room.faults import read_only
from tests.room.harness import RoomHarness, with_room
from tests.room.test_other_rules import other_rules
from tests.waiting import until

SOON = 30
"""Seconds within which the archive comes to a hand."""


@pytest.mark.parametrize("game", often(("little", "ricochet-2", "ricochet-casino"), ("little",)))
def test_the_archive_equals_the_record_in_memory(game: str, little: Game, tmp_path: Path) -> None:
    @with_room
    async def play(harness: RoomHarness) -> None:
        assert await faults(harness, little.name if game == "little" else game) == []

    play(tmp_path)


def another_viewer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody gets the first seat's history."""
    monkeypatch.setattr(PendingHistory, "seat_of", lambda self, guest: 0)


def forgets_what_was_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cards shown after the hand are not in its history."""
    real = ended_hand.replayed
    monkeypatch.setattr(archiver, "replayed", lambda log: replace(real(log), shown={}))


def forgets_the_rail(monkeypatch: pytest.MonkeyPatch) -> None:
    """A guest who was not in the hand gets nothing."""
    real = store.Store.put_histories

    async def put(self: Any, hand: Any, texts: dict[str, str]) -> None:
        await real(self, hand, {viewer: texts[viewer] for viewer in texts if viewer != RAIL_VIEWER})

    monkeypatch.setattr(store.Store, "put_histories", put)


def comes_back_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stored histories still count as missing."""
    real = store.Store.put_histories

    async def put(self: Any, hand: Any, texts: Any) -> None:
        await real(self, replace(hand, id=0), texts)

    monkeypatch.setattr(store.Store, "put_histories", put)


def stops_too_early(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last event of every hand is not read."""
    real = reading.read_hand

    def read(*given: Any) -> HandLog:
        log = real(*given)
        return replace(log, events=log.events[:-1])

    monkeypatch.setattr(reading, "read_hand", read)


BROKEN = [
    another_viewer,
    forgets_what_was_shown,
    forgets_the_rail,
    comes_back_for_ever,
    stops_too_early,
]


@pytest.mark.soak
@pytest.mark.parametrize("breaking", BROKEN)
def test_a_broken_archive_is_caught(
    breaking: Callable[[pytest.MonkeyPatch], None],
    little: Game,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    breaking(monkeypatch)

    @with_room
    async def play(harness: RoomHarness) -> None:
        assert await faults(harness, little.name)

    play(tmp_path)


@with_room
async def test_the_end_of_a_hand_stores_no_text_and_a_rest_is_kept(harness: RoomHarness) -> None:
    await hands(harness, 1, pause=120)
    assert put_away(harness) == {} and lacking(harness) == [1]
    harness.clock.time += QUIET - 1
    assert await harness.room._archiver.archive_next() is None
    harness.clock.time += 1
    spent = await harness.room._archiver.archive_next()
    assert spent is not None and 0 < spent < 10
    assert {hand for hand, _ in put_away(harness)} == {1} and lacking(harness) == []
    assert await harness.room._archiver.archive_next() is None


def test_cards_shown_after_the_archive_came(little: Game, tmp_path: Path) -> None:
    @with_room
    async def play(harness: RoomHarness) -> None:
        ana, bo = await harness.guests("Ana", "Bo")
        table = await harness.table(
            ana, bo, games=[GamePlan(name=little.name)], chairs=2, pause=120
        )
        await harness.room.subscribe(ana, table)
        await harness.wait(1)
        while (state := await harness.state(table)).in_play:
            await act(harness, table, state)
        await work(harness)
        before = put_away(harness)
        assert isinstance(await harness.do(ana, table, m.Show, hand=1), m.Ack)
        told = await harness.room.history(bo, table, 1)
        assert told != before[1, bo] and told == (await expected(harness, table))[1, bo]
        await work(harness)
        assert put_away(harness) == await expected(harness, table) and lacking(harness) == []

    play(tmp_path)


@with_room
async def test_a_show_while_the_archive_is_writing_is_not_lost(harness: RoomHarness) -> None:
    """Its earlier read does not remove work that came later."""
    table, _ = await hands(harness, 1, pause=120)
    one = await harness.room._services.store.next_pending_history(0)
    assert one
    texts, _ = archiver._texts(harness.room._services.store, one)
    again = Write()
    again.add(
        statements.ADD_PENDING_HISTORY,
        table_id=table,
        hand=1,
        version=one.version,
        at=one.at,
        guests=b"[]",
    )
    await harness.room._services.store._write(again)
    await harness.room._services.store.put_histories(one, texts)
    assert lacking(harness) == [1] and len(put_away(harness)) == 3


@with_room
async def test_the_next_start_continues_the_archive(harness: RoomHarness) -> None:
    table, ana = await hands(harness, 3)
    await harness.room._archiver.archive_next(quiet=0)
    told = await harness.room.histories(ana, table)
    await harness.reopen()
    assert lacking(harness) == [2, 3]
    assert await harness.room.histories(ana, table) == told
    await work(harness)
    assert lacking(harness) == [] and await harness.room.histories(ana, table) == told
    assert told.count("variant") == 3


@with_room
async def test_a_failed_write_is_tried_again(harness: RoomHarness) -> None:
    await hands(harness, 2)

    with read_only(harness):
        with pytest.raises(CannotWrite):
            await harness.room._archiver.archive_next(quiet=0)
        assert harness.room.can_write  # clocks do not stop for the archive
    await work(harness)
    assert {hand for hand, _ in put_away(harness)} == {1, 2}


def test_it_works_beside_the_play_and_finishes_at_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archiver, "QUIET", 0)
    asyncio.run(_beside(tmp_path / "x.sqlite3", monkeypatch))


async def _beside(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    harness = RoomHarness(path)
    table, ana = await hands(harness, 3)
    tries = _tries_of(harness.room._archiver, monkeypatch)
    monkeypatch.setattr(archiver, "IDLE_PAUSE", 0.01)
    harness.room._archiver.start()
    await until(lambda: not lacking(harness), SOON)
    told = await harness.room.histories(ana, table)
    monkeypatch.setattr(archiver, "QUIET", 1000 * SECOND)
    # Until then one may be under way that waits for nothing.
    await until(lambda: tries[-1] > 0, SOON)
    for _ in range(2):
        await harness.wait(3)
        await harness.play_out(table)
    before = len(tries)
    await until(lambda: len(tries) > before + 1, SOON)
    assert lacking(harness) == [4, 5]
    await harness.room.close()
    assert lacking(harness) == [] and told.count("variant") == 3
    assert {hand for hand, _ in put_away(harness)} == {1, 2, 3, 4, 5}


def _tries_of(working: archiver.Archiver, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The quiet milliseconds required at each try of an archiver from now on."""
    real, tries = working.archive_next, list[int]()

    async def noted(quiet: int) -> float | None:
        tries.append(quiet)
        return await real(quiet)

    monkeypatch.setattr(working, "archive_next", noted)
    return tries


def test_a_room_that_starts_has_an_archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        harness = RoomHarness(tmp_path / "x.sqlite3")
        await hands(harness, 1)
        await harness.room._services.close()  # as good as a kill: nothing is put away
        assert lacking(harness) == [1]
        room = Room.open(harness.url)  # on the real clock, by which that was long ago
        await room.start()
        await until(lambda: not lacking(harness), SOON)
        await room.close()
        assert {hand for hand, _ in put_away(harness)} == {1}

    monkeypatch.setattr(archiver, "IDLE_PAUSE", 0.01)
    asyncio.run(run())


def test_a_failure_that_nobody_thought_of_does_not_end_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        harness = RoomHarness(tmp_path / "x.sqlite3")
        await hands(harness, 1)
        real, failed = store.Store.next_pending_history, list[int]()

        async def fails_once(self: Any, after: int, others: Any = ()) -> Any:
            if not failed:
                failed.append(after)
                raise ZeroDivisionError
            return await real(self, after, others)

        monkeypatch.setattr(store.Store, "next_pending_history", fails_once)
        monkeypatch.setattr(archiver, "IDLE_PAUSE", 0.01)
        monkeypatch.setattr(archiver, "QUIET", 0)
        harness.room._archiver.start()
        await until(lambda: not lacking(harness), SOON)
        await harness.room.close()

    asyncio.run(run())


@pytest.mark.of_files
@with_room
async def test_the_next_hand_is_found_without_a_scan(harness: RoomHarness) -> None:
    reader = harness.room._services.store._reader
    query = statements.NEXT_PENDING_HISTORY.params(after=0)
    text = query.compile(reader, compile_kwargs={"literal_binds": True})
    with reader.connect() as connection:
        plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {text}").all()
    steps = [row[3] for row in plan]
    assert steps and not any("SCAN" in step or "TEMP" in step for step in steps)


@with_room
async def test_a_clock_that_goes_backward_does_not_stop_it(harness: RoomHarness) -> None:
    await hands(harness, 1)
    harness.clock.time -= 3600 * SECOND
    await harness.wait(3)
    await hands(harness, 2)
    await work(harness)
    assert lacking(harness) == []


@with_room
async def test_hands_that_cannot_be_replayed_cost_a_pause_too(harness: RoomHarness) -> None:
    await hands(harness, 2)
    with other_rules("ricochet-2"):
        assert await harness.room._archiver.archive_next(quiet=0) == archiver.FAILED_COST > 0
