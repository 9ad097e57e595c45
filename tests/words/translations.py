"""Rules for translations, as faults that can be listed."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

from babel import Locale

from sidepot import words
from sidepot.cards import RANKS, SUITS
from tests.words.spoken import places

ENGLISH = words._read("en")
LANGUAGES = tuple(name for name in words.languages() if name != words.DEFAULT)
OWN = "own_"
"""The beginning of the names of lists that only one language needs."""
SOUNDS = {"and", "and_before", "or", "or_before"}
"""Conjunctions before certain sounds, and what these are."""
LISTS = ({*RANKS}, {*SUITS}, SOUNDS)
"""What such a list may be of."""
_COUNTED = re.compile(r"count\.\w+\.\w+")
_PERCENT = re.compile(r"%(?:\(\w+\))?[srd]")

SAME: Mapping[str, list[str]] = tomllib.loads(
    Path(__file__).with_name("same.toml").read_text("utf-8")
)
"""What may be the same as in English: `any`, and by language."""


def faults(name: str, entries: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The keys of a language that are wrong, each with what is wrong."""
    categories = {*Locale.parse(name).plural_form.tags, "other"}
    counted = {key.rpartition(".")[0] for key in ENGLISH if _COUNTED.fullmatch(key)}
    due = {key for key in ENGLISH if not _COUNTED.fullmatch(key)}
    due |= {f"{word}.{form}" for word in counted for form in categories}
    listed = known(entries)
    for key in sorted(due - entries.keys()):
        yield key, "is missing"
    for key, sentence in entries.items():
        if key.startswith(OWN):
            continue
        if key not in due:
            yield key, "is no key of English, or no plural form of this language"
            continue
        other = key.rpartition(".")[0] + ".other" if _COUNTED.fullmatch(key) else key
        if names(sentence) != names(ENGLISH[other]):
            yield key, f"has the places {sorted(names(sentence))}"
        elif specs(sentence) - listed:
            yield key, f"asks for lists that are not there: {sorted(specs(sentence) - listed)}"
        elif sentence == ENGLISH[other] and is_language(sentence) and not is_same(name, key):
            yield key, "is as in English; if it has to be, say so in tests/words/same.toml"
    yield from _own_faults(entries)


def _own_faults(entries: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    lists: dict[str, set[str]] = {}
    for key in entries:
        if key.startswith(OWN):
            word, _, name = key.partition(".")
            lists.setdefault(word, set()).add(name)
    for word, listed in lists.items():
        if listed not in LISTS:
            yield (
                word,
                "is no list of its own of all ranks, all suits or all conjunctions",
            )


def names(sentence: str) -> set[str]:
    """The names of the places of a sentence, those that argparse fills too."""
    return {name for name, _ in places(sentence)} | {*_PERCENT.findall(sentence)}


def specs(sentence: str) -> set[str]:
    """The lists and counted words that a sentence asks for."""
    return {spec for _, spec in places(sentence)}


def known(entries: Mapping[str, str]) -> set[str]:
    """The lists and counted words of a language, and what every language knows."""
    counted = {key.split(".")[1] for key in ENGLISH if key.startswith("count.")}
    listed = {key.partition(".")[0] for key in (*ENGLISH, *entries)}
    return {"", "card", "number", *words.ALTERNATIVES, *counted, *listed}


def is_language(sentence: str) -> bool:
    """Does a sentence have a word in it, apart from its places?"""
    return bool(re.search(r"[^\W\d_]{2}", re.sub(r"{\w*:?\w*}", "", sentence)))


def is_same(name: str, key: str) -> bool:
    """Is a key known to be the same as in English?"""
    return key in SAME["any"] or key in SAME.get(name, ())
