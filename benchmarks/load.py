"""The room under load: many tables of six sockets, the server on one core, the clients on others.

In the same run a bare Starlette server echoes every message to six sockets, without engine and
database, which measures the cost of the sockets alone. An action is done when all six seats have
its update. Where the deals are cut, every client pledges and reveals seeds, and is sent the proofs.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import itertools
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

from benchmarks.servers import SEATS
from benchmarks.sockets import Socket
from benchmarks.timing import Figure
from sidepot.client.seeds import Seeds
from sidepot.fairness import NO_COMMITMENT
from sidepot.games import registry
from sidepot.protocol.messages import PROTOCOL

GAMES = ("ricochet-2", "high-noon-showdown")
TABLES = int(os.environ.get("SIDEPOT_BENCH_TABLES", "200"))
SECONDS = float(os.environ.get("SIDEPOT_BENCH_SECONDS", "10"))
PACE = 500
"""Actions a second at which the latency of an action is measured."""
START = 120.0
"""The most seconds until every socket has its first view."""
VIEW, VERSION = b'{"type":"view"', b'"version":'
MENU, ACT = b'"menu":[{', b'"phase":"playing"'
EXPECTED = (b"ack", b"welcome", b"presence", b"chat_lines", b"cut", b"proof")
WELCOME, COMMITMENT = b'{"type":"welcome"', b'{"type":"commitment"'


def figures() -> list[Figure]:
    """Actions a second of the bare server and of the room; the room's latency and memory."""
    found = []
    with _server("bare") as (_, facts):
        bare = asyncio.run(_Load(facts, 0.0).bare())
    found.append(Figure("bare echo to six sockets", bare, "actions/s", is_main=True))
    for game in (name for name in GAMES if name in registry()):
        found += _room(game, bare)
    return found


def _room(game: str, bare: float) -> list[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        with _server("room", game, str(TABLES), folder) as (process, facts):
            load = _Load(facts, 0.0)
            done, _, grown = asyncio.run(load.room(process.pid))
        (Path(folder) / "cut").mkdir()
        with _server("room", game, str(TABLES), f"{folder}/cut") as (process, facts):
            cutting = _Load(facts, 0.0, cuts=True)
            cut, _, _ = asyncio.run(cutting.room(process.pid))
        (Path(folder) / "paced").mkdir()
        with _server("room", game, str(TABLES), f"{folder}/paced") as (process, facts):
            rate, times, _ = asyncio.run(_Load(facts, PACE).room(process.pid))
    ratio = f"{done / bare:.2f} x the bare server"
    paced = f"{game}, p50 of an action at {rate:.0f}/s", f"{game}, p99 of an action at {rate:.0f}/s"
    return [
        Figure(
            f"{game}, {TABLES} tables of six sockets", done, "actions/s", remark=ratio, is_main=True
        ),
        Figure(f"{game}, the server's core for an action", load.spent * 1e3, "ms"),
        Figure(
            f"{game}, the same with every deal cut by six clients",
            cut,
            "actions/s",
            remark=f"{cut / done:.2f} x without, {cutting.spent / load.spent:.2f} x its core",
        ),
        Figure(paced[0], times[len(times) // 2] * 1e3, "ms"),
        Figure(paced[1], times[len(times) * 99 // 100] * 1e3, "ms"),
        Figure(f"{game}, memory a table with its sockets", grown / TABLES / 1e3, "kB"),
    ]


@contextlib.contextmanager
def _server(*arguments: str) -> Iterator[tuple[subprocess.Popen[str], Any]]:
    """Run a server on the first core, this process on the others; yields the facts it prints."""
    cores = sorted(os.sched_getaffinity(0))
    command = [sys.executable, "-m", "benchmarks.servers", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            os.sched_setaffinity(process.pid, cores[:1])
            os.sched_setaffinity(0, cores[1:] or cores)
            assert process.stdout
            yield process, json.loads(process.stdout.readline())
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(timeout=30)
            except subprocess.TimeoutExpired:
                process.kill()
            os.sched_setaffinity(0, cores)


Action = tuple[Socket, bytes, int]
"""A socket, the text that it sends, and the version of the table that it has seen."""


class _Table:
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


class _Load:
    """All clients at all tables. `pace`: actions a second, 0 for as fast as the server is.

    `cuts`: they take part in the cut of every deal.
    """

    def __init__(self, facts: Any, pace: float, *, cuts: bool = False) -> None:
        self.facts, self.pace, self.cuts = facts, pace, cuts
        self.guests: dict[Socket, tuple[str, Seeds]] = {}
        self.tables = [_Table() for _ in range(TABLES)]
        self.rng = random.Random(1)
        self.ids = itertools.count()
        self.due: deque[Action] = deque()
        self.done = 0
        self.times: list[float] = []
        self.is_over = False
        self.seen: set[Socket] = set()
        """The sockets that have received a view."""
        self.pid = 0
        self.spent = 0.0
        """The server's processor time for an action, in seconds."""

    async def bare(self) -> float:
        """Actions a second of the echo server."""
        url = self.facts["base"].replace("http", "ws", 1)
        for number, table in enumerate(self.tables):
            await self._sit(table, number, [f"{url}/{number}"] * SEATS, [""] * SEATS, self._echoed)
        text = json.dumps({"type": "act", "id": "1", "hand": 1, "decision": 1, "action": "buy 2"})
        for table in self.tables:
            self._start(table.sockets[0], text.encode(), 0)
        return await self._measure()

    async def room(self, pid: int) -> tuple[float, list[float], float]:
        """Actions a second, the seconds of each (sorted), and the bytes of tables and sockets."""
        self.pid = pid
        url = self.facts["base"].replace("http", "ws", 1) + "/api/socket"
        async with self._paced():
            for number, (table, made) in enumerate(
                zip(self.tables, self.facts["tables"], strict=True)
            ):
                await self._sit(table, number, [url] * SEATS, made["cookies"], self._heard)
            for table, made in zip(self.tables, self.facts["tables"], strict=True):
                hello = {"type": "hello", "protocol": PROTOCOL, "table": made["table"]}
                hello |= {"checks": True} if self.cuts else {}
                for socket in table.sockets:
                    socket.say(json.dumps(hello).encode())
            async with asyncio.timeout(START):
                while len(self.seen) < TABLES * SEATS:
                    await asyncio.sleep(0.05)
            rate = await self._measure()
        return rate, sorted(self.times), _memory(pid) - self.facts["memory"]

    async def _sit(
        self, table: _Table, number: int, urls: list[str], cookies: list[str], hear: Any
    ) -> None:
        for seat, (url, cookie) in enumerate(zip(urls, cookies, strict=True)):
            socket = await Socket.open(url, hear, cookie)
            socket.table, socket.seat = number, seat
            table.sockets.append(socket)

    async def _measure(self) -> float:
        """Actions a second, measured after a warm-up of a fifth of the time."""
        await asyncio.sleep(SECONDS / 5)
        self.done, began, spent = 0, time.perf_counter(), _spent(self.pid)
        self.times.clear()
        await asyncio.sleep(SECONDS)
        rate = self.done / (time.perf_counter() - began)
        self.spent = (_spent(self.pid) - spent) / max(self.done, 1)
        self.is_over = True
        for table in self.tables:
            for socket in table.sockets:
                socket.close()
        return rate

    def _start(self, socket: Socket, text: bytes, version: int) -> None:
        """Send an action of a table; its updates have versions above `version`."""
        table = self.tables[socket.table]
        table.sent, table.missing, table.version = time.perf_counter(), set(range(SEATS)), version
        socket.say(text)

    def _note(self, table: _Table, socket: Socket, version: int) -> None:
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

    def _echoed(self, socket: Socket, text: bytes) -> None:
        table = self.tables[socket.table]
        table.ready = table.sockets[(socket.seat + 1) % SEATS], text, 0
        self._note(table, socket, 1)

    def _heard(self, socket: Socket, text: bytes) -> None:
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
        began, released = time.perf_counter(), 0
        while True:
            await asyncio.sleep(0.001)
            wanted = int((time.perf_counter() - began) * self.pace)
            while released < wanted:
                released += 1
                if self.due:
                    self._start(*self.due.popleft())


def _spent(pid: int) -> float:
    """The processor time of a process, in seconds; 0 for the pid 0."""
    if not pid:
        return 0.0
    fields = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _memory(pid: int) -> int:
    """The resident memory of a process, in bytes."""
    pages = int(Path(f"/proc/{pid}/statm").read_text("utf-8").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")
