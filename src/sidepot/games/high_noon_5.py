"""Five-card High Noon: a deck of five cards, two each, one discard and one community card.

The whole of High Noon that is small enough to be solved exactly: bets, a discard that the other
cannot see, and a community card for those who discarded. The codes V1 to V7 are those of its rule
page (`sidepot rules high-noon-5`).
"""

import functools
from collections.abc import Iterable, Mapping, Sequence
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
    discards,
    holecards,
    journal,
    pots,
    rankings,
    seats,
)
from sidepot.rules.actions import BET, CALL, CHECK, DISCARD, FOLD, KEEP, Menu
from sidepot.rules.betting import FIXED_LIMIT, Betting
from sidepot.rules.board import Board
from sidepot.rules.chips import Chips
from sidepot.rules.deck import Deck
from sidepot.rules.discards import Discards
from sidepot.rules.holecards import HoleCards
from sidepot.rules.journal import Journal
from sidepot.rules.layout import KEPT, Course, LaidHand, Layout, texts
from sidepot.rules.rankings import Ranked
from sidepot.rules.seats import NOBODY, Seats
from sidepot.words import Message

__all__ = ["HIGH_NOON_5", "HighNoon5"]

SEATS = 2
DECK = cards.parse("Jh Js Qh Qs Ks")
HELD = 2
"""The cards of a hand (V2, V7)."""


class Options(Part):
    """The options of a table."""

    ante: Annotated[int, Amount(1, 1_000_000, 1), "what both pay before the deal, in chips"]
    small_bet: Annotated[int, Bet(1, 4_000_000, 1), "the size of a bet before the discards"]
    big_bet: Annotated[
        int, Bet(1, 4_000_000, 2, least="small_bet"), "the size of a bet after the discards"
    ]


class HighNoon5(Part):
    """A hand of five-card High Noon."""

    options: Options
    seats: Seats
    chips: Chips
    betting: Betting
    discarding: int
    """Whether players are discarding."""
    hole: HoleCards
    thrown: Discards
    board: Board
    strength: Row
    """The strength of the hands that are shown."""
    deck: Deck
    journal: Journal


@compiled
def begin(s: HighNoon5) -> None:
    """Collect antes, and deal two cards face down to both (V2); the first bets may follow (V3)."""
    journal.clear(s.journal)
    deck.rewind(s.deck)
    holecards.clear(s.hole)
    discards.clear(s.thrown)
    board.clear(s.board)
    betting.clear(s.betting)
    s.strength[:] = 0
    s.discarding = 0
    chips.ante(s.chips, s.seats, s.journal, s.options.ante)
    holecards.deal_each(s.hole, s.deck, s.journal, s.seats, HELD)
    betting.open_round(s.betting, s.seats, FIXED_LIMIT, s.options.small_bet)
    do_chores(s)


@compiled
def menu(s: HighNoon5, m: Menu) -> None:
    """Offer keep or discard (V5); or check and bet, after a bet fold and call (V3, V4)."""
    actions.clear(m)
    p = s.seats.actor
    owed = min(s.betting.to - s.betting.bet[p], s.chips.stack[p])
    if s.discarding:
        actions.offer(m, KEEP)
        actions.offer_range(m, DISCARD, 0, HELD - 1)
    elif owed > 0:
        actions.offer(m, FOLD)
        actions.offer_range(m, CALL, owed, owed)
    else:
        actions.offer(m, CHECK)
        if betting.may_raise(s.betting, s.chips, s.seats, p):
            size = min(betting.lowest(s.betting), s.chips.stack[p])
            actions.offer_range(m, BET, size, size)


@compiled
def step(s: HighNoon5, action: int) -> None:
    """Apply a discard, bet or fold, then do the dealer's chores."""
    journal.clear(s.journal)
    if s.discarding:
        discard(s, s.seats.actor, action)
    else:
        betting.act(s.betting, s.chips, s.seats, s.journal, action)
    do_chores(s)


@compiled
def discard(s: HighNoon5, p: int, action: int) -> None:
    """Discard one card face down, or keep both (V5); an all-in player does so too."""
    s.seats.acted[p] = 1
    if actions.kind(action) == DISCARD:
        discards.throw(s.thrown, s.hole, s.journal, p, actions.amount(action))
    else:
        journal.note(s.journal, journal.KEPT, p)


@compiled
def do_chores(s: HighNoon5) -> None:
    """Go on to the next decision, the discards, the community card (V6), or the end."""
    while seats.count(s.seats) > 1:
        s.seats.actor = next_to_act(s)
        if s.seats.actor != NOBODY:
            return
        if s.discarding:
            board.turn_up(s.board, s.deck, s.journal)
            s.discarding = 0
            betting.open_round(s.betting, s.seats, FIXED_LIMIT, s.options.big_bet)
        else:
            betting.close_round(s.betting, s.chips, s.seats, s.journal)
            if s.board.size > 0:
                reveal(s)
                break
            s.discarding = 1
            seats.open_round(s.seats)
    betting.close_round(s.betting, s.chips, s.seats, s.journal)
    pots.award(s.chips, s.seats, s.journal, s.strength)
    s.seats.actor = NOBODY


@compiled
def next_to_act(s: HighNoon5) -> int:
    """The seat whose discard (V5) or bet (V3, V6) is due."""
    if s.discarding:
        return seats.waiting(s.seats)
    return betting.to_act(s.betting, s.chips, s.seats)


@compiled
def reveal(s: HighNoon5) -> None:
    """Turn up both hands; one that discarded takes the community card (V7)."""
    holecards.show_down(s.hole, s.seats, s.journal)
    for p in range(s.seats.n):
        if s.seats.live[p]:
            taken = hands.EMPTY
            for k in range(s.hole.size[p]):
                taken = hands.take(taken, s.hole.card[p, k])
            if s.hole.size[p] < HELD:
                taken = hands.take(taken, s.board.card[0])
            s.strength[p] = hands.strength(taken)


@compiled
def conceal(s: HighNoon5, seat: int) -> None:
    """Erase the other's hand and discard, and the deck (V2, V5)."""
    holecards.conceal(s.hole, seat)
    discards.conceal(s.thrown, seat)
    deck.hide(s.deck)
    journal.conceal(s.journal, seat)


@compiled
def redeal(s: HighNoon5, rng: Random) -> None:
    """Deal the unseen cards anew, all deals equally likely."""
    discards.redeal(s.thrown, s.hole, s.deck, rng, board.mask(s.board))


def show(s: HighNoon5) -> Layout:
    """The layout of the table, for front ends."""
    n, up = s.seats.n, board.codes(s.board)
    held, thrown = holecards.codes(s.hole, n), discards.codes(s.thrown, n)
    columns = zip(held, thrown, column(s.seats, "live", n), strict=True)
    is_over = s.seats.actor == NOBODY
    is_shown = is_over and sum(column(s.seats, "live", n)) > 1
    return Layout(
        seats=tuple(laid_hand(h, t, up, is_live=bool(live)) for h, t, live in columns),
        board=board.laid(up),
        dealer=s.seats.button,
        picks={DISCARD: texts(held[s.seats.actor])} if s.discarding and not is_over else {},
        to_come=0 if is_over else 1 - len(up),
        course=course(len(up), is_discarding=bool(s.discarding), is_over=is_shown),
    )


_STEPS = (
    Message("course.bet"),
    Message("course.discard_one"),
    Message("course.bet"),
    Message("course.reveal"),
)


@functools.cache
def course(up: int, *, is_discarding: bool, is_over: bool) -> Course:
    """Progress of a hand: bets, the discard, bets, the reveal. `is_over`: hands were shown."""
    done = len(_STEPS) - 1 if is_over else 2 * up + is_discarding
    return Course(len(_STEPS), done, _STEPS[done], _STEPS[done + 1 : done + 3])


@functools.lru_cache(maxsize=KEPT)
def laid_hand(
    held: tuple[int, ...], thrown: tuple[int, ...], up: tuple[int, ...], *, is_live: bool
) -> LaidHand:
    """One seat as front ends show it, with the community card where it has discarded (V7)."""
    made = held + up if len(held) < HELD else held
    final = () if HIDDEN in held or not held else made
    return LaidHand(
        cards=holecards.laid_cards(held, is_live=is_live) + discards.laid_cards(thrown),
        hand=hands.name(final) if final else None,
        best=texts(final),
    )


def phases(settings: Mapping[str, Any]) -> Phases:
    """The phases: two cards come first, and hands are turned up last (V2, V7)."""
    turns = (*journal.BETS, journal.KEPT, journal.DISCARDED, journal.BOARD)
    return journal.FORCED, (journal.DEALT,), turns, (journal.SHOWN,), journal.WINNING


def offers(settings: Mapping[str, Any]) -> Sequence[int]:
    """The kinds of action: discards, and bets (V3, V4, V5)."""
    return KEEP, DISCARD, FOLD, CHECK, CALL, BET


def order(settings: Mapping[str, Any]) -> Iterable[Ranked]:
    """The hands of two cards (V7)."""
    return rankings.ranked(DECK, HELD)


HIGH_NOON_5 = Game(
    name="high-noon-5",
    title="Five-Card High Noon",
    author="Sidepot, 2026",
    least=SEATS,
    most=SEATS,
    max_seats=SEATS,
    record=HighNoon5,
    options=Options,
    verbs=Verbs(begin, menu, step, conceal, redeal),
    show=show,
    deck=DECK,
    events=20,
    reach=HELD,
    common=1,
    phases=phases,
    offers=offers,
    minutes=1,
    behind=True,
    order=order,
)
