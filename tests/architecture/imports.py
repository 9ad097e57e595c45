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
    "decoding": ("words",),
    "errors": ("words",),
    "fairness": (),
    "file_locks": (),
    "kernel": (
        "file_locks",
        "progress",
        "paths",
        "words",
    ),
    "cards": ("errors",),
    "hands": (
        "cards",
        "kernel",
        "errors",
        "words",
    ),
    "piles": (
        "hands",
        "cards",
        "kernel",
    ),
    "rules": (
        "piles",
        "hands",
        "cards",
        "kernel",
        "errors",
        "words",
    ),
    "odds.__init__": (),
    "odds.result": (),
    "engine": (
        "rules",
        "cards",
        "kernel",
        "errors",
        "entropy",
        "paths",
        "words",
    ),
    "games": (
        "engine",
        "rules",
        "piles",
        "hands",
        "cards",
        "kernel",
        "errors",
        "words",
    ),
    "paper": (
        "engine",
        "rules",
        "hands",
        "cards",
        "words",
    ),
    "history": (
        "games",
        "engine",
        "rules",
        "cards",
        "kernel",
        "fairness",
        "errors",
        "paths",
        "words",
    ),
    "history.imports": (
        "history",
        "engine",
        "cards",
        "errors",
        "words",
    ),
    "history.verify": (
        "history",
        "engine",
        "cards",
        "fairness",
        "errors",
        "words",
    ),
    "real": (
        "history",
        "games",
        "engine",
        "rules",
        "cards",
        "kernel",
        "errors",
        "decoding",
        "words",
    ),
    "odds": (
        "odds.result",
        "engine",
        "rules",
        "hands",
        "cards",
        "kernel",
        "errors",
        "words",
    ),
    "odds.ricochet": (
        "odds",
        "odds.result",
        "games",
        "engine",
        "rules",
        "hands",
        "cards",
        "kernel",
        "errors",
        "paths",
        "words",
    ),
    "odds.guts": (
        "games",
        "engine",
        "rules",
        "cards",
        "kernel",
    ),
    "odds.leduc": (
        "games",
        "cards",
        "kernel",
    ),
    "odds.standoff": (
        "games",
        "cards",
        "kernel",
    ),
    "odds.casino": (
        "odds",
        "odds.result",
        "games",
        "engine",
        "rules",
        "hands",
        "cards",
        "kernel",
        "errors",
        "words",
    ),
    "odds.equity": (
        "odds",
        "odds.result",
        "engine",
        "rules",
        "cards",
        "kernel",
        "errors",
        "words",
    ),
    "bots": (
        "odds.casino",
        "odds.guts",
        "odds.leduc",
        "odds.standoff",
        "odds.ricochet",
        "odds",
        "games",
        "engine",
        "rules",
        "hands",
        "cards",
        "kernel",
        "errors",
        "entropy",
        "words",
    ),
    "bots.trained": (
        "bots",
        "odds",
        "games",
        "engine",
        "rules",
        "hands",
        "kernel",
        "errors",
        "decoding",
        "paths",
        "words",
    ),
    "bots.endgame": (
        "bots.trained",
        "bots",
        "odds",
        "engine",
        "rules",
        "cards",
        "kernel",
    ),
    "bots.__init__": (
        "bots.endgame",
        "bots.trained",
        "bots",
        "odds",
        "engine",
        "errors",
    ),
    "analysis": (
        "bots.__init__",
        "bots.trained",
        "bots",
        "odds.equity",
        "odds.casino",
        "odds.leduc",
        "odds.ricochet",
        "odds",
        "odds.result",
        "games",
        "engine",
        "rules",
        "cards",
        "kernel",
        "errors",
        "words",
    ),
    "lab": (
        "bots.__init__",
        "bots.trained",
        "bots",
        "odds.casino",
        "odds.ricochet",
        "games",
        "engine",
        "rules",
        "hands",
        "kernel",
        "errors",
        "decoding",
    ),
    "lab.learn": (
        "bots.trained",
        "odds.leduc",
        "games",
        "engine",
        "rules",
        "kernel",
        "errors",
        "paths",
    ),
    "lab.strength": (
        "lab.learn",
        "lab",
        "bots.__init__",
        "bots.trained",
        "bots",
        "odds",
        "engine",
        "rules",
        "kernel",
        "errors",
        "paths",
    ),
    "lab.envs": (
        "lab",
        "bots.__init__",
        "bots.trained",
        "bots",
        "games",
        "engine",
        "rules",
        "cards",
        "kernel",
        "errors",
        "decoding",
        "entropy",
    ),
    "lab.selfplay": (
        "lab.envs",
        "lab",
        "games",
        "engine",
        "kernel",
        "errors",
        "entropy",
    ),
    "designer": (
        "lab",
        "bots.__init__",
        "bots",
        "odds",
        "games",
        "engine",
        "rules",
        "hands",
        "cards",
        "kernel",
        "errors",
        "decoding",
        "paths",
        "words",
    ),
    "warm": (
        "analysis",
        "odds.equity",
        "bots.__init__",
        "games",
        "engine",
        "kernel",
        "paths",
        "progress",
    ),
    "room.protocol": ("engine", "odds.result", "real", "words"),
    "room.table": (
        "room.protocol",
        "bots.__init__",
        "bots",
        "real",
        "history",
        "games",
        "engine",
        "rules",
        "cards",
        "fairness",
        "errors",
        "decoding",
        "entropy",
        "words",
        "hands",
    ),
    "room.views": (
        "paper",
        "room.table",
        "room.protocol",
        "bots.__init__",
        "odds",
        "history",
        "games",
        "engine",
        "fairness",
        "errors",
        "words",
    ),
    "room.storage": (
        "file_locks",
        "room.table",
        "room.protocol",
        "engine",
        "errors",
        "decoding",
        "entropy",
        "paths",
        "words",
    ),
    "room.live": (
        "room.storage",
        "room.views",
        "room.table",
        "room.protocol",
        "warm",
        "analysis",
        "odds",
        "odds.equity",
        "odds.result",
        "bots.__init__",
        "history",
        "engine",
        "kernel",
        "fairness",
        "errors",
        "words",
        "games",
        "paths",
    ),
    "room.service": (
        "room.live",
        "room.storage",
        "room.views",
        "room.table",
        "room.protocol",
        "engine",
        "errors",
        "words",
    ),
    "room.__init__": (),
    "room.client": (
        "room.protocol",
        "bots",
        "games",
        "engine",
        "cards",
        "fairness",
        "errors",
        "decoding",
        "entropy",
        "paths",
        "words",
    ),
    "room.web": (
        "paper",
        "room.service",
        "room.live",
        "room.storage",
        "room.protocol",
        "engine",
        "rules",
        "errors",
        "decoding",
        "entropy",
        "paths",
        "words",
    ),
    "terminal": (
        "room.client",
        "room.protocol",
        "analysis",
        "bots.__init__",
        "bots",
        "odds",
        "odds.result",
        "real",
        "history",
        "games",
        "engine",
        "cards",
        "kernel",
        "errors",
        "entropy",
        "progress",
        "decoding",
        "file_locks",
        "paths",
        "words",
    ),
    "daily": ("errors",),
    "cli.checkup": (
        "room.web",
        "room.storage",
        "room.table",
        "kernel",
        "errors",
        "paths",
        "words",
    ),
    "cli": (
        "paper",
        "cli.checkup",
        "daily",
        "terminal",
        "room.web",
        "room.client",
        "room.service",
        "room.storage",
        "room.protocol",
        "warm",
        "designer",
        "lab.envs",
        "lab.strength",
        "lab.learn",
        "lab",
        "analysis",
        "bots.__init__",
        "bots.trained",
        "bots",
        "odds.ricochet",
        "odds.equity",
        "odds",
        "odds.result",
        "history.imports",
        "history.verify",
        "history",
        "games",
        "engine",
        "errors",
        "progress",
        "paths",
        "words",
    ),
    "__main__": ("cli",),
    "__init__": (
        "analysis",
        "bots.__init__",
        "history",
        "games",
        "engine",
        "hands",
        "cards",
        "errors",
    ),
}
"""Each package, from the bottom up, and those that it may import from.

A package with a dot is a part of another; `odds` is what the odds of all games have in common.
"""


ACCESSORS = Path("engine/game.py")
"""Its methods call what is registered from above (`engine.accessors`), and name the results' types.

What it imports for types alone does not count as an import.
"""


def modules(root: Path) -> set[str]:
    """Every module and package below a source folder, by its dotted name within it."""
    files = (path.relative_to(root).with_suffix("") for path in root.rglob("*.py"))
    names = {".".join(file.parts) for file in files}
    return names | {name.removesuffix(".__init__") for name in names}


def imports(file: Path) -> Iterator[str]:
    """The modules that a file imports, late imports and those for types included."""
    tree = ast.parse(file.read_text("utf-8"))
    if file.parts[-2:] == ACCESSORS.parts:
        tree.body = [node for node in tree.body if not _is_for_types(node)]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _is_for_types(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


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


def circles(root: Path) -> list[list[str]]:
    """Every set of files that import one another, directly or through others.

    Late imports and those for types count. A name that a package defines is its `__init__`'s.
    """
    files = {".".join(path.relative_to(root).with_suffix("").parts): path for path in _files(root)}
    graph = {name: _imported(path, files) - {name} for name, path in files.items()}
    reached = {name: _reached(graph, name) for name in graph}
    found = {
        frozenset(other for other in reached[name] if name in reached[other])
        for name in graph
        if name in reached[name]
    }
    return sorted(map(sorted, found))


def _files(root: Path) -> list[Path]:
    return sorted(root.rglob("*.py"))


def _imported(file: Path, known: Mapping[str, Path]) -> set[str]:
    """The files that a file imports, by their dotted names."""
    parts = (module.partition(".") for module in imports(file))
    return {_file_of(below, known) for first, _, below in parts if first == PACKAGE}


def _file_of(module: str, known: Mapping[str, Path]) -> str:
    """The file of a module or package, or of the one that defines a name."""
    while module:
        for name in (module, f"{module}.__init__"):
            if name in known:
                return name
        module = module.rpartition(".")[0]
    return "__init__"


def _reached(graph: Mapping[str, set[str]], start: str) -> set[str]:
    """Everything that can be reached by one arrow or more."""
    found: set[str] = set()
    waiting = [start]
    while waiting:
        new = graph.get(waiting.pop(), set()) - found
        found |= new
        waiting += new
    return found
