"""A live table: serializes what happens, commits it, and only then shows it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Iterator

from sidepot.errors import UserError
from sidepot.protocol.messages import Ack, Act, AnyCommand, Refusal
from sidepot.room.live.bots import BotTurns
from sidepot.room.live.refusals import Refusals
from sidepot.room.live.services import Services
from sidepot.room.live.subscribers import Subscribers
from sidepot.room.live.subscription import Subscription
from sidepot.room.storage.append import Append
from sidepot.room.storage.writer import LostRace
from sidepot.room.table import deadlines
from sidepot.room.table.context import Context, PendingEvents
from sidepot.room.table.decide import check_admitted, decide, join
from sidepot.room.table.loaded import LoadedTable
from sidepot.room.table.play import call_off
from sidepot.room.table.state import TableState

_log = logging.getLogger("sidepot.room")

Decide = Callable[[Context], PendingEvents | None]


class LiveTable:
    """A table in memory, its lock, and its subscribers."""

    def __init__(self, services: Services, id: str) -> None:
        self.id = id
        self.services = services
        self.subscribers = Subscribers(services, self)
        self.due_at: int | None = None
        """When something is to be done here, as far as is known."""
        self.open_decision: tuple[int, int] | None = None
        """The hand and decision that wait for an answer, as far as is known: any thread may ask."""
        self.users = 0
        self.chat_lock = asyncio.Lock()
        """Lines of chat are numbered one at a time."""
        self._lock = asyncio.Lock()
        self._table: LoadedTable | None = None
        self._bots = BotTurns(services, self.look_ahead)
        self._refusals = Refusals()
        self._absences = 0
        self._shown = 0
        self._advancing = False

    @contextlib.contextmanager
    def used(self) -> Iterator[None]:
        """Keep the table in memory meanwhile."""
        self.users += 1
        try:
            yield
        finally:
            self.users -= 1

    @property
    def is_idle(self) -> bool:
        """Is nobody here and nothing due, now or later?"""
        busy = self.users or self.subscribers.is_there or self._advancing
        return not busy and self.due_at is None

    async def state(self) -> TableState:
        """The state after the last commit. Raises `NoTable`."""
        return (await self.context()).state

    async def context(self) -> Context:
        """The table as it is now. Raises `NoTable`."""
        with self.used():
            async with self._lock:
                return self._context(await self._loaded())

    async def subscribe(self, guest: str | None, since: int | None) -> Subscription:
        """Show the table to somebody from now on. Raises `NotAdmitted`."""
        async with self._lock:  # so that nobody is removed between this check and their first view
            context = self._context(await self._loaded())
            if guest is not None or not context.state.rules.public:
                check_admitted(context.state, guest)
            return self.subscribers.add(context, guest, since)

    async def do(self, guest: str, command: AnyCommand) -> Ack | Refusal:
        """Carry a command out, once; the answer comes when it is stored."""
        refused = self._refusals.known(guest, command.id)
        if refused:
            return refused
        try:
            version = await self.append(
                lambda context: self._decide(context, guest, command), (guest, command.id)
            )
        except UserError as error:
            self.services.counters.refusals += 1
            return self._refusals.add(guest, command.id, error, self._playable())
        self.services.counters.commands += 1
        return Ack(id=command.id, version=version)

    def _decide(self, context: Context, guest: str, command: AnyCommand) -> PendingEvents:
        try:
            return decide(context, guest, command)
        except UserError:
            raise
        except Exception as error:  # a game's own code can raise anything
            if not isinstance(command, Act):
                raise
            self._report(error)
            return call_off(context)

    def _playable(self) -> LoadedTable | None:
        """The table, where a refusal can say what may be done instead."""
        is_usable = self._table and not self._table.is_broken and self.services.is_writing
        return self._table if is_usable else None

    async def join(self, guest: str, name: str) -> None:
        """A guest comes in; coming in again does nothing. Raises `NotAdmitted`."""
        await self.append(lambda context: join(context, guest, name))

    def game_failed(self, error: Exception) -> None:
        """The game cannot show its hand: it is called off, as nobody could play it."""
        self._report(error)
        if self._table:
            self._table.is_broken = True
            self._look_ahead(self._table)

    def _report(self, error: Exception) -> None:
        _log.error("game_failed table=%s error=%s", self.id, type(error).__name__)

    async def append(self, make: Decide, command: tuple[str, str] | None = None) -> int:
        """Decide, store, and only then show; the version by which it was done.

        A command that has been done already is not done again. A lost race is tried again on what
        is stored then. Raises what `make` raises, and `CannotWrite`.
        """
        with self.used():
            async with self._lock:
                while True:
                    table = self._table or await self._loaded()
                    done = table.state.answer(*command) if command else None
                    if done:
                        return done
                    context = self._context(table)
                    grace = self._grace(context)
                    pending = grace or make(context)
                    if pending is None:
                        return table.state.version
                    try:
                        await self._commit(table, context, pending)
                    except LostRace:
                        continue
                    if not grace:
                        done = table.state.answer(*command) if command else None
                        return done or table.state.version

    def _grace(self, context: Context) -> PendingEvents | None:
        """More time after an absence: nothing is judged, or charged to a time bank, before that."""
        if self._absences == self.services.absences:
            return None
        self._absences = self.services.absences
        moved = deadlines.grace(context.state, context.now)
        return PendingEvents([moved]) if moved else None

    async def _commit(self, table: LoadedTable, context: Context, pending: PendingEvents) -> None:
        """Apply events, store them, show them; where that fails, the log is read anew.

        Until they are stored nobody may see what follows from them: the table is not in memory.
        """
        before, snapshot = table.state.version, table.snapshot_before(pending)
        names = {number: chair.name for number, chair in table.state.chairs.items()}
        self._table = None
        table.apply(pending)
        append = Append(
            table=self.id,
            before=before,
            events=pending.events,
            after=table.state,
            hand=table.hand,
            secret=pending.secret,
            snapshot=snapshot,
            deadline=deadlines.deadline(table.state, table.hand, context),
            people=len(context.here),
        )
        await self.services.store.append(append)
        self._table = table
        self._shown = table.state.version
        self.services.counters.count(self.id, pending.events)
        self.subscribers.show(self._context(table), pending.events, names)
        self._look_ahead(table)

    async def _loaded(self) -> LoadedTable:
        """The table, read from the database where it is not in memory."""
        if self._table is None:
            self._table = await self.services.store.table(self.id)
            state = self._table.state
            if self._shown and self._shown != state.version:
                self.subscribers.show_whole(self._context(self._table))
            self._shown = state.version
            self._look_ahead(self._table)
        return self._table

    def _context(self, table: LoadedTable) -> Context:
        here = self.subscribers.here()
        return Context(
            state=table.state,
            hand=table.hand,
            now=self.services.look(),
            randomness=self.services.randomness,
            here=here,
            host_gone=None if table.state.host in here else self.subscribers.host_gone_since,
            is_watched=self.subscribers.is_there,
            bot_choice=self._bots.choice,
        )

    def look_ahead(self) -> None:
        """Somebody has come or gone, or a bot has found its move: see anew what is due next."""
        if self._table:
            self._look_ahead(self._table)

    def _look_ahead(self, table: LoadedTable) -> None:
        """See what is due next, and let a bot think if it is its turn."""
        context = self._context(table)
        playing = table.state.in_play
        self.open_decision = (playing.hand, table.hand.decision) if playing and table.hand else None
        self.due_at = self._next_due(table, context)
        if self.due_at is not None and self.due_at <= context.now:
            self.advance_soon()
        else:
            self.services.expect(self.due_at)
        self._bots.let_think(context)

    def _next_due(self, table: LoadedTable, context: Context) -> int | None:
        is_away = self._absences != self.services.absences and table.state.clock
        if is_away or (table.is_broken and table.state.in_play):
            return deadlines.NOW
        found = deadlines.due(context)
        return found.at if found else None

    def advance_soon(self) -> None:
        """Do what is due, in a task of its own."""
        if not self._advancing and self.services.is_writing:
            self._advancing = True
            self.services.spawn(self._advance())

    async def _advance(self) -> None:
        """Do what is due, one append after the other; commands may come between."""
        try:
            moved = True
            while moved and self.services.is_writing:
                moved = await self._step()
        finally:
            self._advancing = False

    async def _step(self) -> bool:
        """Do one thing that is due; was there any?"""
        found = False

        def make(context: Context) -> PendingEvents | None:
            nonlocal found
            pending = self._due(context)
            found = pending is not None
            return pending

        with contextlib.suppress(UserError):  # of all errors `CannotWrite` alone: it has been told
            await self.append(make)
            if not found:
                self.look_ahead()
            return found
        return False

    def _due(self, context: Context) -> PendingEvents | None:
        """What is due: a hand that cannot go on is called off, then whatever the clock says."""
        if self._table and self._table.is_broken and context.state.in_play:
            return call_off(context)
        try:
            return deadlines.do(context)
        except Exception as error:  # a game's own code can raise anything
            self._report(error)
            return call_off(context)
