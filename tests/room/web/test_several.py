"""Several processes, one room: every process answers as if it were the only one."""

import asyncio
import functools
import signal
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, cast

import pytest
import sqlalchemy as sa
from websockets.exceptions import ConnectionClosed, InvalidStatus

from sidepot.errors import BadDatabase
from sidepot.room.service import Room
from sidepot.room.storage import schema, tenure
from sidepot.room.table.clock import SECOND
from sidepot.room.web.limits import Limits, Rate
from sidepot.room.web.serving import Serving
from sidepot.room.web.shared_limits import SharedLimits
from tests.room import databases
from tests.room.web.server import LIMIT, Json, Visitor, company, open_server


@pytest.fixture(autouse=True)
def on_postgresql(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Nobody counts as dead here who is only slow, as while a game is compiled beside it."""
    monkeypatch.setattr(tenure, "_DEAD", LIMIT)
    databases.kind = databases.POSTGRESQL
    yield
    databases.drop_all()
    databases.kind = databases.SQLITE


@asynccontextmanager
async def room_of(folder: Path, n: int) -> AsyncIterator[list[Serving]]:
    """Some servers of one room; they know each other by their addresses alone."""
    url = databases.url_of(folder / "room.sqlite3")
    async with AsyncExitStack() as stack:
        servers = [
            await stack.enter_async_context(open_server(folder, database=url)) for _ in range(n)
        ]
        await beats(servers, 1)
        yield servers


def tenure_of(server: Serving) -> tenure.Tenure:
    """The place of a server among those of its room."""
    return cast(tenure.Tenure, server.room._services.tenure)


async def beats(servers: list[Serving], number: int = 3) -> None:
    """Wait until each server has sent `number` heartbeats and received those of all others.

    A fact known at the first heartbeat is in the next one, and has taken effect with the one after
    that.
    """
    for _ in range(number):
        before = [tenure_of(server).peers() for server in servers]
        async with asyncio.timeout(LIMIT):
            while any(
                tenure_of(server).peers() is old
                or len(tenure_of(server).peers()) < len(servers) - 1
                for server, old in zip(servers, before, strict=True)
            ):
                await asyncio.sleep(0.02)


def several(play: Callable[[list[Serving]], Awaitable[None]]) -> Callable[[Path], None]:
    """A test that gets three servers of one room."""

    def test(tmp_path: Path) -> None:
        async def run() -> None:
            async with room_of(tmp_path, 3) as servers:
                await play(servers)

        asyncio.run(run())

    test.__name__ = getattr(play, "__name__", "test")
    return test


def at(visitor: Visitor, server: Serving) -> Visitor:
    """The same browser, whose next request another process gets."""
    visitor.base = server.local
    return visitor


async def owner(servers: list[Serving], table: str) -> Serving:
    """The server that runs a table."""
    query = sa.select(schema.tables.c.owner).where(schema.tables.c.id == table)
    number: Any = await servers[0].room._services.store._read(lambda c: c.scalar(query))
    return {tenure_of(server).number: server for server in servers}[number]


def _is_from(version: int, view: Json) -> bool:
    return bool(view["version"] >= version)


@several
async def test_a_table_is_the_same_from_everywhere(servers: list[Serving]) -> None:
    first, second, third = servers
    (ana, bo), table = await company(first.local, "Ana", "Bo", public=True)
    async with at(ana, second).at(table) as one, at(bo, third).at(table) as two:
        await one.sit(0)
        await two.sit(1)
        assert await owner(servers, table) is first
        await one.dealt()
        await two.dealt()
        for _ in range(200):
            playing = one if one.menu else two
            if (await playing.act())["type"] == "ack" and one.view["room"]["hand"] > 2:
                break
            version = playing.view["version"]
            await one.see(functools.partial(_is_from, version))
            await two.see(functools.partial(_is_from, version))
            await asyncio.sleep(0)
            while not (one.menu or two.menu):
                await one.hear()
                await two.hear()
        assert (await two.do("chat", text="hello"))["type"] == "ack"
        said = await one.kind("chat_lines")
        assert said["lines"][-1]["text"] == "hello"
        await beats(servers)
        for server in servers:
            assert [line["people"] for line in await at(ana, server).get("/api/tables")] == [2]
            for path in ("ledger", "hands", "evening"):
                found = await at(ana, server).get(f"/api/tables/{table}/{path}")
                assert found == await at(ana, first).get(f"/api/tables/{table}/{path}")


@several
async def test_links_cookies_and_names_hold_everywhere(servers: list[Serving]) -> None:
    first, second, third = servers
    (ana, bo), table = await company(first.local, "Ana", "Bo")
    link = (await at(bo, third).post(f"/api/tables/{table}/invitations"))["link"]
    cy = await Visitor(second.local).register("Cy")
    looked = await cy.post("/api/invitations/look", {"invitation": link.partition("#")[2]})
    assert looked["host"] == "Ana"
    assert await cy.accept(link) == table
    async with at(ana, third).at(table) as one, at(bo, second).at(table) as two:
        await one.sit(0)
        await two.kind("view")
        reply = await at(ana, second).ask("PUT", "/api/me", {"name": "Anna"})
        assert reply.status == 200
        await two.see(lambda view: [one["name"] for one in view["room"]["chairs"]] == ["Anna"])
        assert (await at(ana, first).get("/api/me"))["name"] == "Anna"
    opened = await at(cy, third).ask("GET", f"/api/tables/{table}/ledger")
    stranger = await Visitor(second.local).register("Di")
    refused = await at(stranger, third).ask("GET", f"/api/tables/{table}/ledger")
    assert (opened.status, refused.status) == (200, 403)


@several
async def test_a_request_for_the_next_table_is_answered_wherever_it_is(
    servers: list[Serving],
) -> None:
    first, second, third = servers
    (ana, bo), table = await company(first.local, "Ana", "Bo")
    async with at(ana, first).at(table) as one, at(bo, first).at(table) as two:
        await one.sit(0)
        await two.sit(1)
        await one.send(type="end", id="over")
        assert await one.closed() == 1000
    opened = await at(ana, first).post(f"/api/tables/{table}/again")
    async with at(ana, second).at(opened["table"]) as one:
        await one.kind("view")
        assert await owner(servers, opened["table"]) is second
        assert await owner(servers, table) is first
        again = await at(bo, third).post(f"/api/tables/{table}/again")
        assert again["table"] == opened["table"] and again["link"] != opened["link"]
        async with at(bo, third).at(again["table"]) as two:
            await two.kind("view")
        cy = await Visitor(third.local).register("Cy")
        assert (await cy.ask("POST", f"/api/tables/{table}/again")).status == 403
        assert await cy.accept(again["link"]) == again["table"]


@several
async def test_a_logout_anywhere_holds_everywhere(servers: list[Serving]) -> None:
    first, second, third = servers
    (ana,), table = await company(first.local, "Ana")
    async with at(ana, second).at(table) as line:
        await line.kind("view")
        assert (await at(ana, third).ask("DELETE", "/api/session")).status == 200
        assert (await line.kind("goodbye"))["reason"] == "logged_out"
        assert await line.closed() == 1000


@several
async def test_the_metrics_are_those_of_all(servers: list[Serving]) -> None:
    (ana,), table = await company(servers[1].local, "Ana")
    async with at(ana, servers[2]).at(table) as line:
        await line.sit(0)
        await beats(servers)
        for server in servers:
            found = server.room.metrics()
            assert (found["processes"], found["sockets"], found["is_writing"]) == (3, 1, 1)
            assert found["commands_total"] >= 1


@several
async def test_a_relayed_request_needs_the_key(servers: list[Serving]) -> None:
    """Nobody else is believed that speaks for others, and a request is passed on once."""
    first, second, _ = servers
    (ana, _), table = await company(first.local, "Ana", "Bo")
    headers = {"x-sidepot-relay": "0" * 64, "x-sidepot-client": "9.9.9.9"}
    reply = await at(ana, second).ask("GET", f"/api/tables/{table}/ledger", None, headers)
    assert reply.status == 200
    headers["x-sidepot-relay"] = first.state.relay._proof
    headers["x-sidepot-host"] = "localhost"
    visitor = Visitor("http://" + str(second._reached), ana.cookie)
    reply = await visitor.ask("GET", f"/api/tables/{table}/ledger", None, headers)
    assert reply.status == 503


def test_limits_hold_in_all_processes_together(tmp_path: Path) -> None:
    """An address may make five new guests: after those at one process there are none at another."""

    async def play() -> None:
        url = databases.url_of(tmp_path / "room.sqlite3")
        limits = Limits(guests=Rate(5, 0.001), own_sockets=2)
        async with (
            open_server(tmp_path, limits=limits, database=url) as first,
            open_server(tmp_path, limits=limits, database=url) as second,
        ):
            people = [await Visitor(first.local).register(f"P{n}") for n in range(5)]
            table = (await people[0].create(public=True))["table"]
            async with at(people[0], first).at(table) as one, at(people[0], first).at(table) as two:
                await one.kind("view")
                await two.kind("view")
                await beats([first, second])
                refused = await Visitor(second.local).ask("POST", "/api/guests", {"name": "Q"})
                assert refused.status == 429
                assert not await _may_come(at(people[0], second), table)
            async with asyncio.timeout(LIMIT):  # the others are gone as soon as that is known there
                while not await _may_come(at(people[0], second), table):
                    await asyncio.sleep(tenure.BEAT)

    asyncio.run(play())


async def _may_come(visitor: Visitor, table: str) -> bool:
    try:
        async with visitor.at(table) as line:
            await line.kind("view")
    except (ConnectionClosed, InvalidStatus):
        return False
    return True


def test_limits_of_processes_that_do_not_talk_would_be_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SharedLimits, "beat", lambda self, heard: {})
    with pytest.raises(AssertionError, match="== 429"):
        test_limits_hold_in_all_processes_together(tmp_path)


def test_a_server_that_ends_gives_its_tables_away(tmp_path: Path) -> None:
    """Whoever was at one of them comes back at once, to another process."""

    async def play() -> None:
        url = databases.url_of(tmp_path / "room.sqlite3")
        async with (
            open_server(tmp_path, database=url) as second,
            open_server(tmp_path, database=url) as first,
        ):
            (ana, bo), table = await company(first.local, "Ana", "Bo")
            async with at(ana, second).at(table) as one, at(bo, second).at(table) as two:
                await one.sit(0)
                await two.sit(1)
                await one.dealt()
                holder = await owner([first, second], table)
                other = first if holder is second else second
                ending = asyncio.create_task(holder.room.close())
                assert (await one.kind("goodbye"))["reason"] == "closed"
                async with at(ana, other).at(table) as again:
                    await again.dealt()
                await ending
                async with at(bo, other).at(table) as later:
                    await later.dealt()
                    assert await owner([other], table) is other

    asyncio.run(play())


def test_a_table_that_is_released_during_a_claim_is_claimed(tmp_path: Path) -> None:
    """Its owner ends between the two statements of the claim, which then find no owner."""

    async def play() -> None:
        async with room_of(tmp_path, 2) as servers:
            (ana,), table = await company(servers[0].local, "Ana")
            async with at(ana, servers[0]).at(table) as line:
                await line.kind("view")
            holder = await owner(servers, table)
            claimer = tenure_of(next(server for server in servers if server is not holder))
            released: list[str] = []

            def release(_: Any, __: Any, statement: str, *___: Any) -> None:
                if statement.startswith("UPDATE tables t SET owner") and not released:
                    released.append(table)
                    tenure_of(holder).leave()

            sa.event.listen(claimer._engine, "after_cursor_execute", release)
            await asyncio.to_thread(claimer.claim, table)
            assert released and await owner(servers, table) is not holder

    asyncio.run(play())


def test_a_zombie_loses_its_first_append_and_hands_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was taken for dead while it stood still; what it takes for its own is another's."""

    async def play() -> None:
        async with room_of(tmp_path, 2) as (first, second):
            (ana, bo), table = await company(first.local, "Ana", "Bo")
            async with at(ana, first).at(table) as one:
                await one.sit(0)
                databases.execute(tmp_path / "room.sqlite3", "UPDATE tables SET owner = NULL")
                async with at(bo, second).at(table) as two:
                    await two.sit(1)
                    assert (await two.do("chat", text="here"))["type"] == "ack"
                    await one.send(type="sit_out", id="mine")
                    assert (await one.kind("goodbye"))["reason"] == "closed"
                    async with at(ana, first).at(table) as again:  # relayed from now on
                        assert (await again.do("sit_out", id="mine"))["type"] == "ack"
                        await two.see(lambda view: view["room"]["chairs"][0]["status"] == "out")
                assert await owner([second], table) is second
                assert first.room.metrics()["races_total"] >= 1

    asyncio.run(play())


def freeze(server: Serving) -> None:
    """Let a server wake: by its clock it stood still for long."""
    one = tenure_of(server)
    elapsed = one._elapsed
    one._elapsed = lambda: elapsed() + 2 * int(LIMIT) * SECOND


async def taken_over(folder: Path, second: Serving, ana: Visitor, table: str) -> int:
    """Ana at a table of the first server, which another one plays on; its version there."""
    databases.execute(folder / "room.sqlite3", "UPDATE tables SET owner = NULL")
    async with at(ana, second).at(table) as there:
        await there.sit(1)
        return int((await there.see(lambda view: len(view["room"]["chairs"]) > 0))["version"])


def test_a_process_that_was_frozen_shows_no_stale_state(tmp_path: Path) -> None:
    """Whoever comes is shown what others have done meanwhile, and whoever is there comes again."""

    async def play() -> None:
        async with room_of(tmp_path, 2) as (first, second):
            (ana, bo), table = await company(first.local, "Ana", "Bo")
            async with at(ana, first).at(table) as one:
                await one.kind("presence")
                version = await taken_over(tmp_path, second, bo, table)
                assert version > one.view["version"]
                freeze(first)
                async with at(bo, first).at(table) as again:
                    assert (await again.kind("view"))["version"] >= version
                told = (await one.until(lambda m: m["type"] in ("view", "goodbye")))["type"]
                assert told == "goodbye" and one.heard[-1]["reason"] == "closed"
            assert await owner([second], table) is second

    asyncio.run(play())


def test_a_relayed_connection_ends_with_a_freeze(tmp_path: Path) -> None:
    """Its table may have been taken over too, and the buffered messages are stale."""

    async def play() -> None:
        async with room_of(tmp_path, 2) as servers:
            (ana,), table = await company(servers[0].local, "Ana")
            async with at(ana, servers[0]).at(table) as line:
                await line.kind("view")
                # Before it was looked at, either of the two may have swept it up.
                holder = await owner(servers, table)
                other = next(server for server in servers if server is not holder)
                async with at(ana, other).at(table) as passed:
                    await passed.kind("view")
                    freeze(other)
                    assert await passed.closed() == 1012

    asyncio.run(play())


def test_a_process_that_has_lost_its_lock_shows_no_stale_state(tmp_path: Path) -> None:
    """Not even before it has found out, table by table, which are still its own."""

    async def play() -> None:
        async with room_of(tmp_path, 2) as (first, second):
            one = tenure_of(first)
            (ana, bo), table = await company(first.local, "Ana", "Bo")
            async with at(ana, first).at(table) as line:
                await line.kind("view")
            one.on_doubt = lambda: None
            version = await taken_over(tmp_path, second, bo, table)
            before = one.term()
            backend = cast(Any, one._line.connection.driver_connection).info.backend_pid
            databases.query(tmp_path / "room.sqlite3", f"SELECT pg_terminate_backend({backend})")
            async with asyncio.timeout(LIMIT):
                while one.term() == before:
                    await asyncio.sleep(0.02)
            async with at(ana, first).at(table) as again:
                assert (await again.kind("view"))["version"] >= version

    asyncio.run(play())


def test_a_server_that_does_not_answer_freezes_nobody(tmp_path: Path) -> None:
    """Whoever sits at a table keeps the connection, and is shown what is stored then."""

    async def play() -> None:
        async with room_of(tmp_path, 1) as (first,):
            (ana,), table = await company(first.local, "Ana")
            async with at(ana, first).at(table) as one:
                await one.kind("view")
                tenure_of(first).turn()
                tenure_of(first)._sure_until = 0
                assert tenure_of(first).freezes() == 0
                await one.sit(0)

    asyncio.run(play())


def test_processes_live_on_when_the_database_was_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The outage lasts longer than several attempts to reconnect."""
    failures: Counter[int] = Counter()
    real = tenure.Tenure._connected

    def connected(self: tenure.Tenure) -> Any:
        try:
            return real(self)
        except Exception:
            failures[self.number] += 1
            raise

    async def play() -> None:
        async with room_of(tmp_path, 2) as servers:
            monkeypatch.setattr(tenure.Tenure, "_connected", connected)
            databases.server().stop(signal.SIGINT)
            try:
                async with asyncio.timeout(LIMIT):
                    while len(failures) < 2 or min(failures.values()) < 2:
                        await asyncio.sleep(0.02)
            finally:
                databases.server().start()
            await beats(servers)

    asyncio.run(play())


def test_a_process_that_was_forgotten_is_known_again(tmp_path: Path) -> None:
    async def play() -> None:
        async with room_of(tmp_path, 2) as servers:
            databases.execute(tmp_path / "room.sqlite3", "DELETE FROM processes")
            await beats(servers)

    asyncio.run(play())


def test_a_room_opened_before_another_version_came_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It sends no heartbeat until it starts, so that the other one could not know of it."""
    url = databases.url_of(tmp_path / "room.sqlite3")

    async def play() -> None:
        opened = Room.open(url, address="127.0.0.1:1")
        databases.execute(tmp_path / "room.sqlite3", "UPDATE processes SET beat = 0")
        with monkeypatch.context() as patch:
            patch.setattr(tenure, "storage_format", lambda: "another")
            async with open_server(tmp_path, database=url):
                patch.undo()
                with pytest.raises(BadDatabase, match="of another version"):
                    await opened.start()
        await opened.close()

    asyncio.run(play())


def test_processes_of_two_hosts_that_cannot_reach_each_other_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whichever of the two has no address but its own: there `--relay` was forgotten."""
    url = databases.url_of(tmp_path / "room.sqlite3")
    is_local = tenure._is_local

    async def come(address: str, said: str) -> None:
        """A process of another host comes, and is refused for an address unless `said` is empty."""
        with monkeypatch.context() as patch:
            patch.setattr(tenure, "host_id", lambda: "another host")
            if not said:
                await Room.open(url, address=address).close()
                return
            with pytest.raises(BadDatabase, match="--relay") as refused:
                Room.open(url, address=address)
        assert f"cannot reach {said}" in str(refused.value)

    async def play() -> None:
        async with open_server(tmp_path, database=url) as first:
            await come("10.0.0.2:8100", str(first._reached))
            await come("127.0.0.1:8100", "127.0.0.1:8100")
            await come("[::1]:8100", "[::1]:8100")
            monkeypatch.setattr(tenure, "_is_local", lambda address: "127.0.0.2" in address)
            await come("127.0.0.2:8100", "127.0.0.2:8100")
            await come("127.0.0.3:8100", "")
            monkeypatch.setattr(tenure, "_is_local", is_local)
            await Room.open(url, address="127.0.0.1:1").close()  # the same host
        found = databases.query(tmp_path / "room.sqlite3", "SELECT address FROM processes")
        assert found == []

    asyncio.run(play())


def test_a_process_that_cannot_read_our_log_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        url = databases.url_of(tmp_path / "room.sqlite3")
        async with open_server(tmp_path, database=url):
            monkeypatch.setattr(tenure, "storage_format", lambda: "another")
            with pytest.raises(BadDatabase, match="of another version"):
                Room.open(url, address="127.0.0.1:1")
        room = Room.open(url, address="127.0.0.1:1")  # nobody is there any more
        await room.close()

    asyncio.run(play())
