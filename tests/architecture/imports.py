"""Which package may import from which, and what imports what, read from the source."""

import ast
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

PACKAGE = "sidepot"

PLAN: Mapping[str, Sequence[str]] = {
    "words": (),
    "paths": (),
    "progress": (),
    "entropy": (),
    "decoding": (),
    "errors": ("words",),
    "protocol": ("words",),
    "fairness": (),
    "kernel": ("paths", "progress", "words"),
    "cards": ("errors",),
    "hands": ("cards", "kernel", "errors", "words"),
    "piles": ("hands", "cards", "kernel"),
    "rules": ("hands", "cards", "kernel", "errors", "words"),
    "engine": ("rules", "cards", "kernel", "paths", "errors", "words", "entropy"),
    "games": ("engine", "rules", "piles", "hands", "cards", "kernel", "errors", "words"),
    "history": (
        "games",
        "engine",
        "rules",
        "cards",
        "fairness",
        "kernel",
        "errors",
        "words",
        "paths",
    ),
    "verify": ("history", "engine", "cards", "fairness", "errors", "words"),
    "odds": ("engine", "rules", "cards", "kernel", "errors", "words"),
    "odds.ricochet": (
        "odds",
        "games",
        "engine",
        "rules",
        "hands",
        "cards",
        "kernel",
        "paths",
        "errors",
        "words",
    ),
    "odds.casino": ("odds", "games", "engine", "rules", "hands", "kernel", "errors", "words"),
    "odds.__init__": (
        "odds.casino",
        "odds.ricochet",
        "odds",
        "games",
        "engine",
        "rules",
        "kernel",
        "errors",
        "words",
    ),
    "bots": (
        "odds.__init__",
        "odds.casino",
        "odds.ricochet",
        "odds",
        "games",
        "engine",
        "rules",
        "hands",
        "cards",
        "kernel",
        "errors",
        "words",
    ),
    "learn": (
        "decoding",
        "bots",
        "odds",
        "games",
        "engine",
        "rules",
        "hands",
        "kernel",
        "paths",
        "errors",
        "words",
    ),
    "bots.__init__": ("learn", "bots", "odds", "engine", "errors"),
    "coach": (
        "bots.__init__",
        "learn",
        "bots",
        "odds.__init__",
        "odds",
        "engine",
        "rules",
        "kernel",
        "cards",
        "errors",
        "words",
    ),
    "lab": (
        "decoding",
        "bots.__init__",
        "bots",
        "odds.casino",
        "odds.ricochet",
        "games",
        "engine",
        "rules",
        "hands",
        "kernel",
        "paths",
        "errors",
    ),
    "strength": (
        "learn",
        "lab",
        "bots.__init__",
        "bots",
        "odds",
        "engine",
        "rules",
        "kernel",
        "paths",
        "errors",
        "words",
    ),
    "envs": (
        "decoding",
        "learn",
        "lab",
        "bots.__init__",
        "bots",
        "odds",
        "games",
        "engine",
        "rules",
        "cards",
        "kernel",
        "errors",
        "words",
        "entropy",
    ),
    "testing": (
        "decoding",
        "lab",
        "bots.__init__",
        "bots",
        "games",
        "engine",
        "rules",
        "cards",
        "kernel",
        "errors",
        "words",
    ),
    "designer": (
        "testing",
        "paths",
        "games",
        "engine",
        "rules",
        "hands",
        "cards",
        "kernel",
        "errors",
        "words",
    ),
    "warm": ("coach", "bots.__init__", "bots", "games", "engine", "kernel", "progress"),
    "room.table": (
        "decoding",
        "fairness",
        "protocol",
        "history",
        "bots.__init__",
        "bots",
        "games",
        "engine",
        "rules",
        "cards",
        "errors",
        "words",
        "entropy",
    ),
    "room.views": (
        "room.table",
        "fairness",
        "protocol",
        "history",
        "odds",
        "fairness",
        "bots.__init__",
        "bots",
        "games",
        "engine",
        "errors",
        "words",
    ),
    "room.storage": (
        "decoding",
        "room.table",
        "protocol",
        "engine",
        "paths",
        "errors",
        "words",
        "entropy",
    ),
    "room.live": (
        "coach",
        "room.storage",
        "room.views",
        "room.table",
        "history",
        "fairness",
        "protocol",
        "bots.__init__",
        "bots",
        "odds.__init__",
        "engine",
        "kernel",
        "errors",
        "words",
    ),
    "room.service": (
        "room.live",
        "room.storage",
        "room.views",
        "room.table",
        "protocol",
        "errors",
        "words",
    ),
    "room.__init__": (),
    "web": (
        "decoding",
        "room.service",
        "room.live",
        "room.storage",
        "protocol",
        "errors",
        "words",
        "entropy",
    ),
    "client": (
        "decoding",
        "protocol",
        "fairness",
        "bots.__init__",
        "bots",
        "games",
        "engine",
        "cards",
        "paths",
        "errors",
        "words",
        "entropy",
    ),
    "terminal": (
        "coach",
        "paths",
        "client",
        "protocol",
        "history",
        "odds",
        "bots.__init__",
        "bots",
        "games",
        "engine",
        "kernel",
        "progress",
        "errors",
        "words",
        "entropy",
    ),
    "cli": (
        "strength",
        "coach",
        "learn",
        "web",
        "room.service",
        "room.storage",
        "terminal",
        "client",
        "verify",
        "protocol",
        "history",
        "designer",
        "testing",
        "warm",
        "envs",
        "lab",
        "odds.__init__",
        "odds.ricochet",
        "odds",
        "bots.__init__",
        "bots",
        "games",
        "engine",
        "progress",
        "errors",
        "words",
    ),
    "__main__": ("cli",),
    "__init__": ("games", "engine"),
}
"""Each package, from the bottom up, and those that it may import from.

A package with a dot is a part of another; `odds` is what the odds of all games have in common.
"""


def modules(root: Path) -> set[str]:
    """Every module and package below a source folder, by its dotted name within it."""
    files = (path.relative_to(root).with_suffix("") for path in root.rglob("*.py"))
    names = {".".join(file.parts) for file in files}
    return names | {name.removesuffix(".__init__") for name in names}


def imports(file: Path) -> Iterator[str]:
    """The modules that a file imports, late imports and those for types included."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def package_of(module: str, known: set[str]) -> str:
    """The package of the plan that a module, by its name within ours, belongs to.

    A name that a package itself defines belongs to that package's `__init__`.
    """
    if module not in known:
        module = module.rpartition(".")[0] or "__init__"
    if f"{module}.__init__" in PLAN:
        module = f"{module}.__init__"
    while module not in PLAN and "." in module:
        module = module.rpartition(".")[0]
    return module if module in PLAN else "__init__"


def upward(root: Path) -> list[str]:
    """Every import that goes from a package to one that it may not know."""
    wrong, known = [], modules(root)
    for file in sorted(root.rglob("*.py")):
        name = ".".join(file.relative_to(root).with_suffix("").parts)
        package = package_of(name, known)
        for module in imports(file):
            first, _, rest = module.partition(".")
            if first != PACKAGE or rest == "__version__":
                continue
            target = package_of(rest, known)
            if target not in (package, *PLAN[package]):
                wrong.append(f"{file.relative_to(root)} imports {module}")
    return wrong
