"""Refusals of one table, remembered so that the same id gets the same answer."""

from __future__ import annotations

from collections import OrderedDict

from sidepot.errors import CannotWrite, UserError
from sidepot.protocol.messages import Refusal
from sidepot.protocol.views import sentence_of
from sidepot.room.table.loaded import LoadedTable
from sidepot.room.views.table_view import menu_for

_MOST = 256
"""Refusals that are remembered."""


class Refusals:
    """The last refusals, by guest and by the id of the command."""

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[str, str], Refusal] = OrderedDict()

    def known(self, guest: str, id: str) -> Refusal | None:
        """The refusal that a command has had already."""
        return self._known.get((guest, id))

    def add(self, guest: str, id: str, error: UserError, table: LoadedTable | None) -> Refusal:
        """Refuse a command; with a table the refusal says what may be done instead.

        What was refused because nothing could be stored may be tried again under the same id.
        """
        menu = []
        if table and table.state.in_play:
            menu = menu_for(table.hand, table.state.seat_of(guest))
        refusal = Refusal(id=id, reason=sentence_of(error.message), menu=menu)
        if not isinstance(error, CannotWrite):
            self._known[guest, id] = refusal
            while len(self._known) > _MOST:
                self._known.popitem(last=False)
        return refusal
