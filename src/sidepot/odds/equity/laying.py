"""A position as the compiled loops take it: known cards at their places, ranges, free places."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from sidepot import kernel
from sidepot.engine import setup
from sidepot.engine.game import Game
from sidepot.errors import BadPosition, BadRange
from sidepot.kernel import Array, Records, readable
from sidepot.odds.equity import places
from sidepot.odds.equity.loops import Board
from sidepot.odds.equity.places import BOARD, Course
from sidepot.odds.equity.ranges import Combo
from sidepot.odds.equity.reading import Told

_MOST_ROWS = 100_000
"""The most choices of one hand from each range that are listed one by one."""
_STEPS = 1_000_000
"""Steps of the search for hands that fit each other, after which there are taken to be none."""
_NO_SPOT = -1


@dataclass(frozen=True, slots=True)
class Laid:
    """A position laid out: the record before the deal, the loops' `board`, and the other cards.

    `groups`: the free places that matter, by the hand that they belong to, or the board; None
    where choices are made, so that the places are not known beforehand.
    """

    rows: Records
    board: Board
    pool: Array
    highest: int
    groups: tuple[tuple[int, ...], ...] | None

    @property
    def choices(self) -> int:
        """The number of ways to choose cards for the free places that matter."""
        found, left = 1, len(self.pool) - int((self.board.spots >= 0).sum())
        for group in self.groups or ():
            found *= math.comb(left, len(group))
            left -= len(group)
        return found


def lay_out(game: Game, told: Told) -> Laid:
    """Lay a position out. Raises `BadPosition`, and `BadRange` for ranges that fit no deal."""
    fit = next(_fitting([held.combos for held in told.hands], _STEPS), None)
    if fit is None:
        raise BadRange("error.range_conflict", ranges=[held.text for held in told.hands])
    rows = places.start(game, len(told.hands), told.stack)
    course = places.find(game, told, fit, rows)
    s = kernel.fields(rows)
    cards = game.cards_for(len(told.hands))
    setup.lay(s, cards)
    at = [course.places[BOARD, k] for k in range(len(told.board))]
    spots = [[course.places[p, k] for k in held.told] for p, held in enumerate(told.hands)]
    known = {*at, *itertools.chain.from_iterable(spots)}
    free = [place for place in range(int(s.deck.reach)) if place not in known]
    out = {*told.board, *told.dead}
    pool = [card for card in cards if card not in out]
    _check_room(game, told, len(pool) - sum(map(len, spots)), len(free))
    combos, first = _listed([held.combos for held in told.hands])
    board = Board(
        place=_row(at),
        card=_row(told.board),
        script=_row(course.script),
        combos=combos,
        first=first,
        spots=_padded(spots, _NO_SPOT),
        free=_row(free),
    )
    return Laid(rows, board, _row(pool), cards[-1], _groups(course, known))


def _check_room(game: Game, told: Told, left: int, needed: int) -> None:
    """Raise `BadPosition` if the cards that are left may not be enough for a hand."""
    if left < needed:
        most = len(told.dead) - (needed - left)
        if most < 0:
            raise BadPosition("error.equity_unreached", game=game.name)
        raise BadPosition("error.equity_dead", game=game.name, n=len(told.dead), most=most)


def _groups(course: Course, known: set[int]) -> tuple[tuple[int, ...], ...] | None:
    """The free places that matter, by their owner."""
    if not course.is_whole:
        return None
    found: dict[int, list[int]] = {}
    for (owner, _), place in sorted(course.places.items(), key=lambda item: item[1]):
        if place not in known:
            found.setdefault(owner, []).append(place)
    return tuple(tuple(group) for group in found.values())


def _fitting(
    ranges: Sequence[Sequence[Combo]], steps: int | None = None
) -> Iterator[tuple[Combo, ...]]:
    """The choices of one hand from each range in which no card occurs twice.

    Gives up after so many `steps`.
    """
    chosen, used = list[Combo](), set[int]()
    rest = [iter(ranges[0])]
    for step in itertools.count():
        combo = None if step == steps else next(rest[-1], None)
        if combo is None:
            rest.pop()
            if not rest or step == steps:
                return
            used -= {*chosen.pop()}
        elif used.isdisjoint(combo):
            if len(chosen) + 1 == len(ranges):
                yield (*chosen, combo)
                continue
            chosen.append(combo)
            used |= {*combo}
            rest.append(iter(ranges[len(chosen)]))


def rows_of(told: Told) -> list[Combo] | None:
    """The cards of all hands, for every choice of one from each range; None if they are many."""
    ranges = [held.combos for held in told.hands]
    if math.prod(map(len, ranges)) > _MOST_ROWS:
        return None
    return [tuple(itertools.chain.from_iterable(row)) for row in _fitting(ranges)]


def as_rows(board: Board, rows: Sequence[Combo]) -> Board:
    """The same for counting: each row of hands has the cards of all of them."""
    spots = [place for place in board.spots.ravel().tolist() if place != _NO_SPOT]
    width = max(len(spots), 1)
    return board._replace(
        combos=readable(np.array(rows, np.int64).reshape(len(rows), len(spots))),
        spots=readable(np.array(spots, np.int64).reshape(1, -1)[:, :width]),
    )


def _listed(ranges: Sequence[Sequence[Combo]]) -> tuple[Array, Array]:
    """All hands of all ranges in one table, and the row of each range's first."""
    table = _padded(list(itertools.chain.from_iterable(ranges)), 0)
    return table, _row([0, *itertools.accumulate(map(len, ranges))])


def _padded(rows: Sequence[Sequence[int]], empty: int) -> Array:
    """Rows of numbers as a table at least one wide."""
    width = max(1, *map(len, rows))
    found = np.full((len(rows), width), empty, np.int64)
    for i, row in enumerate(rows):
        found[i, : len(row)] = row
    return readable(found)


def _row(numbers: Sequence[int]) -> Array:
    return readable(np.array(numbers, np.int64))
