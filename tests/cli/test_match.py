"""`sidepot match` and `sidepot check` of a bot: their output and their refusals."""

import json
from pathlib import Path

import pytest

from sidepot.cli import main
from tests.children import ROOT

LITTLE_BOT = ROOT / "examples" / "little_bot.py"
CRASHING = """
def act(view, rng):
    return {}["nothing"] if view.hand % 2 else None
"""


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The output of a successful command."""
    assert main([*arguments]) == 0
    return capsys.readouterr().out


@pytest.fixture
def crashing(tmp_path: Path) -> str:
    """The path of a bot that fails in every hand."""
    file = tmp_path / "crashing.py"
    file.write_text(CRASHING)
    return str(file)


def test_the_control_of_bots_by_strength_is_exactly_zero(
    capsys: pytest.CaptureFixture[str],
) -> None:
    lines = said(capsys, "match", "ricochet-2", *["random"] * 3, "--hands", "100").splitlines()
    assert lines[0].startswith("102 hands, each of 34 deals")
    assert lines[1:] == ["random: +0.0000 chips a hand, with 95 % between +0.0000 and +0.0000."] * 3


def test_a_bot_file_plays_and_its_forfeits_are_reported(
    crashing: str, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ("match", "ricochet-2", "random", crashing, "--hands", "40", "--stacks", "50")
    lines = said(capsys, *arguments).splitlines()
    assert lines[2].startswith(f"{crashing}: -")
    raised, illegal = lines[3:]
    assert f"{crashing} forfeits" in raised and "line 3: " in raised and "KeyError" in raised
    assert "not NoneType" in illegal
    found = json.loads(said(capsys, *arguments, "--json"))
    assert set(found["bots"][1]["forfeits"]) == {"raised", "illegal"}
    assert found["bots"][0]["forfeits"] == {} and found["hands"] == 40
    low, high = found["bots"][0]["interval"]
    assert low < found["bots"][0]["mean"] < high
    assert json.loads(said(capsys, *arguments, "--json"))["signature"] == found["signature"]


def test_a_bot_that_prints_plays_like_any_other(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "chatty.py"
    file.write_text("print('hello')\ndef act(view, rng):\n    print('hm')\n    return 'fold'\n")
    assert "no hand forfeited" in said(capsys, "check", str(file), "--hands", "5")
    assert main(["match", "ricochet-2", str(file), "random", "--hands", "4", "--json"]) == 0
    told = capsys.readouterr()
    assert json.loads(told.out)["hands"] == 4 and "hm\n" in told.err


def test_the_little_bot_of_the_examples_is_sound_and_beats_chance(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert "no hand forfeited" in said(capsys, "check", str(LITTLE_BOT), "--hands", "20")
    command = ("match", "ricochet-2", str(LITTLE_BOT), "random", "--hands", "500", "--json")
    little, _ = json.loads(said(capsys, *command))["bots"]
    assert little["interval"][0] > 0 and not little["forfeits"]


def test_a_bot_is_tried_with_the_options_of_a_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """This one fails where a card costs three, and only there."""
    file = tmp_path / "thrifty.py"
    file.write_text(
        "def act(view, rng):\n"
        "    assert all(row.cost < 3 for row in view.menu)\n"
        "    return 'fold'\n"
    )
    table = ["--options", "ante=2", "card_price=1"]
    tried = said(capsys, "check", str(file), "--hands", "20", *table)
    assert tried.count(" ricochet-2 --options ante=2 card_price=1,") == 1
    assert tried.rstrip().endswith("thrifty.py random --options ante=2 card_price=1")
    assert main(["check", str(file), "--options", "card_price=3"]) == 1
    assert "(game ricochet-2 --options card_price=3, seed 0" in capsys.readouterr().err


def test_a_faulty_bot_is_refused(crashing: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", crashing, "--game", "ricochet-2", "--seed", "1"]) == 1
    error = capsys.readouterr().err
    assert "would forfeit a hand" in error and len(error.splitlines()) == 1


WRONG = {
    "no such bot": (["random", "champion"], "or give the path of a .py file"),
    "no such bot beside a file": ([str(LITTLE_BOT), "champion"], "there is no bot champion"),
    "no such file": (["random", "champion.py"], "there is no file champion.py"),
    "one alone": (["random"], "for 2 to 8 players, not 1"),
    "a short stack": (["random", "random", "--stacks", "0"], "cannot pay the ante"),
    "a wrong seed": (["random", "random", "--seed=-1"], "whole numbers from 0"),
}


@pytest.mark.parametrize("case", WRONG)
def test_an_impossible_match_is_refused_in_a_line(
    case: str, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments, why = WRONG[case]
    assert main(["match", "ricochet-2", *arguments]) == 2
    error = capsys.readouterr().err
    assert error.startswith("sidepot: ") and why in error and len(error.splitlines()) == 1
