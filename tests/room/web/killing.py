"""Players at a server that is going to be killed: they come again by their cookies, and go on."""

import asyncio
import json
import random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from sidepot.room.protocol.messages import PROTOCOL
from tests.room.web.server import LIMIT, Visitor

Json = dict[str, Any]
TABLES, PEOPLE = 3, 3
AGAIN = 0.05
"""Seconds between two attempts to reach a server that is away."""


class Player:
    """Acts at random when asked; a command without an answer is sent again as it was.

    A player whom the clock has sent out of the game comes back, as people do.
    """

    def __init__(self, visitor: Visitor, table: str, chair: int) -> None:
        self.visitor, self.table, self.chair = visitor, table, chair
        self.rng = random.Random(f"{table}{chair}")
        self.answers: dict[str, Json] = {}
        self.waiting: dict[str, Json] = {}
        self.room: Json = {}
        self.hand = 0
        self.lives = 0

    async def play(self, done: asyncio.Event) -> None:
        """Until `done`, whatever happens to the server."""
        self.waiting["sit"] = {"type": "sit", "id": "sit", "chair": self.chair, "chips": 1000}
        stop = asyncio.create_task(done.wait())
        while not done.is_set():
            try:
                async with self._connect() as socket:
                    self.lives += 1
                    reading = asyncio.create_task(self._read(socket))
                    await asyncio.wait({reading, stop}, return_when=asyncio.FIRST_COMPLETED)
                    reading.cancel()
                    await reading
            except (OSError, ConnectionClosed, InvalidHandshake, TimeoutError):
                pass
            except asyncio.CancelledError:
                assert done.is_set()
            await asyncio.sleep(AGAIN)

    def _connect(self) -> connect:
        url = self.visitor.base.replace("http", "ws", 1) + "/api/socket"
        headers = {"Cookie": self.visitor.cookie}
        return connect(
            url, additional_headers=headers, compression=None, proxy=None, open_timeout=LIMIT
        )

    async def _read(self, socket: ClientConnection) -> None:
        hello = {"type": "hello", "protocol": PROTOCOL, "table": self.table}
        await socket.send(json.dumps(hello))
        for command in list(self.waiting.values()):
            await socket.send(json.dumps(command))
        async for raw in socket:
            message = json.loads(raw)
            if message["type"] in ("ack", "refusal"):
                self._answered(message)
            elif message["type"] == "view":
                await self._look(socket, message)

    def _answered(self, message: Json) -> None:
        """An answer that came again must be the one that came before."""
        self.waiting.pop(message["id"], None)
        before = self.answers.setdefault(message["id"], message)
        if message["type"] == "ack":
            assert before == message, (before, message)

    async def _look(self, socket: ClientConnection, view: Json) -> None:
        self.hand = max(self.hand, view["room"]["hand"])
        self.room = view["room"]
        own = next((one for one in self.room["chairs"] if one["chair"] == self.chair), None)
        if own is not None and own["status"] == "out":
            await self._send(socket, f"back-{self.hand}", type="come_back")
        hand = view["hand"]
        if view["room"]["phase"] == "playing" and hand["menu"]:
            choice = self.rng.choice(hand["menu"])
            amount = f" {choice['lowest']}" if choice["counted"] else ""
            due = {"hand": hand["hand"], "decision": hand["decision"]}
            action = choice["kind"].replace("_", " ") + amount
            id = f"act-{due['hand']}-{due['decision']}"
            await self._send(socket, id, type="act", action=action, **due)

    async def _send(self, socket: ClientConnection, id: str, **command: Any) -> None:
        """Send a command once; an id stands for one and the same command."""
        if id not in self.answers and id not in self.waiting:
            self.waiting[id] = {"id": id, **command}
            await socket.send(json.dumps(self.waiting[id]))


async def seat(base: str) -> list[Player]:
    """Tables, and people at them."""
    players = []
    for n in range(TABLES):
        host = await Visitor(base).register(f"Host {n}")
        game = {"name": "ricochet-2" if n % 2 else "ricochet"}
        bots = [{"chair": PEOPLE, "strength": "random"}]
        made = await host.create(games=[game], bots=bots, turn=30, time_bank=0, most=10**6)
        players.append(Player(host, made["table"], 0))
        for chair in range(1, PEOPLE):
            visitor = await Visitor(base).register(f"P{n}{chair}")
            await visitor.accept(made["link"])
            players.append(Player(visitor, made["table"], chair))
    return players


async def go_on(players: list[Player], hands: int, playing: asyncio.Future[Any]) -> None:
    """Wait until every table has gone on by this number of hands."""
    wanted = {id(player): player.hand + hands for player in players}

    def behind() -> list[Json]:
        return [player.room for player in players if player.hand < wanted[id(player)]]

    try:
        async with asyncio.timeout(3 * LIMIT):
            while behind():
                assert not playing.done(), playing.exception()
                await asyncio.sleep(0.02)
    except TimeoutError:
        raise AssertionError(f"no hand is dealt at {behind()}") from None


def acknowledged(players: list[Player]) -> list[Json]:
    """The acknowledged commands, in the form that `tests.room.test_crash` checks."""
    return [
        {
            "table": player.table,
            "guest": player.visitor.guest,
            "id": answer["id"],
            "version": answer["version"],
        }
        for player in players
        for answer in player.answers.values()
        if answer["type"] == "ack"
    ]
