"""The coach: what one may know of the choices of one's turn. It is in no log."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from sidepot.bots.coach import advise
from sidepot.errors import Refused, UserError
from sidepot.games.game import Game
from sidepot.kernel import Records
from sidepot.odds import Odds
from sidepot.room.clocks import SECOND
from sidepot.room.commands import check_turn
from sidepot.room.encoding import said_of
from sidepot.room.live import LiveTable, check_admitted
from sidepot.room.messages import Advice, Advise, Chance, Price, Refusal, Worth
from sidepot.room.scene import Scene

log = logging.getLogger("sidepot.room")

SECONDS = 2.0
"""So long the coach thinks at most: six who ask at six tables have their answers in 12 seconds."""
PATIENCE = 60 * SECOND
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
            scene = await live.scene()
            check_admitted(scene.state, guest)
            if not scene.state.rules.coach:
                raise Refused("room.refused_coach")
            check_turn(scene, guest, command)
            found = await self._answer(live, scene, guest)
        except UserError as error:
            return Refusal(id=command.id, reason=said_of(error.message))
        return _advice(command, found)

    async def _answer(self, live: LiveTable, scene: Scene, guest: str) -> Odds:
        """The answer, when it is there. Raises `Refused`."""
        due = (scene.state.hands, scene.live.decision)
        question = self._asked.get(live)
        if question is None or question.due != due:
            self._check_free(guest, live)
            question = self._asked[live] = self._ask(live, scene, guest, due)
        try:
            async with asyncio.timeout(PATIENCE / SECOND):
                found = await asyncio.shield(question.answer)
        except Exception as error:  # a game's own code can raise anything
            log.warning(
                "advice_failed game=%s error=%s", scene.live.game.name, type(error).__name__
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

    def _ask(self, live: LiveTable, scene: Scene, guest: str, due: tuple[int, int]) -> _Question:
        hand = scene.live
        assert hand.actor is not None
        view = hand.view(hand.actor)
        answer = asyncio.get_running_loop().run_in_executor(
            self._pool, _look, hand.game, view, lambda: live.is_open(*due)
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
        error=facts.get("chance_stderr", facts.get("bound", facts["stderr"])),
        told=[said_of(message) for message in found.sentences],
        chances=[Chance(action=text, **how) for text, how in facts.get("chances", {}).items()],
        price=Price(**facts["price"]) if "price" in facts else None,
    )
