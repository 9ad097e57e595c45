"""`check_bot` finds a bot's faults, and none in a sound bot."""

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sidepot.designer.laws import BotBroken, BotReport, check_bot
from sidepot.errors import BadStrategy
from tests.bots import broken

SLOW = 0.1
"""Seconds for a move, where a bot takes longer."""


def line_of(act: Callable[..., Any], code: str) -> str:
    """A line of a strategy, with its number in the file."""
    lines, first = inspect.getsourcelines(act)
    (number,) = [first + i for i, line in enumerate(lines) if code in line]
    return f"line {number}: {lines[number - first].strip()}"


@pytest.mark.parametrize(
    ("act", "said"),
    [
        (broken.crashes, line_of(broken.crashes, "raise Zero")),
        (broken.exits, line_of(broken.exits, "raise")),
        (broken.crashes_late, line_of(broken.crashes_late, "cards[9]")),
        (broken.overbuys, "buy 99 is not possible now; choose"),
        (broken.says_nothing, "not NoneType"),
        (broken.says_a_number, "not int"),
        (broken.cheats, "check is not possible now"),
        (broken.scribbles, "it changes the view"),
        (broken.sleeps, line_of(broken.sleeps, "time.sleep")),
        (broken.loops, "it was too late"),
    ],
)
def test_each_fault_is_found(act: Callable[..., Any], said: str) -> None:
    limit = SLOW if act in (broken.sleeps, broken.loops) else 10
    with pytest.raises(BotBroken) as found:
        check_bot(act, hands=60, limit=limit)
    assert said in str(found.value) and "seed 0" in str(found.value)


def test_a_sound_bot_has_no_faults() -> None:
    report = check_bot(broken.sound, hands=60)
    assert report == check_bot(broken.sound, hands=60)
    assert report.hands == 60 < report.decisions


def test_a_fault_is_found_again_under_its_seed() -> None:
    said = []
    for _ in range(2):
        with pytest.raises(BotBroken) as found:
            check_bot(broken.crashes, seed=5)
        said.append(str(found.value))
    assert said[0] == said[1]


def test_it_is_tried_with_every_number_of_players_and_short_stacks() -> None:
    seen: set[tuple[Any, ...]] = set()

    def act(view: Any, rng: Any) -> str:
        seen.add(("players", len(view.seats)))
        seen.update(("menu", len(view.menu), row.highest) for row in view.menu)
        return "fold"

    check_bot(act, hands=100)
    assert {("players", n) for n in range(2, 9)} <= seen
    assert {("menu", 2, n) for n in range(1, 5)} <= seen


def test_a_file_is_tried_by_its_path(tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text("def act(view, rng):\n    return 'fold'\n")
    assert isinstance(check_bot(str(file), hands=5), BotReport)
    with pytest.raises(BadStrategy):
        check_bot(tmp_path / "none.py")
