"""`sidepot.game`: names and options, and errors that say what there is."""

import contextlib
from dataclasses import replace
from typing import Any

import pytest

import sidepot
from sidepot.cards import deck
from sidepot.engine.options import Whole
from sidepot.errors import BadOption, EngineError, UnknownGame, UserError
from sidepot.games import registry
from sidepot.room.views import catalogue


def test_games_are_found_by_name() -> None:
    found = registry()
    assert list(found) == sorted(found, key=lambda name: (found[name].behind, name))
    for name in registry():
        assert sidepot.game(name).name == name


def test_the_games_that_few_know_come_first_in_every_list() -> None:
    offered = catalogue.offers()
    assert [offer.name for offer in offered] == list(registry())
    first = {offer.family for offer in offered if not offer.behind}
    assert first == {"High Noon", "Poker Roulette", "Ricochet Poker", "Casino Ricochet"}


@pytest.mark.parametrize("name", ["", "poker", "Ricochet", "ricochet-3", " ricochet"])
def test_an_unknown_game_is_answered_with_the_names_of_all(name: str) -> None:
    with pytest.raises(UnknownGame) as caught:
        sidepot.game(name)
    for known in registry():
        assert known in str(caught.value)


def test_options_are_in_the_settings() -> None:
    chosen: dict[str, Any] = {"ante": 2, "card_price": 3, "tie_ends": "any", "suit_order": "shdc"}
    assert sidepot.game("ricochet-2", **chosen).settings == chosen


def test_settings_name_every_option_and_its_default() -> None:
    settings = sidepot.game("ricochet").settings
    assert settings == {"ante": 1, "card_price": 1, "tie_ends": "any", "suit_order": "cdhs"}


def test_text_values_are_taken_as_they_come_from_a_command_line() -> None:
    assert sidepot.game("ricochet", ante="2").settings["ante"] == 2


def test_options_leave_the_registered_game_as_it_was() -> None:
    sidepot.game("ricochet", ante=9)
    assert sidepot.game("ricochet").settings["ante"] == 1


def test_options_add_to_those_that_were_chosen_before() -> None:
    game = sidepot.game("ricochet", ante=9).with_options(card_price=4)
    assert (game.settings["ante"], game.settings["card_price"]) == (9, 4)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"antee": 1}, ("antee", "ante, card_price, tie_ends and suit_order")),
        ({"ante": 0}, ("ante", "0", "1 to 1,000,000")),
        ({"ante": 1_000_001}, ("ante", "1000001", "1 to 1,000,000")),
        ({"ante": "x"}, ("ante", "x", "whole number", "1 to 1,000,000")),
        ({"ante": ""}, ("ante", "whole number", "1 to 1,000,000")),
        ({"ante": "2.0"}, ("ante", "2.0", "whole number", "1 to 1,000,000")),
        ({"ante": 2.0}, ("ante", "2.0", "whole number", "1 to 1,000,000")),
        ({"ante": True}, ("ante", "True", "whole number", "1 to 1,000,000")),
        ({"ante": None}, ("ante", "None", "whole number", "1 to 1,000,000")),
        ({"ante": [1]}, ("ante", "[1]", "whole number", "1 to 1,000,000")),
        ({"tie_ends": "never"}, ("tie_ends", "never", "complete, any")),
        ({"tie_ends": 1}, ("tie_ends", "1", "complete, any")),
        ({"tie_ends": True}, ("tie_ends", "True", "complete, any")),
        ({"tie_ends": ["any"]}, ("tie_ends", "any", "complete, any")),
        ({"suit_order": "cdh"}, ("suit_order", "cdh", "cdhs")),
    ],
)
def test_a_wrong_option_is_answered_with_the_legal_values(
    options: dict[str, Any], said: tuple[str, ...]
) -> None:
    with pytest.raises(BadOption) as caught:
        sidepot.game("ricochet", **options)
    for part in said:
        assert part in str(caught.value)


def test_every_wrong_wish_is_a_user_error() -> None:
    assert issubclass(UnknownGame, UserError)
    assert issubclass(BadOption, UserError)


def test_a_deck_that_could_not_be_shuffled_is_refused() -> None:
    with pytest.raises(EngineError, match="is not numbers of cards in increasing order"):
        replace(sidepot.game("ricochet"), deck=deck()[::-1])


@pytest.mark.parametrize("name", sorted(registry()))
def test_a_default_that_follows_from_an_option_keeps_to_its_bounds(name: str) -> None:
    """A bet whose default is counted in antes exceeded the largest bet that may be asked for."""
    game = registry()[name]
    for option in game.declared.values():
        for value in getattr(option.kind, "extremes", ()):
            with contextlib.suppress(BadOption):  # against other options
                numbers = game.with_options(**{option.name: value}).numbers
                for other in game.declared.values():
                    if isinstance(other.kind, Whole):
                        assert other.kind.lowest <= numbers[other.name] <= other.kind.highest
