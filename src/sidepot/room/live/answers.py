"""The answers to the commands of one table: the same id gets the first one, always."""

from __future__ import annotations

import contextlib
from collections import OrderedDict
from typing import TypeAlias

from sidepot.engine.view import ChoiceView
from sidepot.errors import CannotWrite, NoTable, UserError
from sidepot.room.live.services import Services
from sidepot.room.protocol.messages import Ack, Refusal
from sidepot.room.storage.writer import LostRace
from sidepot.words import Message

Answered: TypeAlias = Ack | Refusal

_MAX_KNOWN = 512
"""Answers that are kept in memory, so that a quick repetition costs no read."""


class Answers:
    """The answers, by guest and by the id of the command.

    Every one is stored: an `Ack` with the events of its command, a `Refusal` by `refuse`. A new
    command is not looked up before it is carried out: its row cannot be stored twice.
    """

    def __init__(self, services: Services, table: str) -> None:
        self._services = services
        self._table = table
        self._known: OrderedDict[tuple[str, str], Answered] = OrderedDict()

    def known(self, guest: str, id: str) -> Answered | None:
        """The answer that a guest's command has had, if it is in memory."""
        return self._known.get((guest, id))

    def note(self, guest: str, answer: Answered) -> Answered:
        """Keep an answer that is stored in memory, and return it."""
        self._known[guest, answer.id] = answer
        while len(self._known) > _MAX_KNOWN:
            self._known.popitem(last=False)
        return answer

    async def find(self, guest: str, id: str) -> Answered | None:
        """The answer that a guest's command has had, from memory or else from the store.

        A stored refusal has no menu: what may be done instead is another matter by then.
        """
        if known := self.known(guest, id):
            return known
        found = await self._services.store.answer(self._table, guest, id)
        if found is None:
            return None
        if isinstance(found, int):
            return self.note(guest, Ack(id=id, version=found))
        return self.note(guest, Refusal(id=id, reason=found))

    async def refuse(
        self, guest: str, id: str, error: UserError, menu: list[ChoiceView] | None = None
    ) -> Answered:
        """The answer to a command that cannot be carried out now: its first one, or a refusal.

        A refusal is stored before it is given, for the command must not be done later. Only what
        could not be judged may be sent again with the same id: when nothing can be stored, and
        when too many commands of the guest were refused.
        """
        if isinstance(error, (CannotWrite, NoTable)):
            return _refusal(id, error.message)
        refusal = Refusal(id=id, reason=error.message, menu=menu or [])
        try:
            return await self.find(guest, id) or await self._store(guest, refusal)
        except CannotWrite as failure:
            return _refusal(id, failure.message)

    async def put_off(self, guest: str, id: str, error: CannotWrite) -> Answered:
        """The first answer to a command that cannot be judged now, or a refusal until it can."""
        with contextlib.suppress(CannotWrite):
            if known := await self.find(guest, id):
                return known
        return _refusal(id, error.message)

    async def _store(self, guest: str, refusal: Refusal) -> Answered:
        """Store a refusal, unless the guest has had too many."""
        seconds = self._services.refusals.take(guest, self._services.clock.elapsed())
        if seconds:
            return _refusal(refusal.id, Message("room.refused_often", {"seconds": seconds}))
        try:
            await self._services.store.add_refusal(self._table, guest, refusal.id, refusal.reason)
        except LostRace:  # the same id was answered meanwhile
            return await self.find(guest, refusal.id) or refusal
        return self.note(guest, refusal)


def _refusal(id: str, message: Message) -> Refusal:
    return Refusal(id=id, reason=message)
