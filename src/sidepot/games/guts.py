"""Guts: two or three cards, and everybody says at the same time who is in.

The codes G1 to G12 are those of its rule page (`sidepot rules guts`).
"""

import functools
from collections.abc import Iterable, Mapping
from typing import Annotated, Any

import numpy as np

from sidepot import cards, hands
from sidepot.cards import HIDDEN
from sidepot.engine.game import Game, Phases, Verbs
from sidepot.engine.options import Bet, OneOf, Whole
from sidepot.engine.options import Chips as Amount
from sidepot.hands import PAIR, TRIPS
from sidepot.kernel import Array, Part, Random, Row, column, compiled, readable
from sidepot.rules import (
    actions,
    carried,
    chips,
    choices,
    deck,
    holecards,
    journal,
    pots,
    rankings,
    seats,
)
from sidepot.rules.actions import IN, OUT, Menu
from sidepot.rules.carried import Carried
from sidepot.rules.chips import Chips
from sidepot.rules.choices import Choices
from sidepot.rules.deck import Deck
from sidepot.rules.holecards import HoleCards
from sidepot.rules.journal import Journal
from sidepot.rules.layout import KEPT, LaidHand, Layout
from sidepot.rules.rankings import Ranked
from sidepot.rules.seats import NOBODY, Seats
from sidepot.words import Message

__all__ = ["GUTS", "RANKING", "Guts", "reach_of", "strength_of"]

SEATS = 10
MOST = 3
IS_OUT, IS_IN = range(2)
RE_ANTE = ("empty-pot", "every-hand")
EMPTY_POT, EVERY_HAND = range(len(RE_ANTE))
RANKING = ("three-card", "pairs")
THREE_CARD, PAIRS = range(len(RANKING))
SHORT = ("covered", "whole")
COVERED, WHOLE = range(len(SHORT))
_FLUSH, _STRAIGHT, _STRAIGHT_FLUSH = PAIR + 1, PAIR + 2, TRIPS + 1
"""Categories of three cards (G7): flush and straight above a pair, both at once above all."""
_NAMES = {_FLUSH: "flush", _STRAIGHT: "straight", _STRAIGHT_FLUSH: "straight_flush"}
_LOW, _THREE_HIGH = 0x1003, 0x0002
"""A-2-3, the lowest straight, in which the three leads."""


class Options(Part):
    """The options of a table."""

    ante: Annotated[int, Amount(1, 1_000_000, 1), "what everybody pays before the deal, in chips"]
    cards: Annotated[int, Whole(2, MOST, 2), "how many cards everybody gets"]
    re_ante: Annotated[int, OneOf(RE_ANTE, "empty-pot"), "when everybody antes"]
    ranking: Annotated[
        int, OneOf(RANKING, "three-card"), "of three cards: with straights and flushes, or without"
    ]
    cap: Annotated[
        int, Bet(0, 100_000_000, 100), "the most to win or lose in one hand, in chips; 0: no cap"
    ]
    short: Annotated[
        int, OneOf(SHORT, "covered"), "what a short stack can win: what it can match, or the whole"
    ]


class Guts(Part):
    """A hand of Guts."""

    options: Options
    seats: Seats
    chips: Chips
    carried: Carried
    hole: HoleCards
    choices: Choices
    strength: Row
    """The strength of the hands that are compared."""
    reach: Row
    """The chips that each seat that is in can win."""
    matched: Row
    """The chips that each of the beaten has paid."""
    deck: Deck
    journal: Journal


@compiled
def begin(s: Guts) -> None:
    """Collect antes (G10), add the pot of the hand before (G8), and deal the cards (G2)."""
    journal.clear(s.journal)
    deck.rewind(s.deck)
    holecards.clear(s.hole)
    choices.clear(s.choices)
    s.strength[:] = 0
    s.reach[:] = 0
    s.matched[:] = 0
    if s.carried.pot > 0 and s.options.re_ante == EMPTY_POT:
        chips.sit_down(s.chips, s.seats, s.options.ante)
    else:
        chips.ante(s.chips, s.seats, s.journal, s.options.ante)
    carried.bring(s.carried, s.chips, s.seats, s.journal)
    holecards.deal_each(s.hole, s.deck, s.journal, s.seats, s.options.cards)
    s.seats.actor = choices.waiting(s.choices, s.seats)


@compiled
def menu(s: Guts, m: Menu) -> None:
    """Offer in or out (G3)."""
    actions.clear(m)
    actions.offer(m, IN)
    actions.offer(m, OUT)


@compiled
def step(s: Guts, action: int) -> None:
    """Take a choice; after the last one all are revealed (G3, G4)."""
    journal.clear(s.journal)
    choice = IS_IN if actions.kind(action) == IN else IS_OUT
    choices.declare(s.choices, s.journal, s.seats.actor, choice)
    s.seats.actor = choices.waiting(s.choices, s.seats)
    if s.seats.actor == NOBODY:
        settle(s)


@compiled
def settle(s: Guts) -> None:
    """Reveal who is in (G4); the best takes the pot (G6, G7), and what is matched stays (G8)."""
    choices.reveal(s.choices)
    for i in range(1, s.seats.n + 1):
        p = (s.seats.button + i) % s.seats.n
        if s.seats.live[p] and s.choices.choice[p] == IS_IN:
            journal.note(s.journal, journal.CAME_IN, p)
        elif s.seats.live[p]:
            seats.leave(s.seats, s.journal, p, journal.STAYED_OUT)
    if seats.count(s.seats) > 0:
        compare(s)
        for p in range(s.seats.n):
            s.reach[p] = reach_of(s, p) if s.seats.live[p] else 0
        match_pot(s)
        award(s)
    carried.leave(s.carried, s.chips, s.seats, s.journal)


@compiled
def compare(s: Guts) -> None:
    """Turn up the hands that are in, unless one is alone (G6, G7)."""
    holecards.show_down(s.hole, s.seats, s.journal)
    if seats.count(s.seats) > 1:
        for p in range(s.seats.n):
            if s.seats.live[p]:
                s.strength[p] = strength_of(s, p)


@compiled
def strength_of(s: Guts, p: int) -> int:
    """The strength of a seat's cards (G7)."""
    plain: int = hands.strength_of(s.hole.card[p], s.hole.size[p])
    if s.hole.size[p] < MOST or s.options.ranking == PAIRS:
        return plain
    return _three_cards(plain, s.hole.card[p])


@compiled
def _three_cards(plain: int, card: Array) -> int:
    """The strength of three cards with straights and flushes, given that without (G7)."""
    ranks = plain & hands.ALL_RANKS
    if plain >> 26:
        return plain
    is_flush = card[0] & 3 == card[1] & 3 and card[0] & 3 == card[2] & 3
    if ranks == _LOW or (ranks & -ranks) * 7 == ranks:
        order = _THREE_HIGH if ranks == _LOW else ranks
        return (_STRAIGHT_FLUSH if is_flush else _STRAIGHT) << 26 | order
    return plain | _FLUSH << 26 if is_flush else plain


@compiled
def reach_of(s: Guts, p: int) -> int:
    """The chips that a seat can win (G11), as much of it as it can match, or the antes (G12)."""
    pot = chips.pot(s.chips, s.seats)
    stake: int = min(pot, s.options.cap) if s.options.cap > 0 else pot
    if s.options.short == WHOLE:
        return stake
    covered: int = max(s.chips.stack[p], pot - s.chips.dead)
    return min(stake, covered)


@compiled
def _best(s: Guts, level: int) -> int:
    """The best strength among those who can win the chips at a level of the pot."""
    best = 0
    for p in range(s.seats.n):
        if s.seats.live[p] and s.reach[p] >= level:
            best = max(best, s.strength[p])
    return best


@compiled
def _wins(s: Guts, p: int, level: int) -> bool:
    """Whether a seat wins the chips at a level of the pot, alone or with others."""
    is_there = bool(s.seats.live[p]) and bool(s.reach[p] >= level)
    return is_there and bool(s.strength[p] == _best(s, level))


@compiled
def _winners(s: Guts, level: int) -> int:
    """The number of seats that win the chips at a level of the pot."""
    found = 0
    for p in range(s.seats.n):
        found += _wins(s, p, level)
    return found


@compiled
def _has_same_winners(s: Guts, level: int, above: int) -> bool:
    """Whether the chips at two levels of the pot go to the same seats, as one pot then."""
    is_same = _best(s, level) == _best(s, above)
    return is_same and _winners(s, level) == _winners(s, above)


@compiled
def match_pot(s: Guts) -> None:
    """The beaten pay as much as they could have won and have not (G8)."""
    for i in range(1, s.seats.n + 1):
        p = (s.seats.button + i) % s.seats.n
        lost, level = 0, pots.level_above(s.reach, s.seats.live, 0)
        while s.seats.live[p] and level != pots.TOP and level <= s.reach[p]:
            if not _wins(s, p, level):
                lost = level
            level = pots.level_above(s.reach, s.seats.live, level)
        s.matched[p] = min(lost, s.chips.stack[p])
        if s.matched[p] > 0:
            chips.bet(s.chips, s.journal, journal.PAID, p, s.matched[p])


@compiled
def award(s: Guts) -> None:
    """Award each level of the pot to the best that reaches it (G12).

    In a hand by itself what was matched there goes with it (G8).
    """
    floor, side = 0, 0
    level = pots.level_above(s.reach, s.seats.live, floor)
    while level != pots.TOP:
        above = pots.level_above(s.reach, s.seats.live, level)
        if above == pots.TOP or not _has_same_winners(s, level, above):
            size = level - floor
            for p in range(s.seats.n):
                if s.carried.goes_on == carried.ALONE:
                    size += max(min(s.matched[p], level) - floor, 0)
            _award_level(s, level, size, side)
            floor, side = level, side + 1
        level = above


@compiled
def _award_level(s: Guts, level: int, size: int, side: int) -> None:
    """Award a level of the pot; odd chips go clockwise from the dealer's left (C4)."""
    winners = _winners(s, level)
    odd = size % winners
    for i in range(1, s.seats.n + 1):
        p = (s.seats.button + i) % s.seats.n
        if _wins(s, p, level):
            part = size // winners + (odd > 0)
            chips.win(s.chips, s.journal, pots.winning(winners, side), p, part, side)
            odd -= 1


@compiled
def conceal(s: Guts, seat: int) -> None:
    """Erase others' cards and choices, and the deck (G2, G3)."""
    holecards.conceal(s.hole, seat)
    choices.conceal(s.choices, seat)
    deck.hide(s.deck)
    journal.conceal(s.journal, seat)


@compiled
def redeal(s: Guts, rng: Random) -> None:
    """Deal the unseen cards anew, and let those who have decided be in or out alike."""
    holecards.redeal(s.hole, s.deck, rng)
    choices.redeal(s.choices, rng, IS_IN + 1)


def show(s: Guts) -> Layout:
    """The layout of the table, for front ends."""
    n, ranking = s.seats.n, int(s.options.ranking)
    columns = zip(holecards.codes(s.hole, n), column(s.seats, "live", n), strict=True)
    return Layout(
        seats=tuple(laid_hand(held, ranking, is_live=bool(live)) for held, live in columns),
        dealer=s.seats.button,
        facts=choices.known(s.choices, n, ("out", "in")),
    )


@functools.lru_cache(maxsize=KEPT)
def laid_hand(held: tuple[int, ...], ranking: int, *, is_live: bool) -> LaidHand:
    """One seat as front ends show it."""
    name = name_of(held, ranking) if held and HIDDEN not in held else None
    return LaidHand(holecards.laid_cards(held, is_live=is_live), name)


def name_of(held: tuple[int, ...], ranking: int) -> Message:
    """A hand in words (G7)."""
    if len(held) == MOST and ranking == THREE_CARD:
        card = readable(np.array(held, np.int64))
        strength = _three_cards(hands.strength_of(card, MOST), card)
        if strength >> 26 in _NAMES:
            top = cards.RANKS[(strength & hands.ALL_RANKS).bit_length() - 1]
            return Message(f"hand.{_NAMES[strength >> 26]}", {"first": top, "second": top})
    return hands.name(held)


def order(settings: Mapping[str, Any]) -> Iterable[Ranked]:
    """The hands of so many cards (G7)."""
    size, ranking = settings["cards"], RANKING.index(settings["ranking"])
    for one in rankings.ranked(cards.deck(), size):
        strength = one.strength
        if size == MOST and ranking == THREE_CARD:
            strength = _three_cards(strength, readable(np.array(one.cards, np.int64)))
        yield Ranked(strength, name_of(one.cards, ranking), one.cards)


def phases(settings: Mapping[str, Any]) -> Phases:
    """The phases: antes, cards, choices, who is in, hands, what they pay, the pot (G2 to G8)."""
    told, left = (journal.CAME_IN, journal.STAYED_OUT), (journal.STAYS, journal.SHARED)
    dealt, decided, shown = (journal.DEALT,), (journal.DECIDED,), (journal.SHOWN,)
    paid, won = (journal.PAID,), journal.WINNING
    return journal.FORCED, dealt, decided, told, shown, paid, won, left


GUTS = Game(
    name="guts",
    title="Guts",
    author="traditional",
    least=2,
    most=SEATS,
    max_seats=SEATS,
    record=Guts,
    options=Options,
    verbs=Verbs(begin, menu, step, conceal, redeal),
    show=show,
    order=order,
    deck=cards.deck(),
    events=160,
    reach=MOST,
    phases=phases,
    minutes=1,
    behind=True,
    keys={"in": "i"},
    formerly={"re_ante": "every-hand", "ranking": "pairs", "cap": 0, "short": "whole"},
)
