"""Stockpiles: the cards that seats collect, the first one face down, the rest face up."""

from collections.abc import Sequence
from typing import Annotated, NamedTuple

from sidepot.cards import CODES, HIDDEN, NONE, SIZE
from sidepot.kernel import Array, Part, Row, column, compiled, sizes
from sidepot.rules.deck import Deck
from sidepot.rules.journal import SHOWN, Journal, note_card
from sidepot.rules.layout import LaidCard, laid_card

_ZONE = "kept"


class Stockpiles(Part):
    """All collected cards in the order in which they came; a seat may have any number."""

    usual = sizes(most="cards")

    n: int
    card: Annotated[Array, "i2", "most"]
    seat: Annotated[Array, "i1", "most"]
    down: Annotated[Array, "i1", "most"]
    """Whether a card lies face down, known to its owner alone."""
    size: Row
    """The number of cards of each seat."""


@compiled
def clear(piles: Stockpiles) -> None:
    """Remove all cards."""
    piles.n = 0
    piles.card[:] = NONE
    piles.seat[:] = 0
    piles.down[:] = 0
    piles.size[:] = 0


@compiled
def collect(piles: Stockpiles, seat: int, card: int, down: int) -> None:
    """Add a card to a seat's pile, face down or face up."""
    piles.card[piles.n] = card
    piles.seat[piles.n] = seat
    piles.down[piles.n] = down
    piles.n += 1
    piles.size[seat] += 1


@compiled
def take_away(piles: Stockpiles, seat: int, place: int) -> int:
    """Take the card at a place of a seat's pile, or the last one like it; the rest move up.

    The last one, because an action names a card by its text: a player who has another card like the
    face-down one keeps that one secret.
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
    """The index of the last card that looks like the one at a place of a seat's pile."""
    at, passed = NONE, 0
    for i in range(piles.n):
        if piles.seat[i] == seat:
            if passed == place or (at != NONE and _is_alike(piles.card[i], piles.card[at])):
                at = i
            passed += 1
    return at


@compiled
def _is_alike(one: int, other: int) -> bool:
    """Whether two cards look the same: equal cards of two decks, or two jokers."""
    a, b = one % CODES, other % CODES
    return a == b or (a >= SIZE and b >= SIZE)


@compiled
def gather(piles: Stockpiles, seat: int, found: Array) -> int:
    """Write the codes of a seat's cards into an array; returns their number."""
    n = 0
    for i in range(piles.n):
        if piles.seat[i] == seat:
            found[n] = piles.card[i] % CODES if piles.card[i] >= 0 else HIDDEN
            n += 1
    return n


@compiled
def show(piles: Stockpiles, journal: Journal, seat: int) -> None:
    """Turn up a seat's face-down cards."""
    for i in range(piles.n):
        if piles.seat[i] == seat and piles.down[i]:
            piles.down[i] = 0
            note_card(journal, SHOWN, seat, piles.card[i])


@compiled
def conceal(piles: Stockpiles, seat: int) -> None:
    """Erase the face-down cards of all other seats; seat -1, the rail, has none."""
    for i in range(piles.n):
        if piles.down[i] and piles.seat[i] != seat:
            piles.card[i] = HIDDEN


@compiled
def mark(piles: Stockpiles, known: Array) -> None:
    """Set the flags of the cards that the viewer knows."""
    for i in range(piles.n):
        if piles.card[i] != HIDDEN:
            known[piles.card[i]] = 1


@compiled
def fill(piles: Stockpiles, deck: Deck, place: int) -> int:
    """Fill unknown cards with cards of the deck from `place` on; returns the place after."""
    for i in range(piles.n):
        if piles.card[i] == HIDDEN:
            piles.card[i] = deck.card[place]
            place += 1
    return place


class Collected(NamedTuple):
    """A collected card, for front ends: its code (`HIDDEN` if unknown), whether it is face down."""

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
    """A pile as front ends show it: first face-down cards, then the others from high to low."""
    shown = sorted(pile, key=lambda card: (not card.down, -card.code))
    return tuple(laid_card(c.code, "hand" if c.down else _ZONE, dead=dead) for c in shown)
