"""My One Card: an ante, a card face down, one round of betting. By YOUR NAME.

This file is the whole game: the record of a hand, five verbs, and the facts at the end. Change a
rule and run `sidepot check` on the file: it says what is wrong. Rules are compiled, so they use
whole numbers and plain loops, and call the parts in `sidepot.rules`.

Said while somebody plays the game for the first time:

<!-- first hand -->
- `choice check` Nobody has bet: check for nothing, or bet if your card is high.
- `choice call` Somebody has bet: pay as much to see both cards, or fold and lose your ante.
- `event shown other` Nobody has anything left to decide, so the cards are turned up.
- `end` The highest card takes the pot.
<!-- /first hand -->
"""

from typing import Annotated

from sidepot import cards
from sidepot.engine.game import Game, Verbs
from sidepot.engine.options import Chips
from sidepot.kernel import Part, Random, compiled
from sidepot.rules import actions, chips, deck, holecards, journal, seats
from sidepot.rules.actions import CALL, CHECK, FOLD, RAISE_TO
from sidepot.rules.layout import Layout


class Options(Part):
    """The options of a table: each has a range, a default and a line of help."""

    ante: Annotated[int, Chips(1, 1000, 1), "what everybody pays before the deal, in chips"]
    bet: Annotated[int, Chips(1, 1000, 2), "the one size of a bet, in chips"]


class MyOneCard(Part):
    """The record of a hand: its whole state, and nothing is kept anywhere else."""

    options: Options
    seats: seats.Seats
    chips: chips.Chips
    hole: holecards.HoleCards
    waiting: int  # the number of players who have still to act
    opened: int  # has somebody bet?
    deck: deck.Deck
    journal: journal.Journal


@compiled
def begin(s: MyOneCard) -> None:
    """Antes, and one card face down for each player."""
    journal.clear(s.journal)
    deck.rewind(s.deck)
    holecards.clear(s.hole)
    chips.ante(s.chips, s.seats, s.journal, s.options.ante)
    for p in range(s.seats.n):
        if s.seats.live[p]:
            holecards.deal(s.hole, s.deck, s.journal, p)
    s.opened, s.waiting, s.seats.actor = 0, seats.count(s.seats), s.seats.button
    go_on(s)


@compiled
def menu(s: MyOneCard, m: actions.Menu) -> None:
    """Check or bet; after a bet, fold or call. A stack below the bet can only check or fold."""
    actions.clear(m)
    actions.offer(m, FOLD if s.opened else CHECK)
    if s.chips.stack[s.seats.actor] >= s.options.bet:
        actions.offer_range(m, CALL if s.opened else RAISE_TO, s.options.bet, s.options.bet)


@compiled
def step(s: MyOneCard, action: int) -> None:
    """Carry out an action. After a bet, all other live players have to act."""
    journal.clear(s.journal)
    p, kind = s.seats.actor, actions.kind(action)
    s.waiting -= 1
    if kind == FOLD:
        seats.leave(s.seats, s.journal, p, journal.FOLDED)
    elif kind == CHECK:
        journal.note(s.journal, journal.CHECKED, p)
    else:
        event = journal.CALLED if s.opened else journal.RAISED
        chips.bet(s.chips, s.journal, event, p, s.options.bet)
    if kind == RAISE_TO:
        s.opened, s.waiting = 1, seats.count(s.seats) - 1
    go_on(s)


@compiled
def go_on(s: MyOneCard) -> None:
    """Pass the turn to the next live player on the left, or give the pot to the highest card."""
    if s.waiting and seats.count(s.seats) > 1:
        s.seats.actor = seats.next_live(s.seats, s.seats.actor)
        return
    best = s.seats.actor = seats.NOBODY
    holecards.show_down(s.hole, s.seats, s.journal)
    for p in range(s.seats.n):  # card codes are ordered by rank, then suit
        if s.seats.live[p] and (best < 0 or s.hole.card[p, 0] > s.hole.card[best, 0]):
            best = p
    if best >= 0:
        chips.win(s.chips, s.journal, journal.WON, best, chips.pot(s.chips, s.seats))


@compiled
def conceal(s: MyOneCard, seat: int) -> None:
    """Erase what this seat may not know."""
    deck.hide(s.deck)
    journal.conceal(s.journal, seat)
    holecards.conceal(s.hole, seat)


@compiled
def redeal(s: MyOneCard, rng: Random) -> None:
    """Replace the erased cards by a random deal that is consistent with the rest."""
    holecards.redeal(s.hole, s.deck, rng)


def show(s: MyOneCard) -> Layout:
    """The cards that front ends show, and the price of a unit of each action."""
    return Layout(seats=holecards.laid(s.hole, s.seats), prices={CALL: 1, RAISE_TO: 1})


MY_ONE_CARD = Game(
    name="my-one-card", title="My One Card", author="YOUR NAME",
    least=2, most=6, max_seats=6,  # players, and seats in a record
    record=MyOneCard, options=Options, verbs=Verbs(begin, menu, step, conceal, redeal), show=show,
    deck=cards.deck(), reach=1, events=20,  # the cards; the most that a player, and a verb, may use
    phases=lambda options: (journal.FORCED, (journal.DEALT,), journal.BETS, (journal.SHOWN,)),
)  # fmt: skip
