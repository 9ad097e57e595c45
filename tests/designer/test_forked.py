"""A forked process reports to its parent, is waited for, and ends without the parent's threads or
buffers.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import BinaryIO

import pytest

from sidepot.designer import trial
from sidepot.designer.forked import CAN_FORK
from sidepot.designer.new import TEMPLATE
from tests.designer.changed import QUICK, changed_template

pytestmark = pytest.mark.skipif(not CAN_FORK, reason="processes are forked on Linux alone")

REDEAL = "    holecards.redeal(s.hole, s.deck, rng)\n"
ENDLESS = f"{REDEAL}    while s.waiting:\n        s.opened = 1 - s.opened\n"


def say_two(channel: BinaryIO) -> None:
    channel.write(b"one\ntwo\n")


def fail(channel: BinaryIO) -> None:
    raise ValueError


def be_killed(channel: BinaryIO) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.parametrize(
    ("work", "heard", "status"),
    [(say_two, [b"one\n", b"two\n"], 0), (fail, [], 1), (be_killed, [], -signal.SIGKILL)],
)
def test_the_output_and_exit_status_of_a_fork_are_known(
    work: object, heard: list[bytes], status: int
) -> None:
    """Run in a child process, because this one has threads."""
    code = (
        "import sys; from sidepot.designer.forked import Forked\n"
        f"from tests.designer.test_forked import {work.__name__} as work\n"  # type: ignore[attr-defined]
        "lines = []; forked = Forked(work, lines.append); print(forked.wait(), lines)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout == f"{status} {heard}\n"


def test_turns_are_taken_once_by_two_processes_and_end_for_both() -> None:
    code = (
        "from sidepot.designer.forked import Forked, Turns; left, theirs = Turns(200), []\n"
        "def take(channel):\n    for turn in left: channel.write(b'%d\\n' % turn)\n"
        "beside = Forked(take, lambda line: theirs.append(int(line))); ours = [*left]\n"
        "assert beside.wait() == 0 and sorted(ours + theirs) == [*range(200)]\n"
        "assert ours == sorted(ours) and theirs == sorted(theirs)\n"
        "left = Turns(3); assert next(iter(left)) == 0; left.end(); assert not [*left]"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=60).returncode == 0


@pytest.mark.parametrize("status", [3, -signal.SIGTERM])
def test_a_process_ends_as_another_one_has(status: int) -> None:
    code = f"from sidepot.designer.forked import end_alike; end_alike({int(status)})"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == status


@pytest.mark.soak("test_again keeps failures, and forks by themselves run every time")
@pytest.mark.parametrize(
    ("rule", "limit", "said", "laws"),
    [
        (f"{REDEAL}    s.chips.stack[0] += 1\n", 60, "redeal", {"redeal"}),
        pytest.param(
            ENDLESS, 12, "no progress for", {"redeal", "next card"}, marks=pytest.mark.soak
        ),
    ],
)
def test_a_failure_in_shared_out_laws_is_reported_and_kept(
    rule: str,
    limit: float,
    said: str,
    laws: set[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A wrong rule, and one that never ends, in laws that either process may take.

    `limit`: seconds, part of which a busy machine spends compiling. Where a rule never ends both
    laws that call it hang, and the first process to report it decides.
    """
    for name, value in QUICK.items():
        monkeypatch.setenv(name, value)
    file = changed_template(tmp_path, REDEAL, rule)
    found = trial.try_form(str(file), plain=False, limit=limit)
    assert found.fault and said in found.fault
    assert found.failure and found.failure["law"] in laws


@pytest.mark.soak
def test_the_template_is_judged_by_both(tmp_path: Path) -> None:
    told: list[str] = []
    found = trial.try_form(str(TEMPLATE), plain=False, limit=60, tell=told.append)
    assert found.fault is None and found.hands > 100 and found.made
    assert {"chips", "redeal", "faces"} <= {*told}
