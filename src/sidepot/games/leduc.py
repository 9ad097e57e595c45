"""Leduc poker: six cards, one each and one in the middle, two rounds of bets of a fixed size.

F. Southey and others, "Bayes' Bluff: Opponent Modelling in Poker", UAI (2005). The codes L1 to L7
are those of its rule page (`sidepot rules leduc`).
"""

import functools
from collections.abc import Iterable, Mapping
from typing import Annotated, Any

from sidepot import cards, hands
from sidepot.cards import HIDDEN
from sidepot.engine.game import Game, Phases, Verbs
from sidepot.engine.options import Bet
from sidepot.engine.options import Chips as Amount
from sidepot.kernel import Part, Random, Row, column, compiled
from sidepot.rules import (
    actions,
    betting,
    board,
    chips,
    deck,
    holecards,
    journal,
    pots,
    rankings,
    seats,
)
from sidepot.rules.actions import BET, CALL, CHECK, FOLD, RAISE_TO, Menu
from sidepot.rules.betting import FIXED_LIMIT, Betting
from sidepot.rules.board import Board
from sidepot.rules.chips import Chips
from sidepot.rules.deck import Deck
from sidepot.rules.holecards import HoleCards
from sidepot.rules.journal import Journal
from sidepot.rules.layout import KEPT, LaidHand, Layout, texts
from sidepot.rules.rankings import Ranked
from sidepot.rules.seats import NOBODY, Seats

__all__ = ["DECK", "LEDUC", "MOST_BETS", "Leduc"]

SEATS = 2
DECK = cards.deck(ranks="JQK", suits="hs")
MOST_BETS = 2
"""A bet and a raise in each round (L4)."""


class Options(Part):
    """The options of a table."""

    ante: Annotated[int, Amount(1, 1_000_000, 1), "what both pay before the deal, in chips"]
    small_bet: Annotated[int, Bet(1, 4_000_000, 2), "the size of bets and raises in round one"]
    big_bet: Annotated[
        int, Bet(1, 4_000_000, 4, least="small_bet"), "the size of bets and raises in round two"
    ]


class Leduc(Part):
    """A hand of Leduc poker."""

    options: Options
    seats: Seats
    chips: Chips
    betting: Betting
    hole: HoleCards
    board: Board
    strength: Row
    """The strength of the hands that are shown."""
    deck: Deck
    journal: Journal


@compiled
def begin(s: Leduc) -> None:
    """Collect antes, and deal a card face down to both (L2); round one begins (L3)."""
    journal.clear(s.journal)
    deck.rewind(s.deck)
    holecards.clear(s.hole)
    board.clear(s.board)
    betting.clear(s.betting)
    s.strength[:] = 0
    chips.ante(s.chips, s.seats, s.journal, s.options.ante)
    holecards.deal_each(s.hole, s.deck, s.journal, s.seats, 1)
    betting.open_round(s.betting, s.seats, FIXED_LIMIT, s.options.small_bet)
    do_chores(s)


@compiled
def menu(s: Leduc, m: Menu) -> None:
    """Offer check or bet; after a bet fold, call or, once a round, raise (L3, L4)."""
    actions.clear(m)
    p = s.seats.actor
    owed = min(s.betting.to - s.betting.bet[p], s.chips.stack[p])
    if owed > 0:
        actions.offer(m, FOLD)
        actions.offer_range(m, CALL, owed, owed)
    else:
        actions.offer(m, CHECK)
    if s.betting.times < MOST_BETS and betting.may_raise(s.betting, s.chips, s.seats, p):
        most = s.betting.bet[p] + s.chips.stack[p]
        level = min(betting.lowest(s.betting), most)
        actions.offer_range(m, RAISE_TO if s.betting.to > 0 else BET, level, level)


@compiled
def step(s: Leduc, action: int) -> None:
    """Apply the action, then do the dealer's chores."""
    journal.clear(s.journal)
    betting.act(s.betting, s.chips, s.seats, s.journal, action)
    do_chores(s)


@compiled
def do_chores(s: Leduc) -> None:
    """Go on to the next decision, the card in the middle (L5), or the end (L6, L7)."""
    while seats.count(s.seats) > 1:
        s.seats.actor = betting.to_act(s.betting, s.chips, s.seats)
        if s.seats.actor != NOBODY:
            return
        betting.close_round(s.betting, s.chips, s.seats, s.journal)
        if s.board.size > 0:
            reveal(s)
            break
        board.turn_up(s.board, s.deck, s.journal)
        betting.open_round(s.betting, s.seats, FIXED_LIMIT, s.options.big_bet)
    betting.close_round(s.betting, s.chips, s.seats, s.journal)
    pots.award(s.chips, s.seats, s.journal, s.strength)
    s.seats.actor = NOBODY


@compiled
def reveal(s: Leduc) -> None:
    """Turn up both cards: each makes a hand of two with the card in the middle (L7)."""
    holecards.show_down(s.hole, s.seats, s.journal)
    for p in range(s.seats.n):
        if s.seats.live[p]:
            taken = hands.take(hands.EMPTY, s.hole.card[p, 0])
            s.strength[p] = hands.strength(hands.take(taken, s.board.card[0]))


@compiled
def conceal(s: Leduc, seat: int) -> None:
    """Erase the other's card and the deck (L2)."""
    holecards.conceal(s.hole, seat)
    deck.hide(s.deck)
    journal.conceal(s.journal, seat)


@compiled
def redeal(s: Leduc, rng: Random) -> None:
    """Deal the unseen cards anew, all deals equally likely."""
    known = holecards.mask(s.hole) | board.mask(s.board)
    holecards.fill(s.hole, s.deck, deck.restore(s.deck, rng, known))


def show(s: Leduc) -> Layout:
    """The layout of the table, for front ends."""
    n, up = s.seats.n, board.codes(s.board)
    columns = zip(holecards.codes(s.hole, n), column(s.seats, "live", n), strict=True)
    return Layout(
        seats=tuple(laid_hand(held, up, is_live=bool(live)) for held, live in columns),
        board=board.laid(up),
        dealer=s.seats.button,
        to_come=0 if s.seats.actor == NOBODY else 1 - len(up),
    )


@functools.lru_cache(maxsize=KEPT)
def laid_hand(held: tuple[int, ...], up: tuple[int, ...], *, is_live: bool) -> LaidHand:
    """One seat as front ends show it, with the hand that its card makes."""
    if not held or HIDDEN in held:
        return holecards.laid_hand(held, is_live=is_live)
    made = held + up
    return LaidHand(holecards.laid_cards(held, is_live=is_live), hands.name(made), texts(made))


def phases(settings: Mapping[str, Any]) -> Phases:
    """The phases: antes, a card each, bets around the card in the middle, the cards turned up."""
    turns = (*journal.BETS, journal.BOARD)
    return journal.FORCED, (journal.DEALT,), turns, (journal.SHOWN,), journal.WINNING


def order(settings: Mapping[str, Any]) -> Iterable[Ranked]:
    """The hands of a card and the one in the middle (L7)."""
    return rankings.ranked(DECK, 2)


LEDUC = Game(
    name="leduc",
    title="Leduc Poker",
    author="University of Alberta, 2005",
    least=SEATS,
    most=SEATS,
    max_seats=SEATS,
    record=Leduc,
    options=Options,
    verbs=Verbs(begin, menu, step, conceal, redeal),
    show=show,
    deck=DECK,
    events=16,
    reach=1,
    common=1,
    phases=phases,
    minutes=1,
    behind=True,
    order=order,
)
