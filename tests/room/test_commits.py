"""Failed commits: nothing unstored is announced, and the table continues from the database."""

import asyncio
import contextlib
import sqlite3
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import NoneType
from typing import Any

import pytest
from sqlalchemy.engine import Connection

from sidepot.errors import CannotWrite
from sidepot.room.protocol import messages as m
from sidepot.room.storage import database, statements
from sidepot.room.storage.place import place_of
from sidepot.room.storage.store import Store
from sidepot.room.storage.writer import LostRace, Write, Writer
from sidepot.room.table import events
from tests.room import databases
from tests.room.faults import engine, full, read_only
from tests.room.harness import RoomHarness, check_chips, drain, reason, with_room

Trouble = Callable[[RoomHarness], contextlib.AbstractContextManager[None]]


@contextlib.contextmanager
def locked(harness: RoomHarness) -> Iterator[None]:
    """Another process that holds the lock and does not let go."""
    with contextlib.closing(sqlite3.connect(harness.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@contextlib.contextmanager
def failing_commit(harness: RoomHarness) -> Iterator[None]:
    """The commit itself fails, after every row was taken."""
    dialect = engine(harness).dialect

    def commit(_: object) -> None:
        raise dialect.loaded_dbapi.OperationalError("disk I/O error")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dialect, "do_commit", commit)
        yield


TROUBLES: list[Any] = [
    read_only,
    failing_commit,
    pytest.param(locked, marks=pytest.mark.of_files),
]


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "BUSY_TIMEOUT", 0.05)


@pytest.mark.parametrize("trouble", TROUBLES)
def test_nothing_leaves_before_the_commit(trouble: Trouble, tmp_path: Path) -> None:
    async def play(harness: RoomHarness) -> None:
        ana, bo = await harness.guests("Ana", "Bo")
        table = await harness.table(ana, bo)
        looking = await harness.room.subscribe(bo, table)
        await harness.room.subscribe(ana, table)
        await harness.wait(3)
        before, stored = await harness.state(table), await harness.hand(table)
        await drain(looking)
        with trouble(harness):
            act = {"hand": 1, "decision": 0, "action": "fold", "id": "late"}
            actor = before.chairs[before.clock.chair].guest if before.clock else None
            assert actor
            assert reason(await harness.do(actor, table, m.Act, **act)) == "room.cannot_write"
            assert reason(await harness.do(ana, table, m.BuyIn, chips=5)) == "room.cannot_write"
            assert not harness.room.can_write
            await harness.wait(100)  # nobody is too late while nothing can be written
        sent = await drain(looking)
        assert [found["type"] for found in sent] == ["notice"]
        assert sent[0]["said"]["key"] == "room.notice_stopped"
        assert bytes(await harness.hand(table)) == bytes(stored)
        assert await harness.state(table) == before
        await harness.wait(1)
        sent = await drain(looking)
        assert [found["type"] for found in sent] == ["notice", "view"]
        state = await harness.state(table)
        assert state.clock and state.clock.until >= harness.clock.now() + 29_000
        assert isinstance(await harness.do(actor, table, m.Act, **act), m.Ack)  # the same id
        await harness.play_out(table)
        check_chips(await harness.state(table))

    asyncio.run(_at(tmp_path, play))


async def _at(tmp_path: Path, play: Callable[[RoomHarness], object]) -> None:
    harness = RoomHarness(tmp_path / "room.sqlite3")
    try:
        await play(harness)  # type: ignore[misc]
    finally:
        await harness.room.close()


@with_room
async def test_a_full_disk(harness: RoomHarness) -> None:
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo, most=10_000)
    looking = await harness.room.subscribe(bo, table)
    await drain(looking)
    acknowledged = 0
    with full(harness):
        for _ in range(300):
            if isinstance(await harness.do(ana, table, m.BuyIn, chips=1), m.Refusal):
                break
            acknowledged += 1
        else:
            pytest.fail("the disk is not full")
        views = [found for found in await drain(looking) if found["type"] == "view"]
        assert len(views) == acknowledged
    await harness.wait(1)
    assert (await harness.state(table)).chairs[0].stack == 100 + acknowledged
    assert isinstance(await harness.do(ana, table, m.BuyIn, chips=1), m.Ack)
    await harness.reopen()
    assert (await harness.state(table)).chairs[0].stack == 101 + acknowledged


@with_room
async def test_a_commit_whose_answer_was_lost_counts_once(harness: RoomHarness) -> None:
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo)
    real = harness.room._services.store._writer._commit

    def lost(writes: object) -> Exception | None:
        real(writes)  # type: ignore[arg-type]
        return CannotWrite("room.cannot_write", reason="no answer")

    harness.room._services.store._writer._commit = lost  # type: ignore[method-assign]
    looking = await harness.room.subscribe(bo, table)
    await drain(looking)
    assert isinstance(await harness.do(ana, table, m.BuyIn, id="b", chips=5), m.Refusal)
    harness.room._services.store._writer._commit = real  # type: ignore[method-assign]
    assert isinstance(await harness.do(ana, table, m.BuyIn, id="b", chips=5), m.Ack)
    assert (await harness.state(table)).chairs[0].stack == 105
    views = [found for found in await drain(looking) if found["type"] == "view"]
    assert views and views[0]["is_whole"] and views[0]["room"]["chairs"][0]["stack"] == 105


@with_room
async def test_every_commit_is_flushed_to_the_disk(harness: RoomHarness) -> None:
    assert harness.room._services.store._place.is_flushed()


@pytest.mark.of_files
@with_room
async def test_a_file_has_a_log(harness: RoomHarness) -> None:
    with engine(harness).connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar_one() == "wal"


@with_room
async def test_commits_are_grouped_across_tables(harness: RoomHarness) -> None:
    (ana,) = await harness.guests("Ana")
    tables = [await harness.table(ana, most=1000) for _ in range(20)]
    before = harness.room.metrics()
    works = [
        harness.room.handle(ana, table, m.BuyIn(id=f"b{n}", chips=1))
        for table in tables
        for n in range(5)
    ]
    assert all(isinstance(answer, m.Ack) for answer in await asyncio.gather(*works))
    after = harness.room.metrics()
    assert after["writes_total"] - before["writes_total"] == 100
    assert after["commits_total"] - before["commits_total"] < 60


def test_a_lost_race_costs_the_others_in_the_batch_nothing(tmp_path: Path) -> None:
    engines = database.open_database(databases.url_of(tmp_path / "x.sqlite3"))
    event = events.encode(events.Ended(at=1))
    writes = []
    for table, version in (("first", 1), ("a", 1), ("b", 1), ("a", 1), ("c", 1)):
        write = Write()
        write.add(statements.ADD_EVENT, table_id=table, version=version, event=event)
        writes.append(write)

    async def store_all() -> list[BaseException | None]:
        writer = Writer(engines[0], place_of(*engines))
        errors = await asyncio.gather(*map(writer.store, writes), return_exceptions=True)
        assert writer.counts.commits == 4  # the first alone, then three of the batch, one by one
        await writer.close()
        return errors

    found = asyncio.run(store_all())
    assert list(map(type, found)) == [NoneType, NoneType, NoneType, LostRace, NoneType]
    for one in engines:
        one.dispose()


@with_room
async def test_a_failed_read_is_reported_too(harness: RoomHarness) -> None:
    (ana,) = await harness.guests("Ana")
    with pytest.raises(CannotWrite):
        await harness.room._services.store._read(
            lambda c: c.exec_driver_sql("SELECT * FROM nothing")
        )
    assert ana


@with_room
async def test_a_cancelled_command_does_not_stop_the_writer(harness: RoomHarness) -> None:
    (ana,) = await harness.guests("Ana")
    table = await harness.table(ana, most=1000)
    for n in range(20):
        command = m.BuyIn(id=f"b{n}", chips=1)
        waiting = asyncio.ensure_future(harness.room.handle(ana, table, command))
        for _ in range(n % 7):
            await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.wait([waiting])
        assert isinstance(await harness.room.handle(ana, table, command), m.Ack)
    assert (await harness.state(table)).chairs[0].stack == 120


@with_room
async def test_closing_waits_for_abandoned_reads(
    harness: RoomHarness,
) -> None:
    """Otherwise their connections would return to nobody, and stay open."""
    store = Store(*database.open_database(harness.url))
    begun, goes_on = threading.Event(), threading.Event()

    def query(connection: Connection) -> None:
        connection.exec_driver_sql("SELECT 1")
        begun.set()
        goes_on.wait(60)

    reading = asyncio.create_task(store._read(query))
    await asyncio.to_thread(begun.wait, 60)
    reading.cancel()
    await asyncio.wait([reading])
    closing = asyncio.create_task(store.close())
    done, _ = await asyncio.wait([closing], timeout=0.2)
    goes_on.set()
    await closing
    assert reading.cancelled() and not done
