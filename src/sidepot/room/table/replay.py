"""A table restored from its log: its events applied, and the hand in play replayed."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

from sidepot.engine.game import Hand
from sidepot.room.table import events as e
from sidepot.room.table.apply import apply
from sidepot.room.table.context import Secret
from sidepot.room.table.loaded import LoadedTable
from sidepot.room.table.play import check_checksum, deal_hand, replay_action
from sidepot.room.table.position import position
from sidepot.room.table.state import TableState

_log = logging.getLogger("sidepot.room")

SecretOf = Callable[[int], Secret]
"""Returns the secret of a hand by its number; called only to replay that hand."""


def replay(
    state: TableState | None, events: Sequence[e.AnyEvent], secret_of: SecretOf
) -> LoadedTable:
    """The table after the events that follow a snapshot, or after all events if `state` is None.

    Only the last hand is replayed into a record: those before it are over and need no rules. If
    present rules cannot replay it, the table comes back with `is_broken` set. `sealed` is not set.
    """
    deals = [n for n, event in enumerate(events) if isinstance(event, e.HandDealt)]
    last = deals[-1] if deals else len(events)
    table = LoadedTable(apply(state, events[:last]))
    for event in events[last:]:
        apply(table.state, [event])
        _replay_record(table, event, secret_of)
    if table.state.real is not None:
        _read_position(table)
    return table


def _read_position(table: LoadedTable) -> None:
    """Play a hand with real cards by its log, or mark the table as broken."""
    try:
        table.real = position(table.state)
    except Exception as error:  # a game's own code, which may have changed, can raise anything
        _log.warning("hand_broken hand=%d error=%s", table.state.hands, type(error).__name__)
        table.is_broken = True


def replay_event(hand: Hand | None, event: e.AnyEvent, secret_of: SecretOf) -> Hand | None:
    """The record of a hand after an event. Raises whatever the game raises if it cannot follow."""
    if isinstance(event, e.HandDealt):
        secret, kept = secret_of(event.hand), event.kept
        hand = deal_hand(event.game, event.hand, event.stacks, event.names, secret, kept)
        check_checksum(hand, event.checksum)
    elif isinstance(event, e.Acted) and hand:
        replay_action(hand, event)
    return hand


def _replay_record(table: LoadedTable, event: e.AnyEvent, secret_of: SecretOf) -> None:
    """Replay an event into the table's record, or mark the table as broken."""
    try:
        if isinstance(event, e.HandDealt):
            table.secret = secret = secret_of(event.hand)
            table.hand = replay_event(table.hand, event, lambda _: secret)
        else:
            table.hand = replay_event(table.hand, event, secret_of)
    except Exception as error:  # a game's own code, which may have changed, can raise anything
        _log.warning("hand_broken hand=%d error=%s", table.state.hands, type(error).__name__)
        table.hand, table.is_broken = None, True
