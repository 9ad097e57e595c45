"""The past of a hand as text: everything that a seat has seen and done, verb after verb."""

from __future__ import annotations

import re
from typing import Any

from sidepot import kernel
from sidepot.lab.envs.position import Table
from sidepot.rules.seats import NOBODY

_ZEROS = re.compile("(00){2,}")


class Past:
    """The record after a verb, and the past before it.

    A text begins with the events of the deal. Each verb adds what the seat itself did, if it was to
    act, and the change of its concealed record, with the verb's events.
    """

    __slots__ = ("_texts", "actor", "before", "record", "table", "verb")

    def __init__(
        self, table: Table, before: Past | None, actor: int, verb: int, record: bytes
    ) -> None:
        """`actor` did `verb`, which led from `before` to `record`."""
        self.table, self.before = table, before
        self.actor, self.verb, self.record = actor, verb, record
        self._texts: dict[int, str] = {}

    def text(self, viewer: int) -> str:
        """The text of a seat, or of the rail."""
        waiting, past = list[Past](), self
        while viewer not in past._texts and past.before is not None:
            waiting.append(past)
            past = past.before
        text = past._texts.get(viewer) or past._first(viewer)
        past._texts[viewer] = text
        for later in reversed(waiting):
            text = later._texts[viewer] = f"{text} {later._added(viewer)}"
        return text

    def resampled(self, viewer: int, record: bytes) -> Past:
        """The same past with another record that looks the same to a viewer.

        The others remember what everybody has seen: the cards that they had are no longer theirs.
        """
        past = Past(self.table, None, NOBODY, 0, record)
        for seat in range(NOBODY, self.table.seats):
            past._texts[seat] = self.text(viewer if seat == viewer else NOBODY)
        return past

    def _first(self, viewer: int) -> str:
        """The events of the deal."""
        fields: Any = self.table.game.layout().fields
        journal, at, *_ = fields["journal"]
        return as_text(self._seen(viewer)[at : at + journal.itemsize])

    def _added(self, viewer: int) -> str:
        """The events that the verb added."""
        assert self.before is not None
        then, now = self.before._seen(viewer), self._seen(viewer)
        own = f"{self.verb}:" if viewer == self.actor else ""
        change = int.from_bytes(then, "big") ^ int.from_bytes(now, "big")
        return own + as_text(change.to_bytes(len(now), "big"))

    def _seen(self, viewer: int) -> bytes:
        """The record, concealed for a viewer."""
        game = self.table.game
        seen = kernel.scratch(game.layout(), "past")
        seen.raw[:] = self.record[: self.table.size]
        game.entry.conceal(seen.rows, viewer)
        return bytes(seen.raw)

    def __deepcopy__(self, _: object) -> Past:
        """Itself: it does not change."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        steps = list[tuple[int, int, bytes]]()
        past: Past | None = self
        while past is not None:
            steps.append((past.actor, past.verb, past.record))
            first, past = past, past.before
        return _again, (self.table, steps[::-1], dict(first._texts))


def _again(table: Table, steps: list[tuple[int, int, bytes]], texts: dict[int, str]) -> Past:
    """The past for a pickle."""
    past: Past | None = None
    for actor, verb, record in steps:
        past = Past(table, past, actor, verb, record)
        if past.before is None:
            past._texts.update(texts)
    assert past is not None
    return past


def as_text(data: bytes) -> str:
    """Bytes as text: hexadecimal, runs of zeros as their length."""
    return _ZEROS.sub(lambda run: f".{len(run[0]) // 2}.", data.hex())
