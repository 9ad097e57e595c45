"""Replays the failure of a game from a file, and stops there in the debugger if asked to.

Run as a module, this is a process of its own: in a debugger rules have to be plain Python, which
is decided before they are read.
"""

from __future__ import annotations

import bdb
import contextlib
import os
import pdb
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from sidepot import games, kernel
from sidepot.designer.alarm import by_clock, set_alarm, went_off
from sidepot.designer.laws import LAWS
from sidepot.designer.laws.failure import PLAYING, Failure, last_step, read, replayed
from sidepot.designer.laws.trace import menu_batch
from sidepot.engine.action import Action
from sidepot.engine.game import Game, Hand
from sidepot.engine.play import RAIL
from sidepot.errors import LawBroken, SidepotError
from sidepot.words import say

_COMPARING = "plain"
"""The law that compares both forms, so that it needs the compiled one."""


_HOLDS, _FAILS = 64, 65
"""The exit statuses of a replay that has come to its end; a game may end the process with 0."""
_MORE = 2.0
"""Seconds by the clock that a process has to end itself, with the lines at which it hangs."""


def replay(file: str, path: Path, limit: float, *, debug: bool = False) -> None:
    """Replay a failure in a process of its own, and print it.

    Raises `LawBroken` where the game still fails, if only by taking longer than `limit` seconds or
    by ending the process, and `BadGameFile` for a file that is no failure.
    """
    failure = read(path)
    plain = debug or (failure.plain and failure.law != _COMPARING)
    environment = dict(os.environ, NUMBA_DISABLE_JIT="1" if plain else "0")
    command = [sys.executable, "-m", __name__, file, str(path), str(limit), *["--pdb"] * debug]
    try:
        seconds = None if debug else by_clock(limit) + _MORE
        done = subprocess.run(command, env=environment, check=False, timeout=seconds)
    except subprocess.TimeoutExpired:
        raise LawBroken("check.again_endless", file=file, seconds=round(limit)) from None
    if went_off(done.returncode):
        raise LawBroken("check.again_endless", file=file, seconds=round(limit))
    if done.returncode in (_FAILS, 2):
        raise LawBroken("check.again_fails", file=file)
    if done.returncode != _HOLDS:
        raise LawBroken("check.again_died", file=file, status=done.returncode)


def _main(file: str, path: Path, limit: float, *, debug: bool) -> int:
    if not debug:
        set_alarm(limit)
    game, failure = games.find(file), read(path)
    if debug:
        _tell(failure, game, failure.numbers[:-1])
        _stop(failure, game)
        return _HOLDS
    _tell(failure, game, failure.numbers)
    fault = _fault(failure, game)
    print(fault or say("check.again_kept", file=file, law=failure.law), flush=True)
    return _FAILS if fault else _HOLDS


def _tell(failure: Failure, game: Game, numbers: Sequence[int]) -> None:
    """Print the hand, action by action, as the rail sees it, as far as the rules can play it."""
    options = [f"{name}={value}" for name, value in failure.options.items()]
    told = say("check.again_table", game=game.name, options=options or "-", stacks=failure.stacks)
    print(told, flush=True)
    if not numbers:
        return
    try:
        case = failure.case(game)
        hand = Hand(case.game, case.seated())
        for number in numbers:
            action = hand.legal.check(Action.decode(number))
            print(f"{hand.view(RAIL)}\n{hand.names[hand.actor or 0]}: {action}", flush=True)
            hand.act(action)
    except Exception as error:  # the fault itself, reported in full below
        print(f"   {type(error).__name__}")


def _fault(failure: Failure, game: Game) -> str | None:
    """The fault that the hand shows now; None if it passes."""
    try:
        trace = replayed(failure, game)
        if failure.law != PLAYING:
            LAWS[failure.law]([trace])
    except LawBroken as error:
        return str(error)
    except Exception as error:
        from sidepot.engine.diagnostics import diagnose
        from sidepot.engine.game_files import source_of

        return str(LawBroken("law.crash", game=game.name, reason=diagnose(error, source_of(game))))
    return None


def _stop(failure: Failure, game: Game) -> None:
    """Stop in the debugger at the first line of the verb that shows the fault.

    After it, at the menu of whoever is to act then: the fault may be there.
    """
    case, rows, action = last_step(failure, game)
    s = kernel.fields(rows)
    verbs = case.game.verbs
    print(say("check.again_stop", verb="begin" if action is None else "step"))
    with contextlib.suppress(bdb.BdbQuit):
        if action is None:
            pdb.runcall(verbs.begin, s)
        else:
            pdb.runcall(verbs.step, s, action)
        if s.seats.actor >= 0:
            pdb.runcall(verbs.menu, s, kernel.fields(menu_batch()))


if __name__ == "__main__":
    try:
        sys.exit(
            _main(
                sys.argv[1],
                Path(sys.argv[2]),
                float(sys.argv[3]),
                debug="--pdb" in sys.argv[4:],
            )
        )
    except SidepotError as error:
        print(f"sidepot: {error}", file=sys.stderr)
        sys.exit(2)
