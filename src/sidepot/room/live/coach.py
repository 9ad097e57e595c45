"""The coach: the value of each choice to the player to act, from what they may know.

Its answers are stored in no log.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from sidepot import kernel
from sidepot.analysis import Analysis, Memory, analyze, remember, sentences
from sidepot.engine.game import Hand
from sidepot.errors import Refused, UserError
from sidepot.odds.result import shown_percent
from sidepot.odds.shares import shares
from sidepot.room.live.table import LiveTable
from sidepot.room.protocol.messages import Advice, Advise, OwnCards, Peek, Refusal
from sidepot.room.table.clock import SECOND
from sidepot.room.table.context import Context
from sidepot.room.table.decide import check_admitted, check_turn
from sidepot.room.table.own_cards import own_hand
from sidepot.room.table.together import turn_of
from sidepot.words import Message

_log = logging.getLogger("sidepot.room")

THINKING_SECONDS = 1.0
"""Seconds that the coach thinks about one question at most, and again about the end of a hand.

So six players who ask at six tables have their answers in 6 seconds, or in 12.
"""
_DEALS = 400
"""Random deals for a seat's chances, if there is time for them: 2.5 points of standard error."""
_SECONDS = 1.0
"""Seconds for them."""
_TIMEOUT = 60 * SECOND
"""The longest wait of a player, in milliseconds: a first question may need compiling."""


@dataclass(frozen=True)
class _Question:
    """A question about a decision (hand and number), with the end of the hand or without.

    Its answer is None if the decision was made before the coach came to it.
    """

    decision: tuple[int, int]
    outlook: bool
    answer: asyncio.Future[Analysis | None]


class Coach:
    """Answers the players to act, on one thread of its own.

    So questions wait for each other, and neither the event loop nor a bot waits for them. Each of
    those who are to act at a table has one question at a time; its answer is kept, so that asking
    again costs nothing.
    """

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="sidepot-coach")
        self._questions: WeakKeyDictionary[LiveTable, dict[str, _Question]] = WeakKeyDictionary()
        """The last questions of each table, by guest."""

    async def advise(self, live: LiveTable, guest: str, command: Advise) -> Advice | Refusal:
        """The coach's answer to a guest.

        A `Refusal` if the guest is not to act, the table forbids the coach, the guest waits for an
        answer at another table, or the coach fails.
        """
        try:
            context = await live.context()
            check_admitted(context.state, guest)
            if not context.state.rules.coach:
                raise Refused("room.refused_coach")
            check_turn(context, guest, command)
            found = await self._answer(live, context, guest, command.outlook)
        except UserError as error:
            return Refusal(id=command.id, reason=error.message)
        return _advice(command, found)

    async def look(self, live: LiveTable, guest: str, command: Peek) -> OwnCards | Refusal:
        """A guest's own cards in a hand with real cards, as only their phone is told them."""
        try:
            context = await live.context()
            check_admitted(context.state, guest)
            hand, seat = await asyncio.to_thread(own_hand, context, guest, command)
            own = hand.view(seat).seats[seat]
            said = await self._own_chances(hand, seat)
            found = await self._own_advice(context, hand, seat)
        except UserError as error:
            return Refusal(id=command.id, reason=error.message)
        said += sentences(found, you=True) if found else []
        return OwnCards(id=command.id, hand=command.hand, seat=own, said=said, analysis=found)

    async def _own_chances(self, hand: Hand, seat: int) -> list[Message]:
        """The seat's part of the pot, whoever is to act; nothing where the game's code fails."""
        try:
            return await asyncio.to_thread(_chances, hand, seat)
        except Exception as error:  # a game's own code can raise anything
            _log.warning("chances_failed game=%s error=%s", hand.game.name, type(error).__name__)
            return []

    async def _own_advice(self, context: Context, hand: Hand, seat: int) -> Analysis | None:
        """The value of each choice, where the seat is to act and the table allows the coach."""
        if hand.actor != seat or not context.state.rules.coach:
            return None
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(_TIMEOUT / SECOND):
                memory = remember(hand)
                return await loop.run_in_executor(self._pool, _analysis, memory, lambda: True)
        except Exception as error:  # a game's own code can raise anything
            _log.warning("advice_failed game=%s error=%s", hand.game.name, type(error).__name__)
            return None

    async def _answer(
        self, live: LiveTable, context: Context, guest: str, outlook: bool
    ) -> Analysis:
        """The answer to the open decision, asked for now if it was not before. Raises `Refused`."""
        decision = (context.state.hands, context.hand_in_play.decision)
        questions = self._questions.setdefault(live, {})
        question = questions.get(guest)
        if question is None or question.decision != decision or outlook > question.outlook:
            self._check_free(guest, live)
            for other in [key for key, one in questions.items() if one.decision != decision]:
                del questions[other]
            question = questions[guest] = self._ask(live, context, guest, decision, outlook)
        try:
            async with asyncio.timeout(_TIMEOUT / SECOND):
                found = await asyncio.shield(question.answer)
        except Exception as error:  # a game's own code can raise anything
            _log.warning(
                "advice_failed game=%s error=%s",
                context.hand_in_play.game.name,
                type(error).__name__,
            )
            raise Refused("room.refused_advice") from error
        if found is None:
            raise Refused("room.refused_decision")
        return found

    def _check_free(self, guest: str, live: LiveTable) -> None:
        """Raise `Refused` for a guest who waits for an answer at another table."""
        for table, questions in self._questions.items():
            question = questions.get(guest)
            if table is not live and question is not None and not question.answer.done():
                raise Refused("room.refused_asked")

    def _ask(
        self,
        live: LiveTable,
        context: Context,
        guest: str,
        decision: tuple[int, int],
        outlook: bool,
    ) -> _Question:
        seat = context.state.seat_of(guest)
        turn = turn_of(context.state, context.hand_in_play, seat)
        assert turn is not None
        answer = asyncio.get_running_loop().run_in_executor(
            self._pool,
            _analysis,
            remember(turn),
            lambda: live.open_decision == decision,
            outlook,
        )
        return _Question(decision, outlook, answer)

    def close(self) -> None:
        """Take no more questions; what waits for the thread is cancelled."""
        self._pool.shutdown(wait=False, cancel_futures=True)


class _Late(Exception):
    """The decision has been made."""


def _analysis(
    memory: Memory, is_open: Callable[[], bool], outlook: bool = False
) -> Analysis | None:
    """The analysis of what a seat has seen; None once the decision has been made.

    It is compiled here: sampling in the plain form would find next to nothing in its time.
    """

    def progress(deals: int, error: float) -> None:
        if not is_open():
            raise _Late

    try:
        with kernel.compiling():
            if not is_open():
                return None
            return analyze(memory, seconds=THINKING_SECONDS, outlook=outlook, progress=progress)
    except _Late:
        return None


def _chances(hand: Hand, seat: int) -> list[Message]:
    """The mean part of the pot that a seat wins, by random deals, if all stay in from here on.

    Nothing where no pot is won by that, as in a hand that is over, or against a bank.
    """
    found = None
    if not hand.over:
        record = hand.record(seat)
        found = shares(hand.game, record, deals=_DEALS, seed=0, seconds=_SECONDS)
    return [Message("real.own_chance", {"share": shown_percent(found[seat])})] if found else []


def _advice(command: Advise, found: Analysis) -> Advice:
    said = list(sentences(found, you=True))
    return Advice(
        id=command.id, hand=command.hand, decision=command.decision, analysis=found, said=said
    )
