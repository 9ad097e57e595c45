"""A table in memory: one command at a time, stored before anybody hears of it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence

from sidepot.engine.game import Game
from sidepot.errors import CannotWrite, NotAdmitted, UserError
from sidepot.kernel import Records
from sidepot.protocol.messages import Ack, Act, AnyCommand, Refusal
from sidepot.room.live.services import House
from sidepot.room.live.subscribers import Audience
from sidepot.room.live.subscription import Subscription
from sidepot.room.storage import append
from sidepot.room.storage.writer import LostRace
from sidepot.room.table import deadlines
from sidepot.room.table import events as e
from sidepot.room.table.context import Draft, Scene, Table, Thought
from sidepot.room.table.decide import decide
from sidepot.room.table.names import distinct
from sidepot.room.table.rules import game_of
from sidepot.room.table.state import TableState
from sidepot.room.views.encode import said_of
from sidepot.room.views.table_view import menu_for

log = logging.getLogger("sidepot.room")

REFUSALS = 256
"""Refusals that are remembered, so that the same id gets the same answer."""
MOST_MEMBERS = 500
"""Guests that may come to a table."""

Decide = Callable[[Scene], Draft | None]


class LiveTable:
    """A table, its lock, and who looks at it."""

    def __init__(self, house: House, id: str) -> None:
        self.id = id
        self.house = house
        self.audience = Audience(house, self)
        self.due_at: int | None = None
        """When something is to be done here, as far as is known."""
        self.users = 0
        self.speaking = asyncio.Lock()
        """Lines of chat are numbered one at a time."""
        self._lock = asyncio.Lock()
        self._table: Table | None = None
        self._thought: Thought | None = None
        self._thinking: tuple[int, int] | None = None
        self._refusals: OrderedDict[tuple[str, str], Refusal] = OrderedDict()
        self._absences = 0
        self._shown = 0
        self._open: tuple[int, int] | None = None
        self._advancing = False

    @contextlib.contextmanager
    def used(self) -> Iterator[None]:
        """Keep the table in memory meanwhile."""
        self.users += 1
        try:
            yield
        finally:
            self.users -= 1

    async def state(self) -> TableState:
        """The state after the last commit. Raises `NoTable`."""
        with self.used():
            async with self._lock:
                return (await self._loaded()).state

    async def scene(self) -> Scene:
        """The table as it is now. Raises `NoTable`."""
        with self.used():
            async with self._lock:
                return self._scene(await self._loaded())

    async def enter(self, guest: str | None, since: int | None) -> Subscription:
        """Somebody looks at the table from now on. Raises `NotAdmitted`."""
        async with self._lock:  # so that nobody is sent away between this question and the door
            scene = self._scene(await self._loaded())
            if guest is not None or not scene.state.rules.public:
                check_admitted(scene.state, guest)
            return self.audience.enter(scene, guest, since)

    def is_open(self, hand: int, decision: int) -> bool:
        """Is this the decision that is due, as far as is known? Any thread may ask."""
        return self._open == (hand, decision)

    @property
    def is_idle(self) -> bool:
        """Is nobody here and nothing due, now or later?"""
        busy = self.users or self.audience.is_there or self._advancing
        return not busy and self.due_at is None

    async def do(self, guest: str, command: AnyCommand) -> Ack | Refusal:
        """Carry a command out, once; the answer comes when it is stored."""
        refused = self._refusals.get((guest, command.id))
        if refused:
            return refused
        try:
            version = await self.append(
                lambda scene: self._decided(scene, guest, command), (guest, command.id)
            )
        except UserError as error:
            return self._refuse(guest, command, error)
        self.house.tally.commands += 1
        return Ack(id=command.id, version=version)

    def _decided(self, scene: Scene, guest: str, command: AnyCommand) -> Draft:
        check_admitted(scene.state, guest)
        try:
            return decide(command, scene, guest)
        except UserError:
            raise
        except Exception as error:  # a game's own code can raise anything
            if not isinstance(command, Act):
                raise
            return self._stopped(scene, error)

    def fail(self, error: Exception) -> None:
        """The game cannot show its hand: it is called off, as nobody could play it."""
        self._report(error)
        if self._table:
            self._table.is_broken = True
            self._look_ahead(self._table)

    def _stopped(self, scene: Scene, error: Exception) -> Draft:
        """The game has failed: the hand is called off, or, if there is none, the table rests."""
        self._report(error)
        playing = scene.state.in_play
        if playing:
            return Draft([e.HandVoided(at=scene.now, hand=playing.hand, why="rules")])
        return Draft([e.Paused(at=scene.now, is_paused=True)])

    def _report(self, error: Exception) -> None:
        log.error("game_failed table=%s error=%s", self.id, type(error).__name__)

    def _refuse(self, guest: str, command: AnyCommand, error: UserError) -> Refusal:
        """The refusal of a command, and what may be done instead."""
        self.house.tally.refusals += 1
        menu = []
        if self._table and not self._table.is_broken and self.house.is_writing:
            state, hand = self._table.state, self._table.hand
            menu = menu_for(hand, state.seat_of(guest)) if state.in_play else []
        refusal = Refusal(id=command.id, reason=said_of(error.message), menu=menu)
        if not isinstance(error, CannotWrite):
            self._refusals[guest, command.id] = refusal
            while len(self._refusals) > REFUSALS:
                self._refusals.popitem(last=False)
        return refusal

    async def join(self, guest: str, name: str) -> None:
        """A guest comes in; coming in again does nothing."""

        def joined(scene: Scene) -> Draft | None:
            state = scene.state
            if guest in state.members:
                check_admitted(state, guest)
                return None
            if len(state.members) >= MOST_MEMBERS:
                raise NotAdmitted("room.crowded", most=MOST_MEMBERS)
            taken = [*state.members.values(), *(a.name for a in state.accounts.values())]
            return Draft([e.Joined(at=scene.now, guest=guest, name=distinct(name, taken))])

        await self.append(joined)

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
                    scene = self._scene(table)
                    grace = self._grace(scene)
                    draft = grace or make(scene)
                    if draft is None:
                        return table.state.version
                    try:
                        await self._store(table, draft)
                    except LostRace:
                        continue
                    if not grace:
                        found = table.state.answer(*command) if command else None
                        return found or table.state.version

    def _grace(self, scene: Scene) -> Draft | None:
        """More time after an absence: nothing is judged, or charged to a bank, before that."""
        if self._absences == self.house.absences:
            return None
        self._absences = self.house.absences
        moved = deadlines.grace(scene.state, scene.now)
        return Draft([moved]) if moved else None

    async def _store(self, table: Table, draft: Draft) -> None:
        """Fold a draft and commit it; where that fails, the table is read anew from what is stored.

        Until it is stored nobody may see what follows from it, so the table is not in memory then.
        """
        names = {number: chair.name for number, chair in table.state.chairs.items()}
        self._table = None
        await self.house.write(append.folded(self.id, table, self._scene(table), draft))
        table.hand = draft.hand or table.hand
        table.is_broken = table.is_broken and draft.secret is None
        self._table = table
        self._shown = table.state.version
        self._count(draft.entries)
        self.audience.show(self._scene(table), draft.entries, names)
        self._look_ahead(table)

    def _count(self, entries: Sequence[e.AnyEntry]) -> None:
        tally = self.house.tally
        for entry in entries:
            if isinstance(entry, e.Acted) and entry.how == "fault":
                log.warning("bot_fault table=%s hand=%d", self.id, entry.hand)
        tally.hands += sum(isinstance(entry, e.HandDealt) for entry in entries)
        tally.turns_over += sum(isinstance(en, e.Acted) and en.how == "clock" for en in entries)

    async def _loaded(self) -> Table:
        """The table, read from the database where it is not in memory."""
        if self._table is None:
            self._table = await self.house.store.table(self.id)
            state = self._table.state
            if self._shown and self._shown != state.version:
                self.audience.show_whole(self._scene(self._table))
            self._shown = state.version
            self._look_ahead(self._table)
        return self._table

    def _scene(self, table: Table) -> Scene:
        here = self.audience.here()
        return Scene(
            state=table.state,
            hand=table.hand,
            now=self.house.look(),
            chance=self.house.chance,
            here=here,
            host_gone=None if table.state.host in here else self.audience.host_gone_since,
            is_watched=self.audience.is_there,
            thought=self._thought,
        )

    def _look_ahead(self, table: Table) -> None:
        """See what is due next, and let a bot think if it is its turn."""
        scene = self._scene(table)
        playing = table.state.in_play
        self._open = (playing.hand, table.hand.decision) if playing and table.hand else None
        found = deadlines.due(scene)
        self.due_at = found.at if found else None
        if table.is_broken and table.state.in_play:
            self.due_at = deadlines.NOW
        if self._absences != self.house.absences and table.state.clock:
            self.due_at = deadlines.NOW
        if self.due_at is not None and self.due_at <= scene.now:
            self.advance_soon()
        else:
            self.house.expect(self.due_at)
        self._let_think(scene)

    def look_ahead(self) -> None:
        """Somebody has come or gone: what is due next may be something else."""
        if self._table:
            self._look_ahead(self._table)

    def advance_soon(self) -> None:
        """Do what is due, beside."""
        if not self._advancing and self.house.is_writing:
            self._advancing = True
            self.house.spawn(self._advance())

    async def _advance(self) -> None:
        """Do what is due, one append after the other; commands may come between."""
        try:
            moved = True
            while moved and self.house.is_writing:
                moved = await self._step()
        finally:
            self._advancing = False

    async def _step(self) -> bool:
        """Do one thing that is due; was there any?"""
        drafted = False

        def make(scene: Scene) -> Draft | None:
            nonlocal drafted
            draft = self._due(scene)
            drafted = draft is not None
            return draft

        with contextlib.suppress(UserError):  # of all errors `CannotWrite` alone: it has been told
            await self.append(make)
            if not drafted:
                self.look_ahead()
            return drafted
        return False

    def _due(self, scene: Scene) -> Draft | None:
        """What is due: a hand that cannot go on is called off, then the clockwork."""
        table, playing = self._table, scene.state.in_play
        if table and table.is_broken and playing:
            return Draft([e.HandVoided(at=scene.now, hand=playing.hand, why="rules")])
        try:
            return deadlines.do(scene)
        except Exception as error:  # a game's own code can raise anything
            return self._stopped(scene, error)

    def _let_think(self, scene: Scene) -> None:
        """If a bot is to act and is not thinking of it yet, let it."""
        clock, playing = scene.state.clock, scene.state.in_play
        if clock is None or playing is None or scene.hand is None:
            return
        strength = scene.state.chairs[clock.chair].bot
        question = (playing.hand, scene.hand.decision)
        has_forfeited = clock.chair in playing.forfeits
        if strength and not has_forfeited and self._thinking != question:
            self._thinking = question
            assert scene.hand.actor is not None
            view = scene.hand.view(scene.hand.actor)
            self.house.spawn(self._think(game_of(playing.game), view, question, strength))

    async def _think(
        self, game: Game, view: Records, question: tuple[int, int], strength: str
    ) -> None:
        seed = self.house.chance.seed()
        action = await self.house.thinkers.choose(game, strength, view, seed)
        self._thought = Thought(*question, action)
        self.look_ahead()


def check_admitted(state: TableState, guest: str | None) -> None:
    """Raise `NotAdmitted` for somebody who has not come in, or was sent out."""
    if guest in state.removed:
        raise NotAdmitted("room.sent_away")
    if guest not in state.members:
        raise NotAdmitted("room.not_admitted")
