"""The public situation of a decision, as a few small numbers."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np

from sidepot.bots.trained.hashing import mix
from sidepot.kernel import Array, compiled, readable
from sidepot.rules.actions import CALL, PAY, Menu
from sidepot.rules.betting import FIXED_LIMIT

_OWED = readable(np.array([0, 14, 30, 41, 55, 70, 85], np.int64))
"""Between these lie the classes of what is owed, in hundredths of the pot with what is faced."""
_BEHIND = readable(np.array([0, 20, 45, 80, 120, 200, 350, 600, 1000, 1800, 3500, 8000], np.int64))
"""The same for what is left behind, in hundredths of the pot after a call."""


@compiled
def _class_of(part: int, whole: int, bounds: Array) -> int:
    """In which class a part of a pot is."""
    for k in range(len(bounds)):
        if 100 * part <= bounds[k] * whole:
            return k
    return len(bounds)


@compiled
def owed(m: Menu) -> int:
    """The cost of staying in, in chips."""
    for row in range(m.n):
        if m.kind[row] == CALL or m.kind[row] == PAY:
            price: int = m.lowest[row]
            return price
    return 0


@compiled
def pot_of(view: Any) -> int:
    """The chips in the middle, bets included."""
    pot: int = view.chips.dead
    for q in range(view.seats.n):
        pot += view.chips.paid[q] - view.chips.won[q]
    return pot


Bets = Callable[[Any, int], tuple[int, int]]
"""`(view, seat) -> (what the seat has in front of it, what is known of the bets)`, compiled."""
_NOBODY, _SELF, _OTHER = range(3)
_ROUND_BITS, _TIMES_BIT, _LEADER = 6, 4, 15
"""The layout of a round's bets in `Betting.past`."""
_ROUNDS = 4
"""Earlier rounds whose leader and number of bets are remembered, where all rounds are."""


@compiled
def _no_bets(view: Any, p: int) -> tuple[int, int]:
    """A game that has no part `betting`."""
    return 0, 0


@compiled
def _raises(view: Any, p: int) -> tuple[int, int]:
    """The number of raises in this round (fixed-limit), ignoring earlier rounds."""
    return view.betting.bet[p], view.betting.raises


@compiled
def _leaders(view: Any, p: int) -> tuple[int, int]:
    """The same, and who led in this round and in the latest before it in which anybody bet."""
    b = view.betting
    past = b.past
    while past > 0 and past & _LEADER == 0:
        past >>= _ROUND_BITS
    led = _who(past & _LEADER, p)
    return b.bet[p], b.raises | _who(b.leader, p) << 8 | led << 10


@compiled
def _history(view: Any, p: int) -> tuple[int, int]:
    """The same, how often was bet in this and the last round, and who led in the ones before."""
    b = view.betting
    last = b.past & (1 << _ROUND_BITS) - 1
    past = b.past >> _ROUND_BITS
    while past > 0 and past & _LEADER == 0:
        past >>= _ROUND_BITS
    known = _who(b.leader, p) | min(b.times, 3) << 2
    known = known << 4 | _who(last & _LEADER, p) | min(last >> _TIMES_BIT, 2) << 2
    return b.bet[p], b.raises | (known << 2 | _who(past & _LEADER, p)) << 8


@compiled
def _all_rounds(view: Any, p: int) -> tuple[int, int]:
    """The same, how often was bet in this round and in each of the earlier ones, and who led."""
    b = view.betting
    past, known, shift = b.past, _who(b.leader, p) | min(b.times, 7) << 2, 5
    for _ in range(_ROUNDS):
        known |= (_who(past & _LEADER, p) | (past >> _TIMES_BIT & 3) << 2) << shift
        past >>= _ROUND_BITS
        shift += 4
    return b.bet[p], b.raises | known << 8


@compiled
def _who(leader: int, p: int) -> int:
    """Whether a leader, one more than the seat, is nobody, a seat itself, or another."""
    if leader == 0:
        return _NOBODY
    return _SELF if leader == p + 1 else _OTHER


_REMEMBERING: tuple[Bets, ...] = (_raises, _leaders, _history, _all_rounds)


def bets_of(layout: np.dtype[Any], memory: int) -> Bets:
    """The compiled function that reads the bets of a record; `memory`: see `Abstraction`."""
    return _REMEMBERING[memory] if "betting" in (layout.names or ()) else _no_bets


@compiled
def _is_no_choice(view: Any) -> bool:
    """A game that has no part `betting`: nobody chooses a size."""
    return False


@compiled
def _is_choice(view: Any) -> bool:
    """Whether somebody has bet in this round, and chose how much."""
    return bool(view.betting.leader > 0 and view.betting.limit != FIXED_LIMIT)


def choice_of(bets: Bets) -> Callable[[Any], bool]:
    """The compiled function that says of a record whether a size was chosen in this round."""
    return _is_no_choice if bets is _no_bets else _is_choice


_DEPTHS = readable(np.array([14, 28, 63, 141, 283], np.int64))
"""Between these lie the classes of how deep stacks were when the hand began, in units."""
_DEEPEST = len(_DEPTHS)
_ALIKE = 63
"""In fixed limit, hands deeper than this are one class: nobody can bet so much."""


@compiled
def depth_of(view: Any, p: int, unit: int) -> int:
    """In which class a hand is by what a seat and another can lose in it, in units."""
    most, own = 0, view.chips.stack[p] + view.chips.paid[p]
    for q in range(view.seats.n):
        if q != p and view.seats.live[q]:
            most = max(most, view.chips.stack[q] + view.chips.paid[q])
    depth = min(own, most) // max(unit, 1)
    if view.betting.limit == FIXED_LIMIT:
        depth = min(depth, _ALIKE + 1)
    for k in range(len(_DEPTHS)):
        if depth <= _DEPTHS[k]:
            return k
    return len(_DEPTHS)


_FARTHEST_OWED, _FARTHEST_BEHIND, _FARTHEST_DEPTH = 2, 6, 4
"""By how many classes a situation may differ from a like one that is played in its place."""


def _by_distance() -> list[tuple[int, int, int]]:
    """By how many classes of what is owed, behind, and deep others differ, the nearest first."""
    owed_by = range(-_FARTHEST_OWED, _FARTHEST_OWED + 1)
    behind_by = range(-_FARTHEST_BEHIND, _FARTHEST_BEHIND + 1)
    depth_by = range(-_FARTHEST_DEPTH, _FARTHEST_DEPTH + 1)
    found = itertools.product(owed_by, behind_by, depth_by)
    return sorted(found, key=lambda by: (2 * abs(by[0]) + abs(by[1]) + 3 * abs(by[2]), by))


LIKE = readable(np.array(_by_distance(), np.int64))
"""int64[situations, 3]: how like situations differ from the one in hand, which is the first."""


@compiled
def hash_situation(view: Any, m: Menu, p: int, known: int, depth: int, like: int = 0) -> int:
    """A hash of the public situation of the seat to act, or of a like one (`LIKE`).

    Who is in, who acts after it now and later, what it owes and what is behind as parts of the pot,
    what is known of the bets, and how deep the stacks were.
    """
    who, owed_class, behind_class = classes_of(view, m, p)
    return hash_classes(who, owed_class, behind_class, known, depth, like)


@compiled
def classes_of(view: Any, m: Menu, p: int) -> tuple[int, int, int]:
    """A hash of who is in and who acts after a seat; the classes of what is owed, and behind."""
    pot, price = pot_of(view), owed(m)
    live, due, later = 0, 0, 0
    for k in range(1, view.seats.n):
        q = (p + k) % view.seats.n
        if view.seats.live[q]:
            live += 1
            due += not view.seats.acted[q]
            later += (q - view.seats.button - 1) % view.seats.n > (
                p - view.seats.button - 1
            ) % view.seats.n
    who = mix(1, live | due << 8 | later << 16 | int(view.seats.acted[p]) << 24)
    behind_class = behind_class_of(_behind(view, p, price), pot + price)
    return who, _class_of(price, pot, _OWED), behind_class


@compiled
def hash_classes(
    who: int, owed_class: int, behind_class: int, known: int, depth: int, like: int
) -> int:
    """The hash of a situation from its classes (`classes_of`), or of a like one."""
    owed_class = _moved(owed_class, LIKE[like, 0], len(_OWED))
    behind_class = _moved(behind_class, LIKE[like, 1], len(_BEHIND))
    depth_class = min(max(depth + LIKE[like, 2], 0), _DEEPEST)
    return mix(who, known << 24 | depth_class << 16 | owed_class << 8 | behind_class)


FARTHEST_OWED = len(_OWED)
"""The class of what is owed to the largest bets."""


@compiled
def behind_of(view: Any, m: Menu) -> int:
    """The chips that can still be bet after a call."""
    return _behind(view, view.seats.actor, owed(m))


@compiled
def owed_class_of(price: int, pot: int) -> int:
    """The class of what is owed to stay in a pot, which has the bet that is faced."""
    return _class_of(price, pot, _OWED)


@compiled
def behind_class_of(behind: int, pot: int) -> int:
    """The class of what is left behind after a call, beside the pot then."""
    return _class_of(behind, pot, _BEHIND)


_POT = readable(np.array([100], np.int64))


@compiled
def sizes_faced(sizes: Array) -> Array:
    """The trained sizes that are met; where all bets were the largest there is, that is the pot."""
    return sizes if len(sizes) > 0 else _POT


@compiled
def is_untrained(price: int, pot: int, sizes: Array, like: int = 0) -> bool:
    """Whether no trained size is in the class of what is owed (of a like situation).

    What was learned there comes from a few odd amounts, and says nothing of a bet.
    """
    of, found = _owed_class(price, pot, like), False
    for k in range(len(sizes)):
        found |= owed_class_of(sizes[k], 100 + sizes[k]) == of
    return not found


@compiled
def _moved(of: int, by: int, last: int) -> int:
    """Another class; 0 stays 0."""
    return 0 if of == 0 else min(max(of + by, 1), last)


@compiled
def _owed_class(price: int, pot: int, like: int) -> int:
    """The class of what is owed in a like situation."""
    return _moved(_class_of(price, pot, _OWED), LIKE[like, 0], len(_OWED))


@compiled
def _behind(view: Any, p: int, price: int) -> int:
    """The chips that can still be bet after a call, by p and by any other."""
    behind = 0
    for q in range(view.seats.n):
        if q != p and view.seats.live[q]:
            behind = max(behind, view.chips.stack[q])
    left: int = min(behind, view.chips.stack[p] - price)
    return left


@compiled
def is_all_in(view: Any, m: Menu) -> bool:
    """Whether nothing can be bet after a call."""
    return _behind(view, view.seats.actor, owed(m)) <= 0


@compiled
def learned_part(price: int, pot: int, like: int, sizes: Array) -> float:
    """The trained price nearest to this one, as a part of the pot with the bet that is faced.

    The nearest trained size in the class of the situation; without one, the end of the class.
    """
    of, part = _owed_class(price, pot, like), price / pot
    low = _OWED[of - 1] / 100 if of > 0 else 0.0
    high = _OWED[of] / 100 if of < len(_OWED) else 1.0
    nearest, found = 2.0, min(max(part, low), high)
    for k in range(len(sizes)):
        learned = sizes[k] / (100 + sizes[k])
        if low < learned <= high and abs(learned - part) < nearest:
            nearest, found = abs(learned - part), learned
    return found
