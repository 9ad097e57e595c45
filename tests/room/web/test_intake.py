"""Accounting of a connection's input: each kind of frame, each byte, and pieces of bodies.

Every check is tried on protocols that count nothing too: it must catch them.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, cast

import pytest
import uvicorn
from websockets.frames import Frame

from sidepot.room.web import delivery, intake, socket_protocol
from sidepot.room.web.connections import Connections
from sidepot.room.web.http_protocol import Exchanges, HttpProtocol
from sidepot.room.web.limits import Allowance, Limits, Rate
from sidepot.room.web.socket_protocol import MOST_FRAGMENTS, SocketProtocol, Sockets
from tests.room.web.flooding import AGAIN, FIRST, HANDSHAKE, LONG_PING, MASK, PING, POST, text

BURST = 40
NEVER, SOON = Rate(BURST, 1e-6), Rate(BURST, 50_000.0)
FLOOD = 5000
MOST = BURST + intake.PIECE // len(PING) + 1
"""Frames that may be handled with a bucket that is never filled again."""


class Clock:
    """Seconds that pass when a test says so."""

    def __init__(self) -> None:
        self.time = 0.0

    def __call__(self) -> float:
        return self.time


class Wire:
    """A transport that notes what is done to it; `is_full`: it takes nothing."""

    def __init__(self) -> None:
        self.written = bytearray()
        self.is_reading = True
        self.pauses = 0
        self.is_over = False
        self.waiting = 0

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return default

    def write(self, data: bytes) -> None:
        self.written += data

    def get_write_buffer_size(self) -> int:
        return self.waiting

    def pause_reading(self) -> None:
        self.pauses += self.is_reading
        self.is_reading = False

    def resume_reading(self) -> None:
        self.is_reading = True

    def is_closing(self) -> bool:
        return self.is_over

    def close(self) -> None:
        self.is_over = True

    def can_write_eof(self) -> bool:
        return True

    def write_eof(self) -> None:
        pass

    abort = close


async def app(scope: Any, receive: Any, send: Any) -> None:
    """Accepts a socket and echoes nothing; reads the body of a request, and says that it has."""
    if scope["type"] == "http":
        while (await receive()).get("more_body"):
            pass
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"read"})
        return
    assert (await receive())["type"] == "websocket.connect"
    await send({"type": "websocket.accept"})
    while True:
        message = await receive()
        if message["type"] == "websocket.disconnect":
            return
        scope["heard"].append(message.get("text"))


class Line:
    """A protocol on a wire; `heard` are the messages that the app received."""

    def __init__(self, protocol: Any, wire: Wire) -> None:
        self.protocol, self.wire = protocol, wire
        self.frames = 0
        self.heard: list[str] = []

    def send(self, data: bytes) -> None:
        """Send if it is read, as a kernel would."""
        if self.wire.is_reading:
            self.protocol.data_received(data)


class Counting(SocketProtocol):
    """A socket that notes the frames that it handles."""

    line: Line

    def _handle(self, frame: Frame) -> None:
        self.line.frames += 1
        super()._handle(frame)


class Uncounted(Counting):
    """The broken example: reads and keeps whatever comes."""

    def data_received(self, data: bytes) -> None:
        self._parse(data)


async def opened(
    kind: type[Counting] = Counting,
    rate: Rate = NEVER,
    clock: Callable[[], float] | None = None,
) -> Line:
    """A socket that is open, with nothing spent yet."""
    wire = Wire()
    connections = Connections(Limits(), lambda _: None)
    protocol = kind(Sockets(app, connections, 20.0))
    protocol.connection_made(cast(Any, wire))
    line = protocol.line = Line(protocol, wire)
    protocol.data_received(HANDSHAKE)
    protocol.scope["heard"] = line.heard
    await settle()
    assert wire.written.startswith(b"HTTP/1.1 101")
    wire.written.clear()
    protocol.allowance = Allowance(rate, clock) if clock else Allowance(rate)
    return line


async def settle() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


def run(test: Callable[[], Awaitable[None]]) -> None:
    async def limited() -> None:
        async with asyncio.timeout(60):
            await test()

    asyncio.run(limited())


KINDS = {
    "pings": (b"", PING),
    "long pings": (b"", LONG_PING),
    "pongs": (b"", b"\x8a\x80" + MASK),
    "empty texts": (b"", b"\x81\x80" + MASK),
    "empty bytes": (b"", b"\x82\x80" + MASK),
    "messages": (b"", text("{}")),
    "fragments": (FIRST, AGAIN),
}


async def handled(kind: type[Counting], first: bytes, more: bytes) -> int:
    """The number of frames of a flood that are handled at once, with an allowance for a few."""
    line = await opened(kind)
    line.send(first + more * FLOOD)
    await settle()
    for _ in range(10):
        line.send(more * FLOOD)
        await settle()
    return line.frames


@pytest.mark.parametrize("name", KINDS)
def test_every_kind_of_frame_counts(name: str) -> None:
    async def test() -> None:
        assert 0 < await handled(Counting, *KINDS[name]) <= MOST

    run(test)


def test_a_protocol_that_counts_nothing_is_caught() -> None:
    async def test() -> None:
        for first, more in (KINDS["pings"], KINDS["pongs"], KINDS["fragments"]):
            assert await handled(Uncounted, first, more) > FLOOD

    run(test)


def test_bytes_count_too() -> None:
    async def test() -> None:
        line = await opened()
        line.send(b"\x82\xff" + (2**16).to_bytes(8) + MASK + b"x" * 60_000)
        assert not line.wire.is_reading and line.frames == 0
        assert len(line.protocol._backlog) > 60_000 - (BURST + 2) * 1024

    run(test)


def test_waiting_messages_are_read_in_order_when_the_debt_is_paid() -> None:
    async def test() -> None:
        line = await opened(rate=SOON)
        wanted = [str(n) for n in range(1000)]
        line.send(b"".join(text(one) for one in wanted))
        while len(line.heard) < len(wanted):
            await asyncio.sleep(0.001)
        assert line.heard == wanted
        assert line.wire.pauses
        while not line.wire.is_reading:
            await asyncio.sleep(0.001)
        line.send(text("more"))
        while line.heard[-1] != "more":
            await asyncio.sleep(0.001)

    run(test)


def test_nothing_piles_up_that_was_not_sent_at_once() -> None:
    async def test() -> None:
        line = await opened()
        for _ in range(100):
            line.send(PING * 1000)
        assert len(line.protocol._backlog) <= 1000 * len(PING)
        assert len(line.wire.written) < MOST * len(PING)

    run(test)


def test_a_flood_without_end_is_closed() -> None:
    async def test() -> None:
        clock = Clock()
        line = await opened(rate=Rate(BURST, 10.0), clock=clock)
        while not line.wire.is_over:
            assert clock.time < 2 * intake.ENDURANCE
            line.wire.is_reading = True
            line.send(PING * 200)
            clock.time += 1.0
            line.protocol._on_debt_paid()
        assert clock.time > intake.ENDURANCE
        assert b"\x03\xf0too many frames" in line.wire.written  # 1008

    run(test)


def test_an_occasional_flood_is_not_closed() -> None:
    async def test() -> None:
        clock = Clock()
        line = await opened(rate=Rate(BURST, 10.0), clock=clock)
        for _ in range(100):
            line.wire.is_reading = True
            line.send(PING * 60)
            for _ in range(8):
                clock.time += 1.0
                if line.protocol._release:
                    line.protocol._on_debt_paid()
        assert not line.wire.is_over

    run(test)


async def fragmented(pieces: int) -> Line:
    line = await opened(rate=Rate(10**6, 1e6))
    line.send(FIRST + AGAIN * (pieces - 2) + b"\x80\x82" + MASK + b"{}")
    await settle()
    return line


def test_a_message_has_only_so_many_fragments(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        line = await fragmented(MOST_FRAGMENTS)
        assert line.heard == ["{}"] and not line.wire.is_over
        line = await fragmented(MOST_FRAGMENTS + 1)
        assert line.heard == [] and line.wire.is_over
        assert b"\x03\xf0too many fragments" in line.wire.written
        monkeypatch.setattr(socket_protocol, "MOST_FRAGMENTS", 10**6)
        line = await fragmented(MOST_FRAGMENTS + 1)
        assert line.heard == ["{}"]

    run(test)


def test_reading_stops_while_pongs_are_not_taken() -> None:
    async def test() -> None:
        line = await opened(rate=SOON)
        line.protocol.pause_writing()
        assert not line.wire.is_reading
        line.protocol.data_received(PING * 100)  # already delivered by the kernel
        await asyncio.sleep(0.05)
        assert line.frames == 0 and not line.wire.is_reading
        line.protocol.resume_writing()
        while line.frames < 100:
            await asyncio.sleep(0.001)

    run(test)


def test_a_client_that_takes_nothing_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(intake, "PATIENCE", 0.01)

    async def test() -> None:
        line = await opened()
        line.protocol.pause_writing()
        while not line.wire.is_over:
            await asyncio.sleep(0.001)

    run(test)


def test_a_client_that_takes_slowly_is_not_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(intake, "PATIENCE", 0.02)

    async def test() -> None:
        line = await opened()
        loop, line.wire.waiting = asyncio.get_running_loop(), 10**6
        line.protocol.pause_writing()
        until = loop.time() + 0.2
        while loop.time() < until:
            line.wire.waiting -= 1
            await asyncio.sleep(0)
        assert not line.wire.is_over
        while not line.wire.is_over:
            await asyncio.sleep(0.001)

    run(test)


def over_http(
    kind: type[HttpProtocol], limits: Limits, host: str = "203.0.113.7", served: Any = app
) -> Line:
    wire = Wire()
    wire.get_extra_info = lambda name, default=None: (  # type: ignore[method-assign]
        (host, 5) if name == "peername" else default
    )
    connections = Connections(limits, lambda _: None, {"192.0.2.1"})
    config = uvicorn.Config(Exchanges(served), ws="none", lifespan="off", log_config=None)
    made = delivery.factory(uvicorn.Server(config), connections)
    assert made
    protocol = kind(connections, made()._make)
    protocol.connection_made(cast(Any, wire))
    return Line(protocol, wire)


async def hangs(scope: Any, receive: Any, send: Any) -> None:
    await asyncio.Event().wait()


def test_a_client_that_takes_an_answer_slowly_makes_room_for_others() -> None:
    async def test() -> None:
        line = over_http(HttpProtocol, Limits(connections=2), served=hangs)
        connections = line.protocol.all_connections
        line.send(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        await settle()
        line.protocol.pause_writing()
        fresh = Wire()
        for wire in (fresh, Wire()):
            assert connections.come("203.0.113.8", cast(Any, wire))
        assert line.wire.is_over and not fresh.is_over
        line.protocol.connection_lost(None)
        await settle()

    run(test)


def test_a_client_that_resumes_taking_an_answer_is_kept() -> None:
    async def test() -> None:
        line = over_http(HttpProtocol, Limits(connections=2), served=hangs)
        connections = line.protocol.all_connections
        line.send(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        await settle()
        line.protocol.pause_writing()
        line.protocol.resume_writing()
        fresh = Wire()
        for wire in (fresh, Wire()):
            assert connections.come("203.0.113.8", cast(Any, wire))
        assert fresh.is_over and not line.wire.is_over
        line.protocol.connection_lost(None)
        await settle()

    run(test)


async def send_pieces(kind: type[HttpProtocol], host: str = "203.0.113.7") -> None:
    """Send a body in pieces, with an allowance for a few."""
    line = over_http(kind, Limits(commands=Rate(BURST // 4, 1e-6)), host)
    line.send(POST + b"1\r\nx\r\n" * FLOOD)
    await settle()
    line.protocol.connection_lost(None)
    await settle()


def test_a_body_in_a_thousand_pieces_is_read_slowly() -> None:
    async def test() -> None:
        read = 0

        class Noting(HttpProtocol):
            def _parse(self, data: bytes) -> int:
                nonlocal read
                pieces = super()._parse(data)
                read += pieces
                return pieces

        await send_pieces(Noting)
        assert 0 < read <= MOST
        read = 0
        await send_pieces(Noting, "192.0.2.1")
        assert read > MOST

        class Blind(Noting):
            """The broken example: pieces cost nothing."""

            def _parse(self, data: bytes) -> int:
                super()._parse(data)
                return 0

        read = 0
        await send_pieces(Blind)
        assert read > 10 * MOST

    run(test)


def test_requests_that_come_together_are_answered_one_by_one() -> None:
    async def test() -> None:
        line = over_http(HttpProtocol, Limits())
        line.send(b"GET /%d HTTP/1.1\r\nHost: x\r\n\r\n" * 1 % 7 * 60)
        for _ in range(60):
            await settle()
        assert line.wire.written.count(b"HTTP/1.1 200") == 60

    run(test)
