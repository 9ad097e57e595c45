"""Backups and their way back: a damaged database is refused, and nothing of a backup is lost."""

import asyncio
import contextlib
import functools
import os
import random
import shlex
import sqlite3
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from sidepot.cli import main
from sidepot.errors import BadDatabase, CannotWrite, DatabaseInUse
from sidepot.room.protocol import messages as m
from sidepot.room.protocol.table_rules import GamePlan
from sidepot.room.service import Room
from sidepot.room.storage import restore as restoring
from sidepot.room.storage.backup import write_backup
from sidepot.room.storage.database import check, newest_backup
from sidepot.room.storage.files import beside
from sidepot.room.storage.owner import Owner
from sidepot.room.storage.restore import restore
from tests.cases import often
from tests.room.faults import checkpoint, pages_of, spoil
from tests.room.harness import RoomHarness, check_chips

pytestmark = pytest.mark.of_files

HANDS = 30
ALL_ROWS = "SELECT table_id, version, event FROM log ORDER BY 1, 2"
PAGE = 4096


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


def everything(path: Path) -> list[str]:
    """All that a database has, as SQL."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        return list(connection.iterdump())


def change(path: Path, *statements: str) -> None:
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        for statement in statements:
            connection.execute(statement)


def refusal(path: Path) -> str:
    """The sentence by which a database is refused; it stays as it is."""
    before = path.read_bytes()
    with pytest.raises(BadDatabase) as refused:
        Room.open(f"sqlite:///{path}")
    assert path.read_bytes() == before
    return str(refused.value)


def test_damage_is_refused_with_the_newest_backup_and_the_command_that_restores_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "my room" / "room.sqlite3"
    path.parent.mkdir()
    table = played(path)
    for n, end in enumerate((".backup-monday", ".backup", ".backup-broken")):
        write_backup(path, beside(path, end))
        os.utime(beside(path, end), (1_700_000_000 + 86_400 * n,) * 2)
    spoil(beside(path, ".backup-broken"), 3)
    wanted = everything(path)
    checkpoint(path)
    spoil(path, pages_of(path, "log")[0])
    said = refusal(path)
    assert "is damaged" in said and "2023-11-1" in said
    name, *arguments = shlex.split(said.partition("with: ")[2])
    assert (name, arguments[1]) == ("sidepot", str(beside(path, ".backup")))
    assert main(arguments) == 0 and "kept, untouched" in capsys.readouterr().out
    assert everything(path) == wanted
    assert asyncio.run(goes_on(path, table)) == HANDS + 1


def test_damage_without_a_backup_is_refused_with_the_command_that_takes_one(
    tmp_path: Path,
) -> None:
    path = tmp_path / "room.sqlite3"
    played(path)
    checkpoint(path)
    spoil(path, pages_of(path, "histories")[0])
    said = refusal(path)
    assert "No backup lies beside it" in said and "sidepot restore FILE --database" in said


PAGES = ("log", "sqlite_autoindex_log_1", "secrets", "sealed_decks", "histories", "hands", "guests",
         "tokens", "members", "tables", "snapshots", "chat", "pending_histories", "alembic_version",
         "answers", "tables_by_deadline", "sqlite_sequence")  # fmt: skip


@pytest.mark.parametrize("name", often(PAGES, always=("log", "secrets", "histories", "answers")))
def test_garbage_in_any_page_is_refused(name: str, tmp_path: Path) -> None:
    path = tmp_path / "room.sqlite3"
    played(path)
    checkpoint(path)
    whole = path.read_bytes()
    for page in pages_of(path, name)[:3]:
        path.write_bytes(whole)
        spoil(path, page)
        refusal(path)


def test_a_file_that_was_cut_off_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "room.sqlite3"
    played(path)
    write_backup(path, beside(path, ".backup"))
    checkpoint(path)
    whole = path.read_bytes()
    check(path)
    for size in (0, 1, 99, PAGE, PAGE * 7, PAGE * 7 + 1, len(whole) - PAGE, len(whole) - 1):
        path.write_bytes(whole[:size])
        assert "sidepot restore" in refusal(path)


@pytest.mark.parametrize("zeros", [1, 2, 9])
def test_a_file_of_zeros_is_refused(zeros: int, tmp_path: Path) -> None:
    path = tmp_path / "room.sqlite3"
    path.write_bytes(b"\0" * 1000 * zeros)
    refusal(path)


LOSSES = {
    "garbage": "UPDATE log SET event = 'x' WHERE version = {last} - 1",
    "another type": "UPDATE log SET event = '{{}}' WHERE version = {last} - 1",
    "a hole": "DELETE FROM log WHERE version = {last} - 1",
    "no beginning": "DELETE FROM log WHERE version = {first}",
    "no end": "DELETE FROM log WHERE version > {first}",
    "nothing": "DELETE FROM log",
}


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("has_snapshot", [True, False])
def test_a_table_whose_log_lost_something_is_refused_and_the_others_go_on(
    loss: str, has_snapshot: bool, tmp_path: Path
) -> None:
    path = tmp_path / "room.sqlite3"
    table = played(path)
    if not has_snapshot:
        change(path, "DELETE FROM snapshots")
    snapshot = rows(path, "SELECT max(version) FROM snapshots")[0][0] or 0
    first = int(str(snapshot)) + 1
    last = rows(path, "SELECT max(version) FROM log")[0][0]
    change(path, LOSSES[loss].format(first=first, last=last))
    before = rows(path)

    async def look() -> None:
        harness = RoomHarness(path)
        harness.randomness._names, harness.randomness._random = 1_000, random.Random(5)
        try:
            await harness.start()
            with pytest.raises(CannotWrite, match="the log of this table is damaged"):
                await harness.room.subscribe("name-1", table)
            cy, di = await harness.guests("Cy", "Di")
            other = await harness.table(cy, di)
            await harness.room.subscribe(cy, other)
            await harness.wait(6)
            await harness.play_out(other)
            assert (await harness.state(other)).hands == 1
        finally:
            await harness.room.close()

    asyncio.run(look())
    assert [row for row in rows(path) if row[0] == table] == before


def test_a_hole_in_the_hand_in_play_is_noticed(tmp_path: Path) -> None:
    """The row of a table has the version of the deal, and says nothing of later events."""
    path = tmp_path / "room.sqlite3"

    async def look() -> None:
        harness = RoomHarness(path)
        try:
            people = await harness.guests("Ana", "Bo", "Cy")
            table = await harness.table(*people, games=[GamePlan(name="holdem-no-limit")])
            await harness.room.subscribe(people[0], table)
            await harness.wait(6)
            for _ in range(2):
                await harness.act(table, "call")
            await harness.room.close()
            change(path, "DELETE FROM log WHERE version = (SELECT max(version) - 1 FROM log)")
            harness.room = harness.open()
            with pytest.raises(CannotWrite, match=r"event \d+ is missing"):
                await harness.state(table)
        finally:
            await harness.room.close()

    asyncio.run(look())


def test_the_past_of_a_removed_guest_is_shown_or_reported_damaged(tmp_path: Path) -> None:
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
        change(path, damage)
        with pytest.raises(CannotWrite, match="damaged"):
            asyncio.run(ledger())


def test_a_restored_backup_has_every_row_and_keeps_the_old_file(tmp_path: Path) -> None:
    path, backup = tmp_path / "room.sqlite3", tmp_path / "monday.sqlite3"
    table = played(path)
    write_backup(path, backup)
    saved, wanted = backup.read_bytes(), everything(path)
    asyncio.run(goes_on(path, table))
    checkpoint(path)
    spoil(path, pages_of(path, "log")[-1])
    content = path.read_bytes()
    done = restore(path, backup)
    assert done.backup == backup and backup.read_bytes() == saved
    assert everything(path) == wanted
    assert done.kept and done.kept.read_bytes() == content
    assert {file.stat().st_mode & 0o777 for file in (path, done.kept)} == {0o600}
    assert asyncio.run(goes_on(path, table)) == HANDS + 1


def test_a_backup_alone_makes_a_room_elsewhere(tmp_path: Path) -> None:
    path, elsewhere = tmp_path / "room.sqlite3", tmp_path / "new" / "room.sqlite3"
    elsewhere.parent.mkdir()
    table = played(path)
    write_backup(path, beside(path, ".backup"))
    done = restore(elsewhere, beside(path, ".backup"))
    assert done.kept is None and everything(elsewhere) == everything(path)
    assert asyncio.run(goes_on(elsewhere, table)) == HANDS + 1


def test_the_kept_file_has_what_is_in_its_log_alone(tmp_path: Path) -> None:
    """After a kill the last commits are in SQLite's log; the file alone would be older."""
    path, copy = tmp_path / "room.sqlite3", tmp_path / "killed" / "room.sqlite3"

    async def kill(harness: RoomHarness, table: str) -> None:
        copy.parent.mkdir()
        write_backup(path, beside(copy, ".backup"))
        await harness.do("name-1", table, m.Chat, text="the last word")
        for end in ("", "-wal"):
            beside(copy, end).write_bytes(beside(path, end).read_bytes())

    played(path, more=kill)
    log = beside(copy, "-wal").read_bytes()
    done = restore(copy, None)
    assert done.kept and beside(done.kept, "-wal").read_bytes() == log
    assert not beside(copy, "-wal").exists()
    told = "SELECT count(*) FROM chat WHERE CAST(line AS TEXT) LIKE '%last word%'"
    assert (rows(copy, told), rows(done.kept, told)) == ([(0,)], [(1,)])


def test_a_backup_includes_the_commits_in_its_log_alone(tmp_path: Path) -> None:
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
        connection.execute("SELECT count(*) FROM log").fetchone()  # keeps it from a checkpoint
        restore(path, copy)
    assert rows(path) == before


def test_a_bad_backup_changes_nothing(tmp_path: Path) -> None:
    path, other = tmp_path / "room.sqlite3", tmp_path / "other"
    played(path)
    with pytest.raises(BadDatabase, match="sidepot restore FILE"):
        restore(path, None)
    played(other)
    checkpoint(other)
    damaged = bytearray(other.read_bytes())
    damaged[PAGE * 5 : PAGE * 6] = bytes(PAGE)
    change(other, "UPDATE alembic_version SET version_num = 'r9999'")
    newer, before = other.read_bytes(), path.read_bytes()
    wrong = {"it is empty": b"", "not a database": b"Dear Ana, " * 999,
             "damaged": bytes(damaged), "r9999": newer}  # fmt: skip
    for reason, content in wrong.items():
        for backup in (other, beside(path, ".backup")):
            backup.write_bytes(content)
        with pytest.raises(BadDatabase, match=reason):
            restore(path, other)
        with pytest.raises(BadDatabase, match="sidepot restore FILE"):
            restore(path, None)
    for absent in (tmp_path / "none", tmp_path):
        with pytest.raises(BadDatabase):
            restore(path, absent)
    assert path.read_bytes() == before and not list(tmp_path.glob("*replaced*"))


def test_an_interrupted_restore_has_changed_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "room.sqlite3"
    played(path)
    write_backup(path, beside(path, ".backup"))
    change(path, "DELETE FROM chat")
    before = everything(path)

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    for step in ("_copy", "_keep", "_put", "flush"):
        with monkeypatch.context() as patch:
            patch.setattr(restoring, step, interrupted)
            with pytest.raises(KeyboardInterrupt):
                restore(path, None)
        assert everything(path) == before and not list(tmp_path.glob(".restore*"))


@pytest.mark.parametrize("step", ["copy_privately", "flush", "connect"])
def test_a_full_disk_changes_nothing(
    step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "room.sqlite3"
    played(path)
    write_backup(path, beside(path, ".backup"))
    change(path, "DELETE FROM chat")
    before = everything(path)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(restoring, step, full)
    with pytest.raises(BadDatabase, match="No space left"):
        restore(path, None)
    assert everything(path) == before


def test_two_restores_in_one_second_keep_two_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "room.sqlite3"
    played(path)
    write_backup(path, beside(path, ".backup"))
    content = path.read_bytes()
    monkeypatch.setattr(time, "strftime", lambda *_: ".replaced-now")
    kept = [restore(path, None).kept for _ in range(3)]
    assert len(set(kept)) == 3 and kept[0] and kept[0].read_bytes() == content


def test_the_newest_backup_is_a_backup(tmp_path: Path) -> None:
    """Neither a log nor another room's file counts, and a damaged one does not."""
    path = tmp_path / "room[1].sqlite3"
    played(path)
    assert newest_backup(path) is None
    write_backup(path, beside(path, ".backup"))
    for end in (".backup-wal", ".backup-2", "x.backup"):
        beside(path, end).write_text("ab" * 32)
    write_backup(path, tmp_path / "room1.sqlite3.backup")
    assert newest_backup(path) == beside(path, ".backup")


def test_a_backup_is_taken_while_the_room_plays(tmp_path: Path) -> None:
    path, backup = tmp_path / "room.sqlite3", tmp_path / "backup.sqlite3"

    async def copy(harness: RoomHarness, table: str) -> None:
        writing = asyncio.create_task(asyncio.to_thread(write_backup, path, backup))
        while not writing.done():
            await harness.do("name-1", table, m.Chat, text="on we play")
            await asyncio.sleep(0)
        await writing

    table = played(path, more=copy)
    assert rows(backup) == rows(path)
    assert backup.stat().st_mode & 0o777 == 0o600
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


def test_a_backup_replaces_nothing_that_a_room_needs(tmp_path: Path) -> None:
    path, other = tmp_path / "room.sqlite3", tmp_path / "other.sqlite3"
    played(path)
    other.write_bytes(path.read_bytes())
    beside(path, ".lock").write_text("")
    (tmp_path / "link").symlink_to(beside(path, ".lock"))
    for wrong in ("room.sqlite3-wal", "room.sqlite3-journal", "room.sqlite3.lock", "link"):
        with pytest.raises(BadDatabase, match="that it needs"):
            write_backup(path, tmp_path / wrong)
    owner = Owner(other, "http://there")
    with pytest.raises(DatabaseInUse, match="http://there"):
        write_backup(path, other)
    owner.release()
    assert beside(path, ".lock").read_text() == ""
    assert not beside(path, "-wal").exists()
    write_backup(path, other)
    assert rows(other) == rows(path)
