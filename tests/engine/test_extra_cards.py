"""Cards beside the rows of a table of streets: room for those that `after` deals."""

from pathlib import Path

import pytest

from sidepot.engine.diagnostics import diagnose
from sidepot.engine.game import Hand
from sidepot.games import find

GAME = """
from sidepot.engine.streets import ANTES, street_game
from sidepot.kernel import compiled
from sidepot.rules import upcards
from sidepot.rules.rankings import HIGH
from sidepot.rules.streets import bet, down, up


@compiled
def more(s):
    if s.row == 2:
        upcards.deal(s.up, s.deck, s.journal, 1)


MORE = street_game(
    name="more", title="More", author="A", rows=[down(1), up(1), bet(), up(1)], high=HIGH,
    forced=ANTES, after=more, limit="fixed-limit", extra=1,
)
"""


def dealt(file: Path, text: str) -> Hand:
    """A hand of two in the game of this text; the extra card pairs the queen of the second seat."""
    file.write_text(text, "utf-8")
    return find(str(file)).deal(players=2, stacks=9, deck="As Kd Qs Qd Qh 2s 2d 3c", seed=1)


def test_an_extra_card_has_room_and_counts(tmp_path: Path) -> None:
    hand = dealt(tmp_path / "more.py", GAME)
    assert [len(seat.cards) for seat in hand.view().seats] == [2, 3]
    hand.act("bet 2")
    hand.act("call")
    assert hand.payoffs == (-3, 3)


def test_a_card_without_room_is_refused_with_the_way_out(tmp_path: Path) -> None:
    file = tmp_path / "more.py"
    hand = dealt(file, GAME.replace(", extra=1", ""))
    hand.act("check")
    with pytest.raises(IndexError) as raised:
        hand.act("check")
    said = diagnose(raised.value, file)
    assert said.startswith("a hand has no room for another card") and said.endswith("extra")
