"""The law of secrets at the wire: play a session twice, with different hidden cards.

A viewer may know their own events of the game (its own suite judges those), and cards shown after a
hand. The second session has all other cards in other places of the deck and gets the same commands;
the viewer must be sent the same bytes. Here the viewers are subscribers of the room itself;
`tests.room.web.wire` connects them to a server.
"""

from __future__ import annotations

import asyncio
import json
import logging
import random
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import Any

from sidepot.engine.play import RAIL
from sidepot.errors import UserError
from sidepot.room.live.subscription import Subscription
from sidepot.room.protocol import messages as m
from sidepot.room.protocol.table_rules import GamePlan
from sidepot.room.table.state import TableState
from tests.room.archived import work
from tests.room.harness import PROOF, RoomHarness, SeededRandomness, guest_to_act, uncut
from tests.room.other_decks import Known, other_decks

HANDS = 2
ONLOOKER = "the rail"


@dataclass
class Script:
    """A session that can be played again: who sits, which decks are dealt, what is done."""

    game: str
    people: int
    seed: int
    options: dict[str, str] = field(default_factory=dict)
    is_coached: bool = False
    hands: int = HANDS
    decks: list[list[int]] = field(default_factory=list)
    actions: list[str] = field(default_factory=list)


@dataclass
class Record:
    """All that left the room for each viewer, and the cards that they may know, hand by hand.

    `is_same`: every command could be given as before.
    """

    sent: dict[str, list[bytes]]
    dealt: list[list[int]]
    known: dict[str, list[Known]]
    is_same: bool = True


class Evening:
    """One table, everybody looking: all but the way in which the viewers and the room talk."""

    def __init__(self, harness: RoomHarness, script: Script, is_first: bool) -> None:
        self.harness, self.script, self.is_first = harness, script, is_first
        self.rng, self.taste = random.Random(script.seed), random.Random(script.seed + 1)
        self.left = list(script.actions)
        self.is_same = True
        self.people: list[str] = []
        self.table = ""
        self.sent: dict[str, list[bytes]] = defaultdict(list)
        self.known: dict[str, list[Known]] = defaultdict(list)

    async def come(self) -> None:
        """The people sit down at a table, and everybody looks."""
        raise NotImplementedError

    async def command(self, guest: str, kind: str, **fields: Any) -> bool:
        """Is a command done? The answer goes to what was sent."""
        raise NotImplementedError

    async def collect(self) -> None:
        """All that was sent, and all that can be fetched."""
        raise NotImplementedError

    async def run(self) -> Record:
        """Play the script."""
        await self.come()
        for _ in range(self.script.hands):
            await self.harness.wait(3)
            if (await self.state()).in_play:  # not everybody may have chips left
                await self.play_hand()
        await self.collect()
        dealt = self.harness.randomness.dealt
        self.script.decks = self.script.decks or dealt
        return Record(self.sent, dealt, self.known, self.is_same)

    async def state(self) -> TableState:
        return await self.harness.state(self.table)

    async def play_hand(self) -> None:
        """Every command, wrong ones too, and words after it."""
        while self.is_same and (await self.state()).in_play:
            await self.at_turn(self.rng.choice(self.people), "act", action="raise to 99999")
            if self.script.is_coached:
                await self.at_turn(await self.actor(), "advise")
            action = await self.next_action()
            self.is_same = await self.at_turn(await self.actor(), "act", action=action)
            assert self.is_same or not self.is_first, action
            await self.harness.room.settle()
        for guest in self.people:
            if self.rng.random() < 0.3:
                await self.command(guest, "show", hand=(await self.state()).hands)
            await self.chat(guest, "well")
        await self.remember()

    async def at_turn(self, guest: str, kind: str, **fields: Any) -> bool:
        """A command about the decision that is due; what is refused must not tell anything."""
        state, hand = await self.state(), await self.harness.hand(self.table)
        return await self.command(guest, kind, hand=state.hands, decision=hand.decision, **fields)

    async def actor(self) -> str:
        """The guest whose turn it is."""
        return guest_to_act(await self.state())

    async def chat(self, guest: str, text: str) -> None:
        """Say something."""
        await self.command(guest, "chat", text=text)

    async def remember(self) -> None:
        """Note the cards that each viewer may know: from events, and those shown."""
        state, hand = await self.state(), await self.harness.hand(self.table)
        shown = {card for cards in state.shown.values() for card in cards}
        for viewer in (*self.people, ONLOOKER):
            seat = state.seat_of(viewer)
            told = {event.card or "" for event in hand.events(RAIL if seat is None else seat)}
            self.known[viewer].append(Known.of(hand, told | shown))

    async def next_action(self) -> str:
        """The script's next action; in the first session a random one, which is recorded."""
        if not self.is_first:
            return self.left.pop(0) if self.left else "fold"
        choice = self.taste.choice((await self.harness.hand(self.table)).legal.ranges)
        amount = self.taste.randint(choice.lowest, choice.highest)
        said = f" {amount}" if choice.is_counted or choice.cards else ""  # a card by its place
        action = choice.kind.replace("_", " ") + said
        self.script.actions.append(action)
        return action


COMMANDS: dict[str, Callable[..., Any]] = {
    "act": m.Act,
    "advise": m.Advise,
    "chat": m.Chat,
    "show": m.Show,
}


class _RoomEvening(Evening):
    """The viewers are subscribers of the room, and call it."""

    async def come(self) -> None:
        harness, script = self.harness, self.script
        self.people = await harness.guests(*[f"P{n}" for n in range(script.people)])
        plans = [GamePlan(name=script.game, options=dict(script.options))]
        self.table = await harness.table(*self.people, games=plans, public=True)
        self.looking: dict[str, Subscription] = {
            guest: await harness.room.subscribe(guest, self.table) for guest in self.people
        }
        self.looking[ONLOOKER] = await harness.room.subscribe(None, self.table)

    async def command(self, guest: str, kind: str, **fields: Any) -> bool:
        answer = await self.harness.do(guest, self.table, COMMANDS[kind], **fields)
        self.sent[guest].append(repr(answer).encode())
        return isinstance(answer, m.Ack)

    async def collect(self) -> None:
        room = self.harness.room
        for viewer, subscription in self.looking.items():
            sent = self.sent[viewer]
            while subscription.waiting:
                sent.append(await anext(subscription))
            sent.append(str(await room.lobby()).encode())
            sent.append(json.dumps({**room.metrics(), "commits_total": "by chance"}).encode())
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
        await work(self.harness)
        for viewer in self.people:
            self.sent[viewer].append((await room.histories(viewer, self.table)).encode())


@contextmanager
def hearing(formatter: logging.Formatter | None = None) -> Iterator[list[bytes]]:
    """The lines of the log, which is for everybody's eyes."""
    lines: list[bytes] = []

    class Heard(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(self.format(record).encode())

    heard, logger = Heard(), logging.getLogger("sidepot")
    heard.setFormatter(formatter)
    logger.addHandler(heard)
    try:
        yield lines
    finally:
        logger.removeHandler(heard)


_PROOF = re.compile(PROOF.pattern.encode())

Play = Callable[[Path, Script, bool], Record]
"""Plays a script; the first time it is written down what random players do."""


def play(folder: Path, script: Script, is_first: bool) -> Record:
    """Play a script with subscribers of the room."""
    with hearing() as lines:
        record = asyncio.run(_play(folder, script, is_first))
    for sent in record.sent.values():
        sent.extend(lines)
    return record


async def _play(folder: Path, script: Script, is_first: bool) -> Record:
    harness = harness_of(folder, script, is_first)
    try:
        return await _RoomEvening(harness, script, is_first).run()
    finally:
        await harness.room.close()


def harness_of(folder: Path, script: Script, is_first: bool) -> RoomHarness:
    """A room in which the decks of the script are dealt."""
    randomness = SeededRandomness(script.seed, [] if is_first else script.decks)
    return RoomHarness(folder / "room.sqlite3", randomness=randomness)


def leaks(
    folder: Path,
    game: str,
    people: int,
    seed: int,
    options: Mapping[str, str] | None = None,
    *,
    is_coached: bool = False,
    hands: int = HANDS,
    play: Play = play,
) -> Iterator[tuple[str, bytes, bytes]]:
    """The messages to each viewer that depend on hidden cards, one viewer after another.

    A caller that needs only the first leak plays no more sessions than it takes.
    """
    script = Script(game, people, seed, dict(options or {}), is_coached, hands)
    first = _played(folder / "first", script, True, play)
    for viewer in first.sent:
        script.decks = other_decks(first.dealt, first.known[viewer], seed)
        second = _played(folder / re.sub(r"\W", "-", viewer), script, False, play)
        if not second.is_same:
            yield viewer, b"the session went on", b"in another way"
            continue
        one, two = ([_PROOF.sub(b"", raw) for raw in r.sent[viewer]] for r in (first, second))
        pairs = zip_longest(one, two, fillvalue=b"")
        yield from ((viewer, one, two) for one, two in pairs if one != two)


def _played(folder: Path, script: Script, is_first: bool, play: Play) -> Record:
    folder.mkdir(parents=True)
    with uncut():
        return play(folder, script, is_first)
