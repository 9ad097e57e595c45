"""Casino Ricochet by enumeration: the value of three more cards (K3, K5), and the side bets (K6).

Every draw of the player to act is counted. With at most one player still to act the value is exact:
all of that player's remaining draws are counted too, and they respond as is best for them. With
more players still to act their draws are taken as independent of each other and of the player's
own, which is an estimate. An odd chip of a split pot counts as halves.
"""

import numpy as np

from sidepot import hands
from sidepot.games.ricochet_casino import BOUGHT, PLAYERS, Casino, bank, bonus_for, suit_rank
from sidepot.kernel import Array, compiled, readable
from sidepot.rules import chips, upcards
from sidepot.rules.seats import NOBODY
from sidepot.rules.upcards import COMPLETE

_SURVIVES = 0.85
"""The probability to keep the lead against each player still to act, as players estimate it."""
EXACT = 1
"""The most players still to act with which the value is exact."""
_DRAW_BITS, _CARD_BITS = 18, 6
"""A draw is one integer: its three cards as indices into the unseen cards, below the strength."""
DECK = 52

HANDS = 2_598_960
"""The number of hands of five cards."""
ROW_COUNTS = readable(
    np.array([1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4], np.int64)
)
"""The number of those in each row of a pay table."""
QUICK_DEALS = HANDS * 1_081
"""The number of ways to deal the bank five cards and a player two."""
QUICK_WINS = 418_486_560
"""The number of those in which Quickdraw wins."""


# A decision -----------------------------------------------------------------------------------

_CHANCE, _POT, _EQUAL = range(3)
"""The outlook of a draw that is not beaten at once: its expected share of the pot, from the chance
that it holds; the pot after it, in chips; the number of complete hands of the same strength."""


@compiled
def evaluate_play(s: Casino) -> tuple[float, float, float]:
    """Three more cards for the player to act: a chance, a bonus and a value.

    The probability that the hand is not beaten at once, the mean bonus, and the value of it all,
    net from now on; both in chips.
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
    """Let the players after seat p respond to each of its draws, one player after the other."""
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
    """Let seat q draw from the cards that each draw leaves, by inclusion and exclusion."""
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
    """Let a player draw as if nobody else had drawn, with `after` players still to act."""
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
    """Update a draw's outlook for one more player, who plays if that has a positive value.

    `higher` and `equal`: the probabilities of a stronger and of an equally strong hand; `bonus` in
    chips; `after`: how many players act after them.
    """
    unit, level = s.options.ante, outlook[_EQUAL]
    gain = (higher + equal / (2.0 + level)) * (outlook[_POT] + unit) * _SURVIVES**after
    if gain + bonus > unit:
        outlook[_CHANCE] *= 1.0 - higher - equal + equal * (1.0 + level) / (2.0 + level)
        outlook[_POT] += unit


# Seats ----------------------------------------------------------------------------------------


@compiled
def _unseen(s: Casino) -> Array:
    """The codes of the unseen cards."""
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
    """The number of other players' hands of this strength, which split the pot (K4)."""
    level = 0
    for q in range(bank(s)):
        level += q != p and s.seats.live[q] and s.up.strength[q] == strength
    return level


@compiled
def count_to_act(s: Casino, p: int) -> int:
    """The number of live players other than seat p who have still to act."""
    n = 0
    for q in range(bank(s)):
        n += q != p and s.seats.live[q] and s.up.size[q] < COMPLETE
    return n


@compiled
def next_to_act(s: Casino, done: Array) -> int:
    """The lowest live hand of two cards that is not `done`, `NOBODY` if there is none."""
    low = NOBODY
    for q in range(bank(s)):
        comes = s.seats.live[q] and s.up.size[q] < COMPLETE and not done[q]
        if comes and (low == NOBODY or upcards.is_lower(s.up, q, low, suit_rank(s))):
            low = q
    return low


# Draws ----------------------------------------------------------------------------------------


@compiled
def _number_of_draws(n: int) -> int:
    """The number of ways to draw three of n cards."""
    return n * (n - 1) * (n - 2) // 6


@compiled
def _list_draws(s: Casino, p: int, cards: Array, least: int) -> tuple[Array, Array]:
    """Every draw with which seat p has at least a strength, and a table of all draws' bonuses.

    A draw is `strength << 18 | index << 12 | index << 6 | index`; for the table see `_add`.
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
    """A strength as 64 bits, to be shifted: compiled code has it in 32 bits."""
    return np.int64(strength)  # type: ignore[return-value]


@compiled
def _places(draw: int) -> tuple[int, int, int]:
    """The three cards of a draw, as indices into the unseen cards."""
    mask = (1 << _CARD_BITS) - 1
    return draw >> 2 * _CARD_BITS & mask, draw >> _CARD_BITS & mask, draw & mask


@compiled
def _strength_with(s: Casino, q: int, cards: Array, draw: int) -> int:
    """The strength of seat q's hand with the cards of a draw."""
    i, j, k = _places(draw)
    h = s.up.held[q]
    held = hands.take((h[0], h[1], h[2], h[3], h[4], h[5]), cards[i])
    return hands.strength(hands.take(hands.take(held, cards[j]), cards[k]))


@compiled
def _add(table: Array, draw: int, weight: int) -> None:
    """Add a draw's weight to a table: in total `[n, n]`, by card `[i, n]`, by pair `[i, j]`."""
    i, j, k = _places(draw)
    for row, column in ((-1, -1), (i, -1), (j, -1), (k, -1), (i, j), (i, k), (j, k)):
        table[row, column] += weight


@compiled
def _count_disjoint(table: Array, draw: int) -> int:
    """The weight in a table of the draws that share no card with this one, plus this one's own."""
    i, j, k = _places(draw)
    one: int = table[i, -1] + table[j, -1] + table[k, -1]
    two: int = table[i, j] + table[i, k] + table[j, k]
    total: int = table[-1, -1]
    return total - one + two


# Side bets ------------------------------------------------------------------------------------


@compiled
def quickdraw_value(s: Casino) -> float:
    """The value of a chip on Quickdraw before the deal, net, in chips (K6)."""
    return (QUICK_WINS * (s.options.quickdraw + 1) - QUICK_DEALS) / QUICK_DEALS


@compiled
def cover_value(s: Casino) -> float:
    """The value of a chip on Cover before the deal, net, in chips (K6)."""
    back = 0
    for row in range(len(ROW_COUNTS)):
        times = s.options.cover[row]
        ranks = 13 - s.options.cover_from if row == 0 else 13
        back += ROW_COUNTS[row] * ranks // 13 * (times + (times > 0))
    value: float = (back - HANDS) / HANDS
    return value
