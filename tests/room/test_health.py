"""Health checks: a room that cannot store says so once, and resumes when it can."""

import asyncio
import contextlib
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from sidepot.errors import CannotWrite
from sidepot.room.live import services
from sidepot.room.live.subscription import Subscription
from sidepot.room.protocol import messages as m
from sidepot.room.storage.files import OpenFiles
from sidepot.room.storage.store import Store
from tests.room.faults import (
    FAULTS,
    OF_FILES,
    Fault,
    checkpoint,
    deleted,
    full,
    log_deleted,
    pages_of,
    pragma,
    put_back,
    spoil,
)
from tests.room.harness import RoomHarness, drain, reason, with_room


@pytest.fixture(autouse=True)
def unasked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every question about health is answered by a probe of its own."""
    monkeypatch.setattr(services, "PROBE_EVERY", 0.0)


async def playing(harness: RoomHarness) -> tuple[str, str, Subscription]:
    """A guest at their turn in a hand, and what they are sent."""
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo)
    await harness.room.subscribe(bo, table)
    looking = await harness.room.subscribe(ana, table)
    await harness.wait(3)
    assert (await harness.state(table)).in_play
    await drain(looking)
    return ana, table, looking


async def notices(looking: Subscription) -> list[str]:
    found = [message for message in await drain(looking) if message["type"] == "notice"]
    return [str(message["said"]["key"]) for message in found]


async def grow(harness: RoomHarness, guest: str, table: str) -> None:
    """Chat until a line no longer fits."""
    for _ in range(200):
        if isinstance(await harness.do(guest, table, m.Chat, text="x" * 300), m.Refusal):
            return
    raise AssertionError("everything was stored")


@pytest.mark.parametrize(
    "name", [*FAULTS, *(pytest.param(name, marks=pytest.mark.of_files) for name in OF_FILES)]
)
def test_a_fault_is_announced_once_and_stops_the_clocks_until_it_is_cured(
    name: str, tmp_path: Path
) -> None:
    async def play() -> None:
        harness = RoomHarness(tmp_path / "room.sqlite3")
        try:
            ana, table, looking = await playing(harness)
            assert await harness.room.written() is not None
            await _suffer(harness, {**FAULTS, **OF_FILES}[name], ana, table, looking)
        finally:
            await harness.room.close()

    asyncio.run(play())


async def _suffer(
    harness: RoomHarness, fault: Fault, ana: str, table: str, looking: Subscription
) -> None:
    before = await harness.state(table)
    with fault(harness):
        await grow(harness, ana, table)
        for _ in range(10):
            assert await harness.room.written() is None and not harness.room.can_write
            await harness.do(ana, table, m.Chat, text="still there?")
            await harness.wait(30)
        assert await notices(looking) == ["room.notice_stopped"]
        state = await harness.state(table)
        assert state.in_play and state.clock == before.clock
    await harness.wait(1)
    assert await notices(looking) == ["room.notice_again"]
    assert await harness.room.written() is not None
    await harness.play_out(table)


@pytest.mark.of_files
@with_room
async def test_the_probe_alone_finds_the_fault(harness: RoomHarness) -> None:
    """Nobody plays: the first to ask for the health learns it, and so do the players."""
    _, _, looking = await playing(harness)
    with deleted(harness):
        assert await harness.room.written() is None
        assert await notices(looking) == ["room.notice_stopped"]


@pytest.mark.of_files
def test_a_probe_that_writes_nothing_finds_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The broken example: an early version of the probe."""

    async def nothing(self: Store, at: int) -> None:
        return None

    async def play() -> None:
        harness = RoomHarness(tmp_path / "room.sqlite3")
        monkeypatch.setattr(Store, "probe", nothing)
        with deleted(harness):
            assert await harness.room.written() is not None
        await harness.room.close()

    asyncio.run(play())


@pytest.mark.of_files
@with_room
async def test_the_probe_writes_a_page_and_no_row_more(harness: RoomHarness) -> None:
    await harness.room.written()
    log = harness.path.with_name("room.sqlite3-wal")
    before, commits = log.read_bytes(), harness.room.metrics()["commits_total"]
    await harness.room.written()
    assert harness.room.metrics()["commits_total"] == commits + 1
    assert log.read_bytes() != before
    with harness.room._services.store._reader.connect() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM health").scalar() == 1


@with_room
async def test_many_questions_at_once_are_one_probe(harness: RoomHarness) -> None:
    commits = harness.room.metrics()["commits_total"]
    ages = await asyncio.gather(*(harness.room.written() for _ in range(50)))
    assert harness.room.metrics()["commits_total"] == commits + 1
    assert all(age is not None and age < 5 for age in ages)


def test_a_room_that_has_just_written_writes_nothing_for_the_probe(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "PROBE_EVERY", 60.0)

    async def play() -> None:
        harness = RoomHarness(tmp_path / "room.sqlite3")
        await harness.guests("Ana")
        commits = harness.room.metrics()["commits_total"]
        for _ in range(5):
            age = await harness.room.written()
            assert age is not None and age < 5
        assert harness.room.metrics()["commits_total"] == commits
        await harness.room.close()

    asyncio.run(play())


@with_room
async def test_a_disk_that_hangs_shows_in_the_age(harness: RoomHarness) -> None:
    writer, real = (
        harness.room._services.store._writer,
        harness.room._services.store._writer._commit,
    )
    hangs = threading.Event()

    def slow(writes: Any) -> Any:
        hangs.wait(60)
        return real(writes)

    writer._commit = slow  # type: ignore[method-assign]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(services, "_PROBE_TIME", 0.1)
        ages = [await harness.room.written() for _ in range(3)]
    hangs.set()
    assert ages[2] is not None and ages[2] > 0.25


@pytest.mark.of_files
@pytest.mark.parametrize("fault", [deleted, log_deleted])
def test_nothing_is_acknowledged_into_a_file_that_nobody_finds(
    fault: Fault, tmp_path: Path
) -> None:
    async def play() -> None:
        harness = RoomHarness(tmp_path / "room.sqlite3")
        await harness.guests("Ana")
        with fault(harness):
            for _ in range(3):
                with pytest.raises(CannotWrite, match="deleted"):
                    await harness.room.register("Bo")
        await harness.room.close()

    asyncio.run(play())


@pytest.mark.of_files
def test_without_the_comparison_it_would_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The broken example: SQLite itself does not notice."""
    monkeypatch.setattr(OpenFiles, "check", lambda self: None)

    async def play() -> None:
        harness = RoomHarness(tmp_path / "room.sqlite3")
        with deleted(harness):
            assert (await harness.room.register("Bo")).guest.name == "Bo"
        await harness.room.close()

    asyncio.run(play())


@pytest.mark.of_files
@with_room
async def test_a_file_that_goes_in_the_middle_of_a_commit_is_noticed(harness: RoomHarness) -> None:
    """The comparison is made after the commit too, before anybody hears of it."""
    place = harness.room._services.store._place
    real, fault = place.check, contextlib.ExitStack()
    calls: list[None] = []

    def check() -> None:
        calls.append(None)
        if len(calls) == 2:
            fault.enter_context(deleted(harness))
        real()

    place.check = check  # type: ignore[method-assign]
    with fault, pytest.raises(CannotWrite):
        await harness.room.register("Bo")
    assert len(calls) == 2


@pytest.mark.of_files
@with_room
async def test_a_line_that_finds_a_place_does_not_start_the_clocks(harness: RoomHarness) -> None:
    """A small line fits on a full disk and a hand does not, which once caused eleven notices."""
    ana, table, looking = await playing(harness)
    with full(harness):
        await grow(harness, ana, table)
        for n in range(11):
            pragma(harness, f"max_page_count = {pragma(harness, 'page_count') + 2}")
            await harness.do(ana, table, m.Chat, text=f"here is room for {n}")
            await harness.wait(2)
            await grow(harness, ana, table)
        assert await notices(looking) == ["room.notice_stopped"]


@pytest.mark.of_files
def test_without_the_probe_for_space_eleven_notices_would_come(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The broken example: a probe of a few bytes starts the clocks each time."""

    monkeypatch.setattr(Store, "probe_space", Store.probe)
    monkeypatch.setattr(services, "_CALM", 0.0)

    async def play() -> None:
        harness = RoomHarness(tmp_path / "room.sqlite3")
        ana, table, looking = await playing(harness)
        with full(harness):
            for _ in range(3):
                await grow(harness, ana, table)
                await harness.wait(1)
        assert (await notices(looking)).count("room.notice_stopped") == 3
        await harness.room.close()

    asyncio.run(play())


@pytest.mark.of_files
@with_room
async def test_a_fault_that_comes_and_goes_is_waited_out(harness: RoomHarness) -> None:
    """Each failure soon after the last one takes longer until the clocks may go on."""
    _, _, looking = await playing(harness)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(services, "PROBE_EVERY", 5.0)
        for _ in range(8):
            with deleted(harness), contextlib.suppress(CannotWrite):
                await harness.room.register("Bo")
            await harness.wait(1)
    assert (await notices(looking)).count("room.notice_stopped") == 2


@contextlib.contextmanager
def spoiled(path: Path, name: str) -> Iterator[None]:
    """A page of a table is garbage."""
    checkpoint(path)
    page = pages_of(path, name)[0]
    before = spoil(path, page)
    yield
    put_back(path, page, before)


def forget(harness: RoomHarness) -> None:
    """Let no connection remember a page: what they have in memory is whole, or garbage."""
    with contextlib.closing(sqlite3.connect(harness.path)) as connection:
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()  # keeps SQLite's log
        for engine in harness.room._services.store._engines:
            engine.dispose()
        with harness.room._services.store._reader.connect() as reading:
            reading.exec_driver_sql("SELECT count(*) FROM sqlite_master").all()


@pytest.mark.of_files
@with_room
async def test_a_damaged_page_stops_the_room_until_it_is_whole(harness: RoomHarness) -> None:
    ana, table, looking = await playing(harness)
    await harness.do(ana, table, m.Chat, text="hello")
    with spoiled(harness.path, "chat"):
        forget(harness)
        for _ in range(3):
            with pytest.raises(CannotWrite):
                await harness.room.subscribe(ana, table)
            await harness.wait(5)
            assert await harness.room.written() is None
        assert await notices(looking) == ["room.notice_stopped"]
    await harness.wait(1)
    assert await notices(looking) == ["room.notice_again"]
    forget(harness)
    assert await harness.room.subscribe(ana, table)


@with_room
async def test_a_log_of_garbage_stops_its_table_alone(harness: RoomHarness) -> None:
    ana, table, _ = await playing(harness)
    other = await harness.table(ana, seats=0)
    with harness.room._services.store._engines[0].begin() as connection:
        statement = "UPDATE log SET event = '{' WHERE table_id = :table AND version = 2"
        connection.execute(sa.text(statement), {"table": other})
    harness.room._tables.pop(other)
    assert reason(await harness.do(ana, other, m.SitOut)) == "room.table_damaged"
    assert harness.room.can_write and isinstance(await harness.act(table), m.Ack)
