"""What imports what, read from the source."""

import ast
from collections.abc import Iterator
from pathlib import Path

PACKAGE = "sidepot"

ROOMS = {
    "words": (),
    "places": (),
    "progress": (),
    "errors": ("words",),
    "kernel": ("places", "progress", "words"),
    "cards": ("errors",),
    "hands": ("cards", "kernel", "errors", "words"),
    "piles": ("hands", "cards", "kernel"),
    "rules": ("hands", "cards", "kernel", "errors", "words"),
    "games": ("rules", "piles", "hands", "cards", "kernel", "errors", "words"),
    "history": ("games", "rules", "cards", "kernel", "errors", "words", "places"),
    "odds": ("games", "rules", "hands", "cards", "kernel", "places", "errors", "words"),
    "bots": ("odds", "games", "rules", "hands", "cards", "kernel", "errors", "words"),
    "lab": ("bots", "odds", "games", "rules", "hands", "kernel", "errors"),
    "testing": ("lab", "bots", "games", "rules", "cards", "kernel", "errors", "words"),
    "designer": ("testing", "games", "rules", "cards", "kernel", "errors", "words"),
    "warm": ("bots", "games", "kernel", "progress"),
    "room": (
        "history",
        "bots",
        "odds",
        "games",
        "cards",
        "kernel",
        "places",
        "errors",
        "words",
    ),
    "web": ("room", "errors", "words"),
    "client": ("room", "bots", "games", "places", "errors", "words"),
    "terminal": (
        "client",
        "room",
        "history",
        "bots",
        "games",
        "kernel",
        "progress",
        "errors",
        "words",
    ),
    "cli": (
        "web",
        "terminal",
        "client",
        "room",
        "history",
        "designer",
        "testing",
        "warm",
        "lab",
        "odds",
        "bots",
        "games",
        "progress",
        "errors",
        "words",
    ),
    "__main__": ("cli",),
    "__init__": ("games",),
}
"""Each room, from the cellar up, and the rooms that it may import from."""


def imports(file: Path) -> Iterator[str]:
    """The modules that a file imports, late imports and those for types included."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def room_of(module: str) -> str | None:
    """The room of a module of ours; the package itself counts as `__init__`."""
    first, _, rest = module.partition(".")
    if first != PACKAGE:
        return None
    room = rest.partition(".")[0]
    return room if room in ROOMS else "__init__"


def upward(root: Path) -> list[str]:
    """Every import that goes from a room to one that it may not know."""
    wrong = []
    for file in sorted(root.rglob("*.py")):
        room = file.relative_to(root).parts[0].removesuffix(".py")
        for module in imports(file):
            target = room_of(module)
            if target not in (None, room, *ROOMS[room]) and module != f"{PACKAGE}.__version__":
                wrong.append(f"{file.relative_to(root)} imports {module}")
    return wrong
