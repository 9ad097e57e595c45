"""Draws: players lay cards aside face down, all at once, and get as many new ones.

Everybody says first, from the dealer's left; then a card is burned, and all are served.
"""

from sidepot.kernel import Flags, Part, compiled
from sidepot.rules import actions, board, chips, discards, holecards, sets
from sidepot.rules import betting as bets
from sidepot.rules.actions import EXCHANGE, KEEP, Menu
from sidepot.rules.betting import Betting
from sidepot.rules.chips import Chips
from sidepot.rules.deck import Deck
from sidepot.rules.discards import Discards
from sidepot.rules.holecards import HoleCards
from sidepot.rules.journal import KEPT, Journal, note
from sidepot.rules.seats import Seats, waiting

BURNED = 1


class Draws(Part):
    """The draw in progress."""

    on: int
    """Whether players are drawing."""
    due: Flags
    """The number of cards that each seat is due."""


@compiled
def clear(draws: Draws) -> None:
    """Nobody draws, and nobody is due a card."""
    draws.on = 0
    draws.due[:] = 0


@compiled
def _left(draws: Draws, deck: Deck) -> int:
    """The cards that the deck has for those who have still to say how many they want."""
    found: int = deck.size - deck.top - BURNED
    for p in range(len(draws.due)):
        found -= draws.due[p]
    return found


@compiled
def offer(draws: Draws, hole: HoleCards, deck: Deck, menu: Menu, seat: int, most: int) -> None:
    """Offer to keep all cards, or to exchange up to `most`, as far as the deck goes."""
    actions.offer(menu, KEEP)
    n = hole.size[seat]
    room = min(most, n, _left(draws, deck))
    if room > 0:
        sets.offer(menu, EXCHANGE, n, 1, room)


@compiled
def affordable(purse: Chips, seat: int, most: int, price: int) -> int:
    """The cards of `most` that a seat can pay for."""
    return min(most, purse.stack[seat] // price) if price > 0 else most


@compiled
def pay(
    purse: Chips, hole: HoleCards, seats: Seats, journal: Journal, act: int, price: int
) -> None:
    """Pay for the cards of an action, each at a price, before they are laid aside.

    The price goes into the pot and never back (`chips.buy`).
    """
    seat, n = seats.actor, 0
    picked = sets.mask(hole.size[seat], actions.amount(act))
    for place in range(hole.size[seat]):
        n += picked >> place & 1
    if actions.kind(act) == EXCHANGE and price > 0:
        chips.buy(purse, journal, seat, n * price, n)


@compiled
def to_act(draws: Draws, betting: Betting, purse: Chips, seats: Seats) -> int:
    """The seat whose exchange is due in a draw, or else whose bet; `NOBODY` if none is."""
    if draws.on:
        return waiting(seats)
    return bets.to_act(betting, purse, seats)


@compiled
def act(
    draws: Draws, thrown: Discards, hole: HoleCards, seats: Seats, journal: Journal, action: int
) -> None:
    """Lay the cards of an action aside, or none; the player to act has acted."""
    seat = seats.actor
    seats.acted[seat] = 1
    if actions.kind(action) != EXCHANGE:
        note(journal, KEPT, seat)
        return
    picked = sets.mask(hole.size[seat], actions.amount(action))
    for place in range(hole.size[seat]):
        if picked >> place & 1:  # those behind a card that went have moved up
            discards.throw(thrown, hole, journal, seat, place - draws.due[seat])
            draws.due[seat] += 1


@compiled
def serve(draws: Draws, hole: HoleCards, deck: Deck, seats: Seats, journal: Journal) -> None:
    """Burn a card, if anybody draws, and deal what is due, from the dealer's left."""
    draws.on = 0
    due = 0
    for p in range(len(draws.due)):
        due += draws.due[p]
    if due > 0:
        board.burn(deck)
    for i in range(1, seats.n + 1):
        p = (seats.button + i) % seats.n
        for _ in range(draws.due[p]):
            holecards.deal(hole, deck, journal, p)
        draws.due[p] = 0
