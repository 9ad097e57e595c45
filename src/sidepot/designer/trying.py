"""The child process that checks one form of a game: it can neither hang the parent nor end it.

Run as a module, by `designer.trial`. It writes lines of JSON to its standard output: signs of life,
what the game prints, and its verdict at the end. A diary says what it played last.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import msgspec

from sidepot import games
from sidepot.designer.alarm import cancel_alarm, set_alarm
from sidepot.designer.forked import CAN_FORK, Forked, Turns, end_alike
from sidepot.designer.laws import LAWS, check_game, conformance
from sidepot.designer.laws.channel import printing, take_output
from sidepot.designer.laws.diary import Diary
from sidepot.designer.laws.trace import Case, watching
from sidepot.engine.game import Game
from sidepot.engine.rule_pages import check_hints
from sidepot.errors import LawBroken, SidepotError
from sidepot.kernel import HAS_NUMBA, PLAIN

_EVERY = 0.5
"""Seconds between two signs of life while hands are played."""
FORMS = "plain"
"""The law that plays all hands in both forms, which the processes of a trial do already."""
_BARE = "without journal"
"""The law that compiles what makes records without a journal, which the comparison needs too."""
COMPILED = ("threads", "next card", "faces")
"""Laws that say no more of a line in the plain form: they count what thousands of hands make, or
look at what is Python in both forms."""
_SHARED = (
    (_BARE, "threads"),
    ("concealment",),
    ("faces",),
    ("redeal",),
    ("no other action",),
    ("every action", "replays", "copies"),
    ("next card",),
    ("together",),
)
"""Groups of laws that two processes share out once the first laws hold: long ones first, each with
those that reuse its compiled code, so that neither process waits long for the other."""
_COLLECT = 100_000
"""New objects before a cyclic garbage collection: laws make hardly any cycles."""
_Verdict = dict[str, Any]
"""The fields of `trial.Verdict`."""


class _Telling:
    """Progress of a process that tries laws: to a channel, and to a diary in case it dies."""

    def __init__(self, limit: float, channel: BinaryIO, diary: Path) -> None:
        self.limit = limit
        self.goes_to(channel, diary)

    def goes_to(self, channel: BinaryIO, diary: Path) -> None:
        """Redirect the progress there."""
        self.channel, self.diary = channel, diary
        self._kept, self._shown = Diary(diary), time.monotonic()

    def say(self, **said: object) -> None:
        """Write a line."""
        self.channel.write(json.dumps(said).encode() + b"\n")
        self.channel.flush()

    def alive(self, law: str | None) -> None:
        """A heartbeat: a law begins, or is still running (None)."""
        self._shown = time.monotonic()
        set_alarm(self.limit)
        if law is not None:
            self._kept.begin(law)
        self.say(law=law)

    def see(self, case: Case, actions: Sequence[int], n: int) -> None:
        """Record a verb, and send a heartbeat: on a busy machine a law may outlast the limit."""
        self._kept.see(case, actions, n)
        if time.monotonic() - self._shown > _EVERY:
            self.alive(None)


def _main(file: str, limit: float, diary: Path, law: str | None = None) -> None:
    """Check a game file and write the verdict: the main function of the process.

    `law`: the only one to try; None for all but `FORMS`.
    """
    gc.freeze()
    gc.set_threshold(_COLLECT)
    telling = _Telling(limit, take_output(), diary)
    with (
        contextlib.redirect_stdout(printing(lambda text: telling.say(printed=text))),
        watching(telling.see),
    ):
        verdict = _verdict(file, law, telling)
        sys.stdout.flush()
    cancel_alarm()
    telling.say(**verdict)


def _verdict(file: str, law: str | None, telling: _Telling) -> _Verdict:
    telling.alive("loading")
    try:
        game = games.find(file)
        check_hints(game)
    except SidepotError as error:
        return {"fault": str(error)}
    if law is not None:
        if law not in LAWS:
            return {"fault": str(LawBroken("check.law", law=law, legal=list(LAWS)))}
        return _verdict_of(game, [law], telling)
    if PLAIN:
        verdict = _verdict_of(game, laws_here(), telling)
        if "fault" in verdict:
            return verdict
        counted = {"lacking": conformance.lacking(game), "spare": conformance.spare(game)}
        return {**verdict, "odd": conformance.odd(game), **counted}
    if not CAN_FORK or (os.cpu_count() or 1) < 2:
        return _verdict_of(game, laws_here(), telling)
    return _verdict_by_two(game, telling)


def laws_here() -> list[str]:
    """The names of the laws for the form of this process, where the other form is tried too."""
    left = (FORMS, *COMPILED) if PLAIN and HAS_NUMBA else (FORMS,)
    return [law for law in LAWS if law not in left]


def turns() -> list[Sequence[str]]:
    """The laws in parts for two processes, which take one after the other."""
    first = [law for law in laws_here() if not any(law in part for part in _SHARED)]
    return [first, *_SHARED]


def _verdict_by_two(game: Game, telling: _Telling) -> _Verdict:
    """The verdict of this process and of a fork that tries the same hands, compiled once."""
    played = _verdict_of(game, [], telling)
    if "fault" in played:
        return played
    left, other = Turns(len(turns())), list[_Found]()

    def on_line(line: bytes) -> None:
        said = json.loads(line)
        if "law" in said or "printed" in said:
            telling.say(**said)
        else:
            other.append(_Found(**said))

    diary = telling.diary.with_name(f"{telling.diary.name}-beside")

    def work_beside(channel: BinaryIO) -> None:
        telling.goes_to(channel, diary)
        telling.say(**_verdict_in_turns(game, left, telling)._asdict())

    sys.stdout.flush()
    cancel_alarm()  # the new process would wait for its thread
    beside = Forked(work_beside, on_line)
    found = _verdict_in_turns(game, left, telling)
    cancel_alarm()
    status = beside.wait()
    if not other and found.verdict is None:
        diary.replace(telling.diary)
        end_alike(status)
    both = [found, *other]
    first = min(both, key=lambda one: one.turn)
    return first.verdict or {**played, "made": "".join(one.made for one in both)}


class _Found(NamedTuple):
    """The finding of a process: a fault and the turn in which it occurred, or none.

    With the fault of the first turn a check says the same every time, whoever took which.
    """

    turn: int
    verdict: _Verdict | None = None
    made: str = ""


def _verdict_in_turns(game: Game, left: Turns, telling: _Telling) -> _Found:
    """Judge groups of laws until none is left; after a fault no process begins another."""
    made, parts = "", turns()
    for turn in left:
        verdict = _verdict_of(game, parts[turn], telling)
        if "fault" in verdict:
            left.end()
            return _Found(turn, verdict)
        made += verdict["made"]
    return _Found(len(parts), made=made)


def _verdict_of(game: Game, laws: Sequence[str], telling: _Telling) -> _Verdict:
    """The verdict of these laws, each reported as it begins."""
    try:
        report = check_game(game, names=laws, progress=telling.alive)
        made = conformance.made(game) if _BARE in laws else ""
    except LawBroken as error:
        failure = None if error.failure is None else msgspec.to_builtins(error.failure)
        return {"fault": str(error), "failure": failure}
    except SidepotError as error:
        return {"fault": str(error)}
    return {"hands": report.hands, "decisions": report.decisions, "made": made}


if __name__ == "__main__":
    _main(sys.argv[1], float(sys.argv[2]), Path(sys.argv[3]), *sys.argv[4:])
