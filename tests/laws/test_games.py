"""Every game of the house passes every law, in plain Python and in the machine code of users."""

from functools import cache

import pytest

from sidepot.designer.laws import LAWS, check_game
from sidepot.games import find
from sidepot.kernel import PLAIN
from tests.suites import held

pytestmark = pytest.mark.both_forms
ABOUT_PYTHON = ("faces", "no other action")
"""Laws about the code around the rules: in plain Python alone."""
ABOUT_MACHINE_CODE = ("plain", "threads", "next card")
"""Laws that start the other form, or count thousands of hands: in machine code alone."""
EVERY = 24 if PLAIN else 3
"""The laws judge one hand in so many; in `make soak` every one."""
TRIED = [law for law in LAWS if law not in (ABOUT_MACHINE_CODE if PLAIN else ABOUT_PYTHON)]

once = cache(find)
"""A game that all laws share: its hands are played once (`conformance`), and not for each law."""


@pytest.mark.parametrize("law", TRIED)
@pytest.mark.parametrize("game", held("laws"))
def test_a_game_of_the_house_passes_every_law(game: str, law: str) -> None:
    check_game(once(game), names=[law], every=EVERY)


@pytest.mark.soak
@pytest.mark.parametrize("game", held("laws"))
def test_every_hand_of_a_game_passes_every_law(game: str) -> None:
    check_game(once(game), names=TRIED, every=1)
