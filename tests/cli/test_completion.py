"""Completion of the command line: what is offered, and three real shells that ask for it."""

import argparse
import io
import os
from pathlib import Path
from types import SimpleNamespace

import pytest

from sidepot import bots, games
from sidepot.cli import COMMANDS, build_parser, completers, main
from sidepot.cli.completion import SHELLS
from sidepot.room.client.http import RoomClient
from tests.cli import shells

FILES = ("evening.phhs", "my bot.py", "notes.txt")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in FILES:
        (tmp_path / name).touch()
    (tmp_path / "hands").mkdir()
    (tmp_path / "hands" / "one.phh").touch()
    monkeypatch.chdir(tmp_path)
    return tmp_path


class Ended(BaseException):
    """The process has ended."""


def offered(line: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The words that may stand at the end of a line."""
    from argcomplete.finders import CompletionFinder

    told = io.StringIO()
    asked = {"COMP_LINE": line, "COMP_POINT": str(len(line.encode())), "_ARGCOMPLETE": "1"}
    for name, value in {**asked, "_ARGCOMPLETE_IFS": "\n"}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("_ARGCOMPLETE_SUPPRESS_SPACE", "1")
    monkeypatch.setenv("NUMBA_DISABLE_JIT", os.environ.get("NUMBA_DISABLE_JIT", "0"))
    monkeypatch.setattr(CompletionFinder, "_init_debug_stream", lambda self: None)

    def ended(status: int) -> None:
        raise Ended

    parser, ask = build_parser(), CompletionFinder.__call__
    with monkeypatch.context() as patched, pytest.raises(Ended):
        patched.setattr(
            CompletionFinder,
            "__call__",
            lambda self, *given, **flags: ask(
                self, *given, **flags, output_stream=told, exit_method=ended
            ),
        )
        patched.setattr("argcomplete.io.debug_stream", io.StringIO())
        completers.complete(parser)
    return [word for word in told.getvalue().split("\n") if word]


CASES: dict[str, set[str]] = {
    "sidepot ": {*COMMANDS},
    "sidepot ma": {"match"},
    "sidepot rules rico": {"ricochet", "ricochet-2", "ricochet-casino"},
    "sidepot play kuhn --bots ": {*bots.strengths_of(games.find("kuhn"))},
    "sidepot play ricochet --bots regular,e": {"regular,expert"},
    "sidepot simulate kuhn --policy r": {"random", "regular"},
    "sidepot play ricochet-2 --options ": {"ante=", "card_price=", "tie_ends=", "suit_order="},
    "sidepot play ricochet-2 --options ante=2 tie_ends=": {"tie_ends=complete", "tie_ends=any"},
    "sidepot play ricochet-2 --pl": {"--players"},
    "sidepot replay ": {*FILES, "hands/"} - {"my bot.py"} | {"my\\ bot.py"},
    "sidepot replay hands/": {"hands/one.phh"},
    "sidepot bot LINK --strategy ": {"my\\ bot.py", "hands/"},
    "sidepot check --again no": {"notes.txt"},
    "sidepot match kuhn my": {"my\\ bot.py"},
    "sidepot join LINK --create kuhn --match hands=9 rebuy": {"rebuys="},
    "sidepot new mine --like s": {"stud"},
    "sidepot replay --rows ha": {"hands"},
    "sidepot --language ": {"de", "en", "es"},
    "sidepot completion ": {*SHELLS},
    "sidepot simulate kuhn --hands ": set(),
    "sidepot serve --told": set(),
}


@pytest.mark.parametrize("line", CASES)
def test_words_of_a_line_are_offered(
    line: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert {*offered(line, monkeypatch)} == CASES[line]


def test_the_games_of_the_room_on_the_line_are_offered(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def answer(client: RoomClient) -> list[SimpleNamespace]:
        asked.append(client.base)
        return [SimpleNamespace(name="its-own")]

    monkeypatch.setattr(RoomClient, "games", answer)
    line = "sidepot join http://127.0.0.1:8000 --create its"
    assert offered(line, monkeypatch) == ["its-own"] and asked == ["http://127.0.0.1:8000"]


def test_options_of_a_file_are_not_offered_as_nothing_of_it_is_run(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "mine.py").write_text("raise SystemExit('was run')", "utf-8")
    assert offered("sidepot play mine.py --options ", monkeypatch) == []
    assert offered("sidepot rules mi", monkeypatch) == ["mine.py"]


def test_every_value_that_is_a_name_or_a_file_can_be_completed() -> None:
    """A flag that nobody thought of is one whose values are numbers, cards, addresses or names."""
    unknown = set()
    for action in completers.actions(build_parser()):
        takes_value = action.nargs != 0 and action.help != argparse.SUPPRESS
        if takes_value and completers.completer(action) is completers.nothing:
            unknown.add(action.metavar or action.dest)
    assert unknown == NOT_COMPLETED


NOT_COMPLETED = {
    *("ACTION", "ACTIONS", "ADDRESS", "CARDS", "CHIPS", "DAYS", "HANDS", "HOST:PORT", "LINK"),
    *("M", "N", "NAME", "NAMES", "PERCENT", "S", "SECONDS", "T", "UNITS", "URL", "YYYY-MM-DD"),
    *("name", "seat"),
}


@pytest.mark.parametrize("shell", SHELLS)
def test_the_lines_for_a_shell_are_printed(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", shell]) == 0
    assert "complet" in capsys.readouterr().out


TYPED = {
    "sidepot equ": "equity",
    "sidepot rules kuh": "rules kuhn",
    "sidepot play ricochet-2 --bots exp": "play ricochet-2 --bots expert",
    "sidepot play ricochet-2 --options tie_ends=a": "play ricochet-2 --options tie_ends=any",
    "sidepot replay eve": "replay evening.phhs",
    "sidepot bot x --strategy my": "bot x --strategy my bot.py",
}


@pytest.mark.parametrize(
    "name", ["bash", *(pytest.param(other, marks=pytest.mark.soak) for other in SHELLS[1:])]
)
def test_a_real_shell_completes_what_is_typed(name: str, folder: Path) -> None:
    with shells.shell(name, folder) as opened:
        assert {typed: opened.words(typed) for typed in TYPED} == TYPED
