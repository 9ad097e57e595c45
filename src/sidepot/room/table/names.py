"""Who is who: names that can be read, and tokens that cannot be guessed."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Collection
from itertools import count

from sidepot.errors import Refused
from sidepot.words import say

_LONGEST = 24
"""Characters of a name."""
_UNSEEN = frozenset("\u115f\u1160\u3164\uffa0")
"""Hangul fillers: letters to Unicode, and nothing to the eye."""
_MARKS = 2
"""Accents and the like that may follow each other; more would pile up over other lines."""


def hashed(token: str) -> str:
    """What is stored of a token: nobody who reads the database can use it.

    Tokens have 256 random bits, so there is nothing to be slowed down or salted.
    """
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def checked_name(name: str) -> str:
    """A name as it is shown: spaces made even, in one form. Raises `Refused`."""
    shown = " ".join(unicodedata.normalize("NFKC", name).split())
    if not 1 <= len(shown) <= _LONGEST:
        raise Refused("room.refused_name_length", most=_LONGEST)
    if not can_be_seen(shown) or not any(map(str.isalnum, shown)):
        raise Refused("room.refused_name_signs")
    if re.search("M" * (_MARKS + 1), "".join(unicodedata.category(c)[0] for c in shown)):
        raise Refused("room.refused_name_signs")
    if _key(shown) == _key(say("table.you")):
        raise Refused("room.refused_name_taken", name=shown)
    return shown


def can_be_seen(text: str) -> bool:
    """Is no sign of it hidden? Marks are part of the sign before them, and not asked about."""
    return text.isprintable() and _UNSEEN.isdisjoint(text)


def distinct(name: str, taken: Collection[str]) -> str:
    """The name, or the name with a number where somebody here is called so already."""
    keys = {_key(other) for other in taken}
    if _key(name) not in keys:
        return name
    return next(f"{name} {n}" for n in count(2) if _key(f"{name} {n}") not in keys)


def _key(name: str) -> str:
    """What two names have in common that one would take for the same."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    return "".join(c for c in letters if c.isalnum() and c not in _UNSEEN)
