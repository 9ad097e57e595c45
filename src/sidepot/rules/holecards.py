"""Hole cards: hands that lie face down, known to their owner alone until they are shown."""

import functools
from typing import Annotated

from sidepot.cards import HIDDEN, NONE
from sidepot.kernel import Array, Flags, Part, Random, column, compiled, sizes
from sidepot.rules import deck as decks
from sidepot.rules import layout
from sidepot.rules.deck import Deck
from sidepot.rules.journal import DEALT, SHOWN, Journal, note_card, write
from sidepot.rules.layout import KEPT, LaidCard, LaidHand, codes_of, laid_card
from sidepot.rules.seats import Seats, count, leftward


class HoleCards(Part):
    """The cards in front of each seat, in the order in which they came."""

    usual = sizes(most=5)

    card: Annotated[Array, "i1", "seats", "most"]
    size: Flags
    shown: Flags


@compiled
def clear(hole: HoleCards) -> None:
    """Remove all cards."""
    hole.card[:] = NONE
    hole.size[:] = 0
    hole.shown[:] = 0


@compiled
def deal(hole: HoleCards, deck: Deck, journal: Journal, seat: int) -> None:
    """Deal the next card of the deck to a seat: face down, unless its hand has been shown."""
    take(hole, journal, seat, decks.draw(deck))


@compiled
def take(hole: HoleCards, journal: Journal, seat: int, card: int) -> None:
    """Give a card that was drawn to a seat, as `deal` does."""
    hole.card[seat, hole.size[seat]] = card
    hole.size[seat] += 1
    write(journal, DEALT, seat, 1 - hole.shown[seat], card, 1, 0)


@compiled
def deal_each(hole: HoleCards, deck: Deck, journal: Journal, seats: Seats, n: int) -> None:
    """Deal n cards to each live player, all at once, from the dealer's left."""
    for i in range(1, seats.n + 1):
        p = leftward(seats, seats.button, i)
        if seats.live[p]:
            for _ in range(n):
                deal(hole, deck, journal, p)


@compiled
def show_down(hole: HoleCards, seats: Seats, journal: Journal) -> None:
    """Turn up all live hands; a hand that is left alone wins unseen."""
    if count(seats) > 1:
        for p in range(seats.n):
            if seats.live[p]:
                show(hole, journal, p)


@compiled
def show(hole: HoleCards, journal: Journal, seat: int) -> None:
    """Turn a seat's cards up."""
    hole.shown[seat] = 1
    for k in range(hole.size[seat]):
        note_card(journal, SHOWN, seat, hole.card[seat, k])


@compiled
def conceal(hole: HoleCards, seat: int) -> None:
    """Erase the face-down cards of all other seats; seat -1, the rail, has none."""
    for p in range(len(hole.size)):
        if p != seat and not hole.shown[p]:
            for k in range(hole.size[p]):
                hole.card[p, k] = HIDDEN


@compiled
def redeal(hole: HoleCards, deck: Deck, rng: Random) -> None:
    """Fill erased cards at random, and shuffle the rest of the deck behind them."""
    known = decks.nothing_known(deck)
    mark(hole, known)
    fill(hole, deck, decks.restore_known(deck, rng, known))


@compiled
def mark(hole: HoleCards, known: Array) -> None:
    """Set the flags of the cards that the viewer knows, of any number of decks."""
    for p in range(len(hole.size)):
        for k in range(hole.size[p]):
            if hole.card[p, k] != HIDDEN:
                known[hole.card[p, k]] = 1


@compiled
def mask(hole: HoleCards) -> int:
    """The cards of one deck that the viewer knows, one bit each."""
    known = 0
    for p in range(len(hole.size)):
        for k in range(hole.size[p]):
            if hole.card[p, k] != HIDDEN:
                known |= 1 << hole.card[p, k]
    return known


@compiled
def fill(hole: HoleCards, deck: Deck, place: int) -> int:
    """Fill unknown cards with cards of the deck from `place` on; returns the place after."""
    for p in range(len(hole.size)):
        for k in range(hole.size[p]):
            if hole.card[p, k] == HIDDEN:
                hole.card[p, k] = deck.card[place]
                place += 1
    return place


def codes(hole: HoleCards, seats: int) -> list[tuple[int, ...]]:
    """The codes of each seat's cards, for front ends."""
    return codes_of(hole, seats)


def codes_at(hole: HoleCards, seat: int) -> tuple[int, ...]:
    """The codes of one seat's cards, for front ends."""
    return layout.codes_at(hole, seat)


def laid(hole: HoleCards, seats: Seats) -> tuple[LaidHand, ...]:
    """Every seat, as front ends show it."""
    columns = zip(codes(hole, seats.n), column(seats, "live", seats.n), strict=True)
    return tuple(laid_hand(held, is_live=bool(live)) for held, live in columns)


@functools.lru_cache(maxsize=KEPT)
def laid_hand(held: tuple[int, ...], *, is_live: bool) -> LaidHand:
    """One seat, as front ends show it."""
    return LaidHand(laid_cards(held, is_live=is_live))


def laid_cards(held: tuple[int, ...], *, is_live: bool) -> tuple[LaidCard, ...]:
    """The cards of a hand, as front ends show them."""
    return tuple(laid_card(code, dead=not is_live) for code in held)
