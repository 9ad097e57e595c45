"""The deck. Its order, written before the hand, is the only chance: no rule shuffles."""

from typing import Annotated

import numpy as np

from sidepot.cards import HIDDEN
from sidepot.kernel import Array, Part, Random, below_of, compiled, set_state, state_of


class Deck(Part):
    """Physical cards in the order in which they will be dealt."""

    size: int
    """The number of cards in the whole deck."""
    reach: int
    """The most cards that a hand can use; a shuffle need not go further."""
    top: int
    """The number of cards dealt."""
    card: Annotated[Array, "i2", "cards"]
    second: Annotated[Array, "i2", "second"]
    """In games that deal discards again (`refill`): an order of all cards, by which they come."""
    listed: Annotated[Array, "i2", "listed"]
    """The cards, increasing, of a deck that is not simply the numbers from 0 on; else empty.

    Those behind the first `size` are not in this hand: of further decks, or kept (`rules.kept`)."""


@compiled
def numbered(deck: Deck, i: int) -> int:
    """Card number i of the deck, from the lowest up."""
    return int(deck.listed[i]) if len(deck.listed) > 0 else i


@compiled
def gather(deck: Deck, size: int) -> None:
    """Put all cards that were set aside back into a listed deck, which then has `size`."""
    deck.listed.sort()
    deck.size = size


@compiled
def set_aside(deck: Deck, card: int) -> None:
    """Take a card out of a listed deck for this hand, before it is shuffled."""
    deck.size -= 1
    for i in range(deck.size):
        if deck.listed[i] >= card:
            deck.listed[i] = deck.listed[i + 1]
    deck.listed[deck.size] = card


@compiled
def shuffle(deck: Deck, rng: Random) -> None:
    """Shuffle everything that a hand leaves to chance, for hosts who need no proof of it."""
    _sort(deck)
    shuffle_from(deck, rng, 0)
    shuffle_second(deck, rng)


@compiled
def _sort(deck: Deck) -> None:
    """Put the cards in the order of their numbers."""
    for i in range(deck.size):
        deck.card[i] = numbered(deck, i)


@compiled
def shuffle_by(deck: Deck, bits: Array) -> None:
    """`shuffle` by the system's random bits: 63 of them for each place of both orders."""
    _sort(deck)
    for i in range(min(deck.reach, deck.size - 1)):
        j = i + (bits[i] & _BITS) % (deck.size - i)
        card = deck.card[i]
        deck.card[i] = deck.card[j]
        deck.card[j] = card
    for i in range(min(deck.size, len(deck.second))):
        j = (bits[deck.size + i] & _BITS) % (i + 1)
        deck.second[i] = deck.second[j]
        deck.second[j] = numbered(deck, i)


_BITS = (1 << 63) - 1
"""The bits of a 64-bit number without its sign."""


@compiled
def shuffle_from(deck: Deck, rng: Random, first: int) -> None:
    """Shuffle the cards that may yet be dealt, from place `first` on (Fisher and Yates)."""
    size, state = deck.size, state_of(rng)
    for i in range(first, min(deck.reach, size - 1)):
        distance, state = below_of(state, size - i)
        card = deck.card[i]
        deck.card[i] = deck.card[i + distance]
        deck.card[i + distance] = card
    set_state(rng, state)


@compiled
def shuffle_second(deck: Deck, rng: Random) -> None:
    """Shuffle the second order, if there is one (inside-out Fisher and Yates)."""
    state = state_of(rng)
    for i in range(min(deck.size, len(deck.second))):
        j, state = below_of(state, i + 1)
        deck.second[i] = deck.second[j]
        deck.second[j] = numbered(deck, i)
    set_state(rng, state)


@compiled
def rewind(deck: Deck) -> None:
    """Go back to the top: nothing has been dealt."""
    deck.top = 0


@compiled
def draw(deck: Deck) -> int:
    """Deal the next card and return it."""
    card: int = deck.card[deck.top]
    deck.top += 1
    return card


@compiled
def hide(deck: Deck) -> None:
    """Erase the order, including the dealt part, which would reveal others' cards."""
    deck.card[:] = HIDDEN
    deck.second[:] = HIDDEN


@compiled
def restore(deck: Deck, rng: Random, seen: int) -> int:
    """Undo `hide` at random: cards in `seen` (one bit each) were dealt, the others are shuffled.

    For one deck; for several see `restore_known`. Returns the place after the seen cards. From
    there on lie cards that were dealt but not seen, with which the game fills its hidden places.
    """
    front, back = 0, deck.size
    for i in range(deck.size):
        card = numbered(deck, i)
        if seen >> card & 1:
            deck.card[front] = card
            front += 1
        else:
            back -= 1
            deck.card[back] = card
    shuffle_from(deck, rng, front)
    return front


@compiled
def nothing_known(deck: Deck) -> Array:
    """A flag for each card by its number, none of them set: parts set those of the cards known."""
    highest = deck.size - 1
    for i in range(len(deck.listed)):
        highest = max(highest, deck.listed[i])
    return np.zeros(highest + 1, np.int8)


@compiled
def restore_known(deck: Deck, rng: Random, known: Array) -> int:
    """`restore` for any number of decks: `known` has a flag for each card, by its number."""
    front, back = 0, deck.size
    for i in range(deck.size):
        card = numbered(deck, i)
        if known[card]:
            deck.card[front] = card
            front += 1
        else:
            back -= 1
            deck.card[back] = card
    shuffle_from(deck, rng, front)
    return front
