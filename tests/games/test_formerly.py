"""Hands and tables that are older than an option are played as they were."""

import pytest

from sidepot import games
from sidepot.history import History
from sidepot.room.protocol.table_rules import GamePlan
from sidepot.room.table.rules import game_of, stored_plans
from tests.suites import house

CHANGED = [name for name in house() if games.find(name).formerly]


@pytest.mark.parametrize("name", CHANGED)
def test_a_table_that_names_no_option_is_played_as_it_was(name: str) -> None:
    game, old = games.find(name), game_of(GamePlan(name=name))
    assert {option: old.settings[option] for option in game.formerly} == dict(game.formerly)
    assert old.settings != game.settings


@pytest.mark.parametrize("name", CHANGED)
def test_a_new_table_names_the_defaults_that_have_changed(name: str) -> None:
    (stored,) = stored_plans([GamePlan(name=name)], [games.find(name)])
    assert stored.options.keys() >= games.find(name).formerly.keys()
    assert game_of(stored).settings == games.find(name).settings


@pytest.mark.parametrize("name", [name for name in CHANGED if not games.find(name).code])
def test_a_history_names_the_defaults_that_have_changed(name: str) -> None:
    game = games.find(name, ante=7)
    history = History.from_hand(game.deal(stacks=900, seed=1))
    assert history.game.settings == game.settings
    assert {option: history.options[option] for option in game.formerly}  # type: ignore[index]
    older = History.from_fields({k: v for k, v in history.fields.items() if k != "_options"})
    assert older.game.settings == {**game.settings, **game.formerly}


def test_a_hand_of_guts_from_before_pays_its_antes_into_a_pot_that_stayed() -> None:
    older = History.parse(
        'variant = "guts"\nantes = [2, 2]\nstarting_stacks = [9, 9]\n_kept = {pot = 4}\n'
        'actions = ["d dh p1 6cQs", "d dh p2 KcJc", "p1 out", "p2 in"]'
    )
    assert older.game.deal(stacks=[9, 9], kept={"pot": 4}, seed=1).stacks == (7, 7)
