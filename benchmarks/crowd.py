"""Many clients at many tables, who act as fast as the server answers, or at a pace."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import itertools
import json
import math
import os
import random
import time
from collections import deque
from collections.abc import AsyncIterator, Iterable
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.servers import SEATS
from benchmarks.sockets import Socket
from sidepot.fairness import NO_COMMITMENT
from sidepot.room.client.seeds import Seeds
from sidepot.room.protocol.messages import PROTOCOL

TABLES = int(os.environ.get("SIDEPOT_BENCH_TABLES", "200"))
SECONDS = float(os.environ.get("SIDEPOT_BENCH_SECONDS", "10"))
START = 120.0
"""The most seconds until every socket has its first view."""
VIEW, VERSION = b'{"type":"view"', b'"version":'
MENU, ACT = b'"menu":[{', b'"phase":"playing"'
EXPECTED = (b"ack", b"welcome", b"presence", b"chat_lines", b"cut", b"proof")
WELCOME, COMMITMENT = b'{"type":"welcome"', b'{"type":"commitment"'

Action = tuple[Socket, bytes, int]
"""A socket, the text that it sends, and the version of the table that it has seen."""


class Table:
    """Six sockets, the action in flight, and the next one."""

    def __init__(self) -> None:
        self.sockets: list[Socket] = []
        self.sent: float | None = None
        self.missing: set[int] = set()
        self.version = 0
        self.ready: Action | None = None

    def arrived(self, seat: int, version: int) -> float | None:
        """Note that a seat has an update; returns the action's seconds if it was the last one."""
        if version > self.version:
            self.missing.discard(seat)
        if self.sent is None or self.missing:
            return None
        took, self.sent = time.perf_counter() - self.sent, None
        return took


class Load(NamedTuple):
    """The load that a server carried.

    `rate`: actions a second. `times`: the seconds of each, sorted. `spent`: the server's processor
    time an action, and `stored` the database's. `told`: bytes sent to a client an action. `grown`:
    bytes of memory for a table with its sockets.
    """

    rate: float
    times: list[float]
    spent: float
    stored: float
    told: float
    grown: float

    def percentile(self, part: int) -> float:
        """The seconds within which this percentage of the actions were done."""
        return self.times[min(len(self.times) * part // 100, len(self.times) - 1)]


class Server(NamedTuple):
    """The server under measurement: its processes, their reports, and its database.

    `database`: the processes of a database that is a server too. `facts` say where each table is,
    and the memory of all processes before any was made.
    """

    pids: tuple[int, ...]
    facts: Any
    database: tuple[int, ...] = ()


class Crowd:
    """All clients at all tables; `pace` is in actions a second, 0 for as fast as the server is.

    `cuts`: they take part in the cut of every deal.
    """

    def __init__(self, server: Server, *, cuts: bool = False) -> None:
        self.server, self.facts, self.cuts = server, server.facts, cuts
        self.pace = 0.0
        self.guests: dict[Socket, tuple[str, Seeds]] = {}
        self.tables = [Table() for _ in range(TABLES)]
        self.rng = random.Random(1)
        self.ids = itertools.count()
        self.due: deque[Action] = deque()
        self.done = 0
        self.times: list[float] = []
        self.is_over = False
        self.seen: set[Socket] = set()
        """The sockets that have received a view."""
        self.told = 0
        """The bytes of all texts that have come."""

    async def loads(self, *paces: float) -> list[Load]:
        """The server's loads at several paces, in turn; every client disconnects at the end."""
        loads, self.pace = [], paces[0]
        async with self._paced():
            await self._come()
            async with asyncio.timeout(START):
                while len(self.seen) < TABLES * SEATS:
                    await asyncio.sleep(0.05)
            for self.pace in paces:
                loads.append(await self._measure())
        self._leave()
        return loads

    async def _come(self) -> None:
        """Connect every client and say hello."""
        for number, (table, made) in enumerate(zip(self.tables, self.facts["tables"], strict=True)):
            url = made["base"].replace("http", "ws", 1) + "/api/socket"
            await self._sit(table, number, [url] * SEATS, made["cookies"], self._heard)
            hello = {"type": "hello", "protocol": PROTOCOL, "table": made["table"]}
            hello |= {"checks": True} if self.cuts else {}
            for socket in table.sockets:
                socket.say(json.dumps(hello).encode())

    async def _sit(
        self, table: Table, number: int, urls: list[str], cookies: list[str], hear: Any
    ) -> None:
        for seat, (url, cookie) in enumerate(zip(urls, cookies, strict=True)):
            socket = await Socket.open(url, hear, cookie)
            socket.table, socket.seat = number, seat
            table.sockets.append(socket)

    async def _measure(self) -> Load:
        """The load, measured after a warm-up of a fifth of the time."""
        pids, database = self.server.pids, self.server.database
        await asyncio.sleep(SECONDS / 5)
        self.done = self.told = 0
        self.times.clear()
        began, spent, stored = time.perf_counter(), spent_by(pids), spent_by(database)
        await asyncio.sleep(SECONDS)
        done = max(self.done, 1)
        return Load(
            rate=self.done / (time.perf_counter() - began),
            times=sorted(self.times) or [math.inf],
            spent=(spent_by(pids) - spent) / done,
            stored=(spent_by(database) - stored) / done,
            told=self.told / done / SEATS,
            grown=(memory_of(pids) - self.facts.get("memory", 0)) / TABLES,
        )

    def _leave(self) -> None:
        """Disconnect every client."""
        self.is_over = True
        for table in self.tables:
            for socket in table.sockets:
                socket.close()

    def _start(self, socket: Socket, text: bytes, version: int) -> None:
        """Send an action of a table; its updates have versions above `version`."""
        table = self.tables[socket.table]
        table.sent, table.missing, table.version = time.perf_counter(), set(range(SEATS)), version
        socket.say(text)

    def _note(self, table: Table, socket: Socket, version: int) -> None:
        """Note an update; once all six have arrived, start the next action."""
        took = table.arrived(socket.seat, version)
        if took is not None:
            self.done += 1
            self.times.append(took)
        if table.sent is None and table.ready and not self.is_over:
            action, table.ready = table.ready, None
            if self.pace:
                self.due.append(action)
            else:
                self._start(*action)

    def _heard(self, socket: Socket, text: bytes) -> None:
        self.told += len(text)
        if self.cuts and text.startswith((WELCOME, COMMITMENT)):
            self._take_part(socket, json.loads(text))
            return
        if not text.startswith(VIEW):
            assert text[9:].startswith(EXPECTED), text
            return
        self.seen.add(socket)
        table = self.tables[socket.table]
        begin = text.index(VERSION) + len(VERSION)
        version = int(text[begin : text.index(b",", begin)])
        if MENU in text and ACT in text:
            table.ready = socket, self._action(json.loads(text)["hand"]), version
        self._note(table, socket, version)

    def _take_part(self, socket: Socket, message: Any) -> None:
        """Pledge a seed, or reveal the one that a commitment asks for."""
        command: dict[str, Any] = {"id": str(next(self.ids))}
        if message["type"] == "welcome":
            guest = message["guest"]
            self.guests[socket] = guest, Seeds(hashlib.sha256(guest.encode()).digest())
            command |= {"type": "pledge", "pledge": self._pledge(socket, NO_COMMITMENT.hex())}
        else:
            guest, seeds = self.guests[socket]
            own = message["pledges"].get(guest)
            seed = own and message["awaited"] and seeds.reveal(own, message["commitment"])
            command |= {"type": "reveal" if seed else "pledge"}
            command |= {"pledge": self._pledge(socket, message["commitment"])}
            if seed:
                command |= {"hand": message["hand"], "turn": message["turn"], "seed": seed}
        socket.say(json.dumps(command).encode())

    def _pledge(self, socket: Socket, after: str) -> str:
        return self.guests[socket][1].pledge(bytes.fromhex(after))

    def _action(self, hand: Any) -> bytes:
        """A command with a random choice of the menu."""
        choice = self.rng.choice(hand["menu"])
        action = choice["kind"].replace("_", " ")
        action += f" {choice['lowest']}" if choice["counted"] else ""
        action += f" {choice['cards'][0]}" if choice["cards"] else ""
        due = {"hand": hand["hand"], "decision": hand["decision"]}
        command = {"type": "act", "id": str(next(self.ids)), "action": action, **due}
        return json.dumps(command).encode()

    @contextlib.asynccontextmanager
    async def _paced(self) -> AsyncIterator[None]:
        """Send due actions evenly at the pace, in a background task."""
        task = asyncio.create_task(self._release())
        yield
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    async def _release(self) -> None:
        last, wanted = time.perf_counter(), 0.0
        while True:
            await asyncio.sleep(0.001)
            now = time.perf_counter()
            wanted += (now - last) * self.pace if self.pace else len(self.due)
            last = now
            while wanted >= 1:
                wanted -= 1
                if self.due:
                    self._start(*self.due.popleft())


class EchoCrowd(Crowd):
    """The clients of the bare server, whose sockets of a table act in turn."""

    async def _come(self) -> None:
        url = self.facts["base"].replace("http", "ws", 1)
        text = json.dumps({"type": "act", "id": "1", "hand": 1, "decision": 1, "action": "buy 2"})
        for number, table in enumerate(self.tables):
            urls = [f"{url}/{number}"] * SEATS
            await self._sit(table, number, urls, [""] * SEATS, self._heard)
        for table in self.tables:
            self._start(table.sockets[0], text.encode(), 0)

    def _heard(self, socket: Socket, text: bytes) -> None:
        self.told += len(text)
        self.seen.add(socket)
        table = self.tables[socket.table]
        table.ready = table.sockets[(socket.seat + 1) % SEATS], text, 0
        self._note(table, socket, 1)


def spent_by(pids: Iterable[int]) -> float:
    """The processor time of some processes and of the children of each, in seconds."""
    return sum(_ticks(each) for pid in pids for each in (pid, *_children(pid))) / _TICKS


_TICKS = os.sysconf("SC_CLK_TCK")


def _ticks(pid: int) -> int:
    """The processor time of a process; none of one that has just ended."""
    with contextlib.suppress(OSError):
        fields = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()
        return int(fields[11]) + int(fields[12])
    return 0


def _children(pid: int) -> list[int]:
    """The processes that a process has started."""
    return list(map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text("utf-8").split()))


def memory_of(pids: Iterable[int]) -> int:
    """The resident memory of some processes, in bytes."""
    pages = [int(Path(f"/proc/{pid}/statm").read_text("utf-8").split()[1]) for pid in pids]
    return sum(pages) * os.sysconf("SC_PAGE_SIZE")
