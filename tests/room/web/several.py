"""Processes of one room that are killed and frozen, and clients who go on."""

import asyncio
import contextlib
import itertools
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sidepot.room.client.connection import ConnectionLost, TableConnection
from sidepot.room.client.http import RoomClient
from sidepot.room.protocol import messages as m
from sidepot.room.protocol.table_rules import GamePlan
from tests.children import ROOT
from tests.room.web.forked import Fork
from tests.room.web.process import environment

Json = dict[str, Any]
TRUSTED = ("--trusted-proxy", "127.0.0.1")
AGAIN = 0.2
"""Seconds until somebody who was refused tries again."""


@dataclass
class Evening:
    """Some tables, and who plays at each; `seen`: when somebody first saw each version of it."""

    tables: list[str]
    players: list[list["Player"]]
    seen: list[dict[int, float]]

    @property
    def answers(self) -> list[Json]:
        return [facts for people in self.players for one in people for facts in one.answers]

    @property
    def older(self) -> list[tuple[int, int]]:
        """Versions that somebody was shown after a later one, with that."""
        return [pair for people in self.players for one in people for pair in one.older]

    def version(self, n: int) -> int:
        """The last version of a table that anybody has seen."""
        return max(self.seen[n], default=0)

    async def go_on(self, more: int, limit: float = 60) -> float:
        """Wait until every table is so many versions further; how long the most silent one was."""
        began = time.monotonic()
        wanted = [self.version(n) + more for n in range(len(self.tables))]
        async with asyncio.timeout(limit):
            while any(self.version(n) < least for n, least in enumerate(wanted)):
                await asyncio.sleep(0.02)
        return max(longest_between(began, seen.values()) for seen in self.seen)


def longest_between(began: float, times: Iterable[float]) -> float:
    """The longest time in which nothing happened, of what happened after `began`."""
    later = sorted(at for at in times if at > began)
    return max(after - before for before, after in itertools.pairwise([began, *later]))


class Visitor(RoomClient):
    """A client with an address of its own, as a proxy would tell it."""

    def __init__(self, base: str, address: str) -> None:
        super().__init__(base)
        self.address = address

    @property
    def headers(self) -> dict[str, str]:
        return {**super().headers, "x-forwarded-for": self.address}


class Process:
    """One of several: `sidepot serve` on a port that it keeps."""

    def __init__(self, folder: Path, url: str, relay: str) -> None:
        self._folder, self._url, self._port, self.relay = folder, url, 0, relay
        self.log = folder / "log.jsonl"
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "sidepot", "serve", "--port", str(self._port)]
        with self.log.open("a") as log:
            self.process = subprocess.Popen(
                [*command, "--database", self._url, "--relay", self.relay, *TRUSTED],
                cwd=ROOT,
                env=environment(self._folder),
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )

    def wait(self) -> str:
        """The address it listens on, once it does."""
        assert self.process.stdout
        found = ""
        for line in self.process.stdout:
            if " open at " in line:
                found = line.split()[-1]
            if line.startswith("Ctrl-C"):
                break
        assert found, self.log.read_text("utf-8")
        self._port = int(found.rpartition(":")[2])
        return found

    def send(self, what: signal.Signals) -> None:
        self.process.send_signal(what)

    def end(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(30)
        if self.process.stdout:
            self.process.stdout.close()


@contextlib.contextmanager
def processes(
    folder: Path, url: str, n: int, kind: type[Process | Fork] = Process
) -> Iterator[list[tuple[Process | Fork, str]]]:
    """Some processes of one room, and where each listens; the first one migrates.

    Each talks to the others at an address of the loopback that is its own.
    """
    started: list[Process | Fork] = []
    try:
        found = []
        for number in range(n):
            (folder / str(number)).mkdir()
            started.append(kind(folder / str(number), url, f"127.0.1.{number + 1}:0"))
        for one in started:
            found.append((one, one.wait()))
        yield found
    finally:
        for one in started:
            one.end()


class Player:
    """A guest at a table, by whichever process can be reached; it plays at random.

    `answers`: what was acknowledged. `seen`: when somebody first saw each version of the table.
    """

    def __init__(self, bases: list[str], name: str, address: str, rng: random.Random,
                 seen: dict[int, float], pace: float) -> None:  # fmt: skip
        self.bases, self.rng, self.seen, self.pace = bases, rng, seen, pace
        self.client = Visitor(rng.choice(bases), address)
        self.guest = self.client.register(name).id
        self.answers: list[Json] = []
        self.lost = 0
        self.older: list[tuple[int, int]] = []
        self._view: m.View | None = None
        self._is_out = False
        self._due: tuple[int, int] | None = None
        self._thinking: asyncio.Task[None] | None = None

    async def play(self, table: str, chair: int) -> None:
        connection = TableConnection(self.client, table)
        await connection.send(m.Sit, chair=chair, chips=5000)
        async for message in connection.messages():
            if isinstance(message, m.View):
                self.seen.setdefault(message.version, time.monotonic())
                if self._view and message.version < self._view.version:
                    self.older.append((self._view.version, message.version))
                self._view = message
                await self._come_back(connection, message)
                self._look(connection)
            elif isinstance(message, m.Refusal):  # as while nothing can be stored
                self._due = None
                self._look(connection, AGAIN)
            elif isinstance(message, m.Ack):
                facts = {"table": table, "guest": self.guest, "id": message.id}
                self.answers.append({**facts, "version": message.version})
            elif isinstance(message, ConnectionLost):
                self.lost += 1
                self.client.base = self._balanced()

    async def _come_back(self, connection: TableConnection, view: m.View) -> None:
        """Be dealt hands again, where one was away for so long that one sits out."""
        is_out = [one.status for one in view.room.chairs if one.chair == view.chair] == ["out"]
        if is_out and not self._is_out:
            await connection.send(m.ComeBack)
        self._is_out = is_out

    def _balanced(self) -> str:
        """Any process that takes connections, as a proxy would find one."""
        for base in self.rng.sample(self.bases, len(self.bases)):
            host, _, port = base.removeprefix("http://").rpartition(":")
            with contextlib.suppress(OSError), socket.create_connection((host, int(port)), 1):
                return base
        return self.client.base

    def _look(self, connection: TableConnection, after: float = 0) -> None:
        """Decide once, whatever one is shown meanwhile; `after` some seconds at the earliest."""
        view = self._view
        hand: Any = view and view.hand
        if not view or view.room.phase != "playing" or hand is None or not hand.menu:
            return
        if self._due == (hand.hand, hand.decision):
            return
        self._due = hand.hand, hand.decision
        self._thinking = asyncio.create_task(self._act(connection, hand, after))

    async def _act(self, connection: TableConnection, hand: Any, after: float) -> None:
        await asyncio.sleep(after + self.rng.uniform(0, self.pace))
        choice = self.rng.choice(hand.menu)
        amount = f" {choice.lowest}" if choice.counted else ""
        place = {"hand": hand.hand, "decision": hand.decision}
        await connection.send(m.Act, action=choice.kind.replace("_", " ") + amount, **place)


@contextlib.asynccontextmanager
async def evening(
    bases: list[str], tables: int, people: int, seed: int, pace: float = 0
) -> AsyncIterator[Evening]:
    """Tables at which everybody plays, by all of the processes.

    `pace`: seconds that they think at most.
    """
    rng = random.Random(seed)
    found = Evening([], [], [])
    tasks = []
    for n in range(tables):
        found.seen.append({})
        players = [
            await asyncio.to_thread(Player, bases, f"P{n}{k}", f"10.0.{n}.{k}",
                                    random.Random(rng.random()), found.seen[n], pace)
            for k in range(people)
        ]  # fmt: skip
        wanted = m.NewTable(games=[GamePlan(name="ricochet-2")], turn=5, time_bank=0, pause=0,
                            most=10**6, public=True)  # fmt: skip
        table = (await asyncio.to_thread(players[0].client.create, wanted)).table
        found.tables.append(table)
        found.players.append(players)
        tasks += [asyncio.create_task(one.play(table, k)) for k, one in enumerate(players)]
    try:
        yield found
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
