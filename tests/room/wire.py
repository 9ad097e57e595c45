"""The law of secrets at the wire: play a night twice, and change what a viewer may not know.

What a viewer may know is what the game's events say (its own suite judges that), and what was shown
after a hand. So the second night has all other cards in other places of the deck, the same commands
are given, and the viewer must be sent the same bytes.
"""

from __future__ import annotations

import asyncio
import json
import logging
import random
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple

from sidepot.cards import text
from sidepot.engine.hand import RAIL, Hand
from sidepot.errors import UserError
from sidepot.protocol import messages as m
from sidepot.room.live.subscription import Subscription
from tests.room.archived import work
from tests.room.harness import RoomHarness, SeededRandomness

HANDS = 2
ONLOOKER = "the rail"


@dataclass
class Script:
    """A night that can be played again: who sits, which decks are dealt, what is done."""

    game: str
    people: int
    seed: int
    options: dict[str, str] = field(default_factory=dict)
    is_coached: bool = False
    decks: list[list[int]] = field(default_factory=list)
    actions: list[str] = field(default_factory=list)


class Known(NamedTuple):
    """What a viewer may know of a hand: cards, and in a game that deals discards again, which."""

    cards: set[str]
    refills: bool
    again: list[str]

    @classmethod
    def of(cls, hand: Hand, cards: set[str]) -> Known:
        """All may know what is dealt again: it lies face up."""
        dealt = [event.card or "" for event in hand.events() if event.deals]
        return cls(cards, hand.game.refills, dealt[len(hand.deck) :])


@dataclass
class Record:
    """All that was sent to each viewer, and the cards that the viewer may know, hand by hand.

    `is_same`: every command could be given as before.
    """

    sent: dict[str, list[bytes]]
    dealt: list[list[int]]
    known: dict[str, list[Known]]
    is_same: bool = True


class _Heard(logging.Handler):
    """The room's log, which is for everybody's eyes."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())


def play(folder: Path, script: Script, *, is_first: bool) -> Record:
    """Play a script; the first time it is written down what random players do."""
    folder.mkdir(parents=True)
    heard = _Heard()
    logger = logging.getLogger("sidepot")
    logger.addHandler(heard)
    try:
        record = asyncio.run(_play(folder, script, is_first))
    finally:
        logger.removeHandler(heard)
    for sent in record.sent.values():
        sent += [line.encode() for line in heard.lines]
    return record


async def _play(folder: Path, script: Script, is_first: bool) -> Record:
    randomness = SeededRandomness(script.seed, [] if is_first else script.decks)
    harness = RoomHarness(folder / "room.sqlite3", randomness=randomness)
    try:
        return await _Evening(harness, script, is_first).run()
    finally:
        await harness.room.close()


class _Evening:
    """One table, everybody looking."""

    def __init__(self, harness: RoomHarness, script: Script, is_first: bool) -> None:
        self.harness, self.script, self.is_first = harness, script, is_first
        self.rng, self.taste = random.Random(script.seed), random.Random(script.seed + 1)
        self.left = list(script.actions)
        self.is_same = True
        self.sent: dict[str, list[bytes]] = {}
        self.known: dict[str, list[Known]] = defaultdict(list)

    async def run(self) -> Record:
        harness, script = self.harness, self.script
        self.people = await harness.guests(*[f"P{n}" for n in range(script.people)])
        plans = [m.GamePlan(name=script.game, options=dict(script.options))]
        self.table = await harness.table(*self.people, games=plans, public=True)
        self.looking: dict[str, Subscription] = {
            guest: await harness.room.subscribe(guest, self.table) for guest in self.people
        }
        self.looking[ONLOOKER] = await harness.room.subscribe(None, self.table)
        for _ in range(HANDS):
            await harness.wait(3)
            await self.play_hand()
        await self.collect()
        script.decks = script.decks or harness.randomness.dealt
        return Record(self.sent, harness.randomness.dealt, self.known, self.is_same)

    async def play_hand(self) -> None:
        """Every command, wrong ones too, and what each viewer is answered."""
        while self.is_same and (await self.harness.state(self.table)).in_play:
            await self.wrong()
            if self.script.is_coached:
                await self.advise()
            action = await self.next_action()
            answer = await self.harness.act(self.table, action)
            self.is_same = self.is_same and isinstance(answer, m.Ack)
        for n, guest in enumerate(self.people):
            for command in (m.Show, m.Chat):
                fields: dict[str, Any] = {"hand": 1} if command is m.Show else {"text": "well"}
                if command is m.Chat or self.rng.random() < 0.3:
                    await self.ask(guest, command, **fields)
            assert n < self.script.people
        await self.remember()

    async def remember(self) -> None:
        """What everybody has been told by the game, or was shown."""
        state, hand = await self.harness.state(self.table), await self.harness.hand(self.table)
        shown = {card for cards in state.shown.values() for card in cards}
        for viewer in self.looking:
            seat = state.seat_of(viewer)
            told = {event.card or "" for event in hand.events(RAIL if seat is None else seat)}
            self.known[viewer].append(Known.of(hand, told | shown))

    async def next_action(self) -> str:
        if not self.is_first:
            return self.left.pop(0) if self.left else "fold"
        choice = self.taste.choice((await self.harness.hand(self.table)).legal.ranges)
        amount = self.taste.randint(choice.lowest, choice.highest)
        said = f" {amount}" if choice.is_counted or choice.cards else ""  # a card by its place
        action = choice.kind.replace("_", " ") + said
        self.script.actions.append(action)
        return action

    async def wrong(self) -> None:
        """What is refused must not tell anything either."""
        guest = self.people[self.rng.randrange(len(self.people))]
        state, hand = await self.harness.state(self.table), await self.harness.hand(self.table)
        fields = {"hand": state.hands, "decision": hand.decision, "action": "raise to 99999"}
        await self.ask(guest, m.Act, **fields)

    async def advise(self) -> None:
        """The player to act asks what the choices are worth."""
        state, hand = await self.harness.state(self.table), await self.harness.hand(self.table)
        assert state.clock
        guest = state.chairs[state.clock.chair].guest or ""
        await self.ask(guest, m.Advise, hand=state.hands, decision=hand.decision)

    async def ask(self, guest: str, command: Any, **fields: Any) -> None:
        answer = await self.harness.do(guest, self.table, command, **fields)
        self.sent.setdefault(guest, []).append(repr(answer).encode())

    async def collect(self) -> None:
        """All that was sent, and all that can be fetched."""
        harness, room = self.harness, self.harness.room
        for viewer, subscription in self.looking.items():
            sent = self.sent.setdefault(viewer, [])
            while subscription.waiting:
                sent.append(await anext(subscription))
            sent.append(str(await room.lobby()).encode())
            sent.append(json.dumps({**room.metrics(), "commits_total": "by randomness"}).encode())
            if viewer == ONLOOKER:
                continue
            sent.append((await room.histories(viewer, self.table)).encode())
            sent.append(str(await room.ledger(viewer, self.table)).encode())
            sent.append(str(await room.hands(viewer, self.table)).encode())
            sent.append(str(await room.tables_of(viewer)).encode())
            again = await room.subscribe(viewer, self.table)
            while again.waiting:
                sent.append(await anext(again))
            again.leave()
            try:
                sent.append((await room.history(viewer, self.table, 1)).encode())
            except UserError as error:
                sent.append(str(error).encode())
        await work(harness)
        for viewer in self.people:
            self.sent[viewer].append((await room.histories(viewer, self.table)).encode())


def other_decks(record: Record, viewer: str, seed: int) -> list[list[int]]:
    """The decks with every card that the viewer may not know in another place.

    A game that deals discards again has a second order behind each; it is another one too.
    """
    rng, left, found = random.Random(seed), iter(record.dealt), list[list[int]]()
    for known in record.known[viewer]:
        found.append(_other(next(left), known.cards, rng))
        if known.refills:
            found.append(_other_second(next(left), known.again, rng))
    assert list(left) == []
    return found


def _other(deck: Sequence[int], known: set[str], rng: random.Random) -> list[int]:
    return _moved(deck, [at for at, card in enumerate(deck) if text(card) not in known], rng)


def _other_second(order: Sequence[int], again: Sequence[str], rng: random.Random) -> list[int]:
    """Another order behind the last card that has come from it."""
    cards, first = [text(card) for card in order], 0
    for card in again:
        first = cards.index(card, first) + 1
    return _moved(order, range(first, len(order)), rng)


def _moved(deck: Sequence[int], places: Sequence[int], rng: random.Random) -> list[int]:
    cards = [deck[place] for place in places]
    rng.shuffle(cards)
    other = list(deck)
    for place, card in zip(places, cards, strict=True):
        other[place] = card
    return other


def leaks(
    folder: Path,
    game: str,
    people: int,
    seed: int,
    options: Mapping[str, str] | None = None,
    *,
    is_coached: bool = False,
) -> list[tuple[str, bytes, bytes]]:
    """What each viewer was sent that depends on what the viewer may not know."""
    script = Script(game, people, seed, dict(options or {}), is_coached)
    first = play(folder / "first", script, is_first=True)
    found = []
    for viewer in first.sent:
        script.decks = other_decks(first, viewer, seed)
        second = play(folder / re.sub(r"\W", "-", viewer), script, is_first=False)
        if not second.is_same:
            found.append((viewer, b"the night went on", b"in another way"))
            continue
        pairs = zip_longest(first.sent[viewer], second.sent[viewer], fillvalue=b"")
        found += [(viewer, one, two) for one, two in pairs if one != two]
    return found
