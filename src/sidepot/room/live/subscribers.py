"""The subscribers of a table: who is connected, and what each is sent."""

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
from sidepot.protocol.views import sentence_of
from sidepot.room.live.services import Services
from sidepot.room.live.subscription import Subscription
from sidepot.room.table import events as e
from sidepot.room.table.context import Context
from sidepot.room.table.state import TableState
from sidepot.room.views.encode import JsonCache
from sidepot.room.views.table_view import ViewBuilder
from sidepot.words import Message

if TYPE_CHECKING:
    from sidepot.room.live.table import LiveTable


class Subscribers:
    """The subscriptions of one table."""

    def __init__(self, services: Services, live: LiveTable) -> None:
        self._services = services
        self._live = live
        self._subscriptions: list[Subscription] = []
        self._here: tuple[str, ...] = ()
        self._members: Mapping[str, str] = {}
        self._views: ViewBuilder | None = None
        self._cache = JsonCache()
        self.host_gone_since = services.now()
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

    def add(self, context: Context, guest: str | None, since: int | None) -> Subscription:
        """Somebody looks from now on; the first messages are on their way."""
        subscription = Subscription(self._live.id, guest)
        state = context.state
        welcome = Welcome(
            protocol=PROTOCOL,
            table=self._live.id,
            guest=guest,
            name=state.members.get(guest or ""),
            chair=state.chair_of(guest),
            now=context.now,
        )
        subscription.send(welcome)
        self._subscriptions.append(subscription)
        self._count()
        subscription.gone = self._gone
        subscription.catch_up = lambda: self._whole(guest)
        self._live.look_ahead()
        self._views = ViewBuilder(self._live.id, self._seen_anew(context), self._cache)
        is_whole = since != state.version
        subscription.put(self._view(guest, is_whole=is_whole), is_view=True)
        self._note(state)
        self._tell_presence()
        return subscription

    def _seen_anew(self, context: Context) -> Context:
        """The context with who has come meanwhile."""
        return replace(context, here=self.here(), is_watched=self.is_there)

    def _note(self, state: TableState) -> None:
        """Remember what people are called, and from when on the host is gone."""
        if self._host and state.host != self._host:
            self.host_gone_since = self._services.now()
        self._members, self._host = state.members, state.host

    def _view(self, guest: str | None, *, is_whole: bool) -> bytes:
        """What somebody is shown; the room alone where the game cannot show its hand."""
        assert self._views is not None
        try:
            return self._views.view(guest, is_whole=is_whole)
        except Exception as error:  # a game's own code can raise anything
            self._views = self._views.without_hand()
            self._live.game_failed(error)
            return self._views.view(guest, is_whole=is_whole)

    def _whole(self, guest: str | None) -> bytes:
        return self._view(guest, is_whole=True)

    def show(
        self, context: Context, events: Sequence[e.AnyEvent], names: Mapping[int, str]
    ) -> None:
        """Show everybody what has been appended, and see those out who have to go."""
        self._note(context.state)
        if not self._subscriptions:
            return
        self._views = ViewBuilder(self._live.id, context, self._cache, events, names)
        self._send_views(is_whole=False)
        for event in events:
            if isinstance(event, e.Removed):
                self._see_out(event.guest)
            elif isinstance(event, e.Ended):
                self.close("ended", Message("room.goodbye_ended"))

    def show_whole(self, context: Context) -> None:
        """Show everybody the table as it is stored: something has happened elsewhere."""
        self._note(context.state)
        self._views = ViewBuilder(self._live.id, context, self._cache)
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
        self._send(msgspec.json.encode(Notice(table=self._live.id, said=sentence_of(message))))

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
            self.host_gone_since = self._services.now()
        self._tell_presence()
        self._live.look_ahead()

    def _see_out(self, guest: str) -> None:
        for subscription in [s for s in self._subscriptions if s.guest == guest]:
            subscription.close("removed", Message("room.goodbye_removed"))

    def close(self, reason: str, said: Message) -> None:
        """Say goodbye to everybody."""
        for subscription in list(self._subscriptions):
            subscription.close(reason, said)
