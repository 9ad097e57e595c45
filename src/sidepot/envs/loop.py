"""The compiled loop of a batch: in each place, actions up to the next decision from outside."""

from __future__ import annotations

import functools
from collections.abc import Callable

from sidepot.engine.game import Verbs
from sidepot.envs.encoder import encode_into
from sidepot.envs.slots import ILLEGAL, number_of, write_mask
from sidepot.kernel import Array, Records, compiled
from sidepot.lab.bulk import Policies, lay_out

DEAL, LOOK = -1, -2
"""What to do in a place instead of an action: deal a hand, or go on with the one in play."""
OUTSIDE = -1
"""The chair of a seat whose actions come from outside the loop."""
_MOST_PASSED = 10_000
"""Hands without a decision from outside that a step passes over."""
NOBODY_DECIDES = -1
"""The problem of a table at which that many hands in a row ask nobody outside."""


@functools.cache
def loop_of(verbs: Verbs, has_policies: bool) -> Callable[..., int]:
    """The loop of a game over places `first` to `last` - 1.

    It does `todo[i]` in each place and returns 0, or the problem with the place in `todo[first]`.
    """
    begin, menu, step, conceal, _ = verbs

    @compiled
    def play(
        rows: Records,
        menus: Records,
        rngs: Records,
        views: Records,
        words: Array,
        seen: Array,
        ended: Records,
        entries: Array,
        begins: Array,
        factors: Array,
        lists: Array,
        dense: int,
        slots: Array,
        where: Array,
        stacks: Array,
        experiment: int,
        unit: float,
        policies: Policies,
        chairs: Array,
        todo: Array,
        hand: Array,
        player: Array,
        viewer: Array,
        observation: Array,
        mask: Array,
        rewards: Array,
        terminated: Array,
        first: int,
        last: int,
    ) -> int:
        n = len(stacks)
        for i in range(first, last):
            s, m, rng = rows[i], menus[i], rngs[i]
            due, passed = todo[i], 0
            counts = due != DEAL
            for p in range(n):
                rewards[i, p] = 0.0
            terminated[i] = False
            while True:
                if due == DEAL:
                    lay_out(s, rng, stacks, experiment, hand[i])
                    begin(s)
                elif due != LOOK:
                    step(s, due)
                if s.seats.actor < 0:
                    if counts:
                        counts, terminated[i] = False, True
                        for p in range(n):
                            rewards[i, p] = (s.chips.stack[p] - stacks[p]) / unit
                        if len(ended) > 0:
                            viewer[i], ended[i] = player[i], s
                            conceal(ended[i], viewer[i])
                    passed += 1
                    if passed > _MOST_PASSED:
                        todo[first] = i
                        return NOBODY_DECIDES
                    hand[i] += len(rows)
                    due = DEAL
                    continue
                menu(s, m)
                views[0] = s
                conceal(views[0], s.seats.actor)
                if has_policies:
                    chair = chairs[i, s.seats.actor]
                    if chair >= 0:
                        due = policies[chair](views, m, rng)
                        continue
                break
            player[i] = s.seats.actor
            encode_into(
                seen, 0, entries, begins, factors, lists, dense, n, player[i], observation, i
            )
            problem = write_mask(slots, where, m, words, i, mask, i)
            if problem:
                todo[first] = i
                return problem
        return 0

    return play


@compiled
def choose(
    slots: Array,
    kinds: Array,
    where: Array,
    menus: Records,
    words: Array,
    chosen: Array,
    todo: Array,
) -> int:
    """Write the action of every chosen slot into `todo`; returns the first illegal place, or -1."""
    for i in range(len(chosen)):
        todo[i] = number_of(slots, kinds, where, menus[i], words, i, chosen[i])
        if todo[i] == ILLEGAL:
            return i
    return -1


@compiled
def encode_ended(
    words: Array,
    entries: Array,
    begins: Array,
    factors: Array,
    lists: Array,
    dense: int,
    n: int,
    viewer: Array,
    terminated: Array,
    out: Array,
) -> None:
    """Fill the rows of hands that have ended with what their viewers see at the end."""
    for i in range(len(viewer)):
        if terminated[i]:
            encode_into(
                words, i, entries, begins, factors, lists, dense, n, viewer[i], out, i
            )
