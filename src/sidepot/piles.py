"""The best hand of up to five cards in a pile of any size, with jokers and several decks (H6).

`best` returns its *order*, a whole number: strength, then suits (H5), then fewer jokers, so that
integer order is the order of play. It tries one candidate of each kind, not all choices of five:

- *groups*: the largest group of a rank first, the higher rank of equals, its highest suits, and so
  on until the hand is full. Multiplicities, then ranks, is how hands without straights and flushes
  compare, so no other such hand is better. A wild joker goes to the first group, where it makes
  a higher category than anywhere else. A bug counts as an ace.
- *flush*, in each suit that jokers can complete to five: jokers are aces, real cards come from high
  to low.
- *straight*, in each suit and in any: the highest run whose missing ranks jokers can fill. A joker
  that is left over takes the place of a card whose suit is not the highest, the highest rank first.

A best hand that is a straight or a flush has the strength of the candidate of its kind, and no
better suits. The tests compare with every choice of cards and of joker values.
"""

import numpy as np

from sidepot import hands
from sidepot.cards import NONE, RANKS, SIZE, SUITS
from sidepot.kernel import Array, compiled, readable

RULES = ("dead", "wild", "bug")
DEAD, WILD, BUG = range(len(RULES))
"""The uses of a joker in a final hand (H6)."""
COMPLETE = 5
_ACE = len(RANKS) - 1
_FIVE_HIGH = 3
"""The highest card of the lowest straight, whose ace counts below the deuce."""
_ANY = len(SUITS)
"""The column for cards of any suit."""
_STRENGTH_SHIFT = 13
"""The position of strength in an order; below it are ten bits of suits and three of jokers."""


@compiled
def best(cards: Array, size: int, rule: int, suit_rank: Array, hand: Array) -> int:
    """The order of the best hand among the first `size` codes of an array; 0 for jokers alone.

    `rule`: one of `RULES`; `suit_rank[suit]` is 0 for the lowest suit (H1, `SUIT_RANKS`). The hand
    is written into `hand`, of shape `(2, 5)`: row 0 has its codes, then `NONE`; row 1 whether a
    joker stands for each.
    """
    held = np.zeros((len(RANKS), _ANY + 1), np.int64)
    jokers = _sort_out(cards, size, held)
    if rule == DEAD:
        jokers = 0
    _clear(hand)
    _lay_groups(hand, held, jokers, rule, suit_rank)
    order = _order_of(hand, suit_rank)
    trial = np.empty_like(hand)
    for suit in range(_ANY + 1):
        if _of_suit(held, suit) + jokers >= COMPLETE:
            if suit != _ANY:
                _lay_flush(trial, held, jokers, suit)
                order = _keep_better(hand, trial, order, suit_rank)
            if _lay_straight(trial, held, jokers, suit, suit_rank):
                order = _keep_better(hand, trial, order, suit_rank)
    return order


@compiled
def _sort_out(cards: Array, size: int, held: Array) -> int:
    """Count cards by rank and suit, and by rank in column `_ANY`; returns the number of jokers."""
    jokers = 0
    for k in range(size):
        card = cards[k]
        if card >= SIZE:
            jokers += 1
        elif card >= 0:
            held[card >> 2, card & 3] += 1
            held[card >> 2, _ANY] += 1
    return jokers


@compiled
def _clear(hand: Array) -> None:
    """Empty the hand."""
    hand[0, :] = NONE
    hand[1, :] = 0


@compiled
def _of_suit(held: Array, suit: int) -> int:
    """The number of cards of a suit, or of any."""
    n = 0
    for rank in range(len(RANKS)):
        n += held[rank, suit]
    return n


@compiled
def _order_of(hand: Array, suit_rank: Array) -> int:
    """The order of a hand: strength, suits, fewer jokers; 0 for no card."""
    size, jokers = 0, 0
    for k in range(COMPLETE):
        size += hand[0, k] != NONE
        jokers += hand[1, k]
    if size == 0:
        return 0
    strength = int(hands.strength_of(hand[0], size))
    suits = hands.suit_key(hand[0], size, suit_rank)
    return strength << _STRENGTH_SHIFT | suits << 3 | (COMPLETE - jokers)


@compiled
def _keep_better(hand: Array, trial: Array, order: int, suit_rank: Array) -> int:
    """Replace the hand by the trial if that is better; returns the order of the better one."""
    tried = _order_of(trial, suit_rank)
    if tried > order:
        for k in range(COMPLETE):  # an assignment of slices takes a sixth of the time to compile
            hand[0, k], hand[1, k] = trial[0, k], trial[1, k]
        return tried
    return order


@compiled
def _lay_groups(hand: Array, held: Array, jokers: int, rule: int, suit_rank: Array) -> None:
    """Lay the largest groups of a rank, the highest of equals first."""
    at, used = 0, 0
    while at < COMPLETE:
        rank, n = _largest(held, jokers, rule, used, COMPLETE - at)
        if n == 0:
            break
        helpers = jokers if _is_helped(rank, rule, used) else 0
        at = _lay_rank(hand, at, held, rank, n, helpers, suit_rank)
        used |= 1 << rank


@compiled
def _is_helped(rank: int, rule: int, used: int) -> bool:
    """Whether the jokers count for a group: wild ones for the first, bugs for aces."""
    return rank == _ACE if rule == BUG else used == 0


@compiled
def _largest(held: Array, jokers: int, rule: int, used: int, room: int) -> tuple[int, int]:
    """The unused rank with the most cards that fit, the highest of equals, and how many fit."""
    found, most = NONE, 0
    for rank in range(_ACE, -1, -1):
        if not used >> rank & 1:
            n = held[rank, _ANY] + (jokers if _is_helped(rank, rule, used) else 0)
            if min(n, room) > most:
                found, most = rank, min(n, room)
    return found, most


@compiled
def _lay_rank(
    hand: Array, at: int, held: Array, rank: int, n: int, jokers: int, suit_rank: Array
) -> int:
    """Lay n cards of a rank, high suits first, jokers as the highest; returns the place after."""
    for place in range(len(SUITS) - 1, -1, -1):
        suit = _suit_at(place, suit_rank)
        real = min(held[rank, suit], n)
        _lay(hand, at, rank, suit, real, 0)
        at, n = at + real, n - real
        if place == len(SUITS) - 1:
            _lay(hand, at, rank, suit, min(jokers, n), 1)
            at, n = at + min(jokers, n), n - min(jokers, n)
    return at


@compiled
def _lay(hand: Array, at: int, rank: int, suit: int, n: int, is_joker: int) -> None:
    """Lay the same card n times, from a place on."""
    for k in range(at, at + n):
        hand[0, k] = rank << 2 | suit
        hand[1, k] = is_joker


@compiled
def _suit_at(place: int, suit_rank: Array) -> int:
    """The suit at a place of the order of suits, 0 the lowest."""
    found = 0
    for suit in range(len(SUITS)):
        if suit_rank[suit] == place:
            found = suit
    return found


@compiled
def _lay_flush(hand: Array, held: Array, jokers: int, suit: int) -> None:
    """Lay real aces, then jokers as aces, then the other cards of a suit from the highest down."""
    at = 0
    for rank in range(_ACE, -1, -1):
        n = min(held[rank, suit], COMPLETE - at)
        _lay(hand, at, rank, suit, n, 0)
        at += n
        if rank == _ACE:
            n = min(jokers, COMPLETE - at)
            _lay(hand, at, rank, suit, n, 1)
            at += n


@compiled
def _lay_straight(hand: Array, held: Array, jokers: int, suit: int, suit_rank: Array) -> bool:
    """Lay the highest run of a suit, or of any, that the jokers can complete, if there is one."""
    for high in range(_ACE, _FIVE_HIGH - 1, -1):
        missing = 0
        for k in range(COMPLETE):
            missing += held[_rank_below(high, k), suit] == 0
        if missing <= jokers:
            _lay_run(hand, held, high, suit, jokers - missing, suit_rank)
            return True
    return False


@compiled
def _rank_below(high: int, k: int) -> int:
    """The rank k steps below another; the ace is below the deuce."""
    return high - k if high >= k else _ACE


@compiled
def _lay_run(hand: Array, held: Array, high: int, suit: int, spare: int, suit_rank: Array) -> None:
    """Lay five ranks from `high` down; jokers for missing ranks, spare ones for better suits."""
    for k in range(COMPLETE):
        rank = _rank_below(high, k)
        if suit != _ANY:
            _lay(hand, k, rank, suit, 1, held[rank, suit] == 0)
        else:
            top = _suit_at(len(SUITS) - 1, suit_rank)
            helps = held[rank, top] == 0 and held[rank, _ANY] > 0 and spare > 0
            spare -= int(helps)
            joker = int(helps or held[rank, _ANY] == 0)
            _lay_rank(hand, k, held, rank, 1, joker, suit_rank)


def best_hand(cards: list[int], rule: int, suit_rank: Array) -> tuple[list[int], list[bool]]:
    """The codes of a pile's best hand, and whether a joker stands for each; for front ends."""
    hand = readable(np.zeros((2, COMPLETE), np.int64))
    best(readable(np.array(cards, np.int64)), len(cards), rule, suit_rank, hand)
    codes = [code for code in hand[0].tolist() if code != NONE]
    return codes, [bool(joker) for joker in hand[1].tolist()[: len(codes)]]
