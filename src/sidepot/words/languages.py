"""The language in use: the reader's, or else the process's."""

import contextlib
import functools
import os
import re
from collections.abc import Iterator
from contextvars import ContextVar
from pathlib import Path

FOLDER = Path(__file__).parent
DEFAULT = "en"

_OWN = ("SIDEPOT_LANG", "SIDEPOT_LANGUAGE")
_SYSTEM = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Variables of the environment, the stronger ones first."""
_TAG = re.compile(r"([a-z]{2,3})([_-][a-z0-9]+)*", re.IGNORECASE)
"""A language as browsers and people name it: `de`, `de-AT`, `es_MX`."""
_LOCALE = re.compile(r"([a-z]{2,3})(_[a-z]+)?(\.[\w-]+)?(@\w+)?", re.IGNORECASE)
"""A language as systems name it: `de_DE.UTF-8`."""
_MOST_WISHES = 20
"""The most languages of a header that are looked at."""

_reader: ContextVar[str] = ContextVar("sidepot_language", default="")


@functools.cache
def languages() -> tuple[str, ...]:
    """The languages that have a file, English first."""
    others = sorted(file.stem for file in FOLDER.glob("*.toml") if file.stem != DEFAULT)
    return DEFAULT, *others


def language() -> str:
    """The reader's language: that of `speaking`, or the process's own."""
    return _reader.get() or _own_language()


@functools.cache
def _own_language() -> str:
    """The language of the process: `SIDEPOT_LANG`, or else that of the system, or else English.

    Cached, as every sentence needs it and the environment of a process does not change.
    """
    for names, form in ((_OWN, _TAG), (_SYSTEM, _LOCALE)):
        for name in names:
            if wish := os.environ.get(name):
                return _known(wish, form) or DEFAULT
    return DEFAULT


def known(wish: str) -> str | None:
    """The language that a tag like `de-AT` asks for, None if it has no file."""
    return _known(wish, _TAG)


def _known(wish: str, form: re.Pattern[str]) -> str | None:
    found = form.fullmatch(wish)
    name = found[1].lower() if found else ""
    return name if name in languages() else None


def accepted(header: str) -> str:
    """The language that an `Accept-Language` header likes best; the process's own if none of them.

    A language of weight 0 is never chosen for its wish.
    """
    best, weight = _own_language(), 0.0
    for wish in header[:1000].split(",")[:_MOST_WISHES]:
        tag, _, rest = wish.replace(" ", "").partition(";")
        name, liked = known(tag), _weight(rest)
        if name and liked > weight:
            best, weight = name, liked
    return best


def _weight(text: str) -> float:
    """The weight of a wish, `q=0.8`; 1 without one, 0 for what cannot be read."""
    if not text:
        return 1.0
    found = re.fullmatch(r"q=([01](?:\.\d{0,3})?)", text)
    return float(found[1]) if found else 0.0


def speak(name: str) -> None:
    """From here on this task speaks a language, and so do the tasks that it starts."""
    _reader.set(name)


@contextlib.contextmanager
def speaking(name: str) -> Iterator[None]:
    """A context in which all texts are in a language, for a reader who is not the asker."""
    before = _reader.set(name)
    try:
        yield
    finally:
        _reader.reset(before)
