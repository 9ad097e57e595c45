"""Traffic between the processes of a room: ownership, cost, and access control."""

import asyncio
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from sidepot.errors import BadAddress, BadDatabase
from sidepot.room.service import Room
from sidepot.room.storage import tenure
from sidepot.room.storage.tenure import Elsewhere
from sidepot.room.web import relay
from sidepot.room.web.limits import Limits, Rate, RateLimiter
from sidepot.room.web.relay import Relay, relay_key
from sidepot.room.web.serving import Plan, Serving
from sidepot.room.web.shared_limits import SharedLimits
from tests.room import databases
from tests.room.web.server import LIMIT, Visitor, company, open_server
from tests.room.web.test_serve import refused
from tests.room.web.test_several import at, beats, on_postgresql, room_of

__all__ = ["on_postgresql"]


@pytest.mark.parametrize("stored", ["", "x" * 64, "ab" * 31, "ab" * 32 + "\n", "AB" * 32])
def test_a_malformed_relay_key_is_refused_with_the_way_out(
    stored: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = Room.open(f"sqlite:///{tmp_path / 'room.sqlite3'}")
    monkeypatch.setattr(room, "shared", lambda name, made: stored)
    with pytest.raises(BadDatabase, match="delete the row"):
        relay_key(room)
    asyncio.run(room.close())


def test_the_relay_key_of_processes_on_one_database_is_one() -> None:
    rooms = [Room.open(databases.url_of(Path("relay-key"))) for _ in range(2)]
    try:
        keys = {relay_key(room) for room in rooms}
    finally:
        for room in rooms:
            asyncio.run(room.close())
    assert len(keys) == 1 and len(keys.pop()) == 64


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def shared(clock: Clock) -> tuple[RateLimiter, SharedLimits]:
    limiter = RateLimiter(Rate(5, 1), clock)
    return limiter, SharedLimits({"visits": limiter}, {})


def test_a_new_process_refuses_nobody_for_requests_of_long_ago() -> None:
    clock = Clock()
    (old, telling), (new, hearing) = shared(clock), shared(clock)
    for _ in range(100):
        clock.now += 0.9
        assert not old.take("9.9.9.9") or clock.now > 30
    hearing.beat({"1": telling.beat({})})
    assert new.take("9.9.9.9") == 0


def test_a_process_that_was_silent_for_a_while_is_not_counted_twice() -> None:
    clock = Clock()
    (old, telling), (new, hearing) = shared(clock), shared(clock)
    hearing.beat({"1": telling.beat({})})
    for _ in range(4):
        old.take("9.9.9.9")
        hearing.beat({"1": telling.beat({})})
    hearing.beat({})
    hearing.beat({"1": telling.beat({})})
    assert new.take("9.9.9.9") == 0 and new.take("9.9.9.9") > 0


def test_limits_are_shared_for_active_addresses_alone() -> None:
    clock = Clock()
    old, telling = shared(clock)
    for n in range(100):
        old.take(f"10.0.0.{n}")
        clock.now += 1
    assert telling.beat({}) == {}
    old.take("9.9.9.9", 3)
    assert telling.beat({}) == {"visits": {"9.9.9.9": 3}}


def test_the_relay_address_accepts_processes_alone(tmp_path: Path) -> None:
    """A process's proof counts nowhere else."""

    async def play() -> None:
        limits = Limits(guests=Rate(2, 0.001))
        url = databases.url_of(tmp_path / "room.sqlite3")
        async with open_server(tmp_path, database=url, limits=limits) as one:
            there = "http://" + str(one._reached)
            for path in ("/", "/metrics", "/healthz"):
                assert (await Visitor(there).ask("GET", path)).status == 404
            with pytest.raises(InvalidStatus):
                await connect(there.replace("http", "ws") + "/api/socket").__aenter__()
            proved = {"x-sidepot-relay": one.state.relay._proof, "x-sidepot-host": "localhost"}
            seen = []
            for n in range(4):
                said = {**proved, "x-sidepot-client": f"9.9.9.{n}"}
                ask = Visitor(one.local).ask("POST", "/api/guests", {"name": f"P{n}"}, said)
                seen.append((await ask).status)
            assert seen == [201, 201, 429, 429]
            said = {**proved, "x-sidepot-client": "9.9.9.9"}
            told = await Visitor(there).ask("POST", "/api/guests", {"name": "Q"}, said)
            assert told.status == 201

    asyncio.run(play())


def test_https_and_the_host_are_passed_on_and_nothing_that_a_client_says_of_them(
    tmp_path: Path,
) -> None:
    """The proxy is trusted by one process, the processes by the other: each as hosts are."""

    async def play() -> None:
        url = databases.url_of(tmp_path / "room.sqlite3")
        async with (
            open_server(tmp_path, database=url, trusted_proxies=["127.0.0.1"]) as first,
            open_server(tmp_path, database=url) as second,
        ):
            (ana,), table = await company(second.local, "Ana")
            secure = Visitor(first.local, "__Host-" + ana.cookie)
            path, https = f"/api/tables/{table}/ledger", {"x-forwarded-proto": "https"}
            async with at(ana, second).at(table):
                assert (await secure.ask("GET", path, None, https)).status == 200
                assert (await secure.ask("GET", path)).status == 401
            (bo,), table = await company(first.local, "Bo")
            secure = Visitor(second.local, "__Host-" + bo.cookie)
            async with at(bo, first).at(table):
                path = f"/api/tables/{table}/ledger"
                assert (await secure.ask("GET", path, None, https)).status == 401
                for host in ("localhost:x", "localhost:99999", "localhost#"):
                    named = {"Host": host, "Origin": "http://127.0.0.1"}
                    assert (await at(bo, second).ask("GET", path, None, named)).status == 200

    asyncio.run(play())


def test_a_socket_with_a_strange_host_is_passed_on_too(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def play() -> None:
        async with room_of(tmp_path, 2) as (first, second):
            (ana,), table = await company(first.local, "Ana")
            async with at(ana, first).at(table):
                port = second.local.rpartition(":")[2]
                for host in ("localhost:x", "localhost:99999", "localhost#"):
                    line = await _socket(int(port), host, ana.cookie, table)
                    assert '"type":"view"' in line or '"type":"chat_lines"' in line, host

    asyncio.run(play())
    assert "Traceback" not in caplog.text


async def _socket(port: int, host: str, cookie: str, table: str) -> str:
    """The first message of a socket, whose handshake says what no library would."""
    from sidepot.room.protocol.messages import PROTOCOL

    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    head = (
        f"GET /api/socket HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        f"Cookie: {cookie}\r\n\r\n"
    )
    hello = f'{{"type":"hello","protocol":{PROTOCOL},"table":"{table}"}}'.encode()
    writer.write(head.encode())
    try:
        async with asyncio.timeout(LIMIT):
            await reader.readuntil(b"\r\n\r\n")
            writer.write(bytes((0x81, 0x80 | len(hello), 0, 0, 0, 0)) + hello)
            return (await reader.read(200)).decode(errors="replace")
    finally:
        writer.close()


@pytest.fixture
def frozen() -> Iterator[str]:
    """The address of a process that takes connections and then stands still."""
    with socket.create_server(("127.0.0.1", 0), backlog=64) as one:
        yield f"127.0.0.1:{one.getsockname()[1]}"


def _asked(path: str = "/api/x") -> Any:
    from starlette.requests import Request

    scope = {"type": "http", "method": "GET", "path": path, "headers": [], "scheme": "http"}
    return Request({**scope, "query_string": b"", "client": ("9.9.9.9", 1)})


def test_a_process_that_stands_still_holds_up_nobody_else(
    frozen: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(relay, "_ANSWERED", 10 * LIMIT)

    async def play() -> None:
        passing = Relay(b"key")
        waiting = [
            asyncio.create_task(passing.respond(_asked(), Elsewhere(frozen))) for _ in range(40)
        ]
        async with asyncio.timeout(LIMIT):
            while not passing._ways or len(passing._ways[frozen]._lines) < relay._AT_ONCE:
                await asyncio.sleep(0.01)
        async with asyncio.timeout(LIMIT):
            await asyncio.to_thread(time.monotonic)  # as every look into the database does
        passing.gone(frozen)
        async with asyncio.timeout(LIMIT):
            answers = await asyncio.gather(*waiting)
        assert {answer.status_code for answer in answers} == {503}

    asyncio.run(play())


def test_a_host_that_is_gone_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    def asked(line: Any) -> None:
        seen.append(line.timeout)
        raise TimeoutError

    monkeypatch.setattr("http.client.HTTPConnection.connect", asked)
    answer = asyncio.run(Relay(b"key").respond(_asked(), Elsewhere("10.255.255.1:1")))
    assert answer.status_code == 503 and seen == [relay._REACHED]


def test_players_seated_in_another_process_are_not_evicted(tmp_path: Path) -> None:
    async def play() -> None:
        async with room_of(tmp_path, 2) as (first, second):
            (ana, bo), table = await company(first.local, "Ana", "Bo")
            async with at(ana, first).at(table), at(bo, second).at(table) as two:
                await two.kind("view")
                assert protected(second) == [False]
                await two.sit(0)
                assert protected(second) == [True]
                await two.do("leave")
                await two.do("chat", text="a message more")
                assert protected(second) == [False]
            async with at(ana, first).at(table) as one:
                await one.sit(1)
            async with at(ana, second).at(table) as one:
                await one.do("chat", text="back")
                assert protected(second) == [True]

    asyncio.run(play())


def protected(server: Serving) -> list[bool]:
    """Whether each socket at a server is protected, because its guest has a chair."""
    return [one.is_protected() for one in server.state.connections._all.busy]


def test_an_invitation_counts_once_wherever_it_is_made(tmp_path: Path) -> None:
    async def play() -> None:
        url, limits = databases.url_of(tmp_path / "room.sqlite3"), Limits(links=Rate(4, 0.001))
        async with (
            open_server(tmp_path, database=url, limits=limits) as first,
            open_server(tmp_path, database=url, limits=limits) as second,
        ):
            (ana,), table = await company(first.local, "Ana")
            async with at(ana, first).at(table):
                path = f"/api/tables/{table}/invitations"
                made = []
                for _ in range(5):
                    made.append((await at(ana, second).ask("POST", path)).status)
                    await beats([first, second])
            assert made == [201, 201, 201, 201, 429]

    asyncio.run(play())


def test_a_logout_during_a_silence_takes_effect_afterwards(tmp_path: Path) -> None:
    async def play() -> None:
        async with room_of(tmp_path, 2) as (first, second):
            (ana,), table = await company(first.local, "Ana")
            async with at(ana, first).at(table) as line:
                await line.kind("view")
                cast(Any, second.room._services.tenure).tell = lambda **_: None
                assert (await at(ana, second).ask("DELETE", "/api/session")).status == 200
                cast(Any, first.room).others._doubt()
                assert (await line.kind("goodbye"))["reason"] == "logged_out"

    asyncio.run(play())


def test_a_recovery_link_works_once_in_two_processes(tmp_path: Path) -> None:
    async def play() -> None:
        async with room_of(tmp_path, 2) as servers:
            rooms = [server.room for server in servers]
            guest = (await rooms[0].register("Ana")).guest.id
            for _ in range(3):
                link = await rooms[0].recovery(guest)
                made = await asyncio.gather(*[room.recover(link) for room in rooms])
                assert len([one for one in made if one]) == 1
                assert await rooms[0].recover(link) is None

    asyncio.run(play())


def test_versions_that_start_together_do_not_mix(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither saw the other when it looked first."""
    url = databases.url_of(tmp_path / "room.sqlite3")
    monkeypatch.setattr("sidepot.room.storage.postgres.check_mixture", lambda *_: None)

    async def play() -> None:
        async with open_server(tmp_path, database=url):
            monkeypatch.setattr(tenure, "storage_format", lambda: "another")
            with pytest.raises(BadDatabase, match="of another version"):
                Room.open(url, address="127.0.0.1:1")
        found = databases.query(tmp_path / "room.sqlite3", "SELECT address FROM processes")
        assert found == []

    asyncio.run(play())


def test_the_relay_address_must_be_reachable_by_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url = databases.url_of(tmp_path / "room.sqlite3")
    for everywhere in ("0.0.0.0:0", "[::]:0"):
        with pytest.raises(BadAddress, match="at which others reach"):
            Serving(Plan(0, url, relay=everywhere))
    several = ("--port", "0", "--workers", "2", "--database", url)
    said = refused(capsys, *several, "--relay", "127.0.0.1:8100")
    assert "a port of its own" in said and "port 0" in said
