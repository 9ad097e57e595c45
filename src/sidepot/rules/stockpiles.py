"""Stockpiles: cards that seats collect face up, the first of them face down before the others."""

from collections.abc import Sequence
from typing import Annotated, NamedTuple

from sidepot.cards import CODES, HIDDEN, NONE, SIZE
from sidepot.kernel import Array, Part, Row, column, compiled
from sidepot.rules.deck import Deck
from sidepot.rules.journal import SHOWN, Journal, note_card
from sidepot.rules.layout import LaidCard, laid_card

_ZONE = "kept"


class Stockpiles(Part):
    """All collected cards in the order in which they came: a seat may have any number of them."""

    n: int
    card: Annotated[Array, "i2", "cards"]
    seat: Annotated[Array, "i1", "cards"]
    down: Annotated[Array, "i1", "cards"]
    """Does it lie face down, its owner's secret?"""
    size: Row
    """How many each seat has."""


@compiled
def clear(piles: Stockpiles) -> None:
    """Nobody has a card."""
    piles.n = 0
    piles.card[:] = NONE
    piles.seat[:] = 0
    piles.down[:] = 0
    piles.size[:] = 0


@compiled
def collect(piles: Stockpiles, seat: int, card: int, down: int) -> None:
    """A card more for a seat, face down or face up."""
    piles.card[piles.n] = card
    piles.seat[piles.n] = seat
    piles.down[piles.n] = down
    piles.n += 1
    piles.size[seat] += 1


@compiled
def take_away(piles: Stockpiles, seat: int, place: int) -> int:
    """The card at a place of a seat's pile, or the last one like it; those behind it move up.

    The last, because a card is named by what it is: who has another one like his face-down card
    keeps his secret.
    """
    at = _last_like(piles, seat, place)
    card: int = piles.card[at]
    for i in range(at, piles.n - 1):
        piles.card[i] = piles.card[i + 1]
        piles.seat[i] = piles.seat[i + 1]
        piles.down[i] = piles.down[i + 1]
    piles.n -= 1
    piles.card[piles.n] = NONE
    piles.seat[piles.n] = 0
    piles.down[piles.n] = 0
    piles.size[seat] -= 1
    return card


@compiled
def _last_like(piles: Stockpiles, seat: int, place: int) -> int:
    """Where the last card lies that looks like the one at a place of a seat's pile."""
    at, passed = NONE, 0
    for i in range(piles.n):
        if piles.seat[i] == seat:
            if passed == place or (at != NONE and _is_alike(piles.card[i], piles.card[at])):
                at = i
            passed += 1
    return at


@compiled
def _is_alike(one: int, other: int) -> bool:
    """Do two cards look the same: of two decks, or both jokers?"""
    a, b = one % CODES, other % CODES
    return a == b or (a >= SIZE and b >= SIZE)


@compiled
def gather(piles: Stockpiles, seat: int, found: Array) -> int:
    """Write the codes of a seat's cards into an array; how many there are."""
    n = 0
    for i in range(piles.n):
        if piles.seat[i] == seat:
            found[n] = piles.card[i] % CODES if piles.card[i] >= 0 else HIDDEN
            n += 1
    return n


@compiled
def show(piles: Stockpiles, journal: Journal, seat: int) -> None:
    """Turn up what lies face down of a seat's."""
    for i in range(piles.n):
        if piles.seat[i] == seat and piles.down[i]:
            piles.down[i] = 0
            note_card(journal, SHOWN, seat, piles.card[i])


@compiled
def conceal(piles: Stockpiles, seat: int) -> None:
    """Erase what lies face down of others; seat -1, the rail, has nothing of its own."""
    for i in range(piles.n):
        if piles.down[i] and piles.seat[i] != seat:
            piles.card[i] = HIDDEN


@compiled
def mark(piles: Stockpiles, known: Array) -> None:
    """Set the flags of the cards that one knows."""
    for i in range(piles.n):
        if piles.card[i] != HIDDEN:
            known[piles.card[i]] = 1


@compiled
def fill(piles: Stockpiles, deck: Deck, place: int) -> int:
    """Cards of the deck, from a place on, for those that one does not know; the place after."""
    for i in range(piles.n):
        if piles.card[i] == HIDDEN:
            piles.card[i] = deck.card[place]
            place += 1
    return place


class Collected(NamedTuple):
    """A collected card, for faces: its code, `HIDDEN` if one does not know it; is it face down?"""

    code: int
    down: bool


def collected(piles: Stockpiles, seats: int) -> list[list[Collected]]:
    """The cards of every seat in the order in which they came."""
    found: list[list[Collected]] = [[] for _ in range(seats)]
    columns = (column(piles, name, piles.n) for name in ("card", "seat", "down"))
    for card, seat, down in zip(*columns, strict=True):
        found[seat].append(Collected(card % CODES if card >= 0 else HIDDEN, bool(down)))
    return found


def laid_cards(pile: Sequence[Collected], *, dead: bool) -> tuple[LaidCard, ...]:
    """What faces show of a pile: first what lies face down, then the others from high to low."""
    shown = sorted(pile, key=lambda card: (not card.down, -card.code))
    return tuple(laid_card(c.code, "hand" if c.down else _ZONE, dead=dead) for c in shown)
