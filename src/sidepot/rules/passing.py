"""Cards passed between players: all pick at the same time, and hand over face down.

Who has passed a card knows it in the other hand, until that hand passes cards itself: then it may
be there, or one hand further. So `conceal` erases it, and `redeal` puts it into a hand where it may
be, and not into the deck.
"""

from typing import Annotated

import numpy as np

from sidepot.cards import HIDDEN, NONE
from sidepot.kernel import Array, Flags, Part, Random, Row, below, compiled, sizes
from sidepot.rules import actions, holecards, sets
from sidepot.rules import choices as secret
from sidepot.rules import deck as decks
from sidepot.rules.choices import Choices
from sidepot.rules.deck import Deck
from sidepot.rules.holecards import HoleCards
from sidepot.rules.journal import PASSED, RECEIVED, Journal, note_card_down
from sidepot.rules.seats import Seats


class Passing(Part):
    """The picks in progress, and who knows which card; `most` as in the part `hole`."""

    usual = sizes(most=5, given=6)

    picked: Row
    """The places that a seat passes, one bit each; 0 for none. Others see `HIDDEN` till then."""
    known: Annotated[Array, "i8", "seats", "most"]
    """The seats that know the card at a place of a hand, one bit each, beside its owner."""
    given: Annotated[Array, "i1", "seats", "given"]
    """The cards that a seat has passed, which it alone knows."""
    at: Annotated[Array, "i8", "seats", "given"]
    """The seats that may have each of them, one bit each; all know that."""
    n: Flags
    """The number of cards that a seat has passed."""


@compiled
def clear(passing: Passing) -> None:
    """Nobody has passed a card."""
    passing.picked[:] = 0
    passing.known[:] = 0
    passing.given[:] = NONE
    passing.at[:] = 0
    passing.n[:] = 0


@compiled
def pick(
    passing: Passing, choices: Choices, hole: HoleCards, journal: Journal, seat: int, action: int
) -> None:
    """Take a seat's pick, a set of its cards; it stays secret until all have picked."""
    passing.picked[seat] = sets.mask(hole.size[seat], actions.amount(action))
    secret.declare(choices, journal, seat, 0)


@compiled
def hand_over(
    passing: Passing, hole: HoleCards, choices: Choices, seats: Seats, journal: Journal, left: int
) -> None:
    """Pass what all have picked to the live player so many places to the left, below 0 right."""
    secret.reveal(choices)
    n = seats.n
    target, moved = np.zeros(n, np.int64), np.zeros(n, np.int64)
    cards = np.zeros((n, len(hole.card[0])), np.int64)
    for p in range(n):
        if seats.live[p]:
            target[p] = _neighbour(seats, p, left)
            moved[p] = _take_out(passing, hole, journal, p, cards[p])
    for p in range(n):
        for k in range(passing.n[p]):
            passing.at[p, k] = _spread(seats, target, passing.at[p, k])
    for p in range(n):
        for k in range(moved[p] if seats.live[p] else 0):
            _put_in(passing, hole, journal, p, target[p], cards[p, k])


@compiled
def _neighbour(seats: Seats, seat: int, left: int) -> int:
    """The live seat so many places to the left of one, or to the right."""
    step = 1 if left > 0 else -1
    p = seat
    for _ in range(abs(left)):
        p = (p + step) % seats.n
        while not seats.live[p]:
            p = (p + step) % seats.n
    return p


@compiled
def _take_out(passing: Passing, hole: HoleCards, journal: Journal, p: int, cards: Array) -> int:
    """Take the picked cards out of a hand; those behind them move up. Returns their number."""
    n, kept = 0, 0
    for k in range(hole.size[p]):
        if passing.picked[p] >> k & 1:
            cards[n] = hole.card[p, k]
            note_card_down(journal, PASSED, p, hole.card[p, k])
            n += 1
        else:
            hole.card[p, kept] = hole.card[p, k]
            kept += 1
    for k in range(kept, hole.size[p]):
        hole.card[p, k] = NONE
    hole.size[p] = kept
    passing.picked[p] = 0
    passing.known[p, :] = 0  # others cannot tell which of these cards went
    return n


@compiled
def _spread(seats: Seats, target: Array, at: int) -> int:
    """The seats that may have a card after a pass, of those that may have had it before."""
    found = at
    for p in range(seats.n):
        if at >> p & 1 and seats.live[p]:
            found |= 1 << target[p]
    return found


@compiled
def _put_in(
    passing: Passing, hole: HoleCards, journal: Journal, giver: int, taker: int, card: int
) -> None:
    """Put a card into a hand; the giver knows it there."""
    place = hole.size[taker]
    hole.card[taker, place] = card
    hole.size[taker] += 1
    passing.known[taker, place] = 1 << giver
    passing.given[giver, passing.n[giver]] = card
    passing.at[giver, passing.n[giver]] = 1 << taker
    passing.n[giver] += 1
    note_card_down(journal, RECEIVED, taker, card)


@compiled
def conceal(passing: Passing, hole: HoleCards, choices: Choices, seat: int) -> None:
    """Erase others' picks and cards, but for the cards that a seat knows; instead of `holecards`'.

    Seat -1, the rail, knows none. A seat that is asked does not see who has picked either.
    """
    is_asked = secret.is_asked(choices, seat)
    for p in range(len(hole.size)):
        if p != seat:
            if passing.picked[p] != 0:
                passing.picked[p] = 0 if is_asked else HIDDEN
            for k in range(passing.n[p]):
                passing.given[p, k] = HIDDEN
            for k in range(hole.size[p] if not hole.shown[p] else 0):
                if seat < 0 or not passing.known[p, k] >> seat & 1:
                    hole.card[p, k] = HIDDEN


@compiled
def redeal(
    passing: Passing, hole: HoleCards, deck: Deck, rng: Random, picks: int, seen: int
) -> None:
    """Fill erased cards at random, and erased picks with `picks` places; `seen` lie elsewhere.

    For one deck. A card that the viewer has passed goes into one of the hands where it may be.
    """
    known = holecards.mask(hole) | seen
    lost, given = known, 0
    for p in range(len(hole.size)):
        for k in range(passing.n[p]):
            if passing.given[p, k] != HIDDEN:
                lost |= 1 << passing.given[p, k]
    place = decks.restore(deck, rng, lost)
    for p in range(len(hole.size)):
        for k in range(passing.n[p] - 1, -1, -1):  # the latest first: it is in the fewest hands
            card = passing.given[p, k]
            if card != HIDDEN and not known >> card & 1 and not given >> card & 1:
                given |= 1 << card
                _put_somewhere(hole, rng, card, passing.at[p, k])
    holecards.fill(hole, deck, place)
    for p in range(len(hole.size)):
        if passing.picked[p] == HIDDEN:
            passing.picked[p] = _any_of(hole.size[p], picks, rng)


@compiled
def _put_somewhere(hole: HoleCards, rng: Random, card: int, at: int) -> None:
    """Put a card into one of the erased places of some hands, all alike."""
    free = 0
    for p in range(len(hole.size)):
        for k in range(hole.size[p] if at >> p & 1 else 0):
            free += hole.card[p, k] == HIDDEN
    chosen = below(rng, free)
    for p in range(len(hole.size)):
        for k in range(hole.size[p] if at >> p & 1 else 0):
            if hole.card[p, k] == HIDDEN:
                if chosen == 0:
                    hole.card[p, k] = card
                chosen -= 1


@compiled
def _any_of(size: int, n: int, rng: Random) -> int:
    """A random set of n places, one bit each."""
    found = 0
    for k in range(size):
        if below(rng, size - k) < n:
            found |= 1 << k
            n -= 1
    return found
