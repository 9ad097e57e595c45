"""Casino Ricochet by enumeration: what three more cards are worth (K3, K5), and the side bets (K6).

Every draw of one's own is counted. With nobody to come after, or one player, the value is exact: he
too tries every draw that is left to him, and answers as is best for him. With more of them their
draws count as independent of each other and of one's own, which is an estimate. An odd chip of a
split pot counts as halves.
"""

import numpy as np

from sidepot import hands
from sidepot.games.ricochet_casino import BOUGHT, PLAYERS, Casino, bank, bonus_for, suit_rank
from sidepot.kernel import Array, compiled, readable
from sidepot.rules import chips, upcards
from sidepot.rules.seats import NOBODY
from sidepot.rules.upcards import COMPLETE

_SURVIVES = 0.85
"""How often who takes the lead keeps it against each player still to come, in their eyes."""
EXACT = 1
"""With so many players to come, or fewer, the value is exact."""
_DRAW_BITS, _CARD_BITS = 18, 6
"""A draw is one number: its three cards by their places among the unseen, below the strength."""
DECK = 52

HANDS = 2_598_960
"""Hands of five cards,"""
ROW_COUNTS = readable(
    np.array([1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4], np.int64)
)
"""and how many are in each row of a pay table."""
QUICK_DEALS = HANDS * 1_081
"""Ways to deal the bank five cards and a player two,"""
QUICK_WINS = 418_486_560
"""and in how many of them Quickdraw wins."""


# A decision -----------------------------------------------------------------------------------

_CHANCE, _POT, _EQUAL = range(3)
"""Of a draw that is not beaten at once: the chance that it holds, with its part of the pot; the pot
after it, in chips; with how many completed hands it is level."""


@compiled
def evaluate_play(s: Casino) -> tuple[float, float, float]:
    """Three more cards for who is to act: a chance, a bonus and a value.

    The chance that the hand is not beaten at once, what the bonus is worth on average, and what it
    is all worth, net from now on; both in chips.
    """
    p = s.seats.actor
    cards = _unseen(s)
    ways = _number_of_draws(len(cards))
    mine, bonuses = _list_draws(s, p, cards, strength_to_match(s, p))
    if count_to_act(s, p):
        mine = np.sort(mine)
    outlook = np.empty((3, len(mine)))
    for i in range(len(mine)):
        outlook[_EQUAL, i] = _count_equal(s, p, mine[i] >> _DRAW_BITS)
        outlook[_CHANCE, i] = 1.0 / (1.0 + outlook[_EQUAL, i])
        outlook[_POT, i] = chips.pot(s.chips, s.seats) + s.options.ante
    _respond_all(s, p, cards, mine, outlook)
    won = 0.0
    for i in range(len(mine)):
        won += outlook[_CHANCE, i] * outlook[_POT, i]
    bonus = bonuses[-1, -1] / ways
    return len(mine) / ways, bonus, won / ways + bonus - s.options.ante


@compiled
def _respond_all(s: Casino, p: int, cards: Array, mine: Array, outlook: Array) -> None:
    """Those who come after seat p answer each of his draws, one after the other."""
    left = count_to_act(s, p)
    exactly = left <= EXACT
    done = np.zeros(PLAYERS + 1, np.int64)
    done[p] = 1
    while left > 0:
        left -= 1
        q = next_to_act(s, done)
        done[q] = 1
        if s.chips.stack[q] >= s.options.ante and len(mine) > 0:
            unsorted, bonuses = _list_draws(s, q, cards, mine[0] >> _DRAW_BITS)
            theirs = np.sort(unsorted)
            if exactly:
                _respond_exactly(s, q, cards, mine, theirs, bonuses, outlook)
            else:
                _respond_roughly(s, left, cards, mine, theirs, bonuses, outlook)


@compiled
def _respond_exactly(
    s: Casino, q: int, cards: Array, mine: Array, theirs: Array, bonuses: Array, outlook: Array
) -> None:
    """Seat q draws from what a draw has left, for every draw: by inclusion and exclusion."""
    n = len(cards)
    ways = _number_of_draws(n - BOUGHT)
    above, level = np.zeros((n + 1, n + 1), np.int64), np.zeros((n + 1, n + 1), np.int64)
    to_above = to_level = len(theirs) - 1
    for i in range(len(mine) - 1, -1, -1):
        strength = mine[i] >> _DRAW_BITS
        while to_level >= 0 and theirs[to_level] >> _DRAW_BITS >= strength:
            _add(level, theirs[to_level], 1)
            to_level -= 1
        while to_above >= 0 and theirs[to_above] >> _DRAW_BITS > strength:
            _add(above, theirs[to_above], 1)
            to_above -= 1
        same = _strength_with(s, q, cards, mine[i])
        higher = _count_disjoint(above, mine[i]) - (same > strength)
        equal = _count_disjoint(level, mine[i]) - (same >= strength) - higher
        bonus = _count_disjoint(bonuses, mine[i]) - s.options.ante * bonus_for(s, same)
        _respond(s, 0, higher / ways, equal / ways, bonus / ways, outlook[:, i])


@compiled
def _respond_roughly(
    s: Casino, after: int, cards: Array, mine: Array, theirs: Array, bonuses: Array, outlook: Array
) -> None:
    """A player draws as if nobody else had drawn, and so many come after him."""
    ways = _number_of_draws(len(cards))
    bonus = bonuses[-1, -1] / ways
    to_above = to_level = len(theirs) - 1
    for i in range(len(mine) - 1, -1, -1):
        strength = mine[i] >> _DRAW_BITS
        while to_level >= 0 and theirs[to_level] >> _DRAW_BITS >= strength:
            to_level -= 1
        while to_above >= 0 and theirs[to_above] >> _DRAW_BITS > strength:
            to_above -= 1
        higher, equal = len(theirs) - 1 - to_above, to_above - to_level
        _respond(s, after, higher / ways, equal / ways, bonus, outlook[:, i])


@compiled
def _respond(
    s: Casino, after: int, higher: float, equal: float, bonus: float, outlook: Array
) -> None:
    """Who has these chances plays if it pays him; then one's own chance and the pot are others."""
    unit, level = s.options.ante, outlook[_EQUAL]
    gain = (higher + equal / (2.0 + level)) * (outlook[_POT] + unit) * _SURVIVES**after
    if gain + bonus > unit:
        outlook[_CHANCE] *= 1.0 - higher - equal + equal * (1.0 + level) / (2.0 + level)
        outlook[_POT] += unit


# Who is there ---------------------------------------------------------------------------------


@compiled
def _unseen(s: Casino) -> Array:
    """The codes of the cards that lie nowhere face up."""
    seen = upcards.mask(s.up, s.seats)
    cards = np.empty(DECK, np.int64)
    n = 0
    for card in range(DECK):
        if not seen >> card & 1:
            cards[n] = card
            n += 1
    return cards[:n]


@compiled
def strength_to_match(s: Casino, p: int) -> int:
    """The strength below which a completed hand of seat p is beaten at once (K3)."""
    level = 0
    for q in range(s.seats.n):
        if q != p and s.seats.live[q]:
            level = max(level, s.up.strength[q])
    return level


@compiled
def _count_equal(s: Casino, p: int, strength: int) -> int:
    """How many players' hands the pot is split with at a strength (K4)."""
    level = 0
    for q in range(bank(s)):
        level += q != p and s.seats.live[q] and s.up.strength[q] == strength
    return level


@compiled
def count_to_act(s: Casino, p: int) -> int:
    """How many live players have still to decide after seat p."""
    n = 0
    for q in range(bank(s)):
        n += q != p and s.seats.live[q] and s.up.size[q] < COMPLETE
    return n


@compiled
def next_to_act(s: Casino, done: Array) -> int:
    """The lowest live hand of two cards that is not done."""
    low = NOBODY
    for q in range(bank(s)):
        comes = s.seats.live[q] and s.up.size[q] < COMPLETE and not done[q]
        if comes and (low == NOBODY or upcards.is_lower(s.up, q, low, suit_rank(s))):
            low = q
    return low


# Draws ----------------------------------------------------------------------------------------


@compiled
def _number_of_draws(n: int) -> int:
    """In how many ways three of n cards come."""
    return n * (n - 1) * (n - 2) // 6


@compiled
def _list_draws(s: Casino, p: int, cards: Array, least: int) -> tuple[Array, Array]:
    """Every draw that brings seat p to a strength, and a table of the bonuses of all draws.

    A draw is `strength << 18 | place << 12 | place << 6 | place`; the table is as `_add` makes it.
    """
    n, unit = len(cards), s.options.ante
    found = np.empty(_number_of_draws(n), np.int64)
    bonuses = np.zeros((n + 1, n + 1), np.int64)
    h = s.up.held[p]
    m = 0
    for i in range(n):
        one = hands.take((h[0], h[1], h[2], h[3], h[4], h[5]), cards[i])
        for j in range(i + 1, n):
            two = hands.take(one, cards[j])
            for k in range(j + 1, n):
                strength = hands.strength(hands.take(two, cards[k]))
                draw = _to_int64(strength) << _DRAW_BITS | i << 2 * _CARD_BITS | j << _CARD_BITS | k
                if strength >= hands.STRAIGHT << 26:
                    _add(bonuses, draw, unit * bonus_for(s, strength))
                if strength >= least:
                    found[m] = draw
                    m += 1
    return found[:m], bonuses


@compiled
def _to_int64(strength: int) -> int:
    """A strength with room above it: compiled it has 32 bits."""
    return np.int64(strength)  # type: ignore[return-value]


@compiled
def _places(draw: int) -> tuple[int, int, int]:
    """The three cards of a draw, by their places among the unseen."""
    mask = (1 << _CARD_BITS) - 1
    return draw >> 2 * _CARD_BITS & mask, draw >> _CARD_BITS & mask, draw & mask


@compiled
def _strength_with(s: Casino, q: int, cards: Array, draw: int) -> int:
    """The strength of seat q's hand with the cards of somebody's draw."""
    i, j, k = _places(draw)
    h = s.up.held[q]
    held = hands.take((h[0], h[1], h[2], h[3], h[4], h[5]), cards[i])
    return hands.strength(hands.take(hands.take(held, cards[j]), cards[k]))


@compiled
def _add(table: Array, draw: int, weight: int) -> None:
    """Count a draw in a table: in all at `[n, n]`, by card at `[i, n]`, by two at `[i, j]`."""
    i, j, k = _places(draw)
    for row, column in ((-1, -1), (i, -1), (j, -1), (k, -1), (i, j), (i, k), (j, k)):
        table[row, column] += weight


@compiled
def _count_disjoint(table: Array, draw: int) -> int:
    """What a table has of draws that share no card with this one; this one itself counts too."""
    i, j, k = _places(draw)
    one: int = table[i, -1] + table[j, -1] + table[k, -1]
    two: int = table[i, j] + table[i, k] + table[j, k]
    total: int = table[-1, -1]
    return total - one + two


# Side bets ------------------------------------------------------------------------------------


@compiled
def quickdraw_value(s: Casino) -> float:
    """What a chip on Quickdraw is worth, net, before the deal (K6)."""
    return (QUICK_WINS * (s.options.quickdraw + 1) - QUICK_DEALS) / QUICK_DEALS


@compiled
def cover_value(s: Casino) -> float:
    """What a chip on Cover is worth, net, before the deal (K6)."""
    back = 0
    for row in range(len(ROW_COUNTS)):
        times = s.options.cover[row]
        ranks = 13 - s.options.cover_from if row == 0 else 13
        back += ROW_COUNTS[row] * ranks // 13 * (times + (times > 0))
    value: float = (back - HANDS) / HANDS
    return value
