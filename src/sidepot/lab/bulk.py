"""The parts of a compiled loop over hands: the deal, the hand, and the chooser of actions."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from sidepot import kernel
from sidepot.engine.game import Game, Verbs
from sidepot.kernel import Array, Random, Records, compiled, inlined, seed
from sidepot.kernel.random import MASK
from sidepot.rules.actions import Menu
from sidepot.rules.deck import shuffle

if TYPE_CHECKING:
    from sidepot.bots import Policy

Policies = tuple[Any, ...]
"""Policies as function pointers, made by `policy_pointers`."""
Chooser = Callable[..., int]
"""The action of the player to act: `(rows, menu, rng, policies, chairs) -> action`.

`chairs` has the number of the policy in each seat.
"""


@compiled
def lay_out(s: Any, rng: Random, stacks: Array, experiment: int, hand: int) -> None:
    """Set a record up for `begin`: everybody's stack, and the deck of a hand of an experiment."""
    seed(rng, experiment, hand)
    for p in range(s.seats.n):
        s.chips.stack[p] = stacks[p]
    shuffle(s.deck, rng)


def hand_player(verbs: Verbs, choose: Chooser) -> Callable[..., int]:
    """The compiled function that plays one hand, from the shuffle on.

    `(rows, menu, rng, stacks, experiment, hand, policies, chairs)` returns the number of decisions
    and leaves the hand's end in `rows[0]`.
    """
    begin, menu, step, _, _ = verbs

    @inlined
    def play_hand(
        rows: Records,
        m: Menu,
        rng: Random,
        stacks: Array,
        experiment: int,
        hand: int,
        policies: Policies,
        chairs: Array,
    ) -> int:
        s, decisions = rows[0], 0
        lay_out(s, rng, stacks, experiment, hand)
        begin(s)
        while s.seats.actor >= 0:
            menu(s, m)
            step(s, choose(rows, m, rng, policies, chairs))
            decisions += 1
        return decisions

    return play_hand


def policy_chooser(conceal: Callable[[Any, int], None]) -> Chooser:
    """The chooser that asks the policy of the player to act, with a concealed copy."""

    @inlined
    def choose(rows: Records, m: Menu, rng: Random, policies: Policies, chairs: Array) -> int:
        rows[1] = rows[0]
        conceal(rows[1], rows[0].seats.actor)
        action: int = policies[chairs[rows[0].seats.actor]](rows[1:], m, rng)
        return action

    return choose


def policy_pointers(game: Game, policies: Sequence[Policy]) -> Policies:
    """Policies as function pointers, for the loops."""
    layouts = game.layout(journal=False), kernel.record(Menu), kernel.record(Random)
    return tuple(kernel.pointer(_outermost(policy), *layouts) for policy in policies)


@functools.cache
def _outermost(policy: Policy) -> Policy:
    """A policy wrapped in its own compiled function, because it may be an inlined one."""

    @compiled
    def call(views: Records, m: Menu, rng: Random) -> int:
        return policy(views, m, rng)

    return call


@compiled
def hash_hand(hand: int, ended: Array, n: int) -> int:
    """A hash of a hand's number and the final stacks of n seats (FNV-1a, one stack at a time)."""
    mix = hand & MASK
    for p in range(n):
        mix = ((mix ^ (ended[p] & MASK)) * 0x01000193) & MASK
    return mix
