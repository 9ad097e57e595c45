"""The chances of a hand in games with betting, from random deals.

The value of a bet depends on how the others answer it. If all called, the largest bet would be the
best for every good hand. So no choice gets a value: cards are dealt at random to the players who
are still in, all stay to the end, and the hand's wins are counted; beside them stands what a call
costs. A pot that nobody has opened goes to nobody: there whoever may open does so.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Callable
from typing import Any

from sidepot import kernel
from sidepot.engine.action import Legal
from sidepot.engine.game import Game
from sidepot.engine.play import legal_in
from sidepot.kernel import Array, Random, Records, compiled, inlined
from sidepot.odds import result
from sidepot.odds.result import Chance, Price
from sidepot.odds.sampling import Policy, Progress, Sampling, Value, all_sets
from sidepot.rules import actions, chips, pots
from sidepot.rules.actions import BET, BETTING, CALL, FOLD, KEEP, PAY, RAISE_TO, STAYING, Menu
from sidepot.rules.seats import NOBODY

_CALLS = tuple(actions.NAMES[kind] for kind in (CALL, PAY))
_ANSWERS = tuple(kind for kind in BETTING if kind != BET)
_HANDS = 12
"""Random hands of a game that are searched for bets."""
_CLOSE = 0.002
"""Standard error of a chance that is good enough, however large the pot is."""
_ALL, _PART = 2, 1
"""The scores of a hand that wins all that it can, or a part: a tie, or only a side pot."""
_STAKE = 1 << 30
"""Chips that lie in an empty pot, so that it shows who wins it."""


@functools.lru_cache(maxsize=64)
def is_betting(game: Game) -> bool:
    """Do players bet against each other? Seen from the menus of some hands, not from the rules.

    A bank answers no bet, and neither does a pot: what is bet against them has a value.
    """
    return not game.banked and any(_has_answers(game, number) for number in range(_HANDS))


def _has_answers(game: Game, number: int) -> bool:
    """Does any menu of a hand of bets, and else of random actions, offer an answer to a bet?"""
    hand, chance = game.deal(seed=0, hand=number), random.Random(number)
    while not hand.over:
        ranges = hand.legal.ranges
        if any(choice.kind_number in _ANSWERS for choice in ranges):
            return True
        bets = [choice for choice in ranges if choice.kind_number == BET]
        choice = chance.choice(bets or ranges)
        hand.act(choice.at(chance.randint(choice.lowest, choice.highest)))
    return False


def sample(
    game: Game,
    view: Records,
    *,
    rollout: Policy,
    seed: int,
    precision: float,
    seconds: float | None,
    progress: Progress,
) -> tuple[tuple[Chance, ...], Price | None, int]:
    """The chances of the player to act, and the price of a call, from their concealed record.

    Last comes the number of sets of cards that were left out (`Sampling.left_out`).

    The price is None where nothing is to be called; the rest as in `analyze`. Hands are played on
    by `rollout`, but nobody folds who may stay in, and nobody bets.
    """
    s = kernel.fields(view)
    owed = _owed(legal_in(game, view, s))
    stake = _stake(view, owed)
    is_unopened = _is_unopened if "opener" in (view.dtype.names or ()) else _needs_none
    sampling = Sampling(
        game,
        _worth_winning(view),
        staying(rollout, is_unopened),
        trying=_tries_opening if is_unopened is _is_unopened and s.opener == NOBODY else _tries,
        measure=_taken,
    )
    sampling.refine(
        seed=seed,
        precision=_ALL * max(precision / stake, _CLOSE),
        seconds=seconds,
        progress=lambda deals, error: progress(deals, error / _ALL),
    )
    price = Price(cost=owed, needs=owed / stake) if owed else None
    return tuple(map(_chance, sampling.values)), price, sampling.left_out


def _owed(legal: Legal) -> int:
    """The cost of a call; 0 where there is nothing to call."""
    return sum(row.lowest for row in legal.ranges if row.kind in _CALLS)


def _stake(view: Records, owed: int) -> int:
    """The chips that the player to act can win, their own included, after paying `owed`."""
    s: Any = kernel.fields(kernel.copy(view))
    s.chips.paid[s.seats.actor] += owed
    return max(int(pots.reach(s.chips, s.seats, s.seats.actor)), 1)


def _worth_winning(view: Records) -> Records:
    """The record, or if nothing is in the pot a copy in which something is: who wins must show."""
    s: Any = kernel.fields(view)
    if chips.pot(s.chips, s.seats):
        return view
    rows = kernel.copy(view)
    filled: Any = kernel.fields(rows)
    filled.chips.dead = _STAKE
    return rows


def _chance(value: Value) -> Chance:
    """The chances to win and to tie, from the means of `_taken` and of its square."""
    win = (value.square - value.mean) / (_ALL**2 - _ALL)
    tie = value.mean - _ALL * win
    return result.chance(str(value.action), win=win, tie=tie, error=value.stderr / _ALL)


@compiled
def _taken(views: Records, seat: int) -> int:
    """The score of a hand played out: `_ALL`, `_PART` or nothing."""
    s = views[1]
    won = s.chips.won[seat]
    if won <= 0:
        return 0
    return _ALL if won >= pots.reach(s.chips, s.seats, seat) else _PART


@compiled
def _tries(menu: Menu, chosen: Array) -> int:
    """The actions to try: all but those that fold or bet."""
    n = 0
    for i in range(all_sets(menu, chosen)):
        if actions.kind(chosen[i]) not in (FOLD, BET, RAISE_TO):
            chosen[n] = chosen[i]
            n += 1
    return n


@compiled
def _tries_opening(menu: Menu, chosen: Array) -> int:
    """The same where the pot is to be opened: the least bet too."""
    n, opens = 0, False
    for i in range(all_sets(menu, chosen)):
        kind = actions.kind(chosen[i])
        if kind not in (FOLD, RAISE_TO) and not (kind == BET and opens):
            chosen[n] = chosen[i]
            n += 1
        opens |= kind == BET
    return n


@compiled
def _needs_none(view: Any) -> bool:
    """A game whose pot needs no opener."""
    return False


@compiled
def _is_unopened(view: Any) -> bool:
    """Whether nobody has opened the pot."""
    return bool(view.opener == NOBODY)


@functools.cache
def staying(rollout: Policy, is_unopened: Callable[[Any], bool] = _needs_none) -> Policy:
    """A policy that stays in at the least price where it may, and else follows `rollout`.

    It opens by the least bet where it may and somebody has to (`is_unopened`).
    """

    @inlined
    def stay(views: Records, menu: Menu, rng: Random) -> int:
        action = -1
        for i in range(menu.n):
            is_opening = menu.kind[i] == BET and is_unopened(views[0])
            if menu.kind[i] in STAYING or is_opening:
                action = actions.encode(menu.kind[i], menu.lowest[i])
        return rollout(views, menu, rng) if action < 0 else action

    return stay


@functools.cache
def keeping(rollout: Policy) -> Policy:
    """A policy that keeps its cards where it may, and else follows `rollout`.

    Exchanges at random would break up most good hands.
    """

    @inlined
    def keep(views: Records, menu: Menu, rng: Random) -> int:
        for i in range(menu.n):
            if menu.kind[i] == KEEP:
                return actions.encode(KEEP, menu.lowest[i])
        return rollout(views, menu, rng)

    return keep
