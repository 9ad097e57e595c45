"""The house's edge in casino Ricochet: exact for the side bets, with intervals for the game.

The luck whose mean is known is subtracted from each hand (control variates): the bonus less its
mean before the draw, and whether the last draw of a hand beat the bank. The mean stays the same and
the interval is much narrower: one royal flush in 50,000 hands would double it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from sidepot import hands, kernel
from sidepot.bots import Policy
from sidepot.engine import setup
from sidepot.engine.game import Game
from sidepot.games.ricochet_casino import BOUGHT, Casino, bank, begin, bonus_for, covered, step
from sidepot.kernel import Array, Records, compiled, readable
from sidepot.kernel.random import MASK
from sidepot.lab import tally as tallies
from sidepot.lab.arguments import check_counts, means
from sidepot.lab.bulk import Space, Table, lay_out
from sidepot.lab.chunks import Cut, Loop
from sidepot.lab.playing import play
from sidepot.lab.tally import SIGMAS, add_number, hash_hand
from sidepot.odds.casino.counting import DECK, count_to_act, evaluate_play
from sidepot.rules import actions, chips
from sidepot.rules.actions import BUY, FOLD
from sidepot.rules.paytables import beats_in_two

_CHUNK = 64
"""Hands in a chunk; each takes milliseconds."""


@dataclass(frozen=True, slots=True)
class Edge:
    """The bank's mean winnings for each unit that a player stakes, and half the 95 % interval.

    An exact edge has interval 0 and no hands. `signature` identifies the hands that were played.
    """

    edge: float
    interval: float = 0.0
    hands: int = 0
    signature: str = ""


def game_edge(
    game: Game,
    players: int,
    *,
    deals: int,
    seed: int,
    threads: int = 1,
    pool: Executor | None = None,
    record: Path | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Edge:
    """The edge of the main game in antes a player and hand, all playing as `regular` does.

    It includes the bonus but no side bets. `deals`: the number of hands. The result is the same by
    any `threads` or `pool`, and from a `record` (`lab.playing`, which says what is raised).
    """
    plain = game.with_options(side_limit=0)
    loop = make_loop(plain, (), plain.stacks(players), seed)
    check_counts(deals=deals)
    done = play(__name__, loop, Cut(deals, _CHUNK), means(threads, pool, record), progress)
    return _edge(kernel.fields(done.tally), players * plain.unit)


def make_loop(
    game: Game, policies: Sequence[Policy], stacks: Sequence[int], experiment: int
) -> Loop:
    """The loop of the main game's edge; it has a way to play of its own, and asks no policies."""
    return Loop(game, _play, policies, stacks, experiment, tallies.blank(1))


def _edge(tally: Any, unit: int) -> Edge:
    interval = SIGMAS * tallies.stderr(tally) / unit
    return Edge(tallies.mean(tally) / unit, interval, tally.samples, tallies.signature(tally))


@compiled
def _play(table: Table, space: Space, first: int, last: int, tallies: Records) -> None:
    """Play hands `first` to `last` - 1 of an experiment, everybody by the counted values.

    The tally has the bank's winnings in chips, less the luck whose mean is known. It depends on the
    record before and after each action, so no policy of `lab.bulk` can count it.
    """
    s, rng, tally = space.rows[0], space.rngs[0], tallies[0]
    for hand in range(first, last):
        lay_out(s, rng, table.stacks, table.experiment, hand)
        begin(s)
        luck = 0.0
        while s.seats.actor >= 0:
            luck += _decide(s)
        tally.samples += 1
        add_number(tally, 0, s.chips.stack[bank(s)] - luck)
        tally.signature = (tally.signature + hash_hand(hand, s.chips.stack, s.seats.n)) & MASK


@compiled
def _decide(s: Casino) -> float:
    """Play or fold for the player to act; returns the bank's luck in it, in chips."""
    ahead, bonus, value = evaluate_play(s)
    if value <= 0.0:
        step(s, actions.encode(FOLD, 0))
        return 0.0
    p, house = s.seats.actor, bank(s)
    is_last = s.seats.live[house] and count_to_act(s, p) == 0
    pot = chips.pot(s.chips, s.seats) + s.options.ante
    step(s, actions.encode(BUY, BOUGHT))
    luck = bonus - s.options.ante * bonus_for(s, s.up.strength[p])
    if is_last:
        luck += s.seats.live[house] * pot - (1.0 - ahead) * pot
    return luck


def quickdraw_edge(game: Game) -> Edge:
    """The exact edge of Quickdraw, from all deals of five cards and two."""
    wins, deals = quickdraw_counts()
    return Edge(1 - wins / deals * (game.numbers["quickdraw"] + 1))


def cover_edge(game: Game) -> Edge:
    """The exact edge of Cover, from all hands of five cards."""
    rows = game.batch()
    setup.seat(game, kernel.fields(rows), game.stacks(1))
    back, deals = cover_counts(rows)
    return Edge(1 - back / deals)


def quickdraw_counts() -> tuple[int, int]:
    """The number of deals of five cards and two in which Quickdraw wins, and of all deals."""
    wins = int(_count_quickdraw(_first_hand(), readable(np.zeros(13, np.int64))))
    return wins, math.comb(DECK, 5) * math.comb(47, 2)


def cover_counts(rows: Records) -> tuple[int, int]:
    """The chips that come back from one on Cover over all hands of five cards, and their number."""
    return int(_count_cover(rows, _first_hand())), math.comb(DECK, 5)


def _first_hand() -> Array:
    return readable(np.arange(5))


@compiled
def next_set(chosen: Array, n: int) -> bool:
    """Advance to the next set of indices below n, in colexicographic order; False at the last."""
    size = len(chosen)
    for k in range(size):
        above = chosen[k + 1] if k + 1 < size else n
        if chosen[k] + 1 < above:
            chosen[k] += 1
            for below in range(k):
                chosen[below] = below
            return True
    return False


@compiled
def _count_cover(rows: Records, five: Array) -> int:
    """The chips that come back, stakes included, from one on each hand from `five` on."""
    back, more = 0, True
    while more:
        times = covered(rows[0], hands.strength_of(five, 5))
        back += times + (times > 0)
        more = next_set(five, DECK)
    return back


@compiled
def _count_quickdraw(five: Array, left: Array) -> int:
    """The number of deals that Quickdraw wins; `left` is scratch space, one number a rank."""
    wins, more = 0, True
    while more:
        strength = hands.strength_of(five, 5)
        if strength >> 26 <= hands.PAIR:
            left[:] = 4
            for k in range(5):
                left[five[k] >> 2] -= 1
            wins += _pairs_that_win(left, strength)
        more = next_set(five, DECK)
    return wins


@compiled
def _pairs_that_win(left: Array, strength: int) -> int:
    """The number of pairs of cards that win Quickdraw, with `left` cards of each rank."""
    wins = 0
    for high in range(13):
        one = hands.take(hands.EMPTY, high << 2)
        for low in range(high + 1):
            two = hands.strength(hands.take(one, low << 2 | 1))
            if beats_in_two(two, strength):
                same = left[high] * (left[high] - 1) // 2
                wins += same if high == low else left[high] * left[low]
    return wins
