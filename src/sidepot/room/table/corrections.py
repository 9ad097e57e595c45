"""Corrections of chips by the host, between hands: what is refused, and what they change.

A correction names its reason, and the ledger lists it. Chips that are given count as bought, and
chips that are taken back as paid out, so nobody wins or loses by them; between two players they
change both nets, whose sum stays the same.
"""

from __future__ import annotations

from sidepot.errors import Refused
from sidepot.room.protocol.messages import Correct
from sidepot.room.table import events as e
from sidepot.room.table.names import is_visible
from sidepot.room.table.rules import REAL
from sidepot.room.table.state import Chair, Correction, TableState

MAX_CORRECTIONS = 100
"""Corrections at a table at most."""
_MOST = 10**9
"""The most chips that a stack has after a correction."""


def checked(state: TableState, command: Correct) -> str:
    """The reason of a correction, as it is shown. Raises `Refused` for one that cannot be made."""
    if state.match:
        raise Refused("room.refused_match_correction")
    if state.in_play and state.rules.cards != REAL:
        raise Refused("room.refused_correction_hand")
    if len(state.corrections) >= MAX_CORRECTIONS:
        raise Refused("room.refused_corrections", most=MAX_CORRECTIONS)
    chair = _taken(state, command.chair)
    other = None if command.other is None else _taken(state, command.other)
    reason = " ".join(command.reason.split())
    if not command.chips or command.other == command.chair or not is_visible(reason):
        raise Refused("room.refused_correction")
    for player, chips in ((chair, command.chips), (other, -command.chips)):
        if player and not 0 <= player.stack + chips <= _MOST:
            raise Refused("room.refused_correction_stack", name=player.name, n=player.stack)
    return reason


def _taken(state: TableState, number: int) -> Chair:
    """The player in a chair. Raises `Refused` if nobody sits there."""
    if number not in state.chairs:
        raise Refused("room.refused_correction_chair", chair=number)
    return state.chairs[number]


def note(state: TableState, event: e.Corrected) -> None:
    """Move the chips of a correction, and note it for the ledger."""
    chair = state.chairs[event.chair]
    other = None if event.other is None else state.chairs[event.other]
    chair.stack += event.chips
    account = state.accounts[chair.account]
    if other:
        other.stack -= event.chips
    elif event.chips > 0:
        account.bought += event.chips
    else:
        account.paid_out -= event.chips
    by = state.name_of(event.by) if event.by else ""
    to = other.account if other else None
    state.corrections.append(Correction(event.at, by, chair.account, event.chips, event.reason, to))
