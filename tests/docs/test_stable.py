"""The names that programs may rely on, and their signatures, are those of `docs/stable.md`."""

import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import sidepot
from sidepot.engine.game import Game, Hand

PAGE = Path(__file__).parents[2] / "docs" / "stable.md"
BLOCK = re.compile(r"^```text\n(.*?)^```", re.DOTALL | re.MULTILINE)
MEMBERS: dict[type, tuple[str, ...]] = {
    Game: ("deal", "bot", "simulate", "equity", "with_options"),
    Hand: (
        *("act", "actor", "legal", "over", "payoffs", "view", "record", "events"),
        *("analyze", "history"),
    ),
}


def surface(package: Any) -> Iterator[str]:
    """A line for each name at the top of the package, and for each promised member of a class."""
    for name in sorted(package.__all__):
        found = getattr(package, name)
        yield line(name, found)
        for member in MEMBERS.get(found, ()) if isinstance(found, type) else ():
            yield line(f"{name}.{member}", inspect.getattr_static(found, member))


def line(name: str, found: Any) -> str:
    if isinstance(found, ModuleType):
        return f"{name}: module"
    if inspect.isfunction(found):
        return name + str(inspect.signature(found)).replace("'", "").replace('"', "")
    kind = {str: "text", property: "property"}.get(type(found), "class")
    return f"{name}: {kind}"


def promised() -> list[str]:
    [block] = BLOCK.findall(PAGE.read_text("utf-8"))
    return str(block).splitlines()


def test_the_page_has_the_names_and_signatures_of_the_package() -> None:
    assert promised() == list(surface(sidepot))


@pytest.mark.parametrize("change", ["a new name", "a new parameter"])
def test_a_changed_surface_is_noticed(change: str) -> None:
    changed = ModuleType("changed")
    for name in sidepot.__all__:
        setattr(changed, name, getattr(sidepot, name))
    changed.__all__ = [*sidepot.__all__]  # type: ignore[attr-defined]
    if change == "a new name":
        changed.__all__.append("another")
        changed.another = sidepot.game  # type: ignore[attr-defined]
    else:
        changed.game = lambda name, other, **options: None  # type: ignore[attr-defined]
    assert promised() != list(surface(changed))
