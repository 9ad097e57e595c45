"""A replayed hand in the terminal: one table at a time, forward and back."""

from __future__ import annotations

from collections.abc import Sequence

from sidepot.engine.game import Game
from sidepot.history.stepping import Step, seat_name
from sidepot.odds.shares import shares
from sidepot.terminal import table
from sidepot.terminal.screen import Screen
from sidepot.words import Message, say

_DEALS = 300
"""Random deals for the shares of a step."""
_ON, _BACK, _END = ("", "n"), ("p", "b"), ("q", "quit")


class Stepper:
    """Shows the steps of a hand, as the person asks for them."""

    def __init__(self, screen: Screen, game: Game, steps: Sequence[Step], viewer: int) -> None:
        self._screen = screen
        self._game = game
        self._steps = steps
        self._viewer = viewer
        self._last = len(steps) - 1

    def run(self) -> None:
        """Show the first step, and then what is asked for, until the person or the input ends."""
        at = 0
        self._show(at)
        while (answer := self._ask()) is not None and answer not in _END:
            to = self._target(answer, at)
            if to is not None:
                at = to
                self._show(at)

    def _ask(self) -> str | None:
        answer = self._screen.ask(say("step.prompt", last=self._last))
        return None if answer is None else answer.lower()

    def _target(self, answer: str, at: int) -> int | None:
        """The step that an answer asks for; None, and a sentence, if there is none."""
        if answer in _ON or answer in _BACK:
            to = at + (1 if answer in _ON else -1)
            if 0 <= to <= self._last:
                return to
            self._screen.say(Message("step.first") if to < 0 else Message("step.last"))
            return None
        if answer.isdecimal() and len(answer) < len(str(self._last)) + 3:
            to = int(answer)
            if to <= self._last:
                return to
        self._screen.say(Message("step.unknown", {"answer": answer[:40], "last": self._last}))
        return None

    def _show(self, at: int) -> None:
        """Print a step: what has happened, the table, and everybody's share of the pot."""
        step, screen = self._steps[at], self._screen
        names = [seat.name for seat in step.view.seats]
        viewer = names[self._viewer] if self._viewer >= 0 else seat_name(self._viewer)
        values = {"n": at, "last": self._last, "viewer": viewer}
        screen.line("")
        screen.say(Message("step.heading", values), style="bold")
        screen.say(*step.said)
        table.show(screen, step.view)
        found = step.record is not None and shares(self._game, step.record, deals=_DEALS, seed=at)
        if found:
            parts = [
                Message("step.share", {"player": names[seat], "percent": f"{share:.0%}"[:-1]})
                for seat, share in enumerate(found)
                if share
            ]
            screen.say(Message("step.odds", {"shares": parts}))
