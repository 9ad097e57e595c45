"""A WebSocket's connection: input is paid for, and a client that takes nothing is cut off.

Frames are read and written by the sans-I/O objects of `websockets`; uvicorn builds this class by
its option `ws`. While a write is stuck nothing can be said, not even goodbye; so the connection is
aborted. The messages that wait for it are bounded by `room.live.subscription`, and nobody else
waits for it. Input, pings and fragments too, is counted by `web.intake`.
"""

from __future__ import annotations

import asyncio
import logging
import math
from asyncio import TimerHandle
from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote

from starlette.types import ASGIApp, Message, Scope
from starlette.websockets import WebSocketDisconnect
from websockets.exceptions import InvalidState
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.server import ServerProtocol

from sidepot.room.web.connections import EXTENSION, Connection, Connections
from sidepot.room.web.http_protocol import GATE, plain
from sidepot.room.web.intake import Intake
from sidepot.room.web.limits import BODY, Allowance

_log = logging.getLogger("sidepot.room.web")
_libraries = logging.getLogger("uvicorn.error")

MOST_FRAGMENTS = 64
"""The most frames of one message."""
_LINGER = 5.0
"""Seconds for the last words."""
_MOST_QUEUED = 8
"""Messages that may wait for their turn; with more, the connection is not read."""
_TOGETHER = 0.5
"""Seconds between two moments at which sockets are pinged."""
_WHOLE_TEXT = 0x81
"""The first byte of a message in one frame."""
_UNREAD = b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
"""The answer to a handshake that the library does not read: a line of its head is too long."""
_NONE, _LOST, _TEXT, _POLICY, _FAILED, _RESTART = 1005, 1006, 1007, 1008, 1011, 1012
"""Close codes (RFC 6455, 7.4.1)."""


class Sockets:
    """The open sockets of a server. `ping`: seconds between two pings, and until the answer."""

    def __init__(self, app: ASGIApp, connections: Connections, ping: float) -> None:
        self.app = app
        self.connections = connections
        self.ping = ping
        self.open: set[SocketProtocol] = set()
        self.tasks: set[asyncio.Task[None]] = set()

    def protocol(self, *, app_state: Mapping[str, Any], **_: Any) -> SocketProtocol:
        """The protocol of a new socket, as uvicorn asks for it."""
        return SocketProtocol(self, app_state.get(GATE))

    async def close(self, seconds: float) -> None:
        """Close all, and end the tasks that take longer than some seconds."""
        for one in list(self.open):
            one.shutdown()
        if self.tasks:
            _, late = await asyncio.wait([*self.tasks], timeout=seconds)
            for task in late:
                task.cancel()


class SocketProtocol(Intake, asyncio.Protocol):
    """The connection of one socket, upgraded from HTTP by `gate`."""

    connection: Connection
    allowance: Allowance
    transport: asyncio.Transport
    scope: Scope
    is_open = False
    """Has the handshake been answered?"""
    is_ended = False
    """Has this side said its last word?"""
    _last: TimerHandle | None = None
    _ping: TimerHandle | None = None
    _pong: TimerHandle | None = None
    _awaited: bytes | None = None
    """The payload of the ping that is to be answered."""
    _pings = 0
    _delay = 0.0
    """Seconds that the last answer took."""
    _is_full = False
    """Do too many messages wait for their turn?"""

    def __init__(self, sockets: Sockets, gate: Any = None) -> None:
        super().__init__()
        self.sockets = sockets
        self.gate = gate
        self.loop = asyncio.get_running_loop()
        self.ping_interval = sockets.ping
        self._conn = ServerProtocol(max_size=BODY, logger=_libraries)
        self._queue: asyncio.Queue[Message] = asyncio.Queue()
        self._writable = asyncio.Event()
        self._writable.set()
        self._fragments: list[bytes] = []
        self._is_text = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take the connection over from HTTP, or, without a gate, as a new one."""
        self.transport = plain(transport)
        connections = self.sockets.connections
        self.allowance = Allowance(connections.limits.frames)
        if self.gate:
            found, self.gate = self.gate.hand_over(), None
        else:
            found = connections.come(str(_address(transport, "peername")[0]), self.transport)
        self.connection = found or Connection((), self.transport)
        if found is None:
            self._is_over = True
            self.transport.abort()
            return
        self.sockets.open.add(self)

    def _parse(self, data: bytes) -> int:
        self._conn.receive_data(data)
        events = self._conn.events_received()
        for event in events:
            if isinstance(event, Request):
                self._begin(event)
            elif isinstance(event, Frame):
                self._handle(event)
        if self._conn.handshake_exc is not None and not events:
            self._write(_UNREAD)
            self.transport.close()
        elif self._conn.parser_exc is not None:
            self._close_with_frame()
        else:
            self._flush()
        return len(events)

    @property
    def _is_busy(self) -> bool:
        return self._is_full

    def _write(self, data: bytes) -> None:
        if data and not self.transport.is_closing():
            self.transport.write(data)

    def _flush(self) -> None:
        """Write the library's own frames: answers to pings, closing frames."""
        waiting = self._conn.data_to_send()
        if waiting:
            self._write(b"".join(waiting))

    def _begin(self, request: Request) -> None:
        """Answer a handshake, or let the app answer it."""
        self._response = self._conn.accept(request)
        if self._response.status_code != 101:
            self.is_open = self.is_ended = True
            self._conn.send_response(self._response)
            self._flush()
            self.transport.close()
            return
        self.scope = _scope(request, self.transport)
        self.scope["extensions"][EXTENSION] = self
        self._queue.put_nowait({"type": "websocket.connect"})
        task = self.loop.create_task(self._serve())
        self.sockets.tasks.add(task)
        task.add_done_callback(self.sockets.tasks.discard)

    def _handle(self, frame: Frame) -> None:
        if frame.opcode is Opcode.TEXT or frame.opcode is Opcode.BINARY:
            self._is_text = frame.opcode is Opcode.TEXT
            self._fragments = []
            self._handle_piece(frame)
        elif frame.opcode is Opcode.CONT:
            if len(self._fragments) < MOST_FRAGMENTS:
                self._handle_piece(frame)
            else:
                self._fragments = []
                self._fail(_POLICY, "too many fragments")
        elif frame.opcode is Opcode.PONG:
            self._handle_pong(frame)
        elif frame.opcode is Opcode.CLOSE:
            self._handle_close()

    def _handle_piece(self, frame: Frame) -> None:
        if self.is_ended:
            return
        self._fragments.append(bytes(frame.data))
        if frame.fin:
            whole, self._fragments = b"".join(self._fragments), []
            self._queue_message(whole)

    def _queue_message(self, data: bytes) -> None:
        """A message is whole; nothing more is read where several wait for their turn."""
        if self._is_text:
            try:
                self._queue.put_nowait({"type": "websocket.receive", "text": data.decode()})
            except UnicodeDecodeError:
                self._fail(_TEXT, "")
                return
        else:
            self._queue.put_nowait({"type": "websocket.receive", "bytes": data})
        self._is_full = self._queue.qsize() > _MOST_QUEUED
        if self._is_full:
            self.transport.pause_reading()

    def _handle_close(self) -> None:
        self._flush()
        if not self.is_ended:
            received = self._conn.close_rcvd
            assert received is not None
            self._disconnect(received.code, received.reason)
            self.is_ended = True
        self.transport.close()
        self._linger()

    def _disconnect(self, code: int, reason: str = "") -> None:
        self._queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})

    def _end(self) -> None:
        self._fail(_POLICY, "too many frames")

    def _fail(self, code: int, reason: str) -> None:
        """Close the socket because of its client."""
        if self.is_ended or not self.is_open:
            self.transport.abort()
            return
        self._conn.fail(code, reason)
        self._close_with_frame()

    def _close_with_frame(self) -> None:
        """Write the closing frame of the library, and close."""
        if not self.is_ended:
            said = self._conn.close_sent
            self._disconnect(said.code if said else _LOST, said.reason if said else "")
            self.is_ended = True
        self._flush()
        self.transport.close()
        self._linger()

    def _linger(self) -> None:
        """Give the rest of the output some seconds."""
        if not self._is_over and not self._last:
            self._last = self.loop.call_later(_LINGER, self.transport.abort)

    def pause_writing(self) -> None:
        """The buffer is full."""
        self._writable.clear()
        self._on_write_blocked()

    def resume_writing(self) -> None:
        """The buffer has drained."""
        self._writable.set()
        self._on_write_drained()

    def connection_lost(self, exc: Exception | None) -> None:
        """End, and break every cycle: full collections of garbage are rare here."""
        self._stop()
        for timer in (self._last, self._ping, self._pong):
            if timer:
                timer.cancel()
        self._last = self._ping = self._pong = None
        self.sockets.open.discard(self)
        self.connection.leave()
        self.is_ended = True
        self._disconnect(_NONE if self.is_open else _LOST)
        self._writable.set()
        parser = getattr(self._conn, "parser", None)  # without it, a full collection frees it
        if parser:
            parser.close()

    def shutdown(self) -> None:
        """Close, because the server does."""
        if self.is_open and not self.is_ended:
            self._disconnect(_RESTART)
            self._conn.send_close(_RESTART)
            self._flush()
            self.is_ended = True
        elif not self.is_open:
            self._reject(500, "Internal Server Error")
        self.transport.close()
        self._linger()

    def _schedule_ping(self) -> None:
        """Ping at the next full half second: those of many sockets wake the loop once."""
        due = self.loop.time() + self.ping_interval - self._delay
        at = math.ceil(due / _TOGETHER) * _TOGETHER
        self._ping = self.loop.call_at(at, self._send_ping)

    def _send_ping(self) -> None:
        if self.is_ended or self.transport.is_closing():
            return
        self._pings += 1
        self._awaited = self._pings.to_bytes(4)
        self._pinged = self.loop.time()
        self._conn.send_ping(self._awaited)
        self._flush()
        self._pong = self.loop.call_later(self.ping_interval, self._miss_pong)

    def _miss_pong(self) -> None:
        self._fail(_FAILED, "keepalive ping timeout")

    def _handle_pong(self, frame: Frame) -> None:
        if self._awaited is not None and bytes(frame.data) == self._awaited:
            self._awaited = None
            self._delay = min(self.ping_interval, self.loop.time() - self._pinged)
            if self._pong:
                self._pong.cancel()
            self._schedule_ping()

    def deliver(self, text: bytes) -> bool:
        """Send a text at once, past the queues of ASGI, which take four times as long.

        False where the line is not free: then it must wait for its turn.
        """
        if not self._writable.is_set() or self.is_ended or self.transport.is_closing():
            return False
        self.transport.write(_head(len(text)) + text)
        return True

    async def _serve(self) -> None:
        """Run the app; afterwards the connection does not stay open for long."""
        try:
            await self.sockets.app(self.scope, self.receive, self.send)
        except (ConnectionError, WebSocketDisconnect):
            pass
        except Exception:
            _log.exception("socket_failed")
        finally:
            del self.scope["extensions"][EXTENSION]
            if not self.is_open and not self._is_over:
                self._reject(500, "Internal Server Error")
            if not self._is_over and not self._last:
                self.transport.close()
                self._linger()

    async def receive(self) -> Message:
        """The next message for the app, which may make room for others."""
        message = await self._queue.get()
        if self._is_full and self._queue.empty():
            self._is_full = False
            self.resume_if_allowed()
        return message

    async def send(self, message: Message) -> None:
        """Send a message of the app. Raises `ConnectionResetError` when the client has gone."""
        await self._writable.wait()
        if self._is_over:
            raise ConnectionResetError
        kind = message["type"]
        if not self.is_open:
            if kind == "websocket.accept":
                self._accept(message)
            else:
                self._disconnect(_LOST)
                self._reject(403, "")
        elif self.is_ended:
            raise ConnectionResetError
        elif kind == "websocket.send":
            self._say(message)
        else:
            self._close(message.get("code", 1000), message.get("reason") or "")

    def _accept(self, message: Message) -> None:
        for name, value in message.get("headers", []):
            self._response.headers[name.decode("latin-1")] = value.decode("latin-1")
        if not self.transport.is_closing():
            self.is_open = True
            self._conn.send_response(self._response)
            self._flush()
            self._schedule_ping()

    def _reject(self, status: int, text: str) -> None:
        self.is_open = self.is_ended = True
        self._conn.send_response(self._conn.reject(status, text))
        self._flush()
        self.transport.close()

    def _say(self, message: Message) -> None:
        text = message.get("text")
        try:
            if text is not None:
                self._conn.send_text(text.encode())
            else:
                self._conn.send_binary(message["bytes"])
        except InvalidState as error:
            raise ConnectionResetError from error
        self._flush()

    def _close(self, code: int, reason: str) -> None:
        """Say goodbye, and wait some seconds for the answer."""
        self._disconnect(code, reason)
        self._conn.send_close(code, reason)
        self._flush()
        self.is_ended = True
        self._is_full = False
        self.resume_if_allowed()
        self._linger()


def _scope(request: Request, transport: asyncio.Transport) -> Scope:
    """The scope of a socket, after the handshake `request`."""
    path, _, query = request.path.partition("?")
    protocols = [
        name.strip()
        for header in request.headers.get_all("Sec-WebSocket-Protocol")
        for name in header.split(",")
    ]
    return {
        "type": "websocket",
        "asgi": {"version": "3.0", "spec_version": "2.4"},
        "http_version": "1.1",
        "scheme": "ws",
        "server": _address(transport, "sockname"),
        "client": _address(transport, "peername"),
        "root_path": "",
        "path": unquote(path),
        "raw_path": path.encode("ascii"),
        "query_string": query.encode("ascii"),
        "headers": [
            (name.lower().encode("ascii"), value.encode("latin-1", "surrogateescape"))
            for name, value in request.headers.raw_items()
        ],
        "subprotocols": protocols,
        "state": {},
        "extensions": {},
    }


def _address(transport: asyncio.BaseTransport, name: str) -> tuple[str, int]:
    found = transport.get_extra_info(name) or ("", 0)
    return str(found[0]), int(found[1])


def _head(size: int) -> bytes:
    """The header of a whole text of so many bytes, unmasked (RFC 6455, 5.2)."""
    if size < 126:
        return bytes((_WHOLE_TEXT, size))
    if size < 1 << 16:
        return bytes((_WHOLE_TEXT, 126)) + size.to_bytes(2)
    return bytes((_WHOLE_TEXT, 127)) + size.to_bytes(8)
