"""`sidepot odds`: its answer for a position, in words and as JSON, and its refusals."""

import json
from pathlib import Path
from typing import Any

import pytest

from sidepot import games
from sidepot.cli import main
from sidepot.designer.template import ONE_CARD
from sidepot.history import History
from tests.children import ROOT
from tests.history.hands import KNOWN, write

DEAD = ("--dead", "As")
SEVEN = "2c 2d / 2h 2s / 3c 3d / 3h 3s / 4c 4d / 4h 4s / 5c 5d"
POSITION = "Kc 7d / 9h 9s / Ac Jd 8s 4h 2c"


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The output of a successful command."""
    assert main(["odds", "ricochet-casino", *arguments]) == 0
    return capsys.readouterr().out


def test_it_says_whose_turn_it_is_and_what_is_best(capsys: pytest.CaptureFixture[str]) -> None:
    lines = said(capsys, POSITION).splitlines()
    assert lines[0] == "p1 is to act with king high, seven kicker; the pot is 3."
    assert lines[1] == "The bank is in."
    assert lines[2] == "With three more cards it leads with a chance of 27.32%."
    assert lines[-2] == "Best: buy 3." and "exact" in lines[-1]


def test_a_position_with_hidden_cards_is_told_by_one_hand_and_the_actions(
    capsys: pytest.CaptureFixture[str],
) -> None:
    told = ["odds", EXAMPLE, "* / 8s", "--after", "check", "--stacks", "50", "--seconds", "0"]
    assert main(told) == 0
    assert capsys.readouterr().out.startswith("p2 is to act; the pot is 2.")
    assert main([*told, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["seat"] == 1


def test_json_says_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(said(capsys, POSITION, "--json"))
    bank, (fold, buy) = found["bank"], found["choices"]
    assert (found["seat"], found["pot"], bank["is_in"]) == (0, 3, True)
    assert f"{bank['ahead']:.2%}" == "27.32%" and found["method"] == "exact"
    assert (fold["action"], fold["value"]) == ("fold", 0)
    assert (buy["action"], buy["value"]) == ("buy 3", pytest.approx(0.0153, abs=5e-5))


@pytest.mark.parametrize(
    ("flags", "pot"),
    [
        ([], 3),
        (["--pot", "9"], 9),
        (["--players", "5"], 6),
        (["--options", "ante=4"], 12),
    ],
)
def test_the_pot_follows_from_the_rules_or_from_a_flag(
    flags: list[str], pot: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert json.loads(said(capsys, POSITION, "--json", *flags))["pot"] == pot


def test_dead_cards_and_the_number_at_the_deal_matter(capsys: pytest.CaptureFixture[str]) -> None:
    plain = json.loads(said(capsys, POSITION, "--json"))
    dead = json.loads(said(capsys, POSITION, "--json", "--dead", "Ks Kd Kh"))
    assert dead["bank"]["ahead"] < plain["bank"]["ahead"]
    kicked = "Kc 7d / 9h 9s / Ac Ad Qs 4h 2c"
    assert not json.loads(said(capsys, kicked, "--json"))["bank"]["is_in"]
    assert json.loads(said(capsys, kicked, "--json", "--players", "3"))["bank"]["is_in"]


def test_a_player_who_is_out_may_have_dead_cards(capsys: pytest.CaptureFixture[str]) -> None:
    bank_out = json.loads(said(capsys, f"{SEVEN} / -", "--json", "--dead", "Ac Ad Jd 8s 9h"))
    one_out = f"{SEVEN.replace('2h 2s', '-')} / -"
    more = json.loads(said(capsys, one_out, "--json", "--dead", "2h 2s 7c 8c Tc Ac Ad Jd 8s 9h"))
    assert not bank_out["bank"]["is_in"] and not more["bank"]["is_in"] and bank_out["pot"] == 8
    assert more["choices"] != bank_out["choices"]


EXAMPLE = str(ROOT / "examples" / "one_card.py")
WRONG = {
    "no such game": (["x", POSITION], "there is no game x"),
    "hidden cards told": (
        ["high-noon-showdown", POSITION],
        "write ?? for cards that lie face down",
    ),
    "no own cards": ([EXAMPLE, "?? / ?? / ??"], "give at least 1 card "),
    "a wrong action": (["holdem-no-limit", "8s8h / *", "--after", "raise to 3"], "raise to 4 to"),
    "a board of open cards": (["ricochet-2", "8s / Kd", "--board", "2c"], "give no --board"),
    "a hidden card": (["ricochet-2", "?? / Kd"], "?? is not a card"),
    "no card": (["ricochet-casino", "Kz 7d / -"], "Kz is not a card"),
    "a card twice": (
        ["ricochet-casino", "Kc 7d / Kc 2d / -"],
        "the card Kc is in the position twice",
    ),
    "nobody to act": (["ricochet-casino", "Kc 7d / -"], "nobody is to act"),
    "too many dead": (
        ["ricochet-casino", f"{SEVEN} / Ac Jd 8s 9h Tc", *DEAD],
        "too many for --dead",
    ),
    "fewer at the deal": (
        ["ricochet-casino", POSITION, "--players", "1"],
        "2 to 7 players were dealt in, not 1",
    ),
    "a pot below nothing": (
        ["ricochet-casino", POSITION, "--pot=-1"],
        "0 to 1000000000000 chips, not -1",
    ),
    "a wrong table": (
        ["ricochet-casino", POSITION, "--options", "kickout=KKQ"],
        "kickout is 7 hands",
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_an_impossible_position_is_refused_in_a_line(
    case: str, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments, why = WRONG[case]
    assert main(["odds", *arguments]) == 2
    error = capsys.readouterr().err
    assert error.startswith("sidepot: ") and why in error and len(error.splitlines()) == 1


QUICK = ("--precision", "10")
"""Sampled by little."""


def test_ricochet_uses_the_table_that_ships(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["odds", "ricochet-2", "4c / Kd"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "p1 is to act with four high; the pot is 2."
    assert lines[1] == "Its chance to escape within 1 card is 20.00%."
    assert [line.partition(":")[0] for line in lines[5:10]] == [
        "fold",
        *(f"buy {k}" for k in range(1, 5)),
    ]
    assert lines[10].startswith("Best: ")


@pytest.mark.soak
def test_ricochet_says_how_likely_it_is_to_escape(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "ricochet-2", "4c / Kd / -", "--dead", "Ks", *QUICK]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "p1 is to act with four high; the pot is 3."
    assert lines[1] == "Its chance to escape within 1 card is 18.37%."
    assert lines[4].startswith("Its chance to escape within 4 cards is ")
    assert [line.partition(":")[0] for line in lines[5:10]] == [
        "fold",
        *(f"buy {k}" for k in range(1, 5)),
    ]
    assert lines[10].startswith("Best: ")


def test_options_of_ricochet_matter(capsys: pytest.CaptureFixture[str]) -> None:
    flags = ("--options", "ante=5", "tie_ends=complete", "--pot", "20", "--json", *QUICK)
    assert main(["odds", "ricochet", "4c / Kd / 4d", *flags]) == 0
    assert json.loads(capsys.readouterr().out)["pot"] == 20


@pytest.fixture
def one_card(monkeypatch: pytest.MonkeyPatch) -> Any:
    """One Card among the games that histories know."""
    monkeypatch.setattr(games, "_added", [ONE_CARD])
    games.registry.cache_clear()
    yield
    monkeypatch.undo()
    games.registry.cache_clear()


def played(tmp_path: Path, cards: str, *actions: str) -> str:
    """A file with a hand of One Card: the cards of p1, p2 and p3."""
    hand = ONE_CARD.deal(players=3, deck=cards, seed=len(cards))
    for action in actions:
        hand.act(action)
    (tmp_path / "x.phh").write_text(History.from_hand(hand).text(), "utf-8")
    return str(tmp_path / "x.phh")


@pytest.mark.usefixtures("one_card")
def test_a_spot_of_a_hand_is_judged_by_what_the_player_knew(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Other cards of the others, another end of the hand: the same odds, to the last digit."""
    said = []
    for cards, end in (("9s 2c 3d", "check"), ("9s As Ks", "raise to 2"), ("2c As Ks", "check")):
        file = played(tmp_path, cards, "check", "check", end)
        assert main(["odds", "--hand", file, "--at", "1", "--seat", "p1", "--json", *QUICK]) == 0
        said.append(json.loads(capsys.readouterr().out))
        del said[-1]["outlook"]["seconds"], said[-1]["seconds"]
    nine, again, deuce = said
    assert nine == again != deuce
    assert nine["choices"] == [] and "price" not in nine
    assert [chance["action"] for chance in nine["chances"]] == ["check"]


def test_a_spot_of_ricochet_equals_the_same_position_given_as_cards(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Before its second action the known hand has p2 to act; p3 has bought a card."""
    path = write(tmp_path / "x.phhs", KNOWN, KNOWN)
    spot = ("--hand", str(path), "--number", "2", "--at", "2", "--seat", "2")
    assert main(["odds", *spot, "--json", *QUICK]) == 0
    found = json.loads(capsys.readouterr().out)
    assert main(["odds", "ricochet-2", "Ts / 5d / 3c 7s", "--pot", "7", "--json", *QUICK]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (found["seat"], found["pot"]) == (1, 7)
    assert found["escape"] == told["escape"]


@pytest.mark.usefixtures("one_card")
def test_a_spot_of_a_game_with_betting_is_answered_in_chances(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = played(tmp_path, "9s 2c 3d", "raise to 2", "fold")
    assert main(["odds", "--hand", file, "--at", "2", "--seat", "p2", *QUICK]) == 0
    lines = capsys.readouterr().out.splitlines()
    at = lines.index("Against random hands of 2 other players, if all stay in to the end:")
    assert lines[at + 1] == "call: wins 0%, splits 0%."
    assert lines[-3] == "To stay in costs 2 chips and pays from a chance of 28.6% to win."
    assert "no choice has a value in chips" in lines[-2] and "Best" not in " ".join(lines)
    assert lines[-1].startswith("It took ")


WRONG_SPOTS = {
    "another's turn": (
        ("--at", "1", "--seat", "p1"),
        "before action 1 it is the turn of p3, not of p1",
    ),
    "no such action": (("--at", "9", "--seat", "p1"), "no action 9 in this hand: it has 3 actions"),
    "no such seat": (("--at", "1", "--seat", "p4"), "no seat p4 here; seats are p1 to p3"),
    "no seat at all": (("--at", "1", "--seat", "Ana"), "no seat Ana here"),
    "no such hand": (("--at", "1", "--seat", "3", "--number", "7"), "none of them with the"),
    "a position too": (("--at", "1", "--seat", "3", "--pot", "7"), "not both"),
    "no seat": (("--at", "1"), "all three"),
}


@pytest.mark.parametrize("case", WRONG_SPOTS)
def test_an_impossible_spot_is_refused_in_a_line(
    case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    flags, why = WRONG_SPOTS[case]
    (tmp_path / "x.phh").write_text(KNOWN.text(), "utf-8")
    assert main(["odds", "--hand", str(tmp_path / "x.phh"), *flags]) == 2
    error = capsys.readouterr().err
    assert error.startswith("sidepot: ") and why in error and len(error.splitlines()) == 1


@pytest.mark.usefixtures("one_card")
def test_no_odds_are_computed_for_a_player_whose_cards_are_unknown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Placeholders for unknown cards are not a player's own; they may stand for others' cards."""
    file = Path(played(tmp_path, "9s 2c 3d", "check", "check", "raise to 2", "fold", "fold"))
    for seat, status in (("p1", 2), ("p2", 0)):
        text = file.read_text("utf-8").replace("p1 9s", "p1 ??")
        (tmp_path / "unseen.phh").write_text(text, "utf-8")
        spot = ("--hand", str(tmp_path / "unseen.phh"), "--at", seat[1], "--seat", seat)
        assert main(["odds", *spot, *QUICK]) == status
    assert "p1 saw cards that this history does not show" in capsys.readouterr().err


def test_files_without_the_hand_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    two, none = write(tmp_path / "two.phhs", KNOWN, KNOWN), tmp_path / "none.phhs"
    for file, why in (
        (two, "more than one hand; choose one with --number"),
        (none, "cannot be read"),
    ):
        assert main(["odds", "--hand", str(file), "--at", "1", "--seat", "3"]) == 2
        assert why in capsys.readouterr().err
    assert main(["odds"]) == 2
    assert "give a position as GAME and HANDS" in capsys.readouterr().err
