"""The line of long work: what comes after it stands below it, however the work ends."""

import io
from pathlib import Path
from types import SimpleNamespace

import pytest

from sidepot.cli import progress
from sidepot.cli.progress import Progress, Solving
from sidepot.cli.train import Learning
from sidepot.lab.learn.training import Training
from tests.lab.learn.games.kuhn import KUHN


class Terminal(io.StringIO):
    """Standard error, as a person sees it."""

    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """A terminal at which nobody needs time to read."""
    opened = Terminal()
    monkeypatch.setattr(progress, "sys", SimpleNamespace(stderr=opened))
    monkeypatch.setattr(progress, "EVERY", -1.0)
    return opened


def test_it_counts_hands_and_ends_below(terminal: Terminal) -> None:
    with Progress(1200, each=2) as line:
        line(5)
        line(600)
    said = terminal.getvalue()
    assert said == "\r10 of 1,200 hands\x1b[K\r1,200 of 1,200 hands\x1b[K\n"


@pytest.mark.parametrize("trouble", [ValueError, KeyboardInterrupt])
def test_work_that_is_cut_off_leaves_no_open_line(
    trouble: type[BaseException], terminal: Terminal
) -> None:
    with pytest.raises(trouble), Solving() as line:
        line(0.25)
        raise trouble
    assert terminal.getvalue() == "\r25% solved\x1b[K\n"


def test_training_shows_its_regret_and_the_time_left(terminal: Terminal, tmp_path: Path) -> None:
    training = Training(KUHN, is_exact=True)
    with Learning(tmp_path / "kuhn.sidepot") as line:
        line(training, 75.4)
        line(training, float("inf"))
    told = "\r0 traversals, 0 positions, regret 0, {} left\x1b[K"
    assert terminal.getvalue() == told.format("1:15") + told.format("-") + "\n"


def test_nothing_begun_needs_no_end(terminal: Terminal) -> None:
    with Progress(10):
        pass
    assert terminal.getvalue() == ""
