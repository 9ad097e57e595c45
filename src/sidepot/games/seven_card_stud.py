"""Seven-card stud, fixed-limit: four of everybody's seven cards lie open.

The lowest open card has to bring the betting in. The rule numbers are those of the rule page
(`sidepot rules seven-card-stud`).
"""

import functools
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import numpy as np

from sidepot import cards, hands
from sidepot.cards import HIDDEN
from sidepot.engine.game import Game, Phases, Verbs
from sidepot.engine.options import Bet, EachSeat, OneOf
from sidepot.engine.options import Chips as Amount
from sidepot.hands import SUIT_RANKS
from sidepot.kernel import Array, Part, Random, Row, Sizes, column, compiled
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
    upcards,
)
from sidepot.rules.actions import BET, CALL, CHECK, FOLD, PAY, RAISE_TO, Menu
from sidepot.rules.betting import FIXED_LIMIT, Betting
from sidepot.rules.board import Board
from sidepot.rules.chips import Chips
from sidepot.rules.deck import Deck
from sidepot.rules.holecards import HoleCards
from sidepot.rules.journal import Journal
from sidepot.rules.layout import KEPT, LaidHand, Layout, codes_of, laid_card, texts
from sidepot.rules.seats import NOBODY, Seats
from sidepot.rules.upcards import UpCards

__all__ = ["SEVEN_CARD_STUD", "Stud"]

SEATS = 8
DOWN, UP, IN_COMMON = 3, 4, 1
FIRST_DOWN = 2
"""The cards that come face down before the first one face up."""
CARDS = DOWN + UP
LAST_STREET = 4
SMALL_STREETS = 2
"""Third and fourth street have the small bet."""
BURNED = 3
FIVE = 5
SHORT_ANTES = ("matched", "whole", "out")
MATCHED, WHOLE, OUT = range(len(SHORT_ANTES))
TIES = ("position", "suit")
BY_POSITION, BY_SUIT = range(len(TIES))
_OPEN = "kept"
"""The zone of the cards that all see."""


class Options(Part):
    """The options of a table."""

    ante: Annotated[int, Amount(0, 1_000_000, 1), "what everybody pays before the deal, in chips"]
    bring_in: Annotated[int, Bet(1, 4_000_000, 2), "what the lowest open card has to bet, in chips"]
    small_bet: Annotated[
        int, Bet(1, 4_000_000, 4, least="bring_in"), "the bet on third and fourth street"
    ]
    big_bet: Annotated[int, Bet(1, 8_000_000, 8, least="small_bet"), "the bet from fifth street on"]
    short_ante: Annotated[
        int, OneOf(SHORT_ANTES, "matched"), "what may a player with less than the ante win of it?"
    ]
    open_ties: Annotated[int, OneOf(TIES, "position"), "which of equal open hands opens?"]
    odd_chips: Annotated[int, OneOf(TIES, "suit"), "who gets the odd chips of a split pot?"]
    mucks: Annotated[
        Array, "i8", SEATS, EachSeat(0, 1, "0"), "which seats muck their hands at the showdown"
    ]


class Stud(Part):
    """A hand of seven-card stud."""

    options: Options
    seats: Seats
    chips: Chips
    betting: Betting
    street: int
    """0 on third street, when everybody has three cards, to 4 on seventh street."""
    hole: Annotated[HoleCards, Sizes(most=DOWN)]
    up: Annotated[UpCards, Sizes(most=UP)]
    board: Annotated[Board, Sizes(most=IN_COMMON)]
    """The last card of all, where the deck has none for each (S7)."""
    strength: Row
    """The strength of the final hands."""
    deck: Deck
    journal: Journal


@compiled
def begin(s: Stud) -> None:
    """Collect antes; deal two cards face down and one face up to everybody (S1, S2)."""
    journal.clear(s.journal)
    deck.rewind(s.deck)
    holecards.clear(s.hole)
    upcards.clear(s.up)
    board.clear(s.board)
    betting.clear(s.betting)
    s.strength[:] = 0
    s.street = 0
    collect_antes(s)
    for i in range(1, s.seats.n + 1):
        p = (s.seats.button + i) % s.seats.n
        if s.seats.live[p]:
            for _ in range(FIRST_DOWN):
                holecards.deal(s.hole, s.deck, s.journal, p)
            upcards.deal(s.up, s.deck, s.journal, p)
    open_street(s)
    s.betting.to = s.options.bring_in
    if s.betting.to >= s.betting.full:
        s.betting.counted, s.betting.raises = s.betting.to, 1
    do_chores(s)


@compiled
def collect_antes(s: Stud) -> None:
    """Collect antes; a short stack is all-in with all it has, or not dealt in (S1)."""
    if s.options.short_ante == OUT:
        chips.ante(s.chips, s.seats, s.journal, s.options.ante)
    else:
        is_matched = int(s.options.short_ante == MATCHED)
        chips.sit_down(s.chips, s.seats, 1)
        posts.ante_from_all(s.chips, s.seats, s.journal, s.options.ante, is_matched)


@compiled
def open_street(s: Stud) -> None:
    """Open a round: on third street with the lowest open card (S3), later the best hand (S4)."""
    betting.open_round(s.betting, s.seats, FIXED_LIMIT, bet_size(s))
    first = upcards.lowest(s.up, s.seats, SUIT_RANKS[0]) if s.street == 0 else best_showing(s)
    s.seats.actor = (first - 1) % s.seats.n


@compiled
def best_showing(s: Stud) -> int:
    """The live seat whose open cards are the best; equals by position, or by suit (S4)."""
    first = NOBODY
    for i in range(1, s.seats.n + 1):
        p = (s.seats.button + i) % s.seats.n
        if s.seats.live[p] and (first == NOBODY or shows_more(s, p, first)):
            first = p
    return first


@compiled
def shows_more(s: Stud, p: int, q: int) -> bool:
    """Whether a seat's open cards are better than those of another to its right (S4)."""
    if s.options.open_ties == BY_SUIT:
        return upcards.is_lower(s.up, q, p, SUIT_RANKS[0])
    return bool(s.up.strength[p] > s.up.strength[q])


@compiled
def bet_size(s: Stud) -> int:
    """The bet of the street: small on third and fourth street, then big (S5)."""
    return s.options.small_bet if s.street < SMALL_STREETS else s.options.big_bet


@compiled
def is_bringing_in(s: Stud) -> bool:
    """Whether the player to act has to bring the betting in: nobody has bet on third street."""
    bet = 0
    for p in range(s.seats.n):
        bet += s.betting.bet[p]
    return s.street == 0 and bet == 0


@compiled
def menu(s: Stud, m: Menu) -> None:
    """Offer the bring-in or a full bet (S3); fold, check or call, bet or raise (S5)."""
    actions.clear(m)
    if not is_bringing_in(s):
        betting.offer(s.betting, s.chips, s.seats, m)
        return
    p = s.seats.actor
    owed = min(s.betting.to, s.chips.stack[p])
    actions.offer_range(m, PAY, owed, owed)
    if s.betting.to < s.betting.full and betting.may_raise(s.betting, s.chips, s.seats, p):
        level = min(s.betting.full, s.chips.stack[p])
        actions.offer_range(m, BET, level, level)


@compiled
def step(s: Stud, action: int) -> None:
    """Apply the action, then do the dealer's chores. A full bet replaces the bring-in."""
    journal.clear(s.journal)
    if actions.kind(action) == BET and is_bringing_in(s):
        s.betting.to = 0
    betting.act(s.betting, s.chips, s.seats, s.journal, action)
    do_chores(s)


@compiled
def do_chores(s: Stud) -> None:
    """Go on to the next decision, or to the end: the showdown, or one player left (C7)."""
    while seats.count(s.seats) > 1:
        s.seats.actor = betting.to_act(s.betting, s.chips, s.seats)
        if s.seats.actor != NOBODY:
            return
        betting.close_round(s.betting, s.chips, s.seats, s.journal)
        if s.street == LAST_STREET:
            reveal(s)
            break
        deal_street(s)
    betting.close_round(s.betting, s.chips, s.seats, s.journal)
    award(s)


@compiled
def award(s: Stud) -> None:
    """Award the pots; odd chips go by the highest card of a seat's own, or by position (S8)."""
    first = np.zeros(len(s.strength), np.int64)
    if s.options.odd_chips == BY_SUIT:
        for p in range(s.seats.n):
            first[p] = highest_card(s, p)
    pots.award_by(s.chips, s.seats, s.journal, s.strength, first)
    s.seats.actor = NOBODY


@compiled
def highest_card(s: Stud, p: int) -> int:
    """The highest card of a seat's own, by rank and then by suit."""
    highest = cards.NONE
    for k in range(s.hole.size[p]):
        highest = max(highest, s.hole.card[p, k])
    for k in range(s.up.size[p]):
        highest = max(highest, s.up.card[p, k])
    return highest


@compiled
def deal_street(s: Stud) -> None:
    """Burn a card, and deal one to each: face up, on seventh street face down (S6, S7)."""
    s.street += 1
    journal.write(s.journal, journal.STREET, NOBODY, 0, cards.NONE, DOWN + s.street, 0)
    live, left = seats.count(s.seats), s.deck.size - s.deck.top
    if s.street == LAST_STREET and left < live:
        if left > 1:
            board.burn(s.deck)
        board.turn_up(s.board, s.deck, s.journal)
    else:
        if s.street < LAST_STREET or left > live:
            board.burn(s.deck)
        deal_to_each(s)
    open_street(s)


@compiled
def is_dealt_out(s: Stud) -> bool:
    """Whether it is seventh street: no card comes after it (S7)."""
    return bool(s.street == LAST_STREET)


@compiled
def deal_to_each(s: Stud) -> None:
    """Deal one card to each live player, from the dealer's left (S6)."""
    for i in range(1, s.seats.n + 1):
        p = (s.seats.button + i) % s.seats.n
        if s.seats.live[p]:
            if s.street < LAST_STREET:
                upcards.deal(s.up, s.deck, s.journal, p)
            else:
                holecards.deal(s.hole, s.deck, s.journal, p)


@compiled
def reveal(s: Stud) -> None:
    """Mucked hands are out; the best five of each other player's seven cards count (S8)."""
    for i in range(1, s.seats.n + 1):
        p = (s.seats.button + i) % s.seats.n
        if s.options.mucks[p] and s.seats.live[p] and seats.count(s.seats) > 1:
            seats.leave(s.seats, s.journal, p, journal.MUCKED)
    if seats.count(s.seats) > 1:
        show_hands(s)
        for p in range(s.seats.n):
            if s.seats.live[p]:
                s.strength[p] = final_strength(s, p)


@compiled
def show_hands(s: Stud) -> None:
    """Turn up live hands, from the dealer's left (S8)."""
    for i in range(1, s.seats.n + 1):
        p = (s.seats.button + i) % s.seats.n
        if s.seats.live[p]:
            holecards.show(s.hole, s.journal, p)


@compiled
def final_strength(s: Stud, p: int) -> int:
    """The strength of the best five cards of a seat, the one in common included (S7, S8)."""
    found = np.empty(CARDS + IN_COMMON, np.int64)
    n = 0
    for k in range(s.hole.size[p]):
        found[n] = s.hole.card[p, k]
        n += 1
    for k in range(s.up.size[p]):
        found[n] = s.up.card[p, k]
        n += 1
    for k in range(s.board.size):
        found[n] = s.board.card[k]
        n += 1
    return hands.best_of(found, n)


@compiled
def conceal(s: Stud, seat: int) -> None:
    """Erase others' cards that lie face down, the burned cards and the deck."""
    holecards.conceal(s.hole, seat)
    deck.hide(s.deck)
    journal.conceal(s.journal, seat)


@compiled
def redeal(s: Stud, rng: Random) -> None:
    """Deal the unseen cards anew, all deals equally likely; dead hands' open cards were seen."""
    seen = holecards.mask(s.hole) | upcards.mask(s.up, s.seats) | board.mask(s.board)
    holecards.fill(s.hole, s.deck, deck.restore(s.deck, rng, seen))


def show(s: Stud) -> Layout:
    """The layout of the table, for front ends."""
    n, common = s.seats.n, board.codes(s.board)
    columns = zip(
        codes_of(s.hole, n),
        codes_of(s.up, n),
        column(s.seats, "live", n),
        column(s.hole, "shown", n),
        strict=True,
    )
    return Layout(
        seats=tuple(
            [
                laid_hand(
                    held,
                    up,
                    common,
                    is_live=bool(live),
                    is_shown=bool(shown),
                    is_over=s.seats.actor == NOBODY,
                )
                for held, up, live, shown in columns
            ]
        ),
        board=board.laid(common),
        dealer=s.seats.button,
        facts={"cards_left": s.deck.size - s.deck.top},
    )


@functools.lru_cache(maxsize=KEPT)
def laid_hand(
    held: tuple[int, ...],
    up: tuple[int, ...],
    common: tuple[int, ...],
    *,
    is_live: bool,
    is_shown: bool,
    is_over: bool,
) -> LaidHand:
    """One seat as front ends show it: two cards face down, those face up, the last face down.

    Open cards make a hand as long as it matters who opens; in the end the hand is unseen.
    """
    down = [laid_card(code, _OPEN if is_shown else "hand", dead=not is_live) for code in held]
    seen = [laid_card(code, _OPEN, dead=not is_live) for code in up]
    is_unseen = HIDDEN in held
    best = best_cards(up if is_unseen else held + up + common)
    return LaidHand(
        cards=(*down[:FIRST_DOWN], *seen, *down[FIRST_DOWN:]),
        hand=hands.name(best) if len(best) > 1 and not (is_unseen and is_over) else None,
        best=texts(best) if len(best) == FIVE else (),
    )


def best_cards(found: tuple[int, ...]) -> Sequence[int]:
    """The codes of the five cards that count, or of all where there are fewer (S8)."""
    return hands.best_five(found) if len(found) > FIVE else found


def phases(settings: Mapping[str, Any]) -> Phases:
    """The phases: antes first, then cards and bets, street by street (S1 to S6)."""
    streets = (*journal.BETS, journal.STREET, journal.DEALT, journal.BOARD)
    return journal.FORCED, streets, journal.WINNING


def takes_short(settings: Mapping[str, Any]) -> bool:
    """Whether a player with less than the ante is dealt in (S1)."""
    return bool(settings["short_ante"] != SHORT_ANTES[OUT])


def offers(settings: Mapping[str, Any]) -> Sequence[int]:
    """The kinds of action: the bring-in, and betting (S3, S5)."""
    return FOLD, CHECK, CALL, BET, RAISE_TO, PAY


SEVEN_CARD_STUD = Game(
    name="seven-card-stud",
    title="Seven-Card Stud",
    author="traditional",
    least=2,
    most=SEATS,
    max_seats=SEATS,
    record=Stud,
    options=Options,
    verbs=Verbs(begin, menu, step, conceal, redeal),
    show=show,
    deck=cards.deck(),
    events=128,
    reach=CARDS,
    common=BURNED + IN_COMMON,
    phases=phases,
    offers=offers,
    takes_short=takes_short,
    formerly={"odd_chips": TIES[BY_POSITION]},
    without=("mucks",),
    code="F7S",
    minutes=4,
    behind=True,
    dealt_out=is_dealt_out,
    says={"pay": "bring_in", "paid": "brought_in"},
)
