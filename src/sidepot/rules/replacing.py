"""Cards bought in place of others: a seat gives one of its cards up, and is dealt another at once.

For an open card comes an open one, and all have seen both; for a hidden card comes a hidden one.
"""

from sidepot.kernel import compiled
from sidepot.rules import chips, discards, holecards, upcards
from sidepot.rules.chips import Chips
from sidepot.rules.deck import Deck
from sidepot.rules.discards import Discards
from sidepot.rules.holecards import HoleCards
from sidepot.rules.journal import DISCARDED, Journal, note_card
from sidepot.rules.seats import Seats
from sidepot.rules.upcards import UpCards


@compiled
def may(purse: Chips, deck: Deck, seat: int, price: int) -> bool:
    """Whether a seat can pay for a card, and the deck has one."""
    return bool(deck.top < deck.size and purse.stack[seat] >= price)


@compiled
def pay(purse: Chips, seats: Seats, journal: Journal, price: int) -> None:
    """Pay for a card, before it is replaced; the price goes into the pot and never back."""
    if price > 0:
        chips.buy(purse, journal, seats.actor, price, 1)


@compiled
def replace_open(
    up: UpCards, gone: Discards, deck: Deck, journal: Journal, seat: int, place: int
) -> None:
    """Put the next card of the deck in the place of an open one, which joins those gone."""
    gone.card[seat, gone.size[seat]] = up.card[seat, place]
    gone.size[seat] += 1
    note_card(journal, DISCARDED, seat, up.card[seat, place])
    upcards.deal_at(up, deck, journal, seat, place)


@compiled
def replace_hidden(
    hole: HoleCards, thrown: Discards, deck: Deck, journal: Journal, seat: int, place: int
) -> None:
    """Throw a hidden card away face down, and deal another."""
    discards.throw(thrown, hole, journal, seat, place)
    holecards.deal(hole, deck, journal, seat)
