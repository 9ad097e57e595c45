"""A damaged database is refused at the start, and what can be read of it is brought back."""

import asyncio
import contextlib
import functools
import itertools
import sqlite3
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from sidepot.errors import BadDatabase, DatabaseInUse, Refused
from sidepot.room.protocol import messages as m
from sidepot.room.service import Room
from sidepot.room.storage import recovery
from sidepot.room.storage.backup import write_backup
from sidepot.room.storage.files import beside
from sidepot.room.storage.owner import Owner
from sidepot.room.storage.recovery import Recovery, recover
from tests.cases import often
from tests.room.faults import checkpoint, pages_of, spoil
from tests.room.harness import RoomHarness, check_chips
from tests.room.test_database import FIRST

pytestmark = pytest.mark.of_files

HANDS = 30
ALL_ROWS = "SELECT table_id, version, event FROM log ORDER BY 1, 2"


More = Callable[[RoomHarness, str], Awaitable[None]]


def played(path: Path, *, more: More | None = None) -> str:
    """Make a database with a table in the middle of a hand; the table.

    `more` is what happens there at last.
    """
    if more:
        return _play(path, more)
    table, content = _played_once()
    path.write_bytes(content)
    path.chmod(0o600)
    return table


@functools.cache
def _played_once() -> tuple[str, bytes]:
    """A table and its database, which many tests damage a copy of."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "room.sqlite3"
        table = _play(path)
        checkpoint(path)
        return table, path.read_bytes()


def _play(path: Path, more: More | None = None) -> str:
    async def play() -> str:
        harness = RoomHarness(path)
        try:
            ana, bo = await harness.guests("Ana", "Bo")
            table = await harness.table(ana, bo, name="Friday")
            await harness.room.subscribe(ana, table)
            for _ in range(HANDS):
                await harness.wait(6)
                await harness.play_out(table)
            await harness.wait(6)
            await harness.do(ana, table, m.Chat, text="hello")
            await harness.room.write_histories()
            if more:
                await more(harness, table)
            assert (await harness.state(table)).in_play
            return table
        finally:
            await harness.room.close()

    return asyncio.run(play())


def rows(path: Path, query: str = ALL_ROWS) -> list[tuple[object, ...]]:
    with contextlib.closing(sqlite3.connect(path)) as connection:
        return connection.execute(query).fetchall()


def recovered(path: Path, backup: Path | None = None) -> Recovery:
    return recover(path, backup, lambda *_: None)


def lost(done: Recovery) -> dict[str, int]:
    return {row.table: row.lost for row in done.rows if row.lost or row.is_guess}


async def goes_on(path: Path, table: str) -> int:
    """Play one more hand at a table; the number of hands before."""
    harness = RoomHarness(path)
    harness.randomness._names = 1_000
    harness.clock.time += 10_000_000
    try:
        await harness.start()
        state = await harness.state(table)
        check_chips(state)
        await harness.room.subscribe(state.host, table)
        await harness.play_out(table)
        before = (await harness.state(table)).hands
        await harness.wait(10)
        await harness.play_out(table)
        assert (await harness.state(table)).hands > before
        check_chips(await harness.state(table))
        await harness.room.write_histories()
        return state.hands
    finally:
        await harness.room.close()


def test_a_whole_database_comes_through_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "room.sqlite3"
    table = played(path)
    before = rows(path)
    content = path.read_bytes()
    done = recovered(path)
    assert lost(done) == {} and done.tables == [] and rows(path) == before
    assert done.kept and done.kept.read_bytes() == content
    assert asyncio.run(goes_on(path, table)) == HANDS + 1


def test_damage_is_refused_at_the_start_with_the_way_out(tmp_path: Path) -> None:
    path = tmp_path / "room.sqlite3"
    played(path)
    checkpoint(path)
    spoil(path, pages_of(path, "log")[0])
    content = path.read_bytes()
    with pytest.raises(BadDatabase, match="serve --recover"):
        Room.open(f"sqlite:///{path}")
    assert path.read_bytes() == content


PAGES = ("log", "sqlite_autoindex_log_1", "secrets", "sealed_decks", "histories", "hands", "guests",
         "tokens", "members", "tables", "snapshots", "chat", "pending_histories", "alembic_version",
         "answers")  # fmt: skip


@pytest.mark.parametrize("name", often(PAGES, always=("log", "secrets", "histories", "answers")))
def test_any_page_may_be_garbage_and_the_rest_comes_back(name: str, tmp_path: Path) -> None:
    """The report names the lost rows, nothing else is lost, and the room opens and plays."""
    path = tmp_path / "room.sqlite3"
    table = played(path)
    checkpoint(path)
    tables = [row[0] for row in rows(path, "SELECT name FROM sqlite_master WHERE type = 'table'")]
    counts = {t: rows(path, f"SELECT count(*) FROM {t}")[0][0] for t in tables}
    spoil(path, pages_of(path, name)[-1])
    content = path.read_bytes()
    done = recovered(path)
    assert done.kept and done.kept.read_bytes() == content
    assert set(lost(done)) <= {name}
    for row in done.rows:
        assert row.read == counts[row.table] or row.table == name
    found = {mended.table: mended for mended in done.tables}
    if name in ("log",):
        assert found[table].version > 0 and found[table].lost > 0
    else:
        assert not found or found[table].lost == 0
    assert asyncio.run(goes_on(path, table)) <= HANDS + 1


def test_every_page_of_the_log_in_turn(tmp_path: Path) -> None:
    """The table goes back to what is whole before the hole, or on from the snapshot behind it."""
    path = tmp_path / "room.sqlite3"
    table = played(path)
    checkpoint(path)
    whole, all_rows = path.read_bytes(), rows(path)
    pages = pages_of(path, "log")
    assert len(pages) > 2
    for page in pages:
        path.write_bytes(whole)
        spoil(path, page)
        done = recovered(path)
        kept = rows(path)
        assert set(kept) <= set(all_rows) and done.kept
        versions = [int(str(row[1])) for row in kept]
        snapshot = int(str(rows(path, "SELECT max(version) FROM snapshots")[0][0] or 0))
        after = [version for version in versions if version > snapshot]
        assert after == list(range(snapshot + 1, snapshot + len(after) + 1))
        found = {mended.table: mended for mended in done.tables}
        if found:
            assert found[table].version == (after[-1] if after else snapshot)
            assert found[table].version + found[table].lost == len(all_rows)
        else:
            assert versions[-1] == len(all_rows)
        asyncio.run(goes_on(path, table))
        done.kept.unlink()


def test_losing_the_end_of_a_hand_loses_its_last_action_too(tmp_path: Path) -> None:
    """They were stored together: without the end the table would never move on."""
    path = tmp_path / "room.sqlite3"
    table = played(path)
    ended = "SELECT max(version) FROM log WHERE json_extract(CAST(event AS TEXT), '$.type') = ?"
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        end = connection.execute(ended, ("hand_ended",)).fetchone()[0]
        connection.execute("DELETE FROM log WHERE version >= ?", (end,))
    [mended] = recovered(path).tables
    assert mended.version == end - 2
    assert asyncio.run(goes_on(path, table)) == HANDS


def test_a_hole_that_is_not_looked_for_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The broken example: with the rows as they are, the last event of the log is behind a hole."""
    path = tmp_path / "room.sqlite3"
    played(path)
    checkpoint(path)
    spoil(path, pages_of(path, "log")[0])
    monkeypatch.setattr(recovery, "mend", lambda _: [])
    recovered(path)
    versions = [row[1] for row in rows(path)]
    assert any(b != a + 1 for a, b in itertools.pairwise([0, *map(int, map(str, versions))]))


def test_events_of_garbage_end_the_log_before_them(tmp_path: Path) -> None:
    path = tmp_path / "room.sqlite3"
    table = played(path)
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE log SET event = 'x' WHERE version = 20")
        connection.execute("DELETE FROM snapshots")
    connection.close()
    (mended,) = recovered(path).tables
    assert (mended.table, mended.name, mended.version) == (table, "Friday", 19)


def test_a_table_without_its_beginning_is_lost_and_takes_nothing_with_it(tmp_path: Path) -> None:
    path = tmp_path / "room.sqlite3"
    table = played(path)
    with sqlite3.connect(path) as connection:
        connection.execute("DELETE FROM log WHERE version = 1")
        connection.execute("DELETE FROM snapshots")
    connection.close()
    (mended,) = recovered(path).tables
    assert (mended.table, mended.name, mended.version) == (table, "Friday", 0)
    for name in ("log", "tables", "chat", "secrets", "histories", "members"):
        assert rows(path, f"SELECT * FROM {name}") == []
    assert len(rows(path, "SELECT * FROM guests")) == 2


def test_an_unreadable_database_is_replaced_by_the_backup(tmp_path: Path) -> None:
    path = tmp_path / "room.sqlite3"
    table = played(path)
    write_backup(path, beside(path, ".backup"))
    path.write_bytes(b"\0" * 9_000)
    done = recovered(path)
    assert done.backup == beside(path, ".backup") and done.kept
    assert done.kept.read_bytes() == b"\0" * 9_000
    assert asyncio.run(goes_on(path, table)) == HANDS + 1


def test_without_a_backup_it_is_said_and_nothing_is_changed(tmp_path: Path) -> None:
    path = tmp_path / "room.sqlite3"
    path.write_bytes(b"\0" * 9_000)
    with pytest.raises(BadDatabase, match="--recover FILE"):
        recovered(path)
    assert [file.name for file in tmp_path.iterdir()] == ["room.sqlite3"]
    assert path.read_bytes() == b"\0" * 9_000


def test_a_backup_that_is_named_takes_its_place(tmp_path: Path) -> None:
    path, backup = tmp_path / "room.sqlite3", tmp_path / "monday.sqlite3"
    table = played(path)
    write_backup(path, backup)
    saved = backup.read_bytes()
    asyncio.run(goes_on(path, table))
    done = recovered(path, backup)
    assert done.backup == backup and rows(path) == rows(backup) and backup.read_bytes() == saved
    for wrong in (tmp_path / "none", tmp_path):
        with pytest.raises(BadDatabase):
            recovered(path, wrong)
    assert rows(path) == rows(backup)


def test_commits_in_sqlites_log_alone_are_not_lost(tmp_path: Path) -> None:
    """After a kill the last commits are there; the file alone would be older."""
    path, copy = tmp_path / "room.sqlite3", tmp_path / "killed" / "room.sqlite3"

    async def kill(harness: RoomHarness, table: str) -> None:
        copy.parent.mkdir()
        for end in ("", "-wal"):
            beside(copy, end).write_bytes(beside(path, end).read_bytes())

    played(path, more=kill)
    assert beside(copy, "-wal").stat().st_size > 0
    log = beside(copy, "-wal").read_bytes()
    done = recovered(copy)
    assert rows(copy) == rows(path) and done.tables == []
    assert done.kept and beside(done.kept, "-wal").read_bytes() == log
    assert not beside(copy, "-wal").exists()


def test_an_interrupted_recovery_has_changed_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "room.sqlite3"
    played(path)
    before = rows(path)

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    for step in ("mend", "_put", "salvage", "flush"):
        with monkeypatch.context() as patch:
            patch.setattr(recovery, step, interrupted)
            with pytest.raises(KeyboardInterrupt):
                recovered(path)
        assert rows(path) == before
    assert lost(recovered(path)) == {} and rows(path) == before


def test_a_backup_is_taken_while_the_room_plays(tmp_path: Path) -> None:
    path, backup = tmp_path / "room.sqlite3", tmp_path / "backup.sqlite3"
    beside(path, ".key").write_text("ab" * 32)

    async def copy(harness: RoomHarness, table: str) -> None:
        writing = asyncio.create_task(asyncio.to_thread(write_backup, path, backup))
        while not writing.done():
            await harness.do("name-1", table, m.Chat, text="on we play")
            await asyncio.sleep(0)
        await writing

    table = played(path, more=copy)
    assert rows(backup) == rows(path)
    assert beside(backup, ".key").read_text() == "ab" * 32
    assert {file.stat().st_mode & 0o777 for file in (backup, beside(backup, ".key"))} == {0o600}
    assert asyncio.run(goes_on(backup, table)) == HANDS + 1


def test_a_backup_of_something_damaged_replaces_no_good_one(tmp_path: Path) -> None:
    path, backup = tmp_path / "room.sqlite3", tmp_path / "backup.sqlite3"
    played(path)
    write_backup(path, backup)
    good = backup.read_bytes()
    checkpoint(path)
    spoil(path, pages_of(path, "log")[0])
    with pytest.raises(BadDatabase):
        write_backup(path, backup)
    for wrong in (path, tmp_path / "none" / "x", tmp_path):
        with pytest.raises(BadDatabase):
            write_backup(path, wrong)
    with pytest.raises(BadDatabase):
        write_backup(tmp_path / "none", backup)
    assert backup.read_bytes() == good
    assert not list(tmp_path.glob(".*"))


def as_text(path: Path) -> list[str]:
    with contextlib.closing(sqlite3.connect(path)) as connection:
        return list(connection.iterdump())


def test_a_database_of_the_first_schema_is_rebuilt_with_all_that_it_has(tmp_path: Path) -> None:
    """Its rows are read into its own schema, whose names are others, and migrated like any."""
    path = tmp_path / "room.sqlite3"
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.executescript(FIRST.read_text("utf-8"))
    events = rows(path, "SELECT table_id, version, entry FROM log ORDER BY 1, 2")
    done = recovered(path)
    assert lost(done) == {} and done.tables == []
    assert rows(path) == events and len(rows(path, "SELECT * FROM answers")) > 0

    async def look() -> None:
        harness = RoomHarness(path)
        try:
            (table,) = rows(path, "SELECT id FROM tables")[0]
            state = await harness.state(str(table))
            assert [chair.name for _, chair in state.seated()] == ["Ana", "Bo"]
        finally:
            await harness.room.close()

    asyncio.run(look())


def test_a_database_of_a_newer_version_is_not_rebuilt_with_less(tmp_path: Path) -> None:
    path = tmp_path / "room.sqlite3"
    played(path)
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("ALTER TABLE guests ADD COLUMN avatar TEXT DEFAULT 'cat'")
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    before = as_text(path)
    with pytest.raises(BadDatabase, match=r"newer version.*9999"):
        recovered(path)
    assert as_text(path) == before and not list(tmp_path.glob("*damaged*"))


def test_a_backup_that_is_empty_takes_no_place(tmp_path: Path) -> None:
    path, empty = tmp_path / "room.sqlite3", tmp_path / "empty"
    played(path)
    empty.touch()
    before = rows(path)
    with pytest.raises(BadDatabase, match="it is empty"):
        recovered(path, empty)
    assert rows(path) == before
    path.write_bytes(b"\0" * 9_000)
    beside(path, ".backup").touch()
    with pytest.raises(BadDatabase, match="it is empty"):
        recovered(path)
    assert path.read_bytes() == b"\0" * 9_000


def test_a_room_in_which_nothing_is_yet_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "room.sqlite3"
    played(path)
    write_backup(path, beside(path, ".backup"))
    path.unlink()

    async def open_and_close() -> None:
        await Room.open(f"sqlite:///{path}").close()

    asyncio.run(open_and_close())
    done = recovered(path)
    assert done.backup is None and lost(done) == {} and rows(path) == []


def test_a_backup_brings_what_is_in_its_log_alone(tmp_path: Path) -> None:
    """A file that was copied beside a room has its last commits in its `-wal`."""
    path, copy = tmp_path / "room.sqlite3", tmp_path / "copy" / "room.sqlite3"

    async def take(harness: RoomHarness, table: str) -> None:
        copy.parent.mkdir()
        for end in ("", "-wal"):
            beside(copy, end).write_bytes(beside(path, end).read_bytes())

    played(path, more=take)
    before = rows(path)
    path.write_bytes(b"\0" * 9_000)
    with contextlib.closing(sqlite3.connect(copy)) as connection:
        connection.execute(
            "SELECT count(*) FROM log"
        ).fetchone()  # an open reader prevents a checkpoint
        recovered(path, copy)
    assert rows(path) == before


def test_two_recoveries_in_one_second_keep_two_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "room.sqlite3"
    played(path)
    checkpoint(path)
    spoil(path, pages_of(path, "histories")[-1])
    damaged = path.read_bytes()
    monkeypatch.setattr(time, "strftime", lambda *_: ".damaged-now")
    kept = [recovered(path).kept for _ in range(3)]
    assert len(set(kept)) == 3 and kept[0] and kept[0].read_bytes() == damaged


def test_garbage_behind_a_snapshot_is_no_hindrance(tmp_path: Path) -> None:
    path = tmp_path / "room.sqlite3"
    table = played(path)
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE log SET event = X'FF7B' WHERE version = 20")
    assert rows(path, "SELECT version FROM snapshots")[0][0] > 20  # type: ignore[operator]
    assert recovered(path).tables == []
    assert asyncio.run(goes_on(path, table)) == HANDS + 1


def test_answers_to_chat_outlive_their_lines(tmp_path: Path) -> None:
    """A line's number says nothing about the log: much may be said where little is played."""
    path = tmp_path / "room.sqlite3"

    async def chat() -> None:
        harness = RoomHarness(path)
        (ana,) = await harness.guests("Ana")
        table = await harness.table(ana, seats=0)
        for n in range(12):
            await harness.do(ana, table, m.Chat, id=f"line-{n}", text="so")
        await harness.room.close()
        with contextlib.closing(sqlite3.connect(path)) as connection, connection:
            connection.execute("DELETE FROM chat WHERE number < 12")  # as after many more lines
        before = rows(path, "SELECT * FROM answers ORDER BY 1, 2")
        assert recovered(path).tables == []
        assert rows(path, "SELECT * FROM answers ORDER BY 1, 2") == before
        harness.room = harness.open()
        again = await harness.do(ana, table, m.Chat, id="line-10", text="so")
        assert again == m.Ack(id="line-10", version=11)
        assert len(rows(path, "SELECT * FROM chat")) == 1
        await harness.room.close()

    asyncio.run(chat())


def test_nobody_is_listed_at_a_table_that_went_back_before_they_came(tmp_path: Path) -> None:
    path = tmp_path / "room.sqlite3"

    async def come(harness: RoomHarness, table: str) -> None:
        (cy,) = await harness.guests("Cy")
        await harness.room.join(cy, table, (await harness.room.invite("name-1", table)))

    played(path, more=come)
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DELETE FROM log WHERE CAST(event AS TEXT) LIKE '%\"Joined\"%' "
                           "AND version > 20")  # fmt: skip
    (mended,) = recovered(path).tables
    assert mended.lost == 1
    assert len(rows(path, "SELECT * FROM members")) == 2


def test_the_past_of_a_removed_guest_is_kept_or_reported_lost(tmp_path: Path) -> None:
    path = tmp_path / "room.sqlite3"

    async def remove(harness: RoomHarness, table: str) -> None:
        await harness.do("name-1", table, m.Remove, guest="name-2")
        await harness.play_out(table, "fold") if (await harness.state(table)).in_play else None
        await harness.do("name-1", table, m.SeatBot, chair=1, strength="regular")
        await harness.wait(6)

    table = played(path, more=remove)

    async def ledger() -> None:
        harness = RoomHarness(path)
        try:
            assert (await harness.room.ledger("name-2", table)).accounts
        finally:
            await harness.room.close()

    asyncio.run(ledger())
    for damage in ("UPDATE log SET event = X'FF7B' WHERE version = 20",
                   "DELETE FROM log WHERE version = 20",
                   "DELETE FROM log WHERE version < 20"):  # fmt: skip
        with contextlib.closing(sqlite3.connect(path)) as connection, connection:
            connection.execute(damage)
        assert recovered(path).tables == []
        with pytest.raises(Refused, match="was lost"):
            asyncio.run(ledger())


def test_a_backup_replaces_nothing_that_a_room_needs(tmp_path: Path) -> None:
    path, other = tmp_path / "room.sqlite3", tmp_path / "other.sqlite3"
    played(path)
    other.write_bytes(path.read_bytes())
    beside(path, ".key").write_text("ab" * 32)
    (tmp_path / "link").symlink_to(beside(path, ".key"))
    for wrong in ("room.sqlite3-wal", "room.sqlite3.key", "room.sqlite3.lock", "link"):
        with pytest.raises(BadDatabase, match="that it needs"):
            write_backup(path, tmp_path / wrong)
    owner = Owner(other, "http://there")
    with pytest.raises(DatabaseInUse, match="http://there"):
        write_backup(path, other)
    owner.release()
    assert beside(path, ".key").read_text() == "ab" * 32
    assert not beside(path, "-wal").exists()
    write_backup(path, other)
    assert rows(other) == rows(path)
