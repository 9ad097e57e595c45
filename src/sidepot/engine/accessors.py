"""Methods of `Game` and `Hand` whose work is done above the engine: by bots, coach, lab, histories.

The engine imports nothing from there. The top of the package registers a provider by name, which
is imported when the method is first called.
"""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from operator import attrgetter
from typing import Any

_providers: dict[str, str] = {}


def register(name: str, provider: str) -> None:
    """Register a provider: `register("bot", "sidepot.bots:find")`."""
    _providers[name] = provider


@cache
def provider(name: str) -> Callable[..., Any]:
    """The function that was registered under a name."""
    module, _, path = _providers[name].partition(":")
    found: Callable[..., Any] = attrgetter(path)(import_module(module))
    return found
