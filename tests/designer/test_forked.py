"""A forked process is heard, waited for, and ends without its parent's threads and buffers."""

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
from tests.designer.changed import changed_template

pytestmark = pytest.mark.skipif(not CAN_FORK, reason="processes are forked on Linux alone")

REDEAL = "    holecards.redeal(s.hole, s.deck, rng)\n"


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
def test_what_it_says_is_heard_and_how_it_ends_is_known(
    work: object, heard: list[bytes], status: int
) -> None:
    """In a process of its own: this one has threads."""
    code = (
        "import sys; from sidepot.designer.forked import Forked\n"
        f"from tests.designer.test_forked import {work.__name__} as work\n"  # type: ignore[attr-defined]
        "lines = []; forked = Forked(work, lines.append); print(forked.wait(), lines)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout == f"{status} {heard}\n"


@pytest.mark.parametrize("status", [3, -signal.SIGTERM])
def test_a_process_ends_as_another_one_has(status: int) -> None:
    code = f"from sidepot.designer.forked import end_alike; end_alike({int(status)})"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == status


@pytest.mark.parametrize(
    ("rule", "limit", "said"),
    [
        (f"{REDEAL}    s.chips.stack[0] += 1\n", 60, "redeal"),
        (f"{REDEAL}    while s.waiting:\n        s.opened = 1 - s.opened\n", 12, "no progress for"),
    ],
)
def test_what_fails_in_the_second_process_alone_is_told_and_kept(
    rule: str, limit: float, said: str, tmp_path: Path
) -> None:
    """A wrong rule, and one that never ends: `redeal` is tried there.

    `limit`: seconds, of which a busy machine takes some to compile the rules.
    """
    file = changed_template(tmp_path, REDEAL, rule)
    found = trial.try_form(str(file), plain=False, limit=limit)
    assert found.fault and said in found.fault
    assert found.failure and found.failure["law"] == "redeal"


def test_the_template_is_judged_by_both(tmp_path: Path) -> None:
    told: list[str] = []
    found = trial.try_form(str(TEMPLATE), plain=False, limit=60, tell=told.append)
    assert found.fault is None and found.hands > 100 and found.made
    assert {"chips", "redeal", "faces"} <= {*told}
