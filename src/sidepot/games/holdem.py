"""Texas hold'em, no-limit and fixed-limit, with the same betting rules as the other games.

It is a reference: hands recorded at real tables replay, and other engines must get the same result.
The codes T1 to T6 are those of its rule page (`sidepot rules holdem-no-limit`).
"""

import functools
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any

import numpy as np

from sidepot import cards, hands
from sidepot.cards import HIDDEN
from sidepot.engine.game import Game, Phases, Verbs
from sidepot.engine.options import Chips as Amount
from sidepot.engine.options import EachSeat, OneOf
from sidepot.kernel import Array, Part, Random, Row, column, compiled
from sidepot.rules import (
    actions,
    betting,
    board,
    chips,
    deck,
    holecards,
    journal,
    posts,
    pots,
    seats,
)
from sidepot.rules.actions import Menu
from sidepot.rules.betting import LIMITS, Betting
from sidepot.rules.board import Board
from sidepot.rules.chips import Chips
from sidepot.rules.deck import Deck
from sidepot.rules.holecards import HoleCards
from sidepot.rules.journal import Journal
from sidepot.rules.layout import KEPT, LaidHand, Layout, texts
from sidepot.rules.seats import NOBODY, Seats

__all__ = ["FIXED_LIMIT", "NO_LIMIT", "Holdem"]

SEATS = 10
HOLE = 2
FLOP, CARDS_UP = 3, 5
BURNED = 3
LAST_STREET = 3
NO_YES = ("no", "yes")
MOST_FORCED = 10**9
"""The highest blind or ante: enough for the last level of a large tournament, or for cents."""


class Options(Part):
    """The options of a table."""

    limit: Annotated[int, OneOf(LIMITS, "no-limit"), "how high bets and raises may go"]
    antes: Annotated[
        Array,
        "i8",
        SEATS,
        EachSeat(0, MOST_FORCED, "0"),
        "antes from the dealer's left; 0/2: the big blind's alone",
    ]
    antes_match: Annotated[
        int, OneOf(NO_YES, "no"), "does a short ante win only as much from each player?"
    ]
    blinds: Annotated[
        Array,
        "i8",
        SEATS,
        EachSeat(-MOST_FORCED, MOST_FORCED, "1/2"),
        "blinds and straddles from the dealer's left; below 0: posted by a newcomer",
    ]
    min_bet: Annotated[
        int, Amount(0, MOST_FORCED, 0), "no-limit: the smallest bet, in chips; 0: the big blind"
    ]
    small_bet: Annotated[
        int,
        Amount(0, MOST_FORCED, 0),
        "fixed-limit: the bet before and on the flop; 0: the big blind",
    ]
    big_bet: Annotated[
        int, Amount(0, MOST_FORCED, 0), "fixed-limit: the bet on turn and river; 0: two small bets"
    ]
    mucks: Annotated[
        Array, "i8", SEATS, EachSeat(0, 1, "0"), "which seats muck their hands at the showdown"
    ]


class Holdem(Part):
    """A hand of hold'em."""

    options: Options
    seats: Seats
    chips: Chips
    betting: Betting
    street: int
    """0 before the flop, 1 on the flop, 2 on the turn, 3 on the river."""
    hole: HoleCards
    board: Board
    strength: Row
    """The strength of the final hands."""
    deck: Deck
    journal: Journal


@compiled
def begin(s: Holdem) -> None:
    """Collect antes and blinds, and deal two cards face down to everybody (T1, T2)."""
    journal.clear(s.journal)
    deck.rewind(s.deck)
    board.clear(s.board)
    holecards.clear(s.hole)
    s.strength[:] = 0
    s.street = 0
    betting.clear(s.betting)
    chips.sit_down(s.chips, s.seats, 1)
    posts.antes(s.chips, s.seats, s.journal, s.options.antes, s.options.antes_match)
    betting.open_round(s.betting, s.seats, s.options.limit, smallest_bet(s))
    posts.blinds(s.betting, s.chips, s.seats, s.journal, s.options.blinds)
    holecards.deal_each(s.hole, s.deck, s.journal, s.seats, HOLE)
    do_chores(s)


@compiled
def menu(s: Holdem, m: Menu) -> None:
    """Offer fold, check or call, bet or raise (T3)."""
    actions.clear(m)
    betting.offer(s.betting, s.chips, s.seats, m)


@compiled
def step(s: Holdem, action: int) -> None:
    """Apply the action, then do the dealer's chores."""
    journal.clear(s.journal)
    betting.act(s.betting, s.chips, s.seats, s.journal, action)
    do_chores(s)


@compiled
def do_chores(s: Holdem) -> None:
    """Go on to the next decision, or to the end: the showdown, or one player left (C7)."""
    while seats.count(s.seats) > 1:
        s.seats.actor = betting.to_act(s.betting, s.chips, s.seats)
        if s.seats.actor != NOBODY:
            return
        betting.close_round(s.betting, s.chips, s.seats, s.journal)
        if s.street == LAST_STREET:
            reveal(s)
            break
        if betting.is_settled(s.chips, s.seats):
            show_hands(s)
        deal_street(s)
    betting.close_round(s.betting, s.chips, s.seats, s.journal)
    pots.award(s.chips, s.seats, s.journal, s.strength)
    s.seats.actor = NOBODY


@compiled
def deal_street(s: Holdem) -> None:
    """Burn a card; the flop has three cards, turn and river one (T4)."""
    board.burn(s.deck)
    journal.write(s.journal, journal.STREET, NOBODY, 0, cards.NONE, s.street, 0)
    for _ in range(FLOP if s.street == 0 else 1):
        board.turn_up(s.board, s.deck, s.journal)
    s.street += 1
    betting.open_round(s.betting, s.seats, s.options.limit, smallest_bet(s))


@compiled
def is_dealt_out(s: Holdem) -> bool:
    """Whether the river is up: no card comes after it (T4)."""
    return bool(s.street == LAST_STREET)


@compiled
def smallest_bet(s: Holdem) -> int:
    """The smallest bet: as agreed, or else the big blind; twice that for a big bet (T3)."""
    big_blind = max(s.options.blinds[1], 1)
    if s.options.limit != betting.FIXED_LIMIT:
        return s.options.min_bet or big_blind
    small_bet = s.options.small_bet or big_blind
    return small_bet if s.street < 2 else s.options.big_bet or 2 * small_bet


@compiled
def reveal(s: Holdem) -> None:
    """Mucked hands are out; the best five cards of each other hand count (T5, T6)."""
    posts.muck(s.seats, s.journal, s.options.mucks)
    if seats.count(s.seats) > 1:
        show_hands(s)
        for p in range(s.seats.n):
            if s.seats.live[p]:
                s.strength[p] = hands.best_of(all_cards(s, p), HOLE + s.board.size)


@compiled
def show_hands(s: Holdem) -> None:
    """Turn up live hands: at the showdown, or when nobody can bet any more (T5)."""
    for i in range(s.seats.n):
        p = posts.seat_of(s.seats, i)
        if s.seats.live[p] and not s.options.mucks[i] and not s.hole.shown[p]:
            holecards.show(s.hole, s.journal, p)


@compiled
def all_cards(s: Holdem, p: int) -> Array:
    """The codes of a hand and the board."""
    found = np.empty(HOLE + CARDS_UP, np.int64)
    for i in range(HOLE):
        found[i] = s.hole.card[p, i]
    for i in range(CARDS_UP):
        found[HOLE + i] = s.board.card[i]
    return found


@compiled
def conceal(s: Holdem, seat: int) -> None:
    """Erase others' hands, the burned cards and the deck."""
    holecards.conceal(s.hole, seat)
    deck.hide(s.deck)
    journal.conceal(s.journal, seat)


@compiled
def redeal(s: Holdem, rng: Random) -> None:
    """Deal the unseen cards anew, all deals equally likely."""
    place = deck.restore(s.deck, rng, holecards.mask(s.hole) | board.mask(s.board))
    holecards.fill(s.hole, s.deck, place)


def show(s: Holdem) -> Layout:
    """The layout of the table, for front ends."""
    up = board.codes(s.board)
    return Layout(
        seats=laid(s, up),
        board=board.laid(up),
        dealer=s.seats.button,
        facts={"cards_left": s.deck.size - s.deck.top},
    )


def laid(s: Holdem, up: tuple[int, ...]) -> tuple[LaidHand, ...]:
    """Every seat's cards, and the hand that they make so far with those that are up."""
    n = s.seats.n
    columns = zip(holecards.codes(s.hole, n), column(s.seats, "live", n), strict=True)
    return tuple(laid_hand(held, up, is_live=bool(live)) for held, live in columns)


def own(s: Holdem, p: int) -> LaidHand:
    """One seat's cards, and the hand that they make so far with those that are up."""
    held = holecards.codes_at(s.hole, p)
    return laid_hand(held, board.codes(s.board), is_live=bool(column(s.seats, "live", p + 1)[p]))


@functools.lru_cache(maxsize=KEPT)
def laid_hand(held: tuple[int, ...], up: tuple[int, ...], *, is_live: bool) -> LaidHand:
    """One seat as front ends show it."""
    if not held or HIDDEN in held:
        return holecards.laid_hand(held, is_live=is_live)
    best = best_cards(held + up)
    return LaidHand(holecards.laid_cards(held, is_live=is_live), hands.name(best), texts(best))


def best_cards(found: tuple[int, ...]) -> Sequence[int]:
    """The codes of the five cards that count, or of the two before the flop (T6)."""
    return hands.best_five(found) if len(found) > HOLE else found


def phases(settings: Mapping[str, Any]) -> Phases:
    """The phases: antes and blinds, two cards each, then streets and bets (T1 to T4)."""
    streets = (*journal.BETS, journal.STREET, journal.BOARD)
    return journal.FORCED, (journal.DEALT,), streets, journal.WINNING


NO_LIMIT = Game(
    name="holdem-no-limit",
    title="Texas Hold'em, no-limit",
    author="traditional",
    least=2,
    most=SEATS,
    max_seats=SEATS,
    record=Holdem,
    options=Options,
    verbs=Verbs(begin, menu, step, conceal, redeal),
    show=show,
    own=own,
    deck=cards.deck(),
    events=128,
    reach=HOLE,
    common=BURNED + CARDS_UP,
    phases=phases,
    fixed={"limit": "no-limit"},
    without=("small_bet", "big_bet", "mucks"),
    code="NT",
    minutes=2,
    sized=True,
    behind=True,
    dealt_out=is_dealt_out,
)
FIXED_LIMIT = replace(
    NO_LIMIT,
    name="holdem-fixed-limit",
    title="Texas Hold'em, fixed-limit",
    fixed={"limit": "fixed-limit"},
    without=("min_bet", "mucks"),
    code="FT",
    minutes=3,
    sized=False,
)
