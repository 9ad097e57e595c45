"""Everything the program says: keys with values here, sentences in one catalogue a language.

A sentence has named places, `{player} gets {card:card}`. What stands behind the colon says how a
value becomes words:

- `card`: cards, drawn as the face that prints them draws cards;
- the name of a counted word, `{n:cards}`: the plural form that the language has for n (CLDR);
- the name of a list of words, `{rank:rank}`: the entry of that name, `rank.K`;
- nothing: the value itself; a message in a message becomes its text.

A value that is a list is joined as the language joins lists; `{choices:or}` is a list of which one
holds,
and `{cards:either}` such a list of cards.
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

_of_games: dict[str, str] = {}


class _Said:
    """Room beside a message's fields for what it said last, and out of which catalogue."""

    __slots__ = ("_said",)
    _said: tuple["Catalogue", str]


@dataclass(frozen=True, slots=True)
class Message(_Said):
    """A key of the catalogue with its values; its text is made when someone reads it.

    The text is kept, so the values must stay as they are.
    """

    key: str
    values: Mapping[str, object] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """The sentence, cards as `Kc`."""
        spoken = catalogue(language())
        by, said = getattr(self, "_said", _NOTHING)
        if by is not spoken:
            said = spoken.say(self.key, self.values)
            object.__setattr__(self, "_said", (spoken, said))
        return said

    def render(self, card: Callable[[str], str] = str) -> str:
        """The sentence, every card drawn by `card`, which gets its text."""
        return catalogue(language()).say(self.key, self.values, card)

    def __str__(self) -> str:
        return self.text


_NOTHING = None, ""


def say(key: str, **values: object) -> str:
    """The sentence behind a key."""
    return Message(key, values).text


def add(words: Mapping[str, str]) -> None:
    """Words that a game brings along. A language's file may translate them under the same keys."""
    if not words.items() <= _of_games.items():
        _of_games.update(words)
        catalogue.cache_clear()  # for what was said before in other words


@functools.cache
def language() -> str:
    """The language spoken: the environment's `SIDEPOT_LANGUAGE` if there is a file for it.

    Asked for once: every sentence needs it, and nobody changes the environment from outside.
    """
    wanted = os.environ.get("SIDEPOT_LANGUAGE", _DEFAULT)
    return wanted if wanted == _DEFAULT or (FOLDER / f"{wanted}.toml").exists() else _DEFAULT


@functools.cache
def catalogue(name: str) -> "Catalogue":
    """The catalogue of a language; what it lacks is said in English."""
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
        """The sentence behind a key, its places filled. Raises `KeyError` for an unknown key."""
        said = []
        for literal, name, spec in _pieces(self.entry(key)):
            said.append(literal)
            if name is not None:
                said.append(self._fill(values[name], spec, card))
        return "".join(said)

    def _fill(self, value: object, spec: str, card: Callable[[str], str]) -> str:
        """A value in its place."""
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
        """The unfilled sentence behind a key."""
        return self.entries[key] if key in self.entries else _of_games[key]

    def has(self, key: str) -> bool:
        """Is there such an entry?"""
        return key in self.entries or key in _of_games

    def plural(self, word: str, n: int) -> str:
        """A counted word in the form that the language uses for n."""
        form = _plural_form(self.name, n)
        key = f"count.{word}.{form}"
        return self.entry(key if self.has(key) else f"count.{word}.other").format(n=n)

    def join(self, items: Sequence[str], last: str = "and") -> str:
        """`a`, `a and b`, `a, b and c`; or with another entry of `list` before the last."""
        if len(items) < 2:
            return "".join(items)
        head = self.entry("list.comma").join(items[:-1])
        return self.entry(f"list.{last}").format(head=head, last=items[-1])


@functools.cache
def _plural_form(name: str, n: int) -> str:
    from babel import Locale, UnknownLocaleError  # late: most starts of the program count nothing

    try:
        return Locale.parse(name).plural_form(n)
    except (UnknownLocaleError, ValueError):
        return _plural_form(_DEFAULT, n)


ALTERNATIVES = {"or": "", "either": "card"}
"""What says that one of a list holds, and how its items become words."""


@functools.lru_cache(maxsize=4096)
def _pieces(sentence: str) -> tuple[tuple[str, str | None, str], ...]:
    """A sentence taken apart: what stands before each place, its name, what is behind the colon."""
    parsed = string.Formatter().parse(sentence)
    return tuple((literal, name, spec or "") for literal, name, spec, _ in parsed)
