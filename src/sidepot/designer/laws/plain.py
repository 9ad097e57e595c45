"""The law that compiled rules and plain Python make the same records, byte for byte.

The form is chosen when numba is imported, so the other one runs in a child process. Run as a
module, this is that child: it reads pickled jobs from its standard input, and writes what the game
prints, and the records, pickled, to its output.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import subprocess
import sys
from collections.abc import Sequence
from typing import Any, NamedTuple

from sidepot.designer.laws.channel import printing, take_output
from sidepot.designer.laws.trace import Case, Trace, difference, replay
from sidepot.engine.game import Game
from sidepot.engine.keeping import Values
from sidepot.kernel import PLAIN

_JOURNALS = (True, False)
"""Whether a record has room for a journal: both are compared."""


class _Job(NamedTuple):
    """A case and its actions, as sent to the child; a game is sent by its home."""

    game: Game
    stacks: tuple[int, ...]
    deck: tuple[int, ...]
    second: tuple[int, ...]
    actions: tuple[int, ...]
    kept: Values | None


def plain(traces: Sequence[Trace]) -> None:
    """The other form of the rules, in a child process, makes the same records after every verb."""
    cases = [trace.case for trace in traces]
    jobs = [
        _Job(c.game, c.stacks, c.deck, c.second, trace.actions, c.kept)
        for c, trace in zip(cases, traces, strict=True)
    ]
    for trace, answer in zip(traces, _ask_child(cases[0], jobs), strict=True):
        _compare(trace, answer)


def made(traces: Sequence[Trace]) -> str:
    """A hash of every record of some hands, with a journal and without: both forms have the same.

    For hosts that play the hands in both forms anyway, and ask the law only where these differ.
    """
    found = hashlib.sha256()
    for trace in traces:
        for record in (*trace.records, *replay(trace.case, trace.actions, journal=False)):
            found.update(record)
    return found.hexdigest()


def _ask_child(case: Case, jobs: Sequence[_Job]) -> list[Any]:
    environment = dict(os.environ, NUMBA_DISABLE_JIT="0" if PLAIN else "1")
    environment["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
    command = [sys.executable, "-m", __name__]
    child = subprocess.run(
        command, input=pickle.dumps(jobs), capture_output=True, env=environment, check=False
    )
    if child.returncode:
        reason = child.stderr.decode(errors="replace").strip()
        raise case.broken("plain_crash", reason="\n".join(reason.splitlines()[-6:]))
    printed, answers = pickle.loads(child.stdout)
    sys.stdout.write(printed)
    return answers  # type: ignore[no-any-return]


def _compare(trace: Trace, answer: tuple[list[bytes], list[bytes]]) -> None:
    with_journal, without = answer
    bare = replay(trace.case, trace.actions, journal=False)
    for journal, ours, theirs in ((True, trace.records, with_journal), (False, bare, without)):
        for i, (one, other) in enumerate(zip(ours, theirs, strict=True)):
            if one != other:
                where = difference(trace.case.game, one, other, journal=journal)
                raise trace.case.broken("plain", verb=i, where=where)


def _answer(job: _Job) -> tuple[list[bytes], ...]:
    """The records of a job, with a journal and without, as the child computes them."""
    case = Case(job.game, job.stacks, job.deck, 0, job.second, job.kept)
    return tuple(replay(case, job.actions, journal=journal) for journal in _JOURNALS)


def _main() -> None:
    """Answer jobs until the input ends: the main function of the child."""
    printed = list[str]()
    with take_output() as output:
        with contextlib.redirect_stdout(printing(printed.append)):
            answers = [_answer(job) for job in pickle.loads(sys.stdin.buffer.read())]
            sys.stdout.flush()
        pickle.dump(("".join(printed), answers), output)


if __name__ == "__main__":
    _main()
