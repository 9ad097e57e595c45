"""Rule pages for players name options as forms do."""

import pytest

from sidepot import games
from sidepot.engine.rule_pages import rule_page, with_labels
from sidepot.words import speaking

SHOWDOWN = "high-noon-showdown"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("with `short_mid=fold` you", "with *short mid: fold* you"),
        ("two (`mids`)", "two (*mids*)"),
        ("`mids=3 short_mid=fold`", "*mids: 3, short mid: fold*"),
        ("`ricochet-2` and `sidepot odds`", "`ricochet-2` and `sidepot odds`"),
    ],
)
def test_options_are_named_by_their_labels(typed: str, said: str) -> None:
    assert with_labels(typed, games.find(SHOWDOWN)) == said


def test_labels_are_in_the_language_of_the_page() -> None:
    with speaking("de"):
        said = with_labels("`short_mid=fold`", games.find(SHOWDOWN))
    assert said == "*Mid zu hoch: nur passen*"


@pytest.mark.parametrize("name", sorted(games.registry()))
def test_no_page_for_players_names_an_option_as_it_is_typed(name: str) -> None:
    game = games.registry()[name]
    page = with_labels(rule_page(game), game)
    assert not [option for option in game.declared if f"`{option}" in page]
