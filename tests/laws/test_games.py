"""Every game of the house passes every law, in plain Python and in the machine code of users."""

import pytest

from sidepot.designer.trying import COMPILED
from sidepot.games import find
from sidepot.kernel import PLAIN
from sidepot.testing import LAWS, check_game
from tests.suites import held

pytestmark = pytest.mark.both_forms
TRIED = [law for law in LAWS if not (PLAIN and law in (*COMPILED, "plain"))]
"""In the plain form those that `sidepot check` tries there; `plain` compares it with the other."""


@pytest.mark.parametrize("law", TRIED)
@pytest.mark.parametrize("game", held("laws"))
def test_a_game_of_the_house_passes_every_law(game: str, law: str) -> None:
    check_game(find(game), names=[law])
