"""`sidepot new --like GAME`: each game of the house can be copied into a file of one's own."""

from pathlib import Path

import pytest

from sidepot import games
from sidepot.cli import main
from sidepot.designer.copied import house
from sidepot.designer.laws import check_game
from sidepot.designer.new import new_game
from sidepot.engine.rule_pages import rule_page
from sidepot.errors import BadGameFile, BadName
from tests.cases import often

LAWS = ("chips", "menu", "redeal", "names", "faces")
EVERY = 80


@pytest.mark.parametrize("like", often(house(), always=("high-noon-showdown", "ricochet-2")))
def test_a_copy_is_the_game_under_its_own_name(like: str, tmp_path: Path) -> None:
    file = new_game("our-own", tmp_path, like)
    game, original = games.find(str(file)), games.find(like)
    assert (game.name, game.title, game.author) == ("our-own", "Our Own", "YOUR NAME")
    assert (game.least, game.most, game.pairs) == (original.least, original.most, original.pairs)
    assert f"```position {like}\n" not in (tmp_path / "our_own.md").read_text("utf-8")
    assert rule_page(game)
    one, other = (each.deal(seed=3, stacks=60, players=each.most) for each in (game, original))
    while not other.over:
        action = next(iter(other.legal))
        assert one.legal == other.legal
        one.act(action)
        other.act(action)
    assert (one.payoffs, one.events()) == (other.payoffs, other.events())
    assert check_game(game, names=LAWS, every=EVERY).hands


EXAMPLES = sorted((Path(__file__).parents[2] / "examples" / "games").glob("*.py"))


@pytest.mark.parametrize(
    "like", often(EXAMPLES, always=[file for file in EXAMPLES if file.stem == "chicago"])
)
def test_the_game_of_a_file_can_be_copied(like: Path, tmp_path: Path) -> None:
    """Its examples come along, and are played by the check."""
    game, original = (games.find(str(f)) for f in (new_game("our-own", tmp_path, str(like)), like))
    assert (game.name, game.title, game.author) == ("our-own", "Our Own", "YOUR NAME")
    assert (game.least, game.most, game.pairs) == (original.least, original.most, original.pairs)
    assert check_game(game, names=["examples"], every=EVERY).hands


def test_a_file_that_is_no_game_is_not_copied(tmp_path: Path) -> None:
    file = tmp_path / "other.py"
    file.write_text("x = 1\n", "utf-8")
    with pytest.raises(BadGameFile, match=r"other\.py"):
        new_game("our-own", tmp_path, str(file))
    assert [one.name for one in tmp_path.iterdir() if one.is_file()] == ["other.py"]


def test_a_file_beside_which_there_is_a_page_is_not_written(tmp_path: Path) -> None:
    (tmp_path / "our_own.md").write_text("mine", "utf-8")
    with pytest.raises(BadName, match=r"our_own\.md exists already"):
        new_game("our-own", tmp_path, "guts")
    assert [file.name for file in tmp_path.iterdir()] == ["our_own.md"]


def test_a_game_that_there_is_not_is_refused_with_those_that_there_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["new", "our-own", "--like", "whist"]) == 2
    assert (
        "choose one of one-card, auction, bank, board, stud, high-noon-shootout"
        in capsys.readouterr().err
    )
