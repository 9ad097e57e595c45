"""The actions of a hand as a viewer may know them: the line of betting, which a record forgets."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sidepot.engine.definition import Definition
from sidepot.rules import actions

_MOST_PLACES = 10
"""The most places of which sets are told apart."""
_UNKNOWN = -1
"""The amount of an action of which the viewer knows no more than that it was done."""


class Act(NamedTuple):
    """An action: its seat, its number for the verbs, and the seats that had acted before.

    `acted` has a bit for each seat that had acted in the round, when the action was done; a bit
    that is cleared later begins a round. Another's secret choice is `CHOSEN`, of a card that
    another has picked nothing is known, and of a set of cards their number: `number` is the first
    such set.
    """

    seat: int
    number: int
    acted: int


def known(
    game: Definition, taken: Iterable[tuple[int, int, Sequence[int]]], viewer: int
) -> tuple[Act, ...]:
    """The actions that were taken, (seat, number, acted by seat), as a viewer knows them."""
    return tuple(
        Act(seat, number if seat == viewer else _as_seen(game, number), _bits(tuple(acted)))
        for seat, number, acted in taken
    )


def _as_seen(game: Definition, number: int) -> int:
    """The number of an action for those who did not do it."""
    kind = actions.kind(number)
    if kind in actions.SECRET:
        return actions.encode(actions.CHOSEN, 0)
    if kind in actions.SETS:
        return actions.encode(kind, _first_alike(places_in(game), actions.amount(number)))
    return actions.encode(kind, _UNKNOWN) if kind in actions.PICKED else number


def places_in(game: Definition) -> int:
    """The most cards from which a set can be picked: those that a hand has room for."""
    layout = game.layout()
    has_hole = "hole" in (layout.names or ())
    room = layout["hole"]["card"].shape[-1] if has_hole else game.reach
    return min(int(room), _MOST_PLACES)


@functools.lru_cache(4096)
def _first_alike(n: int, amount: int) -> int:
    """The amount of the first set with as many cards (`rules.sets`)."""
    first, size = 0, 0
    while size < n and amount >= first + math.comb(n, size):
        first += math.comb(n, size)
        size += 1
    return first


@functools.lru_cache(4096)
def _bits(acted: tuple[int, ...]) -> int:
    return sum(bool(one) << p for p, one in enumerate(acted))
