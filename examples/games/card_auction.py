"""Card auction: five cards are sold one by one, by sealed bids, to make the best hand.

Everybody antes and gets two cards. Then a card is turned up, and all bid at the same time. The
highest bid goes into the pot, and the card to who has made it, face up; of equal bids the first
from the dealer's left. A card that nobody wants stays in the middle. After five cards the best
hand of a player's own cards takes the pot; fewer cards make a hand, too.

<!-- examples -->
- `Kc 7d / 9c 4d / Ks / 7h / 2c / 3c / 5s | bid 3, bid 2, bid 4, bid 0, bid 0, bid 0, bid 0, bid 0,
  bid 0, bid 0 | +1 -1` Two pairs take what they have cost, and both antes.
<!-- /examples -->
"""

from collections.abc import Mapping
from typing import Annotated, Any

import numpy as np

from sidepot import cards, hands
from sidepot.cards import HIDDEN
from sidepot.engine.game import Game, Verbs
from sidepot.engine.options import Chips
from sidepot.engine.own import NUMBER, Act, Acts, Event, Events
from sidepot.kernel import Array, Part, Random, Sizes, compiled
from sidepot.rules import (
    actions,
    board,
    chips,
    choices,
    deck,
    holecards,
    journal,
    layout,
    pots,
    seats,
    upcards,
)
from sidepot.rules.layout import LaidHand, Layout
from sidepot.rules.seats import NOBODY

DOWN, LOTS = 2, 5
ACTS = Acts(Act("bid", NUMBER, "what you would pay for the card; 0: nothing", secret=True))
(BID,) = ACTS.kinds
EVENTS = Events(
    Event("has_bid", "{player} bids {amount}.", you="You bid {amount}.", did="bid {n}"),
)
(HAS_BID,) = EVENTS.kinds


class Options(Part):
    """The options of a table."""

    ante: Annotated[int, Chips(1, 1000, 1), "what everybody pays before the deal, in chips"]


class CardAuction(Part):
    """A hand of the auction."""

    options: Options
    seats: seats.Seats
    chips: chips.Chips
    sold: int  # the lots that are over
    hole: Annotated[holecards.HoleCards, Sizes(most=DOWN)]
    up: Annotated[upcards.UpCards, Sizes(most=LOTS)]
    board: Annotated[board.Board, Sizes(most=LOTS)]
    bids: choices.Sealed
    deck: deck.Deck
    journal: journal.Journal


@compiled
def begin(s: CardAuction) -> None:
    """Antes, two cards each, and the first lot."""
    journal.clear(s.journal)
    deck.rewind(s.deck)
    holecards.clear(s.hole)
    upcards.clear(s.up)
    board.clear(s.board)
    s.sold = 0
    chips.ante(s.chips, s.seats, s.journal, s.options.ante)
    holecards.deal_each(s.hole, s.deck, s.journal, s.seats, DOWN)
    open_lot(s)


@compiled
def open_lot(s: CardAuction) -> None:
    """Turn up the next card, and ask all for their bids."""
    choices.clear(s.bids)
    s.seats.actor = choices.waiting(s.bids, s.seats)
    if s.seats.actor != NOBODY:
        board.turn_up(s.board, s.deck, s.journal)


@compiled
def menu(s: CardAuction, m: actions.Menu) -> None:
    """Offer any bid that the stack can pay; whoever does not answer bids nothing."""
    actions.clear(m)
    actions.offer_range(m, BID, 0, s.chips.stack[s.seats.actor])


@compiled
def step(s: CardAuction, action: int) -> None:
    """Take a bid; after the last one the card is sold."""
    journal.clear(s.journal)
    choices.declare(s.bids, s.journal, s.seats.actor, actions.amount(action))
    s.seats.actor = choices.waiting(s.bids, s.seats)
    if s.seats.actor == NOBODY:
        sell(s)
        s.sold += 1
        if s.sold < LOTS:
            open_lot(s)
        else:
            settle(s)


@compiled
def sell(s: CardAuction) -> None:
    """Open the bids; the highest is paid for the card."""
    choices.reveal(s.bids)
    buyer = NOBODY
    for i in range(1, s.seats.n + 1):
        p = (s.seats.button + i) % s.seats.n
        if s.seats.live[p] and s.bids.choice[p] > 0:
            journal.note_chips(s.journal, HAS_BID, p, s.bids.choice[p])
            if buyer == NOBODY or s.bids.choice[p] > s.bids.choice[buyer]:
                buyer = p
    if buyer != NOBODY:
        chips.buy(s.chips, s.journal, buyer, s.bids.choice[buyer], 1)
        s.board.size -= 1
        card = s.board.card[s.board.size]
        s.board.card[s.board.size] = cards.NONE
        upcards.take(s.up, buyer, card)
        journal.note_card(s.journal, journal.COLLECTED, buyer, card)


@compiled
def settle(s: CardAuction) -> None:
    """Turn up all hands; the best one takes the pot."""
    holecards.show_down(s.hole, s.seats, s.journal)
    strength = np.zeros(len(s.seats.live), np.int64)
    for p in range(s.seats.n):
        if s.seats.live[p]:
            strength[p] = best(s.hole.card[p], s.up.card[p], s.up.size[p])
    s.seats.actor = NOBODY
    pots.award(s.chips, s.seats, s.journal, strength)


@compiled
def best(held: Array, up: Array, size: int) -> int:
    """The strength of the best hand of up to five of two cards face down, and some face up."""
    found = np.empty(DOWN + LOTS, np.int64)
    for k in range(DOWN):
        found[k] = held[k]
    for k in range(size):
        found[DOWN + k] = up[k]
    n = DOWN + size
    return hands.best_of(found, n) if n >= 5 else hands.strength_of(found, n)


@compiled
def conceal(s: CardAuction, seat: int) -> None:
    """Erase others' cards that lie face down, and their bids while they are sealed."""
    holecards.conceal(s.hole, seat)
    choices.conceal(s.bids, seat)
    deck.hide(s.deck)
    journal.conceal(s.journal, seat)


@compiled
def redeal(s: CardAuction, rng: Random) -> None:
    """Deal the unseen cards anew; a sealed bid may be any that its player can pay."""
    seen = holecards.mask(s.hole) | upcards.mask(s.up, s.seats) | board.mask(s.board)
    holecards.fill(s.hole, s.deck, deck.restore(s.deck, rng, seen))
    choices.redeal_up_to(s.bids, rng, s.chips.stack)


def show(s: CardAuction) -> Layout:
    """The cards of each seat, and the lot in the middle."""
    n = s.seats.n
    held, up = layout.codes_of(s.hole, n), layout.codes_of(s.up, n)
    return Layout(
        seats=tuple(laid(held[p], up[p]) for p in range(n)),
        board=board.laid(board.codes(s.board)),
        dealer=s.seats.button,
    )


def laid(held: tuple[int, ...], up: tuple[int, ...]) -> LaidHand:
    """One seat, with the best of its cards where all are known."""
    known = held + up
    open_cards = tuple(layout.laid_card(code, "kept") for code in up)
    if not held or HIDDEN in held:
        return LaidHand(holecards.laid_cards(held, is_live=True) + open_cards)
    five = hands.best_five(known) if len(known) >= 5 else known
    return LaidHand(
        cards=holecards.laid_cards(held, is_live=True) + open_cards,
        hand=hands.name(five),
        best=layout.texts(five),
    )


def phases(settings: Mapping[str, Any]) -> tuple[tuple[int, ...], ...]:
    """The phases: antes, cards, lots with their bids, hands turned up, and the pot."""
    lots = (journal.BOARD, journal.DECIDED, HAS_BID, journal.BOUGHT, journal.COLLECTED)
    return journal.FORCED, (journal.DEALT,), lots, (journal.SHOWN,), journal.WINNING


CARD_AUCTION = Game(
    name="card-auction",
    title="Card Auction",
    author="Sidepot",
    least=2,
    most=6,
    max_seats=6,
    record=CardAuction,
    options=Options,
    verbs=Verbs(begin, menu, step, conceal, redeal),
    show=show,
    deck=cards.deck(),
    events=80,
    reach=DOWN,
    common=LOTS,
    phases=phases,
    minutes=4,
    sized=True,
    acts=ACTS,
    tells=EVENTS,
)
