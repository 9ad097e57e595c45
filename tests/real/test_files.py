"""Games from a designer's file at a table with real cards, without a line for it in the file."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from sidepot import games
from sidepot.engine.game import Hand
from sidepot.errors import BadEntry
from sidepot.history import History
from sidepot.real import Best, Card, Choice, Entry, RealHand, record_of
from sidepot.real.entries import loads
from sidepot.real.table import next_step
from tests.cases import often
from tests.real.dealer import played, told
from tests.real.test_dealt import same
from tests.room.conftest import listed

EXAMPLES = Path(__file__).parents[2] / "examples" / "games"
COMPARED = "three_five_seven"
"""Players look at each other's cards there, and tell the table whose hand is the best."""
FILES = sorted(path.stem for path in EXAMPLES.glob("*.py"))
OFTEN = ("acey_deucey", "anaconda", "caribbean_stud", COMPARED)
"""Cards on the table, cards passed on by an action of the game's own, a bank, and that one."""
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


def _compared() -> RealHand:
    """A hand of 3-5-7 whose three players are all in with their first cards."""
    real = RealHand.begin(
        games.find(str(EXAMPLES / f"{COMPARED}.py")), [60] * 3, ("Ana", "Bo", "Cy")
    )
    for seat in range(3):
        real.tell(Choice(seat, "in"))
    return real


@pytest.mark.parametrize("best", [(0,), (1,), (2,), (2, 0)])
def test_all_but_the_best_of_the_hands_compared_pay(best: tuple[int, ...]) -> None:
    real = _compared()
    assert " ".join(map(str, next_step(real))) == (
        "Ana, Bo and Cy compare their cards: whose hand is the best?"
    )
    assert real.hand.stacks == (59, 59, 59)
    real.tell(Best(best))
    assert real.hand.stacks == tuple(59 if seat in best else 56 for seat in range(3))
    assert RealHand(loads(real.log.dumps()), real.game).hand.stacks == real.hand.stacks
    assert real.undo().compared == (0, 1, 2)


def test_an_entry_about_a_comparison_holds_for_the_next_one() -> None:
    real = _compared()
    real.tell(Best((1,)))
    for seat in range(3):
        real.tell(Choice(seat, "in"))
    real.tell(Best((2,)))
    assert real.hand.stacks == (47, 50, 56)
    changed, lost = real.change(3, Best((0,)))
    assert lost is None
    assert changed.hand.stacks == (50, 47, 56)


def test_the_history_of_compared_hands_replays_with_the_cards_unknown() -> None:
    real = _compared()
    while not real.over:
        real.tell(Best(real.compared[-1:]) if real.compared else Choice(real.asked[0], "in"))
    text = record_of(real).text()
    assert text.count("??") == text.count(" dh ") * 2 + 3
    with listed(EXAMPLES / f"{COMPARED}.py"):
        assert History.parse(text).replay().hand.stacks == real.hand.stacks


@pytest.mark.parametrize(
    ("entry", "key"),
    [
        (Best(()), "best_of"),
        (Best((3,)), "best_of"),
        (Choice(0, "in"), "best_first"),
        (Card("9h"), "no_card"),
    ],
)
def test_only_the_best_hand_is_told_while_hands_are_compared(entry: Entry, key: str) -> None:
    with pytest.raises(BadEntry) as refused:
        _compared().tell(entry)
    assert refused.value.message.key == f"real.{key}"
    with pytest.raises(BadEntry, match="no hands are compared now"):
        _compared().undo(2).tell(Best((0,)))
