"""CFR+ on the round before the last card, with the betting after each card that can come.

The bets of the last round are few: they say what the round before is worth, and the last one is
solved again, with more sizes, when its card is up. Depth-limited solving (N. Brown, T. Sandholm and
B. Amos, 2018) asks a strategy instead what the last round is worth; the table's look-ups for all
cards and hands would cost a hundred times as much as to solve it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from sidepot import kernel
from sidepot.bots.endgame import cfr
from sidepot.bots.endgame.betting import Betting, Line, grow
from sidepot.bots.endgame.cfr import Hands, Solving, Tree
from sidepot.bots.endgame.coming import Coming, Runouts, runouts_of
from sidepot.bots.endgame.held import Held, in_order
from sidepot.bots.endgame.position import dealt
from sidepot.kernel import Array, Records, compiled, readable
from sidepot.rules import actions

_SIZES: Sequence[Sequence[int]] = ((75,), ())
"""Bets that are tried before the last card besides all-in, as in `betting`."""
_LAST_SIZES: Sequence[Sequence[int]] = ((75,), ())
"""Bets after it."""
_BETS, _LAST_BETS = 3, 2
"""The bets and raises in a row that are tried in each round; in the first, one more than were made.
Fixed limit would allow more."""
_WORK = 120_000_000
"""Nodes after the last card times hands times iterations: a second, as in `solver`."""
_LEAST, _MOST = 10, 40
"""The fewest iterations by which anything is known, and the most."""
_POWER = 3
"""The strategy of iteration t counts t to this power in the mean: the first ones know nothing of
what follows after the last card."""


@dataclass(frozen=True, eq=False)
class Ahead:
    """The betting before and after the last card."""

    betting: Betting
    hands: Hands
    """The hands before it, as `Coming.combos`."""
    runouts: Runouts
    size: int
    """The hidden cards of a hand."""
    last: Mapping[int, Tree]
    """The bets that follow after each node where the card comes."""

    @property
    def part(self) -> float:
        """The chance of a card that neither hand has."""
        return 1.0 / (len(self.runouts.card) - 2 * self.size)

    @property
    def rounds(self) -> int:
        """The iterations at the table; 0 if there is too much to know."""
        nodes = sum(len(tree.actor) for tree in self.last.values())
        rounds = _WORK // (nodes * self.runouts.places.size)
        return min(rounds, _MOST) if rounds >= _LEAST else 0


def ahead_of(
    coming: Coming,
    offered: Mapping[Line, Sequence[int]],
    sizes: Sequence[Sequence[int]] = _SIZES,
) -> Ahead:
    """The betting from a round before the last card on; `offered`: further actions in it."""
    end, combos, runouts = coming.end, coming.combos, runouts_of(coming)
    rows = _pairs(coming, runouts)
    made = max((_bets((*line, *acts[:1])) for line, acts in offered.items()), default=0)
    most = max(_BETS, 1 + made)
    betting, after = grow(end, rows, sizes, offered, until_dealt=True, most=most)
    last = {x: grow(end, now, _LAST_SIZES, {}, most=_LAST_BETS)[0].tree for x, now in after.items()}
    _, _, hands = in_order(combos, [0] * len(combos), are_listed=True)
    return Ahead(betting, hands, runouts, len(combos[0]), last)


def _bets(line: Line) -> int:
    """The bets and raises in a line."""
    return sum(actions.kind(action) in actions.LEVELS for action in line)


def _pairs(coming: Coming, runouts: Runouts) -> list[Records]:
    """The root with pairs of hands of which the first is better, worse and as good with a card.

    It is the card by which most hands differ: with four deuces and an ace up all are equal.
    """
    r = max(range(len(runouts.card)), key=lambda r: len(np.unique(runouts.hands.strength[r])))
    hands = Hands(*(readable(column[r]) for column in runouts.hands))
    combos = tuple(coming.combos[i] for i in runouts.places[r])
    held = Held(combos, hands, np.ones((2, len(combos))))
    found = list[Records]()
    for pair in held.pairs():
        rows = dealt(coming.end, pair, coming.rows)
        kernel.fields(rows).deck.card[coming.place] = runouts.card[r]
        found.append(rows)
    return found


def solve(ahead: Ahead, ranges: Array, rounds: int) -> Solving:
    """The solution of the round before the last card, in `share`; `ranges`: float64[2, hands]."""
    tree, leaves = ahead.betting.tree, _leaves(ahead)
    known = cfr.begin(tree, ahead.hands)
    for p in range(2):
        cfr.match(tree, known.regret, known, p)
    for t in range(rounds):
        for p in range(2):
            _weigh(ahead, leaves, ranges, known, p)
            cfr.learn(tree, known, p)
            cfr.add_up(tree, known, p, _weight(t))
            cfr.match(tree, known.regret, known, p)
    cfr.average(tree, known)
    return known


def worth_of(ahead: Ahead, ranges: Array, share: Array, p: int, rounds: int) -> float:
    """The chips with which player p ends, who keeps to a strategy until the last card.

    The other learns a best reply in so many rounds; after the card both learn to play well.
    `share`: float64[nodes, hands].
    """
    tree, leaves = ahead.betting.tree, _leaves(ahead)
    known = cfr.begin(tree, ahead.hands)
    known.share[:] = share
    cfr.match(tree, known.regret, known, 1 - p)
    won = 0.0
    for t in range(rounds):
        _weigh(ahead, leaves, ranges, known, 1 - p)
        cfr.learn(tree, known, 1 - p)
        cfr.match(tree, known.regret, known, 1 - p)
        _weigh(ahead, leaves, ranges, known, p)
        won += _weight(t) * cfr.mean(ahead.hands, ranges, known, p)
    return won / sum(_weight(t) for t in range(rounds))


def _weight(t: int) -> float:
    """The weight of an iteration in a mean."""
    return float(t + 1) ** _POWER


def _weigh(
    ahead: Ahead, leaves: Mapping[int, _Leaf], ranges: Array, known: Solving, p: int
) -> None:
    """Write what player p's hands win at each node, and learn what follows after the last card."""
    tree = ahead.betting.tree
    cfr.spread(tree, ranges, known, p)
    for x, leaf in leaves.items():
        reach = known.reach[1 - p, tree.led[x, 1 - p]]
        _look(leaf, ahead.runouts, reach, p, ahead.part, known.value[x])
    cfr.weigh(tree, ahead.hands, known, p, False)


class _Leaf(NamedTuple):
    """The state of CFR+ in the bets after a node where the card comes."""

    tree: Tree
    regret: Array
    """float64[runouts, nodes, hands]."""
    share: Array
    """float64[runouts, nodes, hands]."""
    known: Solving
    """Scratch space for one card."""
    ranges: Array
    """float64[2, hands]: scratch space."""


def _leaves(ahead: Ahead) -> dict[int, _Leaf]:
    """Nothing known yet, by the node where the card comes."""
    return {x: _leaf(last, ahead.runouts) for x, last in ahead.last.items()}


def _leaf(tree: Tree, runouts: Runouts) -> _Leaf:
    """Nothing known yet."""
    n, hands = runouts.places.shape
    known = cfr.begin(tree, _with(runouts, 0))
    for p in range(2):
        cfr.match(tree, known.regret, known, p)
    share = np.repeat(known.share[None], n, axis=0)
    return _Leaf(tree, np.zeros(share.shape), share, known, np.zeros((2, hands)))


@compiled
def _with(runouts: Runouts, r: int) -> Hands:
    """The hands with a card."""
    hands = runouts.hands
    return Hands(hands.strength[r], hands.card[r], hands.other[r])


@compiled
def _look(leaf: _Leaf, runouts: Runouts, reach: Array, p: int, part: float, value: Array) -> None:
    """Look at all cards that can come: write what player p's hands win by them, and learn.

    `reach`: float64[hands], how likely the other comes there; `value`: float64[hands].
    """
    tree, places, ranges, own = leaf.tree, runouts.places, leaf.ranges, leaf.known
    value[:] = 0.0
    for r in range(len(places)):
        known = Solving(
            leaf.regret[r], own.total, leaf.share[r], own.reach, own.value, own.whole, own.sums
        )
        for k in range(places.shape[1]):
            ranges[1 - p, k] = part * reach[places[r, k]]
        cfr.spread_other(tree, ranges, known, p)
        cfr.weigh(tree, _with(runouts, r), known, p, False)
        cfr.learn(tree, known, p)
        cfr.match(tree, known.regret, known, p)
        for k in range(places.shape[1]):
            value[places[r, k]] += known.value[0, k]
