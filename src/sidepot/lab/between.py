"""The step between consecutive hands of a loop: carries values over to the next."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from sidepot import kernel
from sidepot.engine import setup
from sidepot.engine.game import Game
from sidepot.kernel import Records, compiled
from sidepot.rules import deck

Link = Callable[[Records, bool, bool], None]
"""`(rows, follows, goes_on)` writes what the last hand has left into the first record.

Or nothing, where no hand came before (`follows`). `goes_on`: whether another comes after it."""


class _Kept(NamedTuple):
    """The kept part of a record, by offsets in bytes, and its values in a first hand."""

    at: int
    left_at: int
    blank: tuple[int, ...]
    cards: tuple[tuple[str, bool], ...]
    """The fields that hold cards, and whether each is a row of them."""
    size: int
    """The cards of the whole deck."""


def between(game: Game, players: int) -> Link:
    """The compiled link between two hands of a game in a row.

    It copies within the record: the chips by `_carry`, the other values of `game.keeps` as bytes.
    """
    return _link(game.keeps_pot, _kept(game, players) if game.keeps_values else None)


def _kept(game: Game, players: int) -> _Kept:
    rows = game.batch(journal=False)
    setup.seat(game, kernel.fields(rows), setup.stacks_of(game, players, None))
    places: Any = rows.dtype.fields
    cards = tuple((f.name, f.is_each or f.size > 0) for f in game.keeps if f.is_card)
    blank = np.frombuffer(bytes(kernel.fields(rows).kept), np.int8)
    size = len(game.cards_for(players))
    return _Kept(places["kept"][1], places["keeps"][1], tuple(blank.tolist()), cards, size)


@functools.cache
def _link(keeps_pot: bool, kept: _Kept | None) -> Link:
    carry = _carry if keeps_pot else _carry_nothing
    keep = _keeper(kept) if kept else _carry_nothing

    @compiled
    def link(rows: Records, follows: bool, goes_on: bool) -> None:
        carry(rows, follows, goes_on)
        keep(rows, follows, goes_on)

    return link


@compiled
def _carry(rows: Records, follows: bool, goes_on: bool) -> None:
    """Chips that stay in the pot."""
    carried = rows[0].carried
    carried.pot = carried.left if follows else 0
    carried.goes_on = goes_on


@compiled
def _carry_nothing(rows: Records, follows: bool, goes_on: bool) -> None:
    """Nothing of the kind."""


def _keeper(kept: _Kept) -> Link:
    """The compiled copy of `keeps` to `kept`; cards that are kept leave the deck."""
    at, left_at, blank, cards, size = kept
    end = at + len(blank)
    left_end = left_at + len(blank)
    set_aside = _aside(cards) if cards else _none_aside

    @compiled
    def keep(rows: Records, follows: bool, goes_on: bool) -> None:
        record = rows[:1].view(np.int8)
        if follows:
            record[at:end] = record[left_at:left_end]
        else:
            for i in range(len(blank)):
                record[at + i : at + i + 1] = blank[i]
        set_aside(rows[0], size)

    return keep


@compiled
def _none_aside(s: Any, size: int) -> None:
    """No cards are kept."""


def _aside(cards: tuple[tuple[str, bool], ...]) -> Callable[[Any, int], None]:
    """The compiled function that sets the cards of some fields aside, in a whole deck of a size."""
    (name, is_row), *others = cards
    before = _aside(tuple(others)) if others else _gather
    put = _row_aside if is_row else _card_aside

    @compiled
    def set_aside(s: Any, size: int) -> None:
        before(s, size)
        put(s.deck, getattr(s.kept, name))

    return set_aside


@compiled
def _gather(s: Any, size: int) -> None:
    deck.gather(s.deck, size)


@compiled
def _card_aside(part: deck.Deck, card: int) -> None:
    if card >= 0:
        deck.set_aside(part, card)


@compiled
def _row_aside(part: deck.Deck, cards: kernel.Array) -> None:
    for card in cards:
        if card >= 0:
            deck.set_aside(part, card)
