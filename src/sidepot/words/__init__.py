"""Everything that the program says: messages here, their sentences in a catalogue per language.

A message is a key of the catalogue with values. A sentence has named fields, as in `{player} gets
{cards:card}`. The part after the colon says how the value becomes words:

- `card`: cards, as the front end draws them;
- the name of a counted word, `{n:cards}`: its plural form for n (CLDR);
- the name of a list of words, `{rank:rank}`: the entry of the value in that list, `rank.K`;
- nothing: the value itself; a message becomes its text.

A list is joined with "and"; `{choices:or}` joins alternatives, `{cards:either}` alternative cards.
"""

import functools
import os
import string
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
_DEFAULT = "en"

_game_words: dict[str, str] = {}


class _TextCache:
    """A slot that caches a message's last text, with the catalogue that it came from."""

    __slots__ = ("_cached",)
    _cached: tuple["Catalogue", str]


@dataclass(frozen=True, slots=True)
class Message(_TextCache):
    """A key of the catalogue with its values; the text is made when it is first read.

    The text is cached, so the values must not be changed.
    """

    key: str
    values: Mapping[str, object] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """The sentence in the program's language, cards as `Kc`. Raises `KeyError`."""
        current = catalogue(language())
        source, text = getattr(self, "_cached", _NOT_CACHED)
        if source is not current:
            text = current.say(self.key, self.values)
            object.__setattr__(self, "_cached", (current, text))
        return text

    def render(self, card: Callable[[str], str] = str) -> str:
        """The sentence with every card, given as text like `Kc`, drawn by `card`."""
        return catalogue(language()).say(self.key, self.values, card)

    def __str__(self) -> str:
        return self.text


_NOT_CACHED = None, ""


def say(key: str, **values: object) -> str:
    """The sentence of a key. Raises `KeyError` for an unknown key or a missing value."""
    return Message(key, values).text


def add(words: Mapping[str, str]) -> None:
    """Add the words of a game; a language's file may translate them under the same keys."""
    if not words.items() <= _game_words.items():
        _game_words.update(words)
        catalogue.cache_clear()  # texts cached by messages may use the former words


@functools.cache
def language() -> str:
    """The program's language: `SIDEPOT_LANGUAGE` of the environment if it has a file, or English.

    Cached, as every sentence needs it and the environment of a process does not change.
    """
    wanted = os.environ.get("SIDEPOT_LANGUAGE", _DEFAULT)
    return wanted if wanted == _DEFAULT or (FOLDER / f"{wanted}.toml").exists() else _DEFAULT


@functools.cache
def catalogue(name: str) -> "Catalogue":
    """The catalogue of a language; entries that it lacks are in English."""
    entries = _read(_DEFAULT)
    if name != _DEFAULT:
        entries |= _read(name)
    return Catalogue(name, entries)


def _read(name: str) -> dict[str, str]:
    return _flat(tomllib.loads((FOLDER / f"{name}.toml").read_text("utf-8")))


def _flat(tree: Mapping[str, Any], prefix: str = "") -> dict[str, str]:
    entries: dict[str, str] = {}
    for name, value in tree.items():
        key = prefix + name
        entries |= {key: value} if isinstance(value, str) else _flat(value, key + ".")
    return entries


class Catalogue:
    """The entries of one language."""

    def __init__(self, name: str, entries: Mapping[str, str]) -> None:
        self.name = name
        self.entries = entries

    def say(self, key: str, values: Mapping[str, object], card: Callable[[str], str] = str) -> str:
        """The sentence of a key with its fields filled. Raises `KeyError`."""
        said = []
        for literal, name, spec in _pieces(self.entry(key)):
            said.append(literal)
            if name is not None:
                said.append(self._fill(values[name], spec, card))
        return "".join(said)

    def _fill(self, value: object, spec: str, card: Callable[[str], str]) -> str:
        """A value as words, by the part after the colon."""
        if isinstance(value, str):
            if spec == "card":
                return " ".join(map(card, value.split()))
            return self.entry(f"{spec}.{value}") if spec else value
        if isinstance(value, (list, tuple)):
            is_either = spec in ALTERNATIVES
            each = ALTERNATIVES[spec] if is_either else spec
            items = [self._fill(item, each, card) for item in value]
            return self.join(items, "or" if is_either else "and")
        if isinstance(value, Message):
            return self.say(value.key, value.values, card)
        if not spec:
            return str(value)
        if isinstance(value, int) and self.has(f"count.{spec}.other"):
            return self.plural(spec, value)
        return self.entry(f"{spec}.{value}")

    def entry(self, key: str) -> str:
        """The sentence of a key, its fields unfilled. Raises `KeyError`."""
        return self.entries[key] if key in self.entries else _game_words[key]

    def has(self, key: str) -> bool:
        """Is there such an entry?"""
        return key in self.entries or key in _game_words

    def plural(self, word: str, n: int) -> str:
        """A number with its counted word, in the language's plural form."""
        form = _plural_form(self.name, n)
        key = f"count.{word}.{form}"
        return self.entry(key if self.has(key) else f"count.{word}.other").format(n=n)

    def join(self, items: Sequence[str], last: str = "and") -> str:
        """`a`, `a and b`, `a, b and c`; `last` names the entry of `list` for the last two."""
        if len(items) < 2:
            return "".join(items)
        head = self.entry("list.comma").join(items[:-1])
        return self.entry(f"list.{last}").format(head=head, last=items[-1])


@functools.cache
def _plural_form(name: str, n: int) -> str:
    from babel import Locale, UnknownLocaleError  # slow to import, and seldom needed

    try:
        return Locale.parse(name).plural_form(n)
    except (UnknownLocaleError, ValueError):
        return _plural_form(_DEFAULT, n)


ALTERNATIVES = {"or": "", "either": "card"}
"""Specs for a list of alternatives, and the spec of their items."""


@functools.lru_cache(maxsize=4096)
def _pieces(sentence: str) -> tuple[tuple[str, str | None, str], ...]:
    """The pieces of a sentence: literal text, and the name and spec of the field after it."""
    parsed = string.Formatter().parse(sentence)
    return tuple((literal, name, spec or "") for literal, name, spec, _ in parsed)
