"""Guests who take part in the cuts of a room, without a network."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from typing import Any

from sidepot import fairness
from sidepot.room.live.subscription import Subscription
from sidepot.room.protocol import messages as m
from tests.room.harness import RoomHarness

Json = dict[str, Any]


class Cutter:
    """A connected guest with seeds of their own, who answers every commitment unless `silent`."""

    def __init__(self, harness: RoomHarness, table: str, guest: str) -> None:
        self.harness, self.table, self.guest = harness, table, guest
        self.silent = False
        self.heard: list[Json] = []
        self._line: Subscription | None = None
        self._seeds: Iterator[str] = (
            hashlib.sha256(f"{guest} {n}".encode()).hexdigest() for n in range(10_000)
        )
        self.seeds: dict[str, str] = {}
        """Every seed by its pledge."""
        self.revealed: set[tuple[int, int]] = set()

    async def connect(self) -> None:
        """Subscribe, and pledge the first seed."""
        self._line = await self.harness.room.subscribe(self.guest, self.table, checks=True)
        await self.pledge()

    async def pledge(self) -> None:
        done = await self.harness.do(self.guest, self.table, m.Pledge, pledge=self._next())
        assert isinstance(done, m.Ack)

    def _next(self) -> str:
        seed = next(self._seeds)
        pledge = fairness.pledge(bytes.fromhex(seed)).hex()
        self.seeds[pledge] = seed
        return pledge

    async def answer(self) -> bool:
        """Receive the messages, and reveal the seeds asked for; was there one?"""
        assert self._line
        asked = False
        while self._line.waiting:
            message = json.loads(await anext(self._line))
            self.heard.append(message)
            is_mine = message["type"] == "commitment" and self.guest in message["pledges"]
            if is_mine and message["awaited"] and not self.silent:
                done = await self.reveal(message)
                assert isinstance(done, m.Ack), done
                asked = True
        return asked

    async def reveal(self, commitment: Json, **fields: Any) -> m.Answer:
        seed = self.seeds[commitment["pledges"][self.guest]]
        given = {"hand": commitment["hand"], "turn": commitment["turn"], "seed": seed}
        self.revealed.add((commitment["hand"], commitment["turn"]))
        fields = {**given, "pledge": self._next(), **fields}
        return await self.harness.do(self.guest, self.table, m.Reveal, **fields)

    def of(self, kind: str) -> list[Json]:
        """The messages received of a kind."""
        return [message for message in self.heard if message["type"] == kind]

    @property
    def last(self) -> Json:
        """The last commitment received."""
        return self.of("commitment")[-1]


async def cutters(harness: RoomHarness, *names: str, **wanted: Any) -> tuple[str, list[Cutter]]:
    """A table at which all take part in the cuts."""
    guests = await harness.guests(*names)
    table = await harness.table(*guests, **wanted)
    found = [Cutter(harness, table, guest) for guest in guests]
    for cutter in found:
        await cutter.connect()
    return table, found


async def answer_all(people: list[Cutter]) -> None:
    """Let all answer until nobody is asked any more."""
    while any([await cutter.answer() for cutter in people]):
        pass


async def commitment_comes(harness: RoomHarness, people: list[Cutter]) -> None:
    """Wait until decks are fixed; all answer meanwhile."""
    while not people[0].of("commitment"):
        await harness.wait(0.5)
        await answer_all(people)


async def next_hand(harness: RoomHarness, people: list[Cutter], seconds: float = 30) -> int:
    """Wait until a hand is dealt; its number."""
    for _ in range(int(seconds * 2)):
        await answer_all(people)
        state = await harness.state(people[0].table)
        if state.in_play:
            await answer_all(people)
            return state.hands
        await harness.wait(0.5)
    raise AssertionError("no hand is dealt")
