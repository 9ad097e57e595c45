"""Emoji in text: which sequences are one picture, and how many signs a reader sees."""

from __future__ import annotations

import re
import unicodedata

_PICTURE = (
    "[\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u27ff\u2900-\u297f\u2b00-\u2bff"
    "\u3030\u303d\u3297\u3299\U0001f000-\U0001faff]"
)
_SKIN = "[\U0001f3fb-\U0001f3ff]"
_FLAG = "[\U0001f1e6-\U0001f1ff]{2}"
_PERSON = f"{_PICTURE}\ufe0f?{_SKIN}?"
_MAX_JOINED = 5
"""Pictures that are joined to one at most: a family has four, a kiss five."""
_EMOJI = re.compile(f"{_FLAG}|{_PERSON}(?:\u200d{_PERSON}){{0,{_MAX_JOINED - 1}}}")
"""One emoji: a flag, or pictures that are joined to one, each perhaps with a tone of skin."""
_UNSEEN = re.compile(
    "[\u034f\u17b4\u17b5\u180b-\u180f\ufe00-\ufe0f\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Marks that nobody sees (`Default_Ignorable_Code_Point`), but for those that are no marks."""


def split(text: str) -> list[tuple[str, bool]]:
    """The text in parts, each with: is it an emoji?"""
    parts, at = list[tuple[str, bool]](), 0
    for found in _EMOJI.finditer(text):
        parts += [(text[at : found.start()], False), (found.group(), True)]
        at = found.end()
    return [*parts, (text[at:], False)]


def without_unseen(text: str) -> str:
    """The text without invisible marks; inside of an emoji they stay."""
    return "".join(part if is_one else _UNSEEN.sub("", part) for part, is_one in split(text))


def outside(text: str) -> str:
    """The text with each emoji replaced by a space."""
    return _EMOJI.sub(" ", text)


def has_emoji(text: str) -> bool:
    """Is there an emoji in the text?"""
    return _EMOJI.search(text) is not None


def pictures(text: str) -> str:
    """The emoji of a text without what varies their look: equal for those that look alike."""
    found = "".join(_EMOJI.findall(text))
    return "".join(c for c in found if c not in "\ufe0f\u200d")


def signs(text: str) -> int:
    """The number of signs that a reader sees: an emoji is one, and a mark belongs to its letter."""
    plain = _EMOJI.sub("x", text)
    return sum(not unicodedata.category(c).startswith("M") for c in plain)
