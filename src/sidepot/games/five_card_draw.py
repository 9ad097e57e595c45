"""Five-card draw: everything face down, one exchange of up to three cards, and jacks to open.

The rule numbers are those of the rule page (`sidepot rules five-card-draw`).
"""

import functools
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from sidepot import cards, hands
from sidepot.cards import HIDDEN, RANKS
from sidepot.engine.game import Game, Phases, Verbs
from sidepot.engine.options import Bet, OneOf
from sidepot.engine.options import Chips as Amount
from sidepot.hands import PAIR
from sidepot.kernel import Part, Random, Row, Sizes, column, compiled
from sidepot.rules import (
    actions,
    betting,
    carried,
    chips,
    deck,
    discards,
    draws,
    holecards,
    journal,
    pots,
    seats,
)
from sidepot.rules.actions import BET, CALL, CHECK, EXCHANGE, FOLD, KEEP, RAISE_TO, Menu
from sidepot.rules.betting import LIMITS, Betting
from sidepot.rules.carried import Carried
from sidepot.rules.chips import Chips
from sidepot.rules.deck import Deck
from sidepot.rules.discards import Discards
from sidepot.rules.draws import Draws
from sidepot.rules.holecards import HoleCards
from sidepot.rules.journal import Journal
from sidepot.rules.layout import KEPT, LaidHand, Layout, texts
from sidepot.rules.seats import NOBODY, Seats

__all__ = ["FIVE_CARD_DRAW", "FiveCardDraw"]

SEATS = 6
HAND, MOST = 5, 3
OPENERS = ("jacks", "any")
JACKS, ANY = range(len(OPENERS))
PROOF = ("shown", "unseen")
SHOWN, UNSEEN = range(len(PROOF))
PASSED_OUT = ("played-on", "stays")
PLAYED_ON, STAYS = range(len(PASSED_OUT))
_JACK = 9
"""The rank of a jack, counted from a deuce."""
_PAIR_OF_JACKS = PAIR << 26 | 1 << _JACK << 13
"""The least strength of a hand with a pair of jacks."""


class Options(Part):
    """The options of a table."""

    ante: Annotated[int, Amount(0, 1_000_000, 1), "what everybody pays before the deal, in chips"]
    openers: Annotated[int, OneOf(OPENERS, "jacks"), "what it takes to open the first betting"]
    proof: Annotated[int, OneOf(PROOF, "shown"), "whether the opener shows the openers at the end"]
    passed_out: Annotated[
        int, OneOf(PASSED_OUT, "played-on"), "a hand that nobody opens while somebody is all-in"
    ]
    limit: Annotated[int, OneOf(LIMITS, "fixed-limit"), "how high bets and raises may go"]
    small_bet: Annotated[int, Bet(1, 4_000_000, 2), "fixed-limit: the bet before the draw"]
    big_bet: Annotated[
        int, Bet(1, 4_000_000, 4, least="small_bet"), "fixed-limit: the bet after the draw"
    ]


class FiveCardDraw(Part):
    """A hand of five-card draw."""

    options: Options
    seats: Seats
    chips: Chips
    carried: Carried
    betting: Betting
    opener: int
    """The seat that made the first bet, or `NOBODY`."""
    proven: int
    """The opener's cards that were shown as openers: a bit for each place in hand, then discard."""
    drawn: int
    """Whether the draw is over."""
    draws: Draws
    hole: HoleCards
    thrown: Annotated[Discards, Sizes(most=MOST)]
    strength: Row
    """The strength of the final hands."""
    deck: Deck
    journal: Journal


@compiled
def begin(s: FiveCardDraw) -> None:
    """Collect antes, add the pot of a hand passed out (J4), and deal five cards each (J1, J2)."""
    journal.clear(s.journal)
    deck.rewind(s.deck)
    holecards.clear(s.hole)
    discards.clear(s.thrown)
    draws.clear(s.draws)
    betting.clear(s.betting)
    s.strength[:] = 0
    s.opener, s.drawn, s.proven = NOBODY, 0, 0
    chips.ante(s.chips, s.seats, s.journal, s.options.ante)
    carried.bring(s.carried, s.chips, s.seats, s.journal)
    holecards.deal_each(s.hole, s.deck, s.journal, s.seats, HAND)
    betting.open_round(s.betting, s.seats, s.options.limit, smallest_bet(s))
    do_chores(s)


@compiled
def smallest_bet(s: FiveCardDraw) -> int:
    """The smallest bet: one unit; in fixed-limit small before the draw, then big (J6)."""
    if s.options.limit == betting.FIXED_LIMIT:
        return s.options.big_bet if s.drawn else s.options.small_bet
    return max(s.options.ante, 1)


@compiled
def may_open(s: FiveCardDraw, p: int) -> bool:
    """Whether a hand is good enough to open: a pair of jacks or better (J3)."""
    if s.options.openers == ANY:
        return True
    return hands.strength_of(s.hole.card[p], HAND) >= _PAIR_OF_JACKS


@compiled
def menu(s: FiveCardDraw, m: Menu) -> None:
    """Offer: open with openers, else check (J3); bet as usual (J6); stand pat or exchange (J5)."""
    actions.clear(m)
    p = s.seats.actor
    if s.draws.on:
        draws.offer(s.draws, s.hole, s.deck, m, p, MOST)
    elif not s.drawn and s.opener == NOBODY and not may_open(s, p):
        actions.offer(m, FOLD)
        actions.offer(m, CHECK)
    else:
        betting.offer(s.betting, s.chips, s.seats, m)


@compiled
def step(s: FiveCardDraw, action: int) -> None:
    """Apply a bet, fold or exchange, then do the dealer's chores."""
    journal.clear(s.journal)
    if s.draws.on:
        draws.act(s.draws, s.thrown, s.hole, s.seats, s.journal, action)
    else:
        if s.opener == NOBODY and actions.kind(action) == BET:
            s.opener = s.seats.actor
        betting.act(s.betting, s.chips, s.seats, s.journal, action)
    do_chores(s)


@compiled
def do_chores(s: FiveCardDraw) -> None:
    """Go on to the next decision, or to the end: the showdown, or one player left (C7)."""
    while seats.count(s.seats) > 1:
        s.seats.actor = draws.to_act(s.draws, s.betting, s.chips, s.seats)
        if s.seats.actor != NOBODY:
            return
        if s.draws.on:
            draws.serve(s.draws, s.hole, s.deck, s.seats, s.journal)
            s.drawn = 1
            open_second(s)
        else:
            betting.close_round(s.betting, s.chips, s.seats, s.journal)
            if s.drawn:
                reveal(s)
                break
            if is_passed_out(s):
                carried.leave(s.carried, s.chips, s.seats, s.journal)  # passed out (J4)
                return
            s.draws.on = 1
            seats.open_round(s.seats)
    betting.close_round(s.betting, s.chips, s.seats, s.journal)
    prove(s)
    pots.award(s.chips, s.seats, s.journal, s.strength)
    s.seats.actor = NOBODY


@compiled
def is_passed_out(s: FiveCardDraw) -> bool:
    """Whether nobody has opened, and the pot stays: all can play on for it (J4)."""
    if s.opener != NOBODY or betting.is_settled(s.chips, s.seats):
        return False
    for p in range(s.seats.n):
        if s.options.passed_out == PLAYED_ON and s.seats.live[p] and s.chips.stack[p] == 0:
            return False
    return True


@compiled
def prove(s: FiveCardDraw) -> None:
    """Show the cards that were good enough to open, wherever they lie now (J8)."""
    if s.opener == NOBODY or s.options.openers == ANY or s.options.proof == UNSEEN:
        return
    p = s.opener
    if s.hole.shown[p]:
        s.proven = fewest_laid_aside(s, p) << HAND
        for k in range(s.thrown.size[p]):
            if s.proven >> (HAND + k) & 1:
                note_shown(s, p, s.thrown.card[p, k], is_held=False)
        return
    picked, held = openers_of(s, p), HAND - s.thrown.size[p]
    for k in range(HAND):
        if picked >> k & 1:
            s.proven |= 1 << (k if k < held else k - held + HAND)
            note_shown(s, p, one_of(s, p, k), is_held=k < held)


@compiled
def note_shown(s: FiveCardDraw, p: int, card: int, is_held: bool) -> None:
    """Note that the opener shows a card of the hand, or one that was laid aside: count 0 (J8)."""
    journal.write(s.journal, journal.SHOWN, p, 0, card, int(is_held), 0)


@compiled
def fewest_laid_aside(s: FiveCardDraw, p: int) -> int:
    """The fewest cards laid aside that prove openers beside a hand turned up, a bit each (J8)."""
    everything = (1 << s.thrown.size[p]) - 1
    fewest: int = everything
    for laid in range(everything):
        if count(laid) < count(fewest) and proves(s, p, laid):
            fewest = laid
    return fewest


@compiled
def proves(s: FiveCardDraw, p: int, laid: int) -> bool:
    """Whether some cards laid aside prove a pair, two pairs or trips with those turned up.

    `laid`: a bit each. Nobody saw which cards of the hand were kept, only their number; a straight
    or a flush takes every card laid aside (J8).
    """
    kept = HAND - s.thrown.size[p]
    least, next_least = HAND + 1, HAND + 1
    for rank in range(len(RANKS)):
        aside, up = 0, 0
        for k in range(HAND):
            up += s.hole.card[p, k] >> 2 == rank
        for k in range(s.thrown.size[p]):
            aside += laid >> k & 1 and s.thrown.card[p, k] >> 2 == rank
        pair = max(2 - aside, 0)
        if max(3 - aside, 0) <= min(up, kept) or (rank >= _JACK and pair <= min(up, kept)):
            return True
        if pair <= up and pair < next_least:
            least, next_least = min(least, pair), max(least, pair)
    return bool(least + next_least <= kept)


@compiled
def count(picked: int) -> int:
    """The number of cards that are picked by a bit each."""
    found = 0
    for k in range(HAND):
        found += picked >> k & 1
    return found


@compiled
def one_of(s: FiveCardDraw, p: int, k: int) -> int:
    """A card that a seat was dealt: first those it has kept, then those laid aside."""
    held = HAND - s.thrown.size[p]
    card: int = s.hole.card[p, k] if k < held else s.thrown.card[p, k - held]
    return card


@compiled
def openers_of(s: FiveCardDraw, p: int) -> int:
    """The fewest of five cards that prove openers, a bit each: a pair, trips, two pairs, or all."""
    top, triple, paired = 0, -1, 0
    for k in range(HAND):
        rank, n = one_of(s, p, k) >> 2, alike(s, p, k)
        if n >= 2 and rank >= _JACK:
            top = max(top, rank)
        if n >= 3:
            triple = rank
        paired += n == 2
    if top > 0:
        return _of_rank(s, p, top, 2)
    if triple >= 0:
        return _of_rank(s, p, triple, 3)
    picked = 0
    for k in range(HAND):
        picked |= (paired < 4 or alike(s, p, k) == 2) << k
    return picked


@compiled
def alike(s: FiveCardDraw, p: int, k: int) -> int:
    """The number of cards of one rank among five of a seat, as `one_of` has them."""
    found = 0
    for j in range(HAND):
        found += one_of(s, p, j) >> 2 == one_of(s, p, k) >> 2
    return found


@compiled
def _of_rank(s: FiveCardDraw, p: int, rank: int, most: int) -> int:
    """The first cards of a rank among five of a seat, a bit each."""
    picked = 0
    for k in range(HAND):
        if one_of(s, p, k) >> 2 == rank and most > 0:
            picked |= 1 << k
            most -= 1
    return picked


@compiled
def is_dealt_out(s: FiveCardDraw) -> bool:
    """Whether the draw is over: no card comes after it (J6)."""
    return bool(s.drawn)


@compiled
def open_second(s: FiveCardDraw) -> None:
    """Open the betting after the draw, with the player who opened the first (J6)."""
    betting.open_round(s.betting, s.seats, s.options.limit, smallest_bet(s))
    if s.opener != NOBODY:
        s.seats.actor = (s.opener - 1) % s.seats.n


@compiled
def reveal(s: FiveCardDraw) -> None:
    """Turn up all live hands (J7)."""
    holecards.show_down(s.hole, s.seats, s.journal)
    for p in range(s.seats.n):
        if s.seats.live[p]:
            s.strength[p] = hands.strength_of(s.hole.card[p], HAND)


@compiled
def conceal(s: FiveCardDraw, seat: int) -> None:
    """Erase others' hands and discards but the openers shown, the burned card and the deck."""
    p = max(s.opener, 0)
    shown, size = s.hole.shown[p], s.thrown.size[p]
    if s.proven and s.opener != seat:
        conceal_opener(s, p)
        s.hole.shown[p], s.thrown.size[p] = 1, 0
    holecards.conceal(s.hole, seat)
    discards.conceal(s.thrown, seat)
    s.hole.shown[p], s.thrown.size[p] = shown, size
    deck.hide(s.deck)
    journal.conceal(s.journal, seat)


@compiled
def conceal_opener(s: FiveCardDraw, p: int) -> None:
    """Erase what the opener has not shown (J8).

    Cards that were shown come first: their places would tell which others were laid aside.
    """
    held = thrown = 0
    for k in range(HAND):
        if s.proven >> k & 1:
            s.hole.card[p, held] = s.hole.card[p, k]
            held += 1
    for k in range(s.thrown.size[p]):
        if s.proven >> (HAND + k) & 1:
            s.thrown.card[p, thrown] = s.thrown.card[p, k]
            thrown += 1
    for k in range(held, HAND):
        if not s.hole.shown[p]:
            s.hole.card[p, k] = HIDDEN
    for k in range(thrown, s.thrown.size[p]):
        s.thrown.card[p, k] = HIDDEN
    s.proven = (1 << held) - 1 | ((1 << thrown) - 1) << HAND


@compiled
def redeal(s: FiveCardDraw, rng: Random) -> None:
    """Deal the unseen cards anew, all deals equally likely; no discard returns to the deck."""
    discards.redeal(s.thrown, s.hole, s.deck, rng, 0)


def show(s: FiveCardDraw) -> Layout:
    """The layout of the table, for front ends."""
    n = s.seats.n
    held, thrown = holecards.codes(s.hole, n), discards.codes(s.thrown, n)
    columns = zip(held, thrown, column(s.seats, "live", n), strict=True)
    return Layout(
        seats=tuple([laid_hand(h, t, is_live=bool(live)) for h, t, live in columns]),
        dealer=s.seats.button,
        facts={"cards_left": s.deck.size - s.deck.top},
        picks=picks(s),
    )


def picks(s: FiveCardDraw) -> dict[int, tuple[str, ...]]:
    """The cards that the player to act may exchange."""
    return {EXCHANGE: texts(holecards.codes_at(s.hole, s.seats.actor))} if s.draws.on else {}


@functools.lru_cache(maxsize=KEPT)
def laid_hand(held: tuple[int, ...], thrown: tuple[int, ...], *, is_live: bool) -> LaidHand:
    """One seat as front ends show it."""
    return LaidHand(
        cards=holecards.laid_cards(held, is_live=is_live) + discards.laid_cards(thrown),
        hand=hands.name(held) if held and HIDDEN not in held else None,
    )


def phases(settings: Mapping[str, Any]) -> Phases:
    """The phases: antes and five cards come first, and hands are turned up last (J1, J2, J7)."""
    turns = (*journal.BETS, journal.KEPT, journal.DISCARDED)
    return journal.FORCED, (journal.DEALT, *turns), (journal.SHOWN,), journal.WINNING


def offers(settings: Mapping[str, Any]) -> Sequence[int]:
    """The kinds of action: betting, and the exchange (J3, J5, J6)."""
    return FOLD, CHECK, CALL, BET, RAISE_TO, KEEP, EXCHANGE


FIVE_CARD_DRAW = Game(
    name="five-card-draw",
    title="Five-Card Draw",
    author="traditional",
    least=2,
    most=SEATS,
    max_seats=SEATS,
    record=FiveCardDraw,
    options=Options,
    verbs=Verbs(begin, menu, step, conceal, redeal),
    show=show,
    picks=picks,
    deck=cards.deck(),
    events=128,
    reach=HAND + MOST,
    common=draws.BURNED,
    phases=phases,
    offers=offers,
    minutes=2,
    rules_version=3,
    behind=True,
    dealt_out=is_dealt_out,
    says={
        "keep": "stand_pat",
        "kept": "stood_pat",
        "discarded": "laid_aside",
        "shared": "given_back",
        "stays": "passed_out",
    },
    keys={"keep": "s"},
    formerly={"proof": "unseen", "passed_out": "stays"},
)
