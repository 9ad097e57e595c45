"""The test that the designer's page shows is one, for the game that `sidepot new` writes."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from sidepot.designer.new import new_game

PAGE = Path(__file__).parents[2] / "docs" / "designing.md"


def shown(page: str) -> dict[str, Any]:
    """The tests of a page, run as a file in the folder of the game."""
    (text,) = (
        code for code in re.findall(r"```python\n(.*?)```", page, re.DOTALL) if "GAME" in code
    )
    assert len(text.splitlines()) <= 15
    names: dict[str, Any] = {"__name__": "shown"}
    exec(compile(text, "designing.md", "exec"), names)
    return names


@pytest.mark.parametrize("wrong", [False, True])
def test_the_shown_test_passes_and_would_fail(
    wrong: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    new_game("my-game", tmp_path)
    monkeypatch.chdir(tmp_path)
    page = PAGE.read_text("utf-8")
    names = shown(page.replace("Ks 7d", "7d Ks") if wrong else page)
    tests = [value for name, value in names.items() if name.startswith("test_")]
    assert tests
    for test in tests:
        if wrong:
            with pytest.raises(AssertionError):
                test()
        else:
            test()
