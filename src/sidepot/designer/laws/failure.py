"""A failure of a game: the table, the actions and the law, so that it can be replayed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from sidepot.decoding import ROW, JsonReader
from sidepot.designer.laws import laws
from sidepot.designer.laws.trace import Case, Trace, play
from sidepot.engine.action import Action
from sidepot.engine.game import Game
from sidepot.errors import BadGameFile, SidepotError
from sidepot.kernel import PLAIN, Records
from sidepot.rules import actions
from sidepot.words import Message

PLAYING = "playing"
"""A pseudo-law: the playing of the hands, before any law is checked."""
_EXAMPLES = "examples"


class Failure(msgspec.Struct, frozen=True):
    """A hand with which a game fails: `actions` up to the one that shows it, in words.

    `law`: its name among `LAWS`, or `PLAYING`; `deck` and `second`: the orders of physical cards;
    `kept`: what the hand before has kept; `plain`: the plain form of the rules fails, and not only
    the compiled one.
    """

    law: str
    options: dict[str, str]
    stacks: list[int]
    deck: list[int]
    second: list[int]
    hand: int
    actions: list[str]
    plain: bool = True
    kept: dict[str, Any] | None = None

    @property
    def numbers(self) -> list[int]:
        """The actions as the verbs take them. Raises `IllegalAction` for one that is none.

        One that picks cards has their place: what lies there is known only when it is played.
        """
        return [_number(text) for text in self.actions]

    def case(self, game: Game) -> Case:
        """The table, for the game that failed. Raises `BadOption`."""
        own = game.with_options(**self.options) if self.options else game
        orders = tuple(self.deck), tuple(self.second)
        return Case(own, tuple(self.stacks), orders[0], self.hand, orders[1], self.kept)


def _number(text: str) -> int:
    """The number of an action as `written` has it."""
    kind, _, amount = text.rpartition(" ")
    name = kind.replace(" ", "_")
    if name in actions.NAMES and amount.isdecimal():
        return actions.encode(actions.NAMES.index(name), int(amount))
    return Action.parse(text).number


def written(number: int) -> str:
    """An action as `Failure` has it; one that a game declares has its amount in any case."""
    action = Action.decode(number)
    return f"{action.kind} {action.amount}" if action.own else str(action)


_failure = JsonReader[Failure](Failure, ROW)


def read(path: Path) -> Failure:
    """The failure in a file. Raises `BadGameFile`."""
    try:
        return _failure.read(path.read_bytes())
    except (OSError, msgspec.MsgspecError) as error:
        raise BadGameFile("check.again_unread", file=str(path), reason=str(error)) from None


def found(law: str, traces: Sequence[Trace], error: Exception) -> Failure | None:
    """The first hand with which a law fails alone, cut off after the action that shows it."""
    if law in (PLAYING, _EXAMPLES):  # each plays hands of its own
        table: tuple[Case, Sequence[int]] | None = getattr(error, "table", None)
        return table and of_case(law, *table)
    for trace in traces:
        if _fails(law, trace, error):
            ends = (_beginning(trace, n) for n in range(len(trace.records)))
            shown = next((end for end in ends if _fails(law, end, error)), trace)
            return of_case(law, shown.case, shown.actions)
    return None


def _beginning(trace: Trace, n: int) -> Trace:
    """A trace up to its action number n."""
    return Trace(trace.case, trace.actions[:n], trace.records[: n + 1])


def _fails(law: str, trace: Trace, error: Exception) -> bool:
    """Whether a law fails with one trace as it did with all."""
    try:
        laws.LAWS[law]([trace])
    except Exception as other:
        return _kind(other) == _kind(error)
    return False


def _kind(error: Exception) -> object:
    """The kind of an error: its class or, if a law was broken, the message key and part."""
    if not isinstance(error, SidepotError):
        return type(error)
    what = error.message.values.get("what")
    return error.message.key, what.key if isinstance(what, Message) else what


def of_case(law: str, case: Case, played: Sequence[int]) -> Failure:
    """A failure at a table, in the form of the rules that this process has."""
    said = [written(action) for action in played]
    numbers = list(case.stacks), list(case.deck), list(case.second)
    chosen = {name: str(value) for name, value in case.game.chosen.items()}
    kept: Any = case.kept and dict(case.kept)
    return Failure(law, chosen, *numbers, case.number, said, PLAIN, kept)


def replayed(failure: Failure, game: Game) -> Trace:
    """The hand again, as far as its actions are still legal, and from there at random."""
    case = failure.case(game)
    return play(case, first=failure.numbers)


def last_step(failure: Failure, game: Game) -> tuple[Case, Records, int | None]:
    """The record before the last action, and the action; None: before `begin`."""
    case = failure.case(game)
    rows, numbers = case.seated(), failure.numbers
    if numbers:
        case.game.entry.begin(rows)
        for number in numbers[:-1]:
            case.game.entry.step(rows, number)
    return case, rows, numbers[-1] if numbers else None
