"""A guarded strategy: it forfeits the hand in which it raises, acts illegally or is late."""

from __future__ import annotations

import random
from collections.abc import Callable
from concurrent.futures import Future
from copy import deepcopy
from dataclasses import dataclass

from sidepot.bots.from_file import Act
from sidepot.bots.worker import Answer, BotWorker
from sidepot.engine.action import Legal
from sidepot.engine.view import TableView
from sidepot.errors import IllegalAction
from sidepot.words import Message

LIMIT = 10.0
"""Seconds that a bot may take for a move."""
MOST_LATE = 3
"""Late answers after which a strategy is not asked again: its threads may still be hanging."""
REASONS = ("raised", "illegal", "late", "unasked")


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault for which a strategy forfeits a hand. `what` is one of `REASONS`; seats from 0."""

    hand: int
    seat: int
    decision: int
    what: str
    reason: str | Message

    @property
    def message(self) -> Message:
        """The fault as a sentence, with hand, seat (from 1) and decision."""
        values = {"hand": self.hand, "seat": self.seat + 1, "decision": self.decision}
        return Message(f"forfeit.{self.what}", {**values, "reason": self.reason})


class Guarded:
    """A strategy that plays hand after hand, with its faults caught.

    If it raises, answers an illegal action, or is late by `limit` seconds, it forfeits the hand: it
    is not asked again until the next one, and folds at each of its turns, or takes the safe action
    where it cannot fold. `report` is called with each fault.
    """

    def __init__(self, act: Act, report: Callable[[Fault], None], *, limit: float = LIMIT) -> None:
        self.limit = limit
        self._report = report
        self._worker = BotWorker(act)
        self._late = 0
        self._forfeited: tuple[int, int | None] | None = None
        self._legal = Legal(())
        self.shown: TableView | None = None
        """The view that the strategy got last: a copy, because views share their parts."""

    def choose(self, view: TableView, rng: random.Random) -> str:
        """The action of the viewer, who is to act; returns within `limit` seconds."""
        future = self.ask(view, rng)
        try:
            answer = future.result(self.limit)
        except TimeoutError:
            return self.settle(view, None)
        return self.settle(view, answer)

    def ask(self, view: TableView, rng: random.Random) -> Future[Answer]:
        """Start the strategy on a view, unless it has forfeited; pass the answer to `settle`."""
        self._legal = view.legal
        if self._late >= MOST_LATE and not self._has_forfeited(view):
            self._forfeit(view, "unasked", str(MOST_LATE))
        if not self._has_forfeited(view):
            self.shown = deepcopy(view)
            return self._worker.ask(self.shown, rng)
        folded: Future[Answer] = Future()
        folded.set_result(Answer(str(self._legal.forfeit)))
        return folded

    def settle(self, view: TableView, answer: Answer | None) -> str:
        """The action that an answer results in; None stands for no answer in time."""
        if answer is None:
            self._late += 1
            return self._forfeit(view, "late", self._worker.give_up())
        if answer.raised is not None:
            return self._forfeit(view, "raised", answer.raised)
        try:
            return str(self._legal.check(self._text(answer.said)))
        except IllegalAction as error:
            return self._forfeit(view, "illegal", error.message)

    def _text(self, said: object) -> str:
        if isinstance(said, str):
            return said
        kind = type(said).__name__
        raise IllegalAction("error.action_type", kind=kind, legal=self._legal.message)

    def _has_forfeited(self, view: TableView) -> bool:
        return self._forfeited == (view.hand, view.seat)

    def _forfeit(self, view: TableView, what: str, reason: str | Message) -> str:
        """Report a fault, and forfeit the hand from now on; returns the safe action."""
        self._forfeited = (view.hand, view.seat)
        self._report(Fault(view.hand, view.seat or 0, view.decision, what, reason))
        return str(self._legal.forfeit)
