"""The examples of the reference, one for each part, function, property and method.

`examples/PAGE.txt` has them by name, and `examples/PAGE.setup.txt` what runs before each of them.
Run as a module this tries them; in the plain form, where nothing has to be compiled.
"""

from __future__ import annotations

import doctest
import io
import re
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "examples"
_HEAD = re.compile(r"^## (\S+)\n", re.MULTILINE)


def setup(page: str) -> str:
    """The Python that runs before each example of a page; empty for a page without examples."""
    file = FOLDER / f"{page}.setup.txt"
    return file.read_text("utf-8").strip() if file.exists() else ""


@cache
def examples(page: str) -> Mapping[str, str]:
    """The examples of a page by the names of what they show: `chips.pay`, `Hand.act`."""
    file = FOLDER / f"{page}.txt"
    return read(file.read_text("utf-8")) if file.exists() else {}


def read(text: str) -> dict[str, str]:
    """The examples in a text, each below a heading with its name. Raises for a name said twice."""
    _, *parts = _HEAD.split(text)
    names, bodies = parts[::2], parts[1::2]
    twice = {name for name in names if names.count(name) > 1}
    if twice:
        raise ValueError(f"examples with the same name: {sorted(twice)}")
    return {name: body.strip() for name, body in zip(names, bodies, strict=True)}


def faults(before: str, tried: Mapping[str, str]) -> list[str]:
    """The names of examples that show nothing, or not what happens, with the report of doctest."""
    code = compile(before, "setup", "exec", dont_inherit=True)
    return [f"{name}: {said}" for name, text in tried.items() if (said := _fault(code, name, text))]


def _fault(before: Any, name: str, text: str) -> str:
    """The fault of an example, or ""."""
    names: dict[str, Any] = {"__name__": "shown"}
    exec(before, names)
    test = doctest.DocTestParser().get_doctest(text, names, name, None, 0)
    if not any(example.want for example in test.examples):
        return "it shows no result"
    out = io.StringIO()
    doctest.DocTestRunner(verbose=False).run(test, out=out.write)
    return out.getvalue()


if __name__ == "__main__":
    page, *names = sys.argv[1:]
    chosen = {name: text for name, text in examples(page).items() if not names or name in names}
    print("\n".join(faults(setup(page), chosen)), end="")
