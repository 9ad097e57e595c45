"""The one door of the room: all that a face may ask for, and nothing else."""

from __future__ import annotations

from msgspec.structs import replace

from sidepot.errors import NotAdmitted, Refused
from sidepot.protocol.messages import Advise, Answer, AnyCommand, Chat, NewTable, React
from sidepot.protocol.resources import (
    Created,
    GameOffer,
    Guest,
    HandLine,
    LedgerView,
    Registered,
    TableLine,
)
from sidepot.room.live.archiver import Archiver
from sidepot.room.live.bots import BotWorkers
from sidepot.room.live.chat import ChatLog
from sidepot.room.live.coach import Coach
from sidepot.room.live.scheduler import Scheduler
from sidepot.room.live.services import Services
from sidepot.room.live.subscription import Subscription
from sidepot.room.live.table import LiveTable
from sidepot.room.storage.append import Append
from sidepot.room.storage.database import open_database
from sidepot.room.storage.store import GUEST, INVITATION, Store
from sidepot.room.table.apply import apply
from sidepot.room.table.clock import Clock, SystemClock
from sidepot.room.table.create import create
from sidepot.room.table.decide import check_admitted
from sidepot.room.table.ledger import ledger
from sidepot.room.table.names import checked_name, hashed
from sidepot.room.table.randomness import Randomness, SystemRandomness
from sidepot.room.table.state import TableState
from sidepot.room.views import catalogue, hand_history
from sidepot.words import Message


class Room:
    """All tables of one database.

    Every coroutine runs on the event loop that called `start`. A method that cannot do what was
    asked raises a `RoomError`: `NoTable`, `NotAdmitted`, `Refused`, or `CannotWrite` when the
    database takes nothing; `handle` alone answers with a `Refusal` instead. `guest` is a guest's
    public id, as `guest_of` gives it for a token.
    """

    def __init__(self, services: Services) -> None:
        """The room in a services; `open` makes both."""
        self._services = services
        self._tables: dict[str, LiveTable] = {}
        self._chat = ChatLog(services)
        self._coach = Coach()
        self._archiver = Archiver(services)
        self._scheduler = Scheduler(services, self._tables)
        services.notify = self._notify

    @classmethod
    def open(
        cls,
        url: str | None = None,
        *,
        clock: Clock | None = None,
        randomness: Randomness | None = None,
        bot_workers: int = 2,
    ) -> Room:
        """The room on a database, `sqlite:///PATH`, brought to the newest schema.

        By default `room.sqlite3` in the user's data folder. `clock` and `randomness` are the
        system's unless a test brings its own; `bot_workers`: threads on which bots think. Raises
        `BadDatabase` for one that cannot be opened or written, or that a newer version has made.
        """
        clock = clock or SystemClock()
        books = Store(*open_database(url))
        return cls(
            Services(books, clock, randomness or SystemRandomness(), BotWorkers(bot_workers))
        )

    async def start(self) -> None:
        """Take up the tables whose clocks were running, and keep time from now on."""
        for table in await self._services.store.due_tables():
            self._live(table).advance_soon()
        self._scheduler.start()
        self._archiver.start()

    async def close(self) -> None:
        """Say goodbye to every subscription, put histories away, close the database."""
        await self._scheduler.stop()
        for live in list(self._tables.values()):
            live.subscribers.close("closed", Message("room.goodbye_closed"))
        self._coach.close()
        await self._archiver.close()
        await self._services.close()

    async def register(self, name: str) -> Registered:
        """A new guest, and the token by which he is known again: his secret, stored hashed.

        Raises `Refused` for what is no name.
        """
        shown = checked_name(name)
        guest = Guest(self._services.randomness.name(), shown)
        token = self._services.randomness.token()
        await self._services.store.add_guest(guest, hashed(token), self._services.now())
        return Registered(guest, token)

    async def guest_of(self, token: str) -> Guest | None:
        """The guest whose token, of a cookie or of a recovery link, this is."""
        owner = await self._services.store.owner(GUEST, hashed(token))
        return await self._services.store.guest(owner) if owner else None

    async def rename(self, guest: str, name: str) -> Guest:
        """Give a guest another name, from the next table on. Raises `Refused`."""
        shown = checked_name(name)
        await self._services.store.rename_guest(guest, shown)
        return Guest(guest, shown)

    async def recovery(self, guest: str) -> str:
        """A token more for the same guest, for a link to himself; older ones remain good."""
        return await self._new_token(GUEST, guest)

    def games(self) -> list[GameOffer]:
        """What can be played, with every option, its range and help: for forms."""
        return catalogue.offers()

    def rules(self, game: str) -> tuple[str, str]:
        """The title of a game, and its rule page in Markdown. Raises `UnknownGame`."""
        return catalogue.rules(game)

    def picture(self, game: str) -> str | None:
        """The drawing of a game, an SVG, if there is one. Raises `UnknownGame`."""
        return catalogue.picture(game)

    async def create(self, guest: str, wanted: NewTable) -> Created:
        """A new table, whose host the guest is, and an invitation to it.

        Raises `Refused` where games, options, chairs or chips do not fit each other.
        """
        name, now = (await self._known(guest)).name, self._services.now()
        randomness = self._services.randomness
        table, token = randomness.name(), randomness.token()
        events = create(wanted, guest, name, now, randomness)
        append = Append(table, 0, events, apply(None, events))
        await self._services.store.create_table(append, hashed(token), now)
        return Created(table, token)

    async def invite(self, guest: str, table: str) -> str:
        """An invitation token more; any of the table's people may ask. Older ones remain good."""
        check_admitted(await self._live(table).state(), guest)
        return await self._new_token(INVITATION, table)

    async def revoke(self, guest: str, table: str) -> None:
        """The host makes every invitation to the table worthless."""
        state = await self._live(table).state()
        check_admitted(state, guest)
        if state.host != guest:
            raise Refused("room.refused_host", host=state.members[state.host])
        await self._services.store.drop_tokens(INVITATION, table)

    async def table_of(self, invitation: str) -> str | None:
        """The table to which an invitation token leads."""
        return await self._services.store.owner(INVITATION, hashed(invitation))

    async def join(self, guest: str, table: str, invitation: str | None = None) -> None:
        """Come in: to a public table, or with an invitation. Coming in again does nothing."""
        live = self._live(table)
        with live.used():
            state = await live.state()
            invited = invitation is not None and await self.table_of(invitation) == table
            if not (invited or state.rules.public or guest in state.members):
                raise NotAdmitted("room.not_admitted")
            await live.join(guest, (await self._known(guest)).name)

    async def lobby(self) -> list[TableLine]:
        """The public tables, those with people first; of very many, those that are empty go."""
        by_people = sorted(self._tables.values(), key=lambda live: -len(live.subscribers.here()))
        lively = [live.id for live in by_people if live.subscribers.here()]
        lines = [self._now(line) for line in await self._services.store.lobby(lively)]
        return sorted(lines, key=lambda line: (-line.people, line.name))

    async def tables_of(self, guest: str) -> list[TableLine]:
        """The tables that the guest has come to and that have not ended."""
        return [self._now(line) for line in await self._services.store.tables_of(guest)]

    async def subscribe(
        self, guest: str | None, table: str, *, since: int | None = None
    ) -> Subscription:
        """Look at a table: from one's chair, from the rail with a name, or from it without one.

        The first messages are `Welcome`, a whole `View`, `Presence`, and the last chat. A guest is
        connected while he has a subscription. `guest` None is for public tables only. `since` is
        the last version seen: where nothing was missed, the first view is not whole.
        """
        live = self._live(table)
        with live.used():
            if guest is not None and (await live.state()).rules.public:
                await self.join(guest, table)
            async with live.chat_lock:  # nothing is said or dealt between what one is sent first
                lines = await self._services.store.chat(table)
                subscription = await live.subscribe(guest, since)
                self._chat.greet(subscription, lines)
        return subscription

    async def handle(self, guest: str, table: str, command: AnyCommand) -> Answer:
        """Do what a guest asks for at a table, once, and only then answer.

        The answer comes after the commit, and so do the views that others get. A repeated id gets
        the first answer. `Advise` alone does nothing, and takes the time that the coach thinks.
        """
        live = self._live(table)
        with live.used():
            if isinstance(command, Advise):
                return await self._coach.advise(live, guest, command)
            if isinstance(command, (Chat, React)):
                return await self._chat.say(live, guest, command)
            return await live.do(guest, command)

    async def ledger(self, guest: str, table: str) -> LedgerView:
        """Who has bought in for how much, his net, and who owes whom: the fewest transfers."""
        state = await self._live(table).state()
        _check_known(state, guest)
        return ledger(state)

    async def hands(self, guest: str, table: str) -> list[HandLine]:
        """The hands that have ended, in short."""
        _check_known(await self._live(table).state(), guest)
        return await self._services.store.hands(table)

    async def history(self, guest: str, table: str, hand: int) -> str:
        """A finished hand as the text of a `.phh`, with what the guest knows of it.

        Raises `Refused` where no such hand has ended, or present rules cannot tell it any more.
        """
        _check_known(await self._live(table).state(), guest)
        return await self._archiver.history(table, guest, hand)

    async def night(self, guest: str, table: str) -> str:
        """All finished hands of a table as the text of a `.phhs`, as `history` gives them.

        Those that `history` would refuse are left out.
        """
        _check_known(await self._live(table).state(), guest)
        return hand_history.night(await self._archiver.night(table, guest))

    async def tick(self) -> None:
        """Do what is due now: turns that are over, hands to deal, hosts that are gone.

        `start` calls it in time; a test that brings its own clock calls it by itself.
        """
        await self._scheduler.tick()

    async def settle(self) -> None:
        """Wait until no bot is thinking and nothing that is due now is left to do."""
        await self._scheduler.settle()

    def due(self) -> int | None:
        """When the next thing is due, in milliseconds since 1970."""
        return self._scheduler.due()

    def metrics(self) -> dict[str, int]:
        """Counters and gauges, by name; nothing in them is a secret of any table."""
        counters, written = self._services.counters, self._services.store.write_counts
        return {
            "commands_total": counters.commands,
            "refusals_total": counters.refusals,
            "turns_over_total": counters.turns_over,
            "hands_total": counters.hands,
            "races_total": counters.races,
            "commits_total": written.commits,
            "writes_total": written.writes,
            "failed_commits_total": written.failures,
            "tables": len(self._tables),
            "sockets": sum(live.subscribers.sockets for live in self._tables.values()),
            "is_writing": int(self._services.is_writing),
        }

    @property
    def is_writing(self) -> bool:
        """Can the room write? While it cannot, no clock runs."""
        return self._services.is_writing

    def _live(self, table: str) -> LiveTable:
        """A table in memory, or on its way there."""
        if table not in self._tables:
            self._tables[table] = LiveTable(self._services, table)
        return self._tables[table]

    def _notify(self, message: Message) -> None:
        """Tell everybody at every table."""
        for live in list(self._tables.values()):
            live.subscribers.notice(message)

    async def _known(self, guest: str) -> Guest:
        """A guest who is registered. Raises `NotAdmitted`."""
        found = await self._services.store.guest(guest)
        if found is None:
            raise NotAdmitted("room.not_admitted")
        return found

    async def _new_token(self, kind: str, owner: str) -> str:
        """A token more; it is stored as its hash alone."""
        token, now = self._services.randomness.token(), self._services.now()
        await self._services.store.add_token(kind, owner, hashed(token), now)
        return token

    def _now(self, line: TableLine) -> TableLine:
        """A line of a list with the people who are there now."""
        live = self._tables.get(line.table)
        return replace(line, people=len(live.subscribers.here()) if live else 0)


def _check_known(state: TableState, guest: str) -> None:
    """Raise `NotAdmitted` for somebody who has never been at the table."""
    if guest not in state.members:
        raise NotAdmitted("room.not_admitted")
