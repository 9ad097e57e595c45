"""The regular bot of casino Ricochet: counts every draw, and lays a side bet only if it pays."""

from sidepot.games.ricochet_casino import Casino
from sidepot.kernel import Random, Records, compiled
from sidepot.odds.casino.counting import cover_value, evaluate_play, quickdraw_value
from sidepot.rules import actions
from sidepot.rules.actions import BUY, COVER, FOLD, PASS, QUICKDRAW, Menu

__all__ = ["Casino", "regular"]


@compiled
def regular(views: Records, menu: Menu, rng: Random) -> int:
    """Buy if that has a positive value, else fold, which is worth 0; side bets by `side_bet`."""
    if menu.kind[0] == PASS:
        return side_bet(views[0], menu)
    _, _, value = evaluate_play(views[0])
    row = 1 if value > 0.0 else 0
    return actions.encode(BUY if row else FOLD, menu.lowest[row])


@compiled
def side_bet(view: Casino, menu: Menu) -> int:
    """The largest side bet allowed on the first one with a positive value, or pass."""
    for row in range(menu.n):
        kind = menu.kind[row]
        pays = kind == QUICKDRAW and quickdraw_value(view) > 0.0
        if pays or (kind == COVER and cover_value(view) > 0.0):
            return actions.encode(kind, menu.highest[row])
    return actions.encode(PASS, 0)
