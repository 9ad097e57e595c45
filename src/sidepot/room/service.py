"""The only entry point of the room: everything that the web and other clients may ask for."""

from __future__ import annotations

from msgspec import Raw
from msgspec.structs import replace

from sidepot.errors import NotAdmitted, Refused
from sidepot.protocol.messages import (
    Advise,
    Answer,
    AnyCommand,
    Chat,
    NewTable,
    Pledge,
    React,
    Reveal,
)
from sidepot.protocol.resources import (
    Created,
    GameOffer,
    Guest,
    HandLine,
    LedgerView,
    Registered,
    TableLine,
)
from sidepot.room.live.archiver import RAIL_VIEWER, Archiver
from sidepot.room.live.bots import BotWorkers
from sidepot.room.live.chat import ChatLog
from sidepot.room.live.coach import Coach
from sidepot.room.live.replays import Replays
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
from sidepot.room.table.names import checked_name, token_hash
from sidepot.room.table.randomness import Randomness, SystemRandomness
from sidepot.room.table.state import TableState
from sidepot.room.views import catalogue, hand_history
from sidepot.words import Message


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
        self._chat = ChatLog(services)
        self._coach = Coach()
        self._replays = Replays()
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
        """A room on a database, `sqlite:///PATH`, migrated to the newest schema.

        The default is `room.sqlite3` in the user's data folder. `clock` and `randomness` are the
        system's unless a test passes its own; `bot_workers` is the number of threads on which bots
        think. Raises `BadDatabase` if the database cannot be opened or written, or if a newer
        version has made it.
        """
        clock, randomness = clock or SystemClock(), randomness or SystemRandomness()
        store = Store(*open_database(url))
        return cls(Services(store, clock, randomness, BotWorkers(bot_workers)))

    async def start(self) -> None:
        """Load the tables at which something is due, and do what is due from now on."""
        for table in await self._services.store.due_tables():
            self._live(table).advance_soon()
        self._scheduler.start()
        self._archiver.start()

    async def close(self) -> None:
        """Send every subscriber a `Goodbye`, write pending histories, and close the database."""
        await self._scheduler.stop()
        for live in list(self._tables.values()):
            live.subscribers.close("closed", Message("room.goodbye_closed"))
        self._coach.close()
        self._replays.close()
        await self._archiver.close()
        await self._services.close()

    async def register(self, name: str) -> Registered:
        """A new guest, and the token that identifies them: a secret, of which the hash is stored.

        Raises `Refused` for a name that is not allowed.
        """
        shown = checked_name(name)
        guest = Guest(self._services.randomness.name(), shown)
        token = self._services.randomness.token()
        await self._services.store.add_guest(guest, token_hash(token), self._services.now())
        return Registered(guest, token)

    async def guest_of(self, token: str) -> Guest | None:
        """The guest whose token this is, from a cookie or a recovery link; None if nobody's."""
        owner = await self._services.store.owner(GUEST, token_hash(token))
        return await self._services.store.guest(owner) if owner else None

    async def rename(self, guest: str, name: str) -> Guest:
        """Give a guest another name; tables that they have joined keep the old one.

        Raises `Refused` for a name that is not allowed.
        """
        shown = checked_name(name)
        await self._services.store.rename_guest(guest, shown)
        return Guest(guest, shown)

    async def recovery(self, guest: str) -> str:
        """A further token for a guest, for a recovery link; older ones remain valid."""
        return await self._new_token(GUEST, guest)

    def games(self) -> list[GameOffer]:
        """The games that can be played, with every option, its range and help, for forms."""
        return catalogue.offers()

    def rules(self, game: str) -> tuple[str, str]:
        """The title of a game, and its rule page in Markdown. Raises `UnknownGame`."""
        return catalogue.rules(game)

    def picture(self, game: str) -> str | None:
        """The picture of a game, as SVG, or None. Raises `UnknownGame`."""
        return catalogue.picture(game)

    async def create(self, guest: str, new_table: NewTable) -> Created:
        """Create a table whose host is the guest; its id, and an invitation to it.

        Raises `Refused` if games, options, chairs or chips do not fit each other.
        """
        name, now = (await self._registered(guest)).name, self._services.now()
        randomness = self._services.randomness
        table, token = randomness.name(), randomness.token()
        events = create(new_table, guest, name, now, randomness)
        append = Append(table, 0, events, apply(None, events))
        await self._services.store.create_table(append, token_hash(token), now)
        return Created(table, token)

    async def invite(self, guest: str, table: str) -> str:
        """A further invitation token, for any member of the table; older ones remain valid."""
        check_admitted(await self._live(table).state(), guest)
        return await self._new_token(INVITATION, table)

    async def revoke(self, guest: str, table: str) -> None:
        """Delete every invitation to the table. Raises `Refused` unless the guest is the host."""
        state = await self._live(table).state()
        check_admitted(state, guest)
        if state.host != guest:
            raise Refused("room.refused_host", host=state.members[state.host])
        await self._services.store.drop_tokens(INVITATION, table)

    async def table_of(self, invitation: str) -> str | None:
        """The table to which an invitation token leads, or None."""
        return await self._services.store.owner(INVITATION, token_hash(invitation))

    async def join(self, guest: str, table: str, invitation: str | None = None) -> None:
        """Make a guest a member of a public table, or, with an invitation, of any.

        Does nothing for a guest who is a member already. Raises `NotAdmitted`.
        """
        live = self._live(table)
        with live.in_use():
            state = await live.state()
            invited = invitation is not None and await self.table_of(invitation) == table
            if not (invited or state.rules.public or guest in state.members):
                raise NotAdmitted("room.not_admitted")
            await live.join(guest, (await self._registered(guest)).name)

    async def lobby(self) -> list[TableLine]:
        """The public tables, those with the most people first; if too many, without empty ones."""
        people = {live.id: len(live.subscribers.connected()) for live in self._tables.values()}
        watched = sorted((table for table in people if people[table]), key=lambda t: -people[t])
        lines = [self._with_people(line) for line in await self._services.store.lobby(watched)]
        return sorted(lines, key=lambda line: (-line.people, line.name))

    async def tables_of(self, guest: str) -> list[TableLine]:
        """The tables that the guest has joined and that have not ended."""
        return [self._with_people(line) for line in await self._services.store.tables_of(guest)]

    async def subscribe(
        self, guest: str | None, table: str, *, since: int | None = None, checks: bool = False
    ) -> Subscription:
        """Subscribe to a table as a guest, seated or on the rail, or as an onlooker without a name.

        The first messages are `Welcome`, a whole `View`, `Presence`, and the last lines of chat. A
        guest is connected while they have a subscription. `guest` is None for an onlooker, at
        public tables only. `since` is the last version that the client has seen: if nothing was
        missed, the first view is not whole. `checks`: the client checks the deals, and is sent
        each `Commitment`, `Cut` and `Proof`. Raises `NoTable`, `NotAdmitted`.
        """
        live = self._live(table)
        with live.in_use():
            if guest is not None and (await live.state()).rules.public:
                await self.join(guest, table)
            async with live.chat_lock:  # so that no line is missed or sent twice
                lines = await self._services.store.chat(table)
                subscription = await live.subscribe(guest, since, checks=checks)
                self._chat.send_recent(subscription, lines)
        return subscription

    async def handle(self, guest: str, table: str, command: AnyCommand) -> Answer:
        """Carry out a guest's command at a table, once, and answer it.

        The answer is returned after the commit, and the others get their views after it too. A
        repeated id gets the first answer. `Advise` changes nothing, and its answer takes as long as
        the coach thinks; `Pledge` and `Reveal` are kept in memory alone.
        """
        live = self._live(table)
        with live.in_use():
            if isinstance(command, Advise):
                return await self._coach.advise(live, guest, command)
            if isinstance(command, (Chat, React)):
                return await self._chat.say(live, guest, command)
            if isinstance(command, (Pledge, Reveal)):
                return await live.take(guest, command)
            return await live.do(guest, command)

    async def ledger(self, guest: str, table: str) -> LedgerView:
        """The accounts of a table in chips, and the fewest transfers that settle them.

        Raises `NotAdmitted` for a guest who has never joined the table.
        """
        state = await self._live(table).state()
        _check_member(state, guest)
        return ledger(state)

    async def hands(self, guest: str, table: str) -> list[HandLine]:
        """The ended hands of a table, a line each.

        Raises `NotAdmitted` for a guest who has never joined the table.
        """
        _check_member(await self._live(table).state(), guest)
        return await self._services.store.hands(table)

    async def history(self, guest: str, table: str, hand: int) -> str:
        """An ended hand as the text of a `.phh`, with what the guest knows of it.

        Raises `Refused` if no such hand has ended, or if it was not written in time and present
        rules cannot replay it, and `NotAdmitted` for a guest who has never joined the table.
        """
        _check_member(await self._live(table).state(), guest)
        return await self._archiver.history(table, guest, hand)

    async def histories(self, guest: str, table: str) -> str:
        """All ended hands of a table as the text of a `.phhs`, each as `history` returns it.

        Hands that `history` would refuse are left out. Raises `NotAdmitted` as it does.
        """
        _check_member(await self._live(table).state(), guest)
        return hand_history.joined(await self._archiver.histories(table, guest))

    async def rail_history(self, guest: str | None, table: str, hand: int) -> str:
        """An ended hand as the rail knows it: for members, and of a public table for anybody.

        Raises `NoTable`, `NotAdmitted`, and `Refused` as `history`.
        """
        state = await self._live(table).state()
        if not (state.rules.public or guest in state.members):
            raise NotAdmitted("room.not_admitted")
        return await self._archiver.history(table, RAIL_VIEWER, hand)

    async def replay(self, text: str, seat: int | None) -> Raw:
        """The hand in the text of a `.phh`, step by step: a `ReplayView`, encoded.

        `seat` is the viewer's, None for the rail. It tells no more than the text does. Raises
        `BadHistory` and what else may be wrong with the history, and `RateLimited`.
        """
        return await self._replays.replay(text, seat)

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
        """Counters and gauges by name; they contain no secret of any table."""
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
            "is_writing": int(self._services.can_write),
        }

    @property
    def can_write(self) -> bool:
        """Can the room store anything? While it cannot, no clock runs."""
        return self._services.can_write

    def _live(self, table: str) -> LiveTable:
        """The live table with an id, which may not exist: it is loaded when it is first used."""
        if table not in self._tables:
            self._tables[table] = LiveTable(self._services, table)
        return self._tables[table]

    def _notify(self, message: Message) -> None:
        """Send a notice to every subscriber of every table."""
        for live in list(self._tables.values()):
            live.subscribers.notice(message)

    async def _registered(self, id: str) -> Guest:
        """The guest with an id. Raises `NotAdmitted` if nobody has it."""
        guest = await self._services.store.guest(id)
        if guest is None:
            raise NotAdmitted("room.not_admitted")
        return guest

    async def _new_token(self, kind: str, owner: str) -> str:
        """A new token, of which only the hash is stored."""
        token, now = self._services.randomness.token(), self._services.now()
        await self._services.store.add_token(kind, owner, token_hash(token), now)
        return token

    def _with_people(self, line: TableLine) -> TableLine:
        """A line of a list with the number of guests who are connected now."""
        live = self._tables.get(line.table)
        return replace(line, people=len(live.subscribers.connected()) if live else 0)


def _check_member(state: TableState, guest: str) -> None:
    """Raise `NotAdmitted` for a guest who has never joined the table."""
    if guest not in state.members:
        raise NotAdmitted("room.not_admitted")
