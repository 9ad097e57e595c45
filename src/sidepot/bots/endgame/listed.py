"""All hands that can be held, where a seat hides few cards, weighted by what it has done."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from sidepot import kernel
from sidepot.bots.endgame.cfr import Hands
from sidepot.bots.endgame.held import Held, in_order
from sidepot.bots.endgame.position import Combo, Endgame, hidden, strength, unseen
from sidepot.bots.endgame.ranges import ranges_of
from sidepot.bots.trained.strategy import Trained
from sidepot.engine.memory import Memory

_MOST_HIDDEN = 2
"""The most hidden cards of a hand: pairs are a thousand hands, three cards ten thousand."""


def can_be_listed(end: Endgame) -> bool:
    """Whether both hide equally few cards."""
    sizes = {len(hidden(kernel.fields(end.root), p)) for p in end.seats}
    return len(sizes) == 1 and max(sizes) <= _MOST_HIDDEN


def held_of(end: Endgame, memory: Memory, strategy: Trained) -> Held:
    """All hands of both players, by their strength, as likely as the strategy says."""
    combos, hands = list_hands(end)
    return Held(combos, hands, ranges_of(end, combos, memory, strategy))


def list_hands(end: Endgame) -> tuple[tuple[Combo, ...], Hands]:
    """The hands that either player may hold, the weakest first."""
    size = len(hidden(kernel.fields(end.root), end.seats[0]))
    combos = list(itertools.combinations(unseen(end), size))
    strengths = [strength(end, 0, combo, first_apart(combos, combo)) for combo in combos]
    _, ranked, hands = in_order(combos, strengths, are_listed=True)
    return ranked, hands


def first_apart(combos: Sequence[Combo], combo: Combo) -> Combo:
    """The first hand that has no card of another one."""
    taken = {*combo}
    return next(other for other in combos if taken.isdisjoint(other))
