"""The law of secrets, at the socket and at the HTTP API: see `tests.room.wire`.

The same night is played twice through a server that listens; the second time the cards that a
viewer may not know lie in other places. All bytes that the viewer is sent must be the same: frames,
responses, and what everybody may read, the log and the metrics.
"""

import asyncio
import contextlib
import logging
import random
import re
from collections import defaultdict
from itertools import zip_longest
from pathlib import Path
from typing import Any

from sidepot.engine.hand import RAIL
from sidepot.web.logs import JsonFormatter
from sidepot.web.serving import Serving
from tests.room.harness import RoomHarness, SeededRandomness
from tests.room.wire import ONLOOKER, Known, Record, Script, other_decks
from tests.web.server import SocketClient, Visitor, open_server

HANDS = 2
BESIDES = ("date", "content-length")
BY_CHANCE = re.compile(
    rb'"time": "[^"]*"|"ms": [\d.]+'
    rb"|(?m:^(# .*|process_\w+|\w+_bucket\{.*|\w+_(sum|created)(\{.*)?) .*$)"
    rb"|(?m:^sidepot_(commits|writes|sockets)\w* .*$)"
)
"""What differs between any two runs: times, and how commits were grouped."""


class Heard(logging.Handler):
    """The log, as it is written."""

    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(JsonFormatter())
        self.lines: list[bytes] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record).encode())


def play(folder: Path, script: Script, *, is_first: bool) -> Record:
    """Play a script; the first time it is written down what random players do."""
    folder.mkdir(parents=True)
    (folder / "room.sqlite3.key").write_text("the same for every run")
    heard, logger = Heard(), logging.getLogger("sidepot")
    level = logger.level
    logger.addHandler(heard)
    logger.setLevel(logging.INFO)
    try:
        record = asyncio.run(_play(folder, script, is_first))
    finally:
        logger.removeHandler(heard)
        logger.setLevel(level)
    lines = sorted(BY_CHANCE.sub(b"", line) for line in heard.lines)
    for sent in record.sent.values():
        sent.extend(lines)
    return record


async def _play(folder: Path, script: Script, is_first: bool) -> Record:
    randomness = SeededRandomness(script.seed, [] if is_first else script.decks)
    harness = RoomHarness(folder / "room.sqlite3", randomness=randomness)
    async with (
        open_server(folder, room=harness.room) as serving,
        contextlib.AsyncExitStack() as open,
    ):
        return await _Evening(harness, serving, script, is_first).run(open)


class _Evening:
    """One table, everybody looking."""

    def __init__(
        self, harness: RoomHarness, serving: Serving, script: Script, is_first: bool
    ) -> None:
        self.harness, self.serving, self.script, self.is_first = harness, serving, script, is_first
        self.rng, self.taste = random.Random(script.seed), random.Random(script.seed + 1)
        self.left = list(script.actions)
        self.is_same = True
        self.lines: dict[str, SocketClient] = {}
        self.sent: dict[str, list[bytes]] = defaultdict(list)
        self.known: dict[str, list[Known]] = defaultdict(list)

    async def run(self, open: contextlib.AsyncExitStack) -> Record:
        base = self.serving.local
        names = [f"P{n}" for n in range(self.script.people)]
        self.people = [await Visitor(base).register(name) for name in names]
        games = [{"name": self.script.game}]
        made = await self.people[0].create(games=games, public=True, pause=3)
        self.table = made["table"]
        for visitor in self.people[1:]:
            await visitor.accept(made["link"])
        for visitor in (*self.people, Visitor(base)):
            line = await open.enter_async_context(visitor.at(self.table))
            self.lines[visitor.guest or ONLOOKER] = line
            await line.kind("chat_lines")
        for chair, line in enumerate(self.seated):
            await line.sit(chair, 100)
        for _ in range(HANDS):
            await self.harness.wait(3)
            if (await self.harness.state(self.table)).in_play:  # not everybody may have chips left
                await self.play_hand()
        await self.collect()
        self.script.decks = self.script.decks or self.harness.randomness.dealt
        return Record(self.sent, self.harness.randomness.dealt, self.known, self.is_same)

    @property
    def seated(self) -> list[SocketClient]:
        return [self.lines[visitor.guest] for visitor in self.people]

    async def play_hand(self) -> None:
        """Every command, wrong ones too, and words after it."""
        while self.is_same and (await self.harness.state(self.table)).in_play:
            await self.wrong()
            if self.script.is_coached:
                await self.advise()
            await self.act()
            await self.harness.room.settle()
        for line in self.seated:
            if self.rng.random() < 0.3:
                await line.do("show", hand=(await self.harness.state(self.table)).hands)
            await self.chat(line, "well")
        await self.remember()

    async def act(self) -> None:
        """The player whose turn it is does what the script says."""
        state, hand = await self.harness.state(self.table), await self.harness.hand(self.table)
        assert state.in_play and hand.actor is not None
        guest = state.chairs[state.in_play.chairs[hand.actor]].guest
        fields = {"hand": state.hands, "decision": hand.decision, "action": self.action(hand)}
        answer = await self.lines[guest or ""].do("act", **fields)
        assert answer["type"] == "ack" or not self.is_first, answer
        self.is_same = self.is_same and answer["type"] == "ack"

    async def advise(self) -> None:
        """The player to act asks what the choices are worth."""
        state, hand = await self.harness.state(self.table), await self.harness.hand(self.table)
        assert state.clock
        line = self.lines[state.chairs[state.clock.chair].guest or ""]
        await line.do("advise", hand=state.hands, decision=hand.decision)

    def action(self, hand: Any) -> str:
        """The script's next action; a card is noted by its place, as others may lie there."""
        menu = hand.table(hand.actor).menu
        if self.is_first:
            choice = self.taste.choice(menu)
            chosen = self.taste.randint(choice.lowest, choice.highest)
            self.script.actions.append(f"{choice.kind} {chosen}")
            self.left.append(self.script.actions[-1])
        kind, _, amount = (self.left.pop(0) if self.left else "fold 0").partition(" ")
        said = kind.replace("_", " ")
        for choice in menu:
            if choice.kind == kind and choice.cards:
                at = min(int(amount) - choice.lowest, len(choice.cards) - 1)
                return f"{said} {choice.cards[at]}"
            if choice.kind == kind and choice.counted:
                return f"{said} {amount}"
        return said

    async def wrong(self) -> None:
        """What is refused must not tell anything either."""
        line = self.seated[self.rng.randrange(len(self.people))]
        state, hand = await self.harness.state(self.table), await self.harness.hand(self.table)
        await line.do("act", hand=state.hands, decision=hand.decision, action="raise to 99999")

    async def chat(self, line: SocketClient, text: str) -> None:
        """Say something, and let everybody hear it: whatever was sent before has come then."""
        await line.do("chat", text=text)
        number = max(m["version"] for m in line.heard[-1:])
        for other in self.lines.values():
            if not any(m["type"] == "chat_lines" and said(m, number) for m in other.heard):
                await other.until(lambda m: m["type"] == "chat_lines" and said(m, number))

    async def remember(self) -> None:
        """What everybody has been told by the game, or was shown."""
        state, hand = await self.harness.state(self.table), await self.harness.hand(self.table)
        shown = {card for cards in state.shown.values() for card in cards}
        for viewer in self.lines:
            seat = state.seat_of(viewer)
            told = {event.card or "" for event in hand.events(RAIL if seat is None else seat)}
            self.known[viewer].append(Known.of(hand, told | shown))

    async def collect(self) -> None:
        """All that was sent, and all that can be fetched."""
        paths = [f"/api/tables/{self.table}/{end}" for end in ("harness.phhs", "ledger", "hands")]
        paths += [f"/api/tables/{self.table}/hands/{n}.phh" for n in (1, 2, 3)]
        for viewer, line in self.lines.items():
            self.sent[viewer] += line.raw
            for path in (*paths, "/api/tables", "/api/me/tables", "/api/me", "/metrics"):
                reply = await line.visitor.ask("GET", path)
                head = {k: v for k, v in reply.headers.items() if k not in BESIDES}
                self.sent[viewer].append(f"{reply.status} {head}".encode())
                self.sent[viewer].append(BY_CHANCE.sub(b"", reply.content))
            async with line.visitor.at(self.table) as again:
                await again.kind("chat_lines")
                self.sent[viewer] += again.raw


def said(message: dict[str, Any], number: int) -> bool:
    return any(line["number"] == number for line in message["lines"])


def leaks(
    folder: Path, game: str, people: int, seed: int, *, is_coached: bool = False
) -> list[tuple[str, bytes, bytes]]:
    """What each viewer was sent that depends on what the viewer may not know."""
    script = Script(game, people, seed, is_coached=is_coached)
    first = play(folder / "first", script, is_first=True)
    assert all(len(sent) > 20 for sent in first.sent.values())
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
