"""Again: the smallest honest game that deals discards again, for the suite to try its laws on.

A1. Two to four players with eight cards; everybody antes and gets one card face up.
A2. The first live player folds or checks; then all cards are discarded, and everybody gets another.
A3. When the deck cannot give everybody one, the discards go under it, once; what they give is the
    last. The highest card takes the pot then, or whoever is left.
"""

from typing import Annotated

from sidepot.cards import NONE, text
from sidepot.engine.game import Game, Verbs
from sidepot.engine.options import Chips as Amount
from sidepot.kernel import Array, Part, Random, compiled
from sidepot.rules import actions, chips, deck, journal, refill, seats
from sidepot.rules.actions import CHECK, FOLD, Menu
from sidepot.rules.chips import Chips
from sidepot.rules.deck import Deck
from sidepot.rules.journal import Journal
from sidepot.rules.layout import LaidCard, LaidHand, Layout
from sidepot.rules.refill import Refill
from sidepot.rules.seats import NOBODY, Seats

MAX_SEATS = 4
CARDS = 8


class Options(Part):
    """The options of a table."""

    ante: Annotated[int, Amount(0, 10, 1), "what everybody pays before the deal, in chips"]


class Again(Part):
    """A hand of Again."""

    options: Options
    seats: Seats
    chips: Chips
    up: Annotated[Array, "i1", "seats"]
    """The card in front of each seat."""
    refill: Refill
    deck: Deck
    journal: Journal


@compiled
def begin(s: Again) -> None:
    """Antes, and one card for everybody (A1)."""
    clear(s)
    spin(s)


@compiled
def clear(s: Again) -> None:
    """Antes, and nothing dealt."""
    journal.clear(s.journal)
    deck.rewind(s.deck)
    refill.clear(s.refill)
    chips.ante(s.chips, s.seats, s.journal, s.options.ante)
    s.up[:] = NONE


@compiled
def spin(s: Again) -> None:
    """A card for everybody, and the first live player is asked; or the end (A2, A3)."""
    left, wanted = s.deck.size - s.deck.top, seats.count(s.seats)
    if wanted < 2 or left == 0 or s.refill.done:
        pay_out(s)
        return
    discard(s)
    if wanted > left:
        refill.lay_under(s.refill, s.journal)
    for p in range(s.seats.n):
        if s.seats.live[p]:
            deal(s, p, refill.draw(s.refill, s.deck))
    refill.close(s.refill)
    s.seats.actor = seats.next_live(s.seats, s.seats.n - 1)


@compiled
def discard(s: Again) -> None:
    """Move the laid cards to the discards."""
    for p in range(s.seats.n):
        if s.up[p] != NONE:
            refill.discard(s.refill, s.up[p])
            s.up[p] = NONE


@compiled
def deal(s: Again, p: int, card: int) -> None:
    """A card face up."""
    s.up[p] = card
    journal.note_card(s.journal, journal.DEALT, p, card)


@compiled
def pay_out(s: Again) -> None:
    """The pot to the highest live card (A3)."""
    best = NOBODY
    for p in range(s.seats.n):
        if s.seats.live[p] and (best == NOBODY or s.up[p] > s.up[best]):
            best = p
    if best != NOBODY:
        pot = chips.pot(s.chips, s.seats)
        chips.win(s.chips, s.journal, journal.WON, best, pot)
    s.seats.actor = NOBODY


@compiled
def menu(s: Again, m: Menu) -> None:
    """Fold or check (A2)."""
    actions.clear(m)
    actions.offer(m, FOLD)
    actions.offer(m, CHECK)


@compiled
def step(s: Again, action: int) -> None:
    """Do it, then the next cards (A2)."""
    act(s, action)
    spin(s)


@compiled
def act(s: Again, action: int) -> None:
    """Fold or check."""
    journal.clear(s.journal)
    if actions.kind(action) == FOLD:
        seats.leave(s.seats, s.journal, s.seats.actor, journal.FOLDED)
    else:
        journal.note(s.journal, journal.CHECKED, s.seats.actor)


@compiled
def conceal(s: Again, seat: int) -> None:
    """The deck and the second order."""
    deck.hide(s.deck)
    journal.conceal(s.journal, seat)


@compiled
def redeal(s: Again, rng: Random) -> None:
    """Both orders at random."""
    known = refill.known(s.refill)
    for p in range(s.seats.n):
        if s.up[p] != NONE:
            known[s.up[p]] = 1
    refill.restore(s.deck, rng, known)


def show(s: Again) -> Layout:
    """The layout for front ends."""
    laid = [
        tuple(LaidCard(text(card)) for card in [int(s.up[p])] if card != NONE)
        for p in range(s.seats.n)
    ]
    return Layout(seats=tuple(map(LaidHand, laid)))


AGAIN = Game(
    name="again",
    title="Again",
    author="the laws",
    least=2,
    most=MAX_SEATS,
    max_seats=MAX_SEATS,
    record=Again,
    options=Options,
    verbs=Verbs(begin, menu, step, conceal, redeal),
    show=show,
    deck=range(CARDS),
    events=4 * MAX_SEATS,
    reach=CARDS,
    refills=True,
)
