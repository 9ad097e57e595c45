"""Face-up discards, which may be laid under the deck once, in a second order (P8).

The second order is random too: a permutation of all cards, fixed before the hand (`Deck.second`).
From under the deck come the discards in that order; cards that are not discards are skipped.
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
    """The number of discards."""
    lies: Annotated[Array, "i1", "numbers"]
    """A flag for each card, by its number: whether it is a discard."""
    done: int
    """Whether they have been laid under the deck."""
    place: int
    """The place in the second order, while a round is dealt from it."""


@compiled
def clear(refill: Refill) -> None:
    """Reset: nothing has been discarded."""
    refill.size, refill.done, refill.place = 0, 0, 0
    refill.lies[:] = 0


@compiled
def discard(refill: Refill, card: int) -> None:
    """Add a card to the discards."""
    refill.lies[card] = 1
    refill.size += 1


@compiled
def lay_under(refill: Refill, journal: Journal) -> None:
    """Lay the discards under the deck: they are dealt when it is exhausted."""
    refill.done = 1
    write(journal, REFILLED, NOBODY, 0, NONE, refill.size, 0)


@compiled
def draw(refill: Refill, deck: Deck) -> int:
    """Deal the next card of the deck, or of the discards under it."""
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
    """Stop drawing, and erase the place, which would reveal the cards that were skipped."""
    refill.place = 0


@compiled
def known(refill: Refill) -> Array:
    """A flag for each card of the game, set for discards; a game adds what else a viewer knows."""
    return refill.lies.copy()


@compiled
def restore(deck: Deck, rng: Random, known: Array) -> int:
    """Undo `deck.hide` at random in both orders; `known` has a flag for each card.

    Known cards were dealt, the others are shuffled. Returns the place after the known ones.
    """
    front = decks.restore_known(deck, rng, known)
    decks.shuffle_second(deck, rng)
    return front
