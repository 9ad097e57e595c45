"""Rounds of betting (N7, P7): no-limit, pot-limit, fixed-limit; and rounds of mids (N6)."""

from sidepot.kernel import Part, Row, compiled
from sidepot.rules import actions, chips, seats
from sidepot.rules.actions import BET, CALL, CHECK, FOLD, PAY, RAISE_TO, Menu
from sidepot.rules.chips import Chips
from sidepot.rules.journal import (
    CALLED,
    CHECKED,
    FOLDED,
    OPENED,
    PAID,
    POSTED,
    RAISED,
    Journal,
    note,
)
from sidepot.rules.pots import return_uncalled
from sidepot.rules.seats import NOBODY, Seats

LIMITS = ("no-limit", "pot-limit", "fixed-limit")
_NO_LIMIT, _POT_LIMIT, FIXED_LIMIT = range(len(LIMITS))
_REMEMBERED = (1 << 48) - 1
"""The bits of `Betting.past`: eight rounds."""
CAP = 4
"""Fixed-limit: at most one bet and three raises per round."""


class Betting(Part):
    """The state of one round, in chips. Bets count within the round; antes are not bets."""

    limit: int
    to: int
    """The highest bet, which everybody has to match."""
    full: int
    """The least that a full bet or raise adds; in fixed-limit, exactly what it adds."""
    counted: int
    """Fixed-limit: the level of the last bet that counted as a full one."""
    raises: int
    """Fixed-limit: the number of bets and raises that counted."""
    bet: Row
    """The chips that each seat has put in."""
    faced: Row
    """`counted` when the seat last acted."""
    leader: int
    """One more than the seat that bet or raised last in this round; 0: nobody did."""
    times: int
    """The number of bets and raises in this round, without blinds."""
    past: int
    """Bets of earlier rounds, six bits each: the leader, and 16 times `times`, up to 3."""


@compiled
def open_round(betting: Betting, table: Seats, limit: int, smallest: int) -> None:
    """Open a round: nobody has bet, and the first live player to the dealer's left opens (N7)."""
    _clear_round(betting)
    betting.limit = limit
    betting.full = smallest
    seats.open_round(table)


@compiled
def open_mid(betting: Betting, table: Seats, mid: int) -> None:
    """Open a round of mids: everybody pays the mid or folds, and nobody raises (N6)."""
    open_round(betting, table, _NO_LIMIT, mid)
    betting.to = mid


@compiled
def post(betting: Betting, purse: Chips, journal: Journal, p: int, blind: int) -> None:
    """Post a blind or straddle: a forced bet, which its seat may still raise (T2).

    A short stack posts all it has, but the others call the whole blind. A post sets the smallest
    raise; in fixed-limit it counts as the number of full bets that it contains.
    """
    paid = min(blind, purse.stack[p])
    betting.bet[p] += paid
    chips.bet(purse, journal, POSTED, p, paid)
    if blind > betting.to:
        betting.to = blind
        if betting.limit == FIXED_LIMIT:
            betting.counted = betting.raises = 0  # lower posts are not bets of their own
            count_fixed(betting, blind)
            betting.raises = max(betting.raises, blind // betting.full)
        else:
            betting.full = max(betting.full, blind)


@compiled
def is_settled(purse: Chips, table: Seats) -> bool:
    """Whether betting is over because all live players but at most one are all-in (C6)."""
    able = 0
    for p in range(table.n):
        able += table.live[p] and purse.stack[p] > 0
    return able < 2


@compiled
def to_act(betting: Betting, purse: Chips, table: Seats) -> int:
    """The next seat to act, to the left of the last to act, or `NOBODY` when the round is over."""
    for k in range(1, table.n + 1):
        p = seats.leftward(table, table.actor, k)
        if _is_due(betting, purse, table, p):
            return p
    return NOBODY


@compiled
def _is_due(betting: Betting, purse: Chips, table: Seats, p: int) -> bool:
    """Whether a seat still has to act; nobody has to pay into players who cannot answer (C6)."""
    if not table.live[p] or purse.stack[p] == 0:
        return False
    if table.acted[p] and betting.bet[p] >= betting.to:
        return False
    for q in range(table.n):
        if q != p and table.live[q] and (purse.stack[q] > 0 or purse.paid[q] > purse.paid[p]):
            return True
    return False


@compiled
def may_raise(betting: Betting, purse: Chips, table: Seats, p: int) -> bool:
    """Whether a seat may bet or raise: betting is open to it, and it and another can (N7, C6)."""
    if betting.bet[p] + purse.stack[p] <= betting.to or not is_open(betting, table, p):
        return False
    for q in range(table.n):
        if q != p and table.live[q] and betting.bet[q] + purse.stack[q] > betting.to:
            return True
    return False


@compiled
def is_open(betting: Betting, table: Seats, p: int) -> bool:
    """Whether raising is open to a seat: after it has acted, only if there was a full raise.

    In fixed-limit a bet that counted must have come since, and the cap must not be reached.
    Elsewhere what the seat has to add must amount to a full raise: short all-ins add up.
    """
    if betting.limit == FIXED_LIMIT:
        since = not table.acted[p] or betting.counted > betting.faced[p]
        return since and betting.raises < CAP
    return not table.acted[p] or betting.to - betting.bet[p] >= betting.full


@compiled
def offer(betting: Betting, purse: Chips, table: Seats, menu: Menu) -> None:
    """Offer fold; check or call; bet or raise, or all-in for less with a short stack (N7)."""
    p = table.actor
    owed = min(betting.to - betting.bet[p], purse.stack[p])
    actions.offer(menu, FOLD)
    if owed > 0:
        actions.offer_range(menu, CALL, owed, owed)
    else:
        actions.offer(menu, CHECK)
    if may_raise(betting, purse, table, p):
        most = _highest(betting, purse, table, p)
        kind = RAISE_TO if betting.to > 0 else BET
        actions.offer_range(menu, kind, min(lowest(betting), most), most)


@compiled
def lowest(betting: Betting) -> int:
    """The smallest full bet or raise, as a level; in fixed-limit it may complete a short one."""
    last = betting.counted if betting.limit == FIXED_LIMIT else betting.to
    return last + betting.full


@compiled
def completes(betting: Betting, level: int) -> bool:
    """Whether a level makes a full bet of a bring-in, or of an all-in that did not count as one.

    Only fixed-limit has that (N7).
    """
    is_short = betting.limit == FIXED_LIMIT and betting.counted < betting.to
    return is_short and level == betting.counted + betting.full


@compiled
def _highest(betting: Betting, purse: Chips, table: Seats, p: int) -> int:
    """The highest level that a seat may bet or raise to: all-in, or what the limit allows (N7)."""
    everything: int = betting.bet[p] + purse.stack[p]
    if betting.limit == _NO_LIMIT:
        return everything
    if betting.limit == FIXED_LIMIT:
        return min(everything, lowest(betting))
    called: int = 2 * betting.to - betting.bet[p] + chips.pot(purse, table)
    return min(everything, max(called, betting.full))


@compiled
def act(betting: Betting, purse: Chips, table: Seats, journal: Journal, action: int) -> None:
    """Apply the action of the player to act."""
    p, kind = table.actor, actions.kind(action)
    if kind == FOLD:
        seats.leave(table, journal, p, FOLDED)
    elif kind == CHECK:
        note(journal, CHECKED, p)
    elif kind in (CALL, PAY):
        event = CALLED if kind == CALL else PAID
        amount = min(betting.to - betting.bet[p], purse.stack[p])
        betting.bet[p] += amount
        chips.bet(purse, journal, event, p, amount)
    else:
        raise_to(betting, purse, journal, p, actions.amount(action))
    table.acted[p] = 1
    betting.faced[p] = betting.counted


@compiled
def raise_to(betting: Betting, purse: Chips, journal: Journal, p: int, level: int) -> None:
    """Bet or raise to a level; the journal counts 1 where that completes a bet."""
    event = RAISED if betting.to > 0 else OPENED
    done = int(completes(betting, level))
    chips.bet_to(purse, journal, event, p, level, level - betting.bet[p], done)
    betting.bet[p] = level
    if betting.limit == FIXED_LIMIT:
        count_fixed(betting, level)
    else:
        betting.full = max(betting.full, level - betting.to)
    betting.to = level
    betting.leader = p + 1
    betting.times += 1


@compiled
def count_fixed(betting: Betting, level: int) -> None:
    """Count a bet or raise if it adds at least half of the full size (N7)."""
    if 2 * (level - betting.counted) >= betting.full:
        betting.counted = level
        betting.raises += 1


@compiled
def close_round(betting: Betting, purse: Chips, table: Seats, journal: Journal) -> None:
    """Collect the bets into the pots, and return what nobody matched (C3)."""
    led = betting.leader | min(betting.times, 3) << 4
    betting.past = (betting.past << 6 | led) & _REMEMBERED
    _clear_round(betting)
    return_uncalled(purse, table, journal)


@compiled
def clear(betting: Betting) -> None:
    """Reset: a hand begins, and no round is open."""
    _clear_round(betting)
    betting.past = 0


@compiled
def _clear_round(betting: Betting) -> None:
    """Reset what a round has: none is open."""
    betting.limit = betting.to = betting.full = betting.counted = betting.raises = 0
    betting.bet[:] = 0
    betting.faced[:] = 0
    betting.leader = betting.times = 0
