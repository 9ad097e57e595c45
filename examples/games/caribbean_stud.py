"""Caribbean stud: five cards each against the bank, which shows one of its own.

Everybody pays an ante, looks at five cards and at one of the bank's, and folds, or calls for two
antes more. The bank qualifies with ace and king or better. If it does not, those who called win
an ante. If it does, who beats it wins an ante, and for the call what the table of payouts says;
who is beaten loses both, and a tie moves no chips. All play against the bank alone.

<!-- examples -->
- `Kc Kd 7h 5s 2c / As Kh 9d 4c 3s | call | +3` The bank qualifies, and a pair pays the call 1 to 1.
- `Kc Kd 7h 5s 2c / As Qh 9d 4c 3s | call | +1` The bank does not qualify.
- `Kc Kd Kh Ks 2c / As Qh Qd 4c 3s | call | +41` Four of a kind pay the call 20 to 1.
- `Qc Jd 7h 5s 2c / As Kh 9d 4c 3s | call | -3` The bank is better.
- `Qc Jd 7h 5s 2c / As Kh 9d 4c 3s | fold | -1` Who folds loses the ante.
<!-- /examples -->
"""

from typing import Annotated

import numpy as np

from sidepot import cards, hands
from sidepot.cards import HIDDEN
from sidepot.engine.game import Game, Verbs
from sidepot.engine.options import Chips
from sidepot.kernel import Part, Random, Sizes, compiled, readable
from sidepot.rules import (
    actions,
    chips,
    deck,
    holecards,
    journal,
    layout,
    paytables,
    seats,
    upcards,
)
from sidepot.rules.actions import CALL, FOLD
from sidepot.rules.layout import LaidHand, Layout
from sidepot.rules.seats import NOBODY

HAND = 5
RAISE = 2
"""The price of a call, in antes."""
ACE_KING = paytables.packed("AK") or 0
PAYS = readable(np.array([1, 1, 2, 3, 4, 5, 7, 20, 50, 100], np.int64))
"""What the bank pays on a call, to 1: for less than a pair, a pair, two pairs, and so on."""


class Options(Part):
    """The options of a table."""

    ante: Annotated[int, Chips(1, 1000, 1), "what everybody pays before the deal, in chips"]


class CaribbeanStud(Part):
    """A hand; the bank has the last seat."""

    options: Options
    seats: seats.Seats
    chips: chips.Chips
    hole: holecards.HoleCards
    up: Annotated[upcards.UpCards, Sizes(most=1)]
    deck: deck.Deck
    journal: journal.Journal


@compiled
def bank(s: CaribbeanStud) -> int:
    """The bank's seat."""
    return s.seats.n - 1


@compiled
def begin(s: CaribbeanStud) -> None:
    """Antes from the players; five cards each, the bank's last one up."""
    journal.clear(s.journal)
    deck.rewind(s.deck)
    holecards.clear(s.hole)
    upcards.clear(s.up)
    s.chips.stack[bank(s)] = 0  # the bank's chips count from 0 in each hand
    chips.sit_down(s.chips, s.seats, s.options.ante)
    for p in range(bank(s)):
        if s.seats.live[p]:
            chips.pay(s.chips, p, s.options.ante)
            journal.note_chips(s.journal, journal.ANTED, p, s.options.ante)
    for p in range(s.seats.n):
        if s.seats.live[p]:
            for _ in range(HAND - (p == bank(s))):
                holecards.deal(s.hole, s.deck, s.journal, p)
    if s.seats.live[bank(s)]:
        upcards.deal(s.up, s.deck, s.journal, bank(s))
    seats.open_round(s.seats)
    s.seats.acted[bank(s)] = 1
    go_on(s)


@compiled
def menu(s: CaribbeanStud, m: actions.Menu) -> None:
    """Offer to fold, or to call for two antes; a short stack can only fold."""
    actions.clear(m)
    actions.offer(m, FOLD)
    price = RAISE * s.options.ante
    if s.chips.stack[s.seats.actor] >= price:
        actions.offer_range(m, CALL, price, price)


@compiled
def step(s: CaribbeanStud, action: int) -> None:
    """Fold or call; after the last player the bank shows its hand."""
    journal.clear(s.journal)
    p = s.seats.actor
    s.seats.acted[p] = 1
    if actions.kind(action) == FOLD:
        seats.leave(s.seats, s.journal, p, journal.FOLDED)
    else:
        chips.bet(s.chips, s.journal, journal.CALLED, p, RAISE * s.options.ante)
    go_on(s)


@compiled
def go_on(s: CaribbeanStud) -> None:
    """Ask the next player, or pay all out."""
    s.seats.actor = seats.waiting(s.seats)
    if s.seats.actor != NOBODY or seats.count(s.seats) == 0:
        return
    holecards.show_down(s.hole, s.seats, s.journal)
    taken = 0
    for p in range(bank(s)):
        taken += settle(s, p) if s.seats.live[p] else s.chips.paid[p]
    if taken > 0:
        chips.win(s.chips, s.journal, journal.WON, bank(s), taken)


@compiled
def settle(s: CaribbeanStud, p: int) -> int:
    """Give a player who called the bet back with what it wins; returns what the bank takes."""
    mine, its = strength(s, p), strength(s, bank(s))
    is_open = paytables.reaches(its, ACE_KING)
    if is_open and mine < its:
        return s.chips.paid[p]
    gain = 0
    if not is_open:
        gain = s.options.ante
    elif mine > its:
        gain = s.options.ante + RAISE * s.options.ante * PAYS[paytables.row_of(mine) + 1]
    chips.win(s.chips, s.journal, journal.RETURNED, p, s.chips.paid[p])
    if gain > 0:
        chips.give(s.chips, bank(s), p, gain)
        journal.note_chips(s.journal, journal.BONUS, p, gain)
    return 0


@compiled
def strength(s: CaribbeanStud, p: int) -> int:
    """The strength of a seat's five cards."""
    five = np.empty(HAND, np.int64)
    for k in range(HAND - 1):
        five[k] = s.hole.card[p, k]
    five[HAND - 1] = s.up.card[p, 0] if p == bank(s) else s.hole.card[p, HAND - 1]
    return hands.strength_of(five, HAND)


@compiled
def conceal(s: CaribbeanStud, seat: int) -> None:
    """Erase others' cards that lie face down, and the deck."""
    holecards.conceal(s.hole, seat)
    deck.hide(s.deck)
    journal.conceal(s.journal, seat)


@compiled
def redeal(s: CaribbeanStud, rng: Random) -> None:
    """Deal the unseen cards anew."""
    seen = holecards.mask(s.hole) | upcards.mask(s.up, s.seats)
    holecards.fill(s.hole, s.deck, deck.restore(s.deck, rng, seen))


def show(s: CaribbeanStud) -> Layout:
    """The layout of the table, for front ends."""
    n = s.seats.n
    held, up = layout.codes_of(s.hole, n), layout.codes_of(s.up, n)
    return Layout(
        seats=tuple(laid(held[p], up[p], bool(s.seats.live[p])) for p in range(n)),
        costs={CALL: RAISE * s.options.ante},
    )


def laid(held: tuple[int, ...], up: tuple[int, ...], is_live: bool) -> LaidHand:
    """One seat: the cards face down, and the bank's face up."""
    open_cards = tuple(layout.laid_card(code, "kept", dead=not is_live) for code in up)
    known = up + held
    is_named = HIDDEN not in known and len(known) == HAND
    return LaidHand(
        cards=holecards.laid_cards(held, is_live=is_live) + open_cards,
        hand=hands.name(known) if is_named else None,
    )


CARIBBEAN_STUD = Game(
    name="caribbean-stud",
    title="Caribbean Stud",
    author="traditional",
    least=1,
    most=7,
    max_seats=8,
    record=CaribbeanStud,
    options=Options,
    verbs=Verbs(begin, menu, step, conceal, redeal),
    show=show,
    deck=cards.deck(),
    events=160,
    reach=HAND,
    common=HAND,
    phases=lambda options: (
        journal.FORCED,
        (journal.DEALT,),
        (journal.FOLDED, journal.CALLED),
        (journal.SHOWN,),
        (*journal.WINNING, journal.RETURNED, journal.BONUS),
    ),
    banked=True,
    minutes=1,
    says={"returned": "given_back", "bonus": "paid_off"},
    words={
        "event.paid_off": "The bank pays {player} {amount}.",
        "event.paid_off_you": "The bank pays you {amount}.",
        "did.paid_off": "wins {n}",
    },
)
