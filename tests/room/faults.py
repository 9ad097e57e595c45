"""Real faults of a database in use, each for as long as its `with` block lasts."""

import shutil
import signal
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from tests.room import databases
from tests.room.harness import RoomHarness

Fault = Callable[[RoomHarness], AbstractContextManager[None]]


def engine(harness: RoomHarness) -> sa.Engine:
    """The engine that writes; it has one connection."""
    return harness.room._services.store._engines[0]


def pragma(harness: RoomHarness, text: str) -> int:
    """A setting of the writing connection, which is the only one of its pool."""
    with closing(engine(harness).raw_connection()) as connection:
        row = connection.cursor().execute(f"PRAGMA {text}").fetchone()
        return int(row[0]) if row else 0


@contextmanager
def full(harness: RoomHarness) -> Iterator[None]:
    """The file cannot grow (SQLITE_FULL), or the server's disk."""
    if databases.kind == databases.POSTGRESQL:
        with _full_server(harness):
            yield
        return
    before = pragma(harness, "max_page_count")
    pragma(harness, f"max_page_count = {pragma(harness, 'page_count')}")
    yield
    pragma(harness, f"max_page_count = {before}")


@contextmanager
def read_only(harness: RoomHarness) -> Iterator[None]:
    """Nothing may be written (SQLITE_READONLY, or a transaction that only reads)."""
    if databases.kind == databases.POSTGRESQL:
        with _read_only_server(harness):
            yield
        return
    pragma(harness, "query_only = 1")
    yield
    pragma(harness, "query_only = 0")


_FULL = """
CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100';
END $$
"""
_GROWING = ("log", "chat", "answers", "guests", "health")


@contextmanager
def _full_server(harness: RoomHarness) -> Iterator[None]:
    """Triggers that answer every insert as a server with a full disk does."""
    harness.execute(_FULL)
    for table in _GROWING:
        harness.execute(
            f"CREATE TRIGGER full_disk BEFORE INSERT ON {table} EXECUTE FUNCTION full_disk()"
        )
    yield
    for table in _GROWING:
        harness.execute(f"DROP TRIGGER full_disk ON {table}")


@contextmanager
def _read_only_server(harness: RoomHarness) -> Iterator[None]:
    def checkout(connection: Any, *_: object) -> None:
        connection.read_only = True

    sa.event.listen(engine(harness), "checkout", checkout)
    yield
    sa.event.remove(engine(harness), "checkout", checkout)
    with closing(engine(harness).raw_connection()) as connection:
        connection.driver_connection.read_only = False  # type: ignore[union-attr]


@contextmanager
def down(harness: RoomHarness) -> Iterator[None]:
    """The server is killed, and comes back."""
    databases.server().stop(signal.SIGKILL)
    yield
    databases.server().start()


@contextmanager
def deleted(harness: RoomHarness) -> Iterator[None]:
    """The file is deleted, and SQLite keeps writing to the unlinked one."""
    aside = harness.path.with_name("aside")
    harness.path.rename(aside)
    yield
    aside.rename(harness.path)


@contextmanager
def replaced(harness: RoomHarness) -> Iterator[None]:
    """Another file has its name."""
    aside = harness.path.with_name("aside")
    harness.path.rename(aside)
    shutil.copyfile(aside, harness.path)
    yield
    aside.rename(harness.path)


@contextmanager
def log_deleted(harness: RoomHarness) -> Iterator[None]:
    """SQLite's log is gone, into which every commit goes."""
    log = Path(f"{harness.path}-wal")
    log.rename(log.with_name("aside"))
    yield
    log.with_name("aside").rename(log)


FAULTS: dict[str, Fault] = {"full": full, "read only": read_only}
OF_FILES: dict[str, Fault] = {"deleted": deleted, "replaced": replaced, "log deleted": log_deleted}


def checkpoint(path: Path) -> None:
    """Bring everything from SQLite's log into the file."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def pages_of(path: Path, name: str) -> list[int]:
    """The pages of a table or an index, where SQLite can say so, or else its first one."""
    with closing(sqlite3.connect(path)) as connection:
        try:
            query = "SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf'"
            return [page for (page,) in connection.execute(query, (name,))]
        except sqlite3.OperationalError:
            query = "SELECT rootpage FROM sqlite_master WHERE name = ?"
            return [connection.execute(query, (name,)).fetchone()[0]]


def spoil(path: Path, page: int) -> bytes:
    """Overwrite a page with garbage; returns its old content."""
    with closing(sqlite3.connect(path)) as connection:
        size = int(connection.execute("PRAGMA page_size").fetchone()[0])
    with path.open("r+b") as file:
        file.seek((page - 1) * size)
        before = file.read(size)
        file.seek((page - 1) * size)
        file.write(bytes(range(255, -1, -1)) * (size // 256))
    return before


def put_back(path: Path, page: int, content: bytes) -> None:
    with path.open("r+b") as file:
        file.seek((page - 1) * len(content))
        file.write(content)
