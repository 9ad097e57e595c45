"""Compiling ahead: what other processes take over, and that they are gone afterwards."""

import os
import signal
from collections.abc import Callable
from typing import Any

import pytest

from sidepot import games, progress, warm

HOUSE = list(games.registry().values())


@pytest.mark.parametrize("helpers", [0, 1, 2, 7])
def test_helpers_share_the_rules_that_one_does_not_begin_with(helpers: int) -> None:
    shared = warm.split_work(HOUSE, helpers)
    assert len(shared) <= helpers and all(shared)
    taken = [games.find(name).verbs for names in shared for name in names]
    rules = {game.verbs for game in HOUSE} - {HOUSE[0].verbs}
    assert len(taken) == len(set(taken))
    assert set(taken) == (rules if helpers else set())


def test_the_last_game_is_the_helpers_first() -> None:
    ((first, *_),) = warm.split_work(HOUSE, 1)
    assert games.find(first).verbs == HOUSE[-1].verbs
    assert warm.split_work(HOUSE[:1], 3) == warm.split_work([], 3) == []


class Helper:
    """Stands for a process."""

    def __init__(self) -> None:
        self.calls: list[str] = []

    def __getattr__(self, name: str) -> Callable[[], None]:
        return lambda: self.calls.append(name)


def test_helpers_come_when_something_is_compiled_and_go_in_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    came: list[Helper] = []

    def come(*_: Any) -> Helper:
        came.append(Helper())
        return came[-1]

    monkeypatch.setattr(warm, "_helper", come)
    monkeypatch.setattr(os, "cpu_count", lambda: 3)
    with warm.warming_in_background(HOUSE):
        assert not came
    with pytest.raises(KeyboardInterrupt), warm.warming_in_background(HOUSE):
        progress.compiling("begin")
        progress.compiling("step")
        assert len(came) == 2
        raise KeyboardInterrupt
    assert [helper.calls for helper in came] == [["terminate", "join"]] * 2
    progress.compiling("menu")
    assert len(came) == 2


def test_a_helper_does_not_hear_ctrl_c_and_passes_over_what_it_does_not_know(
    capfd: pytest.CaptureFixture[str],
) -> None:
    before = signal.getsignal(signal.SIGINT)
    helper = warm._helper(["a-game-of-a-users"], False)
    assert helper.pid
    os.kill(helper.pid, signal.SIGINT)
    helper.join(60)
    assert helper.exitcode == 0
    assert capfd.readouterr().err == ""
    assert signal.getsignal(signal.SIGINT) is before
