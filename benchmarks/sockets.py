"""Minimal WebSocket clients, so that six of them cost less than one costs the server."""

from __future__ import annotations

import asyncio
import base64
import os
from collections.abc import Callable
from typing import cast
from urllib.parse import urlsplit

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
Hear = Callable[["Socket", bytes], None]


class Socket(asyncio.Protocol):
    """One client WebSocket; `hear` is called with every text message."""

    def __init__(self, hear: Hear, request: bytes) -> None:
        self._hear = hear
        self._request = request
        self._buffer = bytearray()
        self._is_open = False
        self._transport: asyncio.Transport | None = None
        self.opened = asyncio.get_running_loop().create_future()
        self.table = self.seat = 0

    @classmethod
    async def open(cls, url: str, hear: Hear, cookie: str = "") -> Socket:
        """Connect, and return the socket once it is open."""
        to = urlsplit(url)
        key = base64.b64encode(os.urandom(16)).decode()
        path = f"{to.path}?{to.query}".rstrip("?")
        head = f"GET {path} HTTP/1.1\r\nHost: {to.netloc}\r\nUpgrade: websocket\r\n"
        head += f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
        request = (head + (f"Cookie: {cookie}\r\n" if cookie else "") + "\r\n").encode()
        loop = asyncio.get_running_loop()
        host, port = to.hostname or "", to.port or 80
        _, socket = await loop.create_connection(lambda: cls(hear, request), host, port)
        await socket.opened
        return socket

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send the upgrade request."""
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        """Parse the frames that have arrived."""
        self._buffer += data
        if not self._is_open:
            self._open()
        while self._is_open and (frame := self._frame()):
            kind, payload = frame
            if kind == TEXT:
                self._hear(self, payload)
            elif kind == PING:
                self._write(PONG, payload)
            elif kind == CLOSE:
                raise ConnectionError(payload)

    def _open(self) -> None:
        head, mark, rest = bytes(self._buffer).partition(b"\r\n\r\n")
        if mark:
            assert b" 101 " in head.split(b"\r\n")[0], head
            self._buffer[:] = rest
            self._is_open = True
            self.opened.set_result(None)

    def _frame(self) -> tuple[int, bytes] | None:
        """The next frame's kind and payload, if it is complete; servers do not mask frames."""
        buffer = self._buffer
        if len(buffer) < 2:
            return None
        size, begin = buffer[1] & 127, 2
        if size >= 126:
            begin = 4 if size == 126 else 10
            size = int.from_bytes(buffer[2:begin], "big")
        if len(buffer) < begin + size:
            return None
        frame = buffer[0] & 15, bytes(buffer[begin : begin + size])
        del buffer[: begin + size]
        return frame

    def say(self, text: bytes) -> None:
        """Send a text message."""
        self._write(TEXT, text)

    def _write(self, kind: int, payload: bytes) -> None:
        """Send a frame, with a mask of 0."""
        size = len(payload)
        length = bytes((128 | size,)) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
        assert self._transport is not None
        self._transport.write(bytes((128 | kind,)) + length + bytes(4) + payload)

    def close(self) -> None:
        """Close the connection."""
        if self._transport:
            self._transport.close()
