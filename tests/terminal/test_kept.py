"""Kept state at the plain table: it follows its players, and histories say it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from sidepot.engine.game import Game
from sidepot.history import History, Session, read
from tests.laws.legs import LEGS
from tests.laws.sticky import STICKY
from tests.room.conftest import added
from tests.terminal.script import evening


@pytest.fixture(autouse=True)
def both_games() -> Iterator[None]:
    """Both games are on the list for a while."""
    with added(LEGS, STICKY):
        yield


@pytest.mark.parametrize("game", [LEGS, STICKY], ids=lambda game: game.name)
def test_a_session_carries_kept_state_from_hand_to_hand(game: Game, tmp_path: Path) -> None:
    session = Session(tmp_path / "evening.phhs")
    evening("check\n\n" * 40, game=game, bots="random", hands=14, seed=2, session=session)
    kept, cards = dict[str, object](), ""
    hands = list(read(tmp_path / "evening.phhs"))
    assert len(hands) == 14
    for found in hands:
        assert isinstance(found.hand, History)
        hand = found.hand.replay().hand
        assert found.hand.kept == hand.kept and hand.kept.get("open", "") == cards
        own = "legs" if game is LEGS else "held"
        assert dict(zip(hand.names, hand.kept[own], strict=True)) == (
            kept or dict.fromkeys(hand.names, 0 if game is LEGS else "")
        )
        kept = dict(zip(hand.names, hand.keeps[own], strict=True))
        cards = hand.keeps.get("open", "")
