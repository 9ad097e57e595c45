"""Casino Ricochet: one to seven players and the bank, everything face up.

Side bets, two cards each and five for the bank; then, from the lowest hand upward, everybody pays
for three cards or folds. The rule numbers are those of the rule page (`sidepot rules
ricochet-casino`).
"""

from collections.abc import Mapping
from typing import Annotated, Any

from sidepot import cards, hands
from sidepot.cards import RANKS, SUIT_ORDERS
from sidepot.engine.game import Game, Phases, Verbs
from sidepot.engine.options import Bet, OneOf, PayTable, Thresholds, Whole
from sidepot.engine.options import Chips as Amount
from sidepot.hands import SUIT_RANKS
from sidepot.kernel import Array, Part, Random, compiled
from sidepot.rules import actions, chips, deck, journal, paytables, seats, sidebets, upcards
from sidepot.rules.actions import BUY, FOLD, PASS, Menu
from sidepot.rules.chips import Chips
from sidepot.rules.deck import Deck
from sidepot.rules.journal import Journal
from sidepot.rules.layout import Layout
from sidepot.rules.paytables import FROM_STRAIGHT, ROWS
from sidepot.rules.seats import NOBODY, Seats
from sidepot.rules.sidebets import SideBets
from sidepot.rules.upcards import COMPLETE, UpCards
from sidepot.words import Message

__all__ = [
    "BOUGHT",
    "FIRST_CARDS",
    "PLAYERS",
    "RICOCHET_CASINO",
    "Casino",
    "bank",
    "begin",
    "bonus_for",
    "covered",
    "is_kicked_out",
    "step",
    "suit_rank",
]

PLAYERS = 7
FIRST_CARDS = 2
BOUGHT = COMPLETE - FIRST_CARDS
MOST_TIMES = 10_000
"""The most that a pay table may pay, in stakes or units."""
BONUS_ROWS = ROWS[FROM_STRAIGHT:]


class Options(Part):
    """The options of a table."""

    ante: Annotated[
        int,
        Amount(1, 1_000_000, 1),
        "the unit that everybody pays, as the ante and for three cards",
    ]
    kickout: Annotated[
        Array,
        "i8",
        PLAYERS,
        Thresholds(PLAYERS, "KKQ/AAQ/TT22/AA22/222/QQQ/A2345"),
        "the lowest hand with which the bank folds, against one to seven players",
    ]
    bonus: Annotated[
        Array,
        "i8",
        len(BONUS_ROWS),
        PayTable(BONUS_ROWS, MOST_TIMES, "2/5/10/25/100/1000"),
        "what the bank pays, in antes, for a straight up to a royal flush",
    ]
    side_limit: Annotated[int, Bet(0, 5_000_000, 5), "the highest side bet; 0: there are none"]
    quickdraw: Annotated[int, Whole(1, 100, 5), "what Quickdraw pays, to 1"]
    cover: Annotated[
        Array,
        "i8",
        len(ROWS),
        PayTable(ROWS, MOST_TIMES, "1/2/3/4/5/6/25/100/1000"),
        "what Cover pays, to 1, for a pair up to a royal flush",
    ]
    cover_from: Annotated[int, OneOf(tuple(RANKS), "5"), "the lowest pair that Cover pays on"]
    suit_order: Annotated[int, OneOf(SUIT_ORDERS, "cdhs"), "the suits from low to high"]


class Casino(Part):
    """A hand of casino Ricochet; the bank has the last seat."""

    options: Options
    seats: Seats
    chips: Chips
    side: SideBets
    up: UpCards
    deck: Deck
    journal: Journal


@compiled
def begin(s: Casino) -> None:
    """Collect a unit from everybody, including the bank; then open side bets (K1, K6)."""
    journal.clear(s.journal)
    deck.rewind(s.deck)
    upcards.clear(s.up)
    sidebets.clear(s.side)
    s.chips.stack[bank(s)] = 0  # the bank's chips count from 0 in each hand (K7)
    chips.ante(s.chips, s.seats, s.journal, s.options.ante)
    seats.open_round(s.seats)
    s.seats.acted[bank(s)] = 1
    do_chores(s)


@compiled
def menu(s: Casino, m: Menu) -> None:
    """Offer a side bet or none (K6); fold, or pay for three more cards (K3)."""
    actions.clear(m)
    p = s.seats.actor
    if s.deck.top:
        actions.offer(m, FOLD)
        actions.offer_range(m, BUY, BOUGHT, BOUGHT)
        return
    actions.offer(m, PASS)
    for which in range(len(sidebets.KINDS)):
        if not s.side.stake[which, p]:
            highest = min(s.options.side_limit, s.chips.stack[p])
            actions.offer_range(m, sidebets.KINDS[which], 1, highest)


@compiled
def step(s: Casino, action: int) -> None:
    """Apply a side bet, pass, fold or buy, then do the dealer's chores."""
    journal.clear(s.journal)
    p, kind = s.seats.actor, actions.kind(action)
    if kind in sidebets.KINDS:
        which = sidebets.KINDS.index(kind)
        sidebets.place(s.side, s.chips, s.journal, which, p, actions.amount(action))
    elif kind == FOLD:
        seats.leave(s.seats, s.journal, p, journal.FOLDED)
    elif kind == BUY:
        buy(s, p)
    else:
        s.seats.acted[p] = 1
    do_chores(s)


@compiled
def do_chores(s: Casino) -> None:
    """Go on: side bets, the deal, then a decision each, from the lowest hand upward (K3, K6)."""
    if not s.deck.top:
        s.seats.actor = next_to_bet(s)
        if s.seats.actor != NOBODY:
            return
        deal(s)
    while seats.count(s.seats) > 1:
        s.seats.actor = next_to_decide(s)
        if s.seats.actor == NOBODY:
            break  # the best completed hands tie (K4)
        if s.chips.stack[s.seats.actor] >= s.options.ante:
            return
        seats.leave(s.seats, s.journal, s.seats.actor, journal.OUT_SHORT)
    s.seats.actor = NOBODY
    upcards.award(s.up, s.seats, s.chips, s.journal, suit_rank(s))


# Side bets and the deal -----------------------------------------------------------------------


@compiled
def next_to_bet(s: Casino) -> int:
    """The next seat that may make a side bet: each makes its own, then the next seat does (K6)."""
    p = s.seats.actor
    while s.options.side_limit and p != NOBODY:
        if s.seats.live[p] and not s.seats.acted[p] and s.chips.stack[p] > 0 and is_open(s, p):
            return p
        s.seats.acted[p] = 1
        p = seats.waiting(s.seats)
    return NOBODY


@compiled
def is_open(s: Casino, p: int) -> bool:
    """Whether there is a side bet that a player has not made."""
    return bool(s.side.stake[0, p] == 0) or bool(s.side.stake[1, p] == 0)


@compiled
def deal(s: Casino) -> None:
    """Deal two cards to players, five to the bank; settle side bets and kickout (K1, K2, K6)."""
    for p in range(s.seats.n):
        if s.seats.live[p]:
            for _ in range(COMPLETE if p == bank(s) else FIRST_CARDS):
                upcards.deal(s.up, s.deck, s.journal, p)
    for p in range(bank(s)):
        settle(s, p)
    players = seats.count(s.seats) - 1
    if players > 0 and is_kicked_out(s, players):
        seats.leave(s.seats, s.journal, bank(s), journal.KICKED_OUT)


@compiled
def settle(s: Casino, p: int) -> None:
    """Settle a player's side bets: Quickdraw, two cards against five, and Cover (K6)."""
    dealer = s.up.strength[bank(s)]
    quick = s.options.quickdraw if paytables.beats_in_two(s.up.strength[p], dealer) else 0
    sidebets.settle(s.side, s.chips, s.journal, 0, p, bank(s), quick)
    sidebets.settle(s.side, s.chips, s.journal, 1, p, bank(s), covered(s, dealer))


@compiled
def covered(s: Casino, strength: int) -> int:
    """The payout of Cover on the bank's hand, as odds to 1 (K6)."""
    row = paytables.row_of(strength)
    if row < 0 or (row == 0 and paytables.pair_rank(strength) < 1 << s.options.cover_from):
        return 0
    times: int = s.options.cover[row]
    return times


@compiled
def is_kicked_out(s: Casino, players: int) -> bool:
    """Whether the bank's hand makes it fold against this number of players (K2)."""
    return paytables.reaches(s.up.strength[bank(s)], s.options.kickout[players - 1])


# The play -------------------------------------------------------------------------------------


@compiled
def next_to_decide(s: Casino) -> int:
    """The live seat with the lowest hand of two cards, or `NOBODY` (K3)."""
    low = NOBODY
    for p in range(bank(s)):
        decides = s.seats.live[p] and s.up.size[p] < COMPLETE
        if decides and (low == NOBODY or upcards.is_lower(s.up, p, low, suit_rank(s))):
            low = p
    return low


@compiled
def buy(s: Casino, p: int) -> None:
    """Pay a unit for three cards; pay out the bonus, win or lose; compare the hands (K3, K5)."""
    price = s.options.ante
    chips.pay(s.chips, p, price)
    journal.write(s.journal, journal.BOUGHT, p, 0, cards.NONE, BOUGHT, price)
    for _ in range(BOUGHT):
        upcards.deal(s.up, s.deck, s.journal, p)
    bonus = s.options.ante * bonus_for(s, s.up.strength[p])
    if bonus:
        chips.give(s.chips, bank(s), p, bonus)
        journal.note_chips(s.journal, journal.BONUS, p, bonus)
    compare(s, p)


@compiled
def bonus_for(s: Casino, strength: int) -> int:
    """The ante bonus of a completed hand, in units (K5)."""
    row = paytables.row_of(strength) - FROM_STRAIGHT
    times: int = s.options.bonus[row] if row >= 0 else 0
    return times


@compiled
def compare(s: Casino, p: int) -> None:
    """Compare a completed hand: it is out if a live one beats it, or puts out those it beats (K3).

    It also puts the bank's hand out when they tie (K4). Hands of two cards still have their turn.
    """
    mine = s.up.strength[p]
    for q in range(s.seats.n):
        if s.seats.live[q] and s.up.strength[q] > mine:
            seats.leave(s.seats, s.journal, p, journal.BEATEN)
            return
    for q in range(s.seats.n):
        rival = q != p and s.seats.live[q] and s.up.size[q] == COMPLETE
        if rival and (s.up.strength[q] < mine or q == bank(s)):
            seats.leave(s.seats, s.journal, q, journal.BEATEN)


@compiled
def bank(s: Casino) -> int:
    """The bank's seat."""
    seat: int = s.seats.n - 1
    return seat


@compiled
def suit_rank(s: Casino) -> Array:
    """The rank of each suit at this table (H1): it decides equal hands' turns, and odd chips."""
    order: Array = SUIT_RANKS[s.options.suit_order]
    return order


# Hidden information, and front ends -----------------------------------------------------------


@compiled
def conceal(s: Casino, seat: int) -> None:
    """Erase the deck; everything else lies face up (K1)."""
    deck.hide(s.deck)
    journal.conceal(s.journal, seat)


@compiled
def redeal(s: Casino, rng: Random) -> None:
    """Shuffle the unseen cards, all orders equally likely."""
    deck.restore(s.deck, rng, upcards.mask(s.up, s.seats))


def show(s: Casino) -> Layout:
    """The layout of the table, for front ends."""
    return Layout(
        seats=upcards.laid(s.up, s.seats, suit_rank(s)),
        dealer=bank(s),
        facts={"cards_left": s.deck.size - s.deck.top, **kickout(s)},
        costs={BUY: s.options.ante},
        deals=(BUY,),
    )


def kickout(s: Casino) -> dict[str, Message]:
    """The lowest hand with which the bank folds at this table, in words (K2)."""
    dealt_in = sum(s.chips.paid[p] > 0 for p in range(bank(s)))
    threshold = int(s.options.kickout[max(dealt_in, 1) - 1])
    return {"kickout": hands.name(paytables.cards_of(threshold))} if threshold else {}


def phases(settings: Mapping[str, Any]) -> Phases:
    """The phases: side bets end with the deal (K6)."""
    play = (journal.DEALT, journal.SIDE_WON, journal.SIDE_LOST, journal.BOUGHT, journal.FOLDED)
    return journal.FORCED, (journal.STAKED,), play, journal.WINNING


RICOCHET_CASINO = Game(
    name="ricochet-casino",
    title="Casino Ricochet",
    author="James Ernest",
    least=1,
    most=PLAYERS,
    max_seats=PLAYERS + 1,
    record=Casino,
    options=Options,
    verbs=Verbs(begin, menu, step, conceal, redeal),
    show=show,
    deck=cards.deck(),
    events=64,
    reach=COMPLETE,
    common=COMPLETE,
    phases=phases,
    banked=True,
    minutes=2,
    ordered=True,
    sized=True,
    says={
        "staked": "side_bet",
        "side_won": "side_bet_won",
        "side_lost": "side_bet_lost",
    },
)
