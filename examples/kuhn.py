"""Kuhn poker: three cards, one bet, two players. Solved in 1950; seat 0 loses 1/18 a hand.

A small game of our parts, for learners that need one: see docs/agents.md.
"""

from typing import Annotated

from sidepot.engine.game import Game, Verbs
from sidepot.engine.options import Chips
from sidepot.kernel import Part, Random, compiled
from sidepot.rules import actions, chips, deck, holecards, journal, seats
from sidepot.rules.actions import CALL, CHECK, FOLD, RAISE_TO
from sidepot.rules.layout import Layout

CARDS = 3


class Options(Part):
    """The option of the table."""

    ante: Annotated[int, Chips(1, 1000, 1), "what both pay before the deal, and the one bet"]


class Kuhn(Part):
    """The record of a hand."""

    options: Options
    seats: seats.Seats
    chips: chips.Chips
    hole: holecards.HoleCards
    checked: int  # how many have checked
    opened: int  # has somebody bet?
    deck: deck.Deck
    journal: journal.Journal


@compiled
def begin(s: Kuhn) -> None:
    """Antes, and a card for each; seat 0 acts first."""
    journal.clear(s.journal)
    deck.rewind(s.deck)
    holecards.clear(s.hole)
    chips.ante(s.chips, s.seats, s.journal, s.options.ante)
    for p in range(s.seats.n):
        holecards.deal(s.hole, s.deck, s.journal, p)
    s.opened, s.checked, s.seats.actor = 0, 0, 0


@compiled
def menu(s: Kuhn, m: actions.Menu) -> None:
    """Check or bet; after a bet, fold or call. Who cannot pay a bet can only check or fold."""
    actions.clear(m)
    actions.offer(m, FOLD if s.opened else CHECK)
    if s.chips.stack[s.seats.actor] >= s.options.ante:
        actions.offer_range(m, CALL if s.opened else RAISE_TO, s.options.ante, s.options.ante)


@compiled
def step(s: Kuhn, action: int) -> None:
    """Carry out an action; a fold, a call and a second check end the hand."""
    journal.clear(s.journal)
    p, kind = s.seats.actor, actions.kind(action)
    s.seats.actor = 1 - p
    if kind == CHECK:
        journal.note(s.journal, journal.CHECKED, p)
        s.checked += 1
    elif kind == RAISE_TO:
        chips.bet(s.chips, s.journal, journal.RAISED, p, s.options.ante)
        s.opened = 1
    elif kind == FOLD:
        seats.leave(s.seats, s.journal, p, journal.FOLDED)
    else:
        chips.bet(s.chips, s.journal, journal.CALLED, p, s.options.ante)
    if kind in (FOLD, CALL) or s.checked == s.seats.n:
        finish(s)


@compiled
def finish(s: Kuhn) -> None:
    """The higher card, or who is left, takes the pot."""
    s.seats.actor = seats.NOBODY
    holecards.show_down(s.hole, s.seats, s.journal)
    best = seats.NOBODY
    for p in range(s.seats.n):
        if s.seats.live[p] and (best < 0 or s.hole.card[p, 0] > s.hole.card[best, 0]):
            best = p
    chips.win(s.chips, s.journal, journal.WON, best, chips.pot(s.chips, s.seats))


@compiled
def conceal(s: Kuhn, seat: int) -> None:
    """Erase what this seat may not know."""
    deck.hide(s.deck)
    journal.conceal(s.journal, seat)
    holecards.conceal(s.hole, seat)


@compiled
def redeal(s: Kuhn, rng: Random) -> None:
    """Replace the erased cards by a random deal that is consistent with the rest."""
    holecards.redeal(s.hole, s.deck, rng)


def show(s: Kuhn) -> Layout:
    """The cards that front ends show, and the price of a unit of each action."""
    return Layout(seats=holecards.laid(s.hole, s.seats), prices={CALL: 1, RAISE_TO: 1})


KUHN = Game(
    name="kuhn", title="Kuhn Poker", author="Harold W. Kuhn",
    least=2, most=2, max_seats=2,
    record=Kuhn, options=Options, verbs=Verbs(begin, menu, step, conceal, redeal), show=show,
    deck=range(CARDS), reach=1, events=20,
    phases=lambda options: (journal.FORCED, (journal.DEALT,), journal.BETS, (journal.SHOWN,)),
)  # fmt: skip
