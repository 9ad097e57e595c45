"""Little: the smallest honest game, one file, for the suite to try its laws on.

L1. Two to four players; everybody antes and gets one card face down.
L2. From seat 1 on each player acts once: folds, checks, or raises the pot by any part of the stack.
    Nobody has to match a raise.
L3. When all but one have folded, the last takes the pot and shows nothing.
L4. Otherwise all live hands are shown; the highest card takes the pot, suits break ties.

<!-- examples -->
- `9c 9d | raise to 1, check | -2 +2`
- `ante=3 stacks=9/3/4 | 9c / 9d / 2s | check, check, fold | -3 +6 -3`
<!-- /examples -->
"""

from collections.abc import Mapping
from typing import Annotated, Any

from sidepot import cards
from sidepot.cards import HIDDEN, NONE
from sidepot.engine.game import Game, Phases, Verbs
from sidepot.engine.options import Chips as Amount
from sidepot.kernel import Array, Flags, Part, Random, compiled
from sidepot.rules import actions, chips, deck, journal, seats
from sidepot.rules.actions import CHECK, FOLD, RAISE_TO, Menu
from sidepot.rules.chips import Chips
from sidepot.rules.deck import Deck
from sidepot.rules.journal import Journal
from sidepot.rules.layout import LaidCard, LaidHand, Layout
from sidepot.rules.seats import NOBODY, Seats

MAX_SEATS = 4


class Options(Part):
    """The options of a table."""

    ante: Annotated[int, Amount(0, 10, 1), "what everybody pays before the deal, in chips"]


class Hole(Part):
    """One card a seat, face down until the showdown."""

    card: Annotated[Array, "i1", "seats"]
    shown: Flags


class Little(Part):
    """A hand of Little."""

    options: Options
    seats: Seats
    chips: Chips
    hole: Hole
    deck: Deck
    journal: Journal


@compiled
def begin(s: Little) -> None:
    """Antes, and one card face down for everybody (L1)."""
    journal.clear(s.journal)
    deck.rewind(s.deck)
    chips.ante(s.chips, s.seats, s.journal, s.options.ante)
    s.hole.card[:] = NONE
    s.hole.shown[:] = 0
    for p in range(s.seats.n):
        if s.seats.live[p]:
            deal(s, p)
    ask(s, 0)


@compiled
def deal(s: Little, p: int) -> None:
    card = deck.draw(s.deck)
    s.hole.card[p] = card
    journal.note_card_down(s.journal, journal.DEALT, p, card)


@compiled
def menu(s: Little, m: Menu) -> None:
    """Fold, check, or raise by what is in the stack (L2)."""
    actions.clear(m)
    actions.offer(m, FOLD)
    actions.offer(m, CHECK)
    stack = s.chips.stack[s.seats.actor]
    if stack > 0:
        actions.offer_range(m, RAISE_TO, 1, stack)


@compiled
def step(s: Little, action: int) -> None:
    """Do it, then ask the next (L2)."""
    journal.clear(s.journal)
    act(s, s.seats.actor, action)
    ask(s, s.seats.actor + 1)


@compiled
def act(s: Little, p: int, action: int) -> None:
    """Fold, check or raise (L2)."""
    if actions.kind(action) == FOLD:
        s.seats.live[p] = 0
        journal.note(s.journal, journal.FOLDED, p)
    elif actions.kind(action) == RAISE_TO:
        chips.pay(s.chips, p, actions.amount(action))
        journal.note_chips(s.journal, journal.RAISED, p, actions.amount(action))


@compiled
def ask(s: Little, first: int) -> None:
    """The next live seat from `first` on acts; when there is none, the hand ends (L2 to L4)."""
    s.seats.actor = NOBODY
    if seats.count(s.seats) > 1:
        for p in range(first, s.seats.n):
            if s.seats.live[p]:
                s.seats.actor = p
                return
        show_down(s)
    pay_out(s)


@compiled
def show_down(s: Little) -> None:
    """Every live hand is shown, the beaten ones first; the winner's is named with the win (L4)."""
    for p in range(s.seats.n):
        if s.seats.live[p]:
            s.hole.shown[p] = 1
            if p != best(s):
                journal.note_card(s.journal, journal.OUT_BEATEN, p, s.hole.card[p])


@compiled
def best(s: Little) -> int:
    """The live seat with the highest card, or `NOBODY`. Codes are in order of rank, then suit."""
    found = NOBODY
    for p in range(s.seats.n):
        if s.seats.live[p] and (found == NOBODY or s.hole.card[p] > s.hole.card[found]):
            found = p
    return found


@compiled
def pay_out(s: Little) -> None:
    """The pot to the best live hand (L3, L4)."""
    p = best(s)
    if p != NOBODY:
        pot = chips.pot(s.chips, s.seats)
        s.chips.won[p] += pot
        s.chips.stack[p] += pot
        card = s.hole.card[p] if s.hole.shown[p] else NONE
        journal.write(s.journal, journal.WON, p, 0, card, int(s.hole.shown[p]), pot)


@compiled
def conceal(s: Little, seat: int) -> None:
    """Other hands that were not shown, and the deck (L1, L3, L4)."""
    deck.hide(s.deck)
    journal.conceal(s.journal, seat)
    for p in range(s.seats.n):
        if p != seat and not s.hole.shown[p] and s.hole.card[p] != NONE:
            s.hole.card[p] = HIDDEN


@compiled
def redeal(s: Little, rng: Random) -> None:
    """The unseen cards in random order: first into hidden hands, which were dealt from the deck."""
    seen, dealt = 0, 0
    for p in range(s.seats.n):
        if s.hole.card[p] >= 0:
            seen |= 1 << s.hole.card[p]
            dealt += 1
    deck.restore(s.deck, rng, seen)
    for p in range(s.seats.n):
        if s.hole.card[p] == HIDDEN:
            s.hole.card[p] = s.deck.card[dealt]
            dealt += 1


def show(s: Little) -> Layout:
    """The layout for front ends."""
    return Layout(seats=tuple(own(s, p) for p in range(s.seats.n)))


def own(s: Little, p: int) -> LaidHand:
    """The layout of one seat."""
    card = int(s.hole.card[p])
    return LaidHand(() if card == NONE else (LaidCard(cards.text(card)),))


def phases(settings: Mapping[str, Any]) -> Phases:
    """Antes, cards, folds, the showdown (L1 to L4)."""
    folds, shown = (journal.FOLDED,), (journal.OUT_BEATEN,)
    return journal.FORCED, (journal.DEALT,), folds, shown, journal.WINNING


LITTLE = Game(
    name="little",
    title="Little",
    author="the laws",
    least=2,
    most=MAX_SEATS,
    max_seats=MAX_SEATS,
    record=Little,
    options=Options,
    verbs=Verbs(begin, menu, step, conceal, redeal),
    show=show,
    own=own,
    deck=cards.deck(),
    events=2 * MAX_SEATS,
    reach=1,
    phases=phases,
)
