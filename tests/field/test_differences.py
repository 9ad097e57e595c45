"""Each difference from PokerKit met once on purpose, and named as what it is."""

from typing import Any

import pytest

from sidepot import cards
from tests.field import differences as differ
from tests.field.match import Match
from tests.field.ours import Offer
from tests.field.tables import CARDS, Table


def table(
    *stacks: int, blinds: tuple[int, ...], fixed: bool = False, dealt: str = "", **agreed: Any
) -> Table:
    """No antes; the smallest bet is the big blind. `dealt` comes first, two cards a seat."""
    n = len(stacks)
    top = cards.parse(dealt)
    facts: dict[str, Any] = {
        "number": 0,
        "antes": (0,) * n,
        "antes_match": False,
        "min_bet": blinds[1],
        "small_bet": blinds[1],
        "big_bet": 2 * blinds[1],
        "deck": (*top, *(code for code in range(CARDS) if code not in top)),
    }
    posts = blinds + (0,) * (n - len(blinds))
    return Table(fixed=fixed, stacks=stacks, blinds=posts, **{**facts, **agreed})


class Scripted(Match):
    """A hand whose players do what is written down, and then check and call."""

    def __init__(self, table: Table, script: str) -> None:
        super().__init__(table)
        self.script = script.split(",")

    def choose(self, seat: int, offer: Offer) -> tuple[str, int]:
        kind, _, level = (self.script.pop(0) if self.script else "call").partition(" ")
        return kind, int(level or 0)


def met(table: Table, script: str) -> dict[str, int]:
    return dict(Scripted(table, script).play().differing)


# The board is a straight to the ace in four suits; after nine cards (four seats and a burn).
TIE = "2c 2d 2h 2s 3c 3d 3h 3s 4c Tc Jd Qh 4d Ks 4h Ac"
# Seats 1 and 4 tie with aces and kings, seat 2 has less.
TWO_TIE = "2c 7d Ad Kc 3h 3s 5c 5d Ah Kd 4c As Ks 8h 4d 9c 4h Jd"

CASES = [
    (differ.SHORT_POST, table(100, 3, 100, blinds=(1, 4)), ""),
    (differ.FIRST_SHORT, table(100, 3, 100, blinds=(1, 2)), "call,call,raise 3"),
    (differ.FIRST_SHORT, table(99, 9, 99, blinds=(4, 8), fixed=True), "call,call,raise 9"),
    (
        differ.SUMMED_APART,
        table(100, 100, 100, 18, 22, 25, blinds=(1, 2)),
        "raise 12,raise 18,raise 22,raise 25,call,call",
    ),
    (differ.HALF_BET, table(10, 99, 99, blinds=(2, 4), fixed=True), "raise 8,raise 10,call"),
    (differ.COMPLETION, table(9, 99, 99, blinds=(2, 4), fixed=True), "raise 8,raise 9"),
    (
        differ.CAP_COUNT,
        table(10, 99, 99, 9, blinds=(2, 4), fixed=True),
        "raise 8,raise 9,raise 10",
    ),
    (differ.NOT_ASKED, table(100, 100, 2, blinds=(1, 2)), "call,fold"),
    (differ.ASKED, table(2, 2, 1, 2, 50, blinds=(1, 2, 0, 0, -2)), "call,call"),
    (differ.ODD_CHIPS, table(99, 99, 99, 99, blinds=(2, 4), dealt=TIE), "call,call,fold"),
    (
        differ.MERGED,
        table(99, 99, 4, 99, 99, blinds=(1, 2), dealt=TWO_TIE),
        "raise 4,raise 7,call,fold,call,call,fold",
    ),
]


@pytest.mark.parametrize(("name", "at", "script"), CASES)
def test_a_difference_is_met_and_named(name: str, at: Table, script: str) -> None:
    assert set(met(at, script)) == {name}


def test_every_difference_has_a_case() -> None:
    assert {name for name, _, _ in CASES} == set(differ.NAMES)


def test_an_ordinary_hand_has_none() -> None:
    script = "raise 6,call,fold,call,raise 10,call"
    assert met(table(100, 100, 100, blinds=(1, 2)), script) == {}
