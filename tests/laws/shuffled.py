"""Broken rules of discards that go under the deck face down, and what the laws say of each."""

from __future__ import annotations

from typing import Any

from sidepot.rules import reshuffle


def lowest_first(again: Any, deck: Any) -> int:
    """Deals the lowest discard, whatever the second order says."""
    if deck.top < deck.size:
        return int(HONEST["_draw"](again, deck))
    card = next(card for card in range(deck.size) if again.under[card])
    again.under[card] = 0
    again.size -= 1
    return card


def with_this_draw(again: Any, drawing: Any, thrown: Any, journal: Any) -> None:
    """Lays what was laid aside in the same draw under too."""
    due = drawing.due.copy()
    if again.done == 0 and max(thrown.size) <= again.card.shape[1]:
        drawing.due[:] = 0
    HONEST["_lay_under"](again, drawing, thrown, journal)
    drawing.due[:] = due


def too_early(again: Any, drawing: Any, thrown: Any, hole: Any, deck: Any, *others: Any) -> None:
    """Shuffles while the deck has cards."""
    if sum(drawing.due) and again.done == 0 and deck.top > 30:
        HONEST["_lay_under"](again, drawing, thrown, others[-1])
    HONEST["serve"](again, drawing, thrown, hole, deck, *others)


def unsorted(again: Any, thrown: Any, p: int) -> None:
    """Lets others see which cards a seat has kept."""


def with_the_rest(again: Any, thrown: Any, hole: Any, seat: int) -> None:
    """Shows everybody what is still under the deck."""
    under = again.under.copy()
    HONEST["conceal"](again, thrown, hole, seat)
    again.under[:] = under


def all_laid(again: Any, thrown: Any, hole: Any, seat: int) -> None:
    """Shows everybody who has laid what aside."""
    again.under[:] = 0


def forgotten(again: Any) -> int:
    """Lets a viewer's own discards be anywhere."""
    return 0


def all_from_the_deck(again: Any, thrown: Any, hole: Any, rng: Any, number: int) -> None:
    """Takes for new what was dealt again."""
    again.held[:] = 0
    again.thrown[:] = 0


HONEST = {name: getattr(reshuffle, name) for name in ("_draw", "_lay_under", "serve", "conceal")}
BREACHES = [
    ("cards", "_draw", lowest_first, "second_order"),
    ("cards", "_lay_under", with_this_draw, "second_count"),
    ("cards", "serve", too_early, "second_early"),
    ("concealment", "_sort", unsorted, "conceal_choice"),
    ("concealment", "conceal", with_the_rest, "conceal"),
    ("concealment", "conceal", all_laid, "conceal"),
    ("redeal", "_mask", forgotten, "card_twice"),
    ("redeal", "_deal_again", all_from_the_deck, "redeal_changes"),
]
"""For each the law, the rule of `reshuffle` that is exchanged, and what the law says."""
