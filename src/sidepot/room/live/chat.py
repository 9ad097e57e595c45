"""Chat and reactions: a log of their own beside the table's, which never waits for a hand."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from sidepot.errors import Refused, UserError
from sidepot.protocol.messages import REACTIONS, Ack, Chat, ChatLine, ChatLines, React, Refusal
from sidepot.protocol.views import sentence_of
from sidepot.room.live.services import Services
from sidepot.room.live.subscription import Subscription
from sidepot.room.live.table import LiveTable
from sidepot.room.storage.writer import LostRace
from sidepot.room.table.decide import check_admitted
from sidepot.room.table.names import can_be_seen
from sidepot.room.table.state import TableState


class ChatLog:
    """What is said at the tables of a room."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def greet(self, subscription: Subscription, lines: Sequence[ChatLine]) -> None:
        """Tell who has come what was said last."""
        subscription.send(ChatLines(table=subscription.table, lines=list(lines)))

    async def say(self, live: LiveTable, guest: str, command: Chat | React) -> Ack | Refusal:
        """Store a line, then let everybody hear it. A repeated id says nothing twice."""
        try:
            state = await live.state()
            said = _checked(state, guest, command)
            async with live.chat_lock:
                number, line = await self._store(live.id, guest, command, said)
        except UserError as error:
            return Refusal(id=command.id, reason=sentence_of(error.message))
        if line:
            live.subscribers.chat([line])
        return Ack(id=command.id, version=number)

    async def _store(
        self, table: str, guest: str, command: Chat | React, said: ChatLine
    ) -> tuple[int, ChatLine | None]:
        """The number of the line, and the line if it is new."""
        while True:
            known = await self._services.store.chat_number(table, guest, command.id)
            if known is not None:
                return known, None
            last = await self._services.store.chat(table)
            number = last[-1].number + 1 if last else 1
            line = msgspec.structs.replace(said, number=number, at=self._services.now())
            try:
                await self._services.store.add_chat(table, command.id, line)
            except LostRace:
                continue
            return number, line


def _checked(state: TableState, guest: str, command: Chat | React) -> ChatLine:
    """What a guest wants to say. Raises `NotAdmitted`, `Refused`."""
    check_admitted(state, guest)
    if guest in state.muted:
        raise Refused("room.refused_muted")
    text = reaction = None
    if isinstance(command, Chat):
        text = "".join(c if can_be_seen(c) else " " for c in command.text).strip()
        if not text:
            raise Refused("room.refused_text")
    else:
        reaction = command.reaction
        if reaction not in REACTIONS:
            raise Refused("room.refused_reaction", legal=list(REACTIONS))
    name = state.members[guest]
    return ChatLine(number=0, at=0, guest=guest, name=name, text=text, reaction=reaction)
