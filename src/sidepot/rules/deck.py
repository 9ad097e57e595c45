"""The deck. Its order, written before the hand, is the only chance: no rule shuffles."""

from typing import Annotated

from sidepot.cards import HIDDEN
from sidepot.kernel import Array, Part, Random, below, compiled


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


@compiled
def shuffle(deck: Deck, rng: Random) -> None:
    """Shuffle everything that a hand leaves to chance, for hosts who need no proof of it."""
    for i in range(deck.size):
        deck.card[i] = i
    shuffle_from(deck, rng, 0)
    shuffle_second(deck, rng)


@compiled
def shuffle_from(deck: Deck, rng: Random, first: int) -> None:
    """Shuffle the cards that may yet be dealt, from place `first` on (Fisher and Yates)."""
    for i in range(first, min(deck.reach, deck.size - 1)):
        j = i + below(rng, deck.size - i)
        card = deck.card[i]
        deck.card[i] = deck.card[j]
        deck.card[j] = card


@compiled
def shuffle_second(deck: Deck, rng: Random) -> None:
    """Shuffle the second order, if there is one (inside-out Fisher and Yates)."""
    for i in range(min(deck.size, len(deck.second))):
        j = below(rng, i + 1)
        deck.second[i] = deck.second[j]
        deck.second[j] = i


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

    For one deck. Returns the place after the seen cards. From there on lie the cards that were
    dealt but not seen, with which the game fills its hidden places.
    """
    front, back = 0, deck.size
    for card in range(deck.size):
        if seen >> card & 1:
            deck.card[front] = card
            front += 1
        else:
            back -= 1
            deck.card[back] = card
    shuffle_from(deck, rng, front)
    return front
