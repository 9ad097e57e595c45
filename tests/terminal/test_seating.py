"""The notices about bots before they are seated."""

from dataclasses import replace

import pytest

import sidepot
from sidepot import bots
from sidepot.bots import ricochet
from sidepot.terminal.seating import nearest

DUEL = sidepot.game("high-noon-shootout")


def test_an_expert_at_a_table_that_it_has_not_learned_says_so() -> None:
    assert bots.learned_for(DUEL) == (2, 3, 4, 6)
    said = str(nearest(DUEL, 5, ["beginner", "expert"]))
    assert "for 2, 3, 4 or 6 players; with 5" in said


@pytest.mark.parametrize(("players", "strengths"), [(2, ["expert"]), (5, ["regular"])])
def test_no_notice_is_given_for_a_learned_table_or_another_bot(
    players: int, strengths: list[str]
) -> None:
    assert nearest(DUEL, players, strengths) is None


def test_an_expert_that_knows_every_table_says_nothing() -> None:
    game = sidepot.game("ricochet-2")
    assert game.record is ricochet.Ricochet
    assert nearest(game, 5, ["expert"]) is None
    assert bots.learned_for(replace(game, name="unknown")) == ()
