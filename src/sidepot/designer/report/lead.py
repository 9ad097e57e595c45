"""The lead in a hand as a spectator who sees all cards would call it, and its changes.

The cards that nobody has yet are dealt many times, and everybody stays in and plays on by the quick
rule of the game's rollouts: whoever ends with the most chips on average leads. The lead passes only
to a seat that is ahead of the leader by more than two standard errors.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from sidepot import kernel
from sidepot.bots import Policy, rollout_of
from sidepot.engine.game import Game, Hand
from sidepot.engine.turns import NO_ACTION, NO_PLAYERS, rollout_loop
from sidepot.engine.verbs import Verbs
from sidepot.kernel import PLAIN, Array, Records, compiled, readable
from sidepot.odds.chances import staying
from sidepot.rules.actions import Menu

_SAMPLES = 12 if PLAIN else 100
"""Deals of the cards to come, at every decision."""
_CLEAR = 2.0
"""Standard errors by which a seat has to be ahead."""
_MOST_TURNS = 2000


class Course(NamedTuple):
    """The course of a hand: `changes` of its lead, those at its end too.

    `last`: whether the last cards that were dealt took the lead from the leader; None where no
    cards came after the deal, or nobody led before they did.
    """

    changes: int
    last: bool | None


class Spectator:
    """Follows the lead of hands of a game."""

    def __init__(self, game: Game, seed: int) -> None:
        self._game, self._seed = game, seed
        self._views = game.batch(2)
        self._menus = kernel.batch(kernel.record(Menu))
        self._sample = _sampler(game.verbs, rollout_of(game))

    def course(self, hand: Hand) -> Course:
        """The course of a hand that is over."""
        again, changes, last = hand.again(), 0, None
        leader = self._leader(again, -1)
        for seat, action in hand.actions:
            top = self._top(again)
            again.act(action)
            now = _winner(again, leader) if again.over else self._leader(again, leader)
            if self._top(again) != top:
                has_left = seat == leader and action.kind == "fold"
                last = None if leader < 0 or has_left else now != leader
            changes += leader >= 0 and now != leader
            leader = now
        return Course(changes, last)

    def _top(self, hand: Hand) -> int:
        """The place in the deck up to which cards were dealt."""
        rows = kernel.filled(self._game.direct.layout, bytes(hand))
        return int(kernel.fields(rows).deck.top)

    def _leader(self, hand: Hand, leader: int) -> int:
        """The seat that leads now: the leader so far, unless another is clearly ahead; -1: none."""
        if hand.over:
            return leader
        nets = self._nets(hand)
        order = np.argsort(-nets.mean(axis=0), kind="stable").tolist()
        best, *others = order
        rival = leader if leader >= 0 else next(iter(others), best)
        lead = nets[:, best] - nets[:, rival]
        is_clear = lead.mean() > _CLEAR * lead.std() / math.sqrt(len(lead))
        return int(best) if is_clear else leader

    def _nets(self, hand: Hand) -> Array:
        """The chips of each player at the end, in a row for each deal."""
        self._views[:1] = kernel.filled(self._game.direct.layout, bytes(hand))
        nets = readable(np.zeros((_SAMPLES, hand.players), np.int64))
        rngs = kernel.generator(self._seed, (hand.number << 10) + hand.decision)
        self._sample(self._views, self._menus, rngs, nets)
        return nets


def _winner(hand: Hand, leader: int) -> int:
    """The seat with the best result; the leader among equals."""
    best = max(hand.payoffs)
    if leader >= 0 and hand.payoffs[leader] == best:
        return leader
    return hand.payoffs.index(best)


@functools.cache
def _sampler(verbs: Verbs, rollout: Policy) -> Callable[..., None]:
    """Plays the whole record in `views[0]` to its end, for each row of `nets` with other cards."""
    redeal, play_on = verbs.redeal, rollout_loop(verbs, staying(rollout), _MOST_TURNS)

    @compiled
    def sample(views: Records, menus: Records, rngs: Records, nets: Array) -> None:
        for i in range(nets.shape[0]):
            views[1] = views[0]
            redeal(views[1], rngs[0])
            play_on(views[1], views[1:], menus[0], rngs[0], NO_PLAYERS, NO_ACTION)
            for p in range(nets.shape[1]):
                nets[i, p] = views[1].chips.stack[p]

    return sample
