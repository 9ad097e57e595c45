"""The round before the last card as it is solved at the table."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass, field

from sidepot import kernel
from sidepot.bots.endgame import ahead
from sidepot.bots.endgame.betting import Betting, Line
from sidepot.bots.endgame.coming import Coming, coming_of
from sidepot.bots.endgame.position import Combo, Endgame, public
from sidepot.bots.endgame.ranges import AT_RANDOM, ranges_of
from sidepot.bots.trained.strategy import Trained
from sidepot.engine.game import Game
from sidepot.engine.memory import Memory
from sidepot.kernel import Array

_KEPT = 4
"""Solutions that are kept: the decisions of the last round ask for the same again."""


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
            after = self.betting.after(x)
            c = self.betting.node(self.line[: i + 1])
            likely[self.betting.tree.actor[x]] *= (1.0 - AT_RANDOM) * self.share[
                c
            ] + AT_RANDOM / len(after)
            x = c
        places = {combo: h for h, combo in enumerate(self.combos)}
        likely = likely[:, [places[combo] for combo in combos]]
        likely /= likely.sum(axis=1, keepdims=True)
        return likely


@dataclass(frozen=True)
class _Asked:
    """A round to be solved; two are the same if all that both seats know is."""

    game: Game
    strategy: Trained
    seen: tuple[bytes, ...]
    """The public records, until the round begins."""
    acts: tuple[tuple[int, int], ...]
    coming: Coming = field(compare=False)
    memory: Memory = field(compare=False)


def solution_of(memory: Memory, strategy: Trained, until: int) -> Solution | None:
    """The solution of the round before the last card, if the hand has come to it.

    `until`: the number of decisions before its end, or before the present one.
    """
    coming = coming_of(memory)
    if coming is None:
        return None
    views = (public(memory.game, view) for view in memory.views[: coming.end.begun + 1])
    seen = tuple(kernel.raw(view).tobytes() for view in views)
    return _solution(_Asked(memory.game, strategy, seen, memory.acts[:until], coming, memory))


@functools.lru_cache(_KEPT)
def _solution(asked: _Asked) -> Solution | None:
    """The solution of a round."""
    coming = asked.coming
    line = tuple(action for _, action in asked.acts[coming.end.begun :])
    found = ahead.ahead_of(coming, {line[:i]: [action] for i, action in enumerate(line)})
    if not found.rounds:
        return None
    ranges = ranges_of(coming.end, coming.combos, asked.memory, asked.strategy)
    share = ahead.solve(found, ranges, found.rounds).share
    return Solution(coming.end, coming.combos, found.betting, line, ranges, share)
