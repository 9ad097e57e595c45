"""A designer's file is refereed as it is."""

import random
from pathlib import Path

import pytest

from sidepot import games
from sidepot.designer.new import TEMPLATES, new_game
from tests.real.dealer import played, told


@pytest.mark.parametrize("like", sorted(TEMPLATES))
def test_a_game_of_a_designer_needs_no_line_for_real_cards(like: str, tmp_path: Path) -> None:
    game = games.find(str(new_game("my-game", tmp_path, like)))
    for seed in range(3):
        dealt = played(game, game.least + seed % 2, seed)
        real = told(dealt, random.Random(seed))
        assert real.hand.events() == dealt.events()
        assert real.hand.stacks == dealt.stacks
