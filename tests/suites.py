"""The games that each suite holds.

The suites take their games from here, and the table of games its claims: `make docs` writes them
into `tested.json`, beside the games' files. A game that is taken out of a suite, or that has no
transcript, loses the claim.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

from sidepot import games
from sidepot.engine.game import Game
from sidepot.engine.game_files import source_of
from sidepot.engine.rule_pages import is_of_the_house
from tests.field.ours import GAMES

ROOT = Path(__file__).parent
TRANSCRIPTS = ROOT / "playthroughs"
RULES = ROOT / "rules"
RULE = re.compile(r"\b([A-Z])([1-9][0-9]?)\b")
TEST = re.compile(r"^def test_([a-z])([1-9][0-9]?)_", re.MULTILINE)


def house() -> list[str]:
    """Every game that comes with Sidepot."""
    return [name for name, game in games.registry().items() if is_of_the_house(game)]


def by_number(folder: Path = RULES) -> list[str]:
    """Games with a test for each numbered rule, named by the number."""
    files = sorted(folder.glob("test_*.py"))
    tried = {
        f"{letter.upper()}{number}"
        for file in files
        for letter, number in TEST.findall(file.read_text("utf-8"))
    }
    cited = {name: numbers(games.find(name)) for name in house()}
    return [name for name, numbers in cited.items() if numbers and numbers <= tried]


def numbers(game: Game) -> set[str]:
    """The numbers of a game's own rules, as its file cites them: those with its own letter."""
    cited = RULE.findall(source_of(game).read_text("utf-8"))
    [(own, _)] = Counter(letter for letter, _ in cited).most_common(1) or [("", 0)]
    return {letter + number for letter, number in cited if letter == own}


def transcribed(folder: Path = TRANSCRIPTS) -> list[str]:
    """Games with a transcript of random hands."""
    return [name for name in house() if (folder / f"{name}.txt").exists()]


Suite = Callable[[], Iterable[str]]

SUITES: dict[str, Suite] = {
    "rules": by_number,
    "laws": house,
    "transcript": transcribed,
    "histories": house,
    "wire": house,
    "browser": house,
    "bots": house,
    "field": GAMES.values,
}
"""Each suite with what gives the games that it holds. `held.NAME` in the catalogue is its name."""


def held(suite: str) -> list[str]:
    """The games that a suite holds, in alphabetical order."""
    return sorted(SUITES[suite]())


def table() -> dict[str, list[str]]:
    """The suites that hold each game of the house."""
    return {name: [suite for suite in SUITES if name in held(suite)] for name in house()}
