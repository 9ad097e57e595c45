"""`sidepot strength`: its output, its file, and its refusals."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sidepot.cli import main

KUHN = Path(__file__).parents[1] / "lab" / "learn" / "games" / "kuhn.py"
MEASURE = ["strength", str(KUHN), "--players", "2", "--stacks", "2", "--hands", "6"]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Results of Kuhn poker, which has no expert."""
    found = tmp_path_factory.mktemp("strength") / "kuhn.json"
    assert main([*MEASURE, "-o", str(found)]) == 0
    return found


def test_it_prints_the_results_and_the_path_of_the_file(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*MEASURE, "-o", str(file)]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "regular wins" in said and "the others beginner (6 hands, signature" in said
    assert (
        "There is no expert of small-kuhn to measure; train one with `sidepot train small-kuhn"
        in said
    )
    assert f"The results are in {file}." in said.replace("- ", "-")


def test_json_is_one_object(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*MEASURE, "-o", str(file), "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["left"], report["stopped"], report["file"]) == (0, False, str(file))
    assert [row["hands"] for row in report["rows"]] == [6]


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        (["--seed", "3"], "seed 0, and these are small-kuhn"),
        (["--players", "3"], "kuhn"),
        (["--strategy", "none.sidepot"], "there is no file none.sidepot"),
        (["--seed", "-1"], "-1"),
    ],
)
def test_an_impossible_measurement_is_refused_and_leaves_the_file(
    file: Path, changed: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = file.read_bytes()
    assert main([*MEASURE, "-o", str(file), *changed]) == 2
    assert reason in capsys.readouterr().err
    assert file.read_bytes() == before


def test_a_folder_that_is_not_there_is_refused_before_the_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*MEASURE, "-o", str(tmp_path / "none" / "kuhn.json")]) == 2
    assert "none" in capsys.readouterr().err
