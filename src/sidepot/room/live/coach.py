"""The coach: what the choices of one's turn are worth, from what one may know. It is in no log."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from sidepot.bots.coach import advise
from sidepot.engine.game import Game
from sidepot.errors import Refused, UserError
from sidepot.kernel import Records
from sidepot.odds import Odds
from sidepot.protocol.messages import Advice, Advise, Refusal, Worth
from sidepot.protocol.views import sentence_of
from sidepot.room.live.table import LiveTable
from sidepot.room.table.clock import SECOND
from sidepot.room.table.context import Context
from sidepot.room.table.decide import check_admitted, check_turn

_log = logging.getLogger("sidepot.room")

SECONDS = 2.0
"""So long the coach thinks at most: six who ask at six tables have their answers in 12 seconds."""
_PATIENCE = 60 * SECOND
"""So long one waits for an answer: a game's first question may have to be compiled."""


@dataclass(frozen=True)
class _Question:
    """Who has asked about which decision of a hand; the answer is None if it came too late."""

    guest: str
    due: tuple[int, int]
    answer: asyncio.Future[Odds | None]


class Coach:
    """Answers whoever is to act, on one thread of its own.

    So those who ask wait for each other, and neither the event loop nor a bot waits for them. As
    one seat is to act, a table has one question at a time; its answer is kept, so that asking
    again costs nothing.
    """

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="sidepot-coach")
        self._asked: WeakKeyDictionary[LiveTable, _Question] = WeakKeyDictionary()

    async def advise(self, live: LiveTable, guest: str, command: Advise) -> Advice | Refusal:
        """Answer a guest. Refused where he is not to act, or the table forbids it."""
        try:
            context = await live.context()
            check_admitted(context.state, guest)
            if not context.state.rules.coach:
                raise Refused("room.refused_coach")
            check_turn(context, guest, command)
            found = await self._answer(live, context, guest)
        except UserError as error:
            return Refusal(id=command.id, reason=sentence_of(error.message))
        return _advice(command, found)

    async def _answer(self, live: LiveTable, context: Context, guest: str) -> Odds:
        """The answer, when it is there. Raises `Refused`."""
        due = (context.state.hands, context.live.decision)
        question = self._asked.get(live)
        if question is None or question.due != due:
            self._check_free(guest, live)
            question = self._asked[live] = self._ask(live, context, guest, due)
        try:
            async with asyncio.timeout(_PATIENCE / SECOND):
                found = await asyncio.shield(question.answer)
        except Exception as error:  # a game's own code can raise anything
            _log.warning(
                "advice_failed game=%s error=%s", context.live.game.name, type(error).__name__
            )
            raise Refused("room.refused_advice") from error
        if found is None:
            raise Refused("room.refused_decision")
        return found

    def _check_free(self, guest: str, live: LiveTable) -> None:
        """Raise `Refused` for a guest who waits for an answer at another table."""
        for table, question in self._asked.items():
            if table is not live and question.guest == guest and not question.answer.done():
                raise Refused("room.refused_asked")

    def _ask(
        self, live: LiveTable, context: Context, guest: str, due: tuple[int, int]
    ) -> _Question:
        hand = context.live
        assert hand.actor is not None
        view = hand.view(hand.actor)
        answer = asyncio.get_running_loop().run_in_executor(
            self._pool, _look, hand.game, view, lambda: live.open_decision == due
        )
        return _Question(guest, due, answer)

    def close(self) -> None:
        """Answer nobody any more."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def _look(game: Game, view: Records, is_open: Callable[[], bool]) -> Odds | None:
    """The odds of a concealed record; None where the decision has been made meanwhile."""
    return advise(game, view, seconds=SECONDS) if is_open() else None


def _advice(command: Advise, found: Odds) -> Advice:
    facts: Any = found.facts
    return Advice(
        id=command.id,
        hand=command.hand,
        decision=command.decision,
        choices=[Worth(action=text, value=value) for text, value in facts["ev"].items()],
        escape=list(facts.get("escape", ())),
        method=facts["method"],
        error=facts.get("bound", facts["stderr"]),
        said=[sentence_of(message) for message in found.sentences],
    )
