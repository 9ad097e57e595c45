"""Which tests are left to `make soak`, by the patterns in long.txt."""

from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

LIST = Path(__file__).with_name("long.txt")


def patterns() -> list[str]:
    """The patterns of names of tests that take long."""
    lines = LIST.read_text("utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def is_long(name: str) -> bool:
    """Is a test left to `make soak`?"""
    return any(fnmatchcase(name, pattern) for pattern in patterns())


def leave_to_soak(items: Iterable[pytest.Item]) -> None:
    """Mark the tests that take long."""
    found = patterns()
    for item in items:
        if any(fnmatchcase(item.nodeid, pattern) for pattern in found):
            item.add_marker(pytest.mark.soak)
