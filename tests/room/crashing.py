"""Lives of a room that is killed: `python -m tests.room.crashing FOLDER`.

Each line of the input is a seed; the room of that life runs in a fork, so that nothing is imported
again, until a signal ends it. The output is a line of JSON with the life's process, one for every
answer that a player got, and one when it is over. What players sent without an answer they send
again in the next life, under the same id.
"""

import asyncio
import contextlib
import json
import os
import random
import signal
import sys
from pathlib import Path
from typing import Any

from sidepot import entropy
from sidepot.room.protocol import messages as m
from sidepot.room.protocol.table_rules import GamePlan
from sidepot.room.service import Room
from tests.room import databases

TABLES, PEOPLE = 4, 3


def say(**facts: Any) -> None:
    """A line for the parent, gone from this process at once."""
    os.write(1, (json.dumps(facts) + "\n").encode())


async def set_up(room: Room, file: Path) -> list[tuple[str, list[str]]]:
    """The tables and who sits there: made in the first life, found in the others."""
    if file.exists():
        return [(table, list(people)) for table, people in json.loads(file.read_text("utf-8"))]
    made = []
    for n in range(TABLES):
        people = [(await room.register(f"P{n}{k}")).guest.id for k in range(PEOPLE)]
        wanted = m.NewTable(
            games=[GamePlan(name="ricochet-2" if n % 2 else "ricochet")],
            bots=[m.BotPlan(chair=PEOPLE, strength="random")],
            turn=5,
            time_bank=0,
            pause=0,
            bot_pace=0,
            most=10**6,
        )
        created = await room.create(people[0], wanted)
        for guest in people:
            await room.join(guest, created.table, created.invitation)
        made.append((created.table, people))
    file.write_text(json.dumps(made), "utf-8")
    return made


class Player:
    """Acts at random whenever asked, and buys chips now and then."""

    def __init__(self, room: Room, table: str, guest: str, chair: int) -> None:
        self.room, self.table, self.guest, self.chair = room, table, guest, chair
        self.rng = random.Random(entropy.source.random())

    async def send(self, command: Any) -> None:
        answer = await self.room.handle(self.guest, self.table, command)
        if isinstance(answer, m.Ack):
            say(table=self.table, guest=self.guest, id=command.id, version=answer.version)

    async def play(self) -> None:
        looking = await self.room.subscribe(self.guest, self.table)
        await self.send(m.Sit(id=f"sit-{self.guest}", chair=self.chair, chips=500))
        async for raw in looking:
            view = json.loads(raw)
            if view["type"] == "view":
                await self.answer(view)

    async def answer(self, view: dict[str, Any]) -> None:
        hand = view["hand"]
        if view["room"]["phase"] != "playing" or not hand["menu"]:
            if view["room"]["phase"] == "pause" and self.rng.random() < 0.3:
                number = view["room"]["hand"]
                await self.send(m.BuyIn(id=f"buy-{number}", chips=7))
                await self.send(m.ComeBack(id=f"back-{number}"))
            return
        choice = self.rng.choice(hand["menu"])
        amount = f" {choice['lowest']}" if choice["counted"] else ""
        due = {"hand": hand["hand"], "decision": hand["decision"]}
        name = f"act-{due['hand']}-{due['decision']}"
        await self.send(m.Act(id=name, action=choice["kind"] + amount, **due))


async def live(folder: Path) -> None:
    room = Room.open(databases.own_url(folder))
    tables = await set_up(room, folder / "tables.json")
    await room.start()
    players = [
        Player(room, table, guest, chair).play()
        for table, people in tables
        for chair, guest in enumerate(people)
    ]
    playing = asyncio.gather(*players)
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, playing.cancel)
    with contextlib.suppress(asyncio.CancelledError):
        await playing
    await room.close()
    say(closed=True)


def main(folder: Path) -> None:
    """A life for each line of the input."""
    for seed in sys.stdin:
        child = os.fork()
        if child == 0:
            entropy.source = random.Random(seed)
            say(process=os.getpid())
            asyncio.run(live(folder))
            os._exit(0)
        _, status = os.waitpid(child, 0)
        say(over=os.waitstatus_to_exitcode(status))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
