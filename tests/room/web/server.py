"""A card room that listens on the loopback, and people who come to it by HTTP and WebSocket."""

import asyncio
import http.client
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import websockets
from websockets.asyncio.client import ClientConnection, connect

from sidepot.room.protocol.messages import PROTOCOL
from sidepot.room.service import Room
from sidepot.room.web.limits import Limits
from sidepot.room.web.serving import Plan, Serving
from tests.room.web.forms import check_call, check_message, check_shown

Json = dict[str, Any]
LIMIT = 60.0
"""Seconds that anything may take, also where four tests share two cores with others."""
ANSWERS = ("ack", "refusal", "advice")
FAST = {"bot_pace": 0, "pause": 0}


class Reply:
    """A response."""

    def __init__(self, status: int, headers: http.client.HTTPMessage, content: bytes) -> None:
        self.status, self.headers, self.content = status, headers, content

    @property
    def json(self) -> Any:
        return json.loads(self.content)

    @property
    def reason(self) -> str:
        """Why something was refused."""
        return str(self.json["reason"]["key"])


def _text(reply: Reply) -> str:
    """The content of a response; a picture is no text, but a string to the document."""
    return reply.content.decode(errors="replace")


class Visitor:
    """Somebody with a cookie, or without; `source` is the address that they come from."""

    source: str | None = None

    def __init__(self, base: str, cookie: str = "") -> None:
        self.base, self.cookie = base, cookie
        self.guest = ""
        self.ids = 0

    async def ask(
        self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None
    ) -> Reply:
        """Any request; what it is and what it gives are held against the document."""
        reply = await asyncio.to_thread(self.call, method, path, body, headers or {})
        if path.startswith("/api/") and not path.endswith("api.json") and reply.status < 500:
            is_json = reply.headers["content-type"] == "application/json"
            check_call(method, path, body, reply.status, reply.json if is_json else _text(reply))
        return reply

    def call(self, method: str, path: str, body: Any, headers: dict[str, str]) -> Reply:
        to = urlsplit(self.base)
        assert to.hostname
        source = (self.source, 0) if self.source else None
        line = http.client.HTTPConnection(to.hostname, to.port, LIMIT, source)
        raw = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        given = {"cookie": self.cookie} if self.cookie else {}
        given |= {"content-type": "application/json"} if raw is not None else {}
        line.request(method, path, raw, {**given, **headers})
        answer = line.getresponse()
        reply = Reply(answer.status, answer.headers, answer.read())
        line.close()
        if (set_cookie := reply.headers["set-cookie"]) is not None:
            self.cookie = set_cookie.partition(";")[0]
        return reply

    async def get(self, path: str) -> Any:
        reply = await self.ask("GET", path)
        assert reply.status == 200, reply.content
        return reply.json

    async def post(self, path: str, body: Any = None) -> Any:
        reply = await self.ask("POST", path, body)
        assert reply.status in (200, 201), reply.content
        return reply.json

    async def register(self, name: str) -> "Visitor":
        self.guest = (await self.post("/api/guests", {"name": name}))["id"]
        return self

    async def create(self, **wanted: Any) -> Json:
        plan = {"games": [{"name": "ricochet-2"}], **FAST, **wanted}
        return dict(await self.post("/api/tables", plan))

    async def accept(self, link: str) -> str:
        token = link.partition("#")[2]
        return str((await self.post("/api/invitations", {"invitation": token}))["table"])

    @asynccontextmanager
    async def at(
        self, table: str, *, since: int | None = None, **options: Any
    ) -> AsyncIterator["SocketClient"]:
        """A socket at a table."""
        headers = {"Cookie": self.cookie} if self.cookie else {}
        url = self.base.replace("http", "ws", 1) + "/api/socket"
        async with connect(
            url,
            additional_headers={**headers, **options.pop("headers", {})},
            compression=None,
            proxy=None,
            **{"max_queue": None, **options},
        ) as socket:
            line = SocketClient(self, socket)
            await line.send(type="hello", protocol=PROTOCOL, table=table, since=since)
            yield line


class SocketClient:
    """An open socket; what comes is kept."""

    def __init__(self, visitor: Visitor, socket: ClientConnection) -> None:
        self.visitor, self.socket = visitor, socket
        self.heard: list[Json] = []
        self.raw: list[bytes] = []
        self.view: Json = {}

    async def send(self, **message: Any) -> None:
        check_message("command", message)
        await self.socket.send(json.dumps(message))

    async def hear(self) -> Json:
        """The next message."""
        async with asyncio.timeout(LIMIT):
            self.raw.append(await self.socket.recv(decode=False))
        message: Json = json.loads(self.raw[-1])
        check_shown(self.raw[-1])
        self.heard.append(message)
        if message["type"] == "view":
            self.view = message
        return message

    async def until(self, is_it: Callable[[Json], Any]) -> Json:
        """The next message that is one."""
        while not is_it(message := await self.hear()):
            pass
        return message

    async def kind(self, name: str) -> Json:
        return await self.until(lambda message: message["type"] == name)

    async def see(self, is_it: Callable[[Json], Any]) -> Json:
        """A view that is one: the one at hand, or one that comes."""
        while not self.view or not is_it(self.view):
            await self.hear()
        return self.view

    async def dealt(self, *, after: int = 0) -> None:
        """Wait until a hand is played, with a number above one."""
        await self.see(
            lambda view: view["room"]["phase"] == "playing" and view["hand"]["hand"] > after
        )

    async def do(self, kind: str, **fields: Any) -> Json:
        """A command, and its answer."""
        self.visitor.ids += 1
        id = fields.pop("id", f"c{self.visitor.ids}")
        await self.send(type=kind, id=id, **fields)
        return await self.until(lambda m: m["type"] in ANSWERS and m["id"] == id)

    async def sit(self, chair: int, chips: int = 200) -> None:
        answer = await self.do("sit", chair=chair, chips=chips)
        assert answer["type"] == "ack", answer

    async def act(self, action: str | None = None) -> Json:
        """Wait for one's turn, and act: by default the first thing that can be done."""
        while not self.menu:
            await self.hear()
        choice, hand = self.menu[0], self.view["hand"]
        action = action or choice["kind"].replace("_", " ")
        return await self.do("act", hand=hand["hand"], decision=hand["decision"], action=action)

    @property
    def menu(self) -> list[Json]:
        """The legal actions now."""
        hand = self.view.get("hand")
        return list(hand["menu"]) if hand and self.view["room"]["phase"] == "playing" else []

    async def closed(self) -> int:
        """Wait for the end; the code."""
        async with asyncio.timeout(LIMIT):
            try:
                while True:
                    self.heard.append(json.loads(await self.socket.recv()))
            except websockets.ConnectionClosed:
                return int(self.socket.close_code or 0)


@asynccontextmanager
async def open_server(
    folder: Path,
    *,
    room: Room | None = None,
    limits: Limits | None = None,
    **plan: Any,
) -> AsyncIterator[Serving]:
    """A server in this process, ended cleanly."""
    database = f"sqlite:///{folder / 'room.sqlite3'}"
    plan = {"port": 0, "database": database, "limits": limits or Limits(), **plan}
    serving = Serving(Plan(**plan), room)
    listening = asyncio.Event()
    server = serving.server(listening.set)
    running = asyncio.create_task(server.serve(serving.sockets))
    try:
        async with asyncio.timeout(LIMIT):
            await listening.wait()
        yield serving
    finally:
        server.should_exit = True
        async with asyncio.timeout(LIMIT):
            await running


def served(play: Callable[[Serving], Awaitable[None]]) -> Callable[[Path], None]:
    """A test that gets a server."""

    def test(tmp_path: Path) -> None:
        async def run() -> None:
            async with open_server(tmp_path) as serving:
                await play(serving)

        asyncio.run(run())

    test.__name__ = re.sub(r"\W", "", getattr(play, "__name__", "test"))
    return test


async def company(base: str, *names: str, **wanted: Any) -> tuple[list[Visitor], str]:
    """Guests at a table of the first of them, not seated yet."""
    people = [await Visitor(base).register(name) for name in names]
    made = await people[0].create(**wanted)
    for visitor in people[1:]:
        await visitor.accept(made["link"])
    return people, made["table"]
