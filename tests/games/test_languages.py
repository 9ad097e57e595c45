"""Games in other languages: those of the house are complete, and a game file brings its own."""

import re
import textwrap
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from sidepot import games, words
from sidepot.designer.new import new_game
from sidepot.engine import first_hand, rule_pages, rule_pictures
from sidepot.engine.game import Game
from sidepot.engine.game_files import load_game, source_of
from sidepot.engine.options import OneOf
from sidepot.errors import BadGameFile
from tests.words.translations import LANGUAGES

GAMES = sorted(games.registry())
_NUMBER = re.compile(r"\b[A-Z]\d{1,2}\b(?=[,);*]| to | bis | a )|\*\*[A-Z]\d\*\*")
_CODE = re.compile(r"`[^`]+`")
SECTIONS = {"title", "author", "picture", "label", "option", "value", "words"}
_SUITS = "suit_order"
"""Letters that stand for suits in every language, as in hand histories."""


def page_faults(english: str, other: str) -> Iterator[str]:
    """The gaps of a translated rule page: missing parts, and parts left in English."""
    yield from _teaching_faults(english, other)
    english, other = map(_read_through, (english, other))
    for what, form in (("rules", _NUMBER), ("words that are typed", _CODE)):
        missing = {*form.findall(english)} - {*form.findall(other)}
        if missing:
            yield f"{what} are missing: {sorted(missing)}"
    for mark in ("\n## ", "\n- ", "\n  - "):
        if english.count(mark) != other.count(mark):
            yield f"{english.count(mark)} times {mark.strip()}, here {other.count(mark)}"
    same = {part.strip() for part in english.split("\n\n")}
    same &= {part.strip() for part in other.split("\n\n")}
    if any(len(part.split()) > 3 for part in same):
        yield "a paragraph is in English"


def _teaching_faults(english: str, other: str) -> Iterator[str]:
    """Hints and positions that a page has not, or that it leaves in English."""
    pages = (english, other)
    hints = [
        {f"{h.when} {h.kinds} {h.whom}": h.text for h in first_hand.read(page)} for page in pages
    ]
    drawn = [{p.key: p.caption for p in rule_pictures.declared(page)} for page in pages]
    for what, (theirs, own) in (("hints", hints), ("positions", drawn)):
        if list(theirs) != list(own):
            yield f"{what} differ: {sorted(theirs.keys() ^ own.keys())}, or their order"
        same = [name for name, said in theirs.items() if own.get(name, "") in ("", said)]
        if same and theirs.keys() == own.keys():
            yield f"{what} say nothing, or say it in English: {same}"


def _read_through(page: str) -> str:
    """A rule page as somebody reads it: without its hints and its positions."""
    return rule_pictures.replaced(first_hand.without(page), lambda place: "")


def word_faults(game: Game, said: Mapping[str, Any]) -> Iterator[str]:
    """The names that a game's file of words lacks, and the entries that belong to nothing."""
    if game.name not in said.get("title", {}):
        yield f"title.{game.name}"
    for name, option in game.declared.items():
        if said.get("option", {}).get(name, option.help) == option.help:
            yield f"option.{name}"
        if name not in said.get("label", {}):
            yield f"label.{name}"
        if isinstance(option.kind, OneOf) and name != _SUITS:
            named = said.get("value", {}).get(name, {})
            yield from (f"value.{name}.{value}" for value in {*option.kind.values} ^ {*named})
    if not said.get("picture", {}).get("title") and rule_pages.picture(game):
        yield "picture.title"
    yield from said.keys() - SECTIONS


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_a_game_of_the_house_has_its_rules_in_every_language(name: str, language: str) -> None:
    english = source_of(games.find(name)).with_suffix(".md")
    other = english.with_suffix(f".{language}.md")
    faults = page_faults(english.read_text("utf-8"), other.read_text("utf-8"))
    assert list(faults) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_a_game_of_the_house_has_words_in_every_language(name: str, language: str) -> None:
    game = games.find(name)
    text = source_of(game).with_suffix(f".{language}.toml").read_text("utf-8")
    assert list(word_faults(game, tomllib.loads(text))) == []


@pytest.mark.parametrize(
    ("wrong", "right"),
    [("(R8)", ""), ("`ricochet-2`", "Ricochet 2"), ("\n## ", "\n"), ("\n- ", "\n")],
)
def test_a_page_that_says_less_is_noticed(wrong: str, right: str) -> None:
    english = source_of(games.find("ricochet")).with_suffix(".md").read_text("utf-8")
    german = source_of(games.find("ricochet")).with_suffix(".de.md").read_text("utf-8")
    assert wrong in german
    assert list(page_faults(english, german.replace(wrong, right)))
    assert list(page_faults(english, "\n\n".join([german, english.split("\n\n")[1], ""])))


MOST_OF_A_HINT = 102
"""The characters that have room on a small phone without scrolling (`tests/browser/test_sight`)."""


@pytest.mark.parametrize("language", words.languages())
def test_hints_of_a_first_hand_have_room_on_a_phone(language: str) -> None:
    with words.speaking(language):
        hints = [hint for game in games.registry().values() for hint in rule_pages.hints(game)]
    assert [hint.text for hint in hints if len(hint.text) > MOST_OF_A_HINT] == []


HINT = "- `end` Die letzte Hand, die übrig ist, bekommt den Pot, auch mit ganz wenigen Karten.\n"
CAPTION = "Die Vier von Bo war am niedrigsten."
"""The beginning of the caption of its position."""


@pytest.mark.parametrize(
    ("wrong", "right", "fault"),
    [
        (HINT, "", "hints differ"),
        ("`event safe you`", "`event safe other`", "hints differ"),
        (HINT, "- `end` The last hand left takes the pot, however few cards it has.\n", "English"),
        ("deck: 9c 4d", "deck: 9c 3d", "positions differ"),
        ("```position", "```text", "positions differ"),
    ],
)
def test_a_page_that_teaches_less_is_noticed(wrong: str, right: str, fault: str) -> None:
    english = source_of(games.find("ricochet")).with_suffix(".md").read_text("utf-8")
    german = source_of(games.find("ricochet")).with_suffix(".de.md").read_text("utf-8")
    assert wrong in german
    faults = list(page_faults(english, german.replace(wrong, right)))
    assert any(fault in each for each in faults), faults
    caption, _ = [place.caption for place in rule_pictures.declared(german)]
    theirs, _ = [place.caption for place in rule_pictures.declared(english)]
    left = german.replace(german[german.index(CAPTION) : german.index("```\n\n")], f"{theirs}\n")
    assert caption != theirs
    assert any("positions say" in each for each in page_faults(english, left))


@pytest.mark.parametrize(
    ("section", "name"),
    [
        ("title", "ricochet"),
        ("option", "ante"),
        ("label", "ante"),
        ("value", "tie_ends"),
        ("picture", "title"),
    ],
)
def test_words_that_a_game_lacks_are_noticed(section: str, name: str) -> None:
    game = games.find("ricochet")
    said = tomllib.loads(source_of(game).with_suffix(".de.toml").read_text("utf-8"))
    del said[section][name]
    assert list(word_faults(game, said))
    assert list(word_faults(game, {**said, "optoin": {}}))


OWN = """
[title]
my-game = "Mein Spiel"
[option]
ante = "was alle zahlen"
[words]
"fact.moons" = "{n} Monde"
"""


@pytest.fixture
def own_game(tmp_path: Path, own_words: None) -> Path:
    """A designer's game in a file of its own, with German beside it."""
    file = new_game("my-game", tmp_path)
    (tmp_path / "my_game.de.toml").write_text(textwrap.dedent(OWN), "utf-8")
    (tmp_path / "my_game.de.md").write_text("# Mein Spiel\n\nGanz einfach.\n", "utf-8")
    return file


def test_a_game_file_brings_its_own_languages(own_game: Path) -> None:
    game = load_game(own_game)
    words.add({"fact.moons": "{n} moons"}, own_game)
    with words.speaking("de"):
        assert game.said_title == "Mein Spiel"
        assert game.help("ante") == "was alle zahlen"
        assert rule_pages.idea(game) == "Ganz einfach."
        assert words.say("fact.moons", n=2) == "2 Monde"
    with words.speaking("es"):
        assert game.said_title == game.title
        assert words.say("fact.moons", n=2) == "2 moons"
    assert words.say("fact.moons", n=2) == "2 moons"


@pytest.mark.parametrize(
    "text", ["[title", "title = 3", "\ud800", "[title]\nmy-game = 3", "[value]\nlimit = 'x'"]
)
def test_a_file_of_words_that_cannot_be_read_is_refused_by_name(own_game: Path, text: str) -> None:
    own_game.with_suffix(".de.toml").write_bytes(text.encode("utf-8", "surrogatepass"))
    with pytest.raises(BadGameFile, match=r"my_game\.de\.toml"):
        load_game(own_game)
    with words.speaking("de"):
        assert words.game_file(own_game, "de") == {}
