"""`import sidepot` is quick: what is heavy waits until a game is asked for."""

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
    """Sidepot and the packages in it that say what they offer."""
    inside = pkgutil.walk_packages(sidepot.__path__, "sidepot.")
    found = ["sidepot", *(name for _, name, is_package in inside if is_package)]
    return [name for name in found if hasattr(importlib.import_module(name), "__all__")]


@pytest.mark.parametrize("name", packages())
def test_what_a_package_offers_is_there_and_can_be_seen(name: str) -> None:
    package = importlib.import_module(name)
    assert set(package.__all__) <= set(dir(package))
    assert all(hasattr(package, offered) for offered in package.__all__)
