"""The candidate actions of a menu: all of them, but only a few of many amounts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sidepot.engine.action import Action, Legal
from sidepot.kernel import Fields
from sidepot.odds.sampling import MOST_SETS
from sidepot.rules import actions, chips

_PARTS = ((1, 3), (1, 2), (2, 3), (1, 1))
"""The bets that are tried, as parts of the pot after a call; and all-in, or the highest."""
_MOST = 16
"""The most amounts that are tried of another range; of sets of cards `MOST_SETS`."""


def candidates(legal: Legal, s: Fields, own: Iterable[int]) -> list[int]:
    """The actions to try, as numbers, in the order of the menu; `own` are those of the strategy."""
    known = set(own)
    found: list[int] = []
    for row in legal.ranges:
        kind = row.kind_number
        amounts = set(_amounts(kind, row.lowest, row.highest, s))
        amounts |= {actions.amount(action) for action in known if actions.kind(action) == kind}
        found += [
            actions.encode(kind, n) for n in sorted(amounts) if row.lowest <= n <= row.highest
        ]
    return found


def _amounts(kind: int, lowest: int, highest: int, s: Fields) -> Sequence[int]:
    if kind not in actions.LEVELS:
        most = MOST_SETS if kind in actions.SETS else _MOST
        n = min(highest - lowest + 1, most)
        return [lowest + (highest - lowest) * k // max(n - 1, 1) for k in range(n)]
    owed, front = _owed(s)
    pot = int(chips.pot(s.chips, s.seats)) + owed
    return [*(min(max(front + owed + pot * a // b, lowest), highest) for a, b in _PARTS), highest]


def _owed(s: Fields) -> tuple[int, int]:
    """The chips that the seat to act owes, and those it has bet in this round."""
    if not hasattr(s, "betting"):
        return 0, 0
    front = int(s.betting.bet[s.seats.actor])
    return max(int(s.betting.to) - front, 0), front


def text(action: int, legal: Legal) -> str:
    """An action as it is typed."""
    return str(legal.check(Action.decode(action)))
