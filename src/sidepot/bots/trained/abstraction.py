"""Abstraction: which positions of a game the learner distinguishes, and how hands play out.

Every game has a default; `_OWN` has the games that improve on it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from sidepot import hands
from sidepot.bots import high_noon
from sidepot.bots.poker_roulette import BELIEF, tight
from sidepot.bots.policies import OWN as REGULAR
from sidepot.bots.policies import QUICK
from sidepot.bots.trained.hashing import mix
from sidepot.bots.trained.situation import depth_of
from sidepot.engine.game import Game
from sidepot.games.high_noon import GO_ALL_IN, SHOOTOUT, HighNoon, final_strength
from sidepot.games.holdem import NO_LIMIT, Holdem
from sidepot.games.poker_roulette import PokerRoulette
from sidepot.kernel import Array, Random, Records, compiled
from sidepot.odds.sampling import Policy
from sidepot.rules import actions, seats
from sidepot.rules.actions import FOLD, STAYING, Menu

_SIZES = (33, 100, 250)
"""The bets that are learned besides the highest, in hundredths of the pot after a call."""
_BUCKETS = 24
_LONG = 3
"""In a hand of ten rounds all slots of all turns would be far too many: in one of three turns."""
_DEALS = 300
_FEWER = 100
"""The deals where hands take long to be played on."""
_USUAL = 3
"""The most players who often see a flop of hold'em together, where all have learned to fold."""
_ALL_CARDS = NO_LIMIT.reach + NO_LIMIT.common
_COUNT = 12
"""The place of the number of suits that have a name (`_rename`)."""
_HOLDEM_JAMS, _NOON_JAMS = 0.124, 0.35
"""The belief in an early all-in (`Abstraction.jam_belief`): so that 2.5 to 5 % of hands call one of
100 units of the first of six, the nearly equal hands of hold'em by smaller differences."""
_FINER = 32
"""The buckets for training on the public tree, which is ten times as fast."""


@compiled
def _cards_dealt(view: Any) -> int:
    """The usual round of a hand: how many cards have left the deck."""
    dealt: int = view.deck.top
    return dealt


@compiled
def _none(view: Any) -> bool:
    """No turn is left to the rule: all are learned."""
    return False


@compiled
def _any_depth(view: Any, p: int) -> int:
    """All depths of stacks are one."""
    return 0


@compiled
def _nothing_held(view: Any, p: int) -> int:
    """All hands are as strong as one another."""
    return 0


@compiled
def _stay_in(views: Records, menu: Menu, rng: Random) -> int:
    """Stay at the least price where there is one; otherwise anything but to fold, at random."""
    for row in range(menu.n):
        if menu.kind[row] in STAYING:
            return actions.encode(menu.kind[row], menu.lowest[row])
    for _ in range(actions.ROWS):
        action: int = actions.any_of(menu, rng)
        if actions.kind(action) != FOLD:
            return action
    return actions.any_of(menu, rng)


@dataclass(frozen=True)
class Abstraction:
    """The grouping of positions into information sets.

    `round`: the round of a concealed record, as any number; `play_on`: the rollout policy, which
    plays a redealt hand to its end to find its equity; `by_rule`: whether a turn is played by that
    policy instead of learned. In play, `rule` decides such turns if it is given, and may take
    longer; on the public tree `quick_rule` does. `otherwise`: the policy where nothing was learned;
    without it, the price decides about staying in. `is_rare`: whether training meets a position too
    seldom for its answer to a bet to be believed. `held`: the present strength of a seat's cards,
    as any number; `depth`: a class of a seat's possible loss in the hand, a number below 16.
    `alike` makes a concealed record the one of all in which a seat has the same prospects against
    another, and returns a hash of that one. These ten are compiled.
    `sizes`: bet sizes, in hundredths of the pot; `buckets`: the number of buckets of hands in a
    round; `deals`: the deals played out, during play, to find a hand's equity.
    `recurs`: hands that are `alike` come again in other deals, as there are few in the first round.
    `every`: all slots are tried in one turn of so many; in the others one is played.
    `has_public_tree`: the betting does not depend on the cards, nor the cards (also those of turns
    by rule) on the betting; the cards decide at the end only, by the record's `strength`. Such
    games are learned on the public tree. `memory`: the bets remembered: 0 none, 1 the leader, 2 the
    number of bets too, 3 the same of every round.
    `belief`: set where the learned table is too small for hands to be played out by it, as the
    coach does; every turn is decided by equity then (`equity`). It bounds the belief in a bet: the
    discount of equity, and the number of pots that count.
    `jam_belief`: set where more than three learn too little of bets of many pots in the first
    round. It is added to the exponent of the share against likely hands for each doubling of the
    pot.
    `is_exact`: every concealed record is its own set, with every amount, as small games need.
    """

    round: Callable[[Any], int] = _cards_dealt
    alike: Callable[[Any, int, int], int] | None = None
    play_on: Policy = _stay_in
    by_rule: Callable[[Any], bool] = _none
    rule: Policy | None = None
    quick_rule: Policy | None = None
    otherwise: Policy | None = None
    is_rare: Callable[[Any], bool] | None = None
    held: Callable[[Any, int], int] = _nothing_held
    depth: Callable[[Any, int], int] = _any_depth
    sizes: Sequence[int] = field(default=_SIZES)
    buckets: int = _BUCKETS
    deals: int = _DEALS
    recurs: bool = False
    every: int = 1
    is_exact: bool = False
    has_public_tree: bool = False
    memory: int = 1
    belief: tuple[float, float] | None = None
    jam_belief: float | None = None

    @property
    def is_judged(self) -> bool:
        """Whether hands are played out by equity, and not by what was learned."""
        return self.belief is not None


@compiled
def _is_discarding(view: HighNoon) -> bool:
    """High Noon: discards are made by the rule of thumb."""
    return bool(view.discarding)


@compiled
def _points(view: HighNoon) -> int:
    """High Noon: the community cards that are up."""
    return view.point


@compiled
def _noon_held(view: HighNoon, p: int) -> int:
    """High Noon: the hand with the best community cards."""
    held: int = final_strength(view, p)
    return held


@compiled
def _noon_depth(view: HighNoon, p: int) -> int:
    """High Noon: the depth in antes; where there are no bets but mids, no more than they."""
    return depth_of(view, p, view.options.ante) if view.options.style == SHOOTOUT else 0


@compiled
def _holdem_depth(view: Holdem, p: int) -> int:
    """Hold'em: the depth in big blinds."""
    return depth_of(view, p, view.options.blinds[1])


@compiled
def _street(view: Holdem) -> int:
    """Hold'em: the street."""
    return view.street


@compiled
def _holdem_alike(view: Holdem, p: int, other: int) -> int:
    """Hold'em: no others are dealt in; the cards are in order, and suits named as they come.

    Before the flop there are 169 hands then.
    """
    for q in range(view.seats.n):
        if q not in (p, other):
            view.hole.size[q] = 0
    own, up = view.hole.card[p], view.board.card
    held, n = view.hole.size[p], view.board.size
    unused = view.deck.top - (held + n + view.hole.size[other])
    view.deck.top -= unused
    view.deck.reach -= unused
    _sort(own, held)
    _sort(up, n)
    _rename(up, n, _rename(own, held, 0))
    hashed = view.street
    for k in range(held):
        hashed = mix(hashed, own[k])
    for k in range(n):
        hashed = mix(hashed, up[k])
    return hashed


@compiled
def _noon_alike(view: HighNoon, p: int, other: int) -> int:
    """High Noon: as `_holdem_alike`; who may only fold a short stack is taken to go all-in."""
    unused = 0
    for q in range(view.seats.n):
        if q not in (p, other):
            unused += view.hole.size[q] + view.thrown.size[q]
            view.hole.size[q] = view.thrown.size[q] = 0
    view.deck.top -= unused
    view.deck.reach -= unused
    view.options.short_mid = GO_ALL_IN
    own, up, thrown = view.hole.card[p], view.board.card, view.thrown.card[p]
    held, n, gone = view.hole.size[p], view.board.size, view.thrown.size[p]
    _sort(own, held)
    _sort(up, n)
    _sort(thrown, gone)
    _rename(thrown, gone, _rename(up, n, _rename(own, held, 0)))
    hashed = mix(held | gone << 8, view.hole.size[other] | view.point << 8)
    for k in range(held):
        hashed = mix(hashed, own[k])
    for k in range(n):
        hashed = mix(hashed, up[k])
    for k in range(gone):
        hashed = mix(hashed, thrown[k])
    return hashed


@compiled
def _sort(row: Array, n: int) -> None:
    """Put the first n cards of a row in order."""
    for i in range(1, n):
        for k in range(i, 0, -1):
            if row[k - 1] > row[k]:
                row[k - 1], row[k] = row[k], row[k - 1]


@compiled
def _rename(row: Array, n: int, names: int) -> int:
    """Rename the suits of n cards in the order in which suits come; returns the names so far.

    `names`: for each suit one more than its name in three bits, and above them how many there are.
    """
    for k in range(n):
        at = 3 * (row[k] & 3)
        if names >> at & 7 == 0:
            names += 1 << _COUNT
            names |= (names >> _COUNT) << at
        row[k] = row[k] & ~3 | (names >> at & 7) - 1
    return names


@compiled
def _many_see_the_flop(view: Holdem) -> bool:
    """Hold'em: more than three are in after the flop, as good players seldom are."""
    return view.street > 0 and seats.count(view.seats) > _USUAL


@compiled
def _holdem_held(view: Holdem, p: int) -> int:
    """Hold'em: the best hand with the cards that are up; before the flop pair or high cards."""
    found = np.empty(_ALL_CARDS, np.int64)
    n, taken = 0, hands.EMPTY
    for k in range(view.hole.size[p]):
        found[n] = view.hole.card[p, k]
        taken = hands.take(taken, found[n])
        n += 1
    for k in range(view.board.size):
        found[n] = view.board.card[k]
        n += 1
    held: int = hands.best_of(found, n) if view.board.size > 0 else hands.strength(taken)
    return held


_MATCHES_TOLD = 6
"""Poker Roulette: the rounds that are told apart; later ones are one."""


@compiled
def _matches(view: PokerRoulette) -> int:
    """Poker Roulette: the rounds of matching so far, and not the cards that they took."""
    return min(view.round, _MATCHES_TOLD)


_OWN: Mapping[Any, Abstraction] = {
    HighNoon: Abstraction(
        round=_points,
        play_on=QUICK[HighNoon],
        by_rule=_is_discarding,
        alike=_noon_alike,
        rule=high_noon.discard,
        quick_rule=high_noon.discard_quickly,
        otherwise=high_noon.bet,
        held=_noon_held,
        depth=_noon_depth,
        jam_belief=_NOON_JAMS,
        buckets=_FINER,
        has_public_tree=True,
    ),
    Holdem: Abstraction(
        round=_street,
        alike=_holdem_alike,
        recurs=True,
        play_on=QUICK[Holdem],
        otherwise=REGULAR[Holdem],
        is_rare=_many_see_the_flop,
        jam_belief=_HOLDEM_JAMS,
        held=_holdem_held,
        depth=_holdem_depth,
        buckets=_FINER,
        has_public_tree=True,
    ),
    PokerRoulette: Abstraction(
        round=_matches,
        play_on=QUICK[PokerRoulette],
        otherwise=tight,
        belief=BELIEF,
        every=_LONG,
        deals=_FEWER,
    ),
}
"""The abstractions that games declare, by their record."""
EXACT = Abstraction(is_exact=True)


def abstraction_of(game: Game) -> Abstraction:
    """The abstraction of a game: its own, or the usual one."""
    return _OWN.get(game.record) or Abstraction(play_on=QUICK.get(game.record, _stay_in))
