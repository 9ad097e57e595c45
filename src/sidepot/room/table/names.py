"""Names that can be read and told apart, and the hashes of tokens."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Collection
from itertools import count

from sidepot.errors import Refused
from sidepot.words import say

_MAX_LENGTH = 24
"""Characters of a name."""
_INVISIBLE = frozenset("\u115f\u1160\u3164\uffa0")
"""Hangul fillers: letters to Unicode, but nothing is drawn."""
_MAX_MARKS = 2
"""Combining marks, such as accents, in a row; more would be drawn over other lines."""


def token_hash(token: str) -> str:
    """The SHA-256 of a token, in hexadecimal: what is stored instead of the token.

    A token has 256 random bits, so the hash needs neither salt nor slowness.
    """
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def checked_name(name: str) -> str:
    """A name as it is shown: in NFKC form, with single spaces. Raises `Refused`."""
    shown = " ".join(unicodedata.normalize("NFKC", name).split())
    if not 1 <= len(shown) <= _MAX_LENGTH:
        raise Refused("room.refused_name_length", most=_MAX_LENGTH)
    if not is_visible(shown) or not any(map(str.isalnum, shown)):
        raise Refused("room.refused_name_signs")
    if re.search("M" * (_MAX_MARKS + 1), "".join(unicodedata.category(c)[0] for c in shown)):
        raise Refused("room.refused_name_signs")
    if _key(shown) == _key(say("table.you")):
        raise Refused("room.refused_name_taken", name=shown)
    return shown


def is_visible(text: str) -> bool:
    """Can every character be seen? A combining mark counts as part of the character before it."""
    return text.isprintable() and _INVISIBLE.isdisjoint(text)


def unique_name(name: str, taken: Collection[str]) -> str:
    """The name, with a number added if a taken name could be mistaken for it."""
    keys = {_key(other) for other in taken}
    if _key(name) not in keys:
        return name
    return next(f"{name} {n}" for n in count(2) if _key(f"{name} {n}") not in keys)


def _key(name: str) -> str:
    """A key that is equal for names that look alike."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    return "".join(c for c in letters if c.isalnum() and c not in _INVISIBLE)
