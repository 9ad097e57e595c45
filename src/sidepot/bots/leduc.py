"""The bots of Leduc poker: `regular` plays by the equity of its card, the expert the solution."""

import functools

from sidepot.bots import equity
from sidepot.games.leduc import LEDUC, Leduc
from sidepot.kernel import Random, Records, below, compiled
from sidepot.odds import leduc
from sidepot.odds.sampling import Policy, action_sampler
from sidepot.rules import actions
from sidepot.rules.actions import Menu

__all__ = ["Leduc", "expert", "regular"]


@compiled
def forced(s: Leduc) -> int:
    """The forced part of the highest bet, in chips: none, as all bets are chosen."""
    return 0


sample = action_sampler(LEDUC.verbs, equity.call_down)
regular = equity.by_equity(sample, forced)


@functools.cache
def expert() -> Policy:
    """The policy of the solution (`odds.leduc`); where it does not hold, that of `regular`."""
    frequencies, parts = leduc.frequencies(), leduc.PARTS
    is_solved, place_of = leduc.is_solved, leduc.place_of

    @compiled
    def play(views: Records, menu: Menu, rng: Random) -> int:
        s = views[0]
        if not is_solved(s):
            return regular(views, menu, rng)
        at, row = place_of(s), 0
        point = below(rng, parts) - frequencies[at]
        while point >= 0 and row < menu.n - 1:
            row += 1
            point -= frequencies[at + row]
        return actions.encode(menu.kind[row], menu.lowest[row])

    return play
