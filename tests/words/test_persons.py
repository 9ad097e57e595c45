"""Sentences with a list of names fit one name, several, and the reader's own among them."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from sidepot import words

FOLDER = Path(words.__file__).parent
LIST = r"\{(?:names|players)\}"
PLURAL = re.compile(r"_all|_shared|_together")
"""Keys of sentences that are said of several others alone."""
VERBS = {
    "en": r"(?:is|are|has|have|was|were|wants?|gets?|sits?|does|do|cuts?|says?)",
    "de": r"(?:ist|sind|hat|haben|habt|will|wollen|setzt|setzen|sitzt|sitzen|muss|müssen|bekommt)",
    "es": r"(?:es|son|está|están|ha|han|quiere|quieren|sient\w+|\w+(?:aron|ieron|ó))",
}
"""Finite verbs, which agree with one person and number, beside a list of names."""
READER = {
    "en": r"your?(?:s|self)?",
    "de": r"du|dich|dir|dein\w*",
    "es": r"t[eú]|tus?|ti|\w+[aeií]rt[eu]",
}
"""Words that are said to the reader: "retirarte"."""


def sentences(table: dict[str, object], before: str = "") -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from sentences(value, f"{before}{key}.")
        else:
            yield f"{before}{key}", str(value)


def disagreeing(language: str, said: str) -> bool:
    """Whether a verb of one person or number stands beside the names."""
    verb = VERBS[language]
    return bool(re.search(rf"{LIST} {verb}\b|\b{verb}:? {LIST}", said))


@pytest.mark.parametrize("language", list(VERBS))
def test_no_verb_beside_names_agrees_with_one_number_alone(language: str) -> None:
    said = tomllib.loads((FOLDER / f"{language}.toml").read_text("utf-8"))
    found = {
        key: text
        for key, text in sentences(said)
        if not PLURAL.search(key.rpartition(".")[2]) and disagreeing(language, text)
    }
    assert not found


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "{names} wants to look on"),
        ("de", "{names} haben abgehoben."),
        ("es", "Cortaron {names}."),
    ],
)
def test_a_verb_that_disagrees_is_noticed(language: str, said: str) -> None:
    assert disagreeing(language, said.lower())
    assert not disagreeing(language, "{names}: abgehoben, cortado, cut.")


def addressing(language: str, said: str) -> bool:
    """Whether a text says you to the reader."""
    return bool(re.search(rf"\b(?:{READER[language]})\b", said.lower()))


@pytest.mark.parametrize("language", list(READER))
def test_a_choice_is_said_of_anybody(language: str) -> None:
    """The same words end "Your turn:", "Cy is the lowest:" and "Ana can"."""
    files = [FOLDER / f"{language}.toml", *(FOLDER.parent / "games").glob(f"*.{language}.toml")]
    said = [tomllib.loads(file.read_text("utf-8")).get("choice", {}) for file in files]
    assert said[0]
    assert not [
        text for table in said for _, text in sentences(table) if addressing(language, text)
    ]


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "fold your hand"), ("de", "dich zurückziehen"), ("es", "retirarte o pasar")],
)
def test_a_choice_that_is_said_to_the_reader_is_noticed(language: str, said: str) -> None:
    assert addressing(language, said)
    assert not addressing(language, "fold, passen, retirarse, servir cartas o abrir con 2")
