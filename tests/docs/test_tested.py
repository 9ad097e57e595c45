"""The table of tested games claims what their tests hold, and nothing of a game from elsewhere."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from docs.generate import status_file

import sidepot
from sidepot import games
from sidepot.cli import main
from sidepot.engine.game import Game
from sidepot.engine.game_files import source_of
from sidepot.engine.rule_pages import about, games_table
from tests import suites
from tests.children import ROOT
from tests.suites import RULES, SUITES, TRANSCRIPTS

Patch = pytest.MonkeyPatch
GAME = "ricochet-2"


def said(game: Game) -> str:
    """The last line that `sidepot games` prints for a game."""
    return about(game)[-1].text


def row(game: Game) -> str:
    """The last cell of its row in the README."""
    return games_table([game], suites.table()).splitlines()[-1].split(" | ")[-1].removesuffix(" |")


def copied(files: Sequence[Path], folder: Path) -> Path:
    for file in files:
        (folder / file.name).write_text(file.read_text("utf-8"), "utf-8")
    return folder


def test_the_file_is_what_the_suites_hold() -> None:
    assert json.loads(status_file().read_text("utf-8")) == suites.table()


def test_the_readme_and_the_command_say_it() -> None:
    game = sidepot.game(GAME)
    assert row(game) == "rules by number, laws, transcript, histories, wire, browser, bots"
    assert said(game) == (
        "Its tests hold rules by number, laws, transcript, histories, wire, browser and bots."
    )
    assert "PokerKit" in row(sidepot.game("holdem-no-limit"))
    assert "rules by number" not in row(sidepot.game("holdem-no-limit"))


def test_a_game_without_a_transcript_has_no_word_for_it(tmp_path: Path, monkeypatch: Patch) -> None:
    others = [file for file in TRANSCRIPTS.glob("*.txt") if file.stem != GAME]
    folder = copied(others, tmp_path)
    monkeypatch.setitem(SUITES, "transcript", lambda: suites.transcribed(folder))
    assert "transcript" not in row(sidepot.game(GAME))
    assert "transcript" in row(sidepot.game("ricochet"))


def test_a_rule_without_a_test_takes_the_word_from_its_games(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    folder = copied(sorted(RULES.glob("test_*.py")), tmp_path)
    turns = folder / "test_ricochet_turns.py"
    turns.write_text(turns.read_text("utf-8").replace("def test_r5_", "def test_other_"), "utf-8")
    monkeypatch.setitem(SUITES, "rules", lambda: suites.by_number(folder))
    assert "rules by number" not in row(sidepot.game(GAME))
    assert "rules by number" in row(sidepot.game("poker-roulette"))


@pytest.mark.parametrize("suite", SUITES)
def test_a_game_that_a_suite_drops_loses_the_word(suite: str, monkeypatch: Patch) -> None:
    game = next(iter(suites.held(suite)))
    kept = [name for name in suites.held(suite) if name != game]
    before = row(sidepot.game(game)).split(", ")
    monkeypatch.setitem(SUITES, suite, lambda: kept)
    after = row(sidepot.game(game)).split(", ")
    assert [word for word in before if word not in after] == [sidepot.words.say(f"held.{suite}")]


def test_every_game_of_the_house_is_held_by_the_laws_and_a_transcript() -> None:
    for name, words in suites.table().items():
        assert {"laws", "transcript", "histories", "wire"} <= {*words}, name


def from_elsewhere() -> list[Game]:
    """A designer's game; and three that are not the house's and look like it."""
    one_card = games.find(str(ROOT / "examples" / "one_card.py"))
    game = sidepot.game(GAME)
    other_step = game.verbs._replace(step=one_card.verbs.step)
    return [
        one_card,
        replace(one_card, name=GAME),
        replace(game, name="ricochet-3"),
        replace(game, verbs=other_step),
    ]


@pytest.mark.parametrize("game", from_elsewhere(), ids=range(4))
def test_a_game_from_elsewhere_claims_nothing(game: Game) -> None:
    assert row(game) == ""
    assert said(game).startswith("No tests of the house hold it.")
    assert f"sidepot check {source_of(game)}" in said(game)


def test_the_command_says_it_of_each_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    printed = capsys.readouterr().out
    assert printed.count("Its tests hold") == len(suites.house())
