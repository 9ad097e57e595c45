"""The cards still to come. Chance is their order, written before the hand; no rule shuffles."""

from typing import Annotated

from sidepot.cards import HIDDEN
from sidepot.kernel import Array, Part, Random, below, compiled


class Deck(Part):
    """Physical cards in the order in which they will be dealt."""

    size: int
    """Of the whole deck."""
    reach: int
    """How many of them a hand can use at the most; a shuffle need not go further."""
    top: int
    """How many have been dealt."""
    card: Annotated[Array, "i2", "cards"]
    second: Annotated[Array, "i2", "second"]
    """In games that deal discards again (`refill`): the order in which they come, of all cards."""


@compiled
def shuffle(deck: Deck, rng: Random) -> None:
    """All the chance of a hand, for hosts who need no proof of it."""
    for i in range(deck.size):
        deck.card[i] = i
    shuffle_from(deck, rng, 0)
    shuffle_second(deck, rng)


@compiled
def shuffle_from(deck: Deck, rng: Random, first: int) -> None:
    """Put what may yet be dealt, from place `first` on, in random order (Fisher and Yates)."""
    for i in range(first, min(deck.reach, deck.size - 1)):
        j = i + below(rng, deck.size - i)
        card = deck.card[i]
        deck.card[i] = deck.card[j]
        deck.card[j] = card


@compiled
def shuffle_second(deck: Deck, rng: Random) -> None:
    """The second order, where there is one, built up from the inside."""
    for i in range(min(deck.size, len(deck.second))):
        j = below(rng, i + 1)
        deck.second[i] = deck.second[j]
        deck.second[j] = i


@compiled
def rewind(deck: Deck) -> None:
    """Nothing has been dealt."""
    deck.top = 0


@compiled
def draw(deck: Deck) -> int:
    """The next card."""
    card: int = deck.card[deck.top]
    deck.top += 1
    return card


@compiled
def hide(deck: Deck) -> None:
    """Erase the order, of the dealt part too: it tells what others were dealt."""
    deck.card[:] = HIDDEN
    deck.second[:] = HIDDEN


@compiled
def restore(deck: Deck, rng: Random, seen: int) -> int:
    """Undo `hide` at random: seen cards (a bit each) were dealt, the others come in any order.

    For one deck. Cards that were dealt but not seen are then at the place after the seen ones,
    which is the result, and following: the game puts them into its holes.
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
