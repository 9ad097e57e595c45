"""A bot as a client of a card room: it sits down, acts on its turns, and buys in again."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Callable

from sidepot import games
from sidepot.bots.follower import Follower
from sidepot.bots.from_file import Act
from sidepot.bots.guarded import LIMIT, Fault, Guarded
from sidepot.engine.view import TableView
from sidepot.room.client.connection import Breach, TableConnection, Unchecked
from sidepot.room.client.decode import in_known_words, understood
from sidepot.room.client.http import RoomClient
from sidepot.room.protocol import messages as m
from sidepot.room.protocol.views import ChairView
from sidepot.words import Message

_SHARE = 0.8
"""The share of a turn's time that the strategy gets; the rest is for the network."""
_PROOF = 5.0
"""Seconds that the proof of the last hand may take."""
_SECOND = 1000
"""Milliseconds."""
_TAKEN = "room.refused_taken"
_RACES = (_TAKEN, "room.refused_twice", "room.refused_back", "room.refused_decision")
"""Refusals that only mean that another player, or the clock, was quicker."""
_LATER = ("room.refused_paused", "room.cannot_write")
"""Refusals of commands to be sent again when the table resumes."""


class BotClient:
    """A strategy that plays at a table.

    `report` gets the strategy's faults, what is wrong with deals or could not be checked, the
    refusals and the goodbye of the room, and at the end how many hands stand how.
    """

    def __init__(
        self,
        connection: TableConnection,
        act: Act,
        rng: random.Random,
        report: Callable[[Message], None],
    ) -> None:
        self.connection = connection
        self.strategy = Guarded(act, self._report_fault)
        self.rng = rng
        self.report = report
        self._needs_record = bool(getattr(act, "needs_record", False))
        self._follower: Follower | None = None
        self._followed = -1
        self._answered: tuple[int, int] | None = None
        self._view: m.View | None = None
        self._last_request: tuple[int, str | None, bool] | None = None
        """The situation in which it last asked for something between hands: see `_situation`."""
        self._first: int | None = None
        """The first hand in which it was dealt in."""
        self._sitting = ""
        """The id of its last command `sit`."""
        self._tried: set[int] = set()
        """Chairs that it has asked for."""

    async def run(self, hands: int | None = None) -> None:
        """Play until the table ends, the host removes it, or `hands` hands are over and proven."""
        limit = asyncio.timeout(None)
        try:
            async with limit:
                await self._play(hands, limit)
        except TimeoutError:
            if not limit.expired():
                raise
        finally:
            counts = self.connection.deals.counts()
            if any(counts.values()):
                self.report(Message("fair.counts", counts))

    async def _play(self, hands: int | None, limit: asyncio.Timeout) -> None:
        """Play; `limit` is set when the last hand is over, whose proof may never come."""
        last: int | None = None
        async for message in self.connection.messages():
            if isinstance(message, m.View) and last is None:
                if hands is not None and self._hands_over(message) >= hands:
                    last = message.room.hand
                    limit.reschedule(asyncio.get_running_loop().time() + _PROOF)
                    await self.connection.send(m.Leave)
                else:
                    await self._respond(message)
            elif isinstance(message, m.Refusal):
                await self._refused(message)
            elif isinstance(message, m.Notice) and self._view:
                await self._respond(self._view)  # a room that can write again need not send a view
            elif isinstance(message, m.Goodbye):
                self.report(message.said)
            elif isinstance(message, (Breach, Unchecked)):
                self.report(message.message)
            if last is not None and not self.connection.deals.awaits_proof(last):
                return

    def _hands_over(self, view: m.View) -> int:
        """The number of hands that have ended since it was first dealt in."""
        is_over = _is_over(view)
        if self._first is None and not is_over and view.hand and view.hand.seat is not None:
            self._first = view.room.hand
        return 0 if self._first is None else view.room.hand - self._first + is_over

    async def _respond(self, view: m.View) -> None:
        """Act if it is the bot's turn; between hands, see to its chair and chips.

        Raises `Unreachable` for a view that makes no sense.
        """
        self._view = view
        with understood(self.connection.client.base):
            await self._respond_to(view)

    async def _respond_to(self, view: m.View) -> None:
        self._follow(view)
        if view.hand and view.hand.menu and view.room.phase == "playing":
            await self._answer(view, self._seen(view, in_known_words(view.hand)))
            return
        own = next((chair for chair in view.room.chairs if chair.chair == view.chair), None)
        is_free = own is None or own.seat is None or _is_over(view)
        if is_free and self._last_request != (now := _situation(view, own)):
            self._last_request = now
            await self._request(view, own)

    def _follow(self, view: m.View) -> None:
        """Keep a hand that looks the same to this seat, for a strategy that wants its record."""
        if not self._needs_record or view.hand is None or view.room.game is None:
            return
        table = in_known_words(view.hand)
        if self._followed != table.hand or self._follower is None:
            game = games.registered(view.room.game.name, **view.room.game.options)
            self._followed, self._follower = table.hand, Follower(game, table)
        else:
            self._follower.see(table)

    def _seen(self, view: m.View, table: TableView) -> TableView:
        """The view for the strategy, with the record as far as it could be followed."""
        followed = self._follower.hand if self._follower else None
        if followed is None or table.seat is None or followed.decision != table.decision:
            return table
        if table.seat in followed.asked:
            followed = followed.asking(table.seat)
        record = followed.record(table.seat).tobytes()
        return table.with_record(record, followed.game, followed.acts(table.seat))

    async def _request(self, view: m.View, own: ChairView | None) -> None:
        """Request whatever the bot lacks: a chair, chips, to be dealt in, or the next hand."""
        if own is None:
            self._tried.clear()
            await self._sit(view)
            return
        is_out, rules = own.status == "out", view.room.rules
        if own.stack < rules.least and (is_out or view.room.phase == "waiting"):
            await self.connection.send(m.BuyIn, chips=min(rules.least, rules.most - own.stack))
        if is_out:
            await self.connection.send(m.ComeBack)
        elif not (rules.automatic or own.is_ready):
            await self.connection.send(m.Ready)

    async def _sit(self, view: m.View) -> None:
        """Ask for a free chair that the bot has not asked for before."""
        taken = {chair.chair for chair in view.room.chairs} | self._tried
        free = next((n for n in range(view.room.rules.chairs) if n not in taken), None)
        if free is not None:
            self._tried.add(free)
            self._sitting = await self.connection.send(
                m.Sit, chair=free, chips=view.room.rules.least
            )

    async def _answer(self, view: m.View, table: TableView) -> None:
        """Ask the strategy once per decision, and send its action."""
        decision = (table.hand, table.decision)
        if self._answered == decision:
            return
        self._answered = decision
        clock = view.room.clock
        turn = (clock.until - view.now) / _SECOND * _SHARE if clock else LIMIT
        action = await self._think(table, min(LIMIT, turn))
        await self.connection.send(m.Act, hand=table.hand, decision=table.decision, action=action)

    async def _think(self, table: TableView, limit: float) -> str:
        """The strategy's action, or a safe one if it fails or takes longer than `limit` seconds."""
        asked, answer = asyncio.wrap_future(self.strategy.ask(table, self.rng)), None
        with contextlib.suppress(TimeoutError):
            answer = await asyncio.wait_for(asked, limit)
        return self.strategy.settle(table, answer)

    async def _refused(self, refusal: m.Refusal) -> None:
        """Try another chair if one was taken; report refusals other than lost races."""
        if refusal.id == self._sitting and refusal.reason.key == _TAKEN and self._view:
            await self._sit(self._view)
        elif refusal.reason.key not in _RACES:
            self.report(refusal.reason)
        if refusal.reason.key in _LATER:
            self._answered = self._last_request = None

    def _report_fault(self, fault: Fault) -> None:
        self.report(Message("client.bot_forfeits", {"why": fault.message}))


def _is_over(view: m.View) -> bool:
    """Has the hand ended, if there was one?"""
    return view.hand is None or bool(view.hand.result)


def _situation(view: m.View, own: ChairView | None) -> tuple[int, str | None, bool]:
    """The hand, the chair's status, and whether the table waits: a change allows a new request.

    The hand alone is not enough: when a player has no chips, the table waits and deals no other.
    """
    return view.room.hand, own.status if own else None, view.room.phase == "waiting"


async def seat_bot(
    client: RoomClient,
    table: str,
    act: Act,
    report: Callable[[Message], None],
    *,
    seed: int | None = None,
    hands: int | None = None,
) -> None:
    """Seat a strategy at a table, and let it play: see `BotClient`."""
    await BotClient(TableConnection(client, table), act, random.Random(seed), report).run(hands)
