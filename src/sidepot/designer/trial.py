"""Checks a game file in separate processes, so that nothing in it can hang or end ours.

Run as a module, this is such a process. It writes lines of JSON to its standard output: signs of
life, what the game prints, and its verdict at the end.
"""

from __future__ import annotations

import contextlib
import faulthandler
import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sidepot import games
from sidepot.errors import LawBroken, SidepotError
from sidepot.testing import LAWS, check_game
from sidepot.testing.channel import printing, take_output

_LIMIT = 60.0
"""Seconds without a sign of life after which a check is stopped."""
_BEFORE = 2.0
"""Seconds before the limit at which the process itself reports where it hangs."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of checking one form (compiled or plain): hands and decisions, or the fault."""

    hands: int = 0
    decisions: int = 0
    fault: str | None = None


def try_form(
    file: str, *, plain: bool, limit: float = _LIMIT, tell: Callable[[str], None] = lambda law: None
) -> Verdict:
    """Check a game in one form. `tell` is called with the name of each law as it is tried.

    What the game prints goes to the standard error.
    """
    environment = dict(os.environ, NUMBA_DISABLE_JIT="1" if plain else "0")
    command = [sys.executable, "-m", __name__, file, str(limit)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as child:
        try:
            return _listen(child, limit, tell)
        finally:
            child.kill()


def _listen(child: subprocess.Popen[str], limit: float, tell: Callable[[str], None]) -> Verdict:
    assert child.stdout is not None and child.stderr is not None
    lines: queue.Queue[str] = queue.Queue()
    errors: list[str] = []
    threading.Thread(target=_pass_on, args=(child.stdout, lines.put), daemon=True).start()
    reader = threading.Thread(target=_pass_on, args=(child.stderr, errors.append), daemon=True)
    reader.start()
    while True:
        try:
            line = lines.get(timeout=limit)
        except queue.Empty:
            return Verdict(fault=_stuck(limit, errors))
        if not line:
            reader.join(1)
            return Verdict(fault=_died(child.wait(), limit, errors))
        said: dict[str, Any] = json.loads(line)
        if "printed" in said:
            print(said["printed"], end="", file=sys.stderr, flush=True)
        elif "law" in said:
            tell(said["law"])
        else:
            return Verdict(**said)


def _pass_on(stream: Any, put: Callable[[str], object]) -> None:
    for line in stream:
        put(line)
    put("")


def _stuck(limit: float, errors: list[str]) -> str:
    where = "".join(errors[-12:]).rstrip()
    return str(LawBroken("check.endless", seconds=round(limit), where=where or "-"))


def _died(status: int, limit: float, errors: list[str]) -> str:
    if any("Timeout" in line for line in errors):
        return _stuck(limit, errors)
    text = "".join(errors[-12:]).rstrip()
    return text or str(LawBroken("check.died", status=status))


def _main(file: str, limit: float) -> None:
    """Check a game file and write the verdict: the main function of the process."""
    channel = take_output()

    def say(**said: object) -> None:
        channel.write(json.dumps(said).encode() + b"\n")
        channel.flush()

    def alive(law: str) -> None:
        faulthandler.dump_traceback_later(max(limit - _BEFORE, limit / 2), exit=True)
        say(law=law)

    with contextlib.redirect_stdout(printing(lambda text: say(printed=text))):
        verdict = _verdict(file, alive)
        sys.stdout.flush()
    faulthandler.cancel_dump_traceback_later()
    say(**verdict)


def _verdict(file: str, alive: Callable[[str], None]) -> dict[str, Any]:
    """The fields of a `Verdict`. `alive` is called with the name of each law as it is tried."""
    alive("loading")
    try:
        report = check_game(games.find(file), names=_laws(), progress=alive)
    except SidepotError as error:
        return {"fault": str(error)}
    return {"hands": report.hands, "decisions": report.decisions}


def _laws() -> list[str]:
    """The names of the laws for this form; only the compiled one, checked second, compares both."""
    plain = os.environ.get("NUMBA_DISABLE_JIT") == "1"
    return [law for law in LAWS if not (plain and law == "plain")]


if __name__ == "__main__":
    _main(
        str(Path(sys.argv[1])) if sys.argv[1].endswith(".py") else sys.argv[1], float(sys.argv[2])
    )
