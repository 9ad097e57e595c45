"""The command line: its output and its refusals."""

import argparse
import contextlib
import io
import subprocess
import sys

import pytest

from sidepot.cli import COMMANDS, main
from sidepot.words import speaking


def run(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """The command in a process of its own."""
    command = [sys.executable, "-m", "sidepot", *arguments]
    return subprocess.run(command, input=typed, capture_output=True, text=True, check=False)


WRONG = {
    "no such game": (
        ["play", "holdem"],
        "there is no game holdem; choose one of high-noon-shootout",
    ),
    "rules of none": (["rules", "x"], "there is no game x"),
    "option too low": (["play", "ricochet", "--options", "ante=0"], "ante is from 1 to 1,000,000"),
    "option no number": (
        ["play", "ricochet", "--options", "ante=x"],
        "ante is a whole number from 1",
    ),
    "option no word": (["play", "ricochet", "--options", "tie_ends=no"], "complete, any"),
    "option unknown": (
        ["play", "ricochet", "--options", "blind=1"],
        "choose one of ante, card_price",
    ),
    "option no pair": (["play", "ricochet", "--options", "ante"], "write NAME=VALUE"),
    "too few": (["play", "ricochet", "--players", "2"], "for 3 to 6 players, not 2"),
    "too many": (["play", "ricochet-2", "--players", "9"], "for 2 to 8 players, not 9"),
    "fewer than none": (["play", "ricochet-2", "--players", "-1"], "for 2 to 8 players"),
    "negative stack": (["play", "ricochet-2", "--stacks=-5"], "from 0 to"),
    "broken stack": (["play", "ricochet-2", "--stacks", "1.5"], "whole number of chips, not 1.5"),
    "stack no number": (
        ["play", "ricochet-2", "--stacks", "lots"],
        "whole number of chips, not lots",
    ),
    "short stack": (
        ["play", "ricochet-2", "--stacks", "1", "--options", "ante=2"],
        "a stack of 1 cannot pay the ante of 2",
    ),
    "stacks and players": (
        ["play", "ricochet", "--players", "4", "--stacks", "5,5,5"],
        "3 stacks for 4",
    ),
    "no such bot": (
        ["play", "ricochet", "--bots", "champion"],
        "choose one of beginner, regular, expert and random",
    ),
    "bots and chairs": (["play", "ricochet-2", "--bots", "random,random"], "2 bots for 3 chairs"),
}


@pytest.mark.parametrize("case", list(WRONG))
def test_an_impossible_command_is_refused_in_a_line_with_the_alternatives(
    case: str, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments, said = WRONG[case]
    assert main(arguments) == 2
    error = capsys.readouterr().err
    assert error.startswith("sidepot: ") and said in error
    assert len(error.splitlines()) == 1


@pytest.mark.parametrize("port", ["65536", "x"])
def test_an_invalid_port_is_refused_with_the_valid_range(
    port: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main(["serve", "--port", port])
    assert end.value.code == 2
    said = capsys.readouterr().err
    assert f"argument --port: {port} is not a whole number from 0 to 65535" in said


@pytest.mark.parametrize(
    "arguments",
    [
        ["dance"],
        ["play"],
        ["play", "ricochet", "--pace", "-1"],
        ["play", "ricochet", "--hands", "0"],
    ],
)
def test_a_wrong_command_line_shows_how_it_is_used(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main(arguments)
    assert end.value.code == 2
    assert "usage: sidepot" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "helped"),
    [
        (["rules", "guts", "--players", "4"], "sidepot rules"),
        (["play", "guts", "--language", "de"], "sidepot"),
        (["--dance"], "sidepot"),
    ],
)
def test_a_word_that_is_not_taken_is_refused_with_the_help_that_lists_the_others(
    arguments: list[str], helped: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(arguments)
    said = capsys.readouterr().err
    assert f"unrecognized arguments: {' '.join(arguments[-2:])}; {helped} --help" in said


@pytest.mark.parametrize("words", [[], ["--language", "de"]])
def test_no_command_opens_the_room_at_a_terminal(
    words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = list[argparse.Namespace]()
    monkeypatch.setattr("sidepot.cli.speak", lambda language: None)
    monkeypatch.setattr("sidepot.cli.serve.run", chosen.append)
    monkeypatch.setattr("sidepot.cli._is_terminal", lambda stream: True)
    assert main(words) == 0
    assert [(one.open, one.port, one.lan) for one in chosen] == [(True, 8000, False)]


def test_no_command_prints_help_without_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert main([]) == 0
    assert "usage: sidepot" in capsys.readouterr().out


def test_a_program_without_standard_streams_has_no_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", None)
    assert main([]) == 0
    assert "usage: sidepot" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "errors"),
    [(["rules", "ricochet-2"], "strict"), (["--help"], "strict"), (["--help"], "surrogateescape")],
)
def test_any_encoding_of_the_output_will_do(
    words: list[str], errors: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = io.TextIOWrapper(io.BytesIO(), "ascii", errors)
    monkeypatch.setattr("sys.stdout", out)
    with contextlib.suppress(SystemExit), speaking("es"):
        main(words)
    out.flush()
    assert b"?" in out.buffer.getvalue()


def test_a_library_of_an_extra_is_named_where_it_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert main(["match", "kuhn", "random", "random", "--cluster", "local:1"]) == 2
    assert "sidepot[cluster]" in " ".join(capsys.readouterr().err.split())


def test_play_without_input_ends_well(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert main(["play", "ricochet-2", "--seed", "1"]) == 0
    said = capsys.readouterr()
    assert "You leave with 200 chips" in said.out and not said.err


def test_a_hand_from_the_command_line() -> None:
    typed = "fold\n" * 20
    done = run("play", "ricochet", "--seed", "1", "--hands", "1", "--name", "Zoe", typed=typed)
    assert done.returncode == 0
    assert "Zoe, Ana" in done.stdout


def test_rules_and_games_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "ricochet-2"]) == 0
    rules = capsys.readouterr().out
    assert "R8" not in rules and "James Ernest" in rules and "card_price" in rules
    assert main(["rules", "ricochet-2", "--numbers"]) == 0
    assert "R8" in capsys.readouterr().out
    assert main(["games"]) == 0
    listed = capsys.readouterr().out
    assert "ricochet-2" in listed and "2 to 8 players" in listed


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_of_everything(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main([*command.split(), "--help"])
    assert end.value.code == 0
    assert f"usage: sidepot {command}".strip() in capsys.readouterr().out


def test_warm_says_what_is_ready(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["warm", "kuhn"]) == 0
    assert "kuhn is ready." in capsys.readouterr().out
