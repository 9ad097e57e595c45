"""The positions of the days, from a list that ships; each date has one, and the list begins anew.

They are decisions of Ricochet Poker II between two, dealt by the rules and solved: the low hand has
two cards, so it folds or buys one, two or three. `make knowledge ARGS="--only daily"` makes the
list; a change of it changes the position of every date.
"""

from __future__ import annotations

import datetime
import functools
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from importlib import resources

from sidepot.errors import BadPosition

FILE = "positions.jsonl"
GAME = "ricochet-2"
ACTIONS = ("fold", "buy 1", "buy 2", "buy 3")
"""The choices of every position, as they are typed."""
DAYS = 366
"""The positions in the list, a year of them."""
MARGIN = 0.1
"""The least chips, an ante each, by which the best choice is better than the second best."""

ERROR = 0.05
"""The most chips that a worth may be off."""


@dataclass(frozen=True)
class Position:
    """A decision of the low hand, and the worth of its choices."""

    own: str
    """The cards of the hand that is to act, the lower one."""
    other: str
    pot: int
    worth: Sequence[float]
    """The mean net chips from now on by choice, in the order of `ACTIONS`, best play assumed."""
    error: float
    """The most that a worth may be off; it is proven."""

    @property
    def best(self) -> str:
        """The choice that is worth most."""
        return ACTIONS[self.worth.index(max(self.worth))]

    @property
    def margin(self) -> float:
        """The chips between the best choice and the second best, at least."""
        first, second = sorted(self.worth, reverse=True)[:2]
        return first - second - 2 * self.error

    @property
    def ranks(self) -> str:
        """The ranks of both hands: positions that share them are alike."""
        return " / ".join(
            "".join(sorted(card[0] for card in hand.split())) for hand in (self.own, self.other)
        )

    def cost(self, action: str) -> float:
        """The chips that a choice is worth less than the best."""
        return max(self.worth) - self.worth[ACTIONS.index(action)]


@functools.cache
def listed() -> tuple[Position, ...]:
    """The list that ships."""
    told = resources.files(__package__).joinpath(FILE).read_text("utf-8")
    return tuple(Position(**json.loads(line)) for line in told.splitlines())


def text(positions: Iterable[Position]) -> str:
    """The text of the file."""
    return "".join(json.dumps(asdict(one)) + "\n" for one in positions)


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
