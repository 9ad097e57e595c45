"""An HTTP connection: one of a limited number, with a deadline for each request.

`HttpProtocol` stands between the transport and the server's own protocol, as asyncio documents
both. Input is paid for before it is passed on (`web.intake`), and a body in a thousand pieces is
read as slowly as a flood of frames. `Exchanges` tells it, from ASGI's side, where a request begins
and where its answer ends. Between two requests the server's own timer holds.
"""

from __future__ import annotations

import asyncio
from asyncio import TimerHandle
from collections.abc import Callable, Mapping
from typing import Any, cast

import h11
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sidepot.room.web.connections import Connection, Connections
from sidepot.room.web.intake import Intake
from sidepot.room.web.limits import Allowance, Rate

DEADLINES = {"head": 10.0, "body": 15.0, "rest": 2.0}
"""Seconds for the head of a request, for its body, and for the rest of one already answered."""
GATE = "sidepot.gate"
"""Key of the connection in the state of a scope."""
_PROXIED = 25
"""Connections of guests that one of a proxy stands for."""
_MALFORMED = b"HTTP/1.1 400"


class HttpProtocol(Intake, asyncio.Protocol):
    """One HTTP connection; `make` builds the protocol that speaks HTTP on it."""

    connection: Connection | None = None
    is_paused = False
    """Does the inner protocol want nothing to read?"""
    has_body = False
    """Is the rest of a request still to come?"""
    is_lingering = False
    """Is everything written, and the rest of a body thrown away?"""
    _inner: Any = None
    _deadline: TimerHandle | None = None
    _phase: str | None = None
    _turn: asyncio.Handle | None = None
    """Set until the app has had the chance to see what was parsed."""
    _is_idle = False
    """Is nothing begun? A new connection is about to begin."""
    _is_answering = _has_answer = _is_chunked = False

    def __init__(
        self, connections: Connections, make: Callable[[Mapping[str, Any]], asyncio.Protocol]
    ) -> None:
        super().__init__()
        self.all_connections = connections
        self.loop = asyncio.get_running_loop()
        self._make = make

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A client has connected: it has some seconds to send a request."""
        self.transport = cast(asyncio.Transport, transport)
        host = str((transport.get_extra_info("peername") or ("",))[0])
        rate = self.all_connections.limits.frames
        if host in self.all_connections.proxies:
            rate = Rate(_PROXIED * rate.burst, _PROXIED * rate.per_second)
        self.allowance = Allowance(rate)
        self.connection = self.all_connections.come(host, self.transport)
        if self.connection is None:
            self._is_over = True
            self.transport.abort()
            return
        self._inner = self._make({GATE: self})
        self._inner.connection_made(_Line(self, self.transport))
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is over."""
        self._stop()
        if self.connection:
            self.connection.leave()
        if self._inner:
            self._inner.connection_lost(exc)
            self._inner = None

    def data_received(self, data: bytes) -> None:
        """Take input."""
        if not self._is_over and not self.is_lingering:
            super().data_received(data)

    def eof_received(self) -> bool | None:
        """Pass on the end of the input."""
        return self._inner.eof_received() if self._inner else None

    def _parse(self, data: bytes) -> int:
        was_body = self.has_body
        self._is_idle = False
        try:
            self._inner.data_received(data)
        except h11.LocalProtocolError:  # malformed input after the answer has begun
            self.all_connections.on_malformed()
            self.transport.abort()
        if self._is_over or self.transport.is_closing():
            return 0
        self._watch()
        if was_body:
            return data.count(b"\n") // 2 if self._is_chunked else 0
        if self._backlog and not self._turn:
            # Only the app's side tells whether the following bytes belong to a body.
            self._turn = self.loop.call_soon(self._turned)
        return 0

    def _turned(self) -> None:
        self._turn = None
        self._read_on()

    @property
    def _is_busy(self) -> bool:
        return self.is_paused or self._turn is not None

    def _end(self) -> None:
        self.transport.abort()

    def _stop(self) -> None:
        super()._stop()
        self._set_deadline(None)
        if self._turn:
            self._turn.cancel()
            self._turn = None

    def begin(self, headers: Headers) -> None:
        """A request has come."""
        self._is_chunked = "transfer-encoding" in headers
        self.has_body = self._is_chunked or headers.get("content-length", "0") != "0"
        self._is_answering, self._has_answer = True, False
        self._watch()

    def body_read(self) -> None:
        """The body of the request is whole."""
        self.has_body = False
        self._watch()

    def answer_begun(self) -> None:
        """The app answers."""
        self._has_answer = True

    def answered(self) -> None:
        """The response is written; the next request may come."""
        self._is_answering = False
        self._is_idle = not self._backlog
        self._watch()

    def _watch(self) -> None:
        """Set the deadline of the present phase, and say whether the connection is idle."""
        if self._is_over or not self.connection:
            return
        is_served = self._is_answering and not self.has_body
        if is_served or (self._is_idle and not self.is_lingering):
            phase = None
        elif self.is_lingering:
            phase = "rest"
        else:
            phase = "body" if self._is_answering else "head"
        if is_served:
            self.connection.work()
        else:
            self.connection.rest()
        self._set_deadline(phase)

    def _set_deadline(self, phase: str | None) -> None:
        if phase == self._phase:
            return
        if self._deadline:
            self._deadline.cancel()
        self._phase = phase
        self._deadline = self.loop.call_later(DEADLINES[phase], self._late) if phase else None

    def _late(self) -> None:
        """The deadline has passed."""
        self.all_connections.count(f"deadline_{self._phase}")
        self.transport.abort()

    def written(self, data: bytes) -> None:
        """Count a refusal that the app knows nothing of: the request was malformed."""
        if not self._has_answer and data.startswith(_MALFORMED):
            self.all_connections.on_malformed()

    def close(self) -> None:
        """Close; after an answer to half a request, give the client time to read it.

        TCP resets a connection that is closed with unread input, and the answer may be lost.
        """
        if not self.has_body or self._is_answering or self._is_over:
            self.transport.close()
        elif not self.is_lingering:
            self.is_lingering = True
            self._backlog.clear()
            self.transport.write_eof()
            self.transport.resume_reading()
            self._watch()

    def hand_over(self) -> Connection | None:
        """Give the connection to the protocol of a socket."""
        self._stop()
        connection, self.connection, self._inner = self.connection, None, None
        return connection

    def pause_writing(self) -> None:
        """The buffer is full: until it has drained, the connection counts as idle."""
        self._inner.pause_writing()
        self._on_write_blocked()
        if self.connection:
            self.connection.rest()

    def resume_writing(self) -> None:
        """The buffer has drained."""
        self._inner.resume_writing()
        self._on_write_drained()
        self._watch()


class _Line:
    """The transport as the inner protocol sees it."""

    def __init__(self, gate: HttpProtocol, transport: asyncio.Transport) -> None:
        self._gate = gate
        self._transport = transport

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        self._gate.written(data)
        self._transport.write(data)

    def pause_reading(self) -> None:
        self._gate.is_paused = True
        self._transport.pause_reading()

    def resume_reading(self) -> None:
        self._gate.is_paused = False
        self._gate.resume_if_allowed()

    def is_closing(self) -> bool:
        return self._gate.is_lingering or self._transport.is_closing()

    def close(self) -> None:
        self._gate.close()

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        """Upgrade to a socket."""
        self._transport.set_protocol(protocol)
        if not self._transport.is_closing():
            self._transport.resume_reading()


def plain(transport: asyncio.BaseTransport) -> asyncio.Transport:
    """The transport without its gate."""
    found = transport._transport if isinstance(transport, _Line) else transport
    return cast(asyncio.Transport, found)


class Exchanges:
    """Outermost ASGI middleware: notifies connections of their requests and answers."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on; a connection whose body is not read is closed after the answer."""
        gate: HttpProtocol | None = scope.get("state", {}).get(GATE)
        if gate is None or scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        known = gate
        known.begin(Headers(scope=scope))

        async def reading() -> Message:
            message = await receive()
            if message["type"] == "http.request" and not message.get("more_body"):
                known.body_read()
            return message

        async def writing(message: Message) -> None:
            if message["type"] == "http.response.start":
                known.answer_begun()
                if known.has_body:
                    headers = [*message.get("headers", []), (b"connection", b"close")]
                    message = {**message, "headers": headers}
            elif not message.get("more_body"):
                known.answered()
            await send(message)

        await self.app(scope, reading, writing)
