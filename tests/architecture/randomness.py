"""Randomness without a seed, read from the source: the system's, and generators of all modules."""

import ast
import random
import re
from collections.abc import Iterator
from pathlib import Path

GENERATORS = ("random.Random", "numpy.random.default_rng", "numpy.random.RandomState")
"""Generators that draw from the system where they get no seed."""
OF_THE_SYSTEM = ("os.urandom", "os.getrandom", "uuid.uuid1", "uuid.uuid4", "random.SystemRandom")
GLOBAL = ("random", "numpy.random")
"""Modules whose functions share one generator."""
TYPES = ("random.Random", "numpy.random.Generator", "numpy.random.SeedSequence")
"""Names of these modules that draw nothing by themselves."""
_MAYBE = re.compile(r"\b(random|secrets|urandom|getrandom|uuid)\b")
"""Found in every file that may draw; the others are not parsed."""


def unseeded(file: Path) -> list[str]:
    """The places of a file that draw without a seed, each with its line."""
    text = file.read_text("utf-8")
    if not _MAYBE.search(text):
        return []
    tree = ast.parse(text)
    names = _imported(tree)
    found = {
        (node.lineno, name)
        for node in ast.walk(tree)
        for name in _drawn(node, names)
        if isinstance(node, (ast.expr, ast.stmt))
    }
    return [f"{file.name}:{line} {name}" for line, name in sorted(found)]


def _imported(tree: ast.Module) -> dict[str, str]:
    """The names of a module that stand for other modules, or for something in them."""
    names: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for one in node.names:
                top = one.name.partition(".")[0]
                names[one.asname or top] = one.name if one.asname else top
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names |= {one.asname or one.name: f"{node.module}.{one.name}" for one in node.names}
    return names


def _drawn(node: ast.AST, names: dict[str, str]) -> Iterator[str]:
    """Sources of unseeded randomness in a node: the system's modules, generators without a seed."""
    if isinstance(node, ast.Import):
        yield from (one.name for one in node.names if one.name == "secrets")
    elif isinstance(node, ast.ImportFrom) and node.module == "secrets":
        yield node.module
    elif isinstance(node, ast.Call):
        name = _name(node.func, names)
        is_none = not node.keywords and all(_is_none(given) for given in node.args)
        if name in GENERATORS and is_none:
            yield f"{name}()"
    elif isinstance(node, (ast.Name, ast.Attribute)):
        name = _name(node, names)
        module, _, last = name.rpartition(".")
        is_function = module in GLOBAL and name not in (*TYPES, *GENERATORS) and _is_there(last)
        if name in OF_THE_SYSTEM or is_function:
            yield name


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _is_there(name: str) -> bool:
    """Whether a generator has a method of this name, or the modules a function to seed theirs."""
    import numpy as np

    return hasattr(random, name) or hasattr(np.random, name)


def _name(node: ast.expr, names: dict[str, str]) -> str:
    """The full name of what an expression stands for; empty where that is not imported."""
    if isinstance(node, ast.Attribute):
        before = _name(node.value, names)
        return f"{before}.{node.attr}" if before else ""
    return names.get(node.id, "") if isinstance(node, ast.Name) else ""
