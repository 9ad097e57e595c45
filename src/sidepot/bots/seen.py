"""`SeenTable`: a `TableView` with its concealed record, for strategies that want numbers."""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, Any

from sidepot.engine.view import TableView

if TYPE_CHECKING:
    from sidepot.engine.game import Game, Hand


class SeenTable(TableView):
    """A seat's view, together with the concealed record that it was made from.

    `record`: the bytes of the concealed record, with its journal; empty where a client has not
    seen the hand from its beginning. `rules`: the game with the table's options.
    """

    record: bytes = b""
    rules: Game | None = None

    def __deepcopy__(self, memo: dict[int, Any]) -> SeenTable:
        """A copy whose rules are the same object."""
        fields: list[Any] = [deepcopy(field, memo) for field in self]
        table = SeenTable(*fields)
        table.record, table.rules = self.record, self.rules
        return table


def seen(hand: Hand, seat: int) -> SeenTable:
    """The table as a seat sees it."""
    return with_record(hand.view(seat), hand, seat)


def with_record(view: TableView, hand: Hand, seat: int) -> SeenTable:
    """A view of a hand with the record of the same, or of a hand that looks the same to a seat."""
    table = SeenTable(*view)
    table.record, table.rules = bytes(hand.peek(seat).raw), hand.game
    return table
