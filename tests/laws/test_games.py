"""Every game of the house passes every law, in the machine code that users get."""

import pytest

from sidepot.games import find
from sidepot.testing import LAWS, check_game
from tests.conftest import IS_SHIPPED
from tests.suites import held

BOUNDED = ("menu", "every action", "redeal", "next card")
"""Laws that call verbs where `plain` does not look: with bounds checks too. Everywhere else the
plain form, in which Python checks every bound, makes the same records, or `faces` looks at them."""
ABOUT_PYTHON = ("no other action", "faces")
"""Laws about what stands around the rules: once, whatever the flags."""
SHIPPED = [law for law in LAWS if law not in ABOUT_PYTHON]


@pytest.mark.parametrize("law", SHIPPED if IS_SHIPPED else [*BOUNDED, *ABOUT_PYTHON])
@pytest.mark.parametrize("game", held("laws"))
def test_a_game_of_the_house_passes_every_law(game: str, law: str) -> None:
    check_game(find(game), names=[law])


def test_every_law_is_tried() -> None:
    assert {*SHIPPED, *ABOUT_PYTHON} == {*LAWS} and {*BOUNDED} <= {*SHIPPED}
