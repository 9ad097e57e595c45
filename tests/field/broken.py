"""Betting laws that are wrong on purpose, each one rule changed. The comparison has to see each.

Run as a program in the plain form (`NUMBA_DISABLE_JIT=1`), where the rules are Python functions
that can be replaced: prints, for each, what the comparison said, as JSON.
"""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from sidepot.rules import betting, pots, seats
from sidepot.rules import chips as purses
from sidepot.rules.betting import FIXED_LIMIT
from tests.field.match import Mismatch, play
from tests.field.tables import table

RIGHT = {name: getattr(betting, name) for name in ("lowest", "raise_to", "act", "post")}
AWARD = pots.award
Change = tuple[Any, str, Any]
BROKEN: dict[str, list[Change]] = {"nothing": []}


def breaks(module: Any, name: str) -> Callable[[Any], Any]:
    """Put a function in the place of a rule."""

    def register(function: Any) -> Any:
        BROKEN[function.__name__] = [(module, name, function)]
        return function

    return register


# Reopening ------------------------------------------------------------------------------------


@breaks(betting, "is_open")
def raising_is_always_open(state: Any, places: Any, p: int) -> bool:
    return bool(state.limit != FIXED_LIMIT or state.raises < betting.CAP)


@breaks(betting, "is_open")
def whoever_acted_never_raises_again(state: Any, places: Any, p: int) -> bool:
    return not places.acted[p] and raising_is_always_open(state, places, p)


@breaks(betting, "is_open")
def one_chip_too_many_is_asked_for(state: Any, places: Any, p: int) -> bool:
    if state.limit == FIXED_LIMIT:
        since = not places.acted[p] or state.counted > state.faced[p]
        return bool(since and state.raises < betting.CAP)
    return not places.acted[p] or bool(state.to - state.bet[p] > state.full)


def single_raises(state: Any, purse: Any, journal: Any, p: int, level: int) -> None:
    full = level - state.to >= state.full
    RIGHT["raise_to"](state, purse, journal, p, level)
    if state.limit != FIXED_LIMIT and full:
        state.counted = level


def single_open(state: Any, places: Any, p: int) -> bool:
    capped = state.limit == FIXED_LIMIT and state.raises >= betting.CAP
    return not capped and bool(not places.acted[p] or state.counted > state.faced[p])


BROKEN["short_all_ins_never_add_up"] = [
    (betting, "raise_to", single_raises),
    (betting, "is_open", single_open),
]


# Sizes ----------------------------------------------------------------------------------------


@breaks(betting, "lowest")
def smallest_raise_is_one_too_high(state: Any) -> int:
    return int(RIGHT["lowest"](state)) + 1


@breaks(betting, "raise_to")
def short_raise_sets_the_size(state: Any, purse: Any, journal: Any, p: int, level: int) -> None:
    by = level - state.to
    RIGHT["raise_to"](state, purse, journal, p, level)
    if state.limit != FIXED_LIMIT:
        state.full = by


@breaks(betting, "count_fixed")
def half_a_bet_does_not_count(state: Any, level: int) -> None:
    if level - state.counted >= state.full:
        state.counted = level
        state.raises += 1


@breaks(betting, "count_fixed")
def every_all_in_counts(state: Any, level: int) -> None:
    state.counted = level
    state.raises += 1


BROKEN["a_fourth_raise"] = [(betting, "CAP", 5)]


@breaks(betting, "post")
def straddle_sets_no_raise(state: Any, purse: Any, journal: Any, p: int, blind: int) -> None:
    full = state.full
    RIGHT["post"](state, purse, journal, p, blind)
    state.full = full


@breaks(betting, "may_raise")
def raising_into_all_ins(state: Any, purse: Any, places: Any, p: int) -> bool:
    covered = state.bet[p] + purse.stack[p] <= state.to
    return not covered and bool(betting.is_open(state, places, p))


# Turns and pots -------------------------------------------------------------------------------


@breaks(seats, "open_round")
def button_opens(table: Any) -> None:
    table.acted[:] = 0
    table.actor = table.button - 1


@breaks(pots, "level_above")
def side_pots_are_merged(paid: Any, live: Any, floor: int) -> int:
    levels = [int(paid[p]) for p in range(len(paid)) if live[p]]
    return min(levels) if floor == pots.TOP and levels else pots.TOP


@breaks(pots, "award")
def folded_chips_stay_in_the_main_pot(chips: Any, places: Any, journal: Any, strength: Any) -> None:
    for p in range(places.n):
        if not places.live[p]:
            chips.dead += chips.paid[p]
            chips.paid[p] = 0
    AWARD(chips, places, journal, strength)


@breaks(betting, "return_uncalled")
def uncalled_bets_are_kept(chips: Any, places: Any, journal: Any) -> None:
    paid = sorted(int(chips.paid[p]) for p in range(places.n))
    for p in range(places.n):
        if chips.paid[p] > paid[-2]:
            chips.dead += chips.paid[p] - paid[-2]
            chips.paid[p] = paid[-2]


@breaks(pots, "award_pot")
def odd_chips_go_to_the_button(
    chips: Any,
    places: Any,
    journal: Any,
    strength: Any,
    first: Any,
    level: int,
    size: int,
    side: int,
) -> None:
    able = [p for p in range(places.n) if pots.reaches(chips, places, p, level)]
    best = max(strength[p] for p in able)
    tied = [p for p in able if strength[p] == best]
    share, odd = divmod(size, len(tied))
    for i, p in enumerate(reversed(tied)):
        purses.win(chips, journal, pots.winning(len(tied), side), p, share + (i < odd), side)


@contextmanager
def broken(changes: list[Change]) -> Iterator[None]:
    """The rules with these changes."""
    patches = [patch.object(module, name, function) for module, name, function in changes]
    for each in patches:
        each.start()
    try:
        yield
    finally:
        for each in patches:
            each.stop()


def said(name: str, hands: int) -> str:
    """The comparison's report on a broken law; empty if it notices nothing."""
    with broken(BROKEN[name]):
        for number in range(hands):
            try:
                play(table(number))
            except Mismatch as mismatch:
                return str(mismatch)
    return ""


if __name__ == "__main__":
    print(json.dumps({name: said(name, int(sys.argv[1])) for name in BROKEN}))
