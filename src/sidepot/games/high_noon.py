"""High Noon: five cards each, three optional discards, and a community card after each.

One game in three styles that differ only in how chips are paid: `high-noon-standoff` (an ante and
no more), `high-noon-showdown` (pay a mid or fold) and `high-noon-shootout` (betting rounds). The
rule numbers are those of the rule page (`sidepot rules high-noon-shootout`).
"""

import functools
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any

import numpy as np

from sidepot import cards, hands
from sidepot.cards import HIDDEN
from sidepot.engine.game import Game, Phases, Verbs
from sidepot.engine.options import Bet, OneOf, Whole
from sidepot.engine.options import Chips as Amount
from sidepot.kernel import Array, Part, Random, Row, column, compiled, readable
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
    seats,
)
from sidepot.rules.actions import BET, CALL, CHECK, DISCARD, FOLD, KEEP, PAY, RAISE_TO, Menu
from sidepot.rules.betting import LIMITS, Betting
from sidepot.rules.board import Board
from sidepot.rules.chips import Chips
from sidepot.rules.deck import Deck
from sidepot.rules.discards import Discards
from sidepot.rules.holecards import HoleCards
from sidepot.rules.journal import Journal
from sidepot.rules.layout import KEPT, Course, LaidHand, Layout, texts
from sidepot.rules.seats import NOBODY, Seats
from sidepot.words import Message

__all__ = [
    "FULL_HAND",
    "GO_ALL_IN",
    "SHOOTOUT",
    "SHOOTOUT_GAME",
    "SHOWDOWN_GAME",
    "STANDOFF_GAME",
    "HighNoon",
    "best_choice",
    "final_strength",
]

STYLES = ("standoff", "showdown", "shootout")
STANDOFF, SHOWDOWN, SHOOTOUT = range(len(STYLES))
SHORT = ("all-in", "fold")
GO_ALL_IN, MUST_FOLD = range(len(SHORT))
DISCARDING = (KEEP, DISCARD)
FULL_HAND = 5
TURNS = 3
"""The most discards of a player, and the number of community cards."""
BURNED = 3


class Options(Part):
    """The options of a table."""

    style: Annotated[int, OneOf(STYLES, "shootout"), "how the chips go"]
    ante: Annotated[int, Amount(0, 1_000_000, 1), "what everybody pays before the deal, in chips"]
    mids: Annotated[int, Whole(3, 4, 4), "how many mids there are; 3: none before the reveal"]
    short_mid: Annotated[int, OneOf(SHORT, "all-in"), "what a stack shorter than the mid may do"]
    limit: Annotated[int, OneOf(LIMITS, "no-limit"), "how high bets and raises may go"]
    small_bet: Annotated[int, Bet(1, 4_000_000, 2), "fixed-limit: the bet at the first two points"]
    big_bet: Annotated[
        int, Bet(1, 4_000_000, 4, least="small_bet"), "fixed-limit: the bet at the last two points"
    ]


class HighNoon(Part):
    """A hand of High Noon."""

    options: Options
    seats: Seats
    chips: Chips
    betting: Betting
    point: int
    """The number of community cards up; at each of these four points chips are paid (N6, N7)."""
    discarding: int
    """Whether players are discarding."""
    hole: HoleCards
    thrown: Discards
    board: Board
    strength: Row
    """The strength of the final hands."""
    deck: Deck
    journal: Journal


@compiled
def begin(s: HighNoon) -> None:
    """Collect antes, and deal five cards face down to everybody (N1)."""
    journal.clear(s.journal)
    deck.rewind(s.deck)
    board.clear(s.board)
    holecards.clear(s.hole)
    discards.clear(s.thrown)
    betting.clear(s.betting)
    s.strength[:] = 0
    s.point, s.discarding = 0, 0
    chips.ante(s.chips, s.seats, s.journal, s.options.ante)
    holecards.deal_each(s.hole, s.deck, s.journal, s.seats, FULL_HAND)
    open_point(s)
    do_chores(s)


@compiled
def menu(s: HighNoon, m: Menu) -> None:
    """Offer: keep all or discard one (N2); fold or pay the mid (N6, N8); bet as usual (N7)."""
    actions.clear(m)
    if s.discarding:
        actions.offer(m, KEEP)
        actions.offer_range(m, DISCARD, 0, s.hole.size[s.seats.actor] - 1)
    elif s.options.style == SHOWDOWN:
        actions.offer(m, FOLD)
        mid, stack = s.betting.to, s.chips.stack[s.seats.actor]
        if stack >= mid or s.options.short_mid == GO_ALL_IN:
            actions.offer_range(m, PAY, min(mid, stack), min(mid, stack))
    else:
        betting.offer(s.betting, s.chips, s.seats, m)


@compiled
def step(s: HighNoon, action: int) -> None:
    """Apply a discard, payment, bet or fold, then do the dealer's chores."""
    journal.clear(s.journal)
    if s.discarding:
        discard(s, s.seats.actor, action)
    else:
        betting.act(s.betting, s.chips, s.seats, s.journal, action)
    do_chores(s)


@compiled
def discard(s: HighNoon, p: int, action: int) -> None:
    """Discard one card face down, or none (N2); all-in players do so too (N8)."""
    s.seats.acted[p] = 1
    if actions.kind(action) == DISCARD:
        discards.throw(s.thrown, s.hole, s.journal, p, actions.amount(action))
    else:
        journal.note(s.journal, journal.KEPT, p)


@compiled
def do_chores(s: HighNoon) -> None:
    """Go on to the next decision, or to the end: the reveal, or one player left (C7)."""
    while seats.count(s.seats) > 1:
        s.seats.actor = next_to_act(s)
        if s.seats.actor != NOBODY:
            return
        if s.discarding:
            turn_up(s)
        else:
            betting.close_round(s.betting, s.chips, s.seats, s.journal)
            if s.point == TURNS:
                reveal(s)
                break
            s.discarding = 1
            seats.open_round(s.seats)
    betting.close_round(s.betting, s.chips, s.seats, s.journal)
    pots.award(s.chips, s.seats, s.journal, s.strength)
    s.seats.actor = NOBODY


@compiled
def next_to_act(s: HighNoon) -> int:
    """The seat whose discard (N2), mid (N6) or bet (N7) is due; Standoff has no bets (N5)."""
    if s.discarding:
        return seats.waiting(s.seats)
    if s.options.style == STANDOFF:
        return NOBODY
    return betting.to_act(s.betting, s.chips, s.seats)


@compiled
def turn_up(s: HighNoon) -> None:
    """Burn a card and turn one up; then mids or bets may follow (N2)."""
    board.burn(s.deck)
    board.turn_up(s.board, s.deck, s.journal)
    s.point += 1
    s.discarding = 0
    open_point(s)


@compiled
def open_point(s: HighNoon) -> None:
    """Open a round of mids, except the last if only three are paid (N6), or of betting (N7)."""
    if s.options.style == SHOOTOUT:
        betting.open_round(s.betting, s.seats, s.options.limit, smallest_bet(s))
    elif s.options.style == SHOWDOWN and s.point < s.options.mids:
        betting.open_mid(s.betting, s.seats, s.options.ante)


@compiled
def is_dealt_out(s: HighNoon) -> bool:
    """Whether the last community card is up: no card comes after it (N2)."""
    return bool(s.point == TURNS)


@compiled
def smallest_bet(s: HighNoon) -> int:
    """The smallest bet: one unit; in fixed-limit small at the first two points, then big (N7)."""
    if s.options.limit == betting.FIXED_LIMIT:
        return s.options.small_bet if s.point < 2 else s.options.big_bet
    return max(s.options.ante, 1)


@compiled
def reveal(s: HighNoon) -> None:
    """Turn up all live hands, each with its best choice of community cards (N3)."""
    holecards.show_down(s.hole, s.seats, s.journal)
    for p in range(s.seats.n):
        if s.seats.live[p]:
            s.strength[p] = final_strength(s, p)


@compiled
def final_strength(s: HighNoon, p: int) -> int:
    """The strength of a hand with its best choice of community cards (N3)."""
    _, strength = best_choice(s.hole.card[p], s.hole.size[p], s.board.card, s.board.size)
    return strength


@compiled
def best_choice(held: Array, size: int, up: Array, n: int) -> tuple[int, int]:
    """The best choice among n community cards, one bit each, and the strength with it (N3).

    All `size` cards in hand are used, and as many community cards as the hand lacks.
    """
    own = hands.EMPTY
    for k in range(size):
        own = hands.take(own, held[k])
    lacking = min(FULL_HAND - size, n)
    best, best_strength = 0, -1
    for choice in range(1 << n):
        if (choice & 1) + (choice >> 1 & 1) + (choice >> 2) == lacking:
            taken = own
            for k in range(n):
                if choice >> k & 1:
                    taken = hands.take(taken, up[k])
            strength = hands.strength(taken)
            if strength > best_strength:
                best, best_strength = choice, strength
    return best, best_strength


@compiled
def conceal(s: HighNoon, seat: int) -> None:
    """Erase others' hands and discards, the burned cards and the deck (N2)."""
    holecards.conceal(s.hole, seat)
    discards.conceal(s.thrown, seat)
    deck.hide(s.deck)
    journal.conceal(s.journal, seat)


@compiled
def redeal(s: HighNoon, rng: Random) -> None:
    """Deal the unseen cards anew, all deals equally likely; no discard returns to the deck (N9)."""
    discards.redeal(s.thrown, s.hole, s.deck, rng, board.mask(s.board))


def show(s: HighNoon) -> Layout:
    """The layout of the table, for front ends."""
    up = board.codes(s.board)
    facts = {"cards_left": s.deck.size - s.deck.top, "discards_left": TURNS - s.point}
    # A hand that all but one have folded ends at the step where they did.
    is_shown = s.seats.actor == NOBODY and sum(column(s.seats, "live", s.seats.n)) > 1
    return Layout(
        seats=laid(s, up),
        board=board.laid(up),
        dealer=s.seats.button,
        facts=facts,
        picks=picks(s),
        to_come=0 if s.seats.actor == NOBODY else TURNS - s.point,
        course=course(
            s.options.style,
            s.options.mids,
            TURNS if is_shown else s.point,
            is_discarding=bool(s.discarding) and not is_shown,
            is_over=is_shown,
        ),
    )


def picks(s: HighNoon) -> dict[int, tuple[str, ...]]:
    """The cards that the player to act may discard."""
    return {DISCARD: texts(holecards.codes_at(s.hole, s.seats.actor))} if s.discarding else {}


_PAYING = {SHOWDOWN: Message("course.mid"), SHOOTOUT: Message("course.bet")}
_REVEAL = Message("course.reveal")
_NEXT = 2
"""The number of following steps that are named."""


@functools.cache
def course(style: int, mids: int, point: int, *, is_discarding: bool, is_over: bool) -> Course:
    """Progress of a hand: three discards and the reveal, with the payments between them.

    `is_over`: the hands have been shown.
    """
    steps: list[Message] = []
    at = 0
    for turn in range(TURNS + 1):
        if style == SHOOTOUT or (style == SHOWDOWN and turn < mids):
            if turn == point and not is_discarding:
                at = len(steps)
            steps.append(_PAYING[style])
        if turn < TURNS:
            if turn == point and is_discarding:
                at = len(steps)
            steps.append(Message("course.discard", {"n": turn + 1}))
    steps.append(_REVEAL)
    if is_over:
        at = len(steps) - 1
    return Course(TURNS + 1, point, steps[at], tuple(steps[at + 1 : at + 1 + _NEXT]))


def laid(s: HighNoon, up: tuple[int, ...]) -> tuple[LaidHand, ...]:
    """Every seat's cards, with its discards, and the hand that it has so far."""
    n = s.seats.n
    held, thrown = holecards.codes(s.hole, n), discards.codes(s.thrown, n)
    columns = zip(held, thrown, column(s.seats, "live", n), strict=True)
    return tuple([laid_hand(h, t, up, is_live=bool(live)) for h, t, live in columns])


def own(s: HighNoon, p: int) -> LaidHand:
    """One seat's cards, with its discards, and the hand that it has so far."""
    held, thrown = holecards.codes_at(s.hole, p), discards.codes_at(s.thrown, p)
    return laid_hand(
        held, thrown, board.codes(s.board), is_live=bool(column(s.seats, "live", p + 1)[p])
    )


@functools.lru_cache(maxsize=KEPT)
def laid_hand(
    held: tuple[int, ...], thrown: tuple[int, ...], up: tuple[int, ...], *, is_live: bool
) -> LaidHand:
    """One seat as front ends show it, with its best community cards (N3)."""
    final = () if HIDDEN in held or not held else held + chosen_cards(held, up)
    return LaidHand(
        cards=holecards.laid_cards(held, is_live=is_live) + discards.laid_cards(thrown),
        hand=hands.name(final) if final else None,
        best=texts(final),
    )


def chosen_cards(held: tuple[int, ...], up: tuple[int, ...]) -> tuple[int, ...]:
    """The community cards that make a hand strongest, cached."""
    cards, common = (readable(np.array(codes, np.int8)) for codes in (held, up))
    choice, _ = best_choice(cards, len(held), common, len(up))
    return tuple(code for k, code in enumerate(up) if choice >> k & 1)


def phases(settings: Mapping[str, Any]) -> Phases:
    """The phases: five cards come first, and hands are turned up last (N1, N3)."""
    turns = (*journal.BETS, journal.KEPT, journal.DISCARDED, journal.BOARD)
    return journal.FORCED, (journal.DEALT,), turns, (journal.SHOWN,), journal.WINNING


def offers(settings: Mapping[str, Any]) -> Sequence[int]:
    """The kinds of action: discards, and betting (N2, N7)."""
    return (*DISCARDING, FOLD, CHECK, CALL, BET, RAISE_TO)


def offers_mids(settings: Mapping[str, Any]) -> Sequence[int]:
    """The kinds of action: discards, and mids (N2, N6)."""
    return (*DISCARDING, FOLD, PAY)


def offers_discards(settings: Mapping[str, Any]) -> Sequence[int]:
    """The kinds of action: discards alone (N5)."""
    return DISCARDING


SHOOTOUT_GAME = Game(
    name="high-noon-shootout",
    title="High Noon: Shootout",
    author="unknown, 2013",
    least=2,
    most=9,
    max_seats=9,
    record=HighNoon,
    options=Options,
    verbs=Verbs(begin, menu, step, conceal, redeal),
    show=show,
    own=own,
    picks=picks,
    deck=cards.deck(),
    events=128,
    reach=FULL_HAND,
    common=BURNED + TURNS,
    phases=phases,
    offers=offers,
    fixed={"style": "shootout"},
    without=("mids", "short_mid"),
    minutes=3,
    sized=True,
    dealt_out=is_dealt_out,
)
SHOWDOWN_GAME = replace(
    SHOOTOUT_GAME,
    name="high-noon-showdown",
    title="High Noon: Showdown",
    presets={"ante": Amount(1, 1_000_000, 1)},
    offers=offers_mids,
    fixed={"style": "showdown"},
    without=("limit", "small_bet", "big_bet"),
    minutes=4,
    sized=False,
)
STANDOFF_GAME = replace(
    SHOOTOUT_GAME,
    name="high-noon-standoff",
    title="High Noon: Standoff",
    offers=offers_discards,
    fixed={"style": "standoff"},
    without=("mids", "short_mid", "limit", "small_bet", "big_bet"),
    sized=False,
    dealt_out=None,
)
