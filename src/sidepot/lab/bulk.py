"""Tables for the compiled loop of play: the deal, policies by seat, and seats from outside."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from sidepot import kernel
from sidepot.engine.game import Game, Verbs
from sidepot.engine.turns import NO_ACTION, Chooser, loop_of
from sidepot.kernel import Array, Random, Records, compiled, inlined, readable, seed
from sidepot.rules.actions import Menu
from sidepot.rules.deck import shuffle

if TYPE_CHECKING:
    from sidepot.bots import Policy

Policies = tuple[Any, ...]
"""Policies as function pointers, made by `policy_pointers`."""
OUTSIDE = -1
"""The chair of a seat that is played from outside."""


class Table(NamedTuple):
    """The players of a loop, and the numbers of its hands."""

    policies: Any
    """`Policies`, with what else the chooser takes."""
    chairs: Array
    stacks: Array
    experiment: int


class Space(NamedTuple):
    """The memory of one thread: the record in play and two for views, a menu, a generator."""

    rows: Records
    menus: Records
    rngs: Records


@compiled
def lay_out(s: Any, rng: Random, stacks: Array, experiment: int, hand: int) -> None:
    """Set a record up for `begin`: everybody's stack, and the deck of a hand of an experiment."""
    seed(rng, experiment, hand)
    for p in range(s.seats.n):
        s.chips.stack[p] = stacks[p]
    shuffle(s.deck, rng)


@functools.cache
def entries(verbs: Verbs) -> tuple[Callable[..., None], Callable[..., None]]:
    """The deal and the loop of a game, with seats from outside, for Python.

    `deal(rows, rngs, stacks, experiment, hand)` is a hand up to its first decision;
    `play_on(policies, chairs, rows, menus, rngs, place, action)` goes on to the next decision from
    outside.
    """
    begin, play_turns = verbs.begin, loop_of(verbs, policy_chooser(verbs.conceal))

    @compiled
    def deal(rows: Records, rngs: Records, stacks: Array, experiment: int, hand: int) -> None:
        lay_out(rows[0], rngs[0], stacks, experiment, hand)
        begin(rows[0])

    @compiled
    def play_on(
        policies: Policies,
        chairs: Array,
        rows: Records,
        menus: Records,
        rngs: Records,
        place: int,
        action: int,
    ) -> None:
        players = policies, chairs, place
        play_turns(rows[0], rows[1:], menus[0], rngs[0], players, action)

    return deal, play_on


def policy_chooser(
    conceal: Callable[[Any, int], None], has_policies: bool = True, is_copied: bool = True
) -> Chooser:
    """The chooser that asks the policy of the player to act, with a concealed copy in `views[0]`.

    Its `players` are the policies, the chairs, and the place: the row of the chairs that has the
    number of each seat's policy, or `OUTSIDE`. Without policies all are from outside; the copy may
    be left out then.
    """

    @inlined
    def choose(s: Any, views: Records, m: Menu, rng: Random, players: Any) -> int:
        action = NO_ACTION
        if is_copied:
            views[0] = s
            conceal(views[0], s.seats.actor)
        if has_policies:
            policies, chairs, place = players
            chair = chairs[place, s.seats.actor]
            if chair >= 0:
                action = policies[chair](views, m, rng)
        return action

    return choose


def rotations(players: Sequence[int]) -> Array:
    """The chairs of a duplicate deal: in row k, every player sits k seats on."""
    rows = [
        [players[(seat - k) % len(players)] for seat in range(len(players))]
        for k in range(len(players))
    ]
    return readable(np.array(rows, np.int64).reshape(len(rows), -1))


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
