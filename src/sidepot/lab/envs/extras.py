"""Optional libraries of the environments, each with the extra that installs it."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from sidepot.errors import MissingExtra

_EXTRAS = {
    "gymnasium": "envs",
    "pettingzoo": "envs",
    "pyspiel": "envs",
    "stable_baselines3": "agents",
    "sb3_contrib": "agents",
}
"""The extra of each library."""


def library(module: str) -> Any:
    """A module of an optional library. Raises `MissingExtra`, which says how to install it."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        name = module.partition(".")[0]
        if name not in _EXTRAS or (error.name or "").partition(".")[0] == "sidepot":
            raise
        missing = error.name or name
        raise MissingExtra("error.extra", extra=_EXTRAS[name], module=missing) from error
