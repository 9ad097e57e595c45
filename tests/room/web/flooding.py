"""Floods: one client does one hostile thing as fast as it can, until it is ended.

Run as `python -m tests.room.web.flooding KIND PORT TABLE`, in a process of its own.
"""

import contextlib
import json
import os
import socket
import sys
import time
from collections.abc import Callable

from sidepot.room.protocol.messages import PROTOCOL

HOST = "127.0.0.1"
MASK = b"\0\0\0\0"
PING = b"\x89\x80" + MASK
LONG_PING = b"\x89\xfd" + MASK + b"x" * 125
FIRST, AGAIN = b"\x01\x80" + MASK, b"\x00\x80" + MASK
HANDSHAKE = (
    b"GET /api/socket HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
POST = (
    b"POST /api/guests HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n"
)
OPENED_A_SECOND, STAYING = 300, 60


def text(message: str) -> bytes:
    """A short text in one frame."""
    raw = message.encode()
    assert len(raw) < 126
    return b"\x81" + bytes([0x80 | len(raw)]) + MASK + raw


def hello(table: str) -> bytes:
    return text(json.dumps({"type": "hello", "protocol": PROTOCOL, "table": table}))


def upgraded(port: int, table: str) -> socket.socket:
    """A socket that has said hello, or would have."""
    line = socket.create_connection((HOST, port), timeout=60)
    line.sendall(HANDSHAKE)
    line.recv(4096)
    line.sendall(hello(table))
    line.settimeout(None)
    return line


def drain(line: socket.socket) -> None:
    with contextlib.suppress(BlockingIOError):
        while line.recv(1 << 16, socket.MSG_DONTWAIT):
            pass


def pour(port: int, table: str, first: bytes, more: bytes, is_read: bool) -> None:
    """One socket sends frames for ever; it comes again where it is sent away."""
    while True:
        with contextlib.suppress(OSError), upgraded(port, table) as line:
            line.sendall(first)
            while True:
                line.sendall(more * 2000)
                if is_read:
                    drain(line)
        time.sleep(0.05)


def pings(port: int, table: str) -> None:
    pour(port, table, b"", PING, True)


def fragments(port: int, table: str) -> None:
    pour(port, table, FIRST, AGAIN, True)


def unread_pings(port: int, table: str) -> None:
    pour(port, table, b"", LONG_PING, False)


def openings(port: int, table: str) -> None:
    """Sockets that come to a table, one after the other, and go again soon."""
    lines: list[socket.socket] = []
    began, opened = time.monotonic(), 0
    while True:
        with contextlib.suppress(OSError):
            line = socket.create_connection((HOST, port), timeout=5)
            line.sendall(HANDSHAKE)
            line.setblocking(False)
            lines.append(line)
        for line in lines[-STAYING:]:
            with contextlib.suppress(OSError):
                if line.recv(1 << 16).startswith(b"HTTP/1.1 101"):
                    line.send(hello(table))
        while len(lines) > STAYING:
            lines.pop(0).close()
        opened += 1
        time.sleep(max(0.0, began + opened / OPENED_A_SECOND - time.monotonic()))


def chunks(port: int, table: str) -> None:
    """A body in pieces of one byte."""
    while True:
        with contextlib.suppress(OSError), socket.create_connection((HOST, port)) as line:
            line.sendall(POST)
            while True:
                line.sendall(b"1\r\nx\r\n" * 2000)
                drain(line)
        time.sleep(0.01)


def requests(port: int, table: str) -> None:
    """Requests without end, on one connection."""
    while True:
        with contextlib.suppress(OSError), socket.create_connection((HOST, port)) as line:
            while True:
                line.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n" * 100)
                drain(line)
        time.sleep(0.01)


def connections(port: int, table: str) -> None:
    """Connections that say nothing, as many as there can be, and new ones all the time."""
    lines: list[socket.socket] = []
    while True:
        with contextlib.suppress(OSError):
            lines.append(socket.create_connection((HOST, port), timeout=1))
        while len(lines) > 2000:
            lines.pop(0).close()


FLOODS: dict[str, Callable[[int, str], None]] = {
    flood.__name__: flood
    for flood in (pings, fragments, unread_pings, openings, chunks, requests, connections)
}

if __name__ == "__main__":
    os.nice(5)
    FLOODS[sys.argv[1]](int(sys.argv[2]), sys.argv[3])
