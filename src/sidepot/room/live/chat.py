"""Chat and reactions, in their own log: they never wait for a hand."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

import msgspec

from sidepot.errors import Refused, UserError
from sidepot.room.live.answers import Answered
from sidepot.room.live.services import Services
from sidepot.room.live.subscription import Subscription
from sidepot.room.live.table import LiveTable
from sidepot.room.protocol.messages import NUDGE, REACTIONS, Ack, Chat, ChatLine, ChatLines, React
from sidepot.room.storage.writer import LostRace
from sidepot.room.table.absence import check_nudge
from sidepot.room.table.decide import check_admitted
from sidepot.room.table.names import visible
from sidepot.room.table.state import TableState


class ChatLog:
    """The chat of all tables of a room."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def send_recent(self, subscription: Subscription, lines: Sequence[ChatLine]) -> None:
        """Send a new subscriber the last lines."""
        subscription.send(ChatLines(table=subscription.table, lines=list(lines)))

    async def say(self, live: LiveTable, guest: str, command: Chat | React) -> Answered:
        """Store a line, then send it to all subscribers.

        A command whose id has been answered gets its first answer, and nothing is sent again.
        """
        try:
            if known := await live.answers.find(guest, command.id):
                return known
            state = await live.state()
            draft = _checked(state, guest, command)
            if draft.reaction == NUDGE:
                check_nudge(state, guest, live.now(), live.nudged_at)
                live.nudged_at = live.now()
            async with live.chat_lock:
                stored = await self._store(live, command, draft)
        except UserError as error:
            return await live.answers.refuse(guest, command.id, error)
        if not isinstance(stored, ChatLine):
            return stored
        live.subscribers.chat([stored])
        return live.answers.note(guest, Ack(id=command.id, version=stored.number))

    async def _store(
        self, live: LiveTable, command: Chat | React, draft: ChatLine
    ) -> ChatLine | Answered:
        """Store a line under the next number: the line, or what its command was answered before."""
        while True:
            if known := await live.answers.find(draft.guest, command.id):
                return known
            recent = await self._services.store.chat(live.id)
            number = recent[-1].number + 1 if recent else 1
            line = msgspec.structs.replace(draft, number=number, at=self._services.now())
            with contextlib.suppress(LostRace):
                await self._services.store.add_chat(live.id, command.id, line)
                return line
            await live.state()  # which another process may run by now


def _checked(state: TableState, guest: str, command: Chat | React) -> ChatLine:
    """The line of a command, without its number and time. Raises `NotAdmitted`, `Refused`."""
    check_admitted(state, guest)
    if guest in state.muted:
        raise Refused("room.refused_muted")
    text = reaction = None
    if isinstance(command, Chat):
        text = visible(command.text)
        if not text:
            raise Refused("room.refused_text")
    else:
        reaction = command.reaction
        if reaction not in REACTIONS:
            raise Refused("room.refused_reaction", legal=list(REACTIONS))
    name = state.members[guest]
    return ChatLine(number=0, at=0, guest=guest, name=name, text=text, reaction=reaction)
