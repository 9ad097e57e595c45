"""`sidepot solve`: its output and its refusals."""

import json
from pathlib import Path

import pytest

import sidepot
from sidepot.cli import main
from sidepot.errors import NotSaved
from sidepot.odds.ricochet import cache, opening, solution
from sidepot.odds.ricochet.solution import Solution
from sidepot.odds.ricochet.solver.building import build_tree


@pytest.fixture
def is_solved(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> Solution:
    """Stand-ins for minutes of work: the table that ships, and a tree of one position."""
    kept = tmp_path_factory.mktemp("kept") / "kept.npy"
    deals = {deal: bounds[1:] for deal, bounds in opening.deal_bounds().items()}
    tree = build_tree(((0, 5, 10, 15), (48, 45, 42, 35)), pot=2, price=1, any_tie=False)
    found = Solution(sidepot.game("ricochet-2"), deals, 123_456, tree)
    monkeypatch.setattr(solution, "solve_game", lambda game, progress: found)
    monkeypatch.setattr(cache, "_file", lambda game: kept)
    return found


@pytest.mark.usefixtures("is_solved")
def test_it_prints_the_value_of_the_game_and_writes_its_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "deals.csv"
    assert main(["solve", "ricochet-2", "--write", str(file)]) == 0
    said = capsys.readouterr().out
    assert "123,456 values" in said and "byte for byte" in said and "deals.csv" in said
    assert file.read_text() == opening.text()
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.usefixtures("is_solved")
def test_json_says_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "ricochet-2", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["ships"] and found["deals"] == 169
    assert found["low_card"][0] < -0.68 < found["low_card"][1]
    assert found["loss"] == pytest.approx(found["low_card"][1] - found["low_card"][0], abs=2e-6)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["holdem-no-limit"], "ricochet-2 for two players can"),
        (["ricochet"], "ricochet-2 for two players can"),
        (["ricochet-2", "--write", "/nowhere/at/all.csv"], "its folder does not exist"),
        (["ricochet-2", "--write", "/"], "cannot be written: Is a directory"),
        (["ricochet-2", "--options", "ante=0"], "ante"),
    ],
)
def test_a_game_or_file_that_cannot_be_solved_or_written_is_refused_at_once(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["solve", *arguments]) == 2
    assert told in capsys.readouterr().err


def test_a_file_that_cannot_be_written_leaves_nothing_behind(
    is_solved: Solution, tmp_path: Path
) -> None:
    folder = tmp_path / "deals.csv"
    folder.mkdir()
    with pytest.raises(NotSaved, match="cannot be written"):
        is_solved.save(folder)
    assert list(tmp_path.iterdir()) == [folder]
