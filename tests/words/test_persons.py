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
