"""Lives of a room that is killed at a step of the cut: `python -m tests.room.cut_lives FOLDER`.

Each line of the input is a step and how many times it is passed before the kill; the room of that
life runs in a fork, so that nothing is compiled or imported again. The output is lines of JSON.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import os
import random
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sidepot import bots, entropy, games
from sidepot.fairness import NO_COMMITMENT
from sidepot.room.client.seeds import Seeds
from sidepot.room.live.cuts import Cuts
from sidepot.room.protocol import messages as m
from sidepot.room.protocol.table_rules import GamePlan
from sidepot.room.service import Room
from sidepot.room.storage import reading
from sidepot.room.storage.append import Append
from sidepot.room.storage.store import Store
from sidepot.room.table import events as e
from sidepot.warm import warm
from tests.room import databases

GAME, PEOPLE = "ricochet-2", 3
LIFE = 600.0
"""Seconds that a life lasts at most."""
STEPS = (
    "before the commitment",
    "after it",
    "with seeds half in",
    "before the deal",
    "after it all",
)


def say(**facts: Any) -> None:
    """A line for the parent, gone from this process at once."""
    os.write(1, (json.dumps(facts) + "\n").encode())


class Player:
    """Takes part in every cut, and acts at random."""

    def __init__(self, room: Room, table: str, guest: str, chair: int) -> None:
        self.room, self.table, self.guest, self.chair = room, table, guest, chair
        self.rng = random.Random(entropy.source.random())
        self.answers = 0
        self.seeds = Seeds(hashlib.sha256(guest.encode()).digest())  # the same in every life

    async def send(self, kind: Callable[..., Any], **fields: Any) -> None:
        self.answers += 1
        id = f"{os.getpid()}-{self.answers}"
        await self.room.handle(self.guest, self.table, kind(id=id, **fields))

    async def play(self) -> None:
        looking = await self.room.subscribe(self.guest, self.table, checks=True)
        async for raw in looking:
            message = json.loads(raw)
            if message["type"] == "welcome":
                await self.send(m.Sit, chair=self.chair, chips=10**5)
                await self.send(m.Pledge, pledge=self.seeds.pledge(NO_COMMITMENT))
            elif message["type"] == "commitment":
                await self.reveal(message)
            elif message["type"] == "view":
                await self.act(message)

    async def reveal(self, told: dict[str, Any]) -> None:
        at = {"hand": told["hand"], "turn": told["turn"]}
        say(commitment=told["commitment"], **at)
        self.seeds.pledge(bytes.fromhex(told["prev"]))
        own, commitment = told["pledges"].get(self.guest), told["commitment"]
        seed = own and told["awaited"] and self.seeds.reveal(own, commitment)
        due = self.seeds.pledge(bytes.fromhex(commitment))
        if seed:
            await self.send(m.Reveal, seed=seed, pledge=due, **at)
        else:
            await self.send(m.Pledge, pledge=due)

    async def act(self, view: dict[str, Any]) -> None:
        hand = view["hand"]
        if view["room"]["phase"] == "playing" and hand["menu"]:
            choice = self.rng.choice(hand["menu"])
            amount = f" {choice['lowest']}" if choice["counted"] else ""
            due = {"hand": hand["hand"], "decision": hand["decision"]}
            await self.send(m.Act, action=choice["kind"] + amount, **due)


async def table(room: Room, file: Path) -> tuple[str, list[str]]:
    """The table and its guests: made in the first life, found in the others."""
    if file.exists():
        id, people = json.loads(file.read_text("utf-8"))
        return id, people
    people = [(await room.register(f"P{n}")).guest.id for n in range(PEOPLE)]
    plan = m.NewTable(games=[GamePlan(name=GAME)], pause=0, most=10**6)
    made = await room.create(people[0], plan)
    for guest in people:
        await room.join(guest, made.table, made.invitation)
    file.write_text(json.dumps([made.table, people]), "utf-8")
    return made.table, people


async def live(folder: Path) -> None:
    room = Room.open(databases.own_url(folder))
    id, people = await table(room, folder / "table.json")
    await room.start()
    players = [Player(room, id, guest, chair).play() for chair, guest in enumerate(people)]
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(asyncio.gather(*players), LIFE)
    await room.close()


def die_at(step: str, times: int) -> None:
    """Kill this process when a step has been reached so often."""
    left = times

    def pass_by(reached: str) -> None:
        nonlocal left
        left -= reached == step
        if not left:
            os.kill(os.getpid(), signal.SIGKILL)

    append, reveal = Store.append, Cuts._reveal

    async def killing_append(self: Store, what: Append) -> None:
        kinds = [type(event) for event in what.events]
        before = {e.Committed: STEPS[0], e.HandDealt: STEPS[3]}
        after = {e.Committed: STEPS[1], e.HandDealt: STEPS[4]}
        for kind in kinds:
            pass_by(before.get(kind, ""))
        await append(self, what)
        for kind in kinds:
            pass_by(after.get(kind, ""))

    def killing_reveal(self: Cuts, *given: Any) -> Any:
        found = reveal(self, *given)
        if len(self._seeds) == PEOPLE // 2 + 1:
            pass_by(STEPS[2])
        return found

    Store.append, Cuts._reveal = killing_append, killing_reveal  # type: ignore[method-assign, assignment]


def forget() -> None:
    """A broken room: after a restart it does not know its commitment any more."""
    read = reading.read_table

    def read_table(*given: Any) -> Any:
        found = read(*given)
        found.state.committed = None
        return found

    reading.read_table = read_table  # type: ignore[assignment]


def main(folder: Path, *broken: str) -> None:
    """A life for each line of the input."""
    game = games.find(GAME)
    warm(game, [bots.find(game, "random")])
    for number, line in enumerate(sys.stdin):
        step, times = json.loads(line)
        child = os.fork()
        if child == 0:
            entropy.source = random.Random(number)
            die_at(step, times)
            for name in broken:
                globals()[name]()
            asyncio.run(live(folder))
            os._exit(0)
        _, status = os.waitpid(child, 0)
        say(over=os.waitstatus_to_exitcode(status))


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
