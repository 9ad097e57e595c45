"""Chat and reactions: a log of their own beside the table's, which never waits for a hand."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from sidepot.errors import Refused, UserError
from sidepot.protocol.messages import REACTIONS, Ack, Chat, ChatLine, ChatLines, React, Refusal
from sidepot.room.live.services import House
from sidepot.room.live.subscription import Subscription
from sidepot.room.live.table import LiveTable, check_admitted
from sidepot.room.storage import store
from sidepot.room.storage.writer import LostRace, Write
from sidepot.room.table.names import can_be_seen
from sidepot.room.table.state import TableState
from sidepot.room.views.encode import said_of


class Speech:
    """What is said at the tables of a room."""

    def __init__(self, house: House) -> None:
        self._house = house

    def greet(self, subscription: Subscription, lines: Sequence[ChatLine]) -> None:
        """Tell who has come what was said last."""
        subscription.send(ChatLines(table=subscription.table, lines=list(lines)))

    async def say(self, live: LiveTable, guest: str, command: Chat | React) -> Ack | Refusal:
        """Store a line, then let everybody hear it. A repeated id says nothing twice."""
        try:
            state = await live.state()
            said = _checked(state, guest, command)
            async with live.speaking:
                number, line = await self._store(live.id, guest, command, said)
        except UserError as error:
            return Refusal(id=command.id, reason=said_of(error.message))
        if line:
            live.audience.chat([line])
        return Ack(id=command.id, version=number)

    async def _store(
        self, table: str, guest: str, command: Chat | React, said: ChatLine
    ) -> tuple[int, ChatLine | None]:
        """The number of the line, and the line if it is new."""
        while True:
            known = await self._house.store.chat_number(table, guest, command.id)
            if known is not None:
                return known, None
            last = await self._house.store.chat(table)
            number = last[-1].number + 1 if last else 1
            line = msgspec.structs.replace(said, number=number, at=self._house.now())
            try:
                await self._house.write(_row(table, guest, command.id, line))
            except LostRace:
                continue
            return number, line


def _row(table: str, guest: str, command: str, line: ChatLine) -> Write:
    write = Write()
    raw = msgspec.json.encode(line)
    write.add(
        store.ADD_CHAT,
        table_id=table,
        number=line.number,
        guest=guest,
        command=command,
        line=raw,
    )
    return write


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
