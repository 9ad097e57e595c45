"""Which protocol serves sockets: ours where uvicorn is known, else uvicorn's own; and both do."""

import asyncio
import importlib
import logging
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import uvicorn
from starlette.websockets import WebSocket

from sidepot.web import delivery, socket
from sidepot.web.socket_protocol import SocketProtocol
from tests.web.server import company, open_server

Patch = pytest.MonkeyPatch


def another_version(monkeypatch: Patch) -> None:
    monkeypatch.setattr(uvicorn, "__version__", "99.0.1")


def older_version(monkeypatch: Patch) -> None:
    monkeypatch.setattr(uvicorn, "__version__", "0.35.0")


def odd_version(monkeypatch: Patch) -> None:
    monkeypatch.setattr(uvicorn, "__version__", "main")


def absent_method(monkeypatch: Patch) -> None:
    monkeypatch.setattr(delivery, "USED", (*delivery.USED, "send_all_at_once"))


def absent_module(monkeypatch: Patch) -> None:
    importlib.import_module("uvicorn.protocols.websockets.auto")  # it has its protocol already
    monkeypatch.setitem(sys.modules, delivery.IMPLEMENTATION, None)


DIFFERENCES: dict[Callable[[Patch], None], str] = {
    another_version: "uvicorn=99.0.1 reason=untested version",
    older_version: "uvicorn=0.35.0 reason=untested version",
    odd_version: "uvicorn=main reason=untested version",
    absent_method: f"uvicorn={uvicorn.__version__} reason=no send_all_at_once",
    absent_module: f"uvicorn={uvicorn.__version__} reason=no WebSocketsSansIOProtocol",
}


@pytest.fixture
def shortcuts(monkeypatch: Patch) -> list[bool]:
    """For every socket that is served: is it delivered to past ASGI?"""
    found = []

    def shortcut(opened: WebSocket) -> Callable[[bytes], bool] | None:
        deliver = delivery.shortcut(opened)
        found.append(deliver is not None)
        return deliver

    monkeypatch.setattr(socket, "shortcut", shortcut)
    return found


async def play_a_hand(folder: Path) -> None:
    """Two people play a hand in their browsers."""
    async with open_server(folder) as serving:
        (ana, bo), table = await company(serving.local, "Ana", "Bo")
        async with ana.at(table) as hers, bo.at(table) as his:
            await hers.sit(0)
            await his.sit(1)
            for line in (hers, his):
                await line.dealt()
            actor = hers if hers.menu else his
            assert (await actor.act("fold"))["type"] == "ack"
            for line in (hers, his):
                await line.see(lambda view: view["hand"] and view["hand"]["result"])


def test_the_uvicorn_of_the_lock_is_known_and_served_directly(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, shortcuts: list[bool]
) -> None:
    assert delivery.protocol() is SocketProtocol
    asyncio.run(play_a_hand(tmp_path))
    assert shortcuts == [True, True]
    assert not [one for one in caplog.messages if one.startswith("sockets_plain")]


@pytest.mark.parametrize("change", DIFFERENCES, ids=lambda change: change.__name__)
def test_with_another_uvicorn_sockets_are_served_by_asgi_and_the_log_says_so_once(
    change: Callable[[Patch], None],
    tmp_path: Path,
    monkeypatch: Patch,
    caplog: pytest.LogCaptureFixture,
    shortcuts: list[bool],
) -> None:
    change(monkeypatch)
    with caplog.at_level(logging.WARNING, logger="sidepot.web"):
        asyncio.run(play_a_hand(tmp_path))
    assert shortcuts == [False, False]
    said = [one for one in caplog.messages if one.startswith("sockets_plain")]
    assert said == [f"sockets_plain {DIFFERENCES[change]}"]
