"""Tables for the compiled loop of play: the deal, policies by seat, and seats from outside."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from sidepot import kernel
from sidepot.bots import Bot, Policy, policy_of
from sidepot.bots.trained.experts import dealt_in
from sidepot.bots.trained.strategy import Learned, Mind, mind_of, pointer_to
from sidepot.engine.game import Game, Verbs
from sidepot.engine.turns import NO_ACTION, Chooser, loop_of
from sidepot.kernel import Array, Random, Records, compiled, inlined, readable, seed
from sidepot.rules.actions import Menu
from sidepot.rules.deck import shuffle

Policies = Any
"""Policies as function pointers, made by `policy_pointers`; with learned bots, a pair of them and
`_Minds`."""
OUTSIDE = -1
"""The chair of a seat that is played from outside."""
_LEARNED = -2
"""The chair of a seat of the first learned bot; those of the others follow downward."""

_SEVERAL = 4
"""A loop is compiled for one strategy, or a multiple of so many."""


class _Minds(NamedTuple):
    """The learned bots of a loop, with memory for one thread."""

    moves: tuple[Any, ...]
    """The address of each strategy's move (`pointer_to`)."""
    minds: tuple[Mind, ...]
    which: Array
    """int64[bots, players + 1]: the number of a bot's strategy, by the number dealt in."""


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
def entries(
    verbs: Verbs, has_learned: bool = False
) -> tuple[Callable[..., None], Callable[..., None]]:
    """The deal and the loop of a game, with seats from outside, for Python.

    `deal(rows, rngs, stacks, experiment, hand)` is a hand up to its first decision;
    `play_on(policies, chairs, rows, menus, rngs, place, action)` goes on to the next decision from
    outside.
    """
    choose = policy_chooser(verbs.conceal, has_learned=has_learned)
    begin, play_turns = verbs.begin, loop_of(verbs, choose)

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
    conceal: Callable[[Any, int], None],
    has_policies: bool = True,
    is_copied: bool = True,
    has_learned: bool = False,
) -> Chooser:
    """The chooser that asks the policy of the player to act, with a concealed copy in `views[0]`.

    Its `players` are the policies, the chairs, and the place: the row of the chairs that has the
    number of each seat's policy, or `OUTSIDE`. Without policies all are from outside; the copy may
    be left out then. With learned bots the policies are a pair (`Policies`).
    """
    play = _play_learned if has_learned else _play_policy

    @inlined
    def choose(s: Any, views: Records, m: Menu, rng: Random, players: Any) -> int:
        action = NO_ACTION
        if is_copied:
            views[0] = s
            conceal(views[0], s.seats.actor)
        if has_policies:
            policies, chairs, place = players
            chair = chairs[place, s.seats.actor]
            if chair != OUTSIDE:
                action = play(policies, chair, views, m, rng)
        return action

    return choose


@inlined
def _play_policy(policies: Policies, chair: int, views: Records, m: Menu, rng: Random) -> int:
    """The action of a policy."""
    action: int = policies[chair](views, m, rng)
    return action


@inlined
def _play_learned(policies: Policies, chair: int, views: Records, m: Menu, rng: Random) -> int:
    """The action of a policy, or of a learned bot."""
    pointers, (moves, minds, which) = policies
    if chair >= 0:
        action: int = pointers[chair](views, m, rng)
    else:
        k = which[_LEARNED - chair, dealt_in(views, which.shape[1] - 1)]
        action = moves[k](views, rng, minds[k])
    return action


def _learned_chooser(conceal: Callable[[Any, int], None]) -> Chooser:
    """`policy_chooser` where some are learned bots."""
    return policy_chooser(conceal, has_learned=True)


def chooser_for(players: Iterable[Policy | Bot]) -> Callable[..., Chooser]:
    """The maker of the chooser for these players."""
    return _learned_chooser if has_learned(players) else policy_chooser


def has_learned(players: Iterable[Policy | Bot]) -> bool:
    """Whether one of some players is a learned bot."""
    return any(isinstance(player, Learned) for player in players)


def numbers_of(players: Sequence[Policy | Bot]) -> list[int]:
    """The number of each player, as chairs have it: `OUTSIDE` for a bot asked in Python."""
    policies, learned = _kinds(players)
    return [
        policies.index(player)
        if player in policies
        else _LEARNED - learned.index(player)
        if isinstance(player, Learned)
        else OUTSIDE
        for player in players
    ]


def _kinds(players: Iterable[Policy | Bot]) -> tuple[list[Policy], list[Learned]]:
    """The different policies, and the different learned bots."""
    different = dict.fromkeys(players)
    policies = [player for player in different if not isinstance(player, Bot)]
    return policies, [player for player in different if isinstance(player, Learned)]


def rotations(players: Sequence[int]) -> Array:
    """The chairs of a duplicate deal: in row k, every player sits k seats on."""
    rows = [
        [players[(seat - k) % len(players)] for seat in range(len(players))]
        for k in range(len(players))
    ]
    return readable(np.array(rows, np.int64).reshape(len(rows), -1))


def policy_pointers(
    game: Game, players: Iterable[Policy | Bot], seats: int, multiple: int = 1
) -> Policies:
    """The different policies as function pointers, for the loops; with learned bots `_Minds` too.

    `seats`: the number of players at the table; `multiple`: of so many pointers there is a
    multiple, so that fewer loops are compiled.
    """
    policies, learned = _kinds(players)
    layouts = game.layout(journal=False), kernel.record(Menu), kernel.record(Random)
    padded = _padded(policies or [policy_of(game, "random")], multiple)
    pointers = tuple(kernel.pointer(_outermost(policy), *layouts) for policy in padded)
    return (pointers, _minds(learned, seats)) if learned else pointers


def _padded(found: list[Any], multiple: int) -> list[Any]:
    """A list, filled up with its first item to a multiple of a length."""
    return [*found, *found[:1] * (-len(found) % multiple)]


def _minds(bots: Sequence[Learned], seats: int) -> _Minds:
    """The strategies of learned bots, each once, with memory of their own."""
    rows = [bot.strategies(seats) for bot in bots]
    different = list(dict.fromkeys(each for row in rows for each in row))
    strategies = _padded(different, 1 if len(different) == 1 else _SEVERAL)
    minds = [mind_of(each) for each in strategies]
    if len({mind.memory.total.dtype for mind in minds}) > 1:  # loops take those of one type
        minds = [
            mind._replace(memory=mind.memory._replace(total=mind.memory.total.astype(np.float64)))
            for mind in minds
        ]
    moves = [pointer_to(each, minds[0]) for each in strategies]
    which = [[different.index(each) for each in row] for row in rows]
    return _Minds(tuple(moves), tuple(minds), readable(np.array(which, np.int64)))


@functools.cache
def _outermost(policy: Policy) -> Policy:
    """A policy wrapped in its own compiled function, because it may be an inlined one."""

    @compiled
    def call(views: Records, m: Menu, rng: Random) -> int:
        return policy(views, m, rng)

    return call
