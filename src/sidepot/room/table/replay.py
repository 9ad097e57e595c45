"""A table read from its log: the state folded, and the hand in play made again."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

from sidepot.engine.hand import Hand
from sidepot.room.table import events as e
from sidepot.room.table.apply import fold
from sidepot.room.table.context import Secret, Table
from sidepot.room.table.play import check, deal_again, follow
from sidepot.room.table.state import TableState

log = logging.getLogger("sidepot.room")

SecretOf = Callable[[int], Secret]
"""The secret of a hand by its number: the fold of a hand is all that asks for it."""


def read(state: TableState | None, entries: Sequence[e.AnyEntry], secret_of: SecretOf) -> Table:
    """The table after its entries, from a snapshot or from the first on.

    Of the last hand alone the record is made: those before it are over, and need no rules.
    """
    deals = [n for n, entry in enumerate(entries) if isinstance(entry, e.HandDealt)]
    last = deals[-1] if deals else len(entries)
    table = Table(fold(state, entries[:last]))
    for entry in entries[last:]:
        table.state = fold(table.state, [entry])
        _replay(table, entry, secret_of)
    return table


def again(hand: Hand | None, entry: e.AnyEntry, secret_of: SecretOf) -> Hand | None:
    """The record of a hand after an entry. Raises whatever rules raise that cannot follow it."""
    if isinstance(entry, e.HandDealt):
        secret = secret_of(entry.hand)
        hand = deal_again(entry.game, entry.hand, entry.stacks, entry.names, secret)
        check(hand, entry.told)
    elif isinstance(entry, e.Acted) and hand:
        follow(hand, entry)
    return hand


def _replay(table: Table, entry: e.AnyEntry, secret_of: SecretOf) -> None:
    """Do what the entry does to the record of the hand, if present rules still can."""
    try:
        table.hand = again(table.hand, entry, secret_of)
    except Exception as error:  # a game's own code, which may have changed, can raise anything
        log.warning("hand_broken hand=%d error=%s", table.state.hands, type(error).__name__)
        table.hand, table.is_broken = None, True
