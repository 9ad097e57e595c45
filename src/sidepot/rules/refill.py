"""Cards that nobody keeps lie face up, and may be laid under the deck once, in a second order (P8).

That order is chance too: a permutation of all cards, fixed before the hand (`Deck.second`). What
comes from under the deck is that order without the cards that do not lie in the discards.
"""

from typing import Annotated

from sidepot.cards import NONE
from sidepot.kernel import Array, Part, Random, compiled
from sidepot.rules import deck as decks
from sidepot.rules.deck import Deck
from sidepot.rules.journal import REFILLED, Journal, write
from sidepot.rules.seats import NOBODY


class Refill(Part):
    """The discards, which everybody has seen."""

    size: int
    """How many there are."""
    lies: Annotated[Array, "i1", "cards"]
    """Is a card among them, by its number?"""
    done: int
    """Do they lie under the deck?"""
    place: int
    """How far the second order has come, while a round is dealt from it."""


@compiled
def clear(refill: Refill) -> None:
    """Nothing has been discarded."""
    refill.size, refill.done, refill.place = 0, 0, 0
    refill.lies[:] = 0


@compiled
def discard(refill: Refill, card: int) -> None:
    """A card goes to the discards."""
    refill.lies[card] = 1
    refill.size += 1


@compiled
def lay_under(refill: Refill, journal: Journal) -> None:
    """The discards come when the deck is exhausted."""
    refill.done = 1
    write(journal, REFILLED, NOBODY, 0, NONE, refill.size, 0)


@compiled
def draw(refill: Refill, deck: Deck) -> int:
    """The next card of the deck, or of the discards under it."""
    if deck.top < deck.size:
        return decks.draw(deck)
    while not refill.lies[deck.second[refill.place]]:
        refill.place += 1
    card: int = deck.second[refill.place]
    refill.lies[card] = 0
    refill.size -= 1
    return card


@compiled
def close(refill: Refill) -> None:
    """Nothing more is drawn: how far the second order has come would tell what was passed over."""
    refill.place = 0


@compiled
def known(refill: Refill) -> Array:
    """A flag for each card of the game, set for the discards: a game adds what else one knows."""
    return refill.lies.copy()


@compiled
def restore(deck: Deck, rng: Random, known: Array) -> int:
    """Undo `deck.hide` at random, in both orders; `known` has a flag for each card.

    Known cards were dealt, the others come in any order. The place after the known ones.
    """
    front, back = 0, deck.size
    for card in range(deck.size):
        if known[card]:
            deck.card[front] = card
            front += 1
        else:
            back -= 1
            deck.card[back] = card
    decks.shuffle_from(deck, rng, front)
    decks.shuffle_second(deck, rng)
    return front
