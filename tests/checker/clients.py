"""Random guests of a room: they sit down, play, talk, leave, come back and repeat themselves."""

import asyncio
import json
import random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from sidepot.room.protocol.messages import PROTOCOL
from tests.checker.history import History
from tests.checker.stored import Stored
from tests.room.web.server import Visitor

Json = dict[str, Any]
AGAIN = 0.05
"""Seconds between two attempts to reach a server that is away."""
THOUGHT = 0.12
"""Seconds between two things that a client does, on average."""
IDLERS = 0.1
"""The share of turns that a client lets run out."""
MOODS = {
    "sit": 60,
    "buy_in": 20,
    "chat": 12,
    "react": 6,
    "ready": 2,
    "sit_out": 2,
    "come_back": 30,
    "leave": 2,
    "pause": 1,
    "void_hand": 1,
    "repeat": 24,
    "go": 5,
}
"""What a client may want to do, and how often."""


class Client:
    """One guest at one table, over as many connections as it takes."""

    def __init__(
        self, number: int, visitor: Visitor, table: str, history: History, stored: Stored, seed: str
    ) -> None:
        self.number, self.visitor, self.table = number, visitor, table
        self.history, self.stored = history, stored
        self.rng = random.Random(seed)
        self.view: Json | None = None
        self.since: int | None = None
        self.waiting: dict[str, Json] = {}
        self.acknowledged: list[Json] = []
        self.turns: set[tuple[int, int]] = set()
        self.left_out: set[tuple[int, int]] = set()
        self._line = 0
        self._ids = 0

    def note(self, what: str, **facts: Any) -> None:
        """A fact of this client's present connection."""
        where = {"client": self.number, "line": self._line, "table": self.table}
        self.history.note(what, **where, **facts)

    async def live(self, done: asyncio.Event) -> None:
        """Come and go until `done`, whatever happens to the server."""
        while not done.is_set():
            self._line += 1
            try:
                await self._visit(done)
            except (OSError, WebSocketException, TimeoutError, EOFError):
                pass
            finally:
                self.note("closed")
            await asyncio.sleep(AGAIN + self.rng.random() * AGAIN)

    async def _visit(self, done: asyncio.Event) -> None:
        """One connection: what was not answered is sent again, then reading and doing."""
        url = self.visitor.base.replace("http", "ws", 1) + "/api/socket"
        headers = {"Cookie": self.visitor.cookie}
        options: Json = {"additional_headers": headers, "compression": None, "proxy": None}
        async with connect(url, open_timeout=5, close_timeout=1, **options) as socket:
            since = self.rng.choice((self.since, self.since, None))
            self.note("hello", since=since)
            hello = {"type": "hello", "protocol": PROTOCOL, "table": self.table, "since": since}
            await socket.send(json.dumps(hello))
            for command in list(self.waiting.values()):
                await self._send(socket, command)
            parts = [self._read(socket), self._act(socket), done.wait()]
            tasks = [asyncio.ensure_future(part) for part in parts]
            try:
                await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for task in tasks:
                    task.cancel()
                ended = await asyncio.gather(*tasks, return_exceptions=True)
                if self.rng.random() < 0.3:
                    socket.transport.abort()
            for error in ended:
                if isinstance(error, Exception):
                    raise error

    async def _send(self, socket: ClientConnection, command: Json) -> None:
        self.note("invoke", command=command, guest=self.visitor.guest)
        await socket.send(json.dumps(command))

    async def _read(self, socket: ClientConnection) -> None:
        async for raw in socket:
            message = json.loads(raw)
            kind = message["type"]
            if kind == "view":
                self._look(message)
            elif kind in ("ack", "refusal"):
                self._hear(message)
            elif kind == "goodbye":
                self.note("goodbye", reason=message["reason"])

    def _look(self, view: Json) -> None:
        """Check a new view: it shows committed state only."""
        self.note("view", **facts_of(view))
        self._check_committed("view", view["version"], self.stored.version(self.table))
        self.view, self.since = view, view["version"]

    def _hear(self, answer: Json) -> None:
        command = self.waiting.pop(answer["id"], None)
        if answer["type"] == "refusal":
            self.note("refused", id=answer["id"], key=answer["reason"]["key"])
            return
        self.note("ok", id=answer["id"], version=answer["version"], guest=self.visitor.guest)
        if command:
            is_chat = command["type"] in ("chat", "react")
            last = (self.stored.chat_number if is_chat else self.stored.version)(self.table)
            self._check_committed("ok", answer["version"], last)
            self.acknowledged.append(command)

    def _check_committed(self, what: str, version: int, last: int | None) -> None:
        if last is not None and last < version:
            facts = {"seen": what, "version": version, "stored": last}
            self.history.violation("committed", client=self.number, table=self.table, **facts)

    async def _act(self, socket: ClientConnection) -> None:
        """Act at random until it is time to leave."""
        while True:
            await asyncio.sleep(self.rng.expovariate(1 / THOUGHT))
            if self.view is None or self._is_away(self.view):
                continue
            command = self._turn(self.view) or self._mood(self.view)
            if command == {"type": "go"}:
                return
            if command:
                await self._send(socket, command)

    def _is_away(self, view: Json) -> bool:
        """Does one let this turn run out? Then one does nothing else, and the clock has to end it.

        It is decided once for each turn.
        """
        hand = view["hand"]
        if view["room"]["phase"] != "playing" or not hand or not hand["menu"]:
            return False
        at = (hand["hand"], hand["decision"])
        if at not in self.turns:
            self.turns.add(at)
            if self.rng.random() < IDLERS:
                self.left_out.add(at)
        return at in self.left_out

    def _turn(self, view: Json) -> Json | None:
        """An action, if it is one's turn."""
        hand = view["hand"]
        if view["room"]["phase"] != "playing" or not hand or not hand["menu"]:
            return None
        at = (hand["hand"], hand["decision"])
        choice = self.rng.choice(hand["menu"])
        amount = f" {self.rng.randint(choice['lowest'], choice['highest'])}"
        action = choice["kind"].replace("_", " ") + amount * choice["counted"]
        return self._new("act", hand=at[0], decision=at[1], action=action)

    def _mood(self, view: Json) -> Json | None:
        """Another command, possibly illegal at this moment."""
        room, me = view["room"], self.visitor.guest
        seated = any(chair["guest"] == me for chair in room["chairs"])
        is_host, is_paused = room["host"] == me, room["phase"] == "paused"
        [mood] = self.rng.choices(list(MOODS), list(MOODS.values()))
        if is_host and is_paused:
            return self._new("pause", is_paused=False)
        if mood == "go":
            return {"type": "go"}
        if mood == "repeat":
            return self.rng.choice(self.acknowledged) if self.acknowledged else None
        if mood == "sit":
            chips = self.rng.randint(40, 400)
            return None if seated else self._new("sit", chair=self.rng.randrange(5), chips=chips)
        if mood == "buy_in":
            return self._new("buy_in", chips=self.rng.randint(1, 300))
        if mood == "chat":
            return self._new("chat", text=f"{self.rng.random()}")
        if mood == "react":
            return self._new("react", reaction="nice")
        if mood == "ready":
            return self._new("ready", is_ready=True)
        if mood == "pause":
            return self._new("pause", is_paused=True) if is_host else None
        if mood == "void_hand":
            return self._new("void_hand", hand=room["hand"]) if is_host and room["hand"] else None
        return self._new(mood)

    def _new(self, kind: str, **fields: Any) -> Json:
        """A command under an id of its own, which waits for its answer from now on."""
        self._ids += 1
        command = {"type": kind, "id": f"{self.number}-{self._ids}", **fields}
        self.waiting[command["id"]] = command
        return command


def facts_of(view: Json) -> Json:
    """The facts of a view that the model needs."""
    room, hand = view["room"], view["hand"]
    clock = room["clock"]
    chairs = [
        [c["chair"], c["guest"], c["stack"], c["pending_chips"], c["status"]]
        for c in room["chairs"]
    ]
    at_play = sum(seat["stack"] for seat in hand["seats"]) if hand else 0
    in_pots = sum(pot["amount"] for pot in hand["pots"]) if hand else 0
    return {
        "version": view["version"],
        "whole": view["is_whole"],
        "phase": room["phase"],
        "host": room["host"],
        "chairs": chairs,
        "hand": room["hand"],
        "decision": hand["decision"] if hand and hand["hand"] == room["hand"] else None,
        "played_for": at_play + in_pots,
        "turn": [clock["kind"], clock["chair"]] if clock else None,
        "left": (clock["until"] - view["now"]) / 1000 if clock else None,
    }


async def stare(visitor: Visitor, table: str, seconds: float, name: str) -> None:
    """A client that says hello and reads nothing, into a buffer as small as the system allows."""
    url = visitor.base.replace("http", "ws", 1) + "/api/socket"
    headers = {"Cookie": visitor.cookie}
    try:
        options: Json = {"additional_headers": headers, "compression": None, "proxy": None}
        async with connect(url, open_timeout=5, close_timeout=0, max_queue=1, **options) as socket:
            hello = {"type": "hello", "protocol": PROTOCOL, "table": table}
            await socket.send(json.dumps(hello))
            socket.transport.pause_reading()
            for n in range(200):  # answers that pile up at the server's end
                await socket.send(json.dumps({"type": "sit_out", "id": f"{name}-{n}"}))
            await asyncio.sleep(seconds)
            socket.transport.abort()
    except (OSError, WebSocketException, TimeoutError):
        return
