"""Poker Roulette: cards come by chance, and players keep those that match.

Round by round every player gets active cards, and those that match the match card in suit or rank
go to the player's stockpile. The best hand from a stockpile takes the pot. The rule numbers
are those of the rule page (`sidepot rules poker-roulette`).
"""

import functools
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import numpy as np

from sidepot import cards, hands, piles
from sidepot.cards import CODES, HIDDEN, NONE, SIZE, SUIT_ORDERS
from sidepot.engine.game import Game, Phases, Verbs
from sidepot.engine.options import Bet, OneOf
from sidepot.engine.options import Chips as Amount
from sidepot.hands import SUIT_RANKS
from sidepot.kernel import Array, Flags, Part, Random, Row, compiled, readable
from sidepot.rules import actions, betting, chips, deck, journal, pots, refill, seats, stockpiles
from sidepot.rules.actions import BET, CALL, CHECK, DECLINE, FOLD, LAY, RAISE_TO, Menu
from sidepot.rules.betting import LIMITS, Betting
from sidepot.rules.chips import Chips
from sidepot.rules.deck import Deck
from sidepot.rules.journal import Journal
from sidepot.rules.layout import KEPT, LaidHand, Layout, laid_card, texts
from sidepot.rules.refill import Refill
from sidepot.rules.seats import NOBODY, Seats
from sidepot.rules.stockpiles import Collected, Stockpiles

__all__ = ["LAYING", "POKER_ROULETTE", "PokerRoulette"]

PLAYERS = 20
PLAYERS_A_DECK = 5
ACTIVE = 2
"""Active cards of a player; a player who kept none in the round before gets one."""
SMALL_ROUNDS = 3
"""Fixed-limit: the number of rounds with the small bet."""
DEALING, LAYING, BETTING = range(3)
"""The stages of a round: the dealer deals, players lay cards next to those due, players bet."""
NO_YES = ("no", "yes")
TIMES = ("each-round", "final")
EACH_ROUND, FINAL = range(len(TIMES))
REFILLS = ("once", "never")
ONCE, NEVER = range(len(REFILLS))


class Options(Part):
    """The options of a table."""

    ante: Annotated[int, Amount(0, 1_000_000, 1), "what everybody pays before the deal, in chips"]
    betting: Annotated[int, OneOf(TIMES, "each-round"), "when there is a round of betting"]
    refill: Annotated[int, OneOf(REFILLS, "once"), "are the discards dealt when the deck runs out?"]
    jokers: Annotated[int, OneOf(piles.RULES, "dead"), "what a joker in a final hand is worth"]
    suit_order: Annotated[int, OneOf(SUIT_ORDERS, "cdhs"), "the suits from low to high"]
    stock_to_active: Annotated[
        int, OneOf(NO_YES, "no"), "may a player due one card lay a stockpile card with it?"
    ]
    limit: Annotated[int, OneOf(LIMITS, "no-limit"), "how high bets and raises may go"]
    small_bet: Annotated[int, Bet(1, 4_000_000, 2), "fixed-limit: the bet in the first 3 rounds"]
    big_bet: Annotated[
        int, Bet(1, 4_000_000, 4, least="small_bet"), "fixed-limit: the bet after them"
    ]


class PokerRoulette(Part):
    """A hand of Poker Roulette."""

    options: Options
    seats: Seats
    chips: Chips
    betting: Betting
    round: int
    """The number of rounds of matching that have begun."""
    stage: int
    """The stage of the round: the dealer's, or laying cards (P10), or betting (P7)."""
    closed: int
    """Whether the betting after the last match has been opened (P7), which ends the matching."""
    match: int
    """The match card of the last round."""
    due: Flags
    """The number of active cards that each seat is due."""
    active: Annotated[Array, "i2", "seats", ACTIVE]
    """The active cards: between two verbs only a card that was laid, in the last place."""
    piles: Stockpiles
    refill: Refill
    order: Row
    """The order of the final hands, from `piles.best`."""
    deck: Deck
    journal: Journal


# The deal -------------------------------------------------------------------------------------


@compiled
def begin(s: PokerRoulette) -> None:
    """Collect antes, and deal a stock card face down to everybody (P2)."""
    journal.clear(s.journal)
    deck.rewind(s.deck)
    refill.clear(s.refill)
    stockpiles.clear(s.piles)
    betting.clear(s.betting)
    s.order[:] = 0
    s.active[:] = NONE
    s.round, s.stage, s.closed, s.match = 0, DEALING, 0, NONE
    chips.ante(s.chips, s.seats, s.journal, s.options.ante)
    for i in range(1, s.seats.n + 1):
        p = (s.seats.button + i) % s.seats.n
        if s.seats.live[p]:
            card = deck.draw(s.deck)
            stockpiles.collect(s.piles, p, card, 1)
            journal.note_card_down(s.journal, journal.DEALT, p, card)
    s.due[:] = ACTIVE
    do_chores(s)


# Player actions -------------------------------------------------------------------------------


@compiled
def menu(s: PokerRoulette, m: Menu) -> None:
    """Offer: lay a card of the stockpile or decline (P10); bet as usual (P7)."""
    actions.clear(m)
    if s.stage == LAYING:
        actions.offer(m, DECLINE)
        actions.offer_range(m, LAY, 0, s.piles.size[s.seats.actor] - 1)
    else:
        betting.offer(s.betting, s.chips, s.seats, m)


@compiled
def step(s: PokerRoulette, action: int) -> None:
    """Apply a lay, decline, bet or fold, then do the dealer's chores."""
    journal.clear(s.journal)
    if s.stage == LAYING:
        answer(s, s.seats.actor, action)
    else:
        betting.act(s.betting, s.chips, s.seats, s.journal, action)
    do_chores(s)


@compiled
def answer(s: PokerRoulette, p: int, action: int) -> None:
    """Lay a card of the stockpile face up as the second active card, or decline (P10)."""
    s.seats.acted[p] = 1
    if actions.kind(action) == LAY:
        card = stockpiles.take_away(s.piles, p, actions.amount(action))
        s.active[p, ACTIVE - 1] = card
        journal.note_card(s.journal, journal.LAID, p, card)
    else:
        journal.note(s.journal, journal.DECLINED, p)


# Dealer's chores ------------------------------------------------------------------------------


@compiled
def do_chores(s: PokerRoulette) -> None:
    """Go on to the next decision, or to the end: the showdown, or one player left (C7)."""
    while seats.count(s.seats) > 1:
        s.seats.actor = next_to_act(s)
        if s.seats.actor != NOBODY:
            return
        if s.stage == LAYING:
            play_round(s)
        else:
            betting.close_round(s.betting, s.chips, s.seats, s.journal)
            if may_begin_round(s):
                begin_round(s)
            elif s.options.betting == FINAL and not s.closed:
                s.closed = 1
                open_betting(s)
            else:
                show_down(s)
                break
    betting.close_round(s.betting, s.chips, s.seats, s.journal)
    pots.award(s.chips, s.seats, s.journal, s.order)
    s.seats.actor = NOBODY


@compiled
def next_to_act(s: PokerRoulette) -> int:
    """The seat that may lay a card (P10) or bet (P7); `NOBODY` if the dealer is to act."""
    if s.stage == LAYING:
        return next_to_lay(s)
    if s.stage == BETTING:
        return betting.to_act(s.betting, s.chips, s.seats)
    return NOBODY


@compiled
def may_begin_round(s: PokerRoulette) -> bool:
    """Whether a card is left, and the deck suffices, if need be with the discards under it (P8).

    After the last match's betting has begun, no round begins, even if a fold would let the deck
    suffice (P7).
    """
    left = s.deck.size - s.deck.top
    if left == 0 or s.refill.done or s.closed:
        return False
    return needed(s) <= left + (s.refill.size if s.options.refill == ONCE else 0)


@compiled
def needed(s: PokerRoulette) -> int:
    """The number of cards of a round: what every live player is due, and the match card (P3)."""
    total = 1
    for p in range(s.seats.n):
        total += s.due[p] * s.seats.live[p]
    return total


@compiled
def begin_round(s: PokerRoulette) -> None:
    """Refill a deck that cannot complete the round (P8); then cards are laid (P10)."""
    s.round += 1
    if needed(s) > s.deck.size - s.deck.top:
        refill.lay_under(s.refill, s.journal)
    s.stage = LAYING
    seats.open_round(s.seats)


@compiled
def next_to_lay(s: PokerRoulette) -> int:
    """The next seat, in the order of the deal, that is due one card and has a stockpile (P10)."""
    if s.options.stock_to_active:
        for k in range(1, s.seats.n + 1):
            p = (s.seats.actor + k) % s.seats.n
            may = s.seats.live[p] and s.due[p] < ACTIVE and s.piles.size[p] > 0
            if may and not s.seats.acted[p]:
                return p
    return NOBODY


@compiled
def play_round(s: PokerRoulette) -> None:
    """Deal active cards and the match card, turn them up, and let matches be kept (P3 to P6)."""
    s.stage = DEALING
    deal_round(s)
    keep_matches(s)
    if s.options.betting == EACH_ROUND:
        open_betting(s)


@compiled
def deal_round(s: PokerRoulette) -> None:
    """Deal the active cards, one player after another, and the match card (P3)."""
    for i in range(1, s.seats.n + 1):
        p = (s.seats.button + i) % s.seats.n
        if s.seats.live[p]:
            for k in range(s.due[p]):
                s.active[p, k] = refill.draw(s.refill, s.deck)
                journal.note_card(s.journal, journal.DEALT, p, s.active[p, k])
    s.match = refill.draw(s.refill, s.deck)
    journal.note_card(s.journal, journal.MATCH, NOBODY, s.match)
    keeps = journal.KEEPS_ALL if is_joker(s.match) else journal.KEEPS
    journal.note_card(s.journal, keeps, NOBODY, s.match)
    refill.close(s.refill)


@compiled
def keep_matches(s: PokerRoulette) -> None:
    """Let all players keep what they may, in the order of the deal; discard the rest (P4 to P6)."""
    claimed = False
    for i in range(1, s.seats.n + 1):
        p = (s.seats.button + i) % s.seats.n
        if s.seats.live[p]:
            a, b = s.active[p, 0], s.active[p, 1]
            both = kept(a, b, s.match)
            keep_or_discard(s, p, a, both & 1)
            keep_or_discard(s, p, b, both >> 1)
            if claims(a, b, s.match) and not claimed:
                claimed = True
                collect(s, p, s.match)
            s.due[p] = ACTIVE if both else 1
    for i in range(1, s.seats.n + 1):
        p = (s.seats.button + i) % s.seats.n
        if s.seats.live[p] and s.due[p] < ACTIVE:
            journal.note(s.journal, journal.MISSED, p)
    if not claimed:
        refill.discard(s.refill, s.match)
    s.active[:] = NONE


@compiled
def kept(a: int, b: int, match: int) -> int:
    """Which of two active cards a player keeps: 0 none, 1 the first, 2 the second, 3 both (P4).

    One of them may be missing (`NONE`).
    """
    jokers = is_joker(a) + is_joker(b)
    if jokers == ACTIVE or (jokers and is_joker(match)):
        return 0  # (a), (b)
    if is_joker(match):
        return (a != NONE) | (b != NONE) << 1  # (c)
    fits = matches(a, match) | matches(b, match) << 1
    if jokers:
        return 3 if fits else 0  # (d), (e)
    return fits  # (f), (g)


@compiled
def claims(a: int, b: int, match: int) -> bool:
    """Whether two active cards claim the match card, because both match it in rank (P4 f)."""
    return is_like(a, match) and is_like(b, match)


@compiled
def matches(card: int, match: int) -> int:
    """Whether a card matches in suit or in rank; a joker or an empty place does not."""
    if card == NONE or is_joker(card):
        return 0
    suited = (card % CODES & 3) == (match % CODES & 3)
    return 1 if suited or is_like(card, match) else 0


@compiled
def is_like(card: int, match: int) -> bool:
    """Whether both have the same rank, as a duplicate of the match card has (P4)."""
    if card == NONE or is_joker(card) or is_joker(match):
        return False
    return bool(card % CODES >> 2 == match % CODES >> 2)


@compiled
def is_joker(card: int) -> int:
    """Whether a card is a joker, of any deck."""
    return 1 if card % CODES >= SIZE and card != NONE else 0


@compiled
def keep_or_discard(s: PokerRoulette, p: int, card: int, keeps: int) -> None:
    """Put a card into the stockpile or the discards (P6); do nothing for an empty place."""
    if keeps:
        collect(s, p, card)
    elif card != NONE:
        refill.discard(s.refill, card)


@compiled
def collect(s: PokerRoulette, p: int, card: int) -> None:
    """Add a card to the stockpile, face up (P6)."""
    stockpiles.collect(s.piles, p, card, 0)
    journal.note_card(s.journal, journal.COLLECTED, p, card)


# Betting and showdown -------------------------------------------------------------------------


@compiled
def open_betting(s: PokerRoulette) -> None:
    """Open a round of betting (P7)."""
    s.stage = BETTING
    betting.open_round(s.betting, s.seats, s.options.limit, smallest_bet(s))


@compiled
def smallest_bet(s: PokerRoulette) -> int:
    """The smallest bet: one unit; in fixed-limit small in the first three rounds, then big (P7)."""
    if s.options.limit == betting.FIXED_LIMIT:
        return s.options.small_bet if s.round <= SMALL_ROUNDS else s.options.big_bet
    return max(s.options.ante, 1)


@compiled
def show_down(s: PokerRoulette) -> None:
    """Turn up stock cards; the best hand of each stockpile counts (P9)."""
    found, hand = np.empty(len(s.piles.card), np.int64), np.empty((2, piles.COMPLETE), np.int64)
    for i in range(1, s.seats.n + 1):
        p = (s.seats.button + i) % s.seats.n
        if s.seats.live[p]:
            stockpiles.show(s.piles, s.journal, p)
            size = stockpiles.gather(s.piles, p, found)
            s.order[p] = piles.best(found, size, s.options.jokers, suit_rank(s), hand)


@compiled
def suit_rank(s: PokerRoulette) -> Array:
    """The rank of each suit at this table (H1)."""
    ranks: Array = SUIT_RANKS[s.options.suit_order]
    return ranks


# Hidden information ---------------------------------------------------------------------------


@compiled
def conceal(s: PokerRoulette, seat: int) -> None:
    """Erase others' stock cards, the deck, and the order in which discards would come (P2, P8)."""
    stockpiles.conceal(s.piles, seat)
    deck.hide(s.deck)
    journal.conceal(s.journal, seat)


@compiled
def redeal(s: PokerRoulette, rng: Random) -> None:
    """Deal the unseen cards anew; all deals and second orders are equally likely (P8)."""
    known = refill.known(s.refill)
    stockpiles.mark(s.piles, known)
    for p in range(s.seats.n):
        if s.active[p, ACTIVE - 1] != NONE:
            known[s.active[p, ACTIVE - 1]] = 1
    place = refill.restore(s.deck, rng, known)
    stockpiles.fill(s.piles, s.deck, place)


# Front ends -----------------------------------------------------------------------------------


def show(s: PokerRoulette) -> Layout:
    """The layout of the table, for front ends."""
    left = s.deck.size - s.deck.top
    found = stockpiles.collected(s.piles, s.seats.n)
    own = [cards.text(card.code) for card in found[s.seats.actor]] if s.stage == LAYING else []
    return Layout(
        seats=laid(s, found),
        board=() if s.match == NONE else (laid_card(s.match % CODES, "match"),),
        dealer=s.seats.button,
        facts={"round": s.round, "cards_left": left, "in_discards": s.refill.size},
        picks={LAY: tuple(own)} if own else {},
    )


def laid(s: PokerRoulette, found: list[list[Collected]]) -> tuple[LaidHand, ...]:
    """Every seat's stockpile, a card laid next to it, and the best hand that it holds so far."""
    jokers, suits = s.options.jokers, tuple(suit_rank(s).tolist())
    columns = zip(found, s.active.tolist(), s.seats.live.tolist(), strict=False)
    return tuple(
        laid_hand(tuple(pile), tuple(active), jokers, suits, is_live=bool(live))
        for pile, active, live in columns
    )


@functools.lru_cache(maxsize=KEPT)
def laid_hand(
    pile: tuple[Collected, ...],
    active: tuple[int, ...],
    jokers: int,
    suits: tuple[int, ...],
    *,
    is_live: bool,
) -> LaidHand:
    """One seat as front ends show it, at a table with these jokers and suits (H1, H6)."""
    shown = stockpiles.laid_cards(pile, dead=not is_live)
    shown += tuple(
        laid_card(card % CODES, "active", dead=not is_live) for card in active if card != NONE
    )
    held = [card.code for card in pile]
    if not held or HIDDEN in held:
        return LaidHand(shown)
    order = readable(np.array(suits, np.int64))
    codes, stands_in = piles.best_hand(held, jokers, order)
    best = [cards.JOKERS[0] if joker else c for c, joker in zip(codes, stands_in, strict=True)]
    return LaidHand(shown, hands.name(codes or held[:1]), texts(best or held[:1]))


MATCHING = (
    journal.DEALT,
    journal.REFILLED,
    journal.LAID,
    journal.DECLINED,
    journal.MATCH,
    journal.KEEPS,
    journal.KEEPS_ALL,
    journal.COLLECTED,
    journal.MISSED,
)
"""The kinds of events in a round of matching."""


def phases(settings: Mapping[str, Any]) -> Phases:
    """The phases: matching ends before the final betting (P7); stock cards are shown last (P9)."""
    is_final = settings["betting"] == TIMES[FINAL]
    play = (MATCHING, journal.BETS) if is_final else ((*MATCHING, *journal.BETS),)
    return journal.FORCED, *play, (journal.SHOWN,), journal.WINNING


def offers(settings: Mapping[str, Any]) -> Sequence[int]:
    """The kinds of action: betting (P7), and laying cards where that is played (P10)."""
    laying = (DECLINE, LAY) if settings["stock_to_active"] == NO_YES[1] else ()
    return (FOLD, CHECK, CALL, BET, RAISE_TO, *laying)


POKER_ROULETTE = Game(
    name="poker-roulette",
    title="Poker Roulette",
    author="unknown",
    least=3,
    most=PLAYERS,
    max_seats=PLAYERS,
    record=PokerRoulette,
    options=Options,
    verbs=Verbs(begin, menu, step, conceal, redeal),
    show=show,
    deck=cards.deck(jokers=True),
    players_a_deck=PLAYERS_A_DECK,
    refills=True,
    phases=phases,
    offers=offers,
    events=1024,
    reach=CODES,
    minutes=3,
    sized=True,
)
