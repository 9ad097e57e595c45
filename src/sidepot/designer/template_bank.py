"""Bank Card: one card each, and one of the bank's, face up. By YOUR NAME.

Everybody pays an ante, looks at one card and at the bank's, and folds or calls with as much again.
Whoever called wins as much from the bank with a higher rank, and loses both to a lower one; equal
ranks move no chips. All play against the bank alone, which decides nothing.

Said while somebody plays the game for the first time:

<!-- first hand -->
- `deal` You have one card face down. The bank shows its own.
- `choice call` Call if your card is likely to beat the bank's; or fold, and lose the ante.
- `event shown other` All have decided, so the cards are turned up.
- `end` A higher card than the bank's wins as much as was paid.
<!-- /first hand -->

Hands with their cards, their actions and the results: every check plays them. The bank's card is
the last one.

<!-- examples -->
- `Kc 9d | call | +2` The king beats the nine.
- `Kc 9d Kd | fold, call | -1 -2` The bank has a king.
- `9c 9d | call | 0` Equal ranks move no chips.
<!-- /examples -->
"""

from typing import Annotated

from sidepot import cards
from sidepot.engine.game import Game, Verbs
from sidepot.engine.options import Chips
from sidepot.kernel import Part, Random, Sizes, compiled
from sidepot.rules import actions, chips, deck, holecards, journal, layout, seats, upcards
from sidepot.rules.actions import CALL, FOLD
from sidepot.rules.layout import LaidHand, Layout
from sidepot.rules.seats import NOBODY


class Options(Part):
    """The options of a table: each has a range, a default and a line of help."""

    ante: Annotated[int, Chips(1, 1000, 1), "what everybody pays before the deal, in chips"]


class BankCard(Part):
    """The record of a hand; the bank has the last seat."""

    options: Options
    seats: seats.Seats
    chips: chips.Chips
    hole: holecards.HoleCards
    up: Annotated[upcards.UpCards, Sizes(most=1)]
    deck: deck.Deck
    journal: journal.Journal


@compiled
def bank(s: BankCard) -> int:
    """The bank's seat."""
    return s.seats.n - 1


@compiled
def begin(s: BankCard) -> None:
    """Antes and a card face down for the players, and one face up for the bank."""
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
    for p in range(bank(s)):
        if s.seats.live[p]:
            holecards.deal(s.hole, s.deck, s.journal, p)
    upcards.deal(s.up, s.deck, s.journal, bank(s))
    seats.open_round(s.seats)
    s.seats.acted[bank(s)] = 1
    go_on(s)


@compiled
def menu(s: BankCard, m: actions.Menu) -> None:
    """Fold, or call with as much as the ante; a short stack can only fold."""
    actions.clear(m)
    actions.offer(m, FOLD)
    if s.chips.stack[s.seats.actor] >= s.options.ante:
        actions.offer_range(m, CALL, s.options.ante, s.options.ante)


@compiled
def step(s: BankCard, action: int) -> None:
    """Fold or call; after the last player all is paid."""
    journal.clear(s.journal)
    p = s.seats.actor
    s.seats.acted[p] = 1
    if actions.kind(action) == FOLD:
        seats.leave(s.seats, s.journal, p, journal.FOLDED)
    else:
        chips.bet(s.chips, s.journal, journal.CALLED, p, s.options.ante)
    go_on(s)


@compiled
def go_on(s: BankCard) -> None:
    """Ask the next player; after the last one, the bank takes what it has won."""
    s.seats.actor = seats.waiting(s.seats)
    if s.seats.actor != NOBODY:
        return
    holecards.show_down(s.hole, s.seats, s.journal)
    taken = 0
    for p in range(bank(s)):
        taken += settle(s, p) if s.seats.live[p] else s.chips.paid[p]
    if taken > 0:
        chips.win(s.chips, s.journal, journal.WON, bank(s), taken)


@compiled
def settle(s: BankCard, p: int) -> int:
    """Pay a player who called; returns what the bank takes."""
    mine, its = s.hole.card[p, 0] // 4, s.up.card[bank(s), 0] // 4
    if mine < its:
        return int(s.chips.paid[p])
    chips.win(s.chips, s.journal, journal.RETURNED, p, s.chips.paid[p])
    if mine > its:
        chips.give(s.chips, bank(s), p, s.chips.paid[p])
        journal.note_chips(s.journal, journal.BONUS, p, s.chips.paid[p])
    return 0


@compiled
def conceal(s: BankCard, seat: int) -> None:
    """Erase what this seat may not know."""
    deck.hide(s.deck)
    journal.conceal(s.journal, seat)
    holecards.conceal(s.hole, seat)


@compiled
def redeal(s: BankCard, rng: Random) -> None:
    """Replace the erased cards by a random deal that is consistent with the rest."""
    known = holecards.mask(s.hole) | upcards.mask(s.up, s.seats)
    holecards.fill(s.hole, s.deck, deck.restore(s.deck, rng, known))


def show(s: BankCard) -> Layout:
    """The cards that front ends show, and the price of a call."""
    n = s.seats.n
    held, up = layout.codes_of(s.hole, n), layout.codes_of(s.up, n)
    rows = tuple(laid(held[p], up[p], bool(s.seats.live[p])) for p in range(n))
    return Layout(seats=rows, costs={CALL: s.options.ante})


def laid(held: tuple[int, ...], up: tuple[int, ...], is_live: bool) -> LaidHand:
    """One seat: a player's card face down, the bank's face up."""
    shown = tuple(layout.laid_card(code, "kept", dead=not is_live) for code in up)
    return LaidHand(cards=holecards.laid_cards(held, is_live=is_live) + shown)


BANK_CARD = Game(
    name="bank-card", title="Bank Card", author="YOUR NAME",
    least=1, most=6, max_seats=7, banked=True,  # players, and seats in a record with the bank's
    record=BankCard, options=Options, verbs=Verbs(begin, menu, step, conceal, redeal), show=show,
    deck=cards.deck(), reach=1, common=1, events=40,  # the most that a player, and a verb, may use
    says={"returned": "given_back", "bonus": "paid_off"},
    words={
        "event.paid_off": "The bank pays {player} {amount}.",
        "event.paid_off_you": "The bank pays you {amount}.",
        "did.paid_off": "wins {n}",
    },
    phases=lambda options: (
        journal.FORCED, (journal.DEALT,), (journal.FOLDED, journal.CALLED), (journal.SHOWN,),
        (*journal.WINNING, journal.RETURNED, journal.BONUS),
    ),
)  # fmt: skip
