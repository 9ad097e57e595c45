"""Each seat's share of the chips in play, from random deals, for a spectator.

Nobody folds or bets from here on, and everybody buys the most: what is shown is what the cards are
worth, not what the players will do with them.
"""

from __future__ import annotations

import time

from sidepot import kernel
from sidepot.engine.action import Action
from sidepot.engine.game import Game
from sidepot.kernel import Fields, Records, column
from sidepot.rules import actions
from sidepot.rules.actions import Menu
from sidepot.rules.seats import NOBODY

_STAYING = (*actions.STAYING, actions.KEEP, actions.DECLINE, actions.PASS)
"""Kinds that stay in without adding chips; the first one offered is taken."""
_MOST_TURNS = 500
"""Decisions after which a deal counts for nobody."""


def shares(
    game: Game, view: Records, *, deals: int, seed: int, seconds: float | None = None
) -> list[float] | None:
    """Each seat's part of what is won, from a concealed record (`Hand.record`); they add up to 1.

    None against a bank, whose chips are in no pot, and where nothing was won in any deal. Ends
    after `seconds`, but not before the first deal.
    """
    if game.banked:
        return None
    fields = kernel.fields(view)
    won = [0] * int(fields.seats.n)
    if fields.seats.actor == NOBODY:
        won = list(column(fields.chips, "won", len(won)))
        deals = 0
    until = None if seconds is None else time.monotonic() + seconds
    rng = kernel.generator(seed, 0)
    for _ in range(deals):
        end = _played_out(game, view, rng)
        if end is not None:
            won = [
                n + more for n, more in zip(won, column(end.chips, "won", len(won)), strict=True)
            ]
        if until is not None and time.monotonic() >= until:
            break
    total = sum(won)
    return [n / total for n in won] if total else None


def _played_out(game: Game, view: Records, rng: Records) -> Fields | None:
    """The end of the hand from one random deal; None if it does not come to an end."""
    rows = kernel.copy(view)
    game.entry.redeal(rows, rng)
    fields = kernel.fields(rows)
    menus = kernel.batch(kernel.record(Menu))
    menu = kernel.fields(menus)
    for _ in range(_MOST_TURNS):
        if fields.seats.actor == NOBODY:
            return fields
        game.entry.menu(rows, menus)
        game.entry.step(rows, _staying(menu))
    return None


def _staying(menu: Fields) -> int:
    """The action that stays in at the least price, and buys the most cards."""
    n = int(menu.n)
    rows = {kind: row for row, kind in enumerate(column(menu, "kind", n))}
    for kind in _STAYING:
        if kind in rows:
            return _action(kind, column(menu, "lowest", n)[rows[kind]])
    kind = next((kind for kind in rows if kind != actions.FOLD), actions.FOLD)
    name = "highest" if kind == actions.BUY else "lowest"
    return _action(kind, column(menu, name, n)[rows[kind]])


def _action(kind: int, amount: int) -> int:
    return Action(actions.NAMES[kind], amount).number
