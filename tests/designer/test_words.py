"""All words that a game lacks are named at once, with a skeleton that can be pasted."""

from pathlib import Path

import pytest

from sidepot.cli import main
from sidepot.engine.game_files import load_game
from sidepot.errors import BadGameFile
from tests.designer.changed import changed_template

DECK = "deck=cards.deck(),"
SAYS = DECK + ' says={"fold": "flee_now", "raise_to": "wager_it", "anted": "seed_it"},'
NEEDED = ["choice.flee_now", "choice.wager_it_range", "explain.wager_it_fixed", "fact.moons_up"]
NEEDED += ["event.seed_it_all", "did.seed_it"]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A game with names of its own and a fact, and no words for them."""
    changed = changed_template(tmp_path, DECK, SAYS)
    text = changed.read_text("utf-8").replace("prices={", 'facts={"moons_up": 1}, prices={', 1)
    changed.write_text(text, "utf-8")
    return changed


def test_a_game_without_words_is_refused_with_all_of_them(file: Path) -> None:
    with pytest.raises(BadGameFile, match="words are missing") as refused:
        load_game(file)
    assert all(f'"{key}": ' in str(refused.value) for key in NEEDED)


def test_the_skeleton_can_be_pasted(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["words", str(file)]) == 0
    skeleton = capsys.readouterr().out
    pasted = file.with_name("pasted.py")
    pasted.write_text(file.read_text("utf-8").replace(DECK, f"{DECK}\n{skeleton}", 1), "utf-8")
    hand = load_game(pasted).deal(players=2, seed=1)
    hand.act("wager it 2")
    assert "flee now" in str(hand.legal)
    assert main(["words", str(pasted)]) == 0
    assert capsys.readouterr().out == f"{pasted} has all its words.\n"
