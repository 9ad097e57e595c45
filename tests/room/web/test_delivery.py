"""Which protocols serve: ours where uvicorn is known, and no room is opened where it is not."""

import asyncio
import importlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from starlette.websockets import WebSocket

from sidepot.cli import main
from sidepot.errors import MissingExtra
from sidepot.room.web import delivery, socket
from sidepot.room.web.http_protocol import HttpProtocol
from sidepot.room.web.socket_protocol import SocketProtocol
from tests.children import ROOT
from tests.room.web.server import company, open_server

Patch = pytest.MonkeyPatch


def another_version(monkeypatch: Patch) -> None:
    monkeypatch.setattr(uvicorn, "__version__", "99.0.1")


def older_version(monkeypatch: Patch) -> None:
    monkeypatch.setattr(uvicorn, "__version__", "0.35.0")


def odd_version(monkeypatch: Patch) -> None:
    monkeypatch.setattr(uvicorn, "__version__", "main")


def absent_method(monkeypatch: Patch) -> None:
    one = next(iter(delivery.USED))
    monkeypatch.setattr(delivery, "USED", {**delivery.USED, one: ("send_all_at_once",)})


def absent_module(monkeypatch: Patch) -> None:
    importlib.import_module("uvicorn.protocols.websockets.auto")  # it has its protocol already
    monkeypatch.setitem(sys.modules, delivery.SOCKETS, None)


DIFFERENCES = (another_version, older_version, odd_version, absent_method, absent_module)


@pytest.fixture
def lines(monkeypatch: Patch) -> Iterator[list[Any]]:
    """The connection of every socket that is served, None where there is none of ours."""
    found = []

    def line_of(opened: WebSocket) -> SocketProtocol | None:
        found.append(delivery.line_of(opened))
        return found[-1]

    monkeypatch.setattr(socket, "line_of", line_of)
    yield found
    found.clear()


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
    tmp_path: Path, lines: list[Any]
) -> None:
    assert delivery.protocols() == (HttpProtocol, SocketProtocol)
    asyncio.run(play_a_hand(tmp_path))
    assert [type(line) for line in lines] == [SocketProtocol] * 2


@pytest.mark.parametrize("change", DIFFERENCES, ids=lambda change: change.__name__)
def test_with_another_uvicorn_no_room_is_opened_and_it_says_which_will_do(
    change: Callable[[Patch], None],
    tmp_path: Path,
    monkeypatch: Patch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    change(monkeypatch)
    with pytest.raises(MissingExtra):
        delivery.protocols()
    database = f"sqlite:///{tmp_path / 'room.sqlite3'}"
    assert main(["serve", "--port", "0", "--database", database]) == 2
    said = " ".join(capsys.readouterr().err.split())
    assert f"uvicorn {uvicorn.__version__} is installed" in said
    assert "pip install 'uvicorn>=0.53,<0.55'" in said
    assert not list(tmp_path.iterdir())


def test_the_versions_that_are_known_are_those_of_the_package() -> None:
    oldest, too_new = (".".join(map(str, version)) for version in delivery.TESTED)
    assert f'"uvicorn>={oldest},<{too_new}"' in (ROOT / "pyproject.toml").read_text("utf-8")
