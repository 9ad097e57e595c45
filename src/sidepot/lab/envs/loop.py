"""The compiled loop of a batch: in each place, actions up to the next decision from outside."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from sidepot.engine.game import Verbs
from sidepot.kernel import Array, Records, compiled, index, seed
from sidepot.lab.bulk import Policies, lay_out
from sidepot.lab.envs.slots import ILLEGAL, is_allowed, number_of, write_mask
from sidepot.rules.deck import shuffle

DEAL, LOOK, ACT = -2, -3, -4
"""What to do in every place: deal a hand, go on with the one in play, or do an action."""
OUTSIDE = -1
"""The chair of a seat whose actions come from outside the loop."""
_MOST_PASSED = 10_000
"""Hands without a decision from outside that a step passes over."""
NOBODY_DECIDES = -1
"""The problem that so many hands in a row ask nobody outside."""


@functools.cache
def loop_of(verbs: Verbs, has_policies: bool, is_open: bool = False) -> Callable[..., int]:
    """The loop of a game over places `first` to `last` - 1.

    In each place it does what `mode` says, for `ACT` the action of slot `chosen[i]`. It returns 0,
    or a problem: `NOBODY_DECIDES`, or what `write_mask` returned. `fixed` has the actions of slots
    that never change, `numbers` those of others at the last decision, or no rows where they would
    take too much room. `is_open`: is nothing that is shown ever concealed? Then nothing need be
    copied. Without policies one generator serves all places, because each one's own is out of the
    processor's cache when a hand ends: an eighth of the time of a step (`rewind`).
    """
    begin, menu, step, conceal, _ = verbs

    @compiled
    def play(
        mode: int,
        experiment: int,
        views: Records,
        first: int,
        last: int,
        menus: Records,
        policies: Policies,
        rows: Records,
        rngs: Records,
        words: Array,
        ended: Records,
        encode: Any,
        slots: Array,
        kinds: Array,
        fixed: Array,
        where: Array,
        stacks: Array,
        unit: float,
        chairs: Array,
        chosen: Array,
        hand: Array,
        player: Array,
        viewer: Array,
        observation: Array,
        mask: Array,
        allowed: Array,
        numbers: Array,
        rewards: Array,
        terminated: Array,
    ) -> int:
        n, m = len(stacks), menus[0]
        rewards[first:last] = 0.0
        for i in range(first, last):
            s, rng = rows[i], rngs[i if has_policies else first]
            due, passed, counts = mode, 0, mode != DEAL
            terminated[i] = False
            while True:
                if due == DEAL:
                    lay_out(s, rng, stacks, experiment, hand[i])
                    begin(s)
                elif due >= 0:
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
                        return NOBODY_DECIDES
                    hand[i] += len(rows)
                    due = DEAL
                    continue
                if due == ACT:
                    due = fixed[index(chosen[i])]
                    if due == ILLEGAL and len(numbers) > 0:
                        due = numbers[i, index(chosen[i])]
                    elif due == ILLEGAL:
                        menu(s, m)
                        due = number_of(slots, kinds, where, m, words, i, chosen[i])
                    continue
                menu(s, m)
                if has_policies or not is_open:
                    views[0] = s
                    conceal(views[0], s.seats.actor)
                if has_policies:
                    chair = chairs[i, s.seats.actor]
                    if chair >= 0:
                        due = policies[chair](views, m, rng)
                        continue
                break
            player[i] = s.seats.actor
            if has_policies or not is_open:
                encode(views, 0, player[i], observation, i)
            else:
                encode(rows, i, player[i], observation, i)
            problem = write_mask(slots, where, m, words, i, mask, allowed, numbers, i)
            if problem:
                return problem
        return 0

    return play


@compiled
def rewind(rows: Records, rngs: Records, space: Records, experiment: int, hand: Array) -> None:
    """Bring the generator of each place to where it was when the place's hand had been shuffled."""
    space[0] = rows[0]
    for i in range(len(rows)):
        seed(rngs[i], experiment, hand[i])
        shuffle(space[0].deck, rngs[i])


@compiled
def first_illegal(allowed: Array, slots: int, chosen: Array) -> int:
    """The first place whose chosen slot is none or not legal, or -1."""
    for i in range(len(chosen)):
        if not 0 <= chosen[i] < slots or not is_allowed(allowed, i, chosen[i]):
            return i
    return -1


@compiled
def encode_ended(encode: Any, ended: Records, viewer: Array, terminated: Array, out: Array) -> None:
    """Fill the rows of hands that have ended with what their viewers see at the end."""
    for i in range(len(viewer)):
        if terminated[i]:
            encode(ended, i, viewer[i], out, i)
