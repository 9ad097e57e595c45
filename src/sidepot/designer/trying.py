"""The process in which one form of a game is checked, so that nothing in it can hang or end ours.

Run as a module, by `designer.trial`. It writes lines of JSON to its standard output: signs of life,
what the game prints, and its verdict at the end. A diary says what it played last.
"""

from __future__ import annotations

import contextlib
import faulthandler
import gc
import json
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from sidepot import games
from sidepot.engine.rule_pages import check_hints
from sidepot.errors import LawBroken, SidepotError
from sidepot.testing import LAWS, check_game, conformance, witness
from sidepot.testing.channel import printing, take_output
from sidepot.testing.diary import Diary
from sidepot.testing.trace import Case

_BEFORE = 2.0
"""Seconds before the limit at which the process itself reports where it hangs."""
_EVERY = 0.5
"""Seconds between two signs of life while hands are played."""
_SECOND = ("threads", "redeal", "faces")
"""The laws that another process can try; what they alone compile is compiled there meanwhile."""
_FORMS = ("plain",)
"""The law that plays all hands in both forms, which the processes of a trial do already."""
_COLLECT = 100_000
"""Python looks for garbage in circles after so many new objects: laws make hardly any."""


def _main(file: str, limit: float, part: str, diary: Path) -> None:
    """Check a game file and write the verdict: the main function of the process."""
    channel, kept, shown = take_output(), Diary(diary), time.monotonic()
    gc.freeze()
    gc.set_threshold(_COLLECT)

    def say(**said: object) -> None:
        channel.write(json.dumps(said).encode() + b"\n")
        channel.flush()

    def alive(law: str | None) -> None:
        nonlocal shown
        shown = time.monotonic()
        faulthandler.dump_traceback_later(max(limit - _BEFORE, limit / 2), exit=True)
        if law is not None:
            kept.begin(law)
        say(law=law)

    def see(case: Case, actions: Sequence[int], n: int) -> None:
        """Verbs come back: on a slow or busy machine a law may take longer than the limit."""
        kept.see(case, actions, n)
        if time.monotonic() - shown > _EVERY:
            alive(None)

    with (
        contextlib.redirect_stdout(printing(lambda text: say(printed=text))),
        witness.watching(see),
    ):
        verdict = _verdict(file, part, alive)
        sys.stdout.flush()
    faulthandler.cancel_dump_traceback_later()
    say(**verdict)


def _verdict(file: str, part: str, alive: Callable[[str], None]) -> dict[str, Any]:
    """The fields of a `Verdict`. `alive` is called with the name of each law as it is tried."""
    alive("loading")
    try:
        game = games.find(file)
        check_hints(game)
        report = check_game(game, names=laws_of(part), progress=alive)
        made = conformance.made(game) if part in ("first", "whole") else ""
    except LawBroken as error:
        failure = None if error.failure is None else msgspec.to_builtins(error.failure)
        return {"fault": str(error), "failure": failure}
    except SidepotError as error:
        return {"fault": str(error)}
    return {"hands": report.hands, "decisions": report.decisions, "made": made}


def laws_of(part: str) -> list[str]:
    """The names of the laws for a part: `first`, `second`, `whole`, or `forms`.

    The first two are the whole. The last compares both forms, and is asked where they differ.
    """
    parts = {"second": list(_SECOND), "forms": list(_FORMS)}
    whole = [law for law in LAWS if law not in _FORMS]
    return parts.get(part) or [law for law in whole if part == "whole" or law not in _SECOND]


if __name__ == "__main__":
    _main(sys.argv[1], float(sys.argv[2]), sys.argv[3], Path(sys.argv[4]))
