"""Computes a strategy of Showdown between two, and measures it for its page: five minutes."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
from docs.knowledge.figures import read_rows, write_rows
from docs.knowledge.showdown_hands import (
    MIDS,
    SEATS,
    Hands,
    habits_of,
    joined,
    keeping,
    paying,
    play,
)
from docs.knowledge.showdown_reply import CROSSED, OWN, SAME, replies
from docs.knowledge.standoff_work import by_rule, dealt

from sidepot.kernel import readable
from sidepot.odds.standoff.levels import standard
from sidepot.odds.standoff.tree import ALL

FIGURES = Path(__file__).with_name("showdown.jsonl")
SEED = 45
LEARNING, ROUNDS = 64, 30
"""Hands that learn in a round, and the rounds."""
LAST = 20
"""The last rounds: the strategy mixes their ways to play."""
BLOCKS, HANDS, RIVALS = 5, 8, 248
"""Blocks that share no hand, the own hands of each, and the rivals that these meet."""
BLOCKS_WIDE = 2.776
"""Standard errors in half an interval of 95 %, by Student's t for five blocks."""
NEAR, THREE = 5, 3
"""The rule of thumb pays with three cards of a suit, or three ranks among five neighbours."""
Pair = tuple[float, float]
"""A mean, and half its interval of 95 %."""
CLASSES = ("a pair or better", "three of a suit, or three near", "neither")


@dataclass(frozen=True)
class Figures:
    """Averages over the blocks, in antes a hand."""

    gain: Pair
    """The most that a best reply gains beside the strategy, on average over the seats."""
    seats: tuple[Pair, Pair]
    """The same by seat."""
    least: Pair
    """The least that it gains."""
    second: Pair
    """What the second seat wins where both play the strategy."""
    paying: Pair
    """What the strategy wins more than one who plays like it, but pays all mids."""
    rule: Pair
    """What it wins more than the rule of thumb."""
    rule_pays: Pair
    """The same of one who pays by the rule, and throws like the strategy."""
    folds: tuple[Pair, ...]
    """The parts of all hands that end at each mid, by a fold of the first seat or the second."""
    shown: float
    """The part of all hands that comes to the reveal."""
    by_class: Mapping[str, tuple[Pair, ...]]
    """How often each class of hands folds at each mid that it comes to, by seat."""


def solve() -> Hands:
    """Hands that play the strategy: each best against those of the rounds before it."""
    known, rng = standard(), np.random.default_rng(SEED)
    played = [keeping(dealt(LEARNING, rng))]
    for at in range(ROUNDS):
        print(f"showdown: round {at} of {ROUNDS}", file=sys.stderr, flush=True)
        met = habits_of(joined(played), known)
        played = [*played, play(dealt(LEARNING, rng), known, met)]
        played = played[-max(1, LAST * (at + 1) // ROUNDS) :]
    return joined(played)


def ruled(hands: npt.NDArray[np.int64]) -> Hands:
    """Hands that play by the rule of thumb: fold at once, or pay all mids."""
    found, throws = keeping(hands), by_rule(hands, standard())
    two = np.asarray(throws.second)[:, ALL]
    found.second[...] = readable(two[:, None])
    for i, cards in enumerate(hands):
        third = np.asarray(throws.third[i])
        for first in range(third.shape[1]):
            found.third[i, :, first] = third[two[i, first], first]
        found.pays[0][i] = class_of(cards) != CLASSES[-1]
    return found


def class_of(hand: Sequence[int] | npt.NDArray[np.int64]) -> str:
    """The class of five cards by which the rule of thumb pays."""
    codes = np.asarray(hand)
    ranks = np.sort(codes >> 2)
    if len({*ranks.tolist()}) < len(ranks):
        return CLASSES[0]
    near = (ranks[THREE - 1 :] - ranks[: 1 - THREE] < NEAR).any()
    return CLASSES[1] if near or np.bincount(codes & 3).max() >= THREE else CLASSES[2]


def figures() -> Iterator[Figures]:
    """Measure the strategy."""
    hands, known = solve(), standard()
    order = np.random.default_rng(SEED + 1).permutation(len(hands.hand))
    values, ends, counts = [], [], np.zeros((len(CLASSES), MIDS, SEATS, 2))
    for at in range(BLOCKS):
        print(f"showdown: block {at} of {BLOCKS}", file=sys.stderr, flush=True)
        block = order[at * (HANDS + RIVALS) : (at + 1) * (HANDS + RIVALS)]
        own, rivals = hands.part(block[:HANDS]), hands.part(block[HANDS:])
        rule = ruled(np.asarray(own.hand))
        ways = [own, paying(own), rule, replace(own, pays=rule.pays)]
        found, ended = replies(ways, rivals, known)
        values.append(found.mean(axis=0))
        ends.append(ended)
        _count_folds(rivals, counts)
    yield _averaged(np.array(values), np.array(ends), counts)


def _count_folds(hands: Hands, counts: npt.NDArray[np.float64]) -> None:
    """Add folds and payments at each mid that a hand comes to, over all cards that may come up."""
    for i, hand in enumerate(np.asarray(hands.hand)):
        free = np.setdiff1d(np.arange(52), hand)
        row = counts[CLASSES.index(class_of(hand))]
        for seat in range(SEATS):
            reached = np.ones(())
            for mid in range(MIDS):
                paid = np.asarray(hands.pays[mid][i, seat])[np.ix_(*[free] * mid)]
                apart = _apart(len(free), mid) * reached
                share = apart / max(_apart(len(free), mid).sum(), 1)
                row[mid, seat] += (share * (1 - paid)).sum(), share.sum()
                reached = (reached * paid)[..., None]


def _apart(n: int, places: int) -> npt.NDArray[np.float64]:
    """1 where no card is up twice."""
    found = np.ones((n,) * places)
    for k in range(places):
        for j in range(k):
            found *= 1 - np.eye(n).reshape([n if axis in (j, k) else 1 for axis in range(places)])
    return found


def _averaged(
    values: npt.NDArray[np.float64],
    ends: npt.NDArray[np.float64],
    counts: npt.NDArray[np.float64],
) -> Figures:
    """Averages of `values[block, seat, value]`, of ends and of folds by class."""
    gains = values[:, :, SAME] - values[:, :, OWN]
    ended = ends.mean(axis=0)
    folds = (ended[0, :MIDS] + ended[1, :MIDS, ::-1]) / 2
    parts = counts[..., 0] / np.maximum(counts[..., 1], 1)
    return Figures(
        gain=_pair(gains.mean(axis=1)),
        seats=(_pair(gains[:, 0]), _pair(gains[:, 1])),
        least=_pair((values[:, :, CROSSED] - values[:, :, OWN]).mean(axis=1)),
        second=_pair((values[:, 1, OWN] - values[:, 0, OWN]) / 2),
        paying=_pair((values[:, :, OWN] - values[:, :, OWN + 1]).mean(axis=1)),
        rule=_pair((values[:, :, OWN] - values[:, :, OWN + 2]).mean(axis=1)),
        rule_pays=_pair((values[:, :, OWN] - values[:, :, OWN + 3]).mean(axis=1)),
        folds=_pairs(folds),
        shown=round(float(ended[:, MIDS, 0].mean()), 4),
        by_class={name: _pairs(parts[k]) for k, name in enumerate(CLASSES)},
    )


def _pair(blocks: npt.NDArray[np.float64]) -> Pair:
    half = BLOCKS_WIDE * blocks.std(ddof=1) / len(blocks) ** 0.5
    return round(float(blocks.mean()), 5), round(float(half), 5)


def _pairs(rows: npt.NDArray[np.float64]) -> tuple[Pair, ...]:
    return tuple((round(float(one), 4), round(float(two), 4)) for one, two in rows)


def stored() -> Figures:
    """The figures that are stored."""
    (row,) = read_rows(FIGURES)
    return Figures(**row)


def write() -> None:
    """Solve and measure anew."""
    write_rows(FIGURES, figures())
