"""The connection of a socket: messages that bypass ASGI, and prompt delivery."""

import asyncio
import socket
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from websockets.frames import Frame, Opcode

from sidepot.room.web import addresses, serving, socket_protocol
from sidepot.room.web.socket_protocol import SocketProtocol
from tests.room.web.flooding import HANDSHAKE, upgraded
from tests.room.web.server import LIMIT, company, open_server


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536, 100_000])
def test_a_text_is_framed_as_the_library_frames_it(size: int) -> None:
    text = b"x" * size
    assert socket_protocol._head(size) + text == Frame(Opcode.TEXT, text).serialize(mask=False)


def test_small_messages_do_not_wait_for_one_another() -> None:
    """Asyncio's own loop, unlike the one that we serve on, sees to it for some sockets only."""

    async def come() -> int:
        came: asyncio.Future[asyncio.StreamWriter] = asyncio.get_running_loop().create_future()
        bound = addresses.bind(addresses.LOCAL, 0)
        async with await asyncio.start_server(
            lambda _, writer: came.set_result(writer), sock=bound
        ):
            _, guest = await asyncio.open_connection(*bound.getsockname())
            host = await came
            for writer in (guest, host):
                writer.close()
            taken = host.get_extra_info("socket")
            return int(taken.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))

    assert asyncio.run(come())


PING, TIMEOUT = b"\x89\x04", b"keepalive ping timeout"


def heard_in_silence(port: int, table: str) -> bytes:
    """All that a socket is sent which answers nothing, until it is cut off."""
    with upgraded(port, table) as line:
        line.settimeout(LIMIT)
        return b"".join(iter(lambda: line.recv(1 << 16), b""))


def test_sockets_that_came_one_after_the_other_are_pinged_together() -> None:
    moments = set[float]()
    for now in (100.01, 100.2, 100.49):
        loop = SimpleNamespace(time=lambda now=now: now, call_at=lambda at, _: moments.add(at))
        line: Any = object.__new__(SocketProtocol)
        line.loop, line.ping_interval = loop, 20.0
        line._schedule_ping()
    assert moments == {120.5}


def test_a_client_that_answers_no_ping_is_cut_off_and_one_that_does_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "_PING", 0.5)

    async def test() -> None:
        async with open_server(tmp_path) as served:
            (ana,), table = await company(served.local, "Ana", public=True)
            async with ana.at(table) as line:
                port = served.bound.getsockname()[1]
                heard = await asyncio.to_thread(heard_in_silence, port, table)
                assert heard.count(PING) == 1 and TIMEOUT in heard
                await line.sit(0)

    asyncio.run(test())


def answer_to(port: int, head: bytes) -> bytes:
    """All that is answered to a handshake with a further line in its head."""
    with socket.create_connection(("127.0.0.1", port), timeout=60) as line:
        line.sendall(HANDSHAKE[:-2] + head + b"\r\n\r\n")
        return b"".join(iter(lambda: line.recv(1 << 16), b""))


@pytest.mark.parametrize("head", [b"Cookie: " + b"a=b; " * 2000, b"X: 1\r\n" * 200, b"no colon"])
def test_a_handshake_that_cannot_be_read_is_answered_and_ended(head: bytes, tmp_path: Path) -> None:
    async def test() -> None:
        async with open_server(tmp_path) as served:
            port = served.bound.getsockname()[1]
            answer = await asyncio.to_thread(answer_to, port, head)
            assert answer.startswith(b"HTTP/1.1 400 ")

    asyncio.run(test())
