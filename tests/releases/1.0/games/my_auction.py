"""My Auction: a card for everybody, and one more for the highest bid. By YOUR NAME.

All bid at the same time for the card in the middle, and nobody sees a bid before all are made. The
highest bid pays the pot, and its player takes the card; then the highest sum of cards wins the pot.
Change a rule and run `sidepot check` on the file: it says what is wrong.

Said while somebody plays the game for the first time:

<!-- first hand -->
- `deal` Everybody has a card face down, and all bid for the one in the middle.
- `choice bid` Bid what the card is worth to you. Only the highest bid is paid.
- `event shown other` The cards are turned up.
- `end` The highest sum takes the pot: a deuce counts 2, an ace 14.
<!-- /first hand -->

Hands with their cards, their actions and the results: every check plays them.

<!-- examples -->
- `Ks 7d / Ac | bid 0, bid 3 | -1 +1` Seven and ace are 21, a king is 13; the bid comes back.
- `Ks 7d / 2c | bid 2, bid 2 | +1 -1` Of equal bids the one on the dealer's left counts.
<!-- /examples -->
"""

from typing import Annotated

from sidepot import cards
from sidepot.engine.game import Game, Verbs
from sidepot.engine.options import Chips
from sidepot.engine.own import NUMBER, Act, Acts, Event, Events
from sidepot.kernel import Part, Random, compiled
from sidepot.rules import actions, board, chips, choices, deck, holecards, journal, seats
from sidepot.rules.layout import Layout
from sidepot.rules.seats import NOBODY

ACTS = Acts(Act("bid", NUMBER, "what you would pay for the card in the middle", secret=True))
(BID,) = ACTS.kinds
EVENTS = Events(
    Event("offers", "{player} bids {amount:chips}.", you="You bid {amount:chips}.", did="bid {n}"),
    Event("sold", "{player} takes {cards:card}.", you="You take {cards:card}.", did="takes it"),
)
OFFERS, SOLD = EVENTS.kinds


class Options(Part):
    """The options of a table: each has a range, a default and a line of help."""

    ante: Annotated[int, Chips(1, 1000, 1), "what everybody pays before the deal, in chips"]


class MyAuction(Part):
    """The record of a hand: its whole state, and nothing is kept anywhere else."""

    options: Options
    seats: seats.Seats
    chips: chips.Chips
    hole: holecards.HoleCards
    board: board.Board
    bids: choices.Sealed
    bought: int  # the seat that has the card in the middle; NOBODY before
    deck: deck.Deck
    journal: journal.Journal


@compiled
def begin(s: MyAuction) -> None:
    """Antes, a card face down for each player, and one in the middle."""
    journal.clear(s.journal)
    deck.rewind(s.deck)
    holecards.clear(s.hole)
    board.clear(s.board)
    choices.clear(s.bids)
    s.bought = NOBODY
    chips.ante(s.chips, s.seats, s.journal, s.options.ante)
    for p in range(s.seats.n):
        if s.seats.live[p]:
            holecards.deal(s.hole, s.deck, s.journal, p)
    board.turn_up(s.board, s.deck, s.journal)
    s.seats.actor = choices.waiting(s.bids, s.seats)


@compiled
def menu(s: MyAuction, m: actions.Menu) -> None:
    """Any bid that the stack can pay; whoever does not answer bids nothing."""
    actions.clear(m)
    actions.offer_range(m, BID, 0, s.chips.stack[s.seats.actor])


@compiled
def step(s: MyAuction, action: int) -> None:
    """Take a sealed bid; after the last one all are opened."""
    journal.clear(s.journal)
    choices.declare(s.bids, s.journal, s.seats.actor, actions.amount(action))
    s.seats.actor = choices.waiting(s.bids, s.seats)
    if s.seats.actor == NOBODY:
        choices.reveal(s.bids)
        settle(s)


@compiled
def settle(s: MyAuction) -> None:
    """The highest bid pays for the card; then the highest sum takes the pot."""
    for k in range(1, s.seats.n + 1):
        p = (s.seats.button + k) % s.seats.n
        if s.seats.live[p]:
            journal.note_chips(s.journal, OFFERS, p, s.bids.choice[p])
            if s.bought == NOBODY or s.bids.choice[p] > s.bids.choice[s.bought]:
                s.bought = p
    chips.bet(s.chips, s.journal, journal.PAID, s.bought, s.bids.choice[s.bought])
    journal.note_card(s.journal, SOLD, s.bought, s.board.card[0])
    holecards.show_down(s.hole, s.seats, s.journal)
    best = s.bought
    for p in range(s.seats.n):
        if s.seats.live[p] and worth(s, p) > worth(s, best):
            best = p
    chips.win(s.chips, s.journal, journal.WON, best, chips.pot(s.chips, s.seats))


@compiled
def worth(s: MyAuction, p: int) -> int:
    """The sum of a player's cards: a deuce counts 2, an ace 14."""
    found: int = s.hole.card[p, 0] // 4 + 2
    if p == s.bought:
        found += s.board.card[0] // 4 + 2
    return found


@compiled
def conceal(s: MyAuction, seat: int) -> None:
    """Erase what this seat may not know: bids that are not open yet, too."""
    deck.hide(s.deck)
    journal.conceal(s.journal, seat)
    holecards.conceal(s.hole, seat)
    choices.conceal(s.bids, seat)


@compiled
def redeal(s: MyAuction, rng: Random) -> None:
    """Replace the erased cards and bids by random ones that are consistent with the rest."""
    known = holecards.mask(s.hole) | board.mask(s.board)
    holecards.fill(s.hole, s.deck, deck.restore(s.deck, rng, known))
    choices.redeal_up_to(s.bids, rng, s.chips.stack)


def show(s: MyAuction) -> Layout:
    """The cards that front ends show."""
    return Layout(seats=holecards.laid(s.hole, s.seats), board=board.laid(board.codes(s.board)))


MY_AUCTION = Game(
    name="my-auction", title="My Auction", author="YOUR NAME",
    least=2, most=6, max_seats=6,  # players, and seats in a record
    record=MyAuction, options=Options, verbs=Verbs(begin, menu, step, conceal, redeal), show=show,
    deck=cards.deck(), reach=1, common=1, events=40,  # the most that a player, and a verb, may use
    acts=ACTS, tells=EVENTS,
)  # fmt: skip
