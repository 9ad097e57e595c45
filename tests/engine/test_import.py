"""`import sidepot` is quick: heavy modules load when a game is asked for."""

import importlib
import pkgutil

import pytest

import sidepot
from tests.children import python

LOADED = "print(sorted({'numba', 'numpy', 'rich'} & set(sys.modules)))"


def test_import_loads_neither_numba_nor_numpy_nor_rich() -> None:
    assert python("-c", f"import sys, sidepot; {LOADED}").strip() == "[]"


def test_a_game_loads_numpy_and_no_terminal() -> None:
    loaded = python("-c", f"import sys, sidepot; sidepot.game('ricochet'); {LOADED}")
    assert "numpy" in loaded
    assert "rich" not in loaded


def packages() -> list[str]:
    """Sidepot and its packages that list their names in `__all__`."""
    inside = pkgutil.walk_packages(sidepot.__path__, "sidepot.")
    found = ["sidepot", *(name for _, name, is_package in inside if is_package)]
    return [name for name in found if hasattr(importlib.import_module(name), "__all__")]


@pytest.mark.parametrize("name", packages())
def test_every_name_in_all_exists_and_is_in_dir(name: str) -> None:
    package = importlib.import_module(name)
    assert set(package.__all__) <= set(dir(package))
    assert all(hasattr(package, offered) for offered in package.__all__)
