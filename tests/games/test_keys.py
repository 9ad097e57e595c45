"""Every kind of action has what faces and records need of it."""

import itertools
import random
import re
from dataclasses import replace
from pathlib import Path

import pytest

from sidepot import games
from sidepot.engine.action import Action
from sidepot.engine.facts import FREE_KEYS
from sidepot.engine.game import Game
from sidepot.engine.view import KEYS
from sidepot.errors import EngineError
from sidepot.rules import actions
from sidepot.terminal import table
from sidepot.terminal.answer import action_text
from sidepot.words.languages import speaking

PAGE = Path(__file__).parents[2] / "frontend" / "src" / "table" / "model" / "keys.ts"
WITH_KEYS = [game for game in games.registry().values() if game.keys]


def test_every_kind_has_a_key() -> None:
    assert {*KEYS} == {*actions.KINDS}
    assert {*KEYS.values()} <= {*FREE_KEYS}


def test_every_kind_fits_in_an_action() -> None:
    for number in range(len(actions.KINDS)):
        action = actions.encode(number, 7)
        assert (actions.kind(action), actions.amount(action)) == (number, 7)


def test_no_key_of_an_action_is_one_of_the_table() -> None:
    """The page's own letters, and q, by which one leaves the table in a terminal."""
    own = re.findall(r"key: '([A-Z])'", PAGE.read_text("utf-8"))
    assert len(own) > 3
    assert {letter.lower() for letter in own} | {"q"} == {*"abcdefghijklmnopqrstuvwxyz"} - {
        *FREE_KEYS
    }


@pytest.mark.parametrize("key", ["q", "h", "?", "in", "", "I", "1"])
def test_a_key_that_is_not_free_is_refused(key: str) -> None:
    with pytest.raises(EngineError, match="which is not free") as refused:
        replace(games.find("guts"), keys={"in": key})
    assert "guts" in str(refused.value) and "i, j" in str(refused.value)


def test_games_of_the_house_have_keys_of_their_own() -> None:
    assert {game.name for game in WITH_KEYS} >= {"guts", "five-card-draw", "badugi"}


@pytest.mark.parametrize("game", WITH_KEYS, ids=lambda game: game.name)
def test_a_key_of_a_games_own_is_shown_explained_and_understood(game: Game) -> None:
    """In the menu that both tables show, and as an answer that one types."""
    typed = set[str]()
    chance = random.Random(game.name)
    for seed in range(40):
        hand = game.deal(seed=seed)
        while not hand.over and typed != {*game.keys}:
            view = hand.view(hand.actor or 0)
            for choice in view.menu:
                if key := game.keys.get(choice.kind):
                    assert choice.key == key != KEYS[choice.kind]
                    assert action_text(key, view.menu) == choice.kind.replace("_", " ")
                    assert Action.parse(action_text(key, view.menu)) in hand.legal
                    typed.add(choice.kind)
            row = chance.choice(hand.legal.ranges)
            hand.act(Action(row.kind, row.lowest))
    assert typed == {*game.keys}


@pytest.mark.parametrize("game", games.registry().values(), ids=lambda game: game.name)
def test_no_menu_of_the_house_has_a_key_twice_and_help_names_it(game: Game) -> None:
    """The law of menus checks it everywhere; here it is checked along some hands."""
    chance = random.Random(game.name)
    for seed in range(20 if game.keys else 4):
        hand = game.deal(seed=seed)
        while not hand.over:
            menu = hand.view(hand.actor or 0).menu
            keys = [choice.key for choice in menu]
            assert len(keys) == len({*keys}), keys
            for choice, language in itertools.product(menu, ("en", "de", "es")):
                with speaking(language):
                    help = table.explain(choice, game.name).render()
                assert re.match(rf" +{choice.key}\b", help), (language, help)
            row = chance.choice(hand.legal.ranges)
            hand.act(Action(row.kind, row.lowest))
