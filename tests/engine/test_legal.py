"""`Hand.legal`: what may be done now, without a list of it."""

from itertools import islice

import pytest

import sidepot
from sidepot import kernel, words
from sidepot.engine.action import Action, Choice, Legal, legal_of
from sidepot.errors import IllegalAction
from sidepot.rules.actions import BET, BUY, CALL, CHECK, FOLD, RAISE_TO, Menu
from tests.rules.table import deal, play

GAME = sidepot.game("ricochet-2")
HUGE = 10**15


def menu(*rows: tuple[int, int, int]) -> Legal:
    """A view of rows: kind, lowest, highest."""
    table = kernel.batch(kernel.record(Menu))
    written = kernel.fields(table)
    written.n = len(rows)
    for i, (kind, lowest, highest) in enumerate(rows):
        written.kind[i], written.lowest[i], written.highest[i] = kind, lowest, highest
    return legal_of(kernel.to_bytes(table), ())


def test_iterating_gives_every_action() -> None:
    legal = deal(GAME, 100, "5c 9d Kh").legal
    assert [str(action) for action in legal] == ["fold", "buy 1", "buy 2", "buy 3", "buy 4"]


def test_every_action_that_it_gives_is_in_it() -> None:
    legal = deal(GAME, 100, "5c 9d Kh").legal
    assert all(action in legal and str(action) in legal for action in legal)


@pytest.mark.parametrize("action", [Action("fold"), Action("buy", 4), "fold", "buy 1", " BUY 3 "])
def test_membership_by_action_and_by_text(action: Action | str) -> None:
    assert action in deal(GAME, 100, "5c 9d Kh").legal


@pytest.mark.parametrize(
    "action",
    [
        *(Action("buy", 0), Action("buy", 5), Action("check"), Action("fold", 1)),
        *("buy", "buy 5", "check", "", "noise", 7, None, ("buy", 1)),
    ],
)
def test_an_illegal_action_is_not_in_it(action: object) -> None:
    assert action not in deal(GAME, 100, "5c 9d Kh").legal


def test_an_unknown_kind_is_not_in_it() -> None:
    assert Action("dance", 2) not in deal(GAME, 100, "5c 9d Kh").legal


def test_count_and_len() -> None:
    legal = deal(GAME, 100, "5c 9d Kh").legal
    assert legal.count == len(legal) == 5


def test_ranges_are_the_rows_of_the_menu() -> None:
    legal = deal(GAME, 100, "5c 9d Kh").legal
    assert legal.ranges == (Choice("fold", 0, 0), Choice("buy", 1, 4))
    assert [choice.is_counted for choice in legal.ranges] == [False, True]


@pytest.mark.parametrize(
    ("legal", "said"),
    [
        (menu((FOLD, 0, 0), (BUY, 1, 1)), "fold or buy 1"),
        (menu((FOLD, 0, 0), (BUY, 1, 4)), "fold or buy 1 to 4"),
        (menu((FOLD, 0, 0), (CHECK, 0, 0)), "fold or check"),
        (
            menu((FOLD, 0, 0), (CALL, 20, 20), (RAISE_TO, 40, 200)),
            "fold, call 20 or raise to 40 to 200",
        ),
        (menu((RAISE_TO, 40, 40)), "raise to 40"),
        (menu(), ""),
    ],
)
def test_it_prints_in_table_talk(legal: Legal, said: str) -> None:
    assert str(legal) == said
    assert said in repr(legal)


def test_large_ranges_are_counted_and_searched_and_begun_without_a_list() -> None:
    legal = menu((FOLD, 0, 0), (RAISE_TO, 1, HUGE))
    assert len(legal) == HUGE + 1
    assert [str(action) for action in islice(legal, 3)] == ["fold", "raise to 1", "raise to 2"]
    assert f"raise to {HUGE}" in legal
    assert Action("raise_to", HUGE + 1) not in legal


def test_a_call_needs_no_amount() -> None:
    legal = menu((FOLD, 0, 0), (CALL, 20, 20))
    assert legal.check("call") == Action("call", 20)
    assert "call 20" in legal
    assert "call 10" not in legal


@pytest.mark.parametrize("said", ["bet", "BET ", "bet 2", "apostar", "setzen"])
def test_a_bet_of_one_size_needs_no_amount(said: str) -> None:
    with words.speaking("es" if said == "apostar" else "de"):
        assert menu((CHECK, 0, 0), (BET, 2, 2)).check(said) == Action("bet", 2)


@pytest.mark.parametrize("said", ["raise", "raise to"])
def test_a_raise_of_one_size_needs_no_amount(said: str) -> None:
    assert menu((FOLD, 0, 0), (RAISE_TO, 8, 8)).check(said) == Action("raise_to", 8)
    with pytest.raises(IllegalAction, match="raise to 8 to 9"):
        menu((RAISE_TO, 8, 9)).check(said)


@pytest.mark.parametrize("said", ["bet 3", "bet 0", "bet x", "be", "2"])
def test_an_amount_that_is_said_has_to_be_the_one(said: str) -> None:
    assert said not in menu((CHECK, 0, 0), (BET, 2, 2))


@pytest.mark.parametrize(
    ("legal", "safe"),
    [
        (menu((FOLD, 0, 0), (CHECK, 0, 0)), "check"),
        (menu((FOLD, 0, 0), (CALL, 20, 20)), "fold"),
    ],
)
def test_safe_is_the_check_or_else_the_fold(legal: Legal, safe: str) -> None:
    assert str(legal.safe) == safe


def test_it_follows_the_hand() -> None:
    hand = deal(GAME, [100, 3, 100], "5c 9d Kh As")
    assert str(hand.legal) == "fold or buy 1 to 4"
    play(hand, "buy 1")
    assert str(hand.legal) == "fold or buy 1 to 2"


def test_it_is_empty_at_the_end() -> None:
    hand = deal(GAME, 100, "5c 9d Kh")
    play(hand, "fold, fold")
    assert list(hand.legal) == []
    assert not hand.legal
    assert "fold" not in hand.legal
