"""The plain table of a game with a bank: its hand and the kickout are shown; it is never you."""

import sidepot
from tests.terminal.script import evening

GAME = sidepot.game("ricochet-casino")


def test_the_bank_its_hand_and_the_kickout_are_shown() -> None:
    said, company = evening("pass\nfold\n" * 6, hands=3, game=GAME)
    assert "ante 1 each" in said and "and Bank" in said
    assert "the bank is kicked out from tens and deuces on" in said
    bank = [line for line in said.splitlines() if line.strip(" >").startswith("Bank  ")]
    assert any(line.count(" ") > 5 and len(line.split()) >= 7 for line in bank)
    assert len(company.stacks) == 3


def test_side_bets_are_explained_and_taken() -> None:
    said, _ = evening("?\nw 5\nv 2\nfold\n", hands=1, game=GAME)
    assert "your two cards beat or tie the bank's hand" in said
    assert "You bet 5 on Quickdraw." in said and "You bet 2 on Cover." in said


def test_a_side_bet_above_the_limit_is_refused_with_the_limit() -> None:
    said, _ = evening("w 6\npass\nfold\n", hands=1, game=GAME)
    assert "quickdraw 6 is not possible now; choose quickdraw 1 to 5" in said


def test_three_cards_are_explained() -> None:
    said, _ = evening("pass\n?\nbuy 3\n", hands=1, game=GAME)
    assert "buy 3: pay 1 for 3 cards" in said
