"""Every registered game has a transcript, and plays as it says."""

from dataclasses import replace
from pathlib import Path

import pytest

from sidepot.designer.laws.playthrough import playthrough
from sidepot.games import registry
from sidepot.history import History
from tests.playthroughs import versions
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


@pytest.mark.parametrize("name", list(registry()))
def test_a_change_of_play_raises_the_version_of_the_rules(name: str) -> None:
    assert versions.fault(registry()[name], versions.recorded()) == ""


def test_a_game_that_plays_otherwise_is_told_its_next_version() -> None:
    game, held = registry()["kuhn"], versions.recorded()
    said = versions.fault(game.with_options(bet=2), held)
    assert said == "kuhn plays otherwise than its rules 1: make it 2"
    raised = replace(game, rules_version=2)
    assert versions.fault(raised, held).startswith("kuhn 2 is new: run python -m")
    assert versions.fault(raised, {"kuhn": {**held["kuhn"], "2": versions.digest(raised)}}) == ""


def test_histories_name_the_version_of_the_rules_from_the_second_on() -> None:
    first = registry()["kuhn"]
    assert "_rules" not in History.from_hand(first.deal(seed=1)).fields
    text = History.from_hand(replace(first, rules_version=2).deal(seed=1)).text()
    assert "_rules = 2\n" in text
    assert History.parse(text).fields["_rules"] == 2


def test_words_do_not_change_the_play_of_a_game() -> None:
    game = registry()["kuhn"]
    assert versions.digest(replace(game, title="Another", author="Somebody")) == (
        versions.digest(game)
    )
