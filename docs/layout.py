"""The layout of the source, for `house.md`: packages from the plan of imports, a line each.

The plan is the one that `tests/architecture` holds; the lines are the first of each docstring.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.architecture.imports import PACKAGE, PLAN

SOURCE = Path(__file__).parents[1] / "src" / PACKAGE
INSIDE = ("room", "odds")
"""The packages that are divided on the plan."""
_ENTRY = "__init__"


def drawing() -> str:
    """All packages from the top down: each imports from lines below its own alone."""
    names = dict.fromkeys(name.partition(".")[0] for name in reversed(list(PLAN)))
    rows = [(name, summary(SOURCE / name)) for name in names if not name.startswith("__")]
    return _block([(PACKAGE, summary(SOURCE)), *rows])


def inside(package: str) -> str:
    """The parts of a package from the top down, and their modules."""
    rows: list[tuple[str, str]] = []
    for part in reversed(list(PLAN)):
        head, _, name = part.partition(".")
        if head == package and name != _ENTRY:
            rows += _rows(SOURCE / package / name, name)
    return _block(rows)


def _rows(path: Path, name: str) -> Iterator[tuple[str, str]]:
    """A module, or a folder and what is in it; the package's own folder has no line here."""
    if not path.is_dir():
        yield name, summary(path)
        return
    if name:
        yield f"{name}/", summary(path)
    margin = "  " if name else ""
    for inner in sorted(path.iterdir()):
        planned = ".".join(inner.relative_to(SOURCE).with_suffix("").parts) in PLAN
        if inner.suffix == ".py" and inner.stem != _ENTRY and not planned:
            yield margin + inner.stem, summary(inner.with_suffix(""))
        elif (inner / f"{_ENTRY}.py").exists() and not planned:
            yield f"{margin}{inner.name}/", summary(inner)


def summary(path: Path) -> str:
    """The first line of a module's or a package's docstring."""
    file = path.with_suffix(".py")
    if not file.exists():
        file = path / f"{_ENTRY}.py"
    text = ast.get_docstring(ast.parse(file.read_text("utf-8"))) or ""
    return text.partition("\n")[0]


def _block(rows: list[tuple[str, str]]) -> str:
    width = max(len(name) for name, _ in rows)
    lines = (f"{name:{width}}  {text}".rstrip() for name, text in rows)
    return "\n".join(["```text", *lines, "```"])
