"""Numbers and options on the command line: a wrong one is named, with what is legal."""

import argparse

import pytest

from sidepot.cli import join, main, reading
from sidepot.errors import BadOption
from sidepot.room.protocol.table_rules import MatchRules

WRONG = {
    "hands": (["simulate", "kuhn", "--hands"], ["x", "0", "-3", "1e6", "1.5", "9" * 5_000]),
    "seed": (["simulate", "kuhn", "--seed"], ["x", "1.5", ""]),
    "precision": (["odds", "ricochet-2", "Kc / 7d", "--precision"], ["0", "nan", "x", "inf"]),
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
