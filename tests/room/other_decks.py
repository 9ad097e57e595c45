"""Other orders of the cards hidden from a viewer, for sessions played once more."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

from sidepot.cards import text
from sidepot.engine.game import Hand


class Known(NamedTuple):
    """The cards of a hand that a viewer may know; if the game reshuffles, those dealt again."""

    cards: set[str]
    refills: bool
    again: list[str]

    @classmethod
    def of(cls, hand: Hand, cards: set[str]) -> Known:
        """The knowledge common to all, which includes cards dealt again: they lie face up."""
        dealt = [event.card or "" for event in hand.events() if event.deals]
        return cls(cards, hand.game.deals_again, dealt[len(hand.deck) :])


def other_decks(
    dealt: Sequence[list[int]], known_of_hands: Sequence[Known], seed: int
) -> list[list[int]]:
    """The decks with every card that the viewer may not know in another place.

    A game that deals discards again has a second order behind each; it is another one too.
    """
    rng, left, found = random.Random(seed), iter(dealt), list[list[int]]()
    for known in known_of_hands:
        found.append(_other(next(left), known.cards, rng))
        if known.refills:
            found.append(_other_second(next(left), known.again, rng))
    assert list(left) == []
    return found


def _other(deck: Sequence[int], known: set[str], rng: random.Random) -> list[int]:
    return _moved(deck, [at for at, card in enumerate(deck) if text(card) not in known], rng)


def _other_second(order: Sequence[int], again: Sequence[str], rng: random.Random) -> list[int]:
    """Another order behind the last card that has come from it."""
    cards, first = [text(card) for card in order], 0
    for card in again:
        first = cards.index(card, first) + 1
    return _moved(order, range(first, len(order)), rng)


def _moved(deck: Sequence[int], places: Sequence[int], rng: random.Random) -> list[int]:
    cards = [deck[place] for place in places]
    rng.shuffle(cards)
    other = list(deck)
    for place, card in zip(places, cards, strict=True):
        other[place] = card
    return other
