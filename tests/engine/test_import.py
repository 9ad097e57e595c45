"""`import sidepot` is quick: what is heavy waits until a game is asked for."""

from tests.children import python

LOADED = "print(sorted({'numba', 'numpy', 'rich'} & set(sys.modules)))"


def test_import_loads_neither_numba_nor_numpy_nor_rich() -> None:
    assert python("-c", f"import sys, sidepot; {LOADED}").strip() == "[]"


def test_a_game_loads_numpy_and_no_terminal() -> None:
    loaded = python("-c", f"import sys, sidepot; sidepot.game('ricochet'); {LOADED}")
    assert "numpy" in loaded
    assert "rich" not in loaded
