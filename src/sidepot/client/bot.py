"""A bot at a table of some room: it sits down, answers when it is asked, and buys in again."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Callable

from sidepot.bots.faults import LIMIT, Fault, GuardedStrategy
from sidepot.bots.strategy import Act
from sidepot.client.connection import TableConnection
from sidepot.client.decode import message_of, view_of
from sidepot.client.http import RoomClient
from sidepot.engine.view import TableView
from sidepot.protocol import messages as m
from sidepot.protocol.views import ChairView
from sidepot.words import Message

_SHARE = 0.8
"""Of the time of a turn: the rest is for the way."""
_SECOND = 1000
_TAKEN = "room.refused_taken"
_RACES = (_TAKEN, "room.refused_twice", "room.refused_back", "room.refused_decision")
"""Refusals that only say that somebody, or the clock, was quicker."""
_LATER = ("room.refused_paused", "room.cannot_write")
"""Refusals of what is asked for again when the table goes on."""


class BotClient:
    """A strategy at a table. `report` is told what went wrong with it, and what the room says."""

    def __init__(
        self,
        visit: TableConnection,
        act: Act,
        rng: random.Random,
        report: Callable[[Message], None],
    ) -> None:
        self.visit = visit
        self.player = GuardedStrategy(act, self._tell)
        self.rng = rng
        self.report = report
        self._answered: tuple[int, int] | None = None
        self._view: m.View | None = None
        self._wished: tuple[int, str | None, bool] | None = None
        """When it has last asked for something between hands: see `_moment`."""
        self._first: int | None = None
        """The hand in which it was dealt in first."""
        self._sitting = ""
        self._tried: set[int] = set()

    async def run(self, hands: int | None = None) -> None:
        """Play until the table ends, the host sends it away, or so many hands are over."""
        async for heard in self.visit.heard():
            if isinstance(heard, m.View):
                if hands is not None and self._hands_over(heard) >= hands:
                    await self.visit.send(m.Leave)
                    return
                await self._look(heard)
            elif isinstance(heard, m.Refusal):
                await self._refused(heard)
            elif isinstance(heard, m.Notice) and self._view:
                await self._look(self._view)  # when the room can write again, no view need come
            elif isinstance(heard, m.Goodbye):
                self.report(message_of(heard.said))

    def _hands_over(self, view: m.View) -> int:
        """The hands that have ended since it was dealt in first."""
        is_over = _is_over(view)
        if self._first is None and not is_over and view.hand and view.hand.seat is not None:
            self._first = view.room.hand
        return 0 if self._first is None else view.room.hand - self._first + is_over

    async def _look(self, view: m.View) -> None:
        """Answer what is asked, or see to chair and chips."""
        self._view = view
        if view.hand and view.hand.menu and view.room.phase == "playing":
            await self._answer(view, view_of(view.hand))
            return
        own = next((chair for chair in view.room.chairs if chair.chair == view.chair), None)
        is_free = own is None or own.seat is None or _is_over(view)
        if is_free and self._wished != (now := _moment(view, own)):
            self._wished = now
            await self._wish(view, own)

    async def _wish(self, view: m.View, own: ChairView | None) -> None:
        """A chair, chips, to be dealt in, or the next hand: asked for once a moment."""
        if own is None:
            self._tried.clear()
            await self._sit(view)
            return
        is_out, rules = own.status == "out", view.room.rules
        if own.stack < rules.least and (is_out or view.room.phase == "waiting"):
            await self.visit.send(m.BuyIn, chips=min(rules.least, rules.most - own.stack))
        if is_out:
            await self.visit.send(m.ComeBack)
        elif not (rules.automatic or own.is_ready):
            await self.visit.send(m.Ready)

    async def _sit(self, view: m.View) -> None:
        """Ask for a free chair that was not refused before."""
        taken = {chair.chair for chair in view.room.chairs} | self._tried
        free = [n for n in range(view.room.rules.chairs) if n not in taken]
        if free:
            self._tried.add(free[0])
            self._sitting = await self.visit.send(m.Sit, chair=free[0], chips=view.room.rules.least)

    async def _answer(self, view: m.View, table: TableView) -> None:
        """Ask the strategy, once a decision."""
        decision = (table.hand, table.decision)
        if self._answered == decision:
            return
        self._answered = decision
        clock = view.room.clock
        turn = (clock.until - view.now) / _SECOND * _SHARE if clock else LIMIT
        action = await self._think(table, min(LIMIT, turn))
        await self.visit.send(m.Act, hand=table.hand, decision=table.decision, action=action)

    async def _think(self, table: TableView, limit: float) -> str:
        thought, answer = asyncio.wrap_future(self.player.ask(table, self.rng)), None
        with contextlib.suppress(TimeoutError):
            answer = await asyncio.wait_for(thought, limit)
        return self.player.settle(table, answer)

    async def _refused(self, refusal: m.Refusal) -> None:
        """Another chair for one that was taken; the rest is reported."""
        if refusal.id == self._sitting and refusal.reason.key == _TAKEN and self._view:
            await self._sit(self._view)
        elif refusal.reason.key not in _RACES:
            self.report(message_of(refusal.reason))
        if refusal.reason.key in _LATER:
            self._answered = self._wished = None

    def _tell(self, forfeit: Fault) -> None:
        self.report(Message("client.bot_forfeits", {"why": forfeit.message}))


def _is_over(view: m.View) -> bool:
    """Has the hand ended, if there was one?"""
    return view.hand is None or bool(view.hand.result)


def _moment(view: m.View, own: ChairView | None) -> tuple[int, str | None, bool]:
    """What changes when there may be something to ask for again.

    Not only the hand: between two, where one has no chips, the table waits and deals no other.
    """
    return view.room.hand, own.status if own else None, view.room.phase == "waiting"


async def seat_bot(
    door: RoomClient,
    table: str,
    act: Act,
    report: Callable[[Message], None],
    *,
    seed: int | None = None,
    hands: int | None = None,
) -> None:
    """Seat a strategy at a table, and let it play."""
    await BotClient(TableConnection(door, table), act, random.Random(seed), report).run(hands)
