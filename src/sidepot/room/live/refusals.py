"""The last refusals of one table, remembered so that the same id gets the same answer."""

from __future__ import annotations

from collections import OrderedDict

from sidepot.errors import CannotWrite, UserError
from sidepot.protocol.messages import Refusal
from sidepot.protocol.views import sentence_of
from sidepot.room.table.loaded import LoadedTable
from sidepot.room.views.table_view import menu_for

_MAX_REFUSALS = 256
"""Refusals that are remembered at most."""


class Refusals:
    """The last refusals, by guest and by the id of the command."""

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[str, str], Refusal] = OrderedDict()

    def known(self, guest: str, id: str) -> Refusal | None:
        """The refusal that a guest's command with this id has had, or None."""
        return self._known.get((guest, id))

    def add(self, guest: str, id: str, error: UserError, table: LoadedTable | None) -> Refusal:
        """A refusal of a command; with a table, it has the menu of the guest's seat.

        It is remembered, unless nothing could be stored (`CannotWrite`): then the client may try
        again with the same id.
        """
        menu = []
        if table and table.state.in_play:
            menu = menu_for(table.hand, table.state.seat_of(guest))
        refusal = Refusal(id=id, reason=sentence_of(error.message), menu=menu)
        if not isinstance(error, CannotWrite):
            self._known[guest, id] = refusal
            while len(self._known) > _MAX_REFUSALS:
                self._known.popitem(last=False)
        return refusal
