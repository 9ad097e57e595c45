"""A database has one owner at a time, under any spelling of its path, and no other reader."""

import asyncio
import json
import os
import signal
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from sidepot import file_locks, paths
from sidepot.errors import BadDatabase, DatabaseInUse
from sidepot.room.service import Room
from sidepot.room.storage import owner as owners
from sidepot.room.storage.files import beside, replacing
from sidepot.room.storage.owner import Owner, check_free
from tests.children import ROOT

pytestmark = pytest.mark.of_files
posix = pytest.mark.skipif(sys.platform == "win32", reason="modes mean nothing there")
HOLD = """
import sys, time
from pathlib import Path
from sidepot.room.storage.owner import Owner

owner = Owner(Path(sys.argv[1]), "http://first:8000")
print("held", flush=True)
time.sleep(60)
"""


@contextmanager
def held(database: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that owns a database."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-c", HOLD, str(database)]
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout and process.stdout.readline() == "held\n"
        try:
            yield process
        finally:
            process.kill()


def test_a_second_owner_learns_the_address_of_the_first(tmp_path: Path) -> None:
    database = tmp_path / "room.sqlite3"
    with held(database) as process:
        for take in (Owner, check_free):
            with pytest.raises(DatabaseInUse, match="http://first:8000") as refused:
                take(database)
            assert refused.value.address == "http://first:8000"
            assert str(process.pid) in str(refused.value) and "--database" in str(refused.value)


def test_every_spelling_of_the_path_leads_to_the_same_lock(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    database = folder / "room.sqlite3"
    database.touch()
    (tmp_path / "link.sqlite3").symlink_to(database)
    (tmp_path / "linked").symlink_to(folder)
    spellings = [
        tmp_path / "link.sqlite3",
        tmp_path / "linked" / "room.sqlite3",
        folder / ".." / "data" / "room.sqlite3",
        Path(os.path.relpath(database)),
    ]
    with held(database):
        for path in spellings:
            with pytest.raises(DatabaseInUse):
                Owner(path)


def test_a_file_with_two_names_has_no_owner(tmp_path: Path) -> None:
    """Each name would have a lock and a log of its own."""
    database, other = tmp_path / "room.sqlite3", tmp_path / "other.sqlite3"
    database.touch()
    other.hardlink_to(database)
    for path in (database, other):
        with pytest.raises(BadDatabase, match="hard link"):
            Owner(path)
    other.unlink()
    Owner(database).release()


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_the_lock_dies_with_its_process(tmp_path: Path) -> None:
    database = tmp_path / "room.sqlite3"
    with held(database) as process:
        process.send_signal(signal.SIGKILL)
        process.wait()
        Owner(database).release()
    check_free(database)


def test_a_lock_that_holds_nothing_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The broken example: with a lock that everybody gets, the tests above would fail."""
    database = tmp_path / "room.sqlite3"
    with held(database):
        monkeypatch.setattr(file_locks, "lock", lambda _: True)
        Owner(database).release()


def test_a_deleted_lock_is_not_taken_for_the_one_in_use(tmp_path: Path) -> None:
    database = tmp_path / "room.sqlite3"
    with beside(database, ".lock").open("w+b") as old:
        beside(database, ".lock").unlink()
        assert file_locks.lock(old.fileno())
        Owner(database).release()
        assert not owners._is_there(beside(database, ".lock"), old.fileno())


def test_an_owner_with_an_unreadable_lock_is_still_an_owner(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(owners, "_PATIENCE", 0.05)
    database = tmp_path / "room.sqlite3"
    owner = Owner(database)
    try:
        with pytest.raises(DatabaseInUse, match="another command"):
            Owner(database)
        for text in ("", "[]", '{"pid": "x"}', "\0"):
            beside(database, ".lock").write_text(text)
            with pytest.raises(DatabaseInUse, match="another command"):
                Owner(database)
    finally:
        owner.release()


def test_the_lock_says_who_owns_it(tmp_path: Path) -> None:
    owner = Owner(tmp_path / "room.sqlite3", "http://here")
    said = json.loads((tmp_path / "room.sqlite3.lock").read_text("utf-8"))
    assert said == {"pid": os.getpid(), "address": "http://here"}
    owner.release()


def modes(folder: Path) -> dict[str, int]:
    found = [folder, *folder.rglob("*")]
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in found}


@contextmanager
def loose() -> Iterator[None]:
    """The umask that most systems have."""
    before = os.umask(0o022)
    try:
        yield
    finally:
        os.umask(before)


async def used(url: str) -> Room:
    room = Room.open(url)
    await room.register("Ana")
    return room


@posix
def test_all_files_of_a_database_are_for_its_owner_alone(tmp_path: Path) -> None:
    with loose():
        database = tmp_path / "new" / "room.sqlite3"
        url = f"sqlite:///{database}"

        async def play() -> dict[str, int]:
            owner = Owner(database)
            room = await used(url)
            found = modes(tmp_path / "new")
            await room.close()
            owner.release()
            return found

        found = asyncio.run(play())
    assert found.pop("new") == 0o700
    assert {"room.sqlite3", "room.sqlite3-wal", "room.sqlite3-shm"} < set(found)
    assert "room.sqlite3.lock" in found
    assert set(found.values()) == {0o600}, found


@posix
def test_files_open_to_others_are_closed_and_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("SIDEPOT_DATA", str(tmp_path / "data"))
    folder = paths.data()
    folder.mkdir(mode=0o755)
    database = folder / "room.sqlite3"

    async def play() -> None:
        await (await used(f"sqlite:///{database}")).close()

    asyncio.run(play())
    for path in [folder, *folder.iterdir()]:
        path.chmod(0o755 if path.is_dir() else 0o644)
    caplog.set_level("INFO")
    caplog.clear()
    asyncio.run(play())
    assert modes(folder)["room.sqlite3"] == 0o600
    assert modes(folder)["data"] == 0o700
    assert sum("made_private" in line for line in caplog.text.splitlines()) == 2


@posix
def test_a_folder_that_is_not_ours_to_close_is_left_alone(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    tmp_path.chmod(0o777)

    async def play() -> None:
        await (await used(f"sqlite:///{tmp_path / 'room.sqlite3'}")).close()

    asyncio.run(play())
    assert modes(tmp_path)[tmp_path.name] == 0o777 and "folder_open" in caplog.text
    tmp_path.chmod(0o700)


def test_a_file_that_is_not_finished_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), replacing(tmp_path / "x") as draft:
        draft.write_text("half")
        raise ZeroDivisionError
    assert not list(tmp_path.iterdir())


def test_a_database_of_something_else_is_left_as_it_is(tmp_path: Path) -> None:
    mail, letter = tmp_path / "mail.sqlite3", tmp_path / "letter"
    with sqlite3.connect(mail) as other:
        other.execute("CREATE TABLE mails (text)")
    other.close()
    letter.write_text("Dear Ana, " * 500)
    mail.chmod(0o640)
    for path in (mail, letter):
        before = path.read_bytes()
        with pytest.raises(BadDatabase, match="--database"):
            Room.open(f"sqlite:///{path}")
        assert path.read_bytes() == before
    assert {path.name for path in tmp_path.iterdir()} == {"mail.sqlite3", "letter"}
    assert sys.platform == "win32" or modes(tmp_path)["mail.sqlite3"] == 0o640


def test_somebody_elses_migrations_are_not_taken_for_ours(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "x.sqlite3") as other:
        other.execute("CREATE TABLE alembic_version (version_num TEXT)")
        other.execute("INSERT INTO alembic_version VALUES ('r0001')")
    other.close()
    with pytest.raises(BadDatabase, match="something else"):
        Room.open(f"sqlite:///{tmp_path}/x.sqlite3")
