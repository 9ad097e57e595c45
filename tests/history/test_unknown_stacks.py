"""Stacks that nobody knows: PHH's data set has hands of a whole network with `inf` for all."""

import json
from pathlib import Path

import pytest

from sidepot.cli import main
from sidepot.errors import BadHistory
from sidepot.history import History
from sidepot.history.units import UNKNOWN

TABLE = """
variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [5, 10, 0]
min_bet = 10
starting_stacks = [inf, inf, 40.50]
actions = []
"""
DEAL = ("d dh p1 KcTc", "d dh p2 AdKs", "d dh p3 ????")
BETS = ("p3 f", "p1 cc", "p2 cbr 45", "p1 cbr 1331.25", "p2 cc", "d db TsQs5c")


def hand(*actions: str) -> History:
    """A hand of three, of whom two have unknown stacks."""
    lines = "".join(f"  '{line}',\n" for line in actions)
    return History.parse(TABLE.replace("actions = []", f"actions = [\n{lines}]"))


def test_no_bet_is_too_large_for_an_unknown_stack() -> None:
    done = hand(*DEAL, "p3 f", "p1 cbr 98765.25", "p2 f").replay()
    assert [int(net) for net in done.hand.payoffs] == [1000, -1000, 0]
    assert done.finishing_stacks == (UNKNOWN, UNKNOWN, 40.5)


def test_a_known_stack_is_all_in_as_ever() -> None:
    lines = (*DEAL, "p3 cbr 40.50", "p1 cc", "p2 f", "d db TsQs5c", "d db 2h", "d db 2c")
    frame = hand(*lines[:2], "d dh p3 JcJd", *lines[3:]).frame("seats")
    assert frame["net"] == (-405, -100, 505)
    with pytest.raises(BadHistory, match=r"raise to 20 to 40\.5"):
        hand(*DEAL, "p3 cbr 41").replay()


@pytest.mark.parametrize(
    "rest",
    [
        ("d db 8s", "d db Qh"),
        ("p1 cc", "p2 cc", "d db 8s", "p1 cc", "p2 cc", "d db Qh"),
        ("p1 cc", "p2 cc", "d db 8s", "p1 cc", "p2 cc", "d db Qh", "p1 cc", "p2 cc"),
    ],
)
def test_players_who_are_asked_no_more_were_all_in(rest: tuple[str, ...]) -> None:
    done = hand(*DEAL, *BETS, *rest).replay()
    assert done.hand.over
    assert done.hand.payoffs == (133125, -133125, 0)


def test_nobody_checks_a_bet() -> None:
    with pytest.raises(BadHistory, match="d db 8s"):
        hand(*DEAL, *BETS, "p1 cbr 10", "d db 8s").replay()


def test_tables_say_that_a_stack_is_unknown() -> None:
    read = hand(*DEAL, "p3 f", "p1 cbr 30", "p2 f")
    assert read.frame("seats")["stack"] == (None, None, 405)
    assert read.frame("decisions")["stack"] == (405, None, None)
    assert read.frame("decisions")["pot"] == (150, 150, 400)


def test_an_unknown_stack_is_written_as_it_was_read() -> None:
    read = hand(*DEAL, "p3 f", "p1 cbr 30", "p2 f")
    text = read.text()
    assert "starting_stacks = [inf, inf, 40.50]" in text
    assert History.parse(text) == read


def test_json_has_null_for_an_unknown_stack(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "hand.phh"
    file.write_text(hand(*DEAL, "p3 f", "p1 cbr 30", "p2 f").text(), encoding="utf-8")
    assert main(["replay", str(file), "--json"]) == 0
    facts = json.loads(capsys.readouterr().out, parse_constant=pytest.fail)
    assert facts["starting_stacks"] == facts["finishing_stacks"] == [None, None, 40.5]
