"""Which files are bots, which is known without running them."""

from pathlib import Path

import pytest

from sidepot.cli.strategies import is_strategy


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("def act(view, rng): ...", True),
        ("async def act(view, rng): ...", True),
        ("act = print", True),
        ("act: Act = print", True),
        ("del act", False),
        ("from my_bots import best as act", True),
        ("class Bot:\n    def act(self): ...", False),
        ("from my_bots import act as best", False),
        ("def act(", False),
        ("raise SystemExit  # is not run", False),
    ],
)
def test_a_strategy_is_known_without_running_it(text: str, is_one: bool, tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(text)
    assert is_strategy(tmp_path / "bot.py") == is_one
    assert not is_strategy(tmp_path)
