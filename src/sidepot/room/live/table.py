"""A live table: serializes commands, and commits each before showing its result."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from sidepot.engine.game import Game
from sidepot.engine.view import ChoiceView
from sidepot.errors import CannotWrite, NoTable, NotAdmitted, UserError
from sidepot.room.live.answers import Answered, Answers
from sidepot.room.live.bot_turns import BotTurns
from sidepot.room.live.bots import reason_of
from sidepot.room.live.coming import find_coming
from sidepot.room.live.cuts import Cuts
from sidepot.room.live.preparing import Parts
from sidepot.room.live.services import Services
from sidepot.room.live.subscribers import Subscribers
from sidepot.room.live.subscription import Subscription
from sidepot.room.protocol.messages import Ack, Act, AnyCommand, Correct, Pledge, Refusal, Reveal
from sidepot.room.protocol.views import ClockView
from sidepot.room.storage.append import Append, keeps_row
from sidepot.room.storage.tenure import Elsewhere
from sidepot.room.storage.writer import LostRace
from sidepot.room.table import deadlines, limits
from sidepot.room.table.clock import NOW, SECOND
from sidepot.room.table.context import Context, PendingEvents
from sidepot.room.table.deal import next_game
from sidepot.room.table.decide import check_admitted, decide, join
from sidepot.room.table.events import AnyEvent, Decided, GamesChanged, HandEnded, HandVoided
from sidepot.room.table.limits import LOG_WARNING, HandPace
from sidepot.room.table.loaded import LoadedTable
from sidepot.room.table.play import void_hand
from sidepot.room.table.position import Worked
from sidepot.room.table.real_cards import WORKED, check_may_tell, worked_out
from sidepot.room.table.rules import REAL, available_games
from sidepot.room.table.state import TableState
from sidepot.room.views.narration import VERBS
from sidepot.room.views.room_view import clock_view
from sidepot.room.views.table_view import menu_for
from sidepot.warm import CHANCES, Job
from sidepot.words import DEFAULT, Message

_log = logging.getLogger("sidepot.room")

_MAX_KNOCKS = 20
"""Guests who are remembered when they come to a closed table."""

MakeEvents = Callable[[Context], PendingEvents | None]
"""Returns the events to append in a context, or None for none."""


class _Users:
    """A reusable context that counts its users; a generator costs six times as much."""

    def __init__(self) -> None:
        self.count = 0

    def __enter__(self) -> None:
        self.count += 1

    def __exit__(self, *_: object) -> None:
        self.count -= 1


def _with(context: Context, worked: Worked | None) -> Context:
    """A context in which the work of a command is done already."""
    return replace(context, worked=worked) if worked else context


class LiveTable:
    """A table in memory, the lock under which it changes, and its subscribers.

    The table itself is loaded when it is first asked for, and again after a failed commit. A
    command takes the path `do`, `append`, `_commit`: decide, apply, store, show.
    """

    def __init__(self, services: Services, id: str) -> None:
        self.id = id
        self.services = services
        self.subscribers = Subscribers(services, self)
        self.answers = Answers(services, id)
        self.due_at: int | None = None
        """The next deadline, in milliseconds since 1970, as far as it is known."""
        self.open_decision: tuple[int, int] | None = None
        """The hand and decision to be answered, as far as is known; any thread may read it."""
        self._users = _Users()
        """Callers that need the table in memory."""
        self.chat_lock = asyncio.Lock()
        """Held while a line of chat gets its number and is stored."""
        self.knocks: dict[str, str] = {}
        """The names, by guest, of those who came to the closed table, the last one at the end."""
        self.nudged_at = 0
        """When somebody was nudged last, in milliseconds since 1970."""
        self._lock = asyncio.Lock()
        self._table: LoadedTable | None = None
        self._bots = BotTurns(services, self.reschedule, self._bot_failed)
        self._fault: Message | None = None
        """Why the game of the last hand has failed, for the host."""
        self._has_failed = False
        """Was the last hand called off because of that?"""
        self._cuts = Cuts(services.now())
        self._absences = 0
        """The room's absences for which the running clock has been given more time."""
        self._moved = services.moved
        """By how much this table's times have followed the room's time."""
        self._shown_version = 0
        self.freezes = 0
        """The count of freezes of this process when it took over the table."""
        self._term = 0
        """See `Tenure.term`: the one at which it did so."""
        self._is_advancing = False
        self._untold_bytes = 0
        """The part of the log that must not be noticed yet: decisions that are secret."""
        self._pace = HandPace()
        self._deal_from = 0
        """When the next hand may be dealt at the earliest, in milliseconds since 1970."""
        self._told_parts = Parts()
        """The last notice of the game's parts, in a room that plays meanwhile."""
        self._has_waited = False
        """Does the next hand wait for its game?"""

    def in_use(self) -> contextlib.AbstractContextManager[None]:
        """A context in which the table stays in memory."""
        return self._users

    @property
    def is_idle(self) -> bool:
        """Is nobody connected and nothing due, now or later? Then it can be unloaded.

        A table that has dealt quickly stays: another one of its id would begin with a full pace.
        """
        busy = self._users.count or self.subscribers.is_watched or self._is_advancing
        return not busy and self.due_at is None and self._pace.is_full(self.now())

    async def state(self) -> TableState:
        """The state after the last commit. Raises `NoTable`."""
        return (await self.context()).state

    async def context(self) -> Context:
        """The table as it is now. Raises `NoTable`."""
        with self.in_use():
            async with self._lock:
                return self._context(await self._loaded())

    async def subscribe(
        self,
        guest: str | None,
        since: int | None,
        *,
        checks: bool = False,
        language: str = DEFAULT,
        is_rail: bool = False,
    ) -> Subscription:
        """Subscribe a guest, or an onlooker without a name (None), to the table.

        `since`: the last version they have seen; `checks`: they check the deals; `language`: what
        they read; `is_rail`: they see no cards of their own.
        Raises `NoTable`, and `NotAdmitted` for a guest who is not a member, or without
        a name at a table that is not public.
        """
        async with self._lock:  # a removal between this check and the first view would be missed
            context = self._context(await self._loaded())
            state = context.state
            if guest is not None or not state.rules.public or state.is_closed:
                check_admitted(context.state, guest)
            if checks and guest is not None and not is_rail:
                self._cuts.come(guest, context.now)
            viewer = None if is_rail else guest
            found = self.subscribers.add(context, viewer, since, checks=checks, language=language)
            found.member = guest
            if game := self._awaited_game(state):
                told = Message("room.notice_preparing", {"games": game.title})
                self.subscribers.notice(told, found)
            elif (parts := self.services.preparing.parts_of(state)).lacking:
                self._told_parts = parts
                self.subscribers.notice(parts.message, found)
            if guest == state.host and not is_rail:
                self._tell_faults(state, found)
            return found

    def _tell_faults(self, state: TableState, host: Subscription) -> None:
        """Tell the host, who has come, what is wrong with the table's games."""
        newest = self.services.library.fault_of(state.rules.games)
        told = Message("room.notice_game_kept", {"reason": newest}) if newest else None
        for fault in filter(None, (self._fault, told)):
            self.subscribers.notice(fault, host)

    async def do(self, guest: str, command: AnyCommand) -> Answered:
        """Carry a command out once; the answer is returned after its commit.

        A command whose id has been answered gets its first answer again.
        """
        try:
            worked = await self._worked_out(guest, command)
            answer = await self.append(
                lambda context: self._decide(_with(context, worked), guest, command),
                (guest, command.id),
            )
        except UserError as error:
            self.services.counters.refusals += 1
            return await self.answers.refuse(guest, command.id, error, self._menu(guest))
        assert answer is not None
        self.services.counters.commands += 1
        return answer

    async def _worked_out(self, guest: str, command: AnyCommand) -> Worked | None:
        """The result of a command at a table with real cards, found in a thread.

        Raises a reason to refuse it.
        """
        if not isinstance(command, WORKED) or self.answers.known(guest, command.id):
            return None
        context = await self.context()
        if context.state.rules.cards != REAL or context.state.is_ended:
            return None
        if not isinstance(command, Correct):
            check_may_tell(context.state, guest)
        try:
            return await asyncio.to_thread(worked_out, context, command)
        except UserError:
            raise
        except Exception as error:  # a game's own code can raise anything: the hand is called off
            self.log_failure(error)
            return None

    async def take(self, guest: str, command: Pledge | Reveal) -> Ack | Refusal:
        """Take a pledge or a seed for the cut of the next hand; nothing is stored."""
        with self.in_use():
            async with self._lock:
                state = (await self._loaded()).state
                try:
                    check_admitted(state, guest)
                    is_next = self._cuts.take(state, guest, command)
                except UserError as error:
                    return Refusal(id=command.id, reason=error.message)
        if is_next:
            self.reschedule()
        return Ack(id=command.id, version=state.shown_version)

    def _decide(self, context: Context, guest: str, command: AnyCommand) -> PendingEvents:
        """The events of a command; those that call the hand off if the game's code fails."""
        try:
            return decide(context, guest, command)
        except UserError:
            raise
        except Exception as error:  # a game's own code can raise anything
            if not isinstance(command, (Act, *WORKED)):
                raise
            self.log_failure(error)
            return void_hand(context, again=self._has_failed)

    def _menu(self, guest: str) -> list[ChoiceView]:
        """The menu of a guest whose command was refused; empty where none can be made."""
        table = self._table
        if not table or table.is_broken or not self.services.can_write or not table.state.in_play:
            return []
        return menu_for(table.state, table.hand, guest)

    async def join(self, guest: str, name: str, *, is_invited: bool = True) -> None:
        """Make a guest a member; does nothing for one who is a member already.

        Whoever comes to a closed table has knocked. Raises `NotAdmitted`, `NoTable`, `CannotWrite`.
        """
        try:
            await self.append(lambda context: join(context, guest, name, is_invited=is_invited))
        except NotAdmitted as error:
            if error.message.key == "room.closed":
                self.knocks[guest] = name
                while len(self.knocks) > _MAX_KNOCKS:
                    self.knocks.pop(next(iter(self.knocks)))
            raise

    async def delete(self) -> bool:
        """Delete a table that has ended from the database, unless somebody is connected."""
        async with self.chat_lock, self._lock:
            if self.subscribers.is_watched:
                return False
            await self.services.store.delete_table(self.id)
            self._table, self.due_at = None, None
        return True

    def game_failed(self, error: Exception) -> None:
        """Call the hand off soon: the game cannot show it, so it cannot be played."""
        self.log_failure(error)
        if self._table:
            self._table.is_broken = True
            self._reschedule(self._table)

    def log_failure(self, error: Exception) -> None:
        """Log why a game's own code has failed, and tell the host, who may be its author."""
        game = self._played_game()
        name, reason = game.name if game else "", reason_of(error, game)
        values = (self.id, type(error).__name__, name, reason)
        _log.error("game_failed table=%s error=%s game=%s reason=%s", *values)
        said = {"game": game.title if game else "", "reason": reason}
        failed = Message("room.notice_game_failed", said)
        self._fault = Message("room.notice_game_stopped", said) if self._has_failed else failed
        self._tell_host(self._fault)

    def _bot_failed(self, strength: str, reason: str) -> None:
        self._tell_host(Message("room.notice_bot_failed", {"bot": strength, "reason": reason}))

    def _tell_host(self, message: Message) -> None:
        if self._table:
            self.subscribers.notice_to(self._table.state.host, message)

    def _played_game(self) -> Game | None:
        """The game of the hand in play, or else of the next one; None where it is not known."""
        table = self._table
        if table is None:
            return None
        if table.state.in_play and table.told_hand:
            return table.told_hand.game
        plan = next_game(table.state)
        return next(iter(available_games([plan])), None) if plan else None

    async def append(
        self, make: MakeEvents, command: tuple[str, str] | None = None
    ) -> Answered | None:
        """Make events, store them, and only then show them; the answer to the command, if any.

        `command` (guest and id): if it has an answer already, nothing is made or stored. After a
        lost race the events are made anew, from what is stored then. Raises what `make` raises,
        `NoTable`, and `CannotWrite`.
        """
        with self.in_use():
            async with self._lock:
                while True:
                    table = await self._loaded()
                    if command and (known := self.answers.known(*command)):
                        return known
                    context = self._context(table)
                    grace = self._grace(context)
                    pending = grace or make(context)
                    if pending is None:
                        return None
                    try:
                        done = await self._commit(
                            table, context, pending, None if grace else command
                        )
                    except LostRace:  # against another process, or the command is a repetition
                        if command:
                            await self.answers.find(*command)
                        continue
                    if not grace:
                        return done

    def _grace(self, context: Context) -> PendingEvents | None:
        """More time for the running clock after an absence of the room, else None.

        It comes before anything else, so that no turn is judged and no time bank charged too early.
        """
        if self._absences == self.services.absences:
            return None
        self._absences, moved = self.services.absences, self._unmoved
        self._moved += moved
        self.subscribers.move(moved)
        self._cuts.move(moved)
        self._pace.move(moved)
        self._deal_from += moved
        more_time = deadlines.grace(context.state, context.now + moved, moved)
        return PendingEvents([more_time]) if more_time else None

    async def _commit(
        self,
        table: LoadedTable,
        context: Context,
        pending: PendingEvents,
        command: tuple[str, str] | None,
    ) -> Answered | None:
        """Apply events, store them, and show them; the answer to the command behind them.

        Until they are stored nobody may see the state after them, so `_table` is None meanwhile; if
        storing fails it stays so, and the table is read from the log again. Raises `LostRace`,
        `CannotWrite`.
        """
        before, snapshot = table.state.version, table.snapshot_before(pending)
        bytes_before = table.log_bytes
        names = {number: chair.name for number, chair in table.state.chairs.items()}
        committed = table.state.next_commitment
        self._table = None
        table.apply(pending)
        goes_on = keeps_row(pending.events, table.state)
        append = Append(
            table=self.id,
            before=before,
            events=pending.events,
            after=table.state,
            hand=table.told_hand,
            secret=pending.secret,
            sealed=pending.sealed,
            snapshot=snapshot,
            keeps_row=goes_on,
            deadline=None if goes_on else deadlines.deadline(table.state, table.hand, context),
            people=len(context.connected),
            command=command,
        )
        table.log_bytes += sum(map(len, append.raw))
        finding = None
        if any(isinstance(event, HandEnded) for event in pending.events):
            self._fault, finding = None, asyncio.create_task(find_coming(table))
        if any(isinstance(event, GamesChanged) for event in pending.events):
            await self.services.library.keep(table.state.rules.games)
        self._note_failure(pending.events)
        await self.services.store.append(append)
        table.coming = await finding if finding else table.coming
        self._table = table
        answer = None
        if command:
            guest, id = command
            answer = self.answers.note(guest, Ack(id=id, version=append.answer))
        self._shown_version = table.state.version
        self._cuts.note(committed, pending.events)
        self.services.counters.count(self.id, pending.events)
        if pending.secret:
            self._deal_from = self._pace.dealt(context.now)
        shown = self._context(table)
        self.subscribers.show(shown, pending.events, names)
        self._find_chances(shown, pending.events)
        self._warn_of(bytes_before, table, pending)
        # Play within a hand never changes who is connected.
        self._reschedule(table, shown if goes_on else None)
        return answer

    def _note_failure(self, events: Sequence[AnyEvent]) -> None:
        """Note whether the game has failed in the last hand; another choice of games is a start."""
        for event in events:
            if isinstance(event, HandVoided) and event.why == "rules":
                self._has_failed = True
            elif isinstance(event, (HandEnded, GamesChanged)):
                self._has_failed = False

    def _find_chances(self, context: Context, events: Sequence[AnyEvent]) -> None:
        """Find the chances for a hand whose end is shown in stages."""
        ended = next((event for event in events if isinstance(event, HandEnded)), None)
        if ended is None or not ended.staged or context.hand is None or not context.is_watched:
            return
        if not self.services.preparing.is_done(Job.of(context.hand.game, CHANCES)):
            return
        hand, verbs = context.hand.copy(), sum(isinstance(event, VERBS) for event in events)
        tell = functools.partial(self.subscribers.chances, hand)
        self.services.chances.find(hand, verbs, ended.staged / SECOND, tell)

    def _warn_of(self, bytes_before: int, table: LoadedTable, pending: PendingEvents) -> None:
        """Warn of a full log after an append, by what everybody may know of its size."""
        before = bytes_before - self._untold_bytes
        if all(isinstance(event, Decided) for event in pending.events):
            self._untold_bytes += table.log_bytes - bytes_before
        elif not table.state.decided:
            self._untold_bytes = 0
        self._warn(before, table.log_bytes - self._untold_bytes)

    def _warn(self, before: int, after: int) -> None:
        """Tell everybody here when the log comes nearer to its limit, and when it is full."""
        part = after / limits.LOG_BYTES
        if part >= 1 > before / limits.LOG_BYTES:
            self.subscribers.notice(Message("room.notice_log_full"))
        elif LOG_WARNING <= part < 1 and int(100 * part) > int(100 * before / limits.LOG_BYTES):
            self.subscribers.notice(Message("room.notice_log", {"part": int(100 * part)}))

    async def _loaded(self) -> LoadedTable:
        """The table, read from the database if it is not in memory.

        Raises `NoTable`, and `Elsewhere` if another process runs it. It is read again where others
        may have had it meanwhile.
        """
        while self._table is None or self._term != self.services.tenure.term():
            self._table = None
            await self._load()
        return self._table

    async def _load(self) -> None:
        """Read the table, and show it if it is another than was shown last."""
        await self._claim()
        table = await self._read()
        if table.told_hand:  # showing it would compile its game
            await self.services.preparing.wait(Job.of(table.told_hand.game))
        table.coming = await find_coming(table)
        self._table = table
        state = self._table.state
        if self._shown_version and self._shown_version != state.version:
            self.subscribers.show_whole(self._context(self._table))
        self._shown_version = state.version
        self._reschedule(self._table)

    async def _read(self) -> LoadedTable:
        """The table from the database; a game that it waits for is compiled before others."""
        try:
            table = await self.services.store.table(self.id)
            if table.told_hand:
                self.services.preparing.lacking([Job.of(table.told_hand.game)])
            return table
        finally:
            self.services.preparing.note_read(self.id)

    async def _claim(self) -> None:
        """Take over the table; if another process has it, viewers here are sent there."""
        if not self.services.tenure.is_shared:
            return
        tenure = self.services.tenure
        self.freezes, self._term = tenure.freezes(), tenure.term()
        try:
            await asyncio.to_thread(tenure.claim, self.id)
        except CannotWrite as error:
            self.services.report(error)
            raise
        except Elsewhere:
            self.due_at = self.open_decision = None
            self.subscribers.close("closed", Message("room.goodbye_moved"))
            raise

    async def doubt(self) -> None:
        """Find out whether the table is still this process's, and read it again."""
        async with self._lock:
            if self._table is not None or self.subscribers.is_watched:
                self._table = None
                with contextlib.suppress(Elsewhere, UserError):
                    await self._loaded()

    def _context(self, table: LoadedTable) -> Context:
        connected = self.subscribers.connected()
        return Context(
            table=self.id,
            state=table.state,
            hand=table.hand,
            now=self.now(),
            randomness=self.services.randomness,
            connected=connected,
            gone=self.subscribers.gone(table.state),
            is_watched=self.subscribers.is_watched,
            sealed=table.sealed,
            secret=table.secret,
            reveals=self._cuts.reveals(table.state),
            log_bytes=table.log_bytes - self._untold_bytes,
            deal_from=self._deal_from,
            is_preparing=self._awaited_game(table.state) is not None,
            real=table.real,
            coming=table.coming,
        )

    def _awaited_game(self, state: TableState) -> Game | None:
        """The game of the next hand, if that waits until it and the bots here are compiled."""
        preparing = self.services.preparing
        parts = preparing.parts_of(state)
        if preparing.plays or state.in_play or parts.game is None or not parts.lacking:
            return None
        self._has_waited = True
        return parts.game

    def prepared(self) -> None:
        """Go on, if the table has waited for a game that is ready now."""
        if self._table is None:
            return
        if self._told_parts.lacking:
            self._tell_parts(self.services.preparing.parts_of(self._table.state))
        if self._has_waited and not self._awaited_game(self._table.state):
            self._has_waited = False
            self.subscribers.notice(Message("room.notice_prepared"))
            self.subscribers.show_again(self._context(self._table))
            self.reschedule()

    def _tell_parts(self, parts: Parts) -> None:
        """Tell everybody how much of the game is compiled, if that has changed."""
        if parts != self._told_parts:
            self._told_parts = parts
            self.subscribers.notice(parts.message)

    @property
    def _unmoved(self) -> int:
        """By how much the room's time was set forward since this table has followed it."""
        return self.services.moved - self._moved

    def now(self) -> int:
        """The table's time: the room's, but for a jump that is not in the table's log yet.

        So nobody is shown, and nothing is judged by, an old clock at a new time.
        """
        return self.services.check_clock() - self._unmoved

    def clock(self) -> ClockView | None:
        """The running clock, as everybody is shown it; None if there is none."""
        return clock_view(self._context(self._table)) if self._table else None

    def reschedule(self) -> None:
        """Recompute the next deadline: a viewer has come or gone, or a bot has an answer."""
        if self._table:
            self._reschedule(self._table)

    def _reschedule(self, table: LoadedTable, context: Context | None = None) -> None:
        """Find out what is due next, and let a bot think if it is its turn.

        `context`: the table as it is now, where that is known.
        """
        context = context or self._context(table)
        playing = table.state.in_play
        self.open_decision = (playing.hand, table.hand.decision) if playing and table.hand else None
        self.due_at = self._next_due(table, context)
        if self.due_at is not None and self.due_at <= context.now:
            self.advance_soon()
        else:
            self.services.wake_by(self.due_at)
        self._bots.start_thinking(context)

    def _next_due(self, table: LoadedTable, context: Context) -> int | None:
        is_away = self._absences != self.services.absences
        moved = self._unmoved
        needs_time = is_away and deadlines.grace(table.state, context.now + moved, moved)
        if needs_time or (table.is_broken and table.state.in_play):
            return NOW
        due, command = deadlines.next_due(context), self._bots.next_command(context)
        return min((each.at for each in (due, command) if each), default=None)

    def advance_soon(self) -> None:
        """Do everything that is due, in a new task."""
        if not self._is_advancing and self.services.can_write:
            self._is_advancing = True
            self.services.spawn(self._advance())

    async def _advance(self) -> None:
        """Do everything that is due, one append after the other; commands may come between."""
        try:
            has_more = True
            while has_more and self.services.can_write:
                has_more = await self._advance_once()
        finally:
            self._is_advancing = False

    async def _advance_once(self) -> bool:
        """Do one thing that is due; was there any?"""
        was_due = False

        def make(context: Context) -> PendingEvents | None:
            nonlocal was_due
            pending = self._due_events(context)
            was_due = pending is not None
            return pending

        # Only `CannotWrite`, which `Services` has reported, or the table has another owner.
        with contextlib.suppress(UserError, Elsewhere):
            if await self._give_bot_command():
                return True
            await self.append(make)
            if not was_due:
                self.reschedule()
            return was_due
        return False

    async def _give_bot_command(self) -> bool:
        """Carry out a bot's command that is due; was there any? Raises `CannotWrite`."""
        table = self._table
        context = self._context(table) if table and not table.is_broken else None
        command = self._bots.next_command(context) if context else None
        if context is None or command is None or command.at > context.now:
            return False
        account, act = command.account, command.act
        try:
            await self.append(
                lambda context: self._decide(context, account, act), (account, act.id)
            )
        except (CannotWrite, NoTable):
            raise
        except UserError:  # the table has gone on meanwhile
            self._bots.drop(command)
        return True

    def _due_events(self, context: Context) -> PendingEvents | None:
        """The events of what is due: a hand that cannot go on is called off, then the clock's."""
        if self._table and self._table.is_broken and context.state.in_play:
            return void_hand(context, again=self._has_failed)
        try:
            return deadlines.due_events(context)
        except Exception as error:  # a game's own code can raise anything
            self.log_failure(error)
            return void_hand(context, again=self._has_failed)
