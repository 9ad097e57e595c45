"""Whatever answers in the place of a room, a client says so in a sentence, and takes no more."""

from __future__ import annotations

import threading
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from websockets.asyncio.server import ServerConnection, serve

from sidepot.errors import Unreachable
from sidepot.room.client import http as client_http
from sidepot.room.client.connection import TableConnection
from sidepot.room.client.http import RoomClient
from sidepot.room.protocol.resources import Guest

DEEP = b'{"id": ' + b"[" * 100_000
ANSWERS = {
    "brackets": DEEP,
    "objects": b'{"a":' * 100_000,
    "no text": b"\xff\xfe\x00",
    "another form": b'{"id": 3}',
    "nothing": b"",
    "a page": b"<!doctype html>",
    "an unknown kind": b'{"type": "%s"}' % (b"\\u001b[31m" * 10_000),
}


@contextmanager
def answering(body: bytes, *, status: int = 200, length: int | None = None) -> Iterator[RoomClient]:
    """A server that gives one answer to everything; `length`: what it says of the body."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            self.send_header("content-length", str(len(body) if length is None else length))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield RoomClient(f"http://127.0.0.1:{server.server_port}")
        finally:
            server.shutdown()
            thread.join()


@pytest.mark.parametrize("status", [200, 409])
@pytest.mark.parametrize("body", ANSWERS.values(), ids=ANSWERS)
def test_a_malformed_answer_is_reported_in_short(body: bytes, status: int) -> None:
    with answering(body, status=status) as client, pytest.raises(Unreachable) as error:
        client.ask("GET", "/api/me", Guest)
    assert len(str(error.value)) < 500


def test_an_answer_without_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client_http, "_MOST", 10_000)
    with answering(b" " * 50_000_000) as client:
        tracemalloc.start()
        try:
            with pytest.raises(Unreachable, match="10000 bytes"):
                client.download("/x")
            # The server has the body once: what the client takes is little beside it.
            assert tracemalloc.get_traced_memory()[1] < 2_000_000
        finally:
            tracemalloc.stop()


@pytest.mark.parametrize("status", [200, 409])
def test_an_answer_that_is_cut_off_is_not_taken_for_whole(status: int) -> None:
    with answering(b"1234567", status=status, length=70) as client, pytest.raises(Unreachable):
        client.download("/x")


@pytest.mark.parametrize("frame", ANSWERS.values(), ids=ANSWERS)
@pytest.mark.anyio
async def test_a_frame_that_is_no_message_ends_the_connection_in_a_sentence(frame: bytes) -> None:
    async def hostile(socket: ServerConnection) -> None:
        await socket.recv()
        await socket.send(frame, text=False)
        await socket.wait_closed()

    async with serve(hostile, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        connection = TableConnection(RoomClient(f"http://127.0.0.1:{port}"), "t")
        with pytest.raises(Unreachable) as error:
            await anext(aiter(connection.messages()))
    assert len(str(error.value)) < 1500 and "\x1b" not in str(error.value)
