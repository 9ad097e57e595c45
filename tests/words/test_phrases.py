"""Phrases that nobody would say at a table stay out of the catalogues and the rule pages."""

import re
from pathlib import Path

import pytest

from sidepot import games, words

GAMES = Path(games.__file__).parent
PHRASES = {
    "en": r"""next hand in \{n\} s:|"deal on"|wants? to look on|\bkept are\b|a card less leaves
        |make it dearer|bet aside|still being prepared|works here alone|what are you called
        |come to the table(?! and)|: as the device|before a slip|\bheld in:|as usual is
        |middle of a hand they come|the way of the chips|best way back|\btaken away\b
        |"how strong|takes the word|they knock|void the links|nobody was missing
        |not this one's""",
    "de": r"""stammgast|\btief\b|\btausche\b|noch \{?\w+\}? s: warten|du haben|handhistorie""",
    "es": r"""\b(?:(?:la|las|una|unas) ante|las antes)\b|amistades|carta de match
        |dobles parejas|cortaron tú""",
}
"""By language, what was said once and is not to come back."""


def found(language: str, said: str) -> list[str]:
    return re.findall(" *".join(PHRASES[language].split("\n        ")), said, re.IGNORECASE)


@pytest.mark.parametrize("language", PHRASES)
def test_phrases_that_were_mended_stay_gone(language: str) -> None:
    catalogue = Path(words.__file__).with_name(f"{language}.toml")
    own = rf"\w+\.{language}\.\w+" if language != "en" else r"\w+\.(?:md|toml)"
    pages = [path for path in GAMES.iterdir() if re.fullmatch(own, path.name)]
    assert pages
    for path in (catalogue, *pages):
        assert found(language, path.read_text("utf-8")) == [], path.name


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Ana and Bo wants to look on"),
        ("en", "As usual is 40 to 200 times"),
        ("de", "Du haben abgehoben"),
        ("es", "paga la ante"),
    ],
)
def test_such_a_phrase_is_noticed(language: str, said: str) -> None:
    assert len(found(language, said)) == 1
