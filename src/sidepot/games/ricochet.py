"""Ricochet Poker: the action is always with the lowest hand.

`ricochet` is the game of the house rules page, `ricochet-2` is James Ernest's table game. The rule
numbers are those of the rule page (`sidepot rules ricochet`).
"""

from dataclasses import replace
from typing import Annotated

from sidepot import cards
from sidepot.cards import SUIT_ORDERS
from sidepot.engine.game import Game, Verbs
from sidepot.engine.options import Chips as Amount
from sidepot.engine.options import OneOf
from sidepot.hands import SUIT_RANKS
from sidepot.kernel import Array, Part, Random, compiled
from sidepot.rules import actions, chips, deck, journal, seats, upcards
from sidepot.rules.actions import BUY, FOLD, Menu
from sidepot.rules.chips import Chips
from sidepot.rules.deck import Deck
from sidepot.rules.journal import Journal
from sidepot.rules.layout import Layout
from sidepot.rules.seats import Seats
from sidepot.rules.upcards import COMPLETE, UpCards

__all__ = [
    "ON_ANY",
    "RICOCHET",
    "RICOCHET_2",
    "TIES",
    "Ricochet",
    "find_actor",
    "is_tied",
    "lowest",
    "step",
    "suit_rank",
]

TIES = ("complete", "any")
ON_COMPLETE, ON_ANY = range(len(TIES))


class Options(Part):
    """The options of a table."""

    ante: Annotated[int, Amount(1, 1_000_000, 1), "what everybody pays before the deal, in chips"]
    card_price: Annotated[int, Amount(1, 1_000_000, 1), "what one card costs, in chips"]
    tie_ends: Annotated[int, OneOf(TIES, "complete"), "which ties end the hand and split the pot"]
    suit_order: Annotated[int, OneOf(SUIT_ORDERS, "cdhs"), "the suits from low to high"]


class Ricochet(Part):
    """A hand of Ricochet."""

    options: Options
    seats: Seats
    chips: Chips
    up: UpCards
    deck: Deck
    journal: Journal


@compiled
def begin(s: Ricochet) -> None:
    """Collect antes, and deal one card face up to everybody (R1, R2)."""
    journal.clear(s.journal)
    deck.rewind(s.deck)
    upcards.clear(s.up)
    chips.ante(s.chips, s.seats, s.journal, s.options.ante)
    for p in range(s.seats.n):
        if s.seats.live[p]:
            upcards.deal(s.up, s.deck, s.journal, p)
    find_actor(s)


@compiled
def menu(s: Ricochet, m: Menu) -> None:
    """Offer fold, or buy: one card up to as many as fit and the stack pays for (R4, R10)."""
    actions.clear(m)
    actions.offer(m, FOLD)
    actions.offer_range(m, BUY, 1, most_cards(s, s.seats.actor))


@compiled
def step(s: Ricochet, action: int) -> None:
    """Fold or buy; the action then ricochets to the lowest hand (R3)."""
    journal.clear(s.journal)
    if actions.kind(action) == FOLD:
        seats.leave(s.seats, s.journal, s.seats.actor, journal.FOLDED)
    else:
        buy(s, s.seats.actor, actions.amount(action))
    find_actor(s)


@compiled
def buy(s: Ricochet, p: int, n: int) -> None:
    """Pay for n cards, and deal them until the hand is no longer the lowest (R4, R5)."""
    price = n * s.options.card_price
    chips.pay(s.chips, p, price)
    journal.write(s.journal, journal.BOUGHT, p, 0, cards.NONE, n, price)
    upcards.note_rival(s.up, s.seats, s.journal, p, suit_rank(s))
    for _ in range(n):
        upcards.deal(s.up, s.deck, s.journal, p)
        if lowest(s) != p:
            journal.note(s.journal, journal.SAFE, p)
            return
    if not is_tied(s):
        seats.leave(s.seats, s.journal, p, journal.OUT_BEATEN)  # all dealt, still the lowest (R6)


@compiled
def find_actor(s: Ricochet) -> None:
    """Give the turn to the lowest hand (R3); one that cannot buy is out at once (R9, R10)."""
    while seats.count(s.seats) > 1 and not is_tied(s):
        p = lowest(s)
        if most_cards(s, p) > 0:
            s.seats.actor = p
            return
        full = s.up.size[p] == COMPLETE
        reason = journal.OUT_COMPLETE if full else journal.OUT_SHORT
        seats.leave(s.seats, s.journal, p, reason)
    s.seats.actor = seats.NOBODY
    upcards.award(s.up, s.seats, s.chips, s.journal, suit_rank(s))  # R7, R8


@compiled
def is_tied(s: Ricochet) -> bool:
    """Whether all live hands are equal in strength, and that ends the hand at this table (R8)."""
    if not upcards.all_level(s.up, s.seats):
        return False
    return s.options.tie_ends == ON_ANY or upcards.all_complete(s.up, s.seats)


@compiled
def most_cards(s: Ricochet, p: int) -> int:
    """The most cards that a player may buy: limited by the hand's size and the stack (R4, R10)."""
    most: int = min(COMPLETE - s.up.size[p], s.chips.stack[p] // s.options.card_price)
    return most


@compiled
def lowest(s: Ricochet) -> int:
    """The live seat with the lowest hand in the order of play (R3)."""
    return upcards.lowest(s.up, s.seats, suit_rank(s))


@compiled
def suit_rank(s: Ricochet) -> Array:
    """The rank of each suit at this table (H1)."""
    order: Array = SUIT_RANKS[s.options.suit_order]
    return order


@compiled
def conceal(s: Ricochet, seat: int) -> None:
    """Erase the deck; everything else lies face up (R1)."""
    deck.hide(s.deck)
    journal.conceal(s.journal, seat)


@compiled
def redeal(s: Ricochet, rng: Random) -> None:
    """Shuffle the unseen cards, all orders equally likely (R11)."""
    deck.restore(s.deck, rng, upcards.mask(s.up, s.seats))


def show(s: Ricochet) -> Layout:
    """The layout of the table, for front ends."""
    return Layout(
        seats=upcards.laid(s.up, s.seats, suit_rank(s)),
        facts={"cards_left": s.deck.size - s.deck.top, "card_price": s.options.card_price},
        prices={BUY: s.options.card_price},
        deals=(BUY,),
    )


RICOCHET_2 = Game(
    name="ricochet-2",
    title="Ricochet Poker II",
    author="James Ernest",
    least=2,
    most=8,
    max_seats=8,
    record=Ricochet,
    options=Options,
    verbs=Verbs(begin, menu, step, conceal, redeal),
    show=show,
    deck=cards.deck(),
    events=40,
    reach=COMPLETE,
    singly=True,
    minutes=2,
    ordered=True,
)
RICOCHET = replace(
    RICOCHET_2,
    name="ricochet",
    title="Ricochet Poker",
    least=3,
    most=6,
    presets={"tie_ends": "any"},
)
