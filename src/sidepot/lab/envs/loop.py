"""The compiled loop of a batch: in each place, actions up to the next decision from outside."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

from sidepot.engine import turns
from sidepot.engine.game import Verbs
from sidepot.engine.turns import NO_ACTION, NO_PLAYERS
from sidepot.kernel import Array, Random, Records, compiled, index, inlined, seed
from sidepot.lab.bulk import Policies, lay_out, policy_chooser
from sidepot.lab.envs.line import clear, follow, note, write
from sidepot.lab.envs.slots import ILLEGAL, is_allowed, number_of, write_mask
from sidepot.rules.actions import Menu
from sidepot.rules.deck import shuffle

WAIT = -1
"""Stands for a slot where a place is left as it is."""
DEAL, LOOK, ACT = range(3)
"""The command of every place: deal a hand, go on with the one in play, or do an action."""
_MOST_PASSED = 10_000
"""Hands without a decision from outside that a step passes over."""
NOBODY_DECIDES = -1
"""The problem of too many hands in a row without a decision from outside."""


class Step(NamedTuple):
    """The batch after a step: views of its own arrays, which the next `step` overwrites."""

    current_player: Array
    """int64[N]: the seat to act."""
    observation: Array
    """float32[N, size]: what that seat sees."""
    action_mask: Array
    """bool[N, slots]: what it may do."""
    rewards: Array
    """float32[N, seats]: net results of the hands that ended in this step, else 0."""
    terminated: Array
    """bool[N]: whether a hand ended in this step. It has been dealt again: `current_player`,
    `observation` and `action_mask` are those of the new hand's first decision."""


class Places(NamedTuple):
    """The places of a batch: their hands, and the last choices and masks."""

    rows: Records
    rngs: Records
    words: Array
    ended: Records
    """The hands that ended in this step; no records unless requested."""
    viewer: Array
    """int64[N]: the seat for which each of them is concealed."""
    hand: Array
    """int64[N]: the numbers of the hands."""
    chosen: Array
    """int64[N]: the slots of the actions to do."""
    allowed: Array
    numbers: Array
    """int64[N, slots]: the actions of slots that change, at the last decision; no rows where they
    would take too much room."""
    logs: Array
    """int64[N, columns]: the actions of the hands (`line`); no columns where they are not shown."""
    ended_logs: Array
    """The same of the hands in `ended`."""


class Table(NamedTuple):
    """Data shared by all places of a batch."""

    stacks: Array
    unit: float
    chairs: Array
    """int64[N, seats]: the number of each seat's policy, or `OUTSIDE`."""
    policies: Policies
    encode: Any
    slots: Array
    kinds: Array
    fixed: Array
    """int64[slots]: the actions of slots that never change."""
    where: Array
    shown: tuple[Array, Array, Array]
    """The form of the logs (`line.Log.shown`)."""


class Space(NamedTuple):
    """The memory of one thread: two records, and a menu."""

    views: Records
    menus: Records


@functools.cache
def loop_of(
    verbs: Verbs, has_policies: bool, is_open: bool, has_line: bool, has_learned: bool = False
) -> Callable[..., int]:
    """The loop of a game over places `first` to `last` - 1, which returns 0 or a problem.

    `is_open`: nothing shown is ever concealed or copied. `has_line`: actions are logged and shown.
    """
    begin, is_copied = _beginner(verbs, has_line), has_policies or not is_open
    play_on = _player(verbs, has_policies, is_copied, has_line, has_learned)
    choose, end, show = _chooser(verbs), _ender(verbs, has_line), _shower(is_copied, has_line)

    @compiled
    def play(
        mode: int,
        experiment: int,
        first: int,
        last: int,
        space: Space,
        table: Table,
        places: Places,
        now: Step,
    ) -> int:
        views, m = space.views, space.menus[0]  # read once: each reading counts a reference
        rows, rngs, words, ended, viewer, hand, chosen, allowed, numbers, logs, ended_logs = places
        stacks, unit, chairs, policies, encode, slots, kinds, fixed, where, shown = table
        player, observation, mask, rewards, terminated = now
        rewards[first:last], terminated[first:last] = 0.0, False
        for i in range(first, last):
            s, rng = rows[i], rngs[i if has_policies else first]
            action, is_new, passed, counts = NO_ACTION, mode == DEAL, 0, mode != DEAL
            players: Any = (policies, chairs, i, logs, shown[0]) if has_policies else NO_PLAYERS
            if mode == ACT and chosen[i] != WAIT:
                action = _known(fixed, numbers, i, chosen[i])
                if action == ILLEGAL:
                    action = choose(slots, kinds, where, s, m, words, i, chosen[i])
                if has_line:
                    note(logs, i, shown[0], s, action)
            while True:
                if is_new:
                    lay_out(s, rng, stacks, experiment, hand[i])
                    begin(s, logs, i)
                play_on(s, views, m, rng, players, action)
                if s.seats.actor >= 0:
                    break
                if counts:
                    counts, terminated[i] = False, True
                    _settle(s, stacks, unit, rewards, i)
                    end(s, ended, viewer, player[i], logs, ended_logs, i)
                if passed == _MOST_PASSED:
                    return NOBODY_DECIDES
                action, is_new, passed = NO_ACTION, True, passed + 1
                hand[i] += len(rows)
            player[i] = s.seats.actor
            show(rows, views, encode, player[i], observation, logs, shown, i)
            problem = write_mask(slots, where, m, words, i, mask, allowed, numbers, i)
            if problem:
                return problem
        return 0

    return play


def _beginner(verbs: Verbs, has_line: bool) -> Callable[..., None]:
    """The function that begins a hand, without actions in its log."""
    begin_hand = verbs.begin

    @inlined
    def begin(s: Any, logs: Array, i: int) -> None:
        begin_hand(s)
        if has_line:
            clear(logs, i)

    return begin


@inlined
def _settle(s: Any, stacks: Array, unit: float, rewards: Array, i: int) -> None:
    """Write the results of a hand that has ended."""
    for p in range(len(stacks)):
        rewards[i, p] = (s.chips.stack[p] - stacks[p]) / unit


@inlined
def _known(fixed: Array, numbers: Array, i: int, slot: int) -> int:
    """The action of a slot, or `ILLEGAL` where it has to be worked out from the menu."""
    due: int = fixed[index(slot)]
    if due == ILLEGAL and len(numbers) > 0:
        due = numbers[i, index(slot)]
    return due


def _player(
    verbs: Verbs, has_policies: bool, is_copied: bool, has_line: bool, has_learned: bool
) -> Callable[..., int]:
    """The loop of turns, in which policies are asked and their actions logged."""
    asked = policy_chooser(verbs.conceal, has_policies, is_copied, has_learned)

    @inlined
    def choose(s: Any, views: Records, m: Menu, rng: Random, players: Any) -> int:
        policies, chairs, i, logs, form = players
        action = asked(s, views, m, rng, (policies, chairs, i))
        if has_line and action >= 0:
            note(logs, i, form, s, action)
        return action

    return turns.loop_of(verbs, choose if has_policies else asked)


def _ender(verbs: Verbs, has_line: bool) -> Callable[..., None]:
    """The function that keeps the end of a hand as a seat sees it, if anybody wants it."""
    conceal = verbs.conceal

    @inlined
    def end(
        s: Any, ended: Records, viewer: Array, seat: int, logs: Array, ended_logs: Array, i: int
    ) -> None:
        if len(ended) > 0:
            viewer[i], ended[i] = seat, s
            conceal(ended[i], viewer[i])
            if has_line:
                for k in range(logs.shape[1]):
                    ended_logs[i, k] = logs[i, k]

    return end


def _chooser(verbs: Verbs) -> Callable[..., int]:
    """The function that works out the action of a slot from the menu."""
    menu = verbs.menu

    @inlined
    def choose(
        slots: Array, kinds: Array, where: Array, s: Any, m: Menu, words: Array, i: int, slot: int
    ) -> int:
        menu(s, m)
        return number_of(slots, kinds, where, m, words, i, slot)

    return choose


def _shower(is_copied: bool, has_line: bool) -> Callable[..., None]:
    """The function that writes what the seat to act sees."""

    @inlined
    def show(
        rows: Records,
        views: Records,
        encode: Any,
        seat: int,
        observation: Array,
        logs: Array,
        shown: tuple[Array, Array, Array],
        i: int,
    ) -> None:
        if is_copied:
            encode(views, 0, seat, observation, i)
        else:
            encode(rows, i, seat, observation, i)
        if has_line:
            form, columns, scales = shown
            follow(logs, i, form, rows[i])
            write(logs, i, form, columns, scales, seat, observation, i)

    return show


@compiled
def rewind(rows: Records, rngs: Records, space: Records, experiment: int, hand: Array) -> None:
    """Bring the generator of each place to where it was when the place's hand had been shuffled.

    Without policies one generator serves all places, which stays in the cache.
    """
    space[0] = rows[0]
    for i in range(len(rows)):
        seed(rngs[i], experiment, hand[i])
        shuffle(space[0].deck, rngs[i])


@compiled
def first_illegal(allowed: Array, slots: int, chosen: Array, may_wait: bool) -> int:
    """The first place whose chosen slot is none or not legal, or -1; `WAIT` is none, or legal."""
    for i in range(len(chosen)):
        slot = chosen[i]
        if slot == WAIT and may_wait:
            continue
        if not 0 <= slot < slots or not is_allowed(allowed, i, slot):
            return i
    return -1


@compiled
def encode_ended(
    encode: Any,
    ended: Records,
    viewer: Array,
    terminated: Array,
    out: Array,
    logs: Array,
    shown: tuple[Array, Array, Array],
) -> None:
    """Fill the rows of hands that have ended with what their viewers see at the end."""
    for i in range(len(viewer)):
        if terminated[i]:
            encode(ended, i, viewer[i], out, i)
            if logs.shape[1] > 0:
                form, columns, scales = shown
                write(logs, i, form, columns, scales, viewer[i], out, i)
