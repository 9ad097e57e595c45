"""The subscribers of a table: the connected viewers, and the messages sent to each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import Protocol

from msgspec.structs import replace

from sidepot.engine.game import Hand
from sidepot.odds.equity.endings import Moment
from sidepot.room.live import chances
from sidepot.room.live.presence import PresenceTeller
from sidepot.room.live.services import Services
from sidepot.room.live.subscription import Subscription
from sidepot.room.protocol.messages import (
    PROTOCOL,
    ChatLine,
    ChatLines,
    Commitment,
    Cut,
    Notice,
    Person,
    Presence,
    Welcome,
)
from sidepot.room.protocol.views import ClockView
from sidepot.room.table import events as e
from sidepot.room.table.absence import ABSENT
from sidepot.room.table.clock import GRACE
from sidepot.room.table.context import Context
from sidepot.room.table.state import TableState
from sidepot.room.views import deals
from sidepot.room.views.encode import JsonCache
from sidepot.room.views.table_view import ViewBuilder
from sidepot.words import Message, speaking
from sidepot.words.wire import encode


class Owner(Protocol):
    """The parts of a live table that its subscribers use."""

    id: str
    freezes: int

    def now(self) -> int:
        """The table's time, in milliseconds since 1970."""

    def clock(self) -> ClockView | None:
        """The running clock, as everybody is shown it; None if there is none."""

    def reschedule(self) -> None:
        """Recompute the next deadline: a viewer has come or gone."""

    def game_failed(self, error: Exception) -> None:
        """Call the hand off soon: the game cannot show it."""

    def log_failure(self, error: Exception) -> None:
        """Log that a game's own code has failed."""


class Subscribers:
    """The subscriptions of one table."""

    def __init__(self, services: Services, live: Owner) -> None:
        self._services = services
        self._live = live
        self._subscriptions: list[Subscription] = []
        self._connected: tuple[str, ...] = ()
        self._members: Mapping[str, str] = {}
        self._source: tuple[Context, Sequence[e.AnyEvent], Mapping[int, str] | None]
        """The context that the present views are made from."""
        self._views: dict[str, ViewBuilder] = {}
        """The builder of the present views in each language that somebody reads."""
        self._caches: defaultdict[str, JsonCache] = defaultdict(JsonCache)
        self._loaded_at = services.now() + GRACE - ABSENT  # a restart leaves everybody `GRACE`
        self._host_since = services.now()
        self._gone: dict[str, int] = {}
        """When the last connections of guests ended, in milliseconds since 1970."""
        self._host = ""
        self._seated: frozenset[str] = frozenset()
        self._presence = PresenceTeller(self._send_presence)

    def move(self, by: int) -> None:
        """Follow the room's time, which was set forward by some milliseconds."""
        self._loaded_at += by
        self._host_since += by
        self._gone = {guest: at + by for guest, at in self._gone.items()}

    def gone(self, state: TableState) -> dict[str, int]:
        """The host and the players who are not connected, and since when (ms since 1970).

        A new host has been gone since they became it, and others whom the table has not known to
        be connected since it was loaded.
        """
        players = {chair.guest for chair in state.chairs.values() if chair.guest}
        away = (players | {state.host}).difference(self._connected)
        found = {guest: self._gone.get(guest, self._loaded_at) for guest in away}
        if state.host in found and state.host == self._host:
            found[state.host] = max(found[state.host], self._host_since)
        return found

    @property
    def is_watched(self) -> bool:
        """Is anybody connected?"""
        return bool(self._subscriptions)

    @property
    def sockets(self) -> int:
        """The number of subscriptions."""
        return len(self._subscriptions)

    @property
    def sessions(self) -> set[tuple[str, str]]:
        """The guests and sessions that these sockets belong to."""
        found = ((s.member, s.session) for s in self._subscriptions)
        return {(guest, session) for guest, session in found if guest and session}

    def connected(self) -> tuple[str, ...]:
        """The connected guests, in the order in which they connected."""
        return self._connected

    def _update_connected(self) -> None:
        guests = (s.guest for s in self._subscriptions if s.guest)
        self._connected = tuple(dict.fromkeys(guests))

    def add(
        self,
        context: Context,
        guest: str | None,
        since: int | None,
        *,
        checks: bool,
        language: str,
    ) -> Subscription:
        """A new subscription, with its first messages: `Welcome`, a `View`, `Presence`.

        `guest` is None for an onlooker without a name; `since` is the last version they have seen.
        One that `checks` gets the last `Commitment` and `Cut` before the view.
        """
        subscription = Subscription(self._live.id, guest, checks=checks, language=language)
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
        self._update_connected()
        subscription.on_leave = self._on_leave
        tenure, known = self._services.tenure, self._live.freezes
        if tenure.is_shared:
            subscription.is_stale = lambda: tenure.freezes() != known
        subscription.is_seated = lambda: guest in self._seated
        subscription.catch_up = lambda: self._view(subscription, is_whole=True)
        self._live.reschedule()
        now_connected = replace(context, connected=self.connected(), is_watched=True)
        self._look_at(now_connected)
        is_whole = since != state.shown_version
        if checks:
            for message in deals.so_far(self._live.id, state):
                subscription.send(message)
        subscription.put(self._view(subscription, is_whole=is_whole), is_view=True)
        self._remember(state)
        subscription.knows_presence = self._present()
        subscription.put(subscription.knows_presence)
        self._presence.changed()
        return subscription

    def _remember(self, state: TableState) -> None:
        """Remember the members' names and the host; a new host's absence is counted from now."""
        if self._host and state.host != self._host:
            self._host_since = self._live.now()
        self._members, self._host = state.members, state.host
        self._seated = frozenset(chair.guest for chair in state.chairs.values() if chair.guest)

    def _look_at(
        self,
        context: Context,
        events: Sequence[e.AnyEvent] = (),
        names: Mapping[int, str] | None = None,
    ) -> None:
        """Make the views from now on from this."""
        self._source = context, events, names
        self._views = {}

    def _view(self, subscription: Subscription, *, is_whole: bool) -> bytes:
        """The view of one viewer."""
        (view,) = self._views_of([subscription.guest], subscription.language, is_whole=is_whole)
        return view

    def _views_of(
        self, guests: Sequence[str | None], language: str, *, is_whole: bool
    ) -> list[bytes]:
        """The views of viewers of one language; without the hand if the game's code fails."""
        with speaking(language):
            try:
                return self._views_in(language).views(guests, is_whole=is_whole)
            except Exception as error:  # a game's own code can raise anything
                context, events, names = self._source
                self._look_at(replace(context, hand=None), events, names)
                self._live.game_failed(error)
                return self._views_in(language).views(guests, is_whole=is_whole)

    def _views_in(self, language: str) -> ViewBuilder:
        """The builder of the present views in a language: most tables have but one."""
        if language not in self._views:
            context, events, names = self._source
            cache = self._caches[language]
            self._views[language] = ViewBuilder(self._live.id, context, cache, events, names)
        return self._views[language]

    def show(
        self, context: Context, events: Sequence[e.AnyEvent], names: Mapping[int, str]
    ) -> None:
        """Send everybody a view after an append, and close the subscriptions of removed guests.

        `names`: the names by chair before the append.
        """
        if all(type(event) is e.Acted for event in events):  # the usual case: nobody comes or goes
            self._look_at(context, events, names)
            self._send_views(is_whole=False)
            return
        self._remember(context.state)
        if not self._subscriptions:
            return
        self._send_deals(deals.before_view(self._live.id, events))
        if all(map(deals.is_unseen, events)):
            return
        if all(isinstance(event, e.Decided) for event in events):
            self._tell_deciders(context, events, names)
            return
        self._look_at(context, events, names)
        self._send_views(is_whole=False)
        self._send_proofs(context, events)
        for event in events:
            if isinstance(event, e.Renamed):
                self._presence.changed()
            elif isinstance(event, e.Removed):
                self._close_removed(event.guest)
            elif isinstance(event, e.Closed) and event.is_closed:
                message = Message("room.goodbye_not_admitted")
                self.close_some("refused", message, lambda s: s.member is None)
            elif isinstance(event, e.Ended):
                self.close("ended", Message("room.goodbye_ended"))

    def _tell_deciders(
        self, context: Context, events: Sequence[e.AnyEvent], names: Mapping[int, str]
    ) -> None:
        """Send a view to those who have decided in secret, and no sign of it to anybody else."""
        chairs = [context.state.chairs[ev.chair] for ev in events if isinstance(ev, e.Decided)]
        guests = {chair.guest for chair in chairs if chair.guest}  # nobody looks for a bot
        if guests:
            self._look_at(context, events, names)
            self._send_views(is_whole=False, only=guests)
        self._look_at(context)  # a viewer who connects now must not see the decision

    def show_whole(self, context: Context) -> None:
        """Send everybody a whole view: another process has changed the table."""
        self._remember(context.state)
        self.show_again(context)
        self._send_deals(deals.so_far(self._live.id, context.state))

    def show_again(self, context: Context) -> None:
        """Send everybody a whole view: something in it has changed that is in no log."""
        self._look_at(context)
        self._send_views(is_whole=True)

    def _send_views(self, *, is_whole: bool, only: Container[str | None] | None = None) -> None:
        """Send everybody their view, or some guests only."""
        made: list[tuple[Subscription, bytes]] = []
        for language, readers in self._by_language().items():
            those = [s for s in readers if s.guest in only] if only is not None else readers
            views = self._views_of([s.guest for s in those], language, is_whole=is_whole)
            made += zip(those, views, strict=True)
        for subscription, view in made:
            subscription.put(view, is_view=True)
        self._views.clear()  # drops references early: the garbage collector has less to scan

    def _send_deals(self, messages: Iterable[Commitment | Cut]) -> None:
        """Send messages about a deal to clients that check deals; made only if there are any."""
        checking = [s for s in self._subscriptions if s.checks]
        for message in messages if checking else ():
            raw = encode(message)
            for subscription in checking:
                subscription.put(raw)

    def _send_proofs(self, context: Context, events: Sequence[e.AnyEvent]) -> None:
        """Send those who check it the proof of a hand that is over, or that more is seen of."""
        checking = [s for s in self._subscriptions if s.checks]
        if not checking or not any(isinstance(event, deals.PROVEN) for event in events):
            return
        try:
            proofs = deals.Proofs(context)
            messages = [proofs.json(subscription.guest) for subscription in checking]
        except Exception as error:  # a game's own code can raise anything
            self._live.log_failure(error)
            return
        for subscription, raw in zip(checking, messages, strict=True):
            if raw:
                subscription.put(raw)

    def chat(self, lines: Sequence[ChatLine]) -> None:
        """Send everybody some lines of chat."""
        self._send(encode(ChatLines(table=self._live.id, lines=list(lines))))

    def notice(self, message: Message, only: Subscription | None = None) -> None:
        """Send everybody a notice of the room, or one subscriber only."""
        those_of = {only.language: [only]} if only else self._by_language()
        for language, those in those_of.items():
            with speaking(language):
                raw = encode(Notice(table=self._live.id, said=message))
            for subscription in those:
                subscription.put(raw)

    def notice_to(self, guest: str, message: Message) -> None:
        """Send a notice to one guest alone."""
        for subscription in self._subscriptions:
            if subscription.member == guest:
                self.notice(message, subscription)

    def chances(self, hand: Hand, moment: Moment) -> None:
        """Send everybody the chances of a moment of a hand that is over."""
        for language, those in self._by_language().items():
            with speaking(language):
                found = chances.message(self._live.id, hand.number, hand.decision, moment)
                raw = encode(found)
            for subscription in those:
                subscription.put(raw)

    def _by_language(self) -> Mapping[str, list[Subscription]]:
        found: defaultdict[str, list[Subscription]] = defaultdict(list)
        for subscription in self._subscriptions:
            found[subscription.language].append(subscription)
        return found

    def _send(self, raw: bytes) -> None:
        for subscription in list(self._subscriptions):
            subscription.put(raw)

    def _present(self) -> bytes:
        """The presence message, encoded."""
        here = [
            Person(guest=guest, name=self._members.get(guest, "")) for guest in self.connected()
        ]
        nameless = sum(s.guest is None for s in self._subscriptions)
        clock = self._live.clock()
        present = Presence(table=self._live.id, here=here, onlookers=nameless, clock=clock)
        return encode(present)

    def _send_presence(self) -> None:
        """Send the presence to everybody, except viewers who just got the same."""
        raw = self._present()
        for subscription in list(self._subscriptions):
            if subscription.knows_presence != raw:
                subscription.knows_presence = raw
                subscription.put(raw)

    def _on_leave(self, subscription: Subscription) -> None:
        self._subscriptions.remove(subscription)
        self._update_connected()
        if (guest := subscription.guest) and guest not in self._connected:
            self._gone[guest] = self._live.now()
        if self._subscriptions:
            self._presence.changed()
        else:
            self._presence.stop()
        self._live.reschedule()

    def _close_removed(self, guest: str) -> None:
        self.close_some("removed", Message("room.goodbye_removed"), lambda s: s.member == guest)

    def close(self, reason: str, said: Message) -> None:
        """Send everybody a `Goodbye`, and end their subscriptions."""
        self.close_some(reason, said, lambda _: True)

    def close_some(self, reason: str, said: Message, which: Callable[[Subscription], bool]) -> None:
        """Send some a `Goodbye`, and end their subscriptions."""
        for subscription in list(filter(which, self._subscriptions)):
            subscription.close(reason, said)
