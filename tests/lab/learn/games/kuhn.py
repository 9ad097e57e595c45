"""Kuhn poker: three cards, one each, an ante of 1 and one bet of 1. Its value is -1/18."""

from typing import Annotated

from sidepot.engine.game import Game, Verbs
from sidepot.engine.options import Chips
from sidepot.kernel import Part, Random, compiled
from sidepot.rules import actions, chips, deck, holecards, journal, seats
from sidepot.rules.actions import CALL, CHECK, FOLD, RAISE_TO
from sidepot.rules.layout import Layout


class Options(Part):
    """The ante alone."""

    ante: Annotated[int, Chips(1, 1, 1), "what both pay before the deal, in chips"]


class Kuhn(Part):
    """A hand of Kuhn poker."""

    options: Options
    seats: seats.Seats
    chips: chips.Chips
    hole: holecards.HoleCards
    waiting: int
    opened: int
    deck: deck.Deck
    journal: journal.Journal


@compiled
def begin(s: Kuhn) -> None:
    """An ante of 1, and a card each."""
    journal.clear(s.journal)
    deck.rewind(s.deck)
    holecards.clear(s.hole)
    chips.ante(s.chips, s.seats, s.journal, s.options.ante)
    for p in range(s.seats.n):
        holecards.deal(s.hole, s.deck, s.journal, p)
    s.opened, s.waiting, s.seats.actor = 0, 2, s.seats.button
    go_on(s)


@compiled
def menu(s: Kuhn, m: actions.Menu) -> None:
    """Check or bet 1; after a bet, fold or call."""
    actions.clear(m)
    actions.offer(m, FOLD if s.opened else CHECK)
    actions.offer_range(m, CALL if s.opened else RAISE_TO, 1, 1)


@compiled
def step(s: Kuhn, action: int) -> None:
    """Carry out an action."""
    journal.clear(s.journal)
    p, kind = s.seats.actor, actions.kind(action)
    s.waiting -= 1
    if kind == FOLD:
        seats.leave(s.seats, s.journal, p, journal.FOLDED)
    elif kind == CHECK:
        journal.note(s.journal, journal.CHECKED, p)
    else:
        event = journal.CALLED if s.opened else journal.RAISED
        chips.bet(s.chips, s.journal, event, p, 1)
    if kind == RAISE_TO:
        s.opened, s.waiting = 1, 1
    go_on(s)


@compiled
def go_on(s: Kuhn) -> None:
    """The next turn, or the pot to the highest card."""
    if s.waiting and seats.count(s.seats) > 1:
        s.seats.actor = seats.next_live(s.seats, s.seats.actor)
        return
    best = s.seats.actor = seats.NOBODY
    holecards.show_down(s.hole, s.seats, s.journal)
    for p in range(s.seats.n):
        if s.seats.live[p] and (best < 0 or s.hole.card[p, 0] > s.hole.card[best, 0]):
            best = p
    chips.win(s.chips, s.journal, journal.WON, best, chips.pot(s.chips, s.seats))


@compiled
def conceal(s: Kuhn, seat: int) -> None:
    """Erase the other card and the deck."""
    deck.hide(s.deck)
    journal.conceal(s.journal, seat)
    holecards.conceal(s.hole, seat)


@compiled
def redeal(s: Kuhn, rng: Random) -> None:
    """Deal the erased cards anew."""
    holecards.redeal(s.hole, s.deck, rng)


def show(s: Kuhn) -> Layout:
    """The cards, and what a bet costs."""
    return Layout(seats=holecards.laid(s.hole, s.seats), prices={CALL: 1, RAISE_TO: 1})


KUHN = Game(
    name="small-kuhn", title="Kuhn", author="Harold Kuhn, 1950",
    least=2, most=2, max_seats=2,
    record=Kuhn, options=Options, verbs=Verbs(begin, menu, step, conceal, redeal), show=show,
    deck=range(3), reach=1, events=20,
    phases=lambda options: (journal.FORCED, (journal.DEALT,), journal.BETS, (journal.SHOWN,)),
)  # fmt: skip
