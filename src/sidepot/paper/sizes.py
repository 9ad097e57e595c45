"""Sizes of paper, and which of them is usual where."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple


class Paper(NamedTuple):
    """A sheet of paper: its name in style sheets, its width and its height in millimetres."""

    name: str
    width: float
    height: float


PAPERS: Mapping[str, Paper] = {
    "a4": Paper("A4", 210, 297),
    "letter": Paper("letter", 215.9, 279.4),
}
"""The sizes by the names under which they are chosen."""
_LETTER = {"US", "CA", "MX", "PH", "CL", "CO", "CR", "DO", "GT", "HN", "NI", "PA", "PR", "SV", "VE"}
"""The regions in which Letter is usual."""
_REGION = re.compile(r"[A-Za-z]{2,3}[-_](?:[A-Za-z]{4}[-_])?([A-Za-z]{2})\b")
_VARIABLES = ("LC_ALL", "LC_PAPER", "LC_MEASUREMENT", "LANG")
_MOST = 200
"""The characters that are read of an `Accept-Language` header."""


def paper_of(tags: str | Sequence[str]) -> str:
    """The usual paper by tags of languages with regions: `en-US`, `es_MX.UTF-8`; else A4.

    The first that names a region decides.
    """
    text = tags if isinstance(tags, str) else " ".join(tags)
    found = _REGION.search(text[:_MOST])
    return "letter" if found and found[1].upper() in _LETTER else "a4"


def paper_here(environment: Mapping[str, str]) -> str:
    """The usual paper by the variables of the system."""
    return paper_of([environment.get(name, "") for name in _VARIABLES])
