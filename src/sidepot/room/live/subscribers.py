"""Who looks at a table: what they are sent, who is there, and what is said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from sidepot.protocol.messages import (
    PROTOCOL,
    ChatLine,
    ChatLines,
    Notice,
    Person,
    Presence,
    Welcome,
)
from sidepot.room.live.services import House
from sidepot.room.live.subscription import Subscription
from sidepot.room.table import events as e
from sidepot.room.table.context import Scene
from sidepot.room.table.state import TableState
from sidepot.room.views.encode import Kept, said_of
from sidepot.room.views.table_view import Showing
from sidepot.words import Message

if TYPE_CHECKING:
    from sidepot.room.live.table import LiveTable


class Audience:
    """The subscriptions of one table."""

    def __init__(self, house: House, live: LiveTable) -> None:
        self._house = house
        self._live = live
        self._subscriptions: list[Subscription] = []
        self._here: tuple[str, ...] = ()
        self._members: Mapping[str, str] = {}
        self._last: Showing | None = None
        self._kept = Kept()
        self.host_gone_since = house.now()
        self._host = ""

    @property
    def is_there(self) -> bool:
        """Is anybody connected?"""
        return bool(self._subscriptions)

    @property
    def sockets(self) -> int:
        """How many look on."""
        return len(self._subscriptions)

    def here(self) -> tuple[str, ...]:
        """The guests who are connected, by the time they came."""
        return self._here

    def _count(self) -> None:
        """Somebody has come or gone."""
        self._here = tuple(dict.fromkeys(s.guest for s in self._subscriptions if s.guest))

    def enter(self, scene: Scene, guest: str | None, since: int | None) -> Subscription:
        """Somebody looks from now on; the first messages are on their way."""
        subscription = Subscription(self._live.id, guest)
        state = scene.state
        welcome = Welcome(
            protocol=PROTOCOL,
            table=self._live.id,
            guest=guest,
            name=state.members.get(guest or ""),
            chair=state.chair_of(guest),
            now=scene.now,
        )
        subscription.send(welcome)
        self._subscriptions.append(subscription)
        self._count()
        subscription.gone = self._gone
        subscription.catch_up = lambda: self._whole(guest)
        self._live.look_ahead()
        self._last = Showing(self._live.id, self._seen_again(scene), self._kept)
        is_whole = since != state.version
        subscription.put(self._view(guest, is_whole=is_whole), is_view=True)
        self._note(state)
        self._tell_presence()
        return subscription

    def _seen_again(self, scene: Scene) -> Scene:
        """The scene with who has come meanwhile."""
        return replace(scene, here=self.here(), is_watched=self.is_there)

    def _note(self, state: TableState) -> None:
        """Remember what people are called, and from when on the host is gone."""
        if self._host and state.host != self._host:
            self.host_gone_since = self._house.now()
        self._members, self._host = state.members, state.host

    def _view(self, guest: str | None, *, is_whole: bool) -> bytes:
        """What somebody is shown; the room alone where the game cannot show its hand."""
        assert self._last is not None
        try:
            return self._last.view(guest, is_whole=is_whole)
        except Exception as error:  # a game's own code can raise anything
            self._last = self._last.without_hand()
            self._live.fail(error)
            return self._last.view(guest, is_whole=is_whole)

    def _whole(self, guest: str | None) -> bytes:
        return self._view(guest, is_whole=True)

    def show(self, scene: Scene, entries: Sequence[e.AnyEntry], names: Mapping[int, str]) -> None:
        """Show everybody what has been appended, and see those out who have to go."""
        self._note(scene.state)
        if not self._subscriptions:
            return
        self._last = Showing(self._live.id, scene, self._kept, entries, names)
        self._send_views(is_whole=False)
        for entry in entries:
            if isinstance(entry, e.Removed):
                self._see_out(entry.guest)
            elif isinstance(entry, e.Ended):
                self.close("ended", Message("room.goodbye_ended"))

    def show_whole(self, scene: Scene) -> None:
        """Show everybody the table as it is stored: something has happened elsewhere."""
        self._note(scene.state)
        self._last = Showing(self._live.id, scene, self._kept)
        self._send_views(is_whole=True)

    def _send_views(self, *, is_whole: bool) -> None:
        for subscription in list(self._subscriptions):
            view = self._view(subscription.guest, is_whole=is_whole)
            subscription.put(view, is_view=True)

    def chat(self, lines: Sequence[ChatLine]) -> None:
        """Let everybody hear what was said."""
        self._send(msgspec.json.encode(ChatLines(table=self._live.id, lines=list(lines))))

    def notice(self, message: Message) -> None:
        """Say something that is no part of the table."""
        self._send(msgspec.json.encode(Notice(table=self._live.id, said=said_of(message))))

    def _send(self, raw: bytes) -> None:
        for subscription in list(self._subscriptions):
            subscription.put(raw)

    def _tell_presence(self) -> None:
        here = [Person(guest=guest, name=self._members.get(guest, "")) for guest in self.here()]
        nameless = sum(s.guest is None for s in self._subscriptions)
        presence = Presence(table=self._live.id, here=here, onlookers=nameless)
        self._send(msgspec.json.encode(presence))

    def _gone(self, subscription: Subscription) -> None:
        self._subscriptions.remove(subscription)
        self._count()
        if subscription.guest == self._host and self._host not in self.here():
            self.host_gone_since = self._house.now()
        self._tell_presence()
        self._live.look_ahead()

    def _see_out(self, guest: str) -> None:
        for subscription in [s for s in self._subscriptions if s.guest == guest]:
            subscription.close("removed", Message("room.goodbye_removed"))

    def close(self, reason: str, said: Message) -> None:
        """Say goodbye to everybody."""
        for subscription in list(self._subscriptions):
            subscription.close(reason, said)
