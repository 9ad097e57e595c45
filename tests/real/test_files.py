"""Games from a designer's file at a table with real cards, without a line for it in the file."""

import random
from pathlib import Path

import pytest

from sidepot import games
from tests.cases import often
from tests.real.dealer import played, told
from tests.real.test_dealt import same

EXAMPLES = Path(__file__).parents[2] / "examples" / "games"
COMPARED_IN_SECRET = {"three_five_seven"}
"""Players look at each other's cards there, and nobody tells the table which they are."""
FILES = sorted({path.stem for path in EXAMPLES.glob("*.py")} - COMPARED_IN_SECRET)
OFTEN = ("acey_deucey", "anaconda", "caribbean_stud")
"""Cards on the table, cards passed on by an action of the game's own, a bank."""
HANDS, MOST = 6, 4


@pytest.mark.parametrize("name", often(FILES, always=OFTEN))
def test_a_told_hand_of_a_file_ends_as_it_was_dealt(name: str) -> None:
    game = games.find(str(EXAMPLES / f"{name}.py"))
    for seed in range(HANDS):
        rng = random.Random(seed)
        dealt = played(game, rng.randint(game.least, min(game.most, MOST)), seed)
        same(dealt, told(dealt, rng if seed % 2 else None))
