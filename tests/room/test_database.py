"""Databases: the present schema is opened, and every other one is refused in a clear sentence."""

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
from sidepot.room.service import Room
from sidepot.room.storage import database, schema


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
        assert context.get_current_revision() == script().get_current_head() == schema.REVISION
    for engine in (writer, reader):
        engine.dispose()


def test_the_steps_are_one_line_from_the_first() -> None:
    assert script().get_bases() == ["r0001"] and len(script().get_heads()) == 1


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
@pytest.mark.parametrize("version", ["0001", "0009", "r0002", "9999"])
def test_a_schema_of_another_version_is_refused_and_left_as_it_is(
    version: str, tmp_path: Path
) -> None:
    path = tmp_path / "x.sqlite3"
    made(path, f"UPDATE alembic_version SET version_num = '{version}'")
    before = path.read_bytes()
    said = rf"another version of Sidepot \(its schema is {version}, and this version reads r0001\)"
    with pytest.raises(BadDatabase, match=said):
        Room.open(f"sqlite:///{path}")
    assert path.read_bytes() == before


@pytest.mark.of_files
@pytest.mark.parametrize(
    ("change", "reason"),
    {
        "DROP TABLE log": "tables of something else",
        "DELETE FROM alembic_version": "tables of something else",
        "DROP TABLE settings": "it has no settings;",
        "ALTER TABLE tables DROP COLUMN owner": r"it has no tables\.owner;",
    }.items(),
)
def test_a_schema_with_a_gap_is_refused_and_left_as_it_is(
    change: str, reason: str, tmp_path: Path
) -> None:
    path = tmp_path / "x.sqlite3"
    made(path, change)
    before = path.read_bytes()
    with pytest.raises(BadDatabase, match=reason):
        Room.open(f"sqlite:///{path}")
    assert path.read_bytes() == before


def made(path: Path, change: str) -> None:
    """Make a database, and change it without a log."""
    for engine in database.open_database(f"sqlite:///{path}"):
        engine.dispose()
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(change)


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
