"""A room on PostgreSQL: clear words at the start, and faults that are over when they are over."""

import asyncio
import signal
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy.pool import QueuePool

from sidepot.errors import BadDatabase, CannotWrite, Refused
from sidepot.room.protocol import messages as m
from sidepot.room.service import Room
from sidepot.room.storage import database, faults, postgres, schema, statements, writer
from sidepot.room.storage.place import place_of
from sidepot.room.storage.writer import LostRace, Write, Writer
from sidepot.room.table import events
from tests.children import ROOT
from tests.room import databases
from tests.room.faults import down
from tests.room.harness import RoomHarness, drain, reason, with_room
from tests.room.postgres import Server


@pytest.fixture(scope="module")
def server() -> Server:
    return databases.server()


@pytest.fixture(autouse=True)
def on_postgresql(kind: str, server: Server) -> None:
    """These are about PostgreSQL, whatever the others run on."""
    databases.kind = databases.POSTGRESQL


@pytest.fixture
def own(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A server of the test's own, which it may stop."""
    made = Server()
    with monkeypatch.context() as patch:
        patch.setattr(databases, "server", lambda: made)
        yield
        databases.drop_all()
    made.end()


@pytest.fixture
def empty(server: Server) -> Iterator[str]:
    """The name of a database in which nothing is."""
    name = server.empty()
    yield name
    server.drop(name)


def refusal(url: str) -> str:
    """Why a room cannot be opened."""
    with pytest.raises(BadDatabase) as refused:
        Room.open(url)
    said = str(refused.value)
    assert "\n" not in said and "Traceback" not in said
    return said


def test_a_process_has_as_many_connections_as_the_page_of_hosting_says(
    server: Server, empty: str
) -> None:
    url = server.url(empty)
    engines = *postgres.open_server(url), postgres.tenure_engine(url)
    pools = [engine.pool for engine in engines]
    for engine in engines:
        engine.dispose()
    most = sum(pool.size() + pool._max_overflow for pool in pools if isinstance(pool, QueuePool))
    page = (ROOT / "docs" / "hosting.md").read_text("utf-8")
    assert len(pools) == 3 and most == 8
    assert "has eight connections to spare for each process" in page


def test_the_steps_come_to_the_same_schema(server: Server, empty: str) -> None:
    engines = database.open_database(server.url(empty))
    with engines[0].connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        found: Any = compare_metadata(context, schema.metadata)
    for engine in engines:
        engine.dispose()
    # The one thing more: PostgreSQL counts the tokens, as SQLite does by itself.
    assert [(change[0], change[3].name) for change in found] == [("remove_column", "number")]


def test_rooms_that_open_together_migrate_once(server: Server, empty: str) -> None:
    failed: list[Exception] = []

    def open_it() -> None:
        try:
            for engine in database.open_database(server.url(empty)):
                engine.dispose()
        except Exception as error:  # reported by the main thread
            failed.append(error)

    threads = [threading.Thread(target=open_it) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed
    with server.connect(empty) as connection:
        assert len(connection.execute("SELECT * FROM alembic_version").fetchall()) == 1


def test_a_refused_login_is_explained(server: Server) -> None:
    port = server.port
    said = refusal(f"postgresql://sidepot:secret@127.0.0.1:{port}/nowhere")
    assert 'database "nowhere" does not exist' in said and "secret" not in said
    assert "USER:PASSWORD@HOST:PORT/NAME" in said
    assert 'role "nobody" does not exist' in refusal(server.url("postgres", "nobody"))
    assert "refused" in refusal("postgresql://sidepot@127.0.0.1:1/x")
    assert "postgresql://USER:PASSWORD@HOST/NAME" in refusal("postgresql://sidepot@127.0.0.1")
    assert "postgresql://" in refusal("postgresql+asyncpg://a:secret@127.0.0.1/x")


def test_no_address_shows_its_password() -> None:
    """Also one that is wrong in itself, or has the password in a place of its own."""
    for wrong in (
        "postgresql://ana:hunter2@127.0.0.1:54x/x",
        "postgresql://ana:hunter2@[::1/x",
        "postgresql:/ana:hunter2@127.0.0.1/x",
        "postgresql://ana:p@hunter2@127.0.0.1:1/x",
        "postgresql://ana:p?hunter2@127.0.0.1:1x/x",
        "postgresql://127.0.0.1:1/?user=ana&password=hunter2",
        "postgresql://127.0.0.1:1/x?user=ana&password=hunter2",
        "mysql://ana:hunter2@127.0.0.1/x?password=hunter2",
        "ana:hunter2@127.0.0.1/x",
    ):
        said = refusal(wrong)
        assert "hunter2" not in said and "postgresql://" in said
    assert "127.0.0.1:54x/x" in refusal("postgresql://ana:hunter2@127.0.0.1:54x/x")


def test_a_wrong_password_is_refused(server: Server) -> None:
    server.do("CREATE ROLE careful LOGIN PASSWORD 'right'")
    rules = Path(server._data) / "pg_hba.conf"
    before = rules.read_text("utf-8")
    try:
        rules.write_text("host all careful all scram-sha-256\n" + before, "utf-8")
        server.do("SELECT pg_reload_conf()")
        said = refusal(f"postgresql://careful:wrong@127.0.0.1:{server.port}/postgres")
        assert 'password authentication failed for user "careful"' in said
        assert "wrong" not in said.replace("the wrong", "")
    finally:
        rules.write_text(before, "utf-8")
        server.do("SELECT pg_reload_conf()")
        server.do("DROP ROLE careful")


def test_a_database_of_somebody_else_is_left_alone(server: Server, empty: str) -> None:
    server.do("CREATE TABLE letters (text text)", empty)
    assert "is not a database of Sidepot" in refusal(server.url(empty))
    with server.connect(empty) as connection:
        found = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        assert found.fetchall() == [("letters",)]


def test_a_newer_database_is_refused(tmp_path: Path) -> None:
    url = databases.url_of(tmp_path / "x")
    databases.execute(tmp_path / "x", "UPDATE alembic_version SET version_num = '9999'")
    assert "another version of Sidepot (its schema is 9999, " in refusal(url)


def test_a_database_that_may_not_be_written_is_refused(server: Server, tmp_path: Path) -> None:
    url = databases.url_of(tmp_path / "x")
    name = url.rpartition("/")[2]
    server.do(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    assert "read-only" in refusal(url)


def test_a_database_of_other_letters_is_refused(server: Server) -> None:
    server.do(
        "CREATE DATABASE old ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0"
    )
    try:
        assert "its encoding is LATIN1" in refusal(server.url("old"))
    finally:
        server.drop("old")


@pytest.mark.usefixtures("own")
@with_room
async def test_a_server_that_is_killed_stops_the_clocks_until_it_is_back(
    harness: RoomHarness,
) -> None:
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo)
    looking = await harness.room.subscribe(bo, table)
    await harness.room.subscribe(ana, table)
    await harness.wait(3)
    before, hand = await harness.state(table), bytes(await harness.hand(table))
    await drain(looking)
    with down(harness):
        assert reason(await harness.do(ana, table, m.BuyIn, id="b", chips=5)) == "room.cannot_write"
        with pytest.raises(CannotWrite):
            await harness.room.register("Cy")
        await harness.wait(100)
        assert not harness.room.can_write and await harness.room.written() is None
    await harness.wait(1)
    notices = [found["said"]["key"] for found in await drain(looking) if found["type"] == "notice"]
    assert notices == ["room.notice_stopped", "room.notice_again"]
    assert bytes(await harness.hand(table)) == hand
    assert (await harness.state(table)).chairs == before.chairs
    assert isinstance(await harness.do(ana, table, m.BuyIn, id="b", chips=5), m.Ack)
    await harness.play_out(table)


@pytest.mark.usefixtures("own")
@with_room
async def test_connections_that_have_died_between_two_commits_cost_nothing(
    harness: RoomHarness,
) -> None:
    (ana,) = await harness.guests("Ana")
    table = await harness.table(ana)
    databases.server().stop(signal.SIGINT)
    databases.server().start()
    assert isinstance(await harness.do(ana, table, m.BuyIn, chips=5), m.Ack)
    assert [
        guest.guest.id for guest in [await harness.room.register("Bo")]
    ] and harness.room.can_write
    assert (await harness.room.tables_of(ana))[0].table == table


def _writes(*tables: str, version: int = 1) -> list[Write]:
    """A write for each table: an event, and then the row of the table."""
    event = events.encode(events.Ended(at=1))
    made = []
    for table in tables:
        write = Write(table)
        write.add(statements.ADD_EVENT, table_id=table, version=version, event=event)
        write.add(statements.ADD_TABLE, id=table, version=1, deadline=None, is_public=False,
                  is_ended=False, line=b"{}")  # fmt: skip
        made.append(write)
    return made


async def _blocked(name: str, number: int) -> None:
    """Wait until so many connections to a database wait for a lock."""
    waiting = (
        "SELECT count(*) FROM pg_stat_activity WHERE datname = %s AND wait_event_type = 'Lock'"
    )
    async with asyncio.timeout(60):
        with databases.server().connect("postgres") as looking:
            while looking.execute(waiting, (name,)).fetchone() != (number,):
                await asyncio.sleep(0.01)


async def _together(writer: Writer, writes: list[Write]) -> list[Any]:
    return await asyncio.gather(*map(writer.store, writes), return_exceptions=True)


def _with_writer(path: Path, work: Any) -> Any:
    engines = database.open_database(databases.url_of(path))

    async def run() -> Any:
        one = Writer(engines[0], place_of(*engines))
        try:
            return await work(one)
        finally:
            await one.close()

    try:
        return asyncio.run(run())
    finally:
        for engine in engines:
            engine.dispose()


def test_a_deadlock_affects_its_table_and_passes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another one holds `c`, and wants `a`: the batch is thrown out, and its writes go on.

    A third one holds the batch up at `b` until the other waits.
    """
    slow = ("SET deadlock_timeout = '100ms'", "SET lock_timeout = '60s'")
    monkeypatch.setattr(postgres, "_SETTINGS", slow)
    name = databases.url_of(tmp_path / "x").rpartition("/")[2]
    found: list[str] = []
    real = faults.kind_of

    def seen(error: Exception) -> Any:
        found.append(str(getattr(error, "sqlstate", None)))
        return real(error)

    monkeypatch.setattr(writer, "kind_of", seen)

    async def work(one: Writer) -> list[Any]:
        url = databases.server().url(name)
        insert = "INSERT INTO log VALUES (%s, 1, '') ON CONFLICT DO NOTHING"
        with psycopg.connect(url) as other, psycopg.connect(url) as third:
            other.execute("SET deadlock_timeout = '60s'")
            other.execute(insert, ("c",))
            third.execute(insert, ("b",))
            storing = asyncio.ensure_future(_together(one, _writes("first", "a", "b", "c")))
            await _blocked(name, 1)
            wanting = asyncio.create_task(asyncio.to_thread(other.execute, insert, ("a",)))
            await _blocked(name, 2)
            third.rollback()
            await wanting
            other.rollback()
        return await storing

    assert _with_writer(tmp_path / "x", work) == [None, None, None, None]
    assert found[0] == "40P01"


def test_a_row_that_another_holds_costs_the_others_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that stands still in the middle of a commit: its table waits, and no other."""
    monkeypatch.setattr(writer, "_TRIES", 2)
    name = databases.url_of(tmp_path / "x").rpartition("/")[2]

    async def work(one: Writer) -> list[Any]:
        with psycopg.connect(databases.server().url(name)) as other:
            other.execute("INSERT INTO log VALUES ('b', 1, '')")
            await _together(one, _writes("z"))
            found = await _together(one, _writes("a", "b", "c"))
            assert one.counts.failures == 0
            other.rollback()
        return [*found, *await _together(one, _writes("b"))]

    a, b, c, again = _with_writer(tmp_path / "x", work)
    assert (a, c, again) == (None, None, None) and isinstance(b, LostRace)


def test_an_invalid_value_fails_its_own_write(tmp_path: Path) -> None:
    async def work(one: Writer) -> list[Any]:
        bad = Write()
        bad.add(statements.ADD_GUEST, id="x\0y", name="Ana", created=1)
        return await _together(one, [*_writes("a"), *_writes("b"), bad, *_writes("c")])

    a, b, bad, c = _with_writer(tmp_path / "x", work)
    assert (a, b, c) == (None, None, None)
    assert isinstance(bad, Refused) and "NUL" in str(bad)


@with_room
async def test_a_name_that_no_table_can_have_is_not_looked_for(harness: RoomHarness) -> None:
    (ana,) = await harness.guests("Ana")
    with pytest.raises(Refused):
        await harness.room.ledger(ana, "x\0y")
    assert harness.room.can_write


@with_room
async def test_a_process_that_stands_still_loses_its_commit(harness: RoomHarness) -> None:
    """Within a second or two, so that another may take its tables over."""
    engine = harness.room._services.store._engines[0]
    with engine.connect() as frozen:
        frozen.exec_driver_sql("INSERT INTO settings VALUES ('a', 'b')")
        name = harness.url.rpartition("/")[2]
        with databases.server().connect(name) as other:
            other.execute("SET statement_timeout = '60s'")
            insert = "INSERT INTO settings VALUES ('a', 'c')"  # it waits for the one that stands
            await asyncio.to_thread(other.execute, insert)
        with pytest.raises(Exception, match=r"idle-in-transaction|terminating|closed"):
            frozen.exec_driver_sql("SELECT 1")
        frozen.invalidate()


def test_the_doctor_reads_a_schema_and_changes_nothing(server: Server) -> None:
    name = server.empty()
    assert postgres.revision_of(server.url(name)) is None
    with server.connect(name) as connection:
        (tables,) = connection.execute("SELECT to_regclass('alembic_version')").fetchone() or ()
    assert tables is None
    assert postgres.revision_of(server.url(server.made())) == schema.REVISION
