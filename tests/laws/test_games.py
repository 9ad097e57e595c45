"""Every game of the house passes every law."""

import pytest

from sidepot.games import find
from sidepot.testing import LAWS, check_game
from tests.suites import held


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("game", held("laws"))
def test_a_game_of_the_house_passes_every_law(game: str, law: str) -> None:
    check_game(find(game), names=[law])
