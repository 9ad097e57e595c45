"""Names that can be read and distinguished, and the hashes of tokens."""

from __future__ import annotations

import functools
import hashlib
import re
import unicodedata
from collections.abc import Collection
from itertools import count

from sidepot.errors import Refused
from sidepot.room.table import emoji
from sidepot.words import catalogue, languages

_MAX_LENGTH = 24
"""Signs of a name, as a reader counts them."""
_MAX_CHARACTERS = 64
"""Characters of a name: one emoji may be of ten."""
_INVISIBLE = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Fillers and the empty Braille sign: visible to Unicode, but nothing is drawn."""
_MAX_MARKS = 2
"""Combining marks, such as accents, in a row; more would be drawn over other lines."""


def token_hash(token: str) -> str:
    """The SHA-256 of a token, in hexadecimal: what is stored instead of the token.

    A token has 256 random bits, so the hash needs neither salt nor slowness.
    """
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def checked_name(name: str) -> str:
    """A name as it is shown: in NFKC form, with single spaces. Raises `Refused`.

    It may have emoji in it, or be made of them; what turns the direction of a line or is not seen
    may not be in it, but where it belongs to an emoji.
    """
    shown = " ".join(emoji.without_unseen(unicodedata.normalize("NFKC", name)).split())
    if not 1 <= emoji.signs(shown) <= _MAX_LENGTH or len(shown) > _MAX_CHARACTERS:
        raise Refused("room.refused_name_length", most=_MAX_LENGTH)
    if not is_visible(shown) or not (any(map(str.isalnum, shown)) or emoji.has_emoji(shown)):
        raise Refused("room.refused_name_signs")
    if re.search("M" * (_MAX_MARKS + 1), "".join(unicodedata.category(c)[0] for c in shown)):
        raise Refused("room.refused_name_signs")
    if _key(shown) in _own_names():
        raise Refused("room.refused_name_taken", name=shown)
    return shown


def is_visible(text: str) -> bool:
    """Can every character be seen? A combining mark counts as part of the character before it."""
    plain = emoji.outside(text)
    return plain.isprintable() and _INVISIBLE.isdisjoint(plain)


def visible(text: str) -> str:
    """The text with a space in the place of every character that cannot be seen, and trimmed."""
    parts = emoji.split(emoji.without_unseen(text))
    return "".join(part if is_one else _spaced(part) for part, is_one in parts).strip()


def _spaced(text: str) -> str:
    return "".join(c if is_visible(c) else " " for c in text)


def unique_name(name: str, taken: Collection[str]) -> str:
    """The name, with a number added if a taken name could be mistaken for it."""
    keys = {_key(other) for other in taken}
    if _key(name) not in keys:
        return name
    return next(f"{name} {n}" for n in count(2) if _key(f"{name} {n}") not in keys)


@functools.cache
def _own_names() -> frozenset[str]:
    """The reader's name in each language ("you"), which nobody may take."""
    return frozenset(_key(catalogue(name).entry("table.you")) for name in languages())


def _key(name: str) -> str:
    """A key that is equal for names that look alike."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    seen = "".join(c for c in letters if c.isalnum() and c not in _INVISIBLE)
    return seen + emoji.pictures(name)
