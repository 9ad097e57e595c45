"""Connections: limits, eviction order, and deadlines."""

import asyncio
import contextlib
import http.client
import json
import random
import socket
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from sidepot.room.web import acceptor, addresses, http_protocol
from sidepot.room.web.addresses import group_of
from sidepot.room.web.connections import Connection, Connections, fitting
from sidepot.room.web.limits import Limits, Rate
from sidepot.room.web.serving import Serving
from tests.room.web import process
from tests.room.web.server import LIMIT, Visitor, company, open_server

LITTLE = Limits(address_connections=3, connections=5)
FILES = 256
ELSEWHERE = "127.0.0.2"
"""Another address of the loopback: those who idle are not behind the router of those who play."""
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="it has limits of files to lower")


class Plug:
    """A transport that can be aborted."""

    def __init__(self) -> None:
        self.is_gone = False

    def abort(self) -> None:
        self.is_gone = True


class Crowd:
    """Connections of people with names, and the limits that were noted."""

    def __init__(self, limits: Limits = LITTLE, kind: type[Connections] = Connections) -> None:
        self.noted: list[str] = []
        self.open = kind(limits, self.noted.append, {"192.0.2.1"})
        self.plugs: dict[str, Plug] = {}
        self.by_name: dict[str, Connection] = {}

    def come(self, name: str, host: str = "203.0.113.7") -> Connection | None:
        plug = Plug()
        connection = self.open.come(host, cast(Any, plug))
        if connection:
            self.plugs[name], self.by_name[name] = plug, connection
        return connection

    @property
    def here(self) -> set[str]:
        return {name for name, plug in self.plugs.items() if not plug.is_gone}


def seated(connection: Connection | None) -> None:
    assert connection
    connection.is_protected = lambda: True
    connection.work()


def test_the_idlest_of_an_address_makes_room_for_its_next() -> None:
    crowd = Crowd()
    for name in "abc":
        crowd.come(name)
    crowd.by_name["a"].rest()
    crowd.come("other", "203.0.113.8")
    crowd.come("d")
    assert crowd.here == {"a", "c", "d", "other"} and crowd.noted == ["address_connections"]
    assert len(crowd.open) == 4


def test_the_idlest_of_all_makes_room_where_there_are_too_many() -> None:
    crowd = Crowd()
    for n in range(5):
        crowd.come(str(n), f"203.0.113.{n}")
    crowd.come("new", "203.0.113.9")
    assert crowd.here == {"1", "2", "3", "4", "new"} and crowd.noted == ["connections"]


def test_idle_connections_go_before_served_ones_and_seated_players_stay() -> None:
    crowd = Crowd()
    seated(crowd.come("player"))
    served = crowd.come("served")
    assert served
    served.work()
    crowd.come("idle")
    crowd.come("one")
    assert crowd.here == {"player", "served", "one"}
    one = crowd.by_name["one"]
    one.work()
    crowd.come("two")
    assert crowd.here == {"player", "one", "two"}
    seated(one)
    seated(crowd.by_name["two"])
    assert crowd.come("three") is None
    assert crowd.here == {"player", "one", "two"}
    crowd.by_name["two"].leave()
    assert crowd.come("four")


class FirstCome(Connections):
    """The broken example: late arrivals are refused, so that idlers lock out everybody."""

    def come(self, host: str, transport: asyncio.Transport) -> Connection | None:
        if len(self) >= self.limits.connections:
            return None
        return super().come(host, transport)


class Forgetful(Connections):
    """The broken example: the longest connection goes, players before others."""

    def come(self, host: str, transport: asyncio.Transport) -> Connection | None:
        connection = super().come(host, transport)
        if connection:
            connection.work = connection.rest  # type: ignore[method-assign]
        return connection


def lock_out(kind: type[Connections]) -> bool:
    """Do idlers of many addresses keep out, or send away, a player?"""
    crowd = Crowd(LITTLE, kind)
    seated(crowd.come("player"))
    for n in range(100):
        crowd.come(f"idle {n}", f"203.0.113.{n}")
    back = crowd.come("back", "198.51.100.1")
    return back is None or "player" not in crowd.here


def test_idlers_lock_out_nobody() -> None:
    assert not lock_out(Connections)
    assert lock_out(FirstCome) and lock_out(Forgetful)


def test_a_proxy_speaks_for_many() -> None:
    crowd = Crowd()
    for name in "abcd":
        crowd.come(name, "192.0.2.1")
    assert crowd.here == set("abcd") and not crowd.noted


def test_addresses_that_are_gone_are_forgotten() -> None:
    crowd = Crowd(Limits(address_connections=1, connections=2))
    for n in range(100):
        found = crowd.come(str(n), f"203.0.113.{n}")
        assert found
        if n % 2:
            found.leave()
            found.leave()
    for connection in crowd.by_name.values():
        connection.leave()
    assert len(crowd.open) == 0 and not crowd.open._by_address
    seated(crowd.come("a", "a"))
    seated(crowd.come("b", "b"))
    assert crowd.come("c", "c") is None and set(crowd.open._by_address) == {"a", "b"}


def test_at_random_counts_are_kept_and_chairs_too() -> None:
    rng = random.Random(5)
    crowd = Crowd(Limits(address_connections=6, connections=20))
    players: set[str] = set()
    for n in range(3000):
        here = sorted(crowd.here)
        doing = rng.random()
        if doing < 0.5 or not here:
            found = crowd.come(str(n), f"10.0.0.{rng.randrange(6)}")
            if found and len(players) < 15 and rng.random() < 0.2:
                seated(found)
                players.add(str(n))
        elif doing < 0.7:
            name = rng.choice(here)
            crowd.by_name[name].leave()
            crowd.plugs[name].is_gone = True
            players.discard(name)
        else:
            other = [name for name in here if name not in players]
            if other:
                rng.choice([Connection.rest, Connection.work])(crowd.by_name[rng.choice(other)])
        assert players <= crowd.here
        assert len(crowd.open) == len(crowd.here) <= 20
        counts = [len(found) for found in crowd.open._by_address.values()]
        assert sum(counts) == len(crowd.here) and max(counts, default=0) <= 6


@pytest.mark.parametrize(
    ("host", "group"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:aaaa::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:bbbb::2", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("unknown", "unknown"),
        ("", ""),
    ],
)
def test_addresses_are_grouped(host: str, group: str) -> None:
    assert group_of(host) == group


@pytest.mark.parametrize(
    ("files", "most"), [(None, 4000), (20_000, 4000), (1024, 896), (256, 160), (100, 16), (10, 16)]
)
def test_there_are_fewer_connections_than_files(files: int | None, most: int) -> None:
    assert fitting(4000, files) == most


def refused(serving: Serving) -> int:
    """The number of connections that are refused before anything is allocated for them."""
    found = 0
    for _ in range(20):
        with contextlib.suppress(ConnectionError), raw(serving.bound.getsockname()[1]) as line:
            line.sendall(HEAD + b"\r\n")
            found += b"200 OK" in line.recv(1 << 16)
    return 20 - found


def test_an_address_that_connects_too_often_is_refused_at_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def run(limits: Limits, **plan: Any) -> int:
        async with open_server(tmp_path, limits=limits, **plan) as serving:
            return await asyncio.to_thread(refused, serving)

    few = Limits(arrivals=Rate(8, 1e-6))
    assert asyncio.run(run(few)) == 12
    assert [one for one in caplog.messages if "limit=arrivals" in one] == [
        "limit_reached limit=arrivals times=1"
    ]
    assert asyncio.run(run(few, trusted_proxies=["127.0.0.1"])) == 0
    assert asyncio.run(run(Limits())) == 0


def test_without_files_the_room_waits_and_recovers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(acceptor, "_PAUSE", 0.05)
    failures = [OSError(24, "Too many open files")] * 3

    class Short(socket.socket):
        """A listening socket for whose connections there are no files for a while."""

        def accept(self) -> Any:
            if failures:
                raise failures.pop()
            return super().accept()

    def bind(host: str, port: int, flag: str = "") -> socket.socket:
        bound = Short(socket.AF_INET, socket.SOCK_STREAM)
        bound.bind((host, port))
        return bound

    monkeypatch.setattr(addresses, "bind", bind)

    async def run() -> None:
        async with open_server(tmp_path) as serving:
            assert (await Visitor(serving.local).ask("GET", "/healthz")).status == 200
            assert not failures

    asyncio.run(run())
    assert [one for one in caplog.messages if "limit=files" in one]


def raw(port: int) -> socket.socket:
    line = socket.create_connection(("127.0.0.1", port), timeout=LIMIT)
    line.settimeout(LIMIT)
    return line


HEAD = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
BODY = (
    b"POST /api/guests HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    b"Content-Length: 50\r\n\r\n"
)
REFUSED = BODY.replace(b"/guests", b"/tables").replace(b"50", b"5000000")
SLOW: dict[str, tuple[bytes, bytes]] = {
    "nothing at all": (b"", b""),
    "a head that never ends": (HEAD, b"X: y\r\n"),
    "a head after a request": (HEAD + b"\r\n" + HEAD, b"X: y\r\n"),
    "a body that never ends": (BODY, b" "),
    "the rest of what was refused": (REFUSED, b" " * 100),
}


@pytest.mark.parametrize("name", SLOW)
def test_every_request_has_a_deadline(name: str, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(http_protocol, "DEADLINES", {"head": 0.2, "body": 0.2, "rest": 0.2})
    first, more = SLOW[name]

    def drip(port: int) -> None:
        """Until the other side has enough."""
        with raw(port) as line:
            line.sendall(first)
            line.settimeout(0.02)
            for _ in range(int(LIMIT / 0.02)):
                with contextlib.suppress(TimeoutError):
                    if not line.recv(1 << 16):
                        return
                try:
                    line.sendall(more)
                except OSError:
                    return
            raise AssertionError(f"{name}: nobody minds")

    async def test() -> None:
        async with open_server(tmp_path) as serving:
            with contextlib.suppress(ConnectionError):
                await asyncio.to_thread(drip, serving.bound.getsockname()[1])

    asyncio.run(test())


def test_an_answer_to_half_a_request_arrives(tmp_path: Path) -> None:
    def heard(port: int) -> bytes:
        with raw(port) as line:
            line.sendall(REFUSED + b" " * 300_000)
            line.shutdown(socket.SHUT_WR)
            return b"".join(iter(lambda: line.recv(1 << 16), b""))

    async def test() -> None:
        async with open_server(tmp_path) as serving:
            answer = await asyncio.to_thread(heard, serving.bound.getsockname()[1])
            assert answer.startswith(b"HTTP/1.1 4") and b"connection: close" in answer

    asyncio.run(test())


def test_a_client_that_keeps_the_deadlines_is_served(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(http_protocol, "DEADLINES", {"head": 3, "body": 3, "rest": 3})

    async def test() -> None:
        async with open_server(tmp_path) as serving:

            def ask() -> list[int]:
                port = serving.bound.getsockname()[1]
                line = http.client.HTTPConnection("127.0.0.1", port, timeout=LIMIT)
                found = []
                for _ in range(9):  # together longer than any deadline
                    line.request("GET", "/healthz")
                    answer = line.getresponse()
                    found.append(answer.status)
                    answer.read()
                    assert line.sock is not None
                    time.sleep(0.4)
                line.close()
                return found

            assert await asyncio.to_thread(ask) == [200] * 9

    asyncio.run(test())


@contextlib.contextmanager
def idlers(port: int, count: int) -> Iterator[list[socket.socket]]:
    """Idle connections; every third has begun a request."""
    with contextlib.ExitStack() as open:
        lines = []
        for n in range(count):
            line = open.enter_context(socket.socket())
            with contextlib.suppress(OSError):
                line.connect(("127.0.0.1", port))
                if n % 3 == 0:
                    line.sendall(HEAD)
            lines.append(line)
        yield lines


async def play_beside_idlers(base: str, count: int) -> None:
    """Idle connections, and people who play, reconnect, and come for the first time."""
    (ana, bo), table = await company(base, "Ana", "Bo")
    for visitor in (ana, bo):
        visitor.source = ELSEWHERE
    port = int(base.rpartition(":")[2])
    away: dict[str, Any] = {"local_addr": (ELSEWHERE, 0)}
    async with ana.at(table, **away) as hers, bo.at(table, **away) as his:
        await hers.sit(0)
        await his.sit(1)
        with idlers(port, count):
            for line in (hers, his):
                assert (await line.do("chat", text="still here"))["type"] == "ack"
            async with ana.at(table, **away) as again:
                assert (await again.kind("welcome"))["chair"] == 0
                assert (await again.do("chat", text="and back"))["type"] == "ack"
            cleo = Visitor(base)
            cleo.source = ELSEWHERE
            await cleo.register("Cleo")
            actor = hers if (await hers.see(lambda view: view["hand"])) and hers.menu else his
            await actor.dealt()
            assert (await actor.act("fold"))["type"] == "ack"


@LINUX
def test_idle_connections_beyond_the_files_lock_out_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lowered = ["bash", "-c", f'ulimit -n {FILES} && exec "$0" "$@"', *process.SIDEPOT]
    monkeypatch.setattr(process, "SIDEPOT", lowered)
    with process.serving(tmp_path) as served:
        asyncio.run(play_beside_idlers(served.base, 3 * FILES))
        lines = [json.loads(line) for line in served.log.read_text("utf-8").splitlines()]
    assert {line["limit"] for line in lines if line["event"] == "limit_reached"} <= {
        "connections",
        "arrivals",
    }
    assert sum(line["event"] == "limit_reached" for line in lines) <= 2
    assert not [line for line in lines if line["level"] == "error"]


@pytest.mark.soak
@LINUX
def test_five_thousand_idle_connections_lock_out_nobody(tmp_path: Path) -> None:
    with process.serving(tmp_path) as served:
        asyncio.run(play_beside_idlers(served.base, 5000))
