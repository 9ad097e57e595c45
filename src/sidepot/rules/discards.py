"""Discards, thrown away face down: their owner alone knows them. Most games keep them out (N9)."""

from typing import Annotated

from sidepot.cards import HIDDEN, NONE
from sidepot.kernel import Array, Flags, Part, Random, compiled, sizes
from sidepot.rules import deck as decks
from sidepot.rules import holecards, layout
from sidepot.rules.deck import Deck
from sidepot.rules.holecards import HoleCards
from sidepot.rules.journal import DISCARDED, Journal, note_card_down
from sidepot.rules.layout import LaidCard, codes_of, laid_card

_ZONE = "thrown"


class Discards(Part):
    """The cards that each seat has thrown away, in order."""

    usual = sizes(most=3)

    card: Annotated[Array, "i1", "seats", "most"]
    size: Flags


@compiled
def clear(discards: Discards) -> None:
    """Remove all discards."""
    discards.card[:] = NONE
    discards.size[:] = 0


@compiled
def throw(discards: Discards, hole: HoleCards, journal: Journal, seat: int, place: int) -> None:
    """Throw away the card at a place of a seat's hand; those behind it move up."""
    card = hole.card[seat, place]
    last = hole.size[seat] - 1
    for k in range(len(hole.card[seat]) - 1):
        hole.card[seat, k] = hole.card[seat, k + (k >= place)]
    hole.card[seat, last] = NONE
    hole.size[seat] = last
    discards.card[seat, discards.size[seat]] = card
    discards.size[seat] += 1
    note_card_down(journal, DISCARDED, seat, card)


@compiled
def conceal(discards: Discards, seat: int) -> None:
    """Erase the discards of all other seats; seat -1, the rail, has none."""
    for p in range(len(discards.size)):
        if p != seat:
            for k in range(discards.size[p]):
                discards.card[p, k] = HIDDEN


@compiled
def mark(discards: Discards, known: Array) -> None:
    """Set the flags of the discards that the viewer knows, of any number of decks."""
    for p in range(len(discards.size)):
        for k in range(discards.size[p]):
            if discards.card[p, k] != HIDDEN:
                known[discards.card[p, k]] = 1


@compiled
def mask(discards: Discards) -> int:
    """The discards of one deck that the viewer knows, one bit each."""
    known = 0
    for p in range(len(discards.size)):
        for k in range(discards.size[p]):
            if discards.card[p, k] != HIDDEN:
                known |= 1 << discards.card[p, k]
    return known


@compiled
def fill(discards: Discards, deck: Deck, place: int) -> int:
    """Fill unknown discards with cards of the deck from `place` on; returns the place after."""
    for p in range(len(discards.size)):
        for k in range(discards.size[p]):
            if discards.card[p, k] == HIDDEN:
                discards.card[p, k] = deck.card[place]
                place += 1
    return place


@compiled
def redeal(discards: Discards, hole: HoleCards, deck: Deck, rng: Random, seen: int) -> None:
    """Fill erased cards and discards of one deck at random; `seen`, one bit each, are elsewhere."""
    known = holecards.mask(hole) | mask(discards) | seen
    place = holecards.fill(hole, deck, decks.restore(deck, rng, known))
    fill(discards, deck, place)


def codes(discards: Discards, seats: int) -> list[tuple[int, ...]]:
    """The codes of each seat's discards, for front ends."""
    return codes_of(discards, seats)


def codes_at(discards: Discards, seat: int) -> tuple[int, ...]:
    """The codes of one seat's discards, for front ends."""
    return layout.codes_at(discards, seat)


def laid_cards(thrown: tuple[int, ...]) -> tuple[LaidCard, ...]:
    """A seat's discards, as front ends show them."""
    return tuple(laid_card(code, _ZONE, dead=True) for code in thrown)
