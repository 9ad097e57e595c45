"""Registers every game with the libraries that are installed; importing this module does it.

`gymnasium.make("sidepot/Ricochet2-v0")` and `make_vec`, `pettingzoo.make("aec",
"sidepot/ricochet_2-v0")` and `"parallel"`, `pyspiel.load_game("sidepot_ricochet_2")`.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from sidepot import games

__all__ = ["register"]

_SKINS = "sidepot.lab.envs.skins"


def register() -> list[str]:
    """Register every game with Gymnasium, PettingZoo and OpenSpiel; returns Gymnasium's ids.

    A library that is not installed is left out. What is registered already stays as it is.
    """
    ids = [f"sidepot/{_camel(name)}-v0" for name in games.registry()]
    if find_spec("gymnasium"):
        _with_gymnasium(dict(zip(ids, games.registry(), strict=True)))
    if find_spec("pettingzoo") and find_spec("pettingzoo.env_registry"):
        _with_pettingzoo()
    if find_spec("pyspiel"):
        import_module("sidepot.lab.envs.openspiel").register()
    return ids


def _camel(name: str) -> str:
    """A game's name as Gymnasium's ids are written: `Ricochet2`."""
    return "".join(part.capitalize() for part in name.split("-"))


def _with_gymnasium(named: dict[str, str]) -> None:
    gymnasium: Any = import_module("gymnasium")
    for known, name in named.items():
        if known not in gymnasium.registry:
            gymnasium.register(
                known,
                entry_point=f"{_SKINS}:gym",
                vector_entry_point=f"{_SKINS}:made_vector",
                kwargs={"game": name},
                disable_env_checker=True,
            )


def _with_pettingzoo() -> None:
    registration: Any = import_module("pettingzoo.env_registry.registration")
    known = {"aec": registration.aec_registry, "parallel": registration.parallel_registry}
    for kind, registry in known.items():
        for name in games.registry():
            key = f"sidepot/{name.replace('-', '_')}-v0"
            if key not in registry:
                own = {"game": name}
                registration.register(kind, key, entry_point=f"{_SKINS}:{kind}", kwargs=own)


register()
