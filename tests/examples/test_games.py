"""Every file of `examples/games/` is a game that keeps the laws."""

from pathlib import Path

import pytest

from sidepot.designer.laws import LAWS, check_game
from sidepot.games import find

FOLDER = Path(__file__).parents[2] / "examples" / "games"
FILES = sorted(path.stem for path in FOLDER.glob("*.py"))
DEAR = {"threads", "next card", "plain", "redeal", "no other action", "every action"}
"""Laws that take longest; they are left to the soak."""
JUDGED = 40
"""Of so many random hands one is judged."""


@pytest.mark.parametrize("name", FILES)
def test_an_example_keeps_the_cheap_laws(name: str) -> None:
    game = find(str(FOLDER / f"{name}.py"))
    assert game.name == name.replace("_", "-")
    laws = [law for law in LAWS if law not in DEAR]
    assert check_game(game, names=laws, every=JUDGED).hands > 0


@pytest.mark.soak
@pytest.mark.parametrize("name", FILES)
def test_an_example_keeps_every_law(name: str) -> None:
    report = check_game(find(str(FOLDER / f"{name}.py")))
    assert report.laws == tuple(LAWS)
