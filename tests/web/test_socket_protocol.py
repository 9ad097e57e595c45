"""The connection of a socket: what is delivered past ASGI, and at once."""

import asyncio
import socket

import pytest
from websockets.frames import Frame, Opcode

from sidepot.web import addresses, socket_protocol


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
