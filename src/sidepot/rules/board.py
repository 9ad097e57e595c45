"""The community cards, face up in the middle, and the cards burned for them."""

import functools
from collections.abc import Collection
from typing import Annotated

from sidepot.cards import NONE
from sidepot.kernel import Array, Part, column, compiled, sizes
from sidepot.rules import deck as decks
from sidepot.rules.deck import Deck
from sidepot.rules.journal import BOARD, Journal, note_card
from sidepot.rules.layout import KEPT, LaidCard, laid_card
from sidepot.rules.seats import NOBODY

SECOND = "second_board"
"""The zone of the cards of a second board."""


class Board(Part):
    """The community cards, in the order in which they were turned up."""

    usual = sizes(most=5)

    size: int
    card: Annotated[Array, "i1", "most"]


@compiled
def clear(board: Board) -> None:
    """Remove all cards."""
    board.size = 0
    board.card[:] = NONE


@compiled
def burn(deck: Deck) -> None:
    """Burn the next card unseen, so that a marked back gives nothing away."""
    decks.draw(deck)


@compiled
def turn_up(board: Board, deck: Deck, journal: Journal) -> None:
    """Turn up the next card for everybody."""
    card = decks.draw(deck)
    board.card[board.size] = card
    board.size += 1
    note_card(journal, BOARD, NOBODY, card)


@compiled
def mark(board: Board, known: Array) -> None:
    """Set the flags of the cards that are up, of any number of decks."""
    for k in range(board.size):
        known[board.card[k]] = 1


@compiled
def mask(board: Board) -> int:
    """The cards of one deck that are up, one bit each."""
    up = 0
    for k in range(board.size):
        up |= 1 << board.card[k]
    return up


def codes(board: Board) -> tuple[int, ...]:
    """The codes of the cards that are up, for front ends."""
    return column(board, "card", board.size)


@functools.lru_cache(maxsize=KEPT)
def laid(up: tuple[int, ...], second: Collection[int] = ()) -> tuple[LaidCard, ...]:
    """The cards that are up, as front ends show them; `second`: the places of a second board."""
    return tuple(laid_card(code, SECOND if k in second else "hand") for k, code in enumerate(up))
