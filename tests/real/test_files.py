"""Games from a designer's file at a table with real cards, without a line for it in the file."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from sidepot import games
from sidepot.engine.game import Hand
from sidepot.errors import BadEntry
from tests.cases import often
from tests.real.dealer import played, told
from tests.real.test_dealt import same

EXAMPLES = Path(__file__).parents[2] / "examples" / "games"
COMPARED = "three_five_seven"
"""Players look at each other's cards there, and nobody tells the table which they are."""
FILES = sorted({path.stem for path in EXAMPLES.glob("*.py")} - {COMPARED})
OFTEN = ("acey_deucey", "anaconda", "caribbean_stud")
"""Cards on the table, cards passed on by an action of the game's own, a bank."""
HANDS, MOST = 6, 4


def hands(name: str) -> Iterator[Hand]:
    """Random hands of a file."""
    game = games.find(str(EXAMPLES / f"{name}.py"))
    for seed in range(HANDS):
        players = random.Random(seed).randint(game.least, min(game.most, MOST))
        yield played(game, players, seed)


@pytest.mark.parametrize("name", often(FILES, always=OFTEN))
def test_a_told_hand_of_a_file_ends_as_it_was_dealt(name: str) -> None:
    for number, dealt in enumerate(hands(name)):
        same(dealt, told(dealt, random.Random(number) if number % 2 else None))


def test_a_hand_that_hidden_cards_decide_is_not_guessed() -> None:
    found = set[str]()
    for dealt in hands(COMPARED):
        try:
            same(dealt, told(dealt))
        except BadEntry as error:
            found.add(error.message.key)
    assert found == {"real.compared"}
