"""Summaries for lists: one line for a table, one line for a hand that has ended."""

from __future__ import annotations

from sidepot.engine.hand import Hand
from sidepot.protocol.resources import HandLine, TableLine
from sidepot.room.table.phase import phase
from sidepot.room.table.rules import game_view
from sidepot.room.table.state import TableState


def table_line(table: str, state: TableState, people: int) -> TableLine:
    """The summary of a table; `people` is the number of connected guests."""
    return TableLine(
        table=table,
        name=state.name,
        games=[game_view(plan) for plan in state.rules.games],
        chairs=state.rules.chairs,
        taken=len(state.chairs),
        people=people,
        phase=phase(state),
        least=state.rules.least,
        most=state.rules.most,
    )


def hand_line(state: TableState, hand: Hand | None, at: int) -> HandLine:
    """The summary of the hand that has just ended; nets in chips, `at` in ms since 1970."""
    playing = state.playing
    assert playing is not None
    nets = [0] * len(playing.chairs) if hand is None or playing.is_void else list(hand.payoffs)
    return HandLine(
        hand=playing.hand,
        at=at,
        game=playing.game.name,
        names=[state.accounts[account].name for account in playing.accounts],
        nets=nets,
        is_void=playing.is_void,
    )
