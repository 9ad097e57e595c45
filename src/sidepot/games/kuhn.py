"""Kuhn poker: three cards, one bet, two players. Small enough to be solved by hand, and it was.

H. W. Kuhn, "A simplified two-person poker", Contributions to the Theory of Games I (1950). The
codes Q1 to Q6 are those of its rule page (`sidepot rules kuhn`).
"""

import functools
from collections.abc import Iterable, Mapping
from typing import Annotated, Any

from sidepot import cards, hands
from sidepot.cards import HIDDEN
from sidepot.engine.game import Game, Phases, Verbs
from sidepot.engine.options import Chips as Amount
from sidepot.kernel import Part, Random, column, compiled
from sidepot.rules import actions, chips, deck, holecards, journal, rankings, seats
from sidepot.rules.actions import BET, CALL, CHECK, FOLD, Menu
from sidepot.rules.chips import Chips
from sidepot.rules.deck import Deck
from sidepot.rules.holecards import HoleCards
from sidepot.rules.journal import Journal
from sidepot.rules.layout import KEPT, LaidHand, Layout
from sidepot.rules.rankings import Ranked
from sidepot.rules.seats import NOBODY, Seats

__all__ = ["KUHN", "Kuhn"]

SEATS = 2
DECK = cards.deck(ranks="JQK", suits="s")


class Options(Part):
    """The options of a table."""

    ante: Annotated[int, Amount(1, 1_000_000, 1), "what both pay before the deal, in chips"]
    bet: Annotated[int, Amount(1, 1_000_000, 1), "the one size of a bet, in chips"]


class Kuhn(Part):
    """A hand of Kuhn poker."""

    options: Options
    seats: Seats
    chips: Chips
    hole: HoleCards
    checked: int
    """The number of players who have checked."""
    opened: int
    """Whether somebody has bet."""
    deck: Deck
    journal: Journal


@compiled
def begin(s: Kuhn) -> None:
    """Collect antes, and deal a card face down to both (Q2); the dealer's left begins (Q3)."""
    journal.clear(s.journal)
    deck.rewind(s.deck)
    holecards.clear(s.hole)
    s.checked = s.opened = 0
    chips.ante(s.chips, s.seats, s.journal, s.options.ante)
    first = seats.next_live(s.seats, s.seats.button)
    if first != NOBODY:
        holecards.deal(s.hole, s.deck, s.journal, first)
        holecards.deal(s.hole, s.deck, s.journal, other(first))
    s.seats.actor = first


@compiled
def other(p: int) -> int:
    """The seat that is not `p`."""
    return 1 - p


@compiled
def menu(s: Kuhn, m: Menu) -> None:
    """Offer check or bet; after a bet fold or call (Q3). A bet is one that both can pay (Q4)."""
    actions.clear(m)
    bet = s.options.bet
    if s.opened:
        actions.offer(m, FOLD)
        actions.offer_range(m, CALL, bet, bet)
    else:
        actions.offer(m, CHECK)
        if min(s.chips.stack[0], s.chips.stack[1]) >= bet:
            actions.offer_range(m, BET, bet, bet)


@compiled
def step(s: Kuhn, action: int) -> None:
    """Apply the action; a fold, a call and a second check end the hand (Q3)."""
    journal.clear(s.journal)
    p, kind = s.seats.actor, actions.kind(action)
    if kind == CHECK:
        s.checked += 1
        journal.note(s.journal, journal.CHECKED, p)
    elif kind == BET:
        s.opened = 1
        chips.bet(s.chips, s.journal, journal.OPENED, p, s.options.bet)
    elif kind == CALL:
        chips.bet(s.chips, s.journal, journal.CALLED, p, s.options.bet)
    else:
        seats.leave(s.seats, s.journal, p, journal.FOLDED)
    s.seats.actor = other(p)
    if kind in (FOLD, CALL) or s.checked == SEATS:
        finish(s)


@compiled
def finish(s: Kuhn) -> None:
    """The player who is left takes the pot unseen, or the higher card does (Q5, Q6)."""
    s.seats.actor = NOBODY
    holecards.show_down(s.hole, s.seats, s.journal)
    p = 0
    if not s.seats.live[0] or (s.seats.live[1] and s.hole.card[1, 0] > s.hole.card[0, 0]):
        p = 1
    chips.win(s.chips, s.journal, journal.WON, p, chips.pot(s.chips, s.seats))


@compiled
def conceal(s: Kuhn, seat: int) -> None:
    """Erase the other's card and the one that nobody got (Q2)."""
    holecards.conceal(s.hole, seat)
    deck.hide(s.deck)
    journal.conceal(s.journal, seat)


@compiled
def redeal(s: Kuhn, rng: Random) -> None:
    """Deal the unseen cards anew, all deals equally likely."""
    holecards.redeal(s.hole, s.deck, rng)


def show(s: Kuhn) -> Layout:
    """The layout of the table, for front ends."""
    n = s.seats.n
    columns = zip(holecards.codes(s.hole, n), column(s.seats, "live", n), strict=True)
    return Layout(
        seats=tuple(laid_hand(held, is_live=bool(live)) for held, live in columns),
        dealer=s.seats.button,
    )


@functools.lru_cache(maxsize=KEPT)
def laid_hand(held: tuple[int, ...], *, is_live: bool) -> LaidHand:
    """One seat as front ends show it."""
    name = hands.name(held) if held and HIDDEN not in held else None
    return LaidHand(holecards.laid_cards(held, is_live=is_live), name)


def phases(settings: Mapping[str, Any]) -> Phases:
    """The phases: antes, a card each, bets, the cards turned up (Q2 to Q6)."""
    return journal.FORCED, (journal.DEALT,), journal.BETS, (journal.SHOWN,), journal.WINNING


def order(settings: Mapping[str, Any]) -> Iterable[Ranked]:
    """The cards from high to low (Q1)."""
    return rankings.ranked(DECK, 1)


KUHN = Game(
    name="kuhn",
    title="Kuhn Poker",
    author="Harold W. Kuhn",
    least=SEATS,
    most=SEATS,
    max_seats=SEATS,
    record=Kuhn,
    options=Options,
    verbs=Verbs(begin, menu, step, conceal, redeal),
    show=show,
    deck=DECK,
    events=8,
    reach=1,
    phases=phases,
    minutes=1,
    behind=True,
    order=order,
)
