"""Payments by when they are owed, agreements of a table, and the chips of a first evening."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sidepot.cards import JOKERS, SUITS, text
from sidepot.engine.game import Game
from sidepot.engine.options import Bet, Chips, EachSeat, Option, PayTable
from sidepot.engine.suits import ORDER, suits_decide
from sidepot.rules.betting import LIMITS
from sidepot.words import Message

_VALUES = (1, 5, 25, 100, 500)
"""The values of chips, in the smallest price of the game."""
_PIECES = (20, 16, 12, 12)
"""Chips of each value that a stack has before it has larger ones."""
_ZERO = re.compile(r"\b0:")
"""Help that says what 0 means."""
_MOST = 60
"""The characters of a value; tables agree on no longer ones."""


class Owed(NamedTuple):
    """An amount of chips: its name, its value, and when it is paid."""

    name: str
    value: str
    when: str


class Pile(NamedTuple):
    """Chips of one value, for each player."""

    value: int
    pieces: int


def owed(game: Game) -> Iterator[Owed]:
    """The amounts of a game with the options of the table, as its options declare them."""
    for name, option in game.declared.items():
        value, help = str(game.settings[name]), game.help(name)
        if _is_amount(option) and _holds(game, option) and (value != "0" or _ZERO.search(help)):
            yield Owed(_label(game, name), _clipped(value), help)


def agreed(game: Game) -> Iterator[tuple[str, str]]:
    """The other options by their names, with what the table has chosen."""
    for name, option in game.declared.items():
        if name != ORDER and not _is_amount(option) and not _is_flag(option):
            value = game.value_label(name, str(game.settings[name]))
            yield _label(game, name), _clipped(value)


def suits(game: Game) -> str:
    """The suits from low to high at this table; "" in games in which they decide nothing."""
    return str(game.settings.get(ORDER, SUITS)) if suits_decide(game) else ""


def stack(game: Game) -> int:
    """The chips with which everybody begins."""
    return game.stacks()[0]


def piles(game: Game) -> list[Pile]:
    """A stack in chips of a few values."""
    return split(stack(game), _smallest(game))


def split(stack: int, smallest: int) -> list[Pile]:
    """A stack in chips of a few values, the smallest first; `smallest` divides the stack."""
    found, left = list[Pile](), stack
    for at, value in enumerate(_VALUES):
        larger = [smallest * n for n in _VALUES[at + 1 :]]
        pieces = left // (smallest * value)
        if larger and pieces > _PIECES[at]:
            beyond = left - smallest * value * _PIECES[at]
            pieces = _PIECES[at] + beyond % larger[0] // (smallest * value)
        if pieces:
            found.append(Pile(smallest * value, pieces))
        left -= pieces * smallest * value
    return found


def deck(game: Game) -> Message:
    """The cards that are needed: for a few players, and for as many as there can be."""
    few, many = (_cards(game.cards_for(n)) for n in (game.least, game.most))
    return few if game.cards_for(game.least) == game.cards_for(game.most) else _both(few, many)


def _both(few: Message, many: Message) -> Message:
    return Message("paper.decks", {"few": few, "many": many})


def _cards(physical: Sequence[int]) -> Message:
    """The cards of a deck, and how many of them are jokers."""
    jokers = sum(text(card) == text(JOKERS[0]) for card in physical)
    if jokers:
        return Message("paper.deck_jokers", {"n": len(physical), "jokers": jokers})
    return Message("paper.deck", {"n": len(physical)})


def _smallest(game: Game) -> int:
    """The greatest chip with which every price and the stack can be paid."""
    rows = (
        game.numbers[name]
        for name, option in game.declared.items()
        if _is_amount(option) and not isinstance(option.kind, Bet | PayTable)
    )
    numbers = itertools.chain.from_iterable(row if _is_row(row) else [row] for row in rows)
    return math.gcd(stack(game), *(abs(int(number)) for number in numbers))


def _is_row(value: object) -> bool:
    return isinstance(value, tuple)


def _holds(game: Game, option: Option) -> bool:
    """Whether an option means something at the table's limit: its help may begin with another."""
    limit = option.help.partition(":")[0]
    return limit not in LIMITS or game.settings.get("limit", limit) == limit


def _is_amount(option: Option) -> bool:
    """Whether an option is an amount of chips, or several."""
    return isinstance(option.kind, Chips | PayTable) or (
        isinstance(option.kind, EachSeat) and not _is_flag(option)
    )


def _is_flag(option: Option) -> bool:
    """Whether an option says yes or no of each seat: what happened in a hand, and no rule."""
    return isinstance(option.kind, EachSeat) and option.kind.highest == 1


def _label(game: Game, name: str) -> str:
    return game.label(name) or name.replace("_", " ")


def _clipped(value: str) -> str:
    return value if len(value) <= _MOST else f"{value[:_MOST]}…"
