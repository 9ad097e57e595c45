"""Up cards: hands that lie face up and grow card by card, and which of them is the lowest."""

import functools
from typing import Annotated

import numpy as np

from sidepot import hands
from sidepot.cards import NONE
from sidepot.kernel import Array, Flags, Part, Row, column, compiled
from sidepot.rules.chips import Chips, pot, win
from sidepot.rules.deck import Deck, draw
from sidepot.rules.journal import DEALT, SPLIT, WON, Journal, note_card
from sidepot.rules.layout import KEPT, LaidHand, laid_card
from sidepot.rules.seats import NOBODY, Seats, count

COMPLETE = 5
_NONE_LIVE, _DEAD = 1 << 31, 1 << 32
"""Above every strength. Live seats are hard to predict: comparing costs less than branching."""


class UpCards(Part):
    """The cards in front of each seat, in the order in which they came."""

    card: Annotated[Array, "i1", "seats", COMPLETE]
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
    low, level, tied = NOBODY, _NONE_LIVE, False
    for p in range(seats.n):
        strength = up.strength[p] if seats.live[p] else _DEAD
        tied = strength == level or (tied and strength > level)
        low = p if strength < level else low
        level = min(level, strength)
    return _lowest_by_suit(up, seats, low, suit_rank) if tied else low


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
    level = -1
    for p in range(seats.n):
        if seats.live[p]:
            if level >= 0 and up.strength[p] != level:
                return False
            level = up.strength[p]
    return True


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
    _places(up, seats, suit_rank, order)
    card, live = column(up, "card", n * COMPLETE), column(seats, "live", n)
    return tuple(
        [
            _laid_hand(card[p * COMPLETE : (p + 1) * COMPLETE], place if live[p] else None)
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
