"""Numbers and options on the command line: a wrong one is named, with what is legal."""

import argparse
from pathlib import Path

import pytest

from sidepot.cli import build_parser, join, main, reading
from sidepot.errors import BadOption
from sidepot.room.protocol.table_rules import MatchRules

WRONG = {
    "hands": (
        ["simulate", "kuhn", "--hands"],
        ["x", "0", "-3", "1e6", "1.5", "9" * 5_000, "1_000", "\u0661\u0660"],
    ),
    "seed": (["simulate", "kuhn", "--seed"], ["x", "1.5", ""]),
    "precision": (["odds", "ricochet-2", "Kc / 7d", "--precision"], ["0", "nan", "x", "inf"]),
    "threads": (["simulate", "kuhn", "--threads"], ["0", "two"]),
    "players": (["simulate", "kuhn", "--players"], ["2.0", "two", "²"]),
    "stacks": (["match", "kuhn", "random", "random", "--stacks"], ["1e2", "x"]),
    "keep": (["tidy", "--keep"], ["0", "x", "1e400", "999999999999"]),
    "port": (["serve", "--port"], ["x", "-1", "65536", "8e3"]),
    "minutes": (["train", "kuhn", "-o", "x", "--minutes"], ["0", "nan", "x", "1e9", "1_0"]),
    "rounds": (["train", "kuhn", "-o", "x", "--rounds"], ["0", "1e3"]),
    "at": (["odds", "--hand", "x", "--seat", "p1", "--at"], ["0", "x"]),
    "pot": (["odds", "ricochet-2", "Kc / 7d", "--pot"], ["1e3", "x"]),
    "pace": (["play", "kuhn", "--pace"], ["61", "-1", "slow", "inf"]),
    "limit": (["check", "none.py", "--limit"], ["0", "3601", "nan", "soon"]),
}


@pytest.mark.parametrize("flag", WRONG)
def test_a_wrong_number_is_named_with_what_is_legal(
    flag: str, capsys: pytest.CaptureFixture[str]
) -> None:
    command, values = WRONG[flag]
    for value in values:
        with pytest.raises(SystemExit) as ended:
            main([*command, value])
        said = capsys.readouterr().err.splitlines()[-1]
        assert ended.value.code == 2 and f"--{flag}: {value[:40]} is not a" in said
        assert len(said) < 200 and "number" in said


@pytest.mark.parametrize("text", ["1", "12", str(10**12)])
def test_counts_within_the_bounds_are_read(text: str) -> None:
    assert reading.count(text) == int(text)
    with pytest.raises(argparse.ArgumentTypeError):
        reading.count(str(10**12 + 1))


@pytest.mark.parametrize(
    ("text", "meant"),
    [("1e6", "1000000"), ("1,000", "1000"), ("1_000", "1000"), ("2.0", "2"), ("10 000", "10000")],
)
def test_a_number_in_another_form_is_shown_in_digits(text: str, meant: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match=f"; write {meant}$"):
        reading.count(text)


def test_an_option_that_is_given_twice_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert reading.read_options(["ante=1", "limit="]) == {"ante": "1", "limit": ""}
    with pytest.raises(BadOption, match="ante is given twice, as 1 and as 2"):
        reading.read_options(["ante=1", "ante=2"])
    assert main(["simulate", "kuhn", "--options", "ante=1", "ante=1"]) == 2
    assert "leave one out" in capsys.readouterr().err


def test_the_rules_of_a_match_are_read_like_options() -> None:
    assert join._match(["hands=20", "level_hands=5"]) == MatchRules(hands=20, level_hands=5)
    for wrong in ("hand=20", "hands=many", "hands=0x", "rebuys=2"):
        with pytest.raises(BadOption, match="rules of a match"):
            join._match([wrong])


def test_every_number_of_the_command_line_goes_through_one_reader() -> None:
    """No flag has a reader of numbers of its own; those of our own child processes do not count."""
    own = {reader for reader in vars(reading).values() if callable(reader)}
    [commands] = [a for a in build_parser()._actions if isinstance(a, argparse._SubParsersAction)]
    others = [
        f"{name} {flag.option_strings}: {flag.type}"
        for name, command in commands.choices.items()
        for flag in command._actions
        if flag.type not in (None, Path) and flag.type not in own and flag.help != argparse.SUPPRESS
    ]
    assert others == []
