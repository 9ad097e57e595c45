"""Databases: from the first schema on, never from the future, and with a clear word otherwise."""

import asyncio
import contextlib
import sqlite3
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from sidepot import paths
from sidepot.errors import BadDatabase, UserError
from sidepot.history import loads, replay
from sidepot.room.service import Room
from sidepot.room.storage import database, schema
from tests.room.archived import work
from tests.room.harness import RoomHarness, check_chips

FIRST = Path(__file__).parent / "first_schema.sql"
"""A database as the first version of the room made it, with a table in the middle of a hand."""


def script() -> ScriptDirectory:
    config = Config()
    config.set_main_option("script_location", "sidepot.room.storage:migrations")
    config.set_main_option("path_separator", "os")
    return ScriptDirectory.from_config(config)


@pytest.mark.of_files
def test_the_steps_come_to_the_schema(tmp_path: Path) -> None:
    writer, reader = database.open_database(f"sqlite:///{tmp_path}/x.sqlite3")
    with writer.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, schema.metadata) == []
        assert context.get_current_revision() == script().get_current_head()
    for engine in (writer, reader):
        engine.dispose()


def test_the_steps_are_one_line_from_the_first() -> None:
    assert script().get_bases() == ["0001"] and len(script().get_heads()) == 1


@pytest.mark.of_files
def test_opening_again_changes_nothing(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/x.sqlite3"
    shapes = []
    for _ in range(2):
        writer, reader = database.open_database(url)
        with writer.connect() as connection:
            shapes.append(connection.exec_driver_sql("SELECT sql FROM sqlite_master").all())
        for engine in (writer, reader):
            engine.dispose()
    assert shapes[0] == shapes[1]


@pytest.mark.of_files
def test_a_database_of_the_first_schema_is_migrated_and_continues(tmp_path: Path) -> None:
    asyncio.run(_from_the_first(tmp_path / "x.sqlite3"))


async def _from_the_first(path: Path) -> None:
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.executescript(FIRST.read_text("utf-8"))
    harness = RoomHarness(path)
    try:
        with harness.room._services.store._reader.connect() as connection_:
            context = MigrationContext.configure(connection_)
            assert compare_metadata(context, schema.metadata) == []
            (table,) = connection_.exec_driver_sql("SELECT id FROM tables").scalars()
        await harness.start()
        state = await harness.state(table)
        assert state.hands == 1 and [c.name for _, c in state.seated()] == ["Ana", "Bo"]
        await harness.play_out(table)  # nothing to do if present rules called the hand off
        await harness.room.subscribe("name-1", table)
        await harness.wait(6)
        await harness.play_out(table)
        state = await harness.state(table)
        assert state.hands == 2
        check_chips(state)
    finally:
        await harness.room.close()


@pytest.mark.of_files
def test_a_database_from_before_keeps_its_histories(tmp_path: Path) -> None:
    asyncio.run(_with_histories(tmp_path / "x.sqlite3"))


async def _with_histories(path: Path) -> None:
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.executescript(FIRST.read_text("utf-8"))
        for viewer in ("name-1", ""):
            values = ("name-3", 7, viewer, f"as {viewer or 'the rail'} knew it")
            connection.execute("INSERT INTO histories VALUES (?, ?, ?, ?)", values)
        connection.commit()
    harness = RoomHarness(path)
    try:
        await harness.start()
        assert await harness.room.history("name-1", "name-3", 7) == "as name-1 knew it"
        assert await harness.room.history("name-2", "name-3", 7) == "as the rail knew it"
        await harness.play_out("name-3")
        await work(harness)
        told = await harness.room.histories("name-2", "name-3")
        assert told.endswith("[7]\nas the rail knew it") and told.startswith("[1]\n")
        assert replay(loads(await harness.room.history("name-2", "name-3", 1))).finishing_stacks
    finally:
        await harness.room.close()


@pytest.mark.of_files
def test_a_newer_database_is_refused(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/x.sqlite3"
    for engine in database.open_database(url):
        with engine.begin() as connection:
            connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
        engine.dispose()
    with pytest.raises(BadDatabase, match=r"newer version of Sidepot \(its schema is 9999\)"):
        Room.open(url)


@pytest.mark.of_files
def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("Dear Ana, " * 500)
    with pytest.raises(BadDatabase, match="not a database"):
        Room.open(f"sqlite:///{tmp_path}/letter")


@pytest.mark.of_files
def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("")
    with pytest.raises(BadDatabase, match="cannot be used"):
        Room.open(f"sqlite:///{tmp_path}/letter/room.sqlite3")


@pytest.mark.parametrize("url", ["", "nonsense", "mysql://a/b", "sqlite://", "sqlite:///:memory:"])
def test_malformed_addresses_are_refused(url: str) -> None:
    with pytest.raises(UserError, match="sqlite:///PATH"):
        Room.open(url)


def test_by_default_it_lies_in_the_data_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIDEPOT_DATA", str(tmp_path / "data"))
    assert database.path_of(None) == paths.data() / "room.sqlite3"


def test_a_password_in_an_address_is_not_repeated() -> None:
    with pytest.raises(BadDatabase) as refused:
        Room.open("postgresql://me:secret@host/room")
    assert "secret" not in str(refused.value)
