"""Checks numba's private parts, which we use without any promise of stability.

Where one is missing, or where the version of numba is not among those tested, rules are compiled
again at every start, by documented interfaces alone: slow to begin, and otherwise the same, but
that all of them check indices. Where `entry_point` finds nothing, loops with many arguments are
entered slowly.
"""

from __future__ import annotations

import importlib
import inspect
import logging
import re
from collections.abc import Mapping
from operator import attrgetter
from typing import Any

from sidepot.words import say

_log = logging.getLogger("sidepot.kernel")

TESTED = ((0, 65), (0, 69))
"""Versions of numba that the cache was tested with: the oldest, which `pyproject.toml` requires,
and the first too new. docs/decisions/0002-cache-by-content.md describes the tests."""
_ANY = None
USED = {
    "caching:NullCache.load_overload": 3,
    "compiler:CompileResult._reduce": 1,
    "compiler:CompileResult._rebuild": _ANY,
    "codegen:JITCodeLibrary._finalize_final_module": 1,
    "codegen:JITCodeLibrary._optimize_final_module": 1,
    "dispatcher:Dispatcher.get_call_template": 3,
    "dispatcher:Dispatcher.get_overload": 2,
    "dispatcher:Dispatcher._compile_for_args": 1,
    "base:BaseContext.refresh": 1,
}
"""Parts of `numba.core`, and the number of arguments that each is called with; `_rebuild` takes as
many as `_reduce` gives. What goes with these (`_final_module`, `_finalized`, `_nrt`,
`no_cpython_wrapper`, `ConfigStack`) is not checked: it is used with tested versions alone."""
_reasons: list[str] = []
"""The reasons why there is no cache; the first was logged."""


def look(version: str) -> None:
    """Give up caching if this numba differs from the versions tested."""
    oldest, too_new = TESTED
    if not oldest <= tuple(map(int, re.findall(r"\d+", version)[:2])) < too_new:
        give_up(f"numba {version}")
    elif changed := [place for place, count in USED.items() if not _is_there(place, count)]:
        give_up(", ".join(changed))


def _is_there(place: str, count: int | None) -> bool:
    """Whether a part of numba is where we expect it and takes that many arguments."""
    module, _, name = place.partition(":")
    try:
        found: Any = attrgetter(name)(importlib.import_module(f"numba.core.{module}"))
        if count is not _ANY:
            inspect.signature(found).bind(*range(count))
    except (ImportError, AttributeError, TypeError, ValueError):
        return False
    return True


def entry_point(function: Any, types: tuple[Any, ...]) -> Any:
    """The entry point for arguments of some types, after `function` was called with such.

    Where this numba has no such thing it is the function itself, which looks at the types first.
    """
    forms = getattr(function, "overloads", None)
    form = forms.get(types) if isinstance(forms, Mapping) else None
    found = getattr(form, "entry_point", None)
    return found if callable(found) else function


def is_caching() -> bool:
    """Whether machine code is cached on disk; False from the first `give_up` on."""
    return not _reasons


def give_up(reason: str) -> None:
    """Stop caching, and log the first reason."""
    if not _reasons:
        _log.warning("%s", say("session.uncached", reason=reason, **tested()))
    _reasons.append(reason)


def tested() -> dict[str, str]:
    """The oldest and the newest version of numba whose code is kept: `least`, `most`."""
    (major, least), (_, too_new) = TESTED
    return {"least": f"{major}.{least}", "most": f"{major}.{too_new - 1}"}
