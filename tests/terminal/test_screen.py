"""Cards, colours and encodings."""

import io

import pytest
from rich.console import Console

from sidepot import progress
from sidepot.terminal.screen import Screen
from sidepot.words import Message
from tests.terminal.script import console, printed

DEALT = Message("event.dealt", {"player": "[b]Ana[/b]", "cards": ["Kh", "Ts", "Xx", "??"]})


def test_cards_are_drawn_with_suits() -> None:
    screen = Screen(console=console())
    screen.say(DEALT)
    assert "K♥, T♠, Xx and ??" in printed(screen)


def test_names_are_never_read_as_markup() -> None:
    screen = Screen(console=console())
    screen.say(DEALT)
    assert "[b]Ana[/b]" in printed(screen)


def test_no_color_means_no_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    coloured = Screen(console=console(terminal=True))
    coloured.say(DEALT)
    monkeypatch.setenv("NO_COLOR", "1")
    plain = Screen(console=console(terminal=True))
    plain.say(DEALT)
    assert "\x1b[1;31m" in printed(coloured)
    assert "31m" not in printed(plain)


@pytest.mark.parametrize(
    ("name", "value"), [("LC_ALL", "C"), ("LC_ALL", "POSIX"), ("TERM", "dumb")]
)
def test_letters_where_the_terminal_asks_for_plain(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    screen = Screen(console=console())
    screen.say(DEALT)
    assert "Kh, Ts, Xx and ??" in printed(screen)


def test_letters_where_the_encoding_has_no_suits() -> None:
    ascii_file = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    assert Screen(console=Console(file=ascii_file)).ascii_only


def test_compiling_is_announced_once() -> None:
    screen = Screen(console=console())
    with screen.getting_ready():
        progress.compiling("begin")
        progress.compiling("step")
    assert printed(screen).count("Compiling the game") == 1
