"""Uvicorn's undocumented names: four, and a room serves without each of them."""

import ast
import asyncio
import logging
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
import uvicorn
from starlette.websockets import WebSocket

from sidepot.room.web import delivery, serving, socket
from sidepot.room.web.acceptor import Acceptor
from sidepot.room.web.connections import Connections
from sidepot.room.web.limits import Limits
from sidepot.room.web.serving import Plan, Serving
from sidepot.room.web.socket_protocol import SocketProtocol
from tests.children import ROOT
from tests.room.web.flooding import upgraded
from tests.room.web.server import company, open_server

Patch = pytest.MonkeyPatch

DOCUMENTED = {
    "uvicorn.Config",
    "uvicorn.Server",
    "uvicorn.__version__",
    "uvicorn.middleware.proxy_headers.ProxyHeadersMiddleware",
}


def another_version(monkeypatch: Patch) -> None:
    monkeypatch.setattr(uvicorn, "__version__", "99.0.1")


def absent_module(monkeypatch: Patch) -> None:
    module, name = delivery.HTTP
    monkeypatch.setattr(delivery, "HTTP", (f"{module}.elsewhere", name))


def absent_class(monkeypatch: Patch) -> None:
    monkeypatch.setattr(delivery, "HTTP", (delivery.HTTP[0], "Http1Protocol"))


def absent_argument(monkeypatch: Patch) -> None:
    module, name = delivery.HTTP
    kind = getattr(sys.modules[module], name)

    def renamed(*, settings: Any, state: Any) -> Any:
        return kind(config=settings, server_state=state, app_state={})

    monkeypatch.setattr(sys.modules[module], "Other", renamed, raising=False)
    monkeypatch.setattr(delivery, "HTTP", (module, "Other"))


def absent_state(monkeypatch: Patch) -> None:
    real = delivery.factory

    def stateless(server: Any, connections: Connections) -> Any:
        return real(cast(Any, SimpleNamespace(config=server.config)), connections)

    monkeypatch.setattr(delivery, "factory", stateless)


def absent_shutdown(monkeypatch: Patch) -> None:
    monkeypatch.delattr(serving._Server, "shutdown")


UNLIMITED = (absent_module, absent_class, absent_argument, absent_state)
LIMITED = (another_version, absent_shutdown)


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
    """Two people play a hand in their browsers, and are said goodbye at the end."""
    async with open_server(folder) as served:
        (ana, bo), table = await company(served.local, "Ana", "Bo")
        async with ana.at(table) as hers, bo.at(table) as his:
            await hers.sit(0)
            await his.sit(1)
            for line in (hers, his):
                await line.dealt()
            actor = hers if hers.menu else his
            assert (await actor.act("fold"))["type"] == "ack"
            for line in (hers, his):
                await line.see(lambda view: view["hand"] and view["hand"]["result"])


@pytest.mark.parametrize("change", [*UNLIMITED, *LIMITED], ids=lambda change: change.__name__)
def test_a_room_plays_without_each_undocumented_name(
    change: Callable[[Patch], None],
    tmp_path: Path,
    monkeypatch: Patch,
    lines: list[Any],
    caplog: pytest.LogCaptureFixture,
) -> None:
    change(monkeypatch)
    with caplog.at_level(logging.WARNING, "sidepot.room.web"):
        asyncio.run(play_a_hand(tmp_path))
    assert [type(line) for line in lines] == [SocketProtocol] * 2
    said = [one for one in caplog.messages if one.startswith("connections_unlimited")]
    assert len(said) == (change in UNLIMITED)
    assert not [one for one in caplog.records if one.exc_info]


def test_a_loop_that_cannot_watch_a_socket_accepts_by_itself(
    tmp_path: Path, monkeypatch: Patch, lines: list[Any]
) -> None:
    """The loop of Windows."""

    def refuse(self: Acceptor) -> None:
        raise NotImplementedError

    monkeypatch.setattr(Acceptor, "start", refuse)
    asyncio.run(play_a_hand(tmp_path))
    assert [type(line) for line in lines] == [SocketProtocol] * 2


def test_sockets_are_limited_where_connections_are_not(tmp_path: Path, monkeypatch: Patch) -> None:
    absent_class(monkeypatch)

    async def run() -> None:
        async with open_server(tmp_path, limits=Limits(address_connections=2)) as served:
            (_,), table = await company(served.local, "Ana", public=True)
            port = served.bound.getsockname()[1]
            open = [await asyncio.to_thread(upgraded, port, table) for _ in range(4)]
            assert len(served.state.connections) == 2
            for line in open:
                line.close()

    asyncio.run(run())


def test_the_installed_uvicorn_limits_connections() -> None:
    async def run() -> bool:
        async def app(scope: Any, receive: Any, send: Any) -> None:
            pass

        server = uvicorn.Server(uvicorn.Config(app, ws="none", lifespan="off", log_config=None))
        return delivery.factory(server, Connections(Limits(), lambda _: None)) is not None

    assert asyncio.run(run())


def test_a_signal_before_uvicorn_listens_ends_the_room(tmp_path: Path, monkeypatch: Patch) -> None:
    async def deaf(self: Any, sockets: Any = None) -> None:
        raise AssertionError("it would serve for ever")

    monkeypatch.setattr(uvicorn.Server, "serve", deaf)

    async def run() -> None:
        database = f"sqlite:///{tmp_path / 'room.sqlite3'}"
        served = Serving(Plan(0, database))

        def listening() -> None:
            server.end_early()

        server = served.server(listening)
        await server.serve(served.sockets)
        assert not served.bound.fileno() >= 0

    asyncio.run(run())


def imported(path: Path) -> set[str]:
    """The names of uvicorn that a file imports, or takes from the module."""
    tree = ast.parse(path.read_text("utf-8"))
    found = set[str]()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("uvicorn"):
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Attribute) and ast.unparse(node.value) == "uvicorn":
            found.add(f"uvicorn.{node.attr}")
    return found


def test_other_names_of_uvicorn_are_documented() -> None:
    files = (ROOT / "src").rglob("*.py")
    assert set[str]().union(*map(imported, files)) <= DOCUMENTED
    assert len(delivery.USED) <= 4


def test_no_version_of_uvicorn_is_too_new() -> None:
    assert '"uvicorn>=0.53",' in (ROOT / "pyproject.toml").read_text("utf-8")
