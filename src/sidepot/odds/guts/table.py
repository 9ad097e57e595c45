"""The equilibria of Guts that ship, one a line, by cards, ranking, players and kind of hand.

`make knowledge ARGS="--only guts"` makes the file.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib import resources

FILE = "equilibria.jsonl"


@dataclass(frozen=True)
class Row:
    """An equilibrium: the hands that are in, of so many cards among so many players."""

    cards: int
    ranking: str
    players: int
    goes_on: bool
    """Whether another hand follows, for which chips stay."""
    lowest: str
    """The weakest hand that is always in."""
    strength: int
    """Its strength by the rules."""
    mixed: Mapping[str, Sequence[float]]
    """Weaker hands that are in at times: the strength and the frequency of each."""
    least: float
    """The pots a hand that a best reply wins at least; see `solving.Equilibrium`."""
    most: float

    def chance(self, strength: int) -> float:
        """The frequency of being in with a hand of a strength."""
        if strength >= self.strength:
            return 1.0
        return next((often for at, often in self.mixed.values() if at == strength), 0.0)


@functools.cache
def rows() -> Mapping[tuple[int, str, int, bool], Row]:
    """The equilibria that ship."""
    told = resources.files("sidepot.odds.guts").joinpath(FILE).read_text("utf-8")
    found = (Row(**json.loads(line)) for line in told.splitlines())
    return {(row.cards, row.ranking, row.players, row.goes_on): row for row in found}


def text(found: Sequence[Row]) -> str:
    """The text of the file."""
    return "".join(json.dumps(asdict(row)) + "\n" for row in found)
