"""What the cache uses of numba that numba does not promise, and whether it is there.

Where it is not, or where numba is another than those that were tried, rules are compiled anew at
every start: slow to begin, and otherwise the same.
"""

from __future__ import annotations

import importlib
import inspect
import logging
import re
from operator import attrgetter
from typing import Any

from sidepot.words import say

_log = logging.getLogger("sidepot.kernel")

TESTED = ((0, 65), (0, 69))
"""Versions of numba that the cache was tried with: from, and before. `pyproject.toml` asks for the
same; how they were tried stands in docs/decisions/0002-cache-by-content.md."""
_ANY = None
_USED = {
    "caching:NullCache.load_overload": 3,
    "caching:NullCache.save_overload": 3,
    "compiler:CompileResult._reduce": 1,
    "compiler:CompileResult._rebuild": _ANY,
    "serialize:dumps": 1,
    "base:BaseContext.refresh": 1,
    "codegen:CPUCodegen.magic_tuple": 1,
}
"""Parts of `numba.core`, and how many arguments each is called with: `_rebuild` with as many as
`_reduce` gives."""
_reasons: list[str] = []
"""Why there is no cache: the first was said."""


def look(version: str) -> None:
    """Give up if numba is not as those that were tried."""
    oldest, too_new = TESTED
    if not oldest <= tuple(map(int, re.findall(r"\d+", version)[:2])) < too_new:
        give_up(f"numba {version}")
    elif changed := [place for place, count in _USED.items() if not _is_there(place, count)]:
        give_up(", ".join(changed))


def _is_there(place: str, count: int | None) -> bool:
    """Is a part of numba where it was, and can it be called as it was?"""
    module, _, name = place.partition(":")
    try:
        found: Any = attrgetter(name)(importlib.import_module(f"numba.core.{module}"))
        if count is not _ANY:
            inspect.signature(found).bind(*range(count))
    except (ImportError, AttributeError, TypeError, ValueError):
        return False
    return True


def is_caching() -> bool:
    """Does machine code go to disk and come from there, as far as we know by now?"""
    return not _reasons


def give_up(reason: str) -> None:
    """Cache nothing from now on, and say so: once."""
    if not _reasons:
        _log.warning("%s", say("session.uncached", reason=reason))
    _reasons.append(reason)
