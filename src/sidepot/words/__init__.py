"""Everything that the program says: messages here, their sentences in a catalogue per language.

A message is a key of the catalogue with values. A sentence has named fields, as in `{player} gets
{cards:card}`. The part after the colon says how the value becomes words:

- `card`: cards, as the front end draws them;
- the name of a counted word, `{n:cards}`: its plural form for n (CLDR);
- the name of a list of words, `{rank:rank}`: the entry of the value in that list, `rank.K`;
- `number`: a number as the language writes it, `1,234.5` or `1.234,5`;
- nothing: the value itself; a message becomes its text.

A list is joined with "and"; `{choices:or}` joins alternatives, `{cards:either}` alternative cards.

A language is a file, `de.toml`; what it lacks is said in English. Lists that only its grammar needs
have names that begin with `own_`. A game brings its own words in files beside its own
(`NAME.de.toml`, see `words.languages`). `words.languages` tells which language is spoken.
"""

import functools
import re
import string
import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from sidepot.words.languages import (
    DEFAULT,
    FOLDER,
    accepted,
    known,
    language,
    languages,
    speak,
    speaking,
)

__all__ = [
    "ALTERNATIVES",
    "DEFAULT",
    "FOLDER",
    "Catalogue",
    "Message",
    "accepted",
    "add",
    "catalogue",
    "game_file",
    "known",
    "language",
    "languages",
    "read_game_file",
    "say",
    "speak",
    "speaking",
    "spoken",
]

T = TypeVar("T")

_game_words: dict[str, str] = {}
_game_files: dict[Path, None] = {}
"""The files of games, in the order in which they were loaded; their words lie beside them."""


class Message:
    """A key of the catalogue with its values; the text is made when it is first read.

    The text is cached, so neither key nor values may be changed.
    """

    __slots__ = ("_cached", "_encoded", "_hashed", "key", "values")
    _cached: tuple["Catalogue", str]
    """Its last text, with the catalogue that it came from."""
    _encoded: tuple["Catalogue", Any]
    """See `encoded`."""
    _hashed: int

    def __init__(self, key: str, values: Mapping[str, object] | None = None) -> None:
        self.key = key
        self.values: Mapping[str, object] = {} if values is None else values

    @property
    def text(self) -> str:
        """The sentence in the program's language, cards as `Kc`. Raises `KeyError`."""
        return self.text_by(spoken())

    def text_by(self, catalogue: "Catalogue") -> str:
        """The same by a catalogue; the last one's text is cached."""
        source, text = getattr(self, "_cached", _NOT_CACHED)
        if source is not catalogue:
            text = catalogue.say(self.key, self.values)
            self._cached = catalogue, text
        return text

    def encoded(self, encode: Callable[["Message"], T]) -> T:
        """The result of `encode` in the reader's language, computed once."""
        now = spoken()
        source, made = getattr(self, "_encoded", _NOT_ENCODED)
        if source is not now:
            made = encode(self)
            self._encoded = now, made
        known: T = made
        return known

    def render(self, card: Callable[[str], str] = str) -> str:
        """The sentence with every card, given as text like `Kc`, drawn by `card`."""
        return spoken().say(self.key, self.values, card)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Message({self.key!r}, {self.values!r})"

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Message):
            return NotImplemented
        return self.key == other.key and self.values == other.values

    def __reduce__(self) -> tuple[type["Message"], tuple[str, Mapping[str, object]]]:
        """Without what is cached: a copy in another process has a catalogue of its own."""
        return Message, (self.key, self.values)

    def __hash__(self) -> int:
        found = getattr(self, "_hashed", None)
        if found is None:
            values = [(name, _hash(value)) for name, value in self.values.items()]
            found = hash((self.key, frozenset(values)))
            self._hashed = found
        return found


def _hash(value: object) -> int:
    """The hash of a value of a message; the same for all that are neither words nor such a list.

    By its key alone the hand of a winner would be found among dozens that are compared with it.
    """
    if isinstance(value, (list, tuple)):
        return hash(tuple(map(_hash, value)))
    return hash(value) if isinstance(value, (str, Message)) else 0


_NOT_CACHED = None, ""
_NOT_ENCODED: tuple[None, Any] = None, None


def say(key: str, **values: object) -> str:
    """The sentence of a key. Raises `KeyError` for an unknown key or a missing value."""
    return Message(key, values).text


def add(words: Mapping[str, str], file: Path | None = None) -> None:
    """Add the English words of a game, and those that lie beside its file in other languages."""
    if not words.items() <= _game_words.items() or (file and file not in _game_files):
        _game_words.update(words)
        if file:
            _game_files[file] = None
        catalogue.cache_clear()  # texts cached by messages may use the former words


def spoken() -> "Catalogue":
    """The catalogue of the language that is spoken."""
    return catalogue(language())


@functools.cache
def catalogue(name: str) -> "Catalogue":
    """The catalogue of a language; entries that it lacks are in English."""
    entries = _read(DEFAULT)
    if name == DEFAULT:
        return Catalogue(name, entries)
    of_games: dict[str, str] = {}
    for file in _game_files:
        of_games |= game_file(file, name).get("words", {})
    return Catalogue(name, entries | _read(name), of_games)


@functools.cache
def game_file(file: Path, name: str) -> dict[str, Any]:
    """A game's own words in a language, from the file beside its own: `my_game.de.toml`.

    It may have `title`, by the game's name; `author`, with a `name`; `picture`, with a `title`;
    `option`, `label` and `value`, by the option's name: a line of help, a name, and names of its
    values; and `words`, which the game adds in English. It is empty where there is no such file, or
    one that cannot be read (`read_game_file` says why).
    """
    path = file.with_suffix(f".{name}.toml")
    try:
        return read_game_file(path) if path.exists() else {}
    except (OSError, ValueError):
        return {}


def read_game_file(path: Path) -> dict[str, Any]:
    """A game's own words in a language. Raises `OSError`, and `ValueError` saying why."""
    found = tomllib.loads(path.read_text("utf-8"))
    for section, entries in found.items():
        if not isinstance(entries, dict):
            raise ValueError(f"[{section}] is a section, not {entries!r}")
        for key, said in entries.items():
            if not isinstance(said, dict if section == "value" else str):
                raise ValueError(f"[{section}] {key}: {said!r}")
    return found


def _read(name: str) -> dict[str, str]:
    return {**_read_file(FOLDER / f"{name}.toml")}


@functools.cache
def _read_file(file: Path) -> Mapping[str, str]:
    """The entries of a file: every language begins with the English ones, which take a moment."""
    return _flat(tomllib.loads(file.read_text("utf-8")))


def _flat(tree: Mapping[str, Any], prefix: str = "") -> dict[str, str]:
    entries: dict[str, str] = {}
    for name, value in tree.items():
        key = prefix + name
        entries |= {key: value} if isinstance(value, str) else _flat(value, key + ".")
    return entries


class Catalogue:
    """The entries of one language."""

    def __init__(
        self, name: str, entries: Mapping[str, str], of_games: Mapping[str, str] | None = None
    ) -> None:
        """`of_games`: what games say in this language and not in English."""
        self.name = name
        self.entries = entries
        self._of_games = of_games or {}

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
        if spec == "number":
            return self.number(value)
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
            if card is str:
                return value.text_by(self)
            return self.say(value.key, value.values, card)
        if not spec:
            return str(value)
        if isinstance(value, int) and self.has(f"count.{spec}.other"):
            return self.plural(spec, value)
        return self.entry(f"{spec}.{value}")

    def entry(self, key: str) -> str:
        """The sentence of a key, its fields unfilled. Raises `KeyError`."""
        if key in self.entries:
            return self.entries[key]
        return self._of_games[key] if key in self._of_games else _game_words[key]

    def has(self, key: str) -> bool:
        """Is there such an entry?"""
        return key in self.entries or key in _game_words

    def plural(self, word: str, n: int) -> str:
        """A number with its counted word, in the language's plural form."""
        form = _plural_form(self.name, n)
        key = f"count.{word}.{form}"
        return self.entry(key if self.has(key) else f"count.{word}.other").format(n=n)

    def number(self, value: object) -> str:
        """A number, or a text with a number in it like `+2.50%`, as the language writes it."""
        point, comma = self.entry("number.point"), self.entry("number.group")
        return _NUMBER.sub(lambda found: _grouped(found, point, comma), str(value))

    def join(self, items: Sequence[str], last: str = "and") -> str:
        """`a`, `a and b`, `a, b and c`; `last` names the entry of `list` for the last two."""
        if len(items) < 2:
            return "".join(items)
        head = self.entry("list.comma").join(items[:-1])
        return self.entry(self._last(items[-1], last)).format(head=head, last=items[-1])

    def _last(self, word: str, last: str) -> str:
        """The key of the last two of a list, which may depend on the word's sound (Ana e Inés)."""
        own = f"own_list.{last}"
        before = self.entries.get(f"{own}_before")
        return own if before and re.match(before, word, re.IGNORECASE) else f"list.{last}"


_NUMBER = re.compile(r"(\d+)(?:\.(\d+))?")


def _grouped(found: re.Match[str], point: str, comma: str) -> str:
    whole, rest = found.groups()
    grouped = f"{int(whole):,}".replace(",", comma)
    return grouped if rest is None else grouped + point + rest


@functools.cache
def _plural_form(name: str, n: int) -> str:
    from babel import Locale, UnknownLocaleError  # slow to import, and seldom needed

    try:
        return Locale.parse(name).plural_form(n)
    except (UnknownLocaleError, ValueError):
        return _plural_form(DEFAULT, n)


ALTERNATIVES = {"or": "", "either": "card"}
"""Specs for a list of alternatives, and the spec of their items."""


@functools.lru_cache(maxsize=4096)
def _pieces(sentence: str) -> tuple[tuple[str, str | None, str], ...]:
    """The pieces of a sentence: literal text, and the name and spec of the field after it."""
    parsed = string.Formatter().parse(sentence)
    return tuple((literal, name, spec or "") for literal, name, spec, _ in parsed)
