"""Random evenings at a real room: whatever people do, an honest room is never accused."""

import asyncio
import random
import tempfile
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sidepot import games
from sidepot.errors import NotAdmitted
from sidepot.room.client.fairness import DealChecker
from sidepot.room.live.subscription import Subscription
from sidepot.room.protocol import messages as m
from sidepot.room.protocol.table_rules import GamePlan
from sidepot.room.views import deals
from sidepot.words import Message
from sidepot.words.wire import decode_hook
from tests.cases import often
from tests.room import test_walks
from tests.room.client.test_fair_rooms import other_deck
from tests.room.harness import RoomHarness, SeededRandomness
from tests.suites import house

STEPS = 90
TRIED = (
    "five-card-draw",
    "guts",
    "high-noon-standoff",
    "holdem-no-limit",
    "poker-roulette",
    "ricochet-2",
    "ricochet-casino",
)
"""A game of each way to deal."""
_from_server: msgspec.json.Decoder[m.FromServer] = msgspec.json.Decoder(
    m.FromServer, dec_hook=decode_hook
)


class Checked:
    """A guest with a checker, who is connected to a room most of the time."""

    def __init__(self, harness: RoomHarness, guest: str, table: str) -> None:
        self.harness, self.guest, self.table = harness, guest, table
        self.checker = DealChecker()
        self.breaches: list[Message] = []
        self.found: Counter[str] = Counter()
        self._line: Subscription | None = None

    async def connect(self) -> None:
        try:
            self._line = await self.harness.room.subscribe(self.guest, self.table, checks=True)
        except NotAdmitted:  # the host has sent them away
            self._line = None

    def lose(self) -> None:
        if self._line:
            self._line.leave()
        self._line = None
        self.checker.lose_connection()

    async def answer(self) -> bool:
        """Take in what was sent, and answer; whether there was something."""
        line, count = self._line, 0
        while line and line.waiting:
            count += 1
            message = _from_server.decode(await anext(line))
            step = self.checker.receive(message)
            self.breaches += [*step.breaches, *step.notices]
            self._note(message)
            for command in step.commands:
                line.send(await self.harness.room.handle(self.guest, self.table, command))
                await self.harness.room.settle()
        if line and line.is_closed:
            self.lose()
        return count > 0

    def _note(self, message: m.FromServer) -> None:
        if isinstance(message, m.Proof):
            status = self.checker.status(message.hand)
            self.found["proven"] += bool(status and status.is_proven)
            self.found["ours"] += bool(status and status.is_ours)
            self.found["turns"] += bool(status and status.turn > 1)


class WalkedRoom(RoomHarness):
    """A harness in which people answer while time goes by."""

    people: list[Checked]

    async def wait(self, seconds: float) -> None:
        for _ in range(int(seconds * 2)):
            await super().wait(0.5)
            await self.answer()

    async def answer(self) -> None:
        while any([await one.answer() for one in self.people]):
            pass


async def walk(folder: Path, rng: random.Random, **wanted: Any) -> list[Checked]:
    randomness = SeededRandomness(rng.randrange(2**32))
    harness = WalkedRoom(folder / "room.sqlite3", randomness=randomness)
    harness.people = []
    try:
        guests = await harness.guests("Ana", "Bo", "Cy", "Dora")
        wanted = {"least": 10, "most": 300, "turn": 5, "time_bank": 0, "pause": 3, **wanted}
        seats = min(games.find(plan.name).most for plan in wanted["games"])
        table = await harness.table(*guests, seats=min(3, seats), **wanted)
        devices = [*guests, guests[0], guests[1]]  # two of them come by two devices
        harness.people = [Checked(harness, guest, table) for guest in devices]
        for one in harness.people:
            await one.connect()
        for _ in range(STEPS):
            room, one = harness.room, rng.choice(harness.people)
            if rng.random() < 0.03:
                one.lose()
            elif rng.random() < 0.1:
                one.lose()
                await one.connect()
            await test_walks.step(harness, table, guests, rng)
            if harness.room is not room:
                for one in harness.people:
                    one.lose()
                    await one.connect()
            await harness.answer()
    finally:
        await harness.room.close()
    return harness.people


def evenings(seeds: Iterable[int], game: str) -> tuple[list[str], Counter[str]]:
    """The breaches that were said, and how many hands were proven and cut by whom."""
    said: list[str] = []
    found: Counter[str] = Counter()
    for seed in seeds:
        with tempfile.TemporaryDirectory() as folder:
            plans = [GamePlan(name=game)]
            people = asyncio.run(walk(Path(folder), random.Random(seed), games=plans))
        said += [f"seed {seed}: {breach.text}" for one in people for breach in one.breaches]
        found.update(sum((one.found for one in people), Counter()))
    return said, found


@pytest.mark.parametrize("game", often(house(), always=TRIED))
def test_an_honest_room_is_never_accused(game: str) -> None:
    said, found = evenings([2], game)
    assert said == []
    assert found["proven"] > 3 and found["ours"] > 0, found


def test_a_chair_that_changes_hands_accuses_nobody() -> None:
    """Kuhn, seed 11: who sat down after the commitment was dealt in by it."""
    said, _ = evenings([11], "kuhn")
    assert said == []


@pytest.mark.soak
@pytest.mark.parametrize("game", house())
def test_an_honest_room_is_never_accused_in_many_evenings(game: str) -> None:
    said, found = evenings(range(40), game)
    assert said == []
    assert min(found[what] for what in ("proven", "ours", "turns")) > 20, found


def test_a_room_that_deals_the_other_deck_is_accused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deals, "_cut", other_deck)
    said, found = evenings([2], "ricochet-2")
    assert any("the deck that the seeds did not choose" in line for line in said)
    assert not found["proven"]


async def drawing(folder: Path, players: int) -> tuple[list[Checked], int]:
    """Badugi at which all stay in and throw their hands away; how often discards were shuffled."""
    harness = WalkedRoom(folder / "room.sqlite3", randomness=SeededRandomness(players))
    harness.people, shuffles = [], 0
    guests = await harness.guests(*(f"Guest {n}" for n in range(players)))
    table = await harness.table(*guests, games=[GamePlan(name="badugi")], turn=600)
    harness.people = [Checked(harness, guest, table) for guest in guests]
    for one in harness.people:
        await one.connect()
    for _ in range(2):
        while not (await harness.state(table)).in_play:
            await harness.wait(1)
        while (await harness.state(table)).in_play:
            hand = await harness.hand(table)
            assert hand.actor is not None
            own = hand.view(hand.actor).seats[hand.actor].cards
            thrown = " ".join(str(card.card) for card in own if card.zone == "hand")
            stays = "call" if "call" in hand.legal else "check"
            await harness.act(table, f"exchange {thrown}" if "keep" in hand.legal else stays)
            await harness.answer()
        events = iter(hand.secrets())
        shuffles += sum(event.kind == "refilled" for event in events)
    await harness.wait(1)
    await harness.room.close()
    return harness.people, shuffles


@pytest.mark.parametrize("players", [4, 6])
def test_discards_that_are_dealt_again_are_proven(players: int, tmp_path: Path) -> None:
    people, shuffles = asyncio.run(drawing(tmp_path, players))
    assert shuffles > 0
    assert [one.breaches for one in people] == [[]] * players
    assert [one.found["proven"] for one in people] == [2] * players
