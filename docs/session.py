"""The worked session of `protocol.md`: a real server, two guests, and their traffic.

Randomness and time are fixed, so that the page stays the same until the protocol changes.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import random
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect

from sidepot.room.protocol.messages import PROTOCOL
from sidepot.room.service import Room
from sidepot.room.web.serving import Plan, Serving

Json = dict[str, Any]
BASE = "http://127.0.0.1:8000"
"""The server's name on the page; it really listens on any free port."""
WIDTH = 98
PATIENCE = 20.0
SHOWN = {
    "room": ("phase", "hand", "clock"),
    "hand": ("game", "hand", "decision", "to_act", "pots", "events", "result", "seat", "menu"),
}
"""The fields of a view's two large parts that the page shows."""


class _Clock:
    """A clock that the session sets."""

    time = 1_800_000_000_000

    def now(self) -> int:
        """The time."""
        return self.time

    def elapsed(self) -> int:
        """The same, as a monotonic clock."""
        return self.time


class _Chance:
    """Randomness that is always the same."""

    def __init__(self) -> None:
        self._random = random.Random(5)
        self._names = iter(("aNaAnaAnaAna", "tAbLetAbLetA", "bObObObObObO"))

    def shuffle(self, deck: Sequence[int]) -> list[int]:
        """An order of the deck."""
        return self._random.sample(deck, len(deck))

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1."""
        return self._random.randrange(n)

    def seed(self) -> int:
        """A seed for a bot's own throws."""
        return self._random.getrandbits(62)

    def name(self) -> str:
        """A public name."""
        return next(self._names)

    def token(self) -> str:
        """A secret."""
        return f"{self._random.getrandbits(256):043x}"[:43]

    def key(self) -> bytes:
        """The key of a deck."""
        return self._random.randbytes(32)


def session() -> str:
    """The session as Markdown."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_Session(Path(folder)).run())


def messages() -> tuple[list[Json], list[Json]]:
    """All messages of the session: to the server, and from it."""
    with tempfile.TemporaryDirectory() as folder:
        recorded = _Session(Path(folder))
        asyncio.run(recorded.run())
    return recorded.sent, recorded.got


class _Session:
    """A session at a real server, and the transcript of it."""

    def __init__(self, folder: Path) -> None:
        self.lines: list[str] = []
        self.sent: list[Json] = []
        self.got: list[Json] = []
        self.clock = _Clock()
        database = f"sqlite:///{folder / 'room.sqlite3'}"
        self.room = Room.open(database, clock=self.clock, randomness=_Chance())
        self.serving = Serving(Plan(port=0, database=database), self.room)

    async def run(self) -> str:
        """Two guests, a table, one hand."""
        listening = asyncio.Event()
        server = self.serving.server(listening.set)
        running = asyncio.create_task(server.serve([self.serving.bound]))
        async with asyncio.timeout(PATIENCE):
            await listening.wait()
            await self._evening()
        server.should_exit = True
        await running
        return "\n".join(self.lines).replace(self.serving.local, BASE)

    async def _evening(self) -> None:
        self.tell("A guest gives a name; the cookie is the guest from now on.")
        ana = await self.ask("POST", "/api/guests", {"name": "Ana"})
        self.tell("A table, and a link for the others. What stands behind `#` is the invitation.")
        wanted = {"games": [{"name": "ricochet-2"}], "pause": 5, "turn": 30}
        await self.ask("POST", "/api/tables", wanted, cookie=ana)
        token = self.answer["link"].partition("#")[2]
        self.tell("Somebody else comes by the link.")
        bo = await self.ask("POST", "/api/guests", {"name": "Bo"})
        await self.ask("POST", "/api/invitations", {"invitation": token}, cookie=bo)
        table = self.answer["table"]
        url = self.serving.local.replace("http", "ws", 1) + "/api/socket"
        async with connect(url, additional_headers={"cookie": ana}, proxy=None) as hers:
            self.tell("The socket, with the cookie: hello, and who one is and what one sees.")
            await self.say(hers, {"type": "hello", "protocol": PROTOCOL, "table": table})
            await self.hear(hers, "chat_lines")
            async with connect(url, additional_headers={"cookie": bo}, proxy=None) as his:
                await his.send(json.dumps({"type": "hello", "protocol": PROTOCOL, "table": table}))
                await self._quietly(his, lambda m: m["type"] == "chat_lines")
                await self._hand(hers, his)

    async def _hand(self, hers: ClientConnection, his: ClientConnection) -> None:
        self.tell("A chair. The view comes to everybody; the answer carries the command's id.")
        await self.say(hers, {"type": "sit", "id": "1", "chair": 0, "chips": 100})
        await self.hear(hers, "ack")
        sit = {"type": "sit", "id": "1", "chair": 1, "chips": 100}
        await his.send(json.dumps(sit))
        await self._quietly(his, lambda m: m["type"] == "ack")
        await self._quietly(hers, lambda m: m["type"] == "view" and len(m["room"]["chairs"]) == 2)
        self.tell("Bo has sat down too, and five seconds later the first hand is dealt.")
        self.clock.time += 5000
        await self.room.tick()
        await self.room.settle()
        view = await self.hear(hers, "view")
        socket, name = (hers, "Ana") if view["hand"]["menu"] else (his, "Bo")
        if socket is his:
            view = await self._quietly(his, lambda m: m["type"] == "view" and m["hand"])
        due = {"hand": view["hand"]["hand"], "decision": view["hand"]["decision"]}
        self.tell(f"{name} is to act. What is not legal is refused, with what is.")
        await self.say(socket, {"type": "act", "id": "2", "action": "buy 99", **due})
        await self.hear(socket, "refusal")
        self.tell("An action names the hand and the decision that it answers.")
        await self.say(socket, {"type": "act", "id": "3", "action": "buy 2", **due})
        await self.hear(socket, "ack")
        self.tell("The same id again gets the first answer, and nothing is done twice.")
        await self.say(socket, {"type": "act", "id": "3", "action": "buy 2", **due})
        await self.hear(socket, "ack")
        self.tell("Chat has numbers of its own.")
        await self.say(socket, {"type": "chat", "id": "4", "text": "good luck"})
        await self.hear(socket, "ack")

    def tell(self, text: str) -> None:
        """A sentence of the page."""
        self.lines += ["", text, ""]

    async def ask(self, method: str, path: str, body: Json, cookie: str = "") -> str:
        """A request and its answer, which is kept in `answer`; the cookie that comes with it."""
        status, given, self.answer = await asyncio.to_thread(self._call, method, path, body, cookie)
        shown = f"\nCookie: {cookie}" if cookie else ""
        told = f"\nSet-Cookie: {given}" if given else ""
        self.lines += ["```http", f"{method} {path}{shown}", *_text(body), ""]
        self.lines += [f"{status}{told}", *_text(_without_code(self.answer)), "```"]
        return str(given or "").partition(";")[0]

    def _call(self, method: str, path: str, body: Json, cookie: str) -> Any:
        line = http.client.HTTPConnection(urlsplit(self.serving.local).netloc, timeout=PATIENCE)
        headers = {"content-type": "application/json", **({"cookie": cookie} if cookie else {})}
        line.request(method, path, json.dumps(body), headers)
        answer = line.getresponse()
        content = json.loads(answer.read())
        line.close()
        return answer.status, answer.headers["set-cookie"], content

    async def say(self, socket: ClientConnection, message: Json) -> None:
        """Send a message."""
        await socket.send(json.dumps(message))
        self.sent.append(message)
        self.lines += ["```js", "// to the server", *_text(message), "```"]

    async def hear(self, socket: ClientConnection, kind: str) -> Json:
        """Record messages until one of a kind."""
        return await self._until(socket, lambda m: m["type"] == kind, self.lines)

    async def _quietly(self, socket: ClientConnection, is_it: Callable[[Json], Any]) -> Json:
        return await self._until(socket, is_it, [])

    async def _until(
        self, socket: ClientConnection, is_it: Callable[[Json], Any], lines: list[str]
    ) -> Json:
        while True:
            message: Json = json.loads(await socket.recv())
            self.got.append(message)
            lines += ["```js", "// from the server", *_text(_shortened(message)), "```"]
            if is_it(message):
                return message


def _without_code(answer: Json) -> Json:
    """An answer without the long path of a QR code."""
    return {name: "..." if name == "code" else value for name, value in answer.items()}


def _shortened(message: Json) -> Json:
    """A message without the larger parts of a view; "..." stands where something is left out."""
    if message["type"] != "view":
        return message
    short = dict(message)
    for part, names in SHOWN.items():
        if short[part]:
            short[part] = {name: short[part][name] for name in names} | {"...": "..."}
    short["said"] = [{**said, "values": "..."} for said in message["said"]]
    return short


def _text(value: Any) -> list[str]:
    """JSON over several lines; parts that fit stand on one."""
    return _laid(value, "").split("\n")


def _laid(value: Any, margin: str) -> str:
    flat = json.dumps(value, ensure_ascii=False)
    if len(flat) + len(margin) <= WIDTH or not isinstance(value, (dict, list)):
        return flat
    deeper = margin + "  "
    if isinstance(value, list):
        rows, ends = [_laid(item, deeper) for item in value], "[]"
    else:
        rows = [f"{json.dumps(key)}: {_laid(item, deeper)}" for key, item in value.items()]
        ends = "{}"
    return f"{ends[0]}\n" + ",\n".join(deeper + row for row in rows) + f"\n{margin}{ends[1]}"
