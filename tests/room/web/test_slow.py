"""Clients that do not read: one that falls behind is sent the whole table, a slow one is dropped.

The buffers of the connection are made small, or megabytes of views would lie in them first.
"""

import asyncio
import json
import socket
from pathlib import Path
from typing import Any

import pytest

from sidepot.room.live import subscription
from sidepot.room.web import intake, socket_protocol
from sidepot.room.web.limits import Limits, Rate
from tests.room.web.server import LIMIT, SocketClient, Visitor, company, open_server

SMALL = 4096
FREE = Rate(10**6, 1e6)
LIMITS = Limits(commands=FREE, doings=FREE, lines=FREE)


@pytest.fixture(autouse=True)
def small_buffers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the buffers small, so that messages wait in the room, and the room's patience short."""
    real = socket_protocol.SocketProtocol.connection_made

    def connection_made(self: Any, transport: Any) -> None:
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SMALL)
        transport.set_write_buffer_limits(SMALL)
        real(self, transport)

    monkeypatch.setattr(socket_protocol.SocketProtocol, "connection_made", connection_made)
    monkeypatch.setattr(intake, "PATIENCE", 0.5)


async def stir(hers: SocketClient, times: int) -> None:
    """Make views: somebody sits out and comes back, again and again."""
    for _ in range(times // 2):
        assert (await hers.do("sit_out"))["type"] == "ack"
        assert (await hers.do("come_back"))["type"] == "ack"


def deaf(visitor: Visitor, table: str) -> Any:
    """A socket whose messages stay where they are until somebody asks for them."""
    to = visitor.base.removeprefix("http://").partition(":")
    plug = socket.socket()
    plug.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
    plug.connect((to[0], int(to[2])))
    return visitor.at(table, sock=plug, ping_interval=None, max_queue=1)


def test_a_client_that_falls_behind_is_sent_the_whole_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(intake, "PATIENCE", LIMIT)

    async def play() -> None:
        async with open_server(tmp_path, limits=LIMITS) as serving:
            (ana, bo), table = await company(serving.local, "Ana", "Bo")
            async with ana.at(table) as hers, deaf(bo, table) as his:
                await hers.sit(0)
                await stir(hers, subscription.MAX_VIEWS * 3)
                final = hers.view["version"]
                await his.see(lambda view: view["version"] == final)
                views = [message for message in his.heard if message["type"] == "view"]
                assert len(views) < subscription.MAX_VIEWS * 2 + 10
                assert any(view["is_whole"] for view in views[1:])
                assert his.view["room"] == hers.view["room"]

    asyncio.run(play())


def test_a_slow_client_is_dropped_and_the_others_play_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subscription, "MAX_WAITING", 100)

    async def play() -> None:
        async with open_server(tmp_path, limits=LIMITS) as serving:
            (ana, bo), table = await company(serving.local, "Ana", "Bo")
            async with ana.at(table) as hers, deaf(bo, table) as his:
                await hers.sit(0)
                for number in range(300):
                    answer = await hers.do("chat", text=f"{number} " + "talk " * 50)
                    assert answer["type"] == "ack"
                assert serving.room.metrics()["sockets"] == 1
                await stir(hers, 10)
                async with asyncio.timeout(LIMIT):
                    while True:
                        try:
                            json.loads(await his.socket.recv())
                        except Exception as error:
                            assert "Closed" in type(error).__name__
                            break

    asyncio.run(play())
