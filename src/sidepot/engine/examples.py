"""Examples: hands that a game's file names with their end, so that they can be played as a test.

They stand in a section of the rule page or of the file's docstring, as items of a list:

    <!-- examples -->
    - `Ks 7d | raise to 2, call | +3 -3` The king takes the pot.
    - `ante=2 stacks=20/9 | Ks 7d | check, check | +2 -2`
    <!-- /examples -->

The cards are those on top of the deck, in the order of the deal; `/` may stand between them where
that is easier to read. Others come in an order that is always the same. There are as many players
as results, and what they win or lose is in chips. Options, and stacks, may stand before the cards.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sidepot import cards, kernel
from sidepot.engine.game import Game, Hand
from sidepot.errors import BadGameFile, BadOption

_SECTION = re.compile(r"<!-- examples -->\n(.*?)<!-- /examples -->\n*", re.DOTALL)
_ITEM = re.compile(r"^- `([^`]*)`", re.MULTILINE)
_RESULT = re.compile(r"[+-]?\d+")
_STACKS = "stacks"
_SEED = 0
"""The seed of the order of the cards that an example does not name."""
_FIELDS = 3


@dataclass(frozen=True, slots=True)
class Example:
    """A hand and its end: stacks in chips (None: the usual ones), and each player's result."""

    options: Mapping[str, str]
    stacks: tuple[int, ...] | None
    cards: str
    actions: tuple[str, ...]
    payoffs: tuple[int, ...]

    def __str__(self) -> str:
        before = [f"{name}={value}" for name, value in self.options.items()]
        if self.stacks is not None:
            before.append(f"{_STACKS}={'/'.join(map(str, self.stacks))}")
        ends = " ".join(f"{payoff:+d}" for payoff in self.payoffs)
        fields = [" ".join(before)] * bool(before)
        return " | ".join([*fields, self.cards, ", ".join(self.actions), ends])

    def deal(self, game: Game) -> Hand:
        """The hand before its first action. Raises `BadOption`, `BadSetup`, `BadCards`."""
        table = _usual(game).with_options(**self.options)
        stacks = self.stacks or table.stacks(len(self.payoffs))
        deck = self.cards.replace("/", " ")
        return table.deal(stacks=stacks, deck=deck or None, seed=_SEED)


def _usual(game: Game) -> Game:
    """The game with none of its options chosen: some follow others, as a bet does the ante."""
    return replace(game, chosen={}) if game.chosen else game


def _told(game: Game) -> Mapping[str, Any]:
    """The chosen options that an example names: those that are not as usual, if they give all."""
    usual = _usual(game)
    told = {name: v for name, v in game.chosen.items() if v != usual.settings[name]}
    try:
        is_enough = usual.with_options(**told).settings == game.settings
    except BadOption:  # one alone is too large for another as it usually is
        is_enough = False
    return told if is_enough else game.chosen


def read(page: str) -> tuple[Example, ...]:
    """The examples of a page; none where it has no such section. Raises `BadGameFile`."""
    found = _SECTION.search(page)
    lines = _ITEM.findall(found[1]) if found else []
    return tuple(parse(" ".join(line.split())) for line in lines)


def parse(line: str) -> Example:
    """The example in a line. Raises `BadGameFile`, with the form that one has."""
    fields = [field.strip() for field in line.split("|")]
    before = fields.pop(0) if len(fields) > _FIELDS else ""
    results = fields[-1].split()
    if len(fields) != _FIELDS or not results or not all(map(_RESULT.fullmatch, results)):
        raise BadGameFile("error.example", line=line)
    options = dict(_settings(before, line))
    stacks = options.pop(_STACKS, None)
    if stacks is not None and not all(part.isdecimal() for part in stacks.split("/")):
        raise BadGameFile("error.example", line=line)
    return Example(
        options,
        None if stacks is None else tuple(map(int, stacks.split("/"))),
        fields[0],
        tuple(action.strip() for action in fields[1].split(",") if action.strip()),
        tuple(map(int, results)),
    )


def _settings(before: str, line: str) -> Iterator[tuple[str, str]]:
    """The options before the cards by name, the stacks among them."""
    for part in before.split():
        name, is_one, value = part.partition("=")
        if not is_one:
            raise BadGameFile("error.example", line=line)
        yield name, value


def without(page: str) -> str:
    """A page without its section of examples."""
    return _SECTION.sub("", page)


def of(hand: Hand, actions: Sequence[str]) -> Example:
    """The example that a finished hand is, with all the cards that were dealt."""
    options = {name: str(value) for name, value in _told(hand.game).items()}
    is_usual = set(hand.starting_stacks) == {hand.game.stacks(hand.players)[0]}
    dealt = cards.texts(hand.deck[: kernel.fields(hand.record()).deck.top])
    stacks = None if is_usual else hand.starting_stacks
    return Example(options, stacks, dealt, tuple(actions), hand.payoffs)
