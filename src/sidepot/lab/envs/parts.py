"""The encoding of each part of a record for agents; parts not named here show plain numbers.

A part without an entry, as a designer's own may be, is shown field by field: numbers as they are,
and rows of seats turned so that the observer comes first.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Any

from sidepot.games import poker_roulette
from sidepot.kernel import Part
from sidepot.rules.betting import Betting
from sidepot.rules.board import Board
from sidepot.rules.chips import Chips
from sidepot.rules.deck import Deck
from sidepot.rules.discards import Discards
from sidepot.rules.holecards import HoleCards
from sidepot.rules.journal import Journal
from sidepot.rules.refill import Refill
from sidepot.rules.reshuffle import Reshuffle
from sidepot.rules.seats import Seats
from sidepot.rules.sidebets import SideBets
from sidepot.rules.stockpiles import Stockpiles
from sidepot.rules.upcards import UpCards


class How(IntEnum):
    """A way to show a field."""

    LEFT_OUT = -1
    """Not shown: the same in every hand, a consequence of what is shown, or about earlier bets."""
    NUMBERS = 0
    """As they are."""
    CHIPS = 1
    """Divided by the largest starting stack."""
    COUNT = 2
    """A number of cards in one hand: divided by the most that a player can use."""
    DEALT = 3
    """A number of cards of the deck: divided by its size."""
    SEAT = 4
    """A seat: one number a seat, 1 for it; all 0 for nobody."""
    PLANES = 5
    """Cards: for each seat, how many it has of each card."""
    OWN = 6
    """Cards of the observer: how many of each. Those of others are never seen."""
    PLACED = 7
    """`PLANES`; where actions pick a card by its place, also the observer's cards by place."""
    PILES = 8
    """`PLACED` for the cards in the order of collecting, and the observer's face-down ones."""
    LYING = 9
    """A flag for each physical card: how many of each lie there."""


_NO: Mapping[str, How] = {}

PARTS: Mapping[type[Part], Mapping[str, How]] = {
    Seats: {
        "n": How.LEFT_OUT,
        "least": How.LEFT_OUT,
        "banked": How.LEFT_OUT,
        "button": How.SEAT,
        "actor": How.SEAT,
    },
    Chips: dict.fromkeys(("stack", "paid", "won", "dead"), How.CHIPS),
    Betting: {
        "limit": How.LEFT_OUT,
        **dict.fromkeys(("to", "full", "counted", "bet", "faced"), How.CHIPS),
        **dict.fromkeys(("leader", "times", "past"), How.LEFT_OUT),
    },
    SideBets: dict.fromkeys(("stake", "bet"), How.CHIPS),
    UpCards: {
        "card": How.PLANES,
        "size": How.COUNT,
        "strength": How.LEFT_OUT,
        "held": How.LEFT_OUT,
    },
    HoleCards: {"card": How.PLACED, "size": How.COUNT},
    Discards: {"card": How.OWN, "size": How.COUNT},
    Board: {"card": How.PLANES, "size": How.COUNT},
    Stockpiles: {
        "n": How.LEFT_OUT,
        "card": How.PILES,
        "seat": How.LEFT_OUT,
        "down": How.LEFT_OUT,
        "size": How.COUNT,
    },
    Refill: {"size": How.DEALT, "lies": How.LYING, "place": How.LEFT_OUT},
    Reshuffle: {
        "done": How.NUMBERS,
        "size": How.DEALT,
        "under": How.LEFT_OUT,
        "place": How.LEFT_OUT,
        "card": How.OWN,
        "shuffle": How.NUMBERS,
        "laid": How.COUNT,
        "held": How.NUMBERS,
        "thrown": How.NUMBERS,
        "drawn": How.COUNT,
    },
    Deck: {
        "size": How.LEFT_OUT,
        "reach": How.LEFT_OUT,
        "top": How.DEALT,
        "card": How.LEFT_OUT,
        "second": How.LEFT_OUT,
        "listed": How.LEFT_OUT,
    },
    poker_roulette.PokerRoulette: {"match": How.PLANES, "active": How.PLANES},
}
"""The fields of a part that are not shown as plain numbers. `options` of a game are the same in
every hand of a batch, and a batch has no journal: neither is shown."""


def how_of(part: type[Part], field: str, kind: Any) -> How:
    """The encoding of a part's field."""
    if field == "options" or kind is Journal:
        return How.LEFT_OUT
    return PARTS.get(part, _NO).get(field, How.NUMBERS)
