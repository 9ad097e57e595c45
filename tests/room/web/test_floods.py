"""A room under a flood: fifty tables play on beside it, and the server's memory stays flat.

On a machine that is slow or busy nobody's answers come in time, flood or not; so the players' times
are taken without the flood first, and beside it they may be three times as long.
"""

import asyncio
import contextlib
import json
import random
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from sidepot.room.protocol.messages import PROTOCOL
from tests.children import ROOT
from tests.room.web import process
from tests.room.web.flooding import FLOODS
from tests.room.web.process import environment
from tests.room.web.server import Visitor

TABLES, WATCHERS = 50, 61
THINKING = 0.4
"""Seconds that a player thinks; two tables in three wait for somebody at any moment."""
QUIET, SECONDS = 8.0, 15.0
P99 = 0.1
"""Seconds that 99 answers in a hundred may take."""
GROWTH = 30 * 2**20
"""Bytes; a flood without back pressure grows the server by hundreds of megabytes."""
PROXY = "127.0.0.2"
"""From where the players come, each with an address of their own by X-Forwarded-For."""


class Guest(Visitor):
    """A visitor behind the proxy, with an address of their own."""

    source = PROXY

    def __init__(self, base: str, number: int) -> None:
        super().__init__(base)
        self.headers = {"X-Forwarded-For": f"10.1.{number // 250}.{number % 250 + 1}"}

    def call(self, method: str, path: str, body: Any, headers: dict[str, str]) -> Any:
        return super().call(method, path, body, {**headers, **self.headers})

    def connect(self) -> connect:
        url = self.base.replace("http", "ws", 1) + "/api/socket"
        headers = {**self.headers, **({"Cookie": self.cookie} if self.cookie else {})}
        return connect(
            url,
            additional_headers=headers,
            compression=None,
            proxy=None,
            local_addr=(PROXY, 0),
            open_timeout=60,
            ping_interval=None,
        )


class Player:
    """Acts when asked, at random, and takes the time until the answer."""

    def __init__(self, guest: Guest, table: str, chair: int) -> None:
        self.guest, self.table, self.chair = guest, table, chair
        self.rng = random.Random(f"{table}{chair}")
        self.sent: dict[str, float] = {}
        self.times: list[float] = []
        self.decision = (0, -1)
        self.acting: set[asyncio.Task[None]] = set()

    async def play(self) -> None:
        async with self.guest.connect() as socket:
            hello = {"type": "hello", "protocol": PROTOCOL, "table": self.table}
            await socket.send(json.dumps(hello))
            sit = {"type": "sit", "id": "sit", "chair": self.chair, "chips": 1000}
            await socket.send(json.dumps(sit))
            async for raw in socket:
                message = json.loads(raw)
                if message["type"] in ("ack", "refusal"):
                    began = self.sent.pop(message["id"], None)
                    if began is not None:
                        self.times.append(time.perf_counter() - began)
                elif message["type"] == "view":
                    self._look(socket, message)

    def _look(self, socket: ClientConnection, view: Any) -> None:
        hand = view["hand"]
        if view["room"]["phase"] != "playing" or not hand or not hand["menu"]:
            return
        due = (hand["hand"], hand["decision"])
        if due != self.decision:
            self.decision = due
            task = asyncio.create_task(self._act(socket, self.rng.choice(hand["menu"]), due))
            self.acting.add(task)
            task.add_done_callback(self.acting.discard)

    async def _act(self, socket: ClientConnection, choice: Any, due: tuple[int, int]) -> None:
        await asyncio.sleep(self.rng.uniform(0.5, 1.5) * THINKING)
        id = f"{due[0]}-{due[1]}"
        amount = f" {choice['lowest']}" if choice["counted"] else ""
        action = choice["kind"].replace("_", " ") + amount
        command = {"type": "act", "id": id, "hand": due[0], "decision": due[1], "action": action}
        self.sent[id] = time.perf_counter()
        with contextlib.suppress(ConnectionClosed):
            await socket.send(json.dumps(command))


async def watch(guest: Guest, table: str) -> None:
    async with guest.connect() as socket:
        await socket.send(json.dumps({"type": "hello", "protocol": PROTOCOL, "table": table}))
        async for _ in socket:
            pass


async def seat(base: str) -> list[Player]:
    players = []
    for n in range(TABLES):
        host, other = Guest(base, 2 * n), Guest(base, 2 * n + 1)
        await host.register(f"Host {n}")
        await other.register(f"Guest {n}")
        game = {"name": "ricochet-2"}
        made = await host.create(
            games=[game], turn=30, time_bank=0, most=10**6, pause=1, public=n == 0
        )
        await other.accept(made["link"])
        players += [Player(host, made["table"], 0), Player(other, made["table"], 1)]
    return players


def memory(pid: int) -> int:
    """The resident memory of a process, in bytes."""
    status = Path(f"/proc/{pid}/status").read_text("ascii")
    return int(status.partition("VmRSS:")[2].split()[0]) * 1024


async def besides(
    base: str, pid: int, kind: str | None, seconds: float = SECONDS
) -> dict[str, Any]:
    """Play for a while, beside a flood; the times of the players, and the growth of memory."""
    players = await seat(base)
    table = players[0].table
    tasks = [asyncio.create_task(player.play()) for player in players]
    if kind == "openings":
        guests = [Guest(base, 1000 + n) for n in range(WATCHERS)]
        tasks += [asyncio.create_task(watch(guest, table)) for guest in guests]
    await asyncio.sleep(5)
    taken(players)
    await asyncio.sleep(QUIET)
    quiet = taken(players)
    before = memory(pid)
    flood = None
    if kind:
        port = base.rpartition(":")[2]
        flood = subprocess.Popen(
            [sys.executable, "-m", "tests.room.web.flooding", kind, port, table],
            cwd=ROOT,
            env=environment(Path()),
        )
    try:
        await asyncio.sleep(SECONDS)
        times = taken(players)
        grown = memory(pid) - before
    finally:
        if flood:
            flood.kill()
            flood.wait()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    return {
        "flood": kind,
        "answers": len(times),
        "quiet p99": p99(quiet),
        "median": statistics.median(times),
        "p99": p99(times),
        "grown": grown,
    }


def taken(players: list[Player]) -> list[float]:
    """The times of the answers since the last call, and of those that are still awaited."""
    now = time.perf_counter()
    late = [now - at for player in players for at in player.sent.values()]
    times = [time for player in players for time in player.times]
    for player in players:
        player.times.clear()
    return times + late


def p99(times: list[float]) -> float:
    return sorted(times)[int(len(times) * 0.99)]


def harm(found: dict[str, Any]) -> list[str]:
    """The harm of a flood to the players, and to memory."""
    print({key: round(n, 4) if isinstance(n, float) else n for key, n in found.items()})
    harms = {
        "few answers": found["answers"] < SECONDS * TABLES / 10,
        "slow": found["p99"] > max(P99, 3 * found["quiet p99"]),
        "memory": found["grown"] > GROWTH,
    }
    return [name for name, is_true in harms.items() if is_true]


@pytest.mark.soak
@pytest.mark.skipif(sys.platform != "linux", reason="it has other addresses of the loopback")
@pytest.mark.parametrize("kind", [None, *FLOODS])
def test_fifty_tables_play_on_beside_a_flood(kind: str | None, tmp_path: Path) -> None:
    with process.serving(tmp_path, "--trusted-proxy", PROXY) as served:
        found = asyncio.run(besides(served.base, served.process.pid, kind))
    assert not harm(found)


@pytest.mark.soak
@pytest.mark.skipif(sys.platform != "linux", reason="it has other addresses of the loopback")
@pytest.mark.parametrize(
    ("kind", "by"), [("pings", "slow"), ("fragments", "slow"), ("unread_pings", "memory")]
)
def test_a_room_without_limits_is_caught(
    kind: str, by: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "SIDEPOT", [sys.executable, "-m", "tests.room.web.unprotected"])
    with process.serving(tmp_path, "--trusted-proxy", PROXY) as served:
        found = asyncio.run(besides(served.base, served.process.pid, kind))
    assert by in harm(found)
