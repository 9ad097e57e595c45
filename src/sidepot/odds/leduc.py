"""Leduc poker, solved: the frequency of each action at every turn, with bets of 2 and 4 antes.

`python -m sidepot.lab.learn.leduc` makes the file.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Iterator, Mapping, Sequence
from importlib import resources

import numpy as np

from sidepot.cards import RANKS
from sidepot.games.leduc import DECK, MOST_BETS, Leduc
from sidepot.kernel import Array, compiled, readable

FILE = "leduc.jsonl"
PARTS = 1 << 20
"""Frequencies are compared in whole numbers out of this many."""
DIGITS = 5
"""The decimals of a frequency."""
_LOWEST = min(DECK) >> 2
_HELD = RANKS[_LOWEST : (max(DECK) >> 2) + 1]
_UP = (*_HELD, "")
"""The card in the middle; in the first round there is none."""
_BEFORE = ("", "cc", "bc", "cbc", "cbrc", "brc")
"""The first round of those in the second: its checks, bets, raises and calls."""
_NOW = ("", "cb", "br"), ("c", "b", "cbr")
"""This round, for the first and the second to act, by the number of bets in it."""
_CHOICES = 3
"""The most actions of a turn, in the order of the menu."""
_SHAPE = len(_HELD), len(_UP), len(_BEFORE), len(_NOW), MOST_BETS + 1, _CHOICES
_SMALL, _BIG, _DEEP = 2, 4, 13
"""The bets of the solution, and the most that a player can lose, in antes."""


@compiled
def is_solved(s: Leduc) -> bool:
    """Whether the bets are those of the solution, and nobody can be all-in."""
    ante = s.options.ante
    for p in range(s.seats.n):
        if s.chips.stack[p] + s.chips.paid[p] < _DEEP * ante:
            return False
    return bool(s.options.small_bet == _SMALL * ante and s.options.big_bet == _BIG * ante)


@compiled
def place_of(s: Leduc) -> int:
    """The place of the turn of the seat to act among the `frequencies`."""
    p, up, before = s.seats.actor, len(_HELD), 0
    if s.board.size > 0:
        up = (s.board.card[0] >> 2) - _LOWEST
        leader, times = s.betting.past & 15, s.betting.past >> 4 & 3
        before = 2 * times + (leader == s.seats.button + 1) if times > 0 else 1
    turn = ((s.hole.card[p, 0] >> 2) - _LOWEST) * len(_UP) + up
    turn = (turn * len(_BEFORE) + before) * len(_NOW) + (p == s.seats.button)
    place: int = (turn * (MOST_BETS + 1) + s.betting.times) * _CHOICES
    return place


@functools.cache
def frequencies() -> Array:
    """int64[places]: those of each turn, of `PARTS`, from `place_of` on in the menu's order."""
    told = resources.files("sidepot.odds").joinpath(FILE).read_text("utf-8")
    found = np.zeros(_SHAPE, np.int64)
    for line in told.splitlines():
        turn = json.loads(line)
        held, up = _HELD.index(turn["held"]), _UP.index(turn["up"])
        before, now = _BEFORE.index(turn["before"]), turn["now"]
        second = int(now in _NOW[1])
        at = held, up, before, second, _NOW[second].index(now)
        for k, often in enumerate(turn["played"]):
            found[(*at, k)] = round(PARTS * often)
    return readable(found.reshape(-1))


def text(solution: Mapping[int, Sequence[float]]) -> Iterator[str]:
    """The lines of the file: the turns by place, with the frequencies of their actions."""
    for place, played in sorted(solution.items()):
        held, up, before, second, bets, _ = np.unravel_index(place, _SHAPE)
        turn = {
            "held": _HELD[held],
            "before": _BEFORE[before],
            "up": _UP[up],
            "now": _NOW[second][bets],
            "played": [*played],
        }
        yield json.dumps(turn)
