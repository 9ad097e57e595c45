"""Every registered game has a transcript, and plays as it says."""

from pathlib import Path

import pytest

from sidepot.designer.laws.playthrough import playthrough
from sidepot.games import registry
from tests.suites import TRANSCRIPTS as FOLDER
from tests.suites import held


def missing(names: set[str], folder: Path) -> set[str]:
    """Games without a transcript."""
    return names - {path.stem for path in folder.glob("*.txt")}


def test_every_registered_game_has_a_transcript() -> None:
    assert not missing(set(registry()), FOLDER)


def test_a_game_without_a_transcript_is_noticed() -> None:
    assert missing({*registry(), "new-game"}, FOLDER) == {"new-game"}


def test_no_transcript_has_lost_its_game() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} <= set(registry())


@pytest.mark.both_forms
@pytest.mark.parametrize("name", held("transcript"))
def test_a_game_plays_as_its_transcript_says(name: str) -> None:
    expected = (FOLDER / f"{name}.txt").read_text("utf-8")
    assert playthrough(registry()[name]).splitlines() == expected.splitlines()
