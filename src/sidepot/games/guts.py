"""Guts: two or three cards, and everybody says at the same time who is in.

The codes G1 to G9 are those of its rule page (`sidepot rules guts`).
"""

import functools
from collections.abc import Mapping
from typing import Annotated, Any

from sidepot import cards, hands
from sidepot.cards import HIDDEN
from sidepot.engine.game import Game, Phases, Verbs
from sidepot.engine.options import Chips as Amount
from sidepot.engine.options import Whole
from sidepot.kernel import Part, Random, Row, column, compiled
from sidepot.rules import (
    actions,
    carried,
    chips,
    choices,
    deck,
    holecards,
    journal,
    pots,
    seats,
)
from sidepot.rules.actions import IN, OUT, Menu
from sidepot.rules.carried import Carried
from sidepot.rules.chips import Chips
from sidepot.rules.choices import Choices
from sidepot.rules.deck import Deck
from sidepot.rules.holecards import HoleCards
from sidepot.rules.journal import Journal
from sidepot.rules.layout import KEPT, LaidHand, Layout
from sidepot.rules.seats import NOBODY, Seats

__all__ = ["GUTS", "Guts"]

SEATS = 10
MOST = 3
IS_OUT, IS_IN = range(2)


class Options(Part):
    """The options of a table."""

    ante: Annotated[int, Amount(1, 1_000_000, 1), "what everybody pays before the deal, in chips"]
    cards: Annotated[int, Whole(2, MOST, 2), "how many cards everybody gets"]


class Guts(Part):
    """A hand of Guts."""

    options: Options
    seats: Seats
    chips: Chips
    carried: Carried
    hole: HoleCards
    choices: Choices
    strength: Row
    """The strength of the hands that are compared."""
    deck: Deck
    journal: Journal


@compiled
def begin(s: Guts) -> None:
    """Collect antes, add the pot of the hand before (G8), and deal everybody's cards (G2)."""
    journal.clear(s.journal)
    deck.rewind(s.deck)
    holecards.clear(s.hole)
    choices.clear(s.choices)
    s.strength[:] = 0
    chips.ante(s.chips, s.seats, s.journal, s.options.ante)
    carried.bring(s.carried, s.chips, s.seats, s.journal)
    holecards.deal_each(s.hole, s.deck, s.journal, s.seats, s.options.cards)
    s.seats.actor = choices.waiting(s.choices, s.seats)


@compiled
def menu(s: Guts, m: Menu) -> None:
    """Offer in or out (G3)."""
    actions.clear(m)
    actions.offer(m, IN)
    actions.offer(m, OUT)


@compiled
def step(s: Guts, action: int) -> None:
    """Take a choice; after the last one all are revealed (G3, G4)."""
    journal.clear(s.journal)
    choice = IS_IN if actions.kind(action) == IN else IS_OUT
    choices.declare(s.choices, s.journal, s.seats.actor, choice)
    s.seats.actor = choices.waiting(s.choices, s.seats)
    if s.seats.actor == NOBODY:
        settle(s)


@compiled
def settle(s: Guts) -> None:
    """Reveal who is in (G4); the best takes the pot (G6, G7), and what is matched stays (G8)."""
    choices.reveal(s.choices)
    for i in range(1, s.seats.n + 1):
        p = (s.seats.button + i) % s.seats.n
        if s.seats.live[p] and s.choices.choice[p] == IS_IN:
            journal.note(s.journal, journal.CAME_IN, p)
        elif s.seats.live[p]:
            seats.leave(s.seats, s.journal, p, journal.STAYED_OUT)
    if seats.count(s.seats) > 0:
        pot = chips.pot(s.chips, s.seats)
        match_pot(s, compare(s), pot)
        if s.carried.goes_on == carried.ALONE:
            pot = chips.pot(s.chips, s.seats)
        pots.award_pot(s.chips, s.seats, s.journal, s.strength, 0, pot, 0)
    carried.leave(s.carried, s.chips, s.seats, s.journal)


@compiled
def compare(s: Guts) -> int:
    """Turn up the hands that are in; returns the strength of the best, 0 for one alone (G7)."""
    holecards.show_down(s.hole, s.seats, s.journal)
    best = 0
    if seats.count(s.seats) > 1:
        for p in range(s.seats.n):
            if s.seats.live[p]:
                s.strength[p] = hands.strength_of(s.hole.card[p], s.hole.size[p])
                best = max(best, s.strength[p])
    return best


@compiled
def match_pot(s: Guts, best: int, pot: int) -> None:
    """The beaten pay as much as the pot held, for the next hand or else the winner (G8)."""
    for i in range(1, s.seats.n + 1):
        p = (s.seats.button + i) % s.seats.n
        price = min(pot, s.chips.stack[p])
        if s.seats.live[p] and s.strength[p] < best and price > 0:
            chips.bet(s.chips, s.journal, journal.PAID, p, price)


@compiled
def conceal(s: Guts, seat: int) -> None:
    """Erase others' cards and choices, and the deck (G2, G3)."""
    holecards.conceal(s.hole, seat)
    choices.conceal(s.choices, seat)
    deck.hide(s.deck)
    journal.conceal(s.journal, seat)


@compiled
def redeal(s: Guts, rng: Random) -> None:
    """Deal the unseen cards anew, and let those who have decided be in or out alike."""
    holecards.redeal(s.hole, s.deck, rng)
    choices.redeal(s.choices, rng, IS_IN + 1)


def show(s: Guts) -> Layout:
    """What lies on the table, for front ends."""
    n = s.seats.n
    columns = zip(holecards.codes(s.hole, n), column(s.seats, "live", n), strict=True)
    return Layout(
        seats=tuple(laid_hand(held, is_live=bool(live)) for held, live in columns),
        dealer=s.seats.button,
        facts=choices.known(s.choices, n, ("out", "in")),
    )


@functools.lru_cache(maxsize=KEPT)
def laid_hand(held: tuple[int, ...], *, is_live: bool) -> LaidHand:
    """One seat as front ends show it."""
    name = hands.name(held) if held and HIDDEN not in held else None
    return LaidHand(holecards.laid_cards(held, is_live=is_live), name)


def phases(settings: Mapping[str, Any]) -> Phases:
    """The phases: antes, cards, choices, who is in, hands, what they pay, the pot (G2 to G8)."""
    told, left = (journal.CAME_IN, journal.STAYED_OUT), (journal.STAYS, journal.SHARED)
    dealt, decided, shown = (journal.DEALT,), (journal.DECIDED,), (journal.SHOWN,)
    paid, won = (journal.PAID,), journal.WINNING
    return journal.FORCED, dealt, decided, told, shown, paid, won, left


GUTS = Game(
    name="guts",
    title="Guts",
    author="traditional",
    least=2,
    most=SEATS,
    max_seats=SEATS,
    record=Guts,
    options=Options,
    verbs=Verbs(begin, menu, step, conceal, redeal),
    show=show,
    deck=cards.deck(),
    events=96,
    reach=MOST,
    phases=phases,
    minutes=1,
    behind=True,
    keys={"in": "i"},
)
