"""The table with real cards in the terminal: told line by line, mended, paid out and saved."""

import io
from pathlib import Path

import pytest

import sidepot
from sidepot.cli import main
from sidepot.history import History, Session
from sidepot.terminal.real import play
from sidepot.terminal.screen import Screen
from sidepot.terminal.seating import Player, Seating
from tests.terminal.script import console, printed

COMPARED = Path(__file__).parents[2] / "examples" / "games" / "three_five_seven.py"


def _evening(
    game: str, *lines: str, session: Session | None = None, stack: int = 100
) -> tuple[str, Seating]:
    """An evening by typed lines: what was printed, and who has what."""
    seating = Seating([Player(name, stack) for name in ("Ana", "Bo", "Cy")])
    source = io.StringIO("\n".join(lines) + "\n")
    screen = Screen(console=console(200), source=source, ascii_only=True)
    play(screen, sidepot.game(game), seating, session=session)
    return printed(screen), seating


def test_a_hand_is_refereed_from_the_deal_to_the_pot() -> None:
    said, seating = _evening("ricochet-2", "9h 4c Ks", "b 2", "4d", "fold", "fold", "")
    assert "Bo is the lowest: fold or buy 1 to 4." in said
    assert "Bo is safe." in said
    assert "Bo wins 5 with a pair of fours" in said
    assert seating.stacks == [99, 102, 99]


def test_a_wrong_card_is_undone_or_changed() -> None:
    said, _ = _evening("ricochet-2", "9h 4c 9d", "undo", "Kd", "change 3 Ks", "log")
    assert "Bo is the lowest" in said
    assert "  3  Ks" in said


def test_cards_are_read_by_the_signs_of_their_suits() -> None:
    said, _ = _evening("ricochet-2", "9♥ 4♣ 9♦", "undo", "K♦", "change 3 K♠", "log")
    assert "  3  Ks" in said and "Bo is the lowest" in said


@pytest.mark.parametrize("slip", ["change 2 9h", "change 2 4d 5d", "change 4 buy 9"])
def test_a_slip_in_a_change_costs_nothing_that_was_told(slip: str) -> None:
    said, _ = _evening("ricochet-2", "9h 4c Ks", "buy 1", "4s", slip, "log")
    log = said.rpartition("> log")[2]
    assert "2  4c" in log
    assert "4  Bo: buy 1" in log
    assert "5  4s" in log


def test_an_action_without_its_amount_asks_for_one() -> None:
    said, _ = _evening("ricochet-2", "9h 4c Ks", "buy", "Bo buy")
    assert said.count("needs a number; choose buy 1 to 4") == 2


def test_a_change_by_mistake_is_changed_back_at_the_terminal() -> None:
    said, _ = _evening("ricochet-2", "9h 4c Ks", "buy 1", "4s", "change 2 Ac", "change 2 4c", "log")
    assert "change it back before anything else is told" in said
    assert "5  4s" in said.rpartition("> log")[2]


@pytest.mark.parametrize("typed", ["Bo leaves", "leave", "add Di", "players Ana, Bo"])
def test_people_who_come_or_go_are_told_the_way(typed: str) -> None:
    said, _ = _evening("ricochet-2", "9h 4c Ks", typed, "fold", typed)
    assert said.count("the players stay the same until the evening ends") == 2
    assert "Bo folds." in said


def test_a_refusal_is_a_sentence_and_the_hand_goes_on() -> None:
    said, _ = _evening("ricochet-2", "9h 9h 4c Ks", "4c Ks", "ana fold", "fold")
    assert "9h lies on the table already" in said
    assert "it is the turn of Bo, not of Ana" in said
    assert "Ana is the lowest" in said


@pytest.mark.parametrize("typed", ["5x", "10q", "hh", "9", "bo 5x", "ten of hearts", "\x01"])
def test_a_line_that_is_no_card_is_refused_as_a_card_while_one_is_due(typed: str) -> None:
    said, _ = _evening("ricochet-2", "9h", typed, "4c Ks")
    assert "is not a card; tell one by rank and suit" in said
    assert "Bo is the lowest" in said


def test_hidden_discards_are_told_by_their_number() -> None:
    lines = ("ana check", "bet 2", "call", "fold", "exchange 3", "x 1", "check")
    said, _ = _evening("five-card-draw", *lines)
    assert "Bo exchanges 3 cards." in said
    assert "Cy exchanges 1 card." in said


def test_the_best_hand_is_entered_by_names() -> None:
    told = ("ana in", "bo in", "cy in", "best", "best Zoe", "best bo, Ana", "log")
    said, _ = _evening(str(COMPARED), *told)
    assert said.count("the best hand is one of Ana, Bo and Cy") == 2
    assert "Cy pays 3." in said
    assert "  4  best Ana, Bo" in said


def test_a_misdeal_costs_nobody_a_chip() -> None:
    said, seating = _evening("ricochet-2", "9h 4c Ks", "fold", "misdeal", "")
    assert "The hand is called off" in said
    assert seating.stacks == [100, 100, 100]


def test_stacks_are_set_right_during_a_hand() -> None:
    said, seating = _evening("ricochet-2", "9h 4c Ks", "stacks 5", "stacks 50 60 70", "f", "f", "")
    assert "a number of chips for each, in this order: Ana, Bo and Cy" in said
    assert seating.stacks == [49, 59, 72]


def test_somebody_without_chips_buys_in_again() -> None:
    lines = ("9h 4c Ks", "fold", "fold", "", "", "")
    said, seating = _evening("ricochet-2", *lines, stack=1)
    assert "Ana cannot pay the ante." in said
    assert sum(player.bought for player in seating.players) == 5


def test_hands_are_saved_as_histories_of_real_cards(tmp_path: Path) -> None:
    session = Session(tmp_path / "evening.phhs")
    said, _ = _evening("ricochet-2", "9h 4c Ks", "f", "f", "", session=session)
    assert "1 hand saved" in said
    (found,) = History.read(session.path)
    assert isinstance(found.hand, History)
    assert found.hand.others["_source"] == "real cards"
    assert found.hand.replay().hand.stacks == (99, 99, 102)


def test_a_loser_throws_the_hand_away() -> None:
    preflop, checks = ("call", "call", "check"), ("check",) * 3
    cards = ("Ah Kd 9c", *checks, "5s", *checks, "2h", *checks)
    said, seating = _evening("holdem-no-limit", *preflop, *cards, "As 7d", "muck", "muck", "", "q")
    assert "or throws the hand away (muck)" in said
    assert "Bo throws the hand away." in said
    assert seating.stacks == [104, 98, 98]


def test_two_players_of_one_name_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """Sentences name the player who is to act."""
    assert main(["play", "kuhn", "--cards", "real", "--names", "Ana,Ana"]) == 2
    assert "two players are called Ana" in capsys.readouterr().err


ODD = (
    *("undo -1", "undo " + "9" * 5000, "undo ²", "change", "change 1", "change ٣ 9h"),
    *("change 0 9h", "change 99 9h", "stacks", "stacks ² 1 1", "ana", "muck", "bo muck", "??"),
    *("9h" * 3000, "a" * 200_000, "\x1b[2J", "\u202eevil", "\ud800", "[bold]x", "[/]", "{n}"),
    *("9♥", "\\", "raise to " + "9" * 5000, "raise to ²", "buy -1", "buy ²", "İ"),
)
"""Lines that mean nothing, or nothing now."""


@pytest.mark.parametrize("game", ["ricochet-2", "holdem-no-limit", "guts"])
def test_an_odd_line_gets_a_sentence_and_changes_nothing(game: str) -> None:
    first = {"ricochet-2": "9h 4c", "holdem-no-limit": "call", "guts": "ana in"}[game]
    said, seating = _evening(game, first, *ODD, "log")
    assert "\n  1  " in said.rpartition("> log")[2]
    assert len(said) < 400_000
    assert seating.stacks == [100, 100, 100]
