"""The only entry point of the room, for the web and other clients."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from msgspec import Raw
from msgspec.structs import replace

from sidepot import __version__
from sidepot.engine.game import Game
from sidepot.engine.view import TableView
from sidepot.errors import CannotWrite, NoTable, NotAdmitted, Refused
from sidepot.room.live.admission import Doors, may_join
from sidepot.room.live.archiver import RAIL_VIEWER, Archiver
from sidepot.room.live.bots import BotWorkers
from sidepot.room.live.chat import ChatLog
from sidepot.room.live.cluster import Others
from sidepot.room.live.coach import Coach
from sidepot.room.live.guests import Guests
from sidepot.room.live.preparing import Preparing
from sidepot.room.live.replays import Replays
from sidepot.room.live.scheduler import Scheduler
from sidepot.room.live.seasons import Seasons
from sidepot.room.live.services import Services
from sidepot.room.live.subscription import Subscription
from sidepot.room.live.table import LiveTable
from sidepot.room.live.tidying import Tidied, Tidying
from sidepot.room.protocol.messages import (
    Advise,
    Answer,
    AnyCommand,
    Chat,
    NewTable,
    Peek,
    Pledge,
    React,
    Reveal,
)
from sidepot.room.protocol.resources import (
    Created,
    EveningView,
    GameOffer,
    Guest,
    HandLine,
    HintView,
    InvitationView,
    LedgerView,
    Registered,
    RulesText,
    SeasonLine,
    SeasonView,
    Session,
    Sessions,
    TableLine,
)
from sidepot.room.storage.database import open_database
from sidepot.room.storage.postgres import is_address, tenure_engine
from sidepot.room.storage.store import Store
from sidepot.room.storage.tenure import Alone, Tenure
from sidepot.room.table import limits
from sidepot.room.table.clock import Clock, SystemClock
from sidepot.room.table.decide import check_admitted
from sidepot.room.table.evening import evening, season_evening
from sidepot.room.table.ledger import ledger
from sidepot.room.table.lines import translated_hand, translated_table
from sidepot.room.table.names import checked_name
from sidepot.room.table.randomness import Randomness, SystemRandomness
from sidepot.room.table.state import Removal, TableState
from sidepot.room.views import catalogue, hand_history
from sidepot.words import Message
from sidepot.words import language as own_language

_MAX_LEDGERS = 64


class Room:
    """All tables of one database.

    Every coroutine runs on the event loop that called `start`. A method that cannot do what was
    asked raises a `RoomError`: `NoTable`, `NotAdmitted`, `Refused`, or `CannotWrite` if nothing can
    be stored; only `handle` answers with a `Refusal` instead. `guest` is a guest's public id, as
    `guest_of` returns it for a token, and `table` a table's public id.
    """

    def __init__(self, services: Services) -> None:
        """A room on services that `open` makes."""
        self._services = services
        self._tables: dict[str, LiveTable] = {}
        self._guests = Guests(services)
        self._ledgers: dict[tuple[str, int, str], LedgerView] = {}
        """Ledgers of the past, by table and version."""
        self._chat = ChatLog(services)
        self._coach = Coach()
        self._replays = Replays()
        self._seasons = Seasons(services)
        self._doors = Doors(services, self._guests, self._live)
        self._archiver = Archiver(services)
        self._scheduler = Scheduler(services, self._tables)
        folder = services.store.archive
        self._tidying = Tidying(services, self._archiver, folder)
        services.notify = self._notify
        services.preparing.on_ready = self._go_on_prepared
        self.others = Others(services, self._guests, self._tables, self._live)
        """The other processes of this room."""

    @classmethod
    def open(
        cls,
        url: str | None = None,
        *,
        clock: Clock | None = None,
        randomness: Randomness | None = None,
        bot_workers: int = 2,
        address: str | None = None,
    ) -> Room:
        """A room on a database, `sqlite:///PATH` or `postgresql://...`, of the newest schema.

        The default is `room.sqlite3` in the user's data folder. `clock` and `randomness` are the
        system's unless a test passes its own; `bot_workers` is the number of threads on which bots
        think. `address`: where other processes of a room on PostgreSQL reach this one, None where
        there are no others. Raises `BadDatabase` if the database cannot be opened or written, if it
        is damaged or something else's, or if a newer version has made it. It takes no lock: who
        serves a room has an `Owner` of a database that is a file.
        """
        clock, randomness = clock or SystemClock(), randomness or SystemRandomness()
        engines, tenure = open_database(url), Alone()
        if url is not None and address is not None and is_address(url):
            try:
                tenure = Tenure(tenure_engine(url), address, __version__)
            except BaseException:
                for engine in engines:
                    engine.dispose()
                raise
        store = Store(*engines)  # its thread starts once nothing can be refused any more
        return cls(Services(store, clock, randomness, BotWorkers(bot_workers), tenure))

    def shared(self, name: str, made: str) -> str:
        """A setting that all processes of the room share: see `Store.shared`."""
        return self._services.store.shared(name, made)

    async def start(self) -> None:
        """Load the tables at which something is due, and do what is due from now on.

        Where there are other processes, the tables that none of them runs.
        """
        if isinstance(self._services.tenure, Tenure):
            self.others.join(self._services.tenure)
        else:
            due = await self._services.store.due_tables()
            self._services.preparing.expect(due)
            for table in due:
                self._live(table).advance_soon()
        self._scheduler.start()
        self._archiver.start()

    def use_folder(self, folder: Path) -> Mapping[str, Message]:
        """Play the games of a folder too: call it before `start`; what is wrong, by file.

        It is looked at now, when a table is created, and by `look_at_games`. Blocks. Raises
        `BadGameFile` for no folder.
        """
        return self._services.library.use(folder)

    def on_new_games(self, call: Callable[[Sequence[Game]], None]) -> None:
        """Call something, on any thread, with the versions that a later look finds."""
        self._services.library.on_new(call)

    async def look_at_games(self) -> None:
        """Put what is new or has changed in the folder of games on the list."""
        await asyncio.to_thread(self._services.library.look)

    @property
    def preparing(self) -> Preparing:
        """The parts of games that are still being compiled."""
        return self._services.preparing

    def _go_on_prepared(self) -> None:
        for live in list(self._tables.values()):
            live.prepared()

    @property
    def archive(self) -> Path:
        """The folder to which `tidy` writes."""
        return self._tidying.folder

    def keep(self, days: int) -> None:
        """Tidy every day from now on: see `tidy`."""
        self._services.background(self._tidying.keep(days, self._live))

    async def tidy(
        self, days: int, progress: Callable[[int, int], None] = lambda *_: None
    ) -> Tidied:
        """Archive the tables at which nothing has happened for some days, and forget idle guests.

        Such a table is ended, its hands and its ledger become files in the folder `.archive` beside
        the database, and then it is deleted. `progress` is called with how many tables are done, of
        how many. Raises `CannotWrite`.
        """
        return await self._tidying.tidy(days, self._live, progress)

    async def write_histories(self) -> None:
        """Write all pending histories now, in a room that was not started."""
        while await self._archiver.archive_next(0) is not None:
            pass

    async def close(self) -> None:
        """Send every subscriber a `Goodbye`, write pending histories, and close the database."""
        await self._scheduler.stop()
        for live in list(self._tables.values()):
            live.subscribers.close("closed", Message("room.goodbye_closed"))
        await asyncio.to_thread(self._services.tenure.leave)
        self._coach.close()
        self._replays.close()
        await self._archiver.close()
        await self._services.close()

    async def register(self, name: str, about: str = "") -> Registered:
        """A new guest, and the token of their session: a secret, of which the hash is stored.

        `about`: the browser and its system, "Firefox/Linux". Raises `Refused` for a name that is
        not allowed.
        """
        self._check_space()
        return await self._guests.register(name, about)

    async def session_of(self, token: str, about: str = "") -> Session | None:
        """The session whose token this is; None if nobody's. With `about`, its use is noted."""
        return await self._guests.session(token, about)

    async def guest_of(self, token: str) -> Guest | None:
        """The guest whose session's token this is; None if nobody's."""
        session = await self.session_of(token)
        return session.guest if session else None

    async def rename(self, guest: str, name: str) -> Guest:
        """Give a guest another name: at once at open tables, else when they come back.

        Raises `Refused` for a name that is not allowed.
        """
        shown = checked_name(name)
        await self._services.store.rename_guest(guest, shown)
        await self.others.rename(guest, shown)
        return Guest(guest, shown)

    async def recovery(self, guest: str) -> str:
        """The token of a new recovery link, which works once, and for a week.

        At most three of a guest are valid: a further one ends the oldest.
        """
        return await self._guests.new_link(guest)

    async def revoke_recovery(self, guest: str, link: str) -> None:
        """End one recovery link, by its id. Raises `Refused` if it is not valid any more."""
        await self._guests.revoke_link(guest, link)

    async def recover(self, token: str, about: str = "") -> Registered | None:
        """Exchange the token of a recovery link for a new session; None if it is not valid."""
        return await self._guests.recover(token, about)

    async def sessions(self, guest: str, own: str) -> Sessions:
        """A guest's browsers, that of the session `own` first, and their recovery links."""
        return await self._guests.sessions(guest, own)

    async def end_session(self, guest: str, session: str) -> None:
        """End a session, and its sockets. Raises `Refused` if it has ended already."""
        await self.others.log_out(await self._guests.end_session(guest, session))

    async def end_other_sessions(self, guest: str, own: str) -> None:
        """End all sessions of a guest but one, with their sockets, and all recovery links."""
        await self.others.log_out(await self._guests.end_others(guest, own))

    def games(self) -> list[GameOffer]:
        """The games that can be played, with every option, its range and help. Blocks."""
        self._services.library.glance()
        preparing = self._services.preparing
        return [
            replace(offer, preparing=not preparing.is_ready(offer.name, offer.digest))
            for offer in catalogue.offers()
        ]

    def rules(self, game: str) -> RulesText:
        """The rule page of a game. Raises `UnknownGame`."""
        return catalogue.rules(game)

    def rules_on_paper(self, game: str, options: Mapping[str, str], paper: str) -> str:
        """The rules of a game, with the options of a table, as a page of HTML for one side.

        Raises `UnknownGame`, `BadOption`.
        """
        return catalogue.rules_on_paper(game, options, paper)

    def first_hand(self, game: str) -> list[HintView]:
        """Hints from the rule page for a first hand. Raises `UnknownGame`."""
        return catalogue.first_hand(game)

    def picture(self, game: str) -> str | None:
        """The picture of a game, as SVG, or None. Raises `UnknownGame`."""
        return catalogue.picture(game)

    async def create(self, guest: str, new_table: NewTable) -> Created:
        """Create a table whose host is the guest; its id, and an invitation to it.

        Raises `Refused` if games, options, chairs or chips do not fit each other.
        """
        self._check_space()
        await self.look_at_games()
        return await self._doors.create(guest, new_table)

    async def invite(self, guest: str, table: str) -> str:
        """A further invitation token, for any member of the table.

        Of those that a member has made the last ones are valid (`doors.MAX_INVITATIONS`); those of
        who is no member any more are not. Raises `Refused` while the table is closed, and
        when it has ended.
        """
        return await self._doors.invite(guest, table)

    async def revoke(self, guest: str, table: str) -> None:
        """Delete every invitation to the table. Raises `Refused` unless the guest is the host."""
        await self._doors.revoke(guest, table)

    async def table_of(self, invitation: str) -> str | None:
        """The table to which an invitation token leads, or None."""
        return await self._doors.table_of(invitation)

    async def invitation(self, invitation: str) -> InvitationView | None:
        """The table behind an invitation, as its holder sees it; None if it is no longer valid."""
        return await self._doors.invitation(invitation)

    async def knocking(self, guest: str, table: str) -> list[Guest]:
        """Those who have come to the closed table, for its host, who may `Admit` them."""
        return await self._doors.knocking(guest, table)

    async def join(self, guest: str, table: str, invitation: str | None = None) -> None:
        """Make a guest a member of a public table, or, with an invitation, of any.

        Does nothing for a guest who is a member already. Raises `NotAdmitted`.
        """
        await self._doors.join(guest, table, invitation)

    async def lobby(self) -> list[TableLine]:
        """The public tables, those with the most people first; if too many, without empty ones."""
        people = self.others.people()
        watched = sorted((table for table in people if people[table]), key=lambda t: -people[t])
        lines = [self._with_people(line) for line in await self._services.store.lobby(watched)]
        return sorted(lines, key=lambda line: (-line.people, line.name))

    async def tables_of(self, guest: str, *, ended: bool = False) -> list[TableLine]:
        """The tables that the guest has joined: those that go on, or those that have ended."""
        lines = await self._services.store.tables_of(guest, ended=ended)
        return [self._with_people(line) for line in lines]

    async def subscribe(
        self,
        guest: str | None,
        table: str,
        *,
        since: int | None = None,
        checks: bool = False,
        session: str | None = None,
        language: str | None = None,
        is_rail: bool = False,
    ) -> Subscription:
        """Subscribe to a table as a guest, seated or on the rail, or as an onlooker without a name.

        The first messages are `Welcome`, a whole `View`, `Presence`, and the last lines of chat. A
        guest is connected while they have a subscription. `guest` is None for an onlooker, at
        public tables only. `since` is the last version that the client has seen: if nothing was
        missed, the first view is not whole. `checks`: the client checks the deals, and is sent
        each `Commitment`, `Cut` and `Proof`. `session`: the id of the guest's session, with which
        the subscription ends. `language`: what the viewer reads; else the asker's. `is_rail`: a
        member looks on as one without a name, for a screen that others see too. Raises
        `NoTable`, `NotAdmitted`.
        """
        live = self._live(table)
        with live.in_use():
            if guest is not None and may_join(await live.state(), guest):
                await self.join(guest, table)
            if guest is not None:
                await self.others.rename_at(
                    live, guest, (await self._guests.registered(guest)).name
                )
            async with live.chat_lock:  # locked: a line would be missed or sent twice otherwise
                lines = await self._services.store.chat(table)
                subscription = await live.subscribe(
                    guest,
                    since,
                    checks=checks,
                    language=language or own_language(),
                    is_rail=is_rail,
                )
                self._chat.send_recent(subscription, lines)
        if guest is not None and session is not None:
            subscription.session = session  # logouts from here on close it; earlier ones: below
            if not await self._guests.is_live(guest, session):
                subscription.close("logged_out", Message("room.goodbye_logged_out"))
        return subscription

    async def handle(self, guest: str, table: str, command: AnyCommand) -> Answer:
        """Carry out a guest's command at a table, once, and answer it.

        The answer is returned after the commit, and the others get their views after it too. A
        repeated id gets the first answer. `Advise` changes nothing, and its answer takes as long as
        the coach thinks, as `Peek`; `Pledge` and `Reveal` are kept in memory alone.
        """
        live = self._live(table)
        with live.in_use():
            if isinstance(command, limits.GROWING):
                try:
                    self._check_space()
                except CannotWrite as error:
                    return await live.answers.put_off(guest, command.id, error)
            if isinstance(command, Advise):
                return await self._coach.advise(live, guest, command)
            if isinstance(command, Peek):
                return await self._coach.look(live, guest, command)
            if isinstance(command, (Chat, React)):
                return await self._chat.say(live, guest, command)
            if isinstance(command, (Pledge, Reveal)):
                return await live.take(guest, command)
            return await live.do(guest, command)

    async def was_done(self, guest: str, table: str, id: str) -> bool:
        """Has a guest's command with this id an answer? Then `handle` gives it once more."""
        live = self._live(table)
        with live.in_use():
            return await live.answers.find(guest, id) is not None

    async def ledger(self, guest: str, table: str) -> LedgerView:
        """The accounts of a table in chips, and the fewest transfers that settle them.

        A guest who was removed gets it as it was at that moment. Raises `NotAdmitted` for a guest
        who has never joined the table, and `Refused` if what was then was lost with a page.
        """
        state = await self._live(table).state()
        until = _view_end(state, guest)
        if until is None:
            return ledger(state)
        return await self._past_ledger(table, until.version)

    async def _past_ledger(self, table: str, version: int) -> LedgerView:
        """The ledger at a version; the last ones are kept, because they are read from the log."""
        key = table, version, own_language()
        if key not in self._ledgers:
            self._ledgers[key] = ledger(await self._services.store.state_at(table, version))
            while len(self._ledgers) > _MAX_LEDGERS:
                self._ledgers.pop(next(iter(self._ledgers)))
        return self._ledgers[key]

    async def hands(self, guest: str, table: str) -> list[HandLine]:
        """The ended hands of a table, a line each.

        A guest who was removed gets those that had ended. Raises `NotAdmitted` for a guest who has
        never joined the table.
        """
        until = _view_end(await self._live(table).state(), guest)
        lines = await self._services.store.hands(table)
        return await asyncio.to_thread(_translated, lines, None if until is None else until.hands)

    async def evening(self, guest: str, table: str) -> EveningView:
        """The evening at a table so far, and its highlights.

        A guest who was removed gets it as it was then. Raises as `ledger` does.
        """
        state = await self._live(table).state()
        until = _view_end(state, guest)
        lines, accounts = await self.hands(guest, table), await self.ledger(guest, table)
        is_past = until is not None
        return await asyncio.to_thread(evening, table, state, lines, accounts, is_past=is_past)

    async def again(self, guest: str, table: str) -> Created:
        """A table like one that has ended, at which its players may sit down; with an invitation.

        Whoever asks first is its host; the others join it. Raises `Refused` while the table has not
        ended, and as `create` and `join` do.
        """
        self._check_space()
        return await self._doors.again(guest, table)

    async def seasons(self, guest: str) -> list[SeasonLine]:
        """The seasons that a guest may see, the newest first."""
        return await self._seasons.of(guest)

    async def season(self, guest: str, season: str) -> SeasonView:
        """A season, for those who played in it. Raises `NoTable`."""
        return await self._seasons.view(guest, season)

    async def add_to_season(
        self, guest: str, table: str, season: str | None, name: str
    ) -> SeasonView:
        """Add the evening of a table that has ended to a season of the guest's, or to a new one.

        The guest must be a member there. Raises `NotAdmitted`, `NoTable`, and `Refused`.
        """
        self._check_space()
        state = await self._live(table).state()
        check_admitted(state, guest)
        played = await self.evening(guest, table)
        if not state.is_ended or not played.hands:
            raise Refused("room.refused_unplayed")
        kept = season_evening(played, state.name)
        players = [player.guest for player in kept.players if player.guest in state.members]
        return await self._seasons.add(guest, season, name, kept, filter(None, players))

    async def plan_season(self, guest: str, season: str, at: int | None) -> SeasonView:
        """Set when the next of a season's weekly evenings is (ms since 1970); None: it has none.

        Raises `NoTable` for a season, or a last table of it, that is not there, and `Refused`.
        """
        self._check_space()
        return await self._seasons.plan(guest, season, at, lambda table: self._live(table).state())

    async def open_season(self, guest: str, season: str) -> Created:
        """The table of a season's weekly evening, with an invitation; the first to come opens it.

        Raises `NoTable` for a season that is not there, or not for the guest to see, and as
        `create` and `join` do.
        """
        self._check_space()
        return await self._doors.weekly(guest, lambda: self._seasons.people(guest, season))

    async def drop_from_season(self, guest: str, season: str, table: str) -> None:
        """Take an evening out of a season of the guest's. Raises `NoTable`, `Refused`."""
        await self._seasons.drop(guest, season, table)

    async def history(self, guest: str, table: str, hand: int) -> str:
        """An ended hand as the text of a `.phh`, with what the guest knows of it.

        Raises `Refused` if no such hand has ended, or if it was not written in time and present
        rules cannot replay it, and `NotAdmitted` for a guest who has never joined the table.
        """
        until = _view_end(await self._live(table).state(), guest, hand)
        return await self._archiver.history(table, guest, hand, until)

    async def histories(self, guest: str, table: str) -> str:
        """All ended hands of a table as the text of a `.phhs`, each as `history` returns it.

        Hands that `history` would refuse are left out. Raises `NotAdmitted` as it does.
        """
        until = _view_end(await self._live(table).state(), guest)
        return hand_history.joined(await self._archiver.histories(table, guest, until))

    async def rail_history(self, guest: str | None, table: str, hand: int) -> str:
        """An ended hand as the rail knows it: for members, and of an open public table for anybody.

        Raises `NoTable`, and `NotAdmitted` and `Refused` as `history`.
        """
        state = await self._live(table).state()
        until = None if _is_open(state) else _view_end(state, guest or "", hand)
        return await self._archiver.history(table, RAIL_VIEWER, hand, until)

    async def check_public(self, table: str) -> None:
        """Raise `NotAdmitted` for a table at which not anybody may look on; `NoTable` for none."""
        if not _is_open(await self._live(table).state()):
            raise NotAdmitted("room.not_admitted")

    async def open_hand(self, table: str, hand: int) -> HandLine | None:
        """The line of an ended hand that anybody may look at; None for any other, or for none."""
        with contextlib.suppress(NoTable, CannotWrite):
            if _is_open(await self._live(table).state()):
                line = await self._services.store.hand_line(table, hand)
                return line and translated_hand(line)
        return None

    async def end_of_hand(self, table: str, hand: int) -> TableView:
        """The end of a hand that anybody may look at, as the rail knows it.

        Raises `NoTable`, `NotAdmitted`, `Refused` and `RateLimited`.
        """
        return await self._replays.end(await self.rail_history(None, table, hand))

    async def replay(self, text: str, seat: int | None, *, is_own: bool = False) -> Raw:
        """The hand in the text of a `.phh`, step by step: a `ReplayView`, encoded.

        `seat` is the viewer's, None for the rail; `is_own`: the reader played on it. It tells no
        more than the text does. Raises `BadHistory` and what else may be wrong with the history,
        and `RateLimited`.
        """
        return await self._replays.replay(text, seat, is_own=is_own)

    async def tick(self) -> None:
        """Do what is due now: turns that are over, hands to deal, hosts that are gone.

        After `start` the scheduler calls it in time; a test with its own clock calls it itself.
        """
        await self._scheduler.tick()

    async def settle(self) -> None:
        """Wait until no bot is thinking and nothing is due now."""
        await self._scheduler.settle()

    def due(self) -> int | None:
        """When something is next due at a table in memory, in milliseconds since 1970, or None."""
        return self._scheduler.due()

    def metrics(self) -> dict[str, int]:
        """Counters and gauges of all processes by name; they contain no secret of any table."""
        return self.others.metrics()

    async def written(self) -> float | None:
        """Seconds since something was last written to the disk, None while nothing can be.

        If nothing was for a second, something is written now, as any command would be.
        """
        return await self._services.written()

    @property
    def can_write(self) -> bool:
        """Can the room store anything? While it cannot, no clock runs."""
        return self._services.can_write

    def _check_space(self) -> None:
        """Raise `CannotWrite` if the disk is so full that its rest is for those who play."""
        if self._services.store.free_bytes() < limits.FREE_BYTES:
            raise CannotWrite("room.no_space")

    def _live(self, table: str) -> LiveTable:
        """The live table with an id, which may not exist: it is loaded when it is first used."""
        if table not in self._tables:
            self._tables[table] = LiveTable(self._services, table)
        return self._tables[table]

    def _notify(self, message: Message) -> None:
        """Send a notice to every subscriber of every table."""
        for live in list(self._tables.values()):
            live.subscribers.notice(message)

    def _with_people(self, line: TableLine) -> TableLine:
        """A line of a list with the number of guests who are connected now."""
        return replace(translated_table(line), people=self.others.people_at(line.table))


def _is_open(state: TableState) -> bool:
    """May anybody look on?"""
    return state.rules.public and not state.is_closed


def _translated(lines: Sequence[HandLine], last: int | None) -> list[HandLine]:
    """The lines of hands up to the last one that may be seen, in the language that is spoken."""
    return [translated_hand(line) for line in lines if last is None or line.hand <= last]


def _view_end(state: TableState, guest: str, hand: int = 0) -> Removal | None:
    """The end of a removed guest's view; None for a member.

    Raises `NotAdmitted` for a guest who has never joined the table, and `Refused` for a hand behind
    that end.
    """
    end = state.removed.get(guest)
    if end is None:
        check_admitted(state, guest)
    elif hand > end.hands:
        raise Refused("room.refused_after", hand=hand)
    return end
