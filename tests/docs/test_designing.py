"""The test that the designer's page shows is one, for the game that `sidepot new` writes."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from sidepot import words
from sidepot.designer.new import new_game

VALUE = r"\S+?(?: chips?)?"
"""What stands in a place of a message."""
PAGE = Path(__file__).parents[2] / "docs" / "designing.md"


def unsaid(page: str) -> list[str]:
    """The messages in the table of `check` with which no sentence of the laws begins."""
    laws = [text for key, text in words.catalogue("en").entries.items() if key.startswith("law.")]
    told = re.findall(r"^\| \*(.+?)\* \|", page, re.MULTILINE)
    return [message for message in told if not any(begins(law, message) for law in laws)]


def begins(sentence: str, message: str) -> bool:
    """Whether a sentence, its places filled in, may begin with a message."""
    first, *others = re.split(r"\{.*?\}", sentence)
    if not message.startswith(first):
        return first.startswith(message)
    rest = message.removeprefix(first)
    for literal in others:
        filled = re.match(rf"{VALUE}{re.escape(literal)}(?!$)", rest)
        if not literal or not filled:
            return any(
                literal.startswith(rest[end:]) and re.fullmatch(VALUE, rest[:end])
                for end in range(1, len(rest) + 1)
            )
        rest = rest[filled.end() :]
    return not rest


def test_the_table_has_messages_that_check_says() -> None:
    page = PAGE.read_text("utf-8")
    assert page.count("\n| *") > 10 and unsaid(page) == []


@pytest.mark.parametrize(
    "message",
    ["a stack is below zero: -1", "a redeal deals Kc twice", "dealt comes before checked"],
)
def test_a_message_that_check_does_not_say_is_noticed(message: str) -> None:
    assert unsaid(f"| *{message}* | a reason |\n") == [message]


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
