"""The regular bot of Kuhn poker: a solution, for any ante and bet."""

from sidepot.cards import RANKS
from sidepot.games.kuhn import Kuhn
from sidepot.kernel import Random, Records, below, compiled
from sidepot.rules import actions
from sidepot.rules.actions import CALL, Menu

__all__ = ["PARTS", "Kuhn", "regular", "share"]

_JACK, _KING = RANKS.index("J"), RANKS.index("K")
PARTS = 1 << 20
"""Chances are compared in whole numbers out of this many."""


@compiled
def regular(views: Records, menu: Menu, rng: Random) -> int:
    """Bluff with the jack so often that a queen gains nothing by calling, and call as often."""
    s = views[0]
    last = menu.n - 1
    is_bold = menu.n > 1 and below(rng, PARTS) < share(s, menu.kind[last] == CALL)
    row = last if is_bold else 0
    return actions.encode(menu.kind[row], menu.lowest[row])


@compiled
def share(s: Kuhn, is_call: bool) -> int:
    """The frequency of betting or calling, out of `PARTS`.

    A bet of b into a pot of 2a is a bluff b times for every 2a + b kings, so that a queen gains
    nothing by calling; a queen calls so often that a jack gains nothing by bluffing.
    """
    p, pot, bet = s.seats.actor, 2 * s.options.ante, s.options.bet
    rank, is_first = s.hole.card[p, 0] >> 2, p != s.seats.button
    halves = _kings_bet(s)
    if is_call:
        better = (2 - halves) * bet if is_first else 2 * bet
        return PARTS if rank == _KING else (rank != _JACK) * _part(2 * pot - better, pot + bet)
    if not is_first:
        halves = 2
    if rank == _KING:
        return halves * PARTS // 2
    return _part(halves * bet, pot + bet) if rank == _JACK and bet < pot else 0


@compiled
def _kings_bet(s: Kuhn) -> int:
    """The first player's frequency of betting a king, in halves: always when a bet is small.

    Half the time is one of many solutions when a bet is as large as the ante.
    """
    if s.options.bet == s.options.ante:
        return 1
    return 2 if s.options.bet < s.options.ante else 0


@compiled
def _part(n: int, of: int) -> int:
    """Half of n as a part of a number, in `PARTS`; none of it below 0."""
    return max(n, 0) * PARTS // (2 * of)
