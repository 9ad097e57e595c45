"""The changelog at a release: its heading, and the notes taken from it."""

from __future__ import annotations

import re

_HEAD = re.compile(r"^## \[?Unreleased\]?\n", re.M)
_SECTION = re.compile(r"^## ", re.M)
_INTRODUCTION = """# Changelog

What users notice, by version, the newest first, as [Keep a Changelog](https://keepachangelog.com)
has it. Versions follow [Semantic Versioning](https://semver.org); [what is stable](docs/stable.md)
says what they promise.

"""


class NothingToRelease(Exception):
    """A changelog without anything that is not released yet."""


def unreleased(text: str) -> str:
    """What the next release will have. Raises `NothingToRelease`."""
    head = _HEAD.search(text)
    if head is None:
        raise NothingToRelease("the changelog has no section Unreleased")
    following = _SECTION.search(text, head.end())
    found = text[head.end() : following.start() if following else None].strip()
    if not found:
        raise NothingToRelease("the section Unreleased of the changelog is empty")
    return found


def released(text: str, version: str, day: str) -> str:
    """The changelog with a heading of the release above what was not released before."""
    notes = unreleased(text)
    head = _HEAD.search(text)
    assert head is not None
    following = _SECTION.search(text, head.end())
    older = text[following.start() :] if following else ""
    parts = (f"## [{version}] - {day}\n\n{notes}\n", older)
    return f"{_INTRODUCTION}## Unreleased\n\n" + "\n".join(filter(None, parts))
