"""Up cards: hands that lie face up and grow card by card, and which of them is the lowest."""

import functools
from typing import Annotated

import numpy as np

from sidepot import hands
from sidepot.cards import NONE
from sidepot.kernel import Array, Flags, Part, Row, column, compiled, sizes, width
from sidepot.rules.chips import Chips, pot, win
from sidepot.rules.deck import Deck, draw
from sidepot.rules.journal import DEALT, SPLIT, TO_BEAT, WON, Journal, note, note_card
from sidepot.rules.layout import KEPT, LaidHand, laid_card
from sidepot.rules.seats import NOBODY, Seats, count

COMPLETE = 5
_DEAD = 1 << 31
"""Above every strength."""
_SEAT_BITS = 8
"""The number of low bits of a seat's place in `lowest` that hold the seat."""


class UpCards(Part):
    """The cards in front of each seat, in the order in which they came."""

    usual = sizes(most=COMPLETE)

    card: Annotated[Array, "i1", "seats", "most"]
    size: Flags
    strength: Row
    """The strength of the cards so far (H3, H4)."""
    held: Annotated[Array, "i4", "seats", 6]
    """The slices that strength is made from (`hands.Slices`), so that adding a card is cheap."""


@compiled
def clear(up: UpCards) -> None:
    """Remove all cards."""
    up.card[:] = NONE
    up.size[:] = 0
    up.strength[:] = 0
    up.held[:] = 0


@compiled
def take(up: UpCards, seat: int, card: int) -> None:
    """Add a card to a seat's hand."""
    up.card[seat, up.size[seat]] = card
    up.size[seat] += 1
    h = up.held[seat]
    h[0], h[1], h[2], h[3], h[4], h[5] = hands.take((h[0], h[1], h[2], h[3], h[4], h[5]), card)
    up.strength[seat] = hands.strength((h[0], h[1], h[2], h[3], h[4], h[5]))


@compiled
def take_back(up: UpCards, seat: int, size: int) -> None:
    """Cut a seat's hand back to its first `size` cards, at least one, after trying others."""
    up.card[seat, size:] = NONE
    up.size[seat] = 0
    up.held[seat] = 0
    for k in range(size):
        take(up, seat, up.card[seat, k])


@compiled
def deal(up: UpCards, deck: Deck, journal: Journal, seat: int) -> None:
    """Deal the next card of the deck to a seat."""
    card = draw(deck)
    take(up, seat, card)
    note_card(journal, DEALT, seat, card)


@compiled
def deal_at(up: UpCards, deck: Deck, journal: Journal, seat: int, place: int) -> None:
    """Deal the next card of the deck in the place of one of a seat's cards."""
    card = draw(deck)
    up.card[seat, place] = card
    take_back(up, seat, up.size[seat])
    note_card(journal, DEALT, seat, card)


@compiled
def is_lower(up: UpCards, a: int, b: int, suit_rank: Array) -> bool:
    """Whether seat a's hand is below seat b's in the order of play: strength, then suits (H5)."""
    one: int = up.strength[a]
    other: int = up.strength[b]
    if one != other:
        return one < other
    key = hands.suit_key(up.card[a], up.size[a], suit_rank)
    return key < hands.suit_key(up.card[b], up.size[b], suit_rank)


@compiled
def lowest(up: UpCards, seats: Seats, suit_rank: Array) -> int:
    """The live seat whose hand is the lowest in the order of play, or `NOBODY`."""
    # Which seats are live and which is lower is hard to predict: this does not branch.
    low = second = _DEAD << _SEAT_BITS
    for p in range(seats.n):
        strength = up.strength[p] | (1 - seats.live[p]) * _DEAD
        place = strength << _SEAT_BITS | p
        second = min(second, max(low, place))
        low = min(low, place)
    if low >= _DEAD << _SEAT_BITS:
        return NOBODY
    first = low & ((1 << _SEAT_BITS) - 1)
    is_tied = second >> _SEAT_BITS == low >> _SEAT_BITS
    return _lowest_by_suit(up, seats, first, suit_rank) if is_tied else first


@compiled
def _lowest_by_suit(up: UpCards, seats: Seats, first: int, suit_rank: Array) -> int:
    """Among the live hands as strong as that of seat `first`, the lowest by suit (H5)."""
    low = first
    for p in range(first + 1, seats.n):
        if (
            seats.live[p]
            and up.strength[p] == up.strength[first]
            and is_lower(up, p, low, suit_rank)
        ):
            low = p
    return low


@compiled
def note_rival(up: UpCards, seats: Seats, journal: Journal, seat: int, suit_rank: Array) -> None:
    """Note which live hand, the lowest of the others, this seat's has to beat."""
    if len(journal.kind) > 0:
        rival = NOBODY
        for p in range(seats.n):
            may = p != seat and seats.live[p]
            if may and (rival == NOBODY or is_lower(up, p, rival, suit_rank)):
                rival = p
        note(journal, TO_BEAT, rival)


@compiled
def _above(up: UpCards, seats: Seats, seat: int, suit_rank: Array) -> int:
    """The number of live hands above a seat's in the order of play."""
    higher = 0
    for p in range(seats.n):
        higher += p != seat and seats.live[p] and is_lower(up, seat, p, suit_rank)
    return higher


@compiled
def _places(up: UpCards, seats: Seats, suit_rank: Array, place: Array) -> None:
    """Write the place of every live hand in the order of play, 0 the lowest."""
    live = count(seats)
    for p in range(seats.n):
        if seats.live[p]:
            place[p] = live - 1 - _above(up, seats, p, suit_rank)


@compiled
def all_level(up: UpCards, seats: Seats) -> bool:
    """Whether all live hands are equal in strength."""
    low, high = _DEAD, 0
    for p in range(seats.n):
        low = min(low, up.strength[p] | (1 - seats.live[p]) * _DEAD)
        high = max(high, up.strength[p] * seats.live[p])
    return low >= high


@compiled
def all_complete(up: UpCards, seats: Seats) -> bool:
    """Whether every live hand has five cards."""
    for p in range(seats.n):
        if seats.live[p] and up.size[p] < COMPLETE:
            return False
    return True


@compiled
def award(up: UpCards, seats: Seats, chips: Chips, journal: Journal, suit_rank: Array) -> None:
    """Give the pot to the live hands; odd chips from the highest by suit downward (C4)."""
    winners = count(seats)
    size = pot(chips, seats)
    for p in range(seats.n):
        if seats.live[p]:
            place = _above(up, seats, p, suit_rank)
            share = size // winners + (place < size % winners)
            win(chips, journal, WON if winners == 1 else SPLIT, p, share)


@compiled
def mask(up: UpCards, seats: Seats) -> int:
    """All cards that lie face up, dead hands included, one bit each."""
    seen = 0
    for p in range(seats.n):
        for k in range(up.size[p]):
            seen |= 1 << up.card[p, k]
    return seen


def laid(up: UpCards, seats: Seats, suit_rank: Array) -> tuple[LaidHand, ...]:
    """Every seat, as front ends show it."""
    n, order = seats.n, np.zeros(len(seats.live), np.int64)
    most = width(up, "card")
    _places(up, seats, suit_rank, order)
    card, live = column(up, "card", n * most), column(seats, "live", n)
    return tuple(
        [
            _laid_hand(card[p * most : (p + 1) * most], place if live[p] else None)
            for p, place in enumerate(order.tolist()[:n])
        ]
    )


@functools.lru_cache(maxsize=KEPT)
def _laid_hand(card: tuple[int, ...], place: int | None) -> LaidHand:
    """A hand with its place, None for a dead one; equal ones are the same object."""
    codes = [code for code in card if code != NONE]
    return LaidHand(
        cards=tuple(laid_card(code, dead=place is None) for code in codes),
        hand=hands.name(codes) if codes else None,
        place=place,
    )
