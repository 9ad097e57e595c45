"""Histories name the file of a game of one's own, and say so where it is not there or another."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import pytest

from sidepot import games
from sidepot.engine.game import Game
from sidepot.engine.game_files import load_game
from sidepot.errors import BadHistory, UnknownGame
from sidepot.history import History
from tests.room.conftest import added

RULES = Path("examples/one_card.py").read_bytes()


def changed(folder: Path, old: bytes, new: bytes) -> Game:
    """One Card with a change, in a file of the same name."""
    file = folder / "one_card.py"
    file.write_bytes(RULES.replace(old, new))
    assert file.read_bytes() != RULES
    return load_game(file)


def played() -> History:
    """A hand of One Card."""
    hand = load_game(Path("examples/one_card.py")).deal(deck="Ks 7d", seed=1)
    for action in ("raise to 2", "call"):
        hand.act(action)
    return hand.history


def test_a_history_names_the_file_of_its_game_and_the_hash_of_its_bytes() -> None:
    assert played().others["_file"] == {
        "name": "one_card.py",
        "sha256": hashlib.sha256(RULES).hexdigest(),
    }
    assert "_file" not in games.find("kuhn").deal(seed=1).history.others


def test_a_game_that_is_not_there_is_named_by_its_file_and_hash() -> None:
    with pytest.raises(UnknownGame) as refused:
        History.parse(played().text()).replay()
    assert refused.value.message.key == "error.history_away"
    assert hashlib.sha256(RULES).hexdigest()[:12] in str(refused.value)


def test_a_hand_that_does_not_follow_from_changed_rules_names_both_hashes(tmp_path: Path) -> None:
    game = changed(tmp_path, b"s.hole.card[p, 0] > s", b"s.hole.card[p, 0] < s")
    with added(game), pytest.raises(BadHistory) as refused:
        History.parse(played().text()).replay()
    assert refused.value.message.key == "error.history_changed"
    assert game.origin
    assert game.origin.digest[:12] in str(refused.value)


@pytest.mark.parametrize("forged", [5, {}, {"name": 1, "sha256": 2}, {"name": "a", "sha256": "x"}])
def test_a_forged_hash_changes_nothing_of_a_hand(forged: Any) -> None:
    own = History.parse(played().text())
    fields = {**own.fields, "_file": forged}
    with added(load_game(Path("examples/one_card.py"))):
        assert History.from_fields(fields).replay().hand.payoffs == own.replay().hand.payoffs
