"""The figures of a report, part by part."""

from __future__ import annotations

import msgspec

from sidepot.designer.report.intervals import Figure

_FIRST = 0.05
"""The chance below which seats are called unequal."""


class Length(msgspec.Struct, frozen=True):
    """The length of a hand; `counts`: hands by number of decisions, the last bin and all above."""

    decisions: Figure
    minutes: Figure
    counts: list[int]


class Seats(msgspec.Struct, frozen=True):
    """Chips a hand of each seat beyond the table's mean, and `intervals.chance_of` them."""

    ahead: list[Figure]
    chance: float

    @property
    def farthest(self) -> int:
        """The seat that is farthest from the mean."""
        return max(range(len(self.ahead)), key=lambda p: abs(self.ahead[p].value))

    @property
    def are_unequal(self) -> bool:
        """Whether chance alone would hardly have done it."""
        return self.chance < _FIRST


class Skill(msgspec.Struct, frozen=True):
    """Chips a hand that one better bot wins among simpler ones.

    `hands`: after so many its winnings are two standard errors of what chance does, with `low` and
    `high` by the interval of `won`; None where the interval holds 0.
    """

    better: str
    simpler: str
    won: Figure
    deviation: float
    hands: float | None
    low: float | None
    high: float | None


class ActionUse(msgspec.Struct, frozen=True):
    """An action: in which share of decisions it is offered, of those taken, of the judged right."""

    action: str
    offered: Figure
    taken: Figure
    right: Figure | None


class Actions(msgspec.Struct, frozen=True):
    """The actions by how often they are offered, and how often the bot took the right one."""

    hands: int
    decisions: int
    judged: int
    deals: int
    agreed: Figure | None
    uses: list[ActionUse]


class Lead(msgspec.Struct, frozen=True):
    """Changes of the lead in a hand, and how often the last cards take it from the leader."""

    changes: Figure
    counts: list[int]
    last: Figure | None


class Bin(msgspec.Struct, frozen=True):
    """Pots of at least `least` chips, below the next bin."""

    least: float
    hands: int


class Pots(msgspec.Struct, frozen=True):
    """The pots of hands in chips (`counting`); `quantiles` by tenths and the hundredth."""

    chips: Figure
    quantiles: dict[str, float]
    bins: list[Bin]


class Broke(msgspec.Struct, frozen=True):
    """The share of matches in which somebody is broke after so many hands at most.

    `simpler`: of those, in how many it was one of the simpler bots, whose share of the table is
    `simpler_seats`.
    """

    matches: int
    hands: int
    stack: int
    share: Figure
    median: Figure | None
    curve: list[float]
    simpler: Figure | None
    simpler_seats: float


class Changed(msgspec.Struct, frozen=True):
    """A variant of the game, with one option changed, measured by fewer hands."""

    option: str
    value: str
    hands: int
    decisions: Figure
    minutes: Figure
    pot: Figure
    seats: Seats
    skill: Figure | None


class Report(msgspec.Struct):
    """All that was measured; a part that was not is None.

    `hands`: those that were counted, fewer than planned if it was stopped; `keeps`: the game keeps
    something for the next hand, which comparisons and matches leave out; `untried`: the variants
    for which there was no time.
    """

    game: str
    title: str
    options: dict[str, str]
    players: int
    stack: int
    unit: int
    bots: list[str]
    seed: int
    hands: int
    stopped: bool = False
    keeps: bool = False
    signature: str = ""
    deviation: float = 0.0
    length: Length | None = None
    seats: Seats | None = None
    skill: list[Skill] = []
    actions: Actions | None = None
    lead: Lead | None = None
    pots: Pots | None = None
    broke: Broke | None = None
    variants: list[Changed] | None = None
    untried: int = 0
