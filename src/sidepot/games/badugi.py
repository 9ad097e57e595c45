"""Badugi: four cards of four suits, the lower the better, and three draws.

The rule numbers are those of the rule page (`sidepot rules badugi`).
"""

import functools
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any

import numpy as np

from sidepot import cards
from sidepot.cards import HIDDEN, RANKS
from sidepot.engine.game import Game, Phases, Verbs
from sidepot.engine.options import Chips as Amount
from sidepot.engine.options import EachSeat, OneOf
from sidepot.kernel import Array, Part, Random, Row, Sizes, column, compiled, readable
from sidepot.rules import (
    actions,
    betting,
    chips,
    deck,
    discards,
    draws,
    holecards,
    journal,
    posts,
    pots,
    rankings,
    reshuffle,
    seats,
    sets,
)
from sidepot.rules.actions import BET, CALL, CHECK, EXCHANGE, FOLD, KEEP, RAISE_TO, Menu
from sidepot.rules.betting import FIXED_LIMIT, Betting
from sidepot.rules.chips import Chips
from sidepot.rules.deck import Deck
from sidepot.rules.discards import Discards
from sidepot.rules.draws import Draws
from sidepot.rules.holecards import HoleCards
from sidepot.rules.journal import Journal
from sidepot.rules.layout import KEPT, LaidHand, Layout, texts
from sidepot.rules.rankings import Ranked
from sidepot.rules.reshuffle import Reshuffle
from sidepot.rules.seats import NOBODY, Seats
from sidepot.words import Message

__all__ = ["BADUGI", "HAND", "Badugi", "strength_of"]

SEATS = 6
HAND, DRAWS = 4, 3
SMALL_ROUNDS = 2
NO_YES = ("no", "yes")
REFILLS = ("shuffled", "never")
SHUFFLED, NEVER = range(len(REFILLS))
MOST_FORCED = 10**9
_ACE = len(RANKS) - 1
_RANKS = 13
"""The bits of a strength that hold the ranks, the lower the better."""


class Options(Part):
    """The options of a table."""

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
    small_bet: Annotated[
        int, Amount(0, MOST_FORCED, 0), "the bet before and after the first draw; 0: the big blind"
    ]
    big_bet: Annotated[
        int, Amount(0, MOST_FORCED, 0), "the bet after the second and third draw; 0: two small bets"
    ]
    refill: Annotated[
        int, OneOf(REFILLS, "shuffled"), "are discards dealt again when the deck is short?"
    ]
    mucks: Annotated[
        Array, "i8", SEATS, EachSeat(0, 1, "0"), "which seats muck their hands at the showdown"
    ]


class Badugi(Part):
    """A hand of Badugi."""

    options: Options
    seats: Seats
    chips: Chips
    betting: Betting
    street: int
    """The number of draws that are over."""
    draws: Draws
    hole: Annotated[HoleCards, Sizes(most=HAND)]
    thrown: Annotated[Discards, Sizes(most=HAND * DRAWS)]
    refill: Reshuffle
    strength: Row
    """The strength of the final hands."""
    deck: Deck
    journal: Journal


@compiled
def begin(s: Badugi) -> None:
    """Collect antes and blinds, and deal four cards face down to everybody (B1, B2)."""
    journal.clear(s.journal)
    deck.rewind(s.deck)
    holecards.clear(s.hole)
    discards.clear(s.thrown)
    reshuffle.clear(s.refill)
    draws.clear(s.draws)
    betting.clear(s.betting)
    s.strength[:] = 0
    s.street = 0
    chips.sit_down(s.chips, s.seats, 1)
    posts.antes(s.chips, s.seats, s.journal, s.options.antes, s.options.antes_match)
    betting.open_round(s.betting, s.seats, FIXED_LIMIT, smallest_bet(s))
    posts.blinds(s.betting, s.chips, s.seats, s.journal, s.options.blinds)
    holecards.deal_each(s.hole, s.deck, s.journal, s.seats, HAND)
    do_chores(s)


@compiled
def smallest_bet(s: Badugi) -> int:
    """The bet of the round: small before and after the first draw, then big (B3)."""
    small_bet = s.options.small_bet or max(s.options.blinds[1], 1)
    return small_bet if s.street < SMALL_ROUNDS else s.options.big_bet or 2 * small_bet


@compiled
def menu(s: Badugi, m: Menu) -> None:
    """Offer: stand pat or exchange (B4); fold, check or call, bet or raise (B3)."""
    actions.clear(m)
    if s.draws.on and s.options.refill == NEVER:
        draws.offer(s.draws, s.hole, s.deck, m, s.seats.actor, HAND)
    elif s.draws.on:  # with the discards of earlier draws there are cards for all
        actions.offer(m, KEEP)
        sets.offer(m, EXCHANGE, HAND, 1, HAND)
    else:
        betting.offer(s.betting, s.chips, s.seats, m)


@compiled
def step(s: Badugi, action: int) -> None:
    """Apply a bet, fold or exchange, then do the dealer's chores."""
    journal.clear(s.journal)
    if s.draws.on:
        reshuffle.throw(s.refill, s.thrown, s.hole, s.seats.actor, action)
        draws.act(s.draws, s.thrown, s.hole, s.seats, s.journal, action)
    else:
        betting.act(s.betting, s.chips, s.seats, s.journal, action)
    do_chores(s)


@compiled
def do_chores(s: Badugi) -> None:
    """Go on to the next decision, or to the end: the showdown, or one player left (C7)."""
    while seats.count(s.seats) > 1:
        s.seats.actor = draws.to_act(s.draws, s.betting, s.chips, s.seats)
        if s.seats.actor != NOBODY:
            return
        if s.draws.on:
            reshuffle.serve(s.refill, s.draws, s.thrown, s.hole, s.deck, s.seats, s.journal)
            s.street += 1
            betting.open_round(s.betting, s.seats, FIXED_LIMIT, smallest_bet(s))
        else:
            betting.close_round(s.betting, s.chips, s.seats, s.journal)
            if s.street == DRAWS:
                reveal(s)
                break
            s.draws.on = 1
            seats.open_round(s.seats)
    betting.close_round(s.betting, s.chips, s.seats, s.journal)
    pots.award(s.chips, s.seats, s.journal, s.strength)
    s.seats.actor = NOBODY


@compiled
def is_dealt_out(s: Badugi) -> bool:
    """Whether the last draw is over: no card comes after it (B4)."""
    return bool(s.street == DRAWS)


@compiled
def reveal(s: Badugi) -> None:
    """Mucked hands are out; the others are turned up, from the small blind on (B6)."""
    posts.muck(s.seats, s.journal, s.options.mucks)
    if seats.count(s.seats) > 1:
        for i in range(s.seats.n):
            p = posts.seat_of(s.seats, i)
            if s.seats.live[p]:
                holecards.show(s.hole, s.journal, p)
                s.strength[p] = strength(s.hole.card[p], HAND)


@compiled
def strength(held: Array, size: int) -> int:
    """The strength of some cards: how many of other ranks and suits, then how low (B5)."""
    best = 0
    for chosen in range(1, 1 << size):
        best = max(best, strength_of(held, size, chosen))
    return best


@compiled
def strength_of(held: Array, size: int, chosen: int) -> int:
    """The strength of a choice of cards, one bit each; 0 if two share a rank or a suit (B5)."""
    ranks, suits, n = 0, 0, 0
    for k in range(size):
        if chosen >> k & 1:
            rank = 0 if held[k] >> 2 == _ACE else (held[k] >> 2) + 1
            if ranks >> rank & 1 or suits >> (held[k] & 3) & 1:
                return 0
            ranks |= 1 << rank
            suits |= 1 << (held[k] & 3)
            n += 1
    return n << _RANKS | ((1 << _RANKS) - 1 - ranks)


@compiled
def conceal(s: Badugi, seat: int) -> None:
    """Erase others' hands and discards, the burned cards and the deck."""
    holecards.conceal(s.hole, seat)
    discards.conceal(s.thrown, seat)
    reshuffle.conceal(s.refill, s.thrown, s.hole, seat)
    deck.hide(s.deck)
    journal.conceal(s.journal, seat)


@compiled
def redeal(s: Badugi, rng: Random) -> None:
    """Deal the unseen cards anew, all deals and second orders equally likely (B4)."""
    reshuffle.redeal(s.refill, s.thrown, s.hole, s.deck, rng)


def show(s: Badugi) -> Layout:
    """The layout of the table, for front ends."""
    n = s.seats.n
    held, thrown = holecards.codes(s.hole, n), discards.codes(s.thrown, n)
    columns = zip(held, thrown, column(s.seats, "live", n), strict=True)
    return Layout(
        seats=tuple([laid_hand(h, t, is_live=bool(live)) for h, t, live in columns]),
        dealer=s.seats.button,
        facts={
            "cards_left": s.deck.size - s.deck.top + s.refill.size,
            "draws_left": DRAWS - s.street,
        },
        picks=picks(s),
    )


def picks(s: Badugi) -> dict[int, tuple[str, ...]]:
    """The cards that the player to act may exchange."""
    return {EXCHANGE: texts(holecards.codes_at(s.hole, s.seats.actor))} if s.draws.on else {}


@functools.lru_cache(maxsize=KEPT)
def laid_hand(held: tuple[int, ...], thrown: tuple[int, ...], *, is_live: bool) -> LaidHand:
    """One seat as front ends show it, with the cards that count."""
    best = () if HIDDEN in held or not held else best_cards(held)
    return LaidHand(
        cards=holecards.laid_cards(held, is_live=is_live) + discards.laid_cards(thrown),
        hand=hand_name(best) if best else None,
        best=texts(best),
    )


def best_cards(held: tuple[int, ...]) -> tuple[int, ...]:
    """The codes of the cards that count, from high to low (B5)."""
    codes = readable(np.array(held, np.int64))
    chosen = max(range(1, 1 << len(held)), key=lambda c: strength_of(codes, len(held), c))
    return _from_high([code for k, code in enumerate(held) if chosen >> k & 1])


def _from_high(held: Sequence[int]) -> tuple[int, ...]:
    """Codes from high to low, the ace last (B5)."""
    return tuple(sorted(held, key=lambda code: -1 if code >> 2 == _ACE else code, reverse=True))


def hand_name(best: tuple[int, ...]) -> Message:
    """The cards that count in words: "a badugi, seven, five, deuce and ace"."""
    ranks = [RANKS[code >> 2] for code in best]
    if len(best) == HAND:
        return Message("hand.badugi", {"ranks": ranks})
    return Message("hand.badugi_less", {"n": len(best), "ranks": ranks})


def order(settings: Mapping[str, Any]) -> Iterable[Ranked]:
    """The cards that may count, four to one (B5)."""
    for size in range(HAND, 0, -1):
        for held in rankings.shapes(cards.deck(), size):
            strength = strength_of(readable(np.array(held, np.int64)), size, (1 << size) - 1)
            if strength:
                best = _from_high(held)
                yield Ranked(strength, hand_name(best), best)


def phases(settings: Mapping[str, Any]) -> Phases:
    """The phases: antes and blinds, then cards and bets, and hands are turned up last."""
    turns = (*journal.BETS, journal.DEALT, journal.KEPT, journal.DISCARDED, journal.REFILLED)
    return journal.FORCED, turns, (journal.SHOWN,), journal.WINNING


def offers(settings: Mapping[str, Any]) -> Sequence[int]:
    """The kinds of action: betting, and exchanges (B3, B4)."""
    return FOLD, CHECK, CALL, BET, RAISE_TO, KEEP, EXCHANGE


def is_shuffled(settings: Mapping[str, Any]) -> bool:
    """Whether discards are dealt again (B4)."""
    return bool(settings["refill"] == REFILLS[SHUFFLED])


BADUGI = Game(
    name="badugi",
    title="Badugi",
    author="traditional",
    least=2,
    most=SEATS,
    max_seats=SEATS,
    record=Badugi,
    options=Options,
    verbs=Verbs(begin, menu, step, conceal, redeal),
    show=show,
    order=order,
    picks=picks,
    deck=cards.deck(),
    events=128,
    reach=HAND + HAND * DRAWS,
    common=DRAWS * draws.BURNED,
    phases=phases,
    offers=offers,
    without=("mucks",),
    code="FB",
    minutes=4,
    behind=True,
    refills=True,
    refills_with=is_shuffled,
    dealt_out=is_dealt_out,
    says={
        "keep": "stand_pat",
        "kept": "stood_pat",
        "discarded": "laid_aside",
        "refilled": "reshuffled",
    },
    keys={"keep": "s"},
    formerly={"refill": "never"},
)
