"""Metrics and logs: counts, lines, and access."""

import asyncio
import contextlib
import json
import logging
import re
import socket
import struct
from pathlib import Path
from typing import Any

import pytest
from starlette.types import Receive, Scope, Send

from sidepot.cli import main
from sidepot.errors import BadAddress
from sidepot.room.web import addresses, calls, limits, meter
from sidepot.room.web.app_state import AppState
from sidepot.room.web.limit_log import LimitLog
from sidepot.room.web.limits import Limits, Rate
from sidepot.room.web.logs import Sparing
from sidepot.room.web.scraping import Scraping
from sidepot.room.web.serving import Serving
from tests.room.web.flooding import HANDSHAKE
from tests.room.web.process import serving as serve
from tests.room.web.server import LIMIT, Visitor, company, open_server, served
from tests.room.web.test_connections import BODY, HEAD, raw

COUNTED = re.compile(
    r'sidepot_http_requests_total\{method="(\w+)",route="([^"]*)",status="(\d+)"\} ([\d.]+)'
)
Counts = dict[tuple[str, str, int], int]


def counts(serving: Serving) -> Counts:
    text = serving.state.metrics.text().decode()
    found = {(m, r, int(s)): int(float(n)) for m, r, s, n in COUNTED.findall(text)}
    return {key: times for key, times in found.items() if times}


def ask(serving: Serving, sent: bytes) -> bytes:
    """Send something, and read until the other side has answered or gone."""
    with raw(serving.bound.getsockname()[1]) as line:
        line.sendall(sent)
        return line.recv(1 << 16)


def gone(serving: Serving, sent: bytes) -> None:
    """Send something, and go in the middle of it."""
    with raw(serving.bound.getsockname()[1]) as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        line.sendall(sent)


async def counted(serving: Serving, *wanted: tuple[str, str, int]) -> None:
    """Wait until all of these are counted."""
    async with asyncio.timeout(LIMIT):
        while not set(wanted) <= set(counts(serving)):
            await asyncio.sleep(0.01)


ANYTHING: dict[tuple[str, str, int], bytes] = {
    ("GET", "/api/session", 200): b"GET /api/session HTTP/1.1\r\nHost: localhost\r\n\r\n",
    ("GET", "/api/{path:path}", 404): b"GET /api/x/y HTTP/1.1\r\nHost: localhost\r\n\r\n",
    ("GET", "/{path:path}", 404): b"GET /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n",
    ("GET", "/healthz", 200): b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n",
    ("GET", "/metrics", 200): b"GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n",
    ("GET", "/api/openapi.json", 200): b"GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n",
    ("GET", "none", 421): b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n",
    ("other", "/healthz", 405): b"BREW /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n",
    ("DELETE", "/healthz", 405): b"DELETE /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n",
    ("other", "none", 400): b"what is this\r\n\r\n",
    ("GET", "/api/socket", 101): HANDSHAKE,
    ("GET", "none", 403): HANDSHAKE.replace(b"localhost", b"evil.example"),
    ("GET", "/api/socket", 403): HANDSHAKE.replace(b"\r\n\r\n", b"\r\nOrigin: null\r\n\r\n"),
}


@served
async def test_every_request_is_counted(serving: Serving) -> None:
    for n, (key, sent) in enumerate(ANYTHING.items()):
        before = sum(counts(serving).values())
        await asyncio.to_thread(ask, serving, sent)
        await counted(serving, key)
        assert sum(counts(serving).values()) == before + 1, (n, key)


@served
async def test_labels_are_few_for_any_requests(serving: Serving) -> None:
    for n in range(30):
        line = f"M{n} /tables/{n}/{n} HTTP/1.1\r\nHost: localhost\r\n\r\n"
        await asyncio.to_thread(ask, serving, line.encode())
    assert set(counts(serving)) == {("other", "/{path:path}", 405)}, counts(serving)


class Unmetered(meter.Meter):
    """The broken example: counts what the API answers, as was done once."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope.get("path", "").startswith("/api/"):
            await super().__call__(scope, receive, send)
        else:
            await self.app(scope, receive, send)


def test_a_meter_that_overlooks_something_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sidepot.room.web.app.Meter", Unmetered)

    async def run() -> None:
        async with open_server(tmp_path) as serving:
            for sent in ANYTHING.values():
                await asyncio.to_thread(ask, serving, sent)
            await counted(serving, ("GET", "/api/session", 200))
            assert set(ANYTHING) - set(counts(serving)) > {("GET", "/healthz", 200)}

    asyncio.run(run())


ABORTED = {
    "in a head": HEAD,
    "in a body": BODY + b'{"name": ',
    "in a piece": BODY.replace(b"Content-Length: 50", b"Transfer-Encoding: chunked") + b"9\r\n{",
    "in a handshake": HANDSHAKE[:-10],
    "in a frame": HANDSHAKE + b"\x81\xfe\x01",
    "before the answer": b"GET /api/games HTTP/1.1\r\nHost: localhost\r\n\r\n" * 5,
    "with nonsense": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
    "with nonsense after a request": BODY + b"x" * 50 + b"\x00\xff nonsense\r\n\r\n",
    "with a strange upgrade": HEAD + b"Connection: upgrade\r\nUpgrade: h2c\r\n\r\n",
    "with a text that is none": HANDSHAKE + b"\x81\x82\0\0\0\0\xff\xfe",
    "with a frame that is none": HANDSHAKE + b"\xff\xff\xff\xff",
}


@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="the process is ended by a signal")
def test_a_client_that_goes_is_a_line_at_most_and_never_a_traceback(tmp_path: Path) -> None:
    times = 5
    with serve(tmp_path) as room:
        for sent in ABORTED.values():
            for _ in range(times):
                with raw(room.port) as line:
                    line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                    line.sendall(sent[: sent.find(b"\r\n\r\n") + 4] if HANDSHAKE in sent else sent)
                    if HANDSHAKE in sent:
                        line.recv(1 << 12)
                        line.sendall(sent.partition(HANDSHAKE)[2])
                        line.settimeout(0.2)
                        with contextlib.suppress(OSError):
                            line.recv(1 << 12)
        asyncio.run(Visitor(room.base).register("Ana"))
        room.end(15)
        text = room.log.read_text("utf-8")
    lines = [json.loads(line) for line in text.splitlines()]
    lines = [line for line in lines if line["event"] not in ("loop_held", "preparing", "prepared")]
    assert not [line for line in lines if "exception" in line or line["level"] == "error"], text
    assert not [line for line in lines if line["level"] == "warning"], text
    aborted = [line for line in lines if line.get("status") == 499]
    assert len(aborted) == 2 * times, text
    assert len(lines) <= (len(ABORTED) + 5) * times, text


def test_uvicorn_alone_would_write_a_traceback(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The broken example: nobody expects that a client goes."""

    class Never(Exception):
        pass

    monkeypatch.setattr(calls, "ClientDisconnect", Never)

    async def run() -> None:
        async with open_server(tmp_path) as serving:
            await asyncio.to_thread(gone, serving, ABORTED["in a body"])
            async with asyncio.timeout(LIMIT):
                while not [one for one in caplog.records if one.exc_info]:
                    await asyncio.sleep(0.01)

    asyncio.run(run())


def test_a_message_of_a_library_is_logged_once_a_minute() -> None:
    now = [0.0]
    sparing = Sparing(lambda: now[0])

    def said(text: str) -> logging.LogRecord | None:
        record = logging.LogRecord("uvicorn.error", logging.WARNING, "", 1, text, (), None)
        return record if sparing.filter(record) else None

    assert said("Invalid HTTP request received.") is None
    assert said("trouble") and said("other trouble")
    assert [said("trouble") for _ in range(9)] == [None] * 9
    now[0] = 61.0
    again = said("trouble")
    assert again and again.__dict__["repeated"] == 9
    for n in range(1000):
        assert said(f"trouble {n}")
    assert len(sparing._said) <= 102


def test_a_reached_limit_is_logged_once_a_minute(
    caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    now = [0.0]

    async def run() -> None:
        async with open_server(tmp_path) as serving:
            log = LimitLog(serving.state.metrics.limited, lambda: now[0])
            for _ in range(100):
                log.note("handshakes")
            log.note("visits")
            now[0] = 60.0
            log.note("handshakes")
            assert b'sidepot_limited_total{limit="handshakes"} 101.0' in (
                serving.state.metrics.text()
            )

    with caplog.at_level(logging.WARNING, "sidepot.room.web"):
        asyncio.run(run())
    said = [one for one in caplog.messages if one.startswith("limit_reached")]
    assert said == [
        "limit_reached limit=handshakes times=1",
        "limit_reached limit=visits times=1",
        "limit_reached limit=handshakes times=100",
    ]


def test_too_many_requests_are_refused_after_a_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    for module in (limits, meter, calls):
        monkeypatch.setattr(module, "DELAY", 0.2)

    async def run() -> None:
        few = Limits(visits=Rate(5, 1e-6), handshakes=Rate(2, 1e-6))
        async with open_server(tmp_path, limits=few) as serving:
            for _ in range(5):
                assert b"200 OK" in await asyncio.to_thread(ask, serving, HEAD + b"\r\n")
            for sent in (HEAD + b"\r\n", b"GET /rules HTTP/1.1\r\nHost: evil.example\r\n\r\n"):
                began = asyncio.get_running_loop().time()
                refused = await asyncio.to_thread(ask, serving, sent)
                assert b"429" in refused and b"retry-after" in refused
                assert asyncio.get_running_loop().time() - began > 0.15
            for status in (b" 101 ", b" 101 ", b" 403 ", b" 403 "):
                assert status in await asyncio.to_thread(ask, serving, HANDSHAKE)

    with caplog.at_level(logging.WARNING, "sidepot.room.web"):
        asyncio.run(run())
    said = [one for one in caplog.messages if one.startswith("limit_reached")]
    assert said == ["limit_reached limit=visits times=1", "limit_reached limit=handshakes times=1"]


def test_a_refused_handshake_asks_the_database_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(meter, "DELAY", 0.0)

    async def run() -> None:
        few = Limits(handshakes=Rate(1, 1e-6))
        async with open_server(tmp_path, limits=few) as serving:
            (ana,), table = await company(serving.local, "Ana")
            async with ana.at(table) as line:
                await line.kind("welcome")
                asked: list[Any] = []

                async def guest(self: AppState, connection: Any) -> None:
                    asked.append(connection)

                monkeypatch.setattr(AppState, "guest", guest)
                with pytest.raises(Exception, match="403"):
                    async with ana.at(table):
                        pass
                assert not asked

    asyncio.run(run())


DIRECT = {"host": "127.0.0.1:8000"}
NEAR: list[tuple[str, dict[str, str], bool, bool]] = [
    ("127.0.0.1", DIRECT, False, True),
    ("127.0.0.1", {"host": "localhost"}, False, True),
    ("::1", {"host": "[::1]:8000"}, False, True),
    ("192.168.1.5", DIRECT, False, False),
    ("127.0.0.1", {"host": "cards.example.org"}, False, False),
    ("127.0.0.1", {**DIRECT, "x-forwarded-for": "127.0.0.1"}, False, False),
    ("127.0.0.1", {**DIRECT, "x-real-ip": "203.0.113.1"}, False, False),
    ("127.0.0.1", {**DIRECT, "forwarded": "for=203.0.113.1"}, False, False),
    ("127.0.0.1", {**DIRECT, "cf-connecting-ip": "203.0.113.1"}, False, False),
    ("127.0.0.1", {**DIRECT, "via": "1.1 caddy"}, False, False),
    ("127.0.0.1", DIRECT, True, False),
    ("", {}, False, False),
]


@pytest.mark.parametrize(("peer", "headers", "is_behind", "wanted"), NEAR)
def test_metrics_are_this_machines(
    peer: str, headers: dict[str, str], is_behind: bool, wanted: bool
) -> None:
    from sidepot.room.web.scraping import may_read

    seen = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        seen.append(may_read(scope))

    scope = {
        "type": "http",
        "path": "/metrics",
        "client": (peer, 5) if peer else None,
        "server": ("127.0.0.1", 8000),
        "headers": [(k.encode(), v.encode()) for k, v in headers.items()],
        "sidepot.may_read_metrics": True,
    }
    unused: Any = None
    asyncio.run(Scraping(app, None, is_behind=is_behind)(scope, unused, unused))
    assert seen == [wanted]


def test_through_a_proxy_there_are_no_metrics(tmp_path: Path) -> None:
    async def run() -> None:
        plan: dict[str, Any] = {"trusted_proxies": ["127.0.0.1"]}
        async with open_server(tmp_path, **plan) as serving:
            visitor = Visitor(serving.local)
            for named in ("127.0.0.1", "203.0.113.7"):
                reply = await visitor.ask("GET", "/metrics", None, {"X-Forwarded-For": named})
                assert reply.status == 404
            assert (await visitor.ask("GET", "/metrics")).status == 404

    asyncio.run(run())


def test_metrics_at_an_address_of_their_own(tmp_path: Path) -> None:
    async def run() -> None:
        plan: dict[str, Any] = {"metrics": "127.0.0.1:0", "public_url": "https://cards.example"}
        async with open_server(tmp_path, **plan) as serving:
            assert serving.metrics
            port = serving.metrics.getsockname()[1]
            own = Visitor(f"http://127.0.0.1:{port}")
            assert b"sidepot_commits_total" in (await own.ask("GET", "/metrics")).content
            assert (await own.ask("GET", "/healthz")).status == 200
            games = await asyncio.to_thread(own.call, "GET", "/api/games", None, {})
            assert games.status == 404
            assert (await own.ask("GET", "/")).status == 404
            room = Visitor(serving.local)
            assert (await room.ask("GET", "/metrics")).status == 404
            assert (await room.ask("GET", "/healthz")).status == 200

    asyncio.run(run())


@pytest.mark.parametrize(
    "text", ["9100", "127.0.0.1", "cards.example:80", "127.0.0.1:x", "1.2.3:4"]
)
def test_an_address_for_the_metrics_is_judged(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(BadAddress):
        addresses.split_address(text)
    database = f"sqlite:///{tmp_path / 'room.sqlite3'}"
    assert main(["serve", "--port", "0", "--database", database, "--metrics", text]) == 2
    assert "no address for --metrics" in capsys.readouterr().err


def test_a_taken_port_for_the_metrics_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = f"sqlite:///{tmp_path / 'room.sqlite3'}"
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        assert main(["serve", "--port", "0", "--database", database, "--metrics", address]) == 2
    assert "choose another with --metrics" in capsys.readouterr().err
