"""Every game of this package comes with a rule page."""

import pytest

from sidepot import games
from sidepot.engine.game_files import source_of


@pytest.mark.parametrize("name", sorted(games.registry()))
def test_a_game_has_a_rule_page_next_to_its_file(name: str) -> None:
    page = source_of(games.registry()[name]).with_suffix(".md")
    assert page.exists() and page.read_text("utf-8").startswith("# ")
