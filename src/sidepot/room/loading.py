"""A table read from its log: the state folded, and the hand in play made again."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable

from sidepot.room import entries as e
from sidepot.room.fold import fold
from sidepot.room.playing import check, deal_again, follow
from sidepot.room.scene import Secret, Table
from sidepot.room.state import TableState

log = logging.getLogger("sidepot.room")

SecretOf = Callable[[int], Secret]
"""The secret of a hand by its number: the fold of a hand is all that asks for it."""


def read(state: TableState | None, entries: Iterable[e.AnyEntry], secret_of: SecretOf) -> Table:
    """The table after its entries, from a snapshot or from the first on."""
    table: Table | None = Table(state) if state else None
    for entry in entries:
        folded = fold(table.state if table else None, [entry])
        table = table or Table(folded)
        _replay(table, entry, secret_of)
    assert table is not None
    return table


def _replay(table: Table, entry: e.AnyEntry, secret_of: SecretOf) -> None:
    """Do what the entry does to the record of the hand, if present rules still can."""
    try:
        if isinstance(entry, e.HandDealt):
            table.hand, table.is_broken = None, False
            secret = secret_of(entry.hand)
            table.hand = deal_again(entry.game, entry.hand, entry.stacks, entry.names, secret)
            check(table.hand, entry.told)
        elif isinstance(entry, e.Acted) and table.hand:
            follow(table.hand, entry)
    except Exception as error:  # a game's own code, which may have changed, can raise anything
        log.warning("hand_broken hand=%d error=%s", table.state.hands, type(error).__name__)
        table.hand, table.is_broken = None, True
