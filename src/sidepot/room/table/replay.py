"""A table from its log: the events applied, and the hand in play replayed."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

from sidepot.engine.hand import Hand
from sidepot.room.table import events as e
from sidepot.room.table.apply import apply
from sidepot.room.table.context import Secret
from sidepot.room.table.loaded import LoadedTable
from sidepot.room.table.play import check, deal_again, follow
from sidepot.room.table.state import TableState

_log = logging.getLogger("sidepot.room")

SecretOf = Callable[[int], Secret]
"""The secret of a hand by its number; only replaying a hand asks for it."""


def replay(
    state: TableState | None, events: Sequence[e.AnyEvent], secret_of: SecretOf
) -> LoadedTable:
    """The table after its events, from a snapshot or from the first on.

    Of the last hand alone the record is made: those before it are over, and need no rules.
    """
    deals = [n for n, event in enumerate(events) if isinstance(event, e.HandDealt)]
    last = deals[-1] if deals else len(events)
    table = LoadedTable(apply(state, events[:last]))
    for event in events[last:]:
        apply(table.state, [event])
        _replay_record(table, event, secret_of)
    return table


def replay_event(hand: Hand | None, event: e.AnyEvent, secret_of: SecretOf) -> Hand | None:
    """The record of a hand after an event. Raises whatever rules raise that cannot follow it."""
    if isinstance(event, e.HandDealt):
        secret = secret_of(event.hand)
        hand = deal_again(event.game, event.hand, event.stacks, event.names, secret)
        check(hand, event.checksum)
    elif isinstance(event, e.Acted) and hand:
        follow(hand, event)
    return hand


def _replay_record(table: LoadedTable, event: e.AnyEvent, secret_of: SecretOf) -> None:
    """Do what the event does to the record of the hand, if present rules still can."""
    try:
        table.hand = replay_event(table.hand, event, secret_of)
    except Exception as error:  # a game's own code, which may have changed, can raise anything
        _log.warning("hand_broken hand=%d error=%s", table.state.hands, type(error).__name__)
        table.hand, table.is_broken = None, True
