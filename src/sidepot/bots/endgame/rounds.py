"""The round before the last card as it is solved at the table."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass, field

from sidepot import kernel
from sidepot.bots.endgame.ahead import Ahead, ahead_of, solve
from sidepot.bots.endgame.betting import Betting, Line, along
from sidepot.bots.endgame.coming import Coming, coming_of
from sidepot.bots.endgame.position import Combo, Endgame, public
from sidepot.bots.endgame.ranges import AT_RANDOM, ranges_of
from sidepot.bots.trained.strategy import Trained
from sidepot.engine.game import Game
from sidepot.engine.memory import Memory
from sidepot.kernel import Array
from sidepot.odds.sampling import Policy

_KEPT = 4
"""Solutions that are kept: later decisions of the hand ask for the same again."""


@dataclass(frozen=True, eq=False)
class Solution:
    """A solved round."""

    end: Endgame
    """The hand from its beginning on."""
    combos: tuple[Combo, ...]
    betting: Betting
    line: Line
    """The actions in it."""
    ranges: Array
    """float64[2, hands]: how likely each player holds each hand when it begins."""
    share: Array
    """float64[nodes, hands]."""

    def chances(self, combo: Combo) -> dict[int, float]:
        """The chance of each action that a hand may take now."""
        h, after = self.combos.index(combo), self.betting.after(self.betting.node(self.line))
        return {self.betting.action[c]: float(self.share[c, h]) for c in after}

    def ranges_after(self, combos: Sequence[Combo]) -> Array:
        """float64[2, hands]: how likely each player holds each of some hands when it is over."""
        likely, x = self.ranges.copy(), 0
        for i in range(len(self.line)):
            even = AT_RANDOM / len(self.betting.after(x))
            player, x = self.betting.tree.actor[x], self.betting.node(self.line[: i + 1])
            likely[player] *= (1.0 - AT_RANDOM) * self.share[x] + even
        places = {combo: h for h, combo in enumerate(self.combos)}
        likely = likely[:, [places[combo] for combo in combos]]
        likely /= likely.sum(axis=1, keepdims=True)
        return likely


def solution_of(memory: Memory, plays: Trained | Policy, until: int) -> Solution | None:
    """The solution of the round before the last card, if the hand has come to it.

    `plays`: what ranges are weighted by; without a trained strategy nothing is solved. `until`: the
    number of decisions before the round's end, or before the present one.
    """
    if not isinstance(plays, Trained) or (coming := coming_of(memory)) is None:
        return None
    end = coming.end
    line = tuple(action for _, action in memory.acts[end.begun : until])
    found = ahead_of(coming, along(line))
    if not found.rounds:
        return None
    views = (public(memory.game, view) for view in memory.views[: end.begun + 1])
    seen = tuple(kernel.raw(view).tobytes() for view in views)
    acts = memory.acts[: end.begun]
    asked = _Asked(memory.game, plays, seen, acts, found.betting.shape, coming, memory, found)
    return Solution(end, coming.combos, found.betting, line, *_solved(asked))


@dataclass(frozen=True)
class _Asked:
    """A round to be solved; two are the same if all that both seats know is."""

    game: Game
    strategy: Trained
    seen: tuple[bytes, ...]
    """The public records, until the round begins."""
    acts: tuple[tuple[int, int], ...]
    """The actions before it."""
    tree: tuple[tuple[int, ...], tuple[int, ...]]
    """The shape of the tree."""
    coming: Coming = field(compare=False)
    memory: Memory = field(compare=False)
    found: Ahead = field(compare=False)


@functools.lru_cache(_KEPT)
def _solved(asked: _Asked) -> tuple[Array, Array]:
    """The ranges of both when the round begins, and the solution."""
    coming = asked.coming
    ranges = ranges_of(coming.end, coming.combos, asked.memory, asked.strategy)
    return ranges, solve(asked.found, ranges, asked.found.rounds).share
