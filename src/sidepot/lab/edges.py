"""The house's edge in casino Ricochet: exact for the side bets, with intervals for the game."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from sidepot import hands, kernel
from sidepot.bots import policy_of
from sidepot.games import seating
from sidepot.games.game import Game
from sidepot.games.ricochet_casino import covered
from sidepot.kernel import Array, Records, compiled, readable
from sidepot.lab.simulate import simulate
from sidepot.rules.paytables import beats_in_two

CONFIDENCE = 1.96
"""Standard errors on each side of a mean that hold it in 95 of 100 cases."""


@dataclass(frozen=True, slots=True)
class Edge:
    """What the bank wins of a unit that a player lays, on average, and half the 95 % interval.

    An exact edge has no interval. `signature` tells hands that were played from others.
    """

    edge: float
    interval: float = 0.0
    hands: int = 0
    signature: str = ""


def of_game(game: Game, players: int, *, deals: int, seed: int, threads: int) -> Edge:
    """The edge of the main game in antes a player, everybody playing as `regular` does.

    The bonus is in it, side bets are not.
    """
    plain = game.with_options(side_limit=0)
    done = simulate(
        plain,
        stacks=plain.stacks(players),
        hands=deals,
        experiment=seed,
        threads=threads,
        policy=policy_of(plain, "regular"),
        batch=64,
    )
    each = players * plain.unit
    return Edge(
        edge=done.payoff_mean[-1] / each,
        interval=CONFIDENCE * done.payoff_stderr[-1] / each,
        hands=done.hands,
        signature=done.signature,
    )


def of_quickdraw(game: Game) -> Edge:
    """The edge of Quickdraw, by all deals of five cards and two."""
    wins, deals = quickdraw_counts()
    return Edge(1 - wins / deals * (game.numbers["quickdraw"] + 1))


def of_cover(game: Game) -> Edge:
    """The edge of Cover, by all hands of five cards."""
    rows = game.table()
    seating.seat(game, kernel.fields(rows), game.stacks(1))
    back, deals = cover_counts(rows)
    return Edge(1 - back / deals)


def quickdraw_counts() -> tuple[int, int]:
    """In how many deals of five cards and two Quickdraw wins, and how many deals there are."""
    wins = int(count_quickdraw(readable(np.zeros(13, np.int64))))
    return wins, math.comb(52, 5) * math.comb(47, 2)


def cover_counts(rows: Records) -> tuple[int, int]:
    """What comes back of a chip on Cover in every hand of five cards, and how many there are."""
    return int(count_cover(rows)), math.comb(52, 5)


@compiled
def count_cover(rows: Records) -> int:
    """What comes back, stakes too, when a chip is laid on each hand of five cards."""
    back = 0
    for a in range(52):
        one = hands.take(hands.EMPTY, a)
        for b in range(a):
            two = hands.take(one, b)
            for c in range(b):
                three = hands.take(two, c)
                for d in range(c):
                    four = hands.take(three, d)
                    for e in range(d):
                        times = covered(rows[0], hands.strength(hands.take(four, e)))
                        back += times + (times > 0)
    return back


@compiled
def count_quickdraw(left: Array) -> int:
    """In how many deals two cards beat or tie five by the rule of Quickdraw; `left` is room."""
    wins = 0
    for a in range(52):
        one = hands.take(hands.EMPTY, a)
        for b in range(a):
            two = hands.take(one, b)
            for c in range(b):
                three = hands.take(two, c)
                for d in range(c):
                    four = hands.take(three, d)
                    for e in range(d):
                        strength = hands.strength(hands.take(four, e))
                        if strength >> 26 <= hands.PAIR:
                            left[:] = 4
                            for card in (a, b, c, d, e):
                                left[card >> 2] -= 1
                            wins += pairs_that_win(left, strength)
    return wins


@compiled
def pairs_that_win(left: Array, strength: int) -> int:
    """How many pairs of the cards that are left, so many of each rank, win Quickdraw."""
    wins = 0
    for high in range(13):
        one = hands.take(hands.EMPTY, high << 2)
        for low in range(high + 1):
            two = hands.strength(hands.take(one, low << 2 | 1))
            if beats_in_two(two, strength):
                same = left[high] * (left[high] - 1) // 2
                wins += same if high == low else left[high] * left[low]
    return wins
