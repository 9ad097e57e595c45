"""Rules are compiled in one way: no file but `kernel/compiling.py` calls numba's compilers."""

import ast
from pathlib import Path

import pytest

import sidepot

ROOT = Path(sidepot.__file__).parent
ALLOWED = ROOT / "kernel" / "compiling.py"
COMPILERS = {
    "cfunc",
    "generated_jit",
    "guvectorize",
    "jit",
    "jitclass",
    "jit_module",
    "njit",
    "overload",
    "stencil",
    "vectorize",
}


def compilers(source: str) -> set[str]:
    """The names of numba's compilers in a file, however they were imported."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute):
            found.add(node.attr)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("numba"):
            found.update(alias.name for alias in node.names)
    return found & COMPILERS


def test_no_file_but_one_compiles() -> None:
    files = [file for file in ROOT.rglob("*.py") if file != ALLOWED]
    assert len(files) > 20
    assert [str(file) for file in files if compilers(file.read_text("utf-8"))] == []


def test_the_allowed_file_compiles() -> None:
    assert compilers(ALLOWED.read_text("utf-8")) == {"cfunc", "njit"}


@pytest.mark.parametrize(
    "source",
    [
        "import numba\n@numba.njit\ndef rule(): ...",
        "import numba as nb\n@nb.jit(nopython=True)\ndef rule(): ...",
        "from numba import njit as compiled\n@compiled\ndef rule(): ...",
        "from numba.core.decorators import jit",
        "def late():\n    from numba import vectorize",
        "import numba.extending\nrule = numba.extending.overload(max)",
    ],
)
def test_a_bare_compiler_is_caught(source: str) -> None:
    assert compilers(source)
