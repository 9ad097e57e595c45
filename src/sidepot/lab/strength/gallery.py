"""A gallery of simple opponents, each with one habit, for any betting game.

They choose from the menu by the pot and the price, and know no rule. Turns that are no bets (a
discard, a card to lay) they play by the game's quick rule of thumb.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from sidepot.bots import Policy
from sidepot.bots.trained.abstraction import Abstraction, abstraction_of
from sidepot.bots.trained.situation import owed, pot_of
from sidepot.engine import setup
from sidepot.engine.game import Game, Verbs
from sidepot.kernel import PLAIN, Random, Records, compiled, inlined
from sidepot.odds.sampling import action_sampler
from sidepot.rules import actions
from sidepot.rules.actions import BETTING, CHECK, FOLD, LEVELS, STAYING, Menu

_STABS = {"1/4": 25, "1/2": 50, "1": 100, "2": 200, "3": 300, "6": 600}
"""The sizes of stabs, in hundredths of the pot after a call."""
_ONCE = {"1": 100, "3": 300, "12": 1200}
"""The sizes of stabs at the first turn alone, and of those late in a hand."""
_VALUE_BETS = {"1/2": 50, "1": 100}
"""The sizes of a tight player's bets."""
_CHEAP = 3
"""A stab goes on at a price of at most the pot divided by this, and else is given up."""
_SAMPLES = 4 if PLAIN else 64
"""Deals by which a tight player estimates its equity."""
_WHOLE = 1000
_BETS_FROM = 1400
"""A tight player bets with this share of the pot, in thousandths, times the players in it."""
_SHOVES_FROM = 1550
"""The same from which it bets all: between two, with queens or better before a flop of hold'em."""
_LATE = 2
"""The rounds after which it is late in a hand."""
_CALLS_FROM = 1.5
"""The share of the pot, in prices, from which a tight player calls."""


class _Turn(NamedTuple):
    """A turn of betting, as far as a habit looks at it; chips, and `share` in thousandths."""

    price: int
    pot: int
    """Without the price."""
    share: int
    live: int
    is_fresh: bool
    """Whether the player has paid no more than the largest forced bet."""
    is_late: bool
    """Whether at least two rounds are over."""


class _Habit(NamedTuple):
    """A simple opponent's rule for a turn: a bet size, to stay in, or to give up."""

    choose: Callable[[_Turn], int]
    needs_share: bool = False
    """Whether `choose` is told the hand's share of the pot, which takes sampling."""


_ALL_BUT_ONE, _LEAVE, _GIVE_UP, _STAY = -4, -3, -2, -1
"""A bet of all but one chip; or no bet: fold always, fold to a price, stay at the least price."""
_ALL = 1 << 32
"""A size, in hundredths of the pot, that is beyond every stack."""


@compiled
def _stays(turn: _Turn) -> int:
    return _STAY


@compiled
def _folds(turn: _Turn) -> int:
    return _LEAVE


@compiled
def _gives_up(turn: _Turn) -> int:
    return _GIVE_UP


@compiled
def _shoves(turn: _Turn) -> int:
    return _ALL


@compiled
def _shoves_well(turn: _Turn) -> int:
    """Bets all with the best hands, and else gives up."""
    return _ALL if turn.share * turn.live >= _SHOVES_FROM else _GIVE_UP


@compiled
def _raises_least(turn: _Turn) -> int:
    return 0


@compiled
def _is_cheap(turn: _Turn) -> bool:
    return _CHEAP * turn.price <= turn.pot


@compiled
def _is_fair(turn: _Turn) -> bool:
    """Whether nobody has bet more than the pot."""
    return 2 * turn.price <= turn.pot


@compiled
def _bets_least(turn: _Turn) -> int:
    """Bets the least where it is free, and gives up to a bet that is not cheap."""
    if turn.price == 0:
        return 0
    return _STAY if _is_cheap(turn) else _GIVE_UP


@compiled
def _floats(turn: _Turn) -> int:
    """Calls bets of up to the pot, and late on bets it where the others check."""
    if turn.is_late:
        return 100 if turn.price == 0 else _GIVE_UP
    return _STAY if _is_fair(turn) else _GIVE_UP


@compiled
def _raises_bets(turn: _Turn) -> int:
    """Checks, and raises what is bet as long as that is not more than the pot."""
    if turn.price == 0:
        return _STAY
    return 100 if _is_fair(turn) else _GIVE_UP


def _stabs(size: int) -> Callable[[_Turn], int]:
    """Bets where it is cheap, and else gives up."""

    @compiled
    def choose(turn: _Turn) -> int:
        return size if _is_cheap(turn) else _GIVE_UP

    return choose


def _stabs_once(size: int) -> Callable[[_Turn], int]:
    """Bets at the first turn, unless somebody has bet more than the pot, and then gives up."""

    @compiled
    def choose(turn: _Turn) -> int:
        return size if turn.is_fresh and _is_fair(turn) else _GIVE_UP

    return choose


def _stabs_late(size: int) -> Callable[[_Turn], int]:
    """Stays in where it is cheap, and bets late on."""

    @compiled
    def choose(turn: _Turn) -> int:
        if not _is_cheap(turn):
            return _GIVE_UP
        return size if turn.is_late else _STAY

    return choose


def _values(size: int) -> Callable[[_Turn], int]:
    """Bets good hands, calls with what pays well, and else gives up."""

    @compiled
    def choose(turn: _Turn) -> int:
        if turn.share * turn.live >= _BETS_FROM:
            return size
        pays = turn.share * (turn.pot + turn.price) >= _CALLS_FROM * turn.price * _WHOLE
        return _STAY if pays else _GIVE_UP

    return choose


@functools.cache
def _raises(size: int) -> Callable[[_Turn], int]:
    """Bets and raises, always by so much."""

    @compiled
    def choose(turn: _Turn) -> int:
        return size

    return choose


HABITS: Mapping[str, _Habit] = {
    "calling station": _Habit(_stays),
    "always all-in": _Habit(_shoves),
    "pot raiser": _Habit(_raises(100)),
    "min-raiser": _Habit(_raises_least),
    **{f"stab of {name} pot": _Habit(_stabs(size)) for name, size in _STABS.items()},
    **{f"tight, bets {n} pot": _Habit(_values(size), True) for n, size in _VALUE_BETS.items()},
    **{f"one stab of {name} pot": _Habit(_stabs_once(size)) for name, size in _ONCE.items()},
    "one stab of all but one chip": _Habit(_stabs_once(_ALL_BUT_ONE)),
    **{f"late stab of {name} pot": _Habit(_stabs_late(size)) for name, size in _ONCE.items()},
    "all-in with the best hands": _Habit(_shoves_well, True),
    "caller who bets late": _Habit(_floats),
    "check-raiser": _Habit(_raises_bets),
    "bets the least": _Habit(_bets_least),
    "gives up to bets": _Habit(_gives_up),
}
"""The simple opponents, by name."""
ALWAYS_FOLDS = "always folds"
"""A player whose loss is known: no opponent, but a measure."""
_ALWAYS_FOLDS = _Habit(_folds)


def gallery_of(game: Game) -> dict[str, Policy]:
    """The compiled policies of all simple opponents, for a game."""
    return {name: policy_of(game, name) for name in HABITS}


def policy_of(game: Game, name: str) -> Policy:
    """The compiled policy of one of them, or of the player that always folds."""
    habit = _ALWAYS_FOLDS if name == ALWAYS_FOLDS else HABITS[name]
    unit, known = max(game.unit, *setup.prices(game)), abstraction_of(game)
    return _policy(game.verbs, habit, known, front_of(game), unit)


Front = Callable[[Any, int], int]
"""`(view, seat) -> chips`: what a seat has bet in this round, to which levels are added."""


@compiled
def _no_front(view: Any, p: int) -> int:
    """A game that has no part `betting`."""
    return 0


@compiled
def _front(view: Any, p: int) -> int:
    bet: int = view.betting.bet[p]
    return bet


def front_of(game: Game) -> Front:
    """The compiled function that reads a seat's bet from a record of a game."""
    return _front if "betting" in (game.layout(journal=False).names or ()) else _no_front


@functools.cache
def _policy(
    verbs: Verbs, habit: _Habit, known: Abstraction, front_of_seat: Front, unit: int
) -> Policy:
    """The compiled policy of a habit; `unit`: the largest forced bet, in chips."""
    choose, rollout, round_of = habit.choose, known.play_on, known.round
    share_of = _shares(verbs, rollout) if habit.needs_share else _no_share

    @compiled
    def act(views: Records, menu: Menu, rng: Random) -> int:
        is_betting, passive, bet, lowest, highest = read_menu(menu)
        if not is_betting:
            return rollout(views, menu, rng)
        view, price = views[0], owed(menu)
        front = front_of_seat(view, view.seats.actor)
        pot, is_free = pot_of(view) + price, actions.kind(passive) == CHECK
        share = share_of(views, menu, rng, passive)
        is_fresh, is_late = view.chips.paid[view.seats.actor] <= unit, round_of(view) >= _LATE
        size: int = choose(_Turn(price, pot - price, share, _live(view), is_fresh, is_late))
        if size == _LEAVE or (size == _GIVE_UP and not is_free):
            return actions.encode(FOLD, 0)
        if size == _ALL_BUT_ONE and bet != FOLD:
            return actions.encode(bet, max(highest - 1, lowest))
        if size < 0 or bet == FOLD:
            return passive
        return actions.encode(bet, min(max(front + price + pot * size // 100, lowest), highest))

    return act


@compiled
def read_menu(menu: Menu) -> tuple[bool, int, int, int, int]:
    """Whether a turn is one of betting, how one stays in, and the bet: kind, lowest, highest."""
    is_betting, passive = False, actions.encode(FOLD, 0)
    bet, lowest, highest = FOLD, 0, 0
    for row in range(menu.n):
        kind = menu.kind[row]
        is_betting |= kind == CHECK or kind in BETTING
        if kind in STAYING:
            passive = actions.encode(kind, menu.lowest[row])
        if kind in LEVELS:
            bet, lowest, highest = kind, menu.lowest[row], menu.highest[row]
    return is_betting, passive, bet, lowest, highest


@compiled
def _live(view: Any) -> int:
    """The players who are in the hand."""
    live = 0
    for q in range(view.seats.n):
        live += view.seats.live[q] > 0
    return live


@compiled
def _no_share(views: Records, menu: Menu, rng: Random, passive: int) -> int:
    return 0


@compiled
def _share_won(views: Records, seat: int) -> int:
    """The share of all that was won in a hand that a seat has won, in thousandths."""
    whole = 0
    for q in range(views[1].seats.n):
        whole += views[1].chips.won[q]
    share: int = _WHOLE * views[1].chips.won[seat] // max(whole, 1)
    return share


@functools.cache
def _shares(verbs: Verbs, rollout: Policy) -> Callable[..., int]:
    """The compiled function that samples a hand's share of the pot; it overwrites the menu."""
    sample = action_sampler(verbs, rollout, _share_won)

    @inlined
    def share_of(views: Records, menu: Menu, rng: Random, passive: int) -> int:
        chosen = np.zeros(1, np.int64)
        sums = np.zeros((1, 2), np.float64)
        chosen[0] = passive
        sample(views, menu, rng, _SAMPLES, chosen, sums)
        return int(sums[0, 0]) // _SAMPLES

    return share_of
