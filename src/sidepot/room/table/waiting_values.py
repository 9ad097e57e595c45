"""Values that games keep from hand to hand, waiting for the next hand.

A player's values move with them from seat to seat, wait while they sit out, and end when they
leave their chair. A card of theirs returns to the deck of a hand that they are not dealt in to.
Chips in the pot wait until a hand takes them up or they are shared (`waiting_pots`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sidepot.engine import keeping
from sidepot.engine.game import Hand
from sidepot.engine.kept import POT
from sidepot.room.protocol.table_rules import GamePlan
from sidepot.room.table import events as e
from sidepot.room.table.rules import game_of
from sidepot.room.table.state import TableState, WaitingValues


def kept_for(state: TableState, plan: GamePlan, chairs: Sequence[int]) -> dict[str, Any] | None:
    """Values for the next hand of a game, dealt to some chairs; None if it keeps none."""
    game = game_of(plan)
    if not game.keeps:
        return None
    waiting = _of(state, plan) or WaitingValues(plan, {}, {})
    accounts = [state.chairs[number].account for number in chairs]
    return keeping.join(game, waiting.table, [waiting.players.get(key, {}) for key in accounts])


def keeps_of(hand: Hand) -> e.Keeps | None:
    """Values that a hand leaves to the next one; None in a game that keeps none."""
    return e.Keeps(*keeping.split(hand.game, hand.keeps)) if hand.game.keeps else None


def keep(state: TableState, event: e.HandEnded) -> None:
    """Note what a hand keeps, unless its game has been taken off the list."""
    playing = state.playing
    if event.keeps is None or playing is None:
        return
    before = _of(state, playing.game)
    others = [waiting for waiting in state.kept if waiting is not before]
    each = dict(zip(playing.accounts, map(dict, event.keeps.each), strict=False))
    players = {**(before.players if before else {}), **each}
    state.kept = [*others, WaitingValues(playing.game, event.keeps.table, players)]
    drop_games(state)


def put_back_cards(state: TableState, plan: GamePlan, accounts: Sequence[str]) -> None:
    """Forget the cards of all but those who are dealt in to a hand: they are in its deck."""
    waiting = _of(state, plan)
    for account, own in waiting.players.items() if waiting else ():
        if account not in accounts:
            cards = [name for name, value in own.items() if isinstance(value, str)]
            for name in cards:
                del own[name]


def drop_player(state: TableState, account: str) -> None:
    """Forget what is a player's who has left their chair; with the last one all begins anew."""
    for waiting in state.kept:
        waiting.players.pop(account, None)
    if not state.chairs:
        state.kept = _pots_alone(state.kept)


def drop_games(state: TableState) -> None:
    """Forget what is kept for games that are not on the list any more, but not their pots."""
    listed = [waiting for waiting in state.kept if waiting.game in state.rules.games]
    others = [waiting for waiting in state.kept if waiting.game not in state.rules.games]
    state.kept = [*listed, *_pots_alone(others)]


def drop_pot(state: TableState, plan: GamePlan) -> None:
    """Note that the chips in the pot of a game have been shared."""
    waiting = _of(state, plan)
    if waiting:
        waiting.table = {name: value for name, value in waiting.table.items() if name != POT}
        drop_games(state)


def _pots_alone(values: Sequence[WaitingValues]) -> list[WaitingValues]:
    """Some values without all but the chips in the pots."""
    pots = [(waiting.game, keeping.pot_in(waiting.table)) for waiting in values]
    return [WaitingValues(plan, {POT: chips}, {}) for plan, chips in pots if chips]


def _of(state: TableState, plan: GamePlan) -> WaitingValues | None:
    return next((waiting for waiting in state.kept if waiting.game == plan), None)
