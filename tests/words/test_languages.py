"""A language is a file: words/de.toml, chosen by SIDEPOT_LANG; missing entries are in English."""

import importlib
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import sidepot
from sidepot import words
from sidepot.engine.narration import tell
from sidepot.errors import IllegalAction
from sidepot.words import Message, say

GERMAN = """
[list]
and = "{head} und {last}"
or = "{head} oder {last}"
[count]
cards = { one = "{n} Karte", other = "{n} Karten" }
[rank]
A = "Ass"
[choice]
fold = "passen"
buy_range = "{lowest} bis {highest} kaufen"
[event]
dealt = "{cards:card} für {player}."
folded = "{player} passt."
[fact]
cards_left = "noch {n:cards}"
"""
SYSTEM = ("SIDEPOT_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
languages = importlib.import_module("sidepot.words.languages")  # `words.languages` is a function
POLISH = """
[count]
cards = { one = "{n} karta", few = "{n} karty", many = "{n} kart", other = "{n} karty" }
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Catalogues in a folder of their own: English, some German, a little Polish."""
    shutil.copy(words.FOLDER / "en.toml", tmp_path)
    (tmp_path / "de.toml").write_text(GERMAN, "utf-8")
    (tmp_path / "pl.toml").write_text(POLISH, "utf-8")
    monkeypatch.setattr(words, "FOLDER", tmp_path)
    monkeypatch.setattr(languages, "FOLDER", tmp_path)
    forget()
    speak(monkeypatch, "de")
    yield tmp_path
    monkeypatch.undo()
    forget()


def speak(monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    """The environment asks for a language."""
    monkeypatch.setenv("SIDEPOT_LANG", language)
    languages._own_language.cache_clear()


def forget() -> None:
    """Read languages and environment anew."""
    words.catalogue.cache_clear()
    languages.languages.cache_clear()
    languages._own_language.cache_clear()


def test_a_language_is_a_file() -> None:
    assert words.language() == "de"
    assert say("event.folded", player="Ana") == "Ana passt."


def test_a_missing_entry_is_in_english() -> None:
    assert say("event.won", player="Ana", amount=3) == "Ana wins 3."


def test_a_sentence_may_put_its_places_in_another_order() -> None:
    assert say("event.dealt", player="Ana", cards=["Kc", "Td"]) == "Kc und Td für Ana."


def test_english_sentences_use_the_words_that_the_language_has() -> None:
    assert say("hand.high_card", first="A") == "Ass high"


def test_menus_refusals_and_table_talk_are_translated() -> None:
    hand = sidepot.game("ricochet-2").deal(players=3, seed=1)
    assert str(hand.legal) == "passen oder 1 bis 4 kaufen"
    with pytest.raises(IllegalAction, match="choose passen oder 1 bis 4 kaufen"):
        hand.act("check")
    said = tell(hand.act("fold"), ["Ana", "Bo", "Cy"])
    assert said[0].text.endswith(" passt.")


def test_counted_words() -> None:
    assert say("fact.cards_left", n=1) == "noch 1 Karte"
    assert say("fact.cards_left", n=2) == "noch 2 Karten"


@pytest.mark.parametrize(
    ("n", "said"), [(1, "1 karta"), (3, "3 karty"), (5, "5 kart"), (22, "22 karty")]
)
def test_a_language_may_have_more_plurals_than_english(
    n: int, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    speak(monkeypatch, "pl")
    assert say("fact.cards_left", n=n) == f"{said} left"
    assert words.catalogue("pl").plural("chips", n) == ("1 chip" if n == 1 else f"{n} chips")


@pytest.mark.parametrize("wish", ["", "xx", "EN ", "../en", "de.toml", "/"])
def test_a_language_without_a_file_is_english(wish: str, monkeypatch: pytest.MonkeyPatch) -> None:
    speak(monkeypatch, wish)
    assert say("event.folded", player="Ana") == "Ana folds."


def test_the_language_is_asked_for_when_someone_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    message = Message("choice.fold")
    assert message.text == "passen"
    speak(monkeypatch, "en")
    assert message.text == "fold"


def test_actions_are_typed_in_english_in_every_language() -> None:
    hand = sidepot.game("ricochet-2").deal(players=3, seed=1)
    hand.act("buy 1")
    assert str(hand.actions[0][1]) == "buy 1"


def test_a_language_that_babel_does_not_know_still_counts(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "xx.toml").write_text('[choice]\nfold = "zzz"\n', "utf-8")
    forget()
    speak(monkeypatch, "xx")
    assert say("choice.fold") == "zzz"
    assert say("fact.cards_left", n=2) == "2 cards left"


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de_AT@euro"}, "de"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "C", "LC_MESSAGES": "pl_PL"}, "pl"),
        ({"LANG": "de_DE", "SIDEPOT_LANG": "pl"}, "pl"),
        ({"LANG": "de_DE", "SIDEPOT_LANG": "en"}, "en"),
        ({"LANG": "de_DE", "SIDEPOT_LANGUAGE": "pl"}, "pl"),
        ({"LANG": "../de"}, "en"),
        ({}, "en"),
    ],
)
def test_the_process_speaks_what_its_environment_asks_for(
    variables: dict[str, str], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("SIDEPOT_LANG", *SYSTEM):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    languages._own_language.cache_clear()
    assert words.language() == expected


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("pl", "pl"),
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("fr, pl;q=0.5, de;q=0.7", "de"),
        ("en-GB", "en"),
        ("fr", "en"),
        ("", "en"),
        ("de;q=0", "en"),
        ("de;q=2", "en"),
        ("de;q=", "en"),
        (";;,,;q=1,*", "en"),
        ("../de", "en"),
        ("x" * 100_000, "en"),
        (",".join(["fr"] * 50) + ",de", "en"),
    ],
)
def test_a_reader_gets_the_language_that_they_like_best(
    header: str, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    speak(monkeypatch, "en")
    assert words.accepted(header) == expected


def test_a_reader_is_spoken_to_in_their_language_and_nobody_else_is() -> None:
    message = Message("choice.fold")
    with words.speaking("en"):
        assert message.text == "fold"
        with words.speaking("pl"):
            assert say("fact.cards_left", n=5) == "5 kart left"
        assert message.text == "fold"
    assert message.text == "passen"
