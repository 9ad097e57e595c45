"""Chances to escape in Ricochet, by laying every set of cards; and wrong ones, to be caught."""

import functools
import math

import numpy as np

import sidepot
from sidepot import hands, kernel
from sidepot.engine.game import Game
from sidepot.games import ricochet
from sidepot.kernel import Array, Records, compiled
from sidepot.lab.edges import next_set
from sidepot.odds.position import Position
from sidepot.odds.ricochet.escape import escape_first, lowest_other, slices
from sidepot.odds.ricochet.position import view_of
from sidepot.rules import actions, journal, upcards
from sidepot.rules.actions import BUY
from sidepot.rules.upcards import COMPLETE

BY_THE_VERBS, NO_FLUSHES, NO_SUITS, NO_TIES = range(4)
"""How it is found out who is out; all but the first are wrong somewhere."""
ALL = 10**6
"""More than there are sets of cards of one number."""


def position(told: str, dead: str = "", game: str = "ricochet-2", **options: str) -> Records:
    """A concealed record with a position in it, and room for another behind it."""
    return roomy(sidepot.game(game, **options), told, dead)


def roomy(game: Game, told: str, dead: str = "") -> Records:
    """The same of a game with its options."""
    rows = game.batch(2)
    rows[:1] = view_of(game, Position.read(told, dead=dead))
    return rows


def counted(rows: Records, way: int = BY_THE_VERBS, most: int = ALL) -> list[float]:
    """The chances to be still in after buying 1, 2, ... cards, as far as there is room.

    `most`: the sets of cards of one number that are laid; the larger numbers are left out.
    """
    s = kernel.fields(rows)
    seen = {card for row in s.up.card.tolist() for card in row if card >= 0}
    free = kernel.readable(np.array([card for card in range(52) if card not in seen]))
    room = COMPLETE - s.up.size[s.seats.actor]
    sizes = [k for k in range(1, room + 1) if k == 1 or math.comb(len(free), k) <= most]
    out = [count_out(rows, free, kernel.readable(np.arange(k)), way) for k in sizes]
    return [1 - n / math.comb(len(free), k) for k, n in zip(sizes, out, strict=True)]


def found(rows: Records) -> list[float]:
    """The chances by `escape`."""
    s = kernel.fields(rows)
    within: list[float] = escape_first(rows).tolist()
    assert within[0] == 0
    return within[1 : COMPLETE - s.up.size[s.seats.actor] + 1]


def differ(rows: Records, way: int = BY_THE_VERBS, most: int = ALL) -> bool:
    """Do the two differ?"""
    chances = found(rows)
    assert chances
    pairs = zip(chances, counted(rows, way, most), strict=most == ALL)
    return any(abs(one - other) > 1e-12 for one, other in pairs)


@compiled
def count_out(rows: Records, free: Array, chosen: Array, way: int) -> int:
    """The number of sets of unseen cards, as large as `chosen`, that put the actor out (R6)."""
    out, more = 0, True
    while more:
        rows[1] = rows[0]
        out += is_out_by_verbs(rows, free, chosen) if way == 0 else is_out(rows, free, chosen, way)
        more = next_set(chosen, len(free))
    return out


@compiled
def is_out_by_verbs(rows: Records, free: Array, chosen: Array) -> bool:
    """Lay a set of cards on the deck and buy as many."""
    s = rows[1]
    p, k = s.seats.actor, len(chosen)
    for i in range(k):
        s.deck.card[s.deck.top + i] = free[chosen[i]]
    ricochet.step(s, actions.encode(BUY, k))
    for i in range(s.journal.n):
        if s.journal.kind[i] == journal.OUT_BEATEN and s.journal.seat[i] == p:
            return True
    return False


@compiled
def is_out(rows: Records, free: Array, chosen: Array, way: int) -> bool:
    """Look at the hand that a set of cards makes, in a way that forgets something."""
    s = rows[1]
    p = s.seats.actor
    level = s.up.strength[lowest_other(s, p)]
    for i in range(len(chosen)):
        upcards.take(s.up, p, free[chosen[i]])
    if way == NO_FLUSHES:
        one, two, three, four, five, _ = slices(s.up.held[p])
        s.up.strength[p] = hands.strength((one, two, three, four, five, hands.EMPTY[5]))
    if way == NO_SUITS and s.up.strength[p] == level and not ricochet.is_tied(s):
        return True
    return ricochet.lowest(s) == p and (way == NO_TIES or not ricochet.is_tied(s))


@functools.cache
def random_positions(n: int) -> tuple[Records, ...]:
    """Positions into which random play of two to eight leads, under all options."""
    games = [
        sidepot.game("ricochet-2", tie_ends=ends, suit_order=order)
        for ends in ricochet.TIES
        for order in ("cdhs", "shdc", "hcsd")
    ]
    chance, positions = np.random.default_rng(6), list[Records]()
    while len(positions) < n:
        game = games[len(positions) % len(games)]
        hand = game.deal(players=int(chance.integers(2, 9)), seed=int(chance.integers(1 << 40)))
        for _ in range(int(chance.integers(14))):
            if not hand.over:
                buys = hand.legal.ranges[1].highest
                hand.act(f"buy {chance.integers(1, buys + 1)}" if chance.random() < 0.8 else "fold")
        if not hand.over:
            rows = game.batch(2)
            rows[:1] = hand.record(hand.actor or 0)
            positions.append(rows)
    return tuple(positions)
