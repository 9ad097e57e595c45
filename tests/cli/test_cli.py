"""The command line: what it prints, and how it says no."""

import subprocess
import sys

import pytest

from sidepot.cli import main


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
def test_what_cannot_be_done_is_said_in_a_line_with_what_can(
    case: str, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments, said = WRONG[case]
    assert main(arguments) == 2
    error = capsys.readouterr().err
    assert error.startswith("sidepot: ") and said in error
    assert len(error.splitlines()) == 1


@pytest.mark.parametrize(
    ("port", "said"),
    [("65536", "N is from 0 to 65,535, not 65536"), ("x", "N is a whole number from 0 to 65,535")],
)
def test_a_port_that_is_none_is_refused_with_those_that_are(
    port: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main(["serve", "--port", port])
    assert end.value.code == 2
    assert f"argument --port: {said}" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["dance"],
        ["play"],
        ["play", "ricochet", "--pace", "-1"],
        ["play", "ricochet", "--hands", "0"],
    ],
)
def test_a_wrong_command_line_shows_how_it_is_used(arguments: list[str]) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert "usage: sidepot" in done.stderr and "Traceback" not in done.stderr


def test_play_without_input_ends_well() -> None:
    done = run("play", "ricochet-2", "--seed", "1")
    assert done.returncode == 0 and not done.stderr
    assert "You leave with 200 chips" in done.stdout


def test_a_hand_from_the_command_line() -> None:
    typed = "fold\n" * 20
    done = run("play", "ricochet", "--seed", "1", "--hands", "1", "--name", "Zoe", typed=typed)
    assert done.returncode == 0
    assert "Zoe, Ana" in done.stdout


def test_rules_and_games_are_printed() -> None:
    rules = run("rules", "ricochet-2").stdout
    assert "R8" not in rules and "James Ernest" in rules and "card_price" in rules
    assert "R8" in run("rules", "ricochet-2", "--numbers").stdout
    listed = run("games").stdout
    assert "ricochet-2" in listed and "2 to 8 players" in listed


def test_help_of_everything() -> None:
    for arguments in ([], ["play"], ["rules"], ["games"], ["warm"]):
        assert run(*arguments, "--help").returncode == 0


def test_warm_says_what_is_ready() -> None:
    assert "ricochet-2 is ready." in run("warm", "ricochet-2").stdout
