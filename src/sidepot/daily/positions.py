"""The positions of the days, from a list that ships; each date has one, and the list begins anew.

They are decisions between two, each with four choices: of Ricochet Poker II, of Ricochet Poker when
two of three are left (a hand of two cards folds or buys one, two or three), and the last discard of
High Noon: Standoff.
`make knowledge ARGS="--only daily"` makes the list; a change of it changes the position of every
date.
"""

from __future__ import annotations

import datetime
import functools
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from sidepot.errors import BadPosition

FILE = "positions.jsonl"
RICOCHET, STANDOFF, THREE = "ricochet-2", "high-noon-standoff", "ricochet"
DAYS = 731
"""The positions in the list, two years of them."""
CHOICES = 4
"""The choices of every position."""
MARGIN = 0.1
"""The least chips, an ante each, by which the best choice is better than the second best."""
ERROR = 0.05
"""The most chips that a worth may be off."""


@dataclass(frozen=True)
class Position:
    """A decision in a game, and the worth of its choices."""

    game: str
    own: str
    """The cards of the hand that is to act."""
    other: str
    """The cards that lie open beside it: the rival's, or those in the middle."""
    thrown: str
    """The cards that the hand has thrown before; of Ricochet for three, those of who is out."""
    pot: int
    choices: Sequence[str]
    """The legal actions, as they are typed; at Standoff without the throws that are worth least."""
    worth: Sequence[float]
    """The mean net chips from now on by choice.

    Of Ricochet both play best; of Standoff the rival plays the strategy that ships."""
    chance: Sequence[float]
    """By choice, of Ricochet: to be the lowest no more; of Standoff: the part of the pot that is
    won."""
    error: float
    """The most that a worth may be off, which is proven. Of Standoff it is three standard errors of
    the difference between the best two."""

    @property
    def best(self) -> str:
        """The choice that is worth most."""
        return self.choices[self.worth.index(max(self.worth))]

    @property
    def margin(self) -> float:
        """The chips between the best choice and the second best, at least."""
        first, second = sorted(self.worth, reverse=True)[:2]
        return first - second - 2 * self.error

    @property
    def ranks(self) -> str:
        """The game and the ranks of the cards: positions that share them are alike."""
        hands = (self.own, self.other)
        ranks = ("".join(sorted(card[0] for card in hand.split())) for hand in hands)
        return f"{self.game}: {' / '.join(ranks)}"

    def cost(self, choice: str) -> float:
        """The chips that a choice is worth less than the best."""
        return max(self.worth) - self.worth[self.choices.index(choice)]


@functools.cache
def listed() -> tuple[Position, ...]:
    """The list that ships."""
    told = Path(__file__).with_name(FILE).read_text("utf-8")
    return tuple(Position(**json.loads(line)) for line in told.splitlines())


def text(positions: Iterable[Position]) -> str:
    """The text of the file."""
    return "".join(json.dumps(asdict(one), separators=(",", ":")) + "\n" for one in positions)


def read_date(told: str) -> datetime.date:
    """The date that a text like 2026-11-28 means. Raises `BadPosition`."""
    try:
        date = datetime.date.fromisoformat(told)
    except ValueError:
        date = None
    if date is None or date.isoformat() != told:
        raise BadPosition("error.daily_date", date=told)
    return date


def of(date: datetime.date) -> Position:
    """The position of a date."""
    return listed()[date.toordinal() % len(listed())]
