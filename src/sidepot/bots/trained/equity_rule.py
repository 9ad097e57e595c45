"""Turns decided by equity, the hand's share of the pot, instead of by the learned table.

It is the rule of `bots.equity`, quickly: the share is the one that the locator finds, among all
who are in. How much anybody believes a bet is not known, so a turn is as likely to be a call or a
raise as the part of all beliefs, from none to the most (`Abstraction.belief`), that would make it.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any

from sidepot.bots.equity import BET_FROM, DISCOUNT, RAISE_FROM, bets_faced
from sidepot.bots.trained.abstraction import Abstraction
from sidepot.bots.trained.habits import equity_of, odds_of
from sidepot.bots.trained.locating import Hands, locator
from sidepot.bots.trained.memory import Memory
from sidepot.bots.trained.prospects import VIEW, WHOLE
from sidepot.bots.trained.situation import Bets, owed, pot_of
from sidepot.bots.trained.table import NOWHERE
from sidepot.engine.game import Verbs
from sidepot.kernel import Array, Random, Records, compiled, inlined, without_refcounts
from sidepot.rules import actions
from sidepot.rules.actions import FOLD, LEVELS, Menu
from sidepot.rules.seats import count

_BLUR = 0.2
"""The margin around a bound within which chance decides: a share is estimated no better."""
_POTS = 1.0
"""The most of a bet in a rare position that is believed, in bets that double the pot."""
_LEARNED = 3
"""The most players for whom tables are trained on the public tree, and know jams well enough."""
_RAMP = 0.3
"""The width, as a part of the price, in which a hand calls by chance: its share is an estimate."""
_JAM = 4.0
"""The least bet that is a jam, in pots."""
_MOST_ASKED = 5
"""The seats that a bet of the first of six has to get past."""
_LEAST = 0.001
"""The least share of the pot, and the least of all others."""


@functools.cache
def equity_looker(
    verbs: Verbs, abstraction: Abstraction, bets: Bets
) -> Callable[..., tuple[int, int, int]]:
    """The function of `frozen.looker` where every turn is judged (`Abstraction.belief`)."""
    assert abstraction.belief
    discount, most = abstraction.belief
    locate = locator(verbs, abstraction, bets)

    @inlined
    def look(
        rows: Records,
        words: Array,
        m: Menu,
        menus: Records,
        rng: Random,
        memory: Memory,
        hands: Hands,
        deals: int,
    ) -> tuple[int, int, int]:
        n, _, _, _, share, _ = locate(
            rows, words, m, menus, rng, memory.ground, hands, memory.notes, deals
        )
        _write_shares(
            rows[VIEW], m, share / WHOLE, n, memory.notes.chosen, memory.shares, discount, most
        )
        return n, share, NOWHERE

    return look


@functools.cache
def rare_answerer(abstraction: Abstraction) -> Callable[..., bool]:
    """The compiled function that answers a bet by equity in a position that training hardly meets.

    `(view, m, share, n, chosen, shares) -> is_answered`; nothing is written where it is False.
    """
    if abstraction.is_rare is None:
        return _answer_none
    is_rare, has_public_tree = abstraction.is_rare, abstraction.has_public_tree

    @compiled
    def answer(view: Any, m: Menu, share: int, n: int, chosen: Array, shares: Array) -> bool:
        if owed(m) == 0 or not is_rare(view):
            return False
        equity = equity_of(share / WHOLE, count(view.seats), has_public_tree)
        _write_shares(view, m, equity, n, chosen, shares, DISCOUNT, _POTS)
        return True

    return answer


@compiled
def _answer_none(view: Any, m: Menu, share: int, n: int, chosen: Array, shares: Array) -> bool:
    return False


@functools.cache
def jam_answerer(abstraction: Abstraction) -> Callable[..., bool]:
    """The compiled function that calls or folds to a jam in the first round.

    `(view, m, second, n, chosen, shares) -> is_answered`; `second` is the share of the pot against
    likely hands. A jam is a bet of `_JAM` pots among more than `_LEARNED` players: in self-play
    hardly anybody makes one, so it was learned against habits, which jam on anything. It is
    believed the more, the more chips are risked for the pot and the more seats could call.
    """
    if abstraction.jam_belief is None:
        return _answer_no_jam
    belief, round_of = abstraction.jam_belief, abstraction.round

    @compiled
    def answer(view: Any, m: Menu, second: int, n: int, chosen: Array, shares: Array) -> bool:
        price, pot = owed(m), pot_of(view)
        if price == 0 or view.seats.n <= _LEARNED or round_of(view) != 0:
            return False
        rivals, before = _bet_by(view, price)
        pots = price / max(before, 1)
        if view.betting.times == 0 or pots < _JAM:
            return False
        pressure = math.log2(1.0 + pots * _asked(view) / _MOST_ASKED)
        equity = (second / WHOLE) ** (rivals * (1.0 + belief * pressure))
        folds, stays, _ = _slots(n, chosen)
        calls = min(max(0.5 + (equity * (pot + price) / price - 1.0) / _RAMP, 0.0), 1.0)
        for k in range(n):
            shares[0, k] = 0.0
        shares[0, max(folds, 0)] = 1.0 - calls
        shares[0, max(stays, 0)] += calls
        return True

    return answer


@compiled
def _answer_no_jam(view: Any, m: Menu, second: int, n: int, chosen: Array, shares: Array) -> bool:
    return False


@compiled
def _asked(view: Any) -> int:
    """The seats that a bet has to get past: those between the bettor and this one, and later."""
    p, leader = view.seats.actor, view.betting.leader - 1
    asked: int = (p - leader - 1) % view.seats.n + 1
    for q in range(view.seats.n):
        asked += q != p and view.seats.live[q] and view.betting.bet[q] < view.betting.to
    return asked


@compiled
def _bet_by(view: Any, price: int) -> tuple[int, int]:
    """The rivals who have bet or called what the seat owes, and the pot without these bets."""
    p, pot = view.seats.actor, pot_of(view)
    level = view.betting.bet[p] + price
    rivals = 0
    for q in range(view.seats.n):
        if q != p and view.seats.live[q] and view.betting.bet[q] >= level:
            rivals += 1
            pot -= view.betting.bet[q]
    return rivals, pot


@without_refcounts
def _write_shares(
    view: Any,
    m: Menu,
    share: float,
    n: int,
    chosen: Array,
    shares: Array,
    discount: float,
    most: float,
) -> None:
    """Write how often each of n slots is taken by who wins a share of the pot."""
    p, live, price = view.seats.actor, count(view.seats), owed(m)
    staying, betting = 1.0, _part_above(share * live, BET_FROM)
    if price > 0:
        pressure = min(bets_faced(view, p, 0), most)
        odds = odds_of(price, pot_of(view), view.chips.paid[p], live)
        staying = _part_believing(share, odds, pressure, discount)
        betting = min(_part_believing(share, RAISE_FROM / live, pressure, discount), staying)
    folds, stays, bets = _slots(n, chosen)
    if folds == NOWHERE:
        staying = 1.0
    if bets == NOWHERE:
        betting = 0.0
    for k in range(n):
        shares[0, k] = 0.0
    shares[0, max(folds, 0)] = 1.0 - staying
    shares[0, max(bets, 0)] += betting
    shares[0, max(stays, 0)] += staying - betting


@without_refcounts
def _slots(n: int, chosen: Array) -> tuple[int, int, int]:
    """The slots by which one folds, stays in at the least price, and bets least; or `NOWHERE`."""
    folds, stays, bets = NOWHERE, NOWHERE, NOWHERE
    for k in range(n):
        kind = actions.kind(chosen[k])
        if kind == FOLD:
            folds = k
        elif kind in LEVELS:
            bets = k if bets == NOWHERE else bets
        elif stays == NOWHERE:
            stays = k
    return folds, stays, bets


@compiled
def _part_above(found: float, bound: float) -> float:
    """The probability that a number exceeds a bound, given its blur."""
    return min(max(0.5 + (found - bound) / (2.0 * _BLUR), 0.0), 1.0)


@compiled
def _part_believing(share: float, bound: float, pressure: float, discount: float) -> float:
    """In what part of all beliefs, up to `discount`, a share is above a bound against a bet."""
    share = min(max(share, _LEAST), 1.0 - _LEAST)
    enough = (math.log(bound) / math.log(share) - 1.0) / pressure
    return min(max(enough / discount, 0.0), 1.0)
