"""A strategy at a table, trusted with nothing: a hand in which it fails is forfeited by folding."""

from __future__ import annotations

import random
from collections.abc import Callable
from concurrent.futures import Future
from copy import deepcopy
from dataclasses import dataclass

from sidepot.bots.strategy import Act
from sidepot.bots.worker import Answer, BotWorker
from sidepot.engine.action import Legal
from sidepot.engine.view import TableView
from sidepot.errors import IllegalAction
from sidepot.words import Message

LIMIT = 10.0
"""Seconds that a bot may think of a move."""
MOST_LATE = 3
"""Late answers after which a strategy is not asked any more: its threads may be hanging still."""
REASONS = ("raised", "illegal", "late", "unasked")


@dataclass(frozen=True, slots=True)
class Fault:
    """A hand that a strategy has given up. `what` is one of `REASONS`; seats count from 0."""

    hand: int
    seat: int
    decision: int
    what: str
    reason: str | Message

    @property
    def message(self) -> Message:
        """What was wrong, and where."""
        values = {"hand": self.hand, "seat": self.seat + 1, "decision": self.decision}
        return Message(f"forfeit.{self.what}", {**values, "reason": self.reason})


class GuardedStrategy:
    """A strategy that plays hand after hand.

    One that raises, answers what is not legal, or answers too late forfeits the hand: it is not
    asked again until the next one, and folds at each of its turns, or does what is safe where it
    cannot fold. `report` is told of each forfeit.
    """

    def __init__(self, act: Act, report: Callable[[Fault], None], *, limit: float = LIMIT) -> None:
        self.limit = limit
        self._report = report
        self._worker = BotWorker(act)
        self._late = 0
        self._forfeited: tuple[int, int | None] | None = None
        self._legal = Legal(())
        self.shown: TableView | None = None
        """What the strategy was given last: a copy, because views share their parts."""

    def choose(self, view: TableView, rng: random.Random) -> str:
        """The action for the viewer, who is to act; at most `limit` seconds later."""
        future = self.ask(view, rng)
        try:
            answer = future.result(self.limit)
        except TimeoutError:
            return self.settle(view, None)
        return self.settle(view, answer)

    def ask(self, view: TableView, rng: random.Random) -> Future[Answer]:
        """The first half of `choose`: let it think, if it still plays. Then comes `settle`."""
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
        """The action that an answer comes to; None is one that has not come in time."""
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
        """Report it, and fold from now on."""
        self._forfeited = (view.hand, view.seat)
        self._report(Fault(view.hand, view.seat or 0, view.decision, what, reason))
        return str(self._legal.forfeit)
