"""`sidepot odds`: what it says of a position, in words and as JSON, and how it says no."""

import json

import pytest

from sidepot.cli import main

DEAD = ("--dead", "As")
SEVEN = "2c 2d / 2h 2s / 3c 3d / 3h 3s / 4c 4d / 4h 4s / 5c 5d"
POSITION = "Kc 7d / 9h 9s / Ac Jd 8s 4h 2c"


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What the command prints when it can be done."""
    assert main(["odds", "ricochet-casino", *arguments]) == 0
    return capsys.readouterr().out


def test_it_says_whose_turn_it_is_and_what_is_best(capsys: pytest.CaptureFixture[str]) -> None:
    lines = said(capsys, POSITION).splitlines()
    assert lines[0] == "p1 is to act with king high, seven kicker; the pot is 3."
    assert lines[1] == "The bank is in."
    assert lines[2] == "Three more cards are enough to lead with 27.32%."
    assert lines[-2] == "Best: buy 3." and "exact" in lines[-1]


def test_json_says_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(said(capsys, POSITION, "--json"))
    assert (found["to_act"], found["pot"], found["bank"]) == ("p1", 3, "in")
    assert f"{found['ahead']:.2%}" == "27.32%" and found["method"] == "exact"
    assert found["ev"]["fold"] == 0 and found["ev"]["buy 3"] == pytest.approx(0.0153, abs=5e-5)


@pytest.mark.parametrize(
    ("flags", "pot"),
    [
        ([], 3),
        (["--pot", "9"], 9),
        (["--players", "5"], 6),
        (["--options", "ante=4"], 12),
    ],
)
def test_the_pot_follows_from_the_rules_or_is_told(
    flags: list[str], pot: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert json.loads(said(capsys, POSITION, "--json", *flags))["pot"] == pot


def test_dead_cards_and_the_number_at_the_deal_matter(capsys: pytest.CaptureFixture[str]) -> None:
    plain = json.loads(said(capsys, POSITION, "--json"))
    dead = json.loads(said(capsys, POSITION, "--json", "--dead", "Ks Kd Kh"))
    assert dead["ahead"] < plain["ahead"]
    kicked = "Kc 7d / 9h 9s / Ac Ad Qs 4h 2c"
    assert json.loads(said(capsys, kicked, "--json"))["bank"] == "out"
    assert json.loads(said(capsys, kicked, "--json", "--players", "3"))["bank"] == "in"


def test_who_is_out_may_have_dead_cards(capsys: pytest.CaptureFixture[str]) -> None:
    bank_out = json.loads(said(capsys, f"{SEVEN} / -", "--json", "--dead", "Ac Ad Jd 8s 9h"))
    one_out = f"{SEVEN.replace('2h 2s', '-')} / -"
    more = json.loads(said(capsys, one_out, "--json", "--dead", "2h 2s 7c 8c Tc Ac Ad Jd 8s 9h"))
    assert bank_out["bank"] == more["bank"] == "out" and bank_out["pot"] == 8
    assert more["ev"] != bank_out["ev"]


WRONG = {
    "no such game": (["x", POSITION], "there is no game x"),
    "a game without": (["high-noon-showdown", POSITION], "no position of high-noon-showdown"),
    "no card": (["ricochet-casino", "Kz 7d / -"], "Kz is no card"),
    "a card twice": (["ricochet-casino", "Kc 7d / Kc 2d / -"], "the card Kc is there twice"),
    "nobody to act": (["ricochet-casino", "Kc 7d / -"], "nobody is to act"),
    "too many dead": (
        ["ricochet-casino", f"{SEVEN} / Ac Jd 8s 9h Tc", *DEAD],
        "too many to be dead",
    ),
    "fewer at the deal": (
        ["ricochet-casino", POSITION, "--players", "1"],
        "2 to 7 players were dealt in, not 1",
    ),
    "a pot below nothing": (["ricochet-casino", POSITION, "--pot=-1"], "0 chips or more, not -1"),
    "a wrong table": (
        ["ricochet-casino", POSITION, "--options", "kickout=KKQ"],
        "kickout is 7 hands",
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_cannot_be_looked_into_is_said_in_a_line(
    case: str, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments, why = WRONG[case]
    assert main(["odds", *arguments]) == 2
    error = capsys.readouterr().err
    assert error.startswith("sidepot: ") and why in error and len(error.splitlines()) == 1
