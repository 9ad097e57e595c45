"""Cards that would have come next: offered only where the hand could have dealt one."""

from types import SimpleNamespace
from typing import Any

import pytest

from sidepot import games
from sidepot.room.table.rabbit import next_places


def places(name: str, players: int, *acts: str) -> list[int]:
    """The places of the cards that would have come after a hand."""
    hand = games.find(name).deal(players=players, seed=1)
    for act in acts:
        hand.act(act)
    assert hand.over
    state = SimpleNamespace(playing=SimpleNamespace(is_void=False), in_play=None)
    context: Any = SimpleNamespace(state=state, hand=hand, secret=1)
    return next_places(context)


@pytest.mark.parametrize("acts", [("in", "in"), ("in", "out"), ("out", "out")], ids=str)
def test_no_card_would_have_come_in_guts(acts: tuple[str, ...]) -> None:
    assert places("guts", 2, *acts) == []


def test_no_card_would_have_come_in_kuhn() -> None:
    assert places("kuhn", 2, "bet 1", "fold") == []


def test_cards_would_have_come_after_a_fold_before_the_flop_and_the_draw() -> None:
    assert len(places("holdem-no-limit", 2, "fold")) == 5
    assert len(places("badugi", 2, "fold")) == 1
