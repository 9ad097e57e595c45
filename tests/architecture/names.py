"""Public names of our modules that nothing outside of them uses, read from the source."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

PACKAGE = "sidepot"
CONVENTIONS: Mapping[str, frozenset[str]] = {
    "sidepot.cli.": frozenset({"declare", "run"}),
    "sidepot.lab.": frozenset({"make_loop"}),
    "sidepot.designer.template": frozenset(
        {"Options", "OneCard", "begin", "menu", "step", "go_on", "conceal", "redeal", "show"}
    ),
    "sidepot.designer.template_bank": frozenset(
        {"BANK_CARD", "BankCard", "bank", "settle", "laid"}
    ),
    "sidepot.designer.template_board": frozenset({"SHARED_CARDS"}),
    "sidepot.designer.template_auction": frozenset(
        {"SEALED_BIDS", "SealedBids", "ACTS", "BID", "EVENTS", "OFFERS", "SOLD", "settle", "worth"}
    ),
    "sidepot.designer.template_stud": frozenset(
        {
            "DRAW_STUD",
            "DrawStud",
            "DOWN",
            "UP",
            "LAST",
            "deal_up",
            "open_betting",
            "compare",
            "laid",
        }
    ),
    "sidepot.room.storage.migrations.": frozenset(
        {"revision", "down_revision", "branch_labels", "depends_on", "upgrade", "connection"}
    ),
}
"""Names that every module below a package has, for what calls them all alike."""

Definition = ast.stmt
Use = tuple[str, str]
"""A module, and a name in it."""


@dataclass
class Module:
    """A module of ours: its tree, and what it defines."""

    name: str
    tree: ast.Module
    names: dict[str, Definition] = field(init=False)

    def __post_init__(self) -> None:
        self.names = dict(_definitions(self.tree.body))

    @property
    def meant(self) -> frozenset[str] | None:
        """The names in `__all__`; None for a module without it."""
        said = self.names.get("__all__")
        if not isinstance(said, ast.Assign):
            return None
        return frozenset(ast.literal_eval(said.value))

    @property
    def public(self) -> frozenset[str]:
        """Its public names, but for type variables and what a convention asks for."""
        if self.meant is not None:
            return self.meant
        expected = [names for prefix, names in CONVENTIONS.items() if self.name.startswith(prefix)]
        names = {name for name, made in self.names.items() if not _is_type_variable(made)}
        return frozenset(n for n in names if not n.startswith("_")).difference(*expected)


def _definitions(body: Iterable[ast.stmt]) -> Iterator[tuple[str, Definition]]:
    """The names that statements at a module's top define, branches included."""
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield node.name, node
        elif isinstance(node, ast.Assign):
            names = (n for target in node.targets for n in ast.walk(target))
            yield from ((n.id, node) for n in names if isinstance(n, ast.Name))
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id, node
        elif isinstance(node, (ast.If, ast.Try)):
            yield from _definitions([*node.body, *node.orelse])


def _is_type_variable(node: Definition) -> bool:
    made = node.value if isinstance(node, ast.Assign) else None
    return (
        isinstance(made, ast.Call)
        and isinstance(made.func, ast.Name)
        and made.func.id in ("TypeVar", "TypeVarTuple", "ParamSpec")
    )


def read(root: Path) -> dict[str, Module]:
    """The modules of the package in a source folder, by their names."""
    found = {}
    for file in sorted((root / PACKAGE).rglob("*.py")):
        parts = file.relative_to(root).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        found[name] = Module(name, ast.parse(file.read_text("utf-8")))
    return found


def uses(tree: ast.Module, modules: Mapping[str, Module]) -> Iterator[Use]:
    """The names that a file takes from our modules: by import, as an attribute, or by a string."""
    known: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            if node.module in modules:
                yield from ((node.module, alias.name) for alias in node.names)
            whole = {a.asname or a.name: f"{node.module}.{a.name}" for a in node.names}
            known |= {name: module for name, module in whole.items() if module in modules}
        elif isinstance(node, ast.Import):
            known |= {a.asname: a.name for a in node.names if a.asname and a.name in modules}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            yield from _of_path(_path(node, known), modules)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            if node.value.startswith(f"{PACKAGE}."):
                yield from _of_path(node.value.split("."), modules)
        elif isinstance(node, ast.Call):  # such as `monkeypatch.setattr(module, "name", ...)`
            match node.args:
                case [ast.Name(id=of), ast.Constant(value=str(text)), *_] if of in known:
                    yield known[of], text


def _path(node: ast.Attribute, known: Mapping[str, str]) -> list[str]:
    names: list[str] = []
    inner: ast.expr = node
    while isinstance(inner, ast.Attribute):
        names.append(inner.attr)
        inner = inner.value
    if not isinstance(inner, ast.Name):
        return []
    return [*known.get(inner.id, inner.id).split("."), *reversed(names)]


def _of_path(path: list[str], modules: Mapping[str, Module]) -> Iterator[Use]:
    """The longest part of a dotted path that is a module, and the name behind it."""
    for end in range(len(path) - 1, 0, -1):
        if (module := ".".join(path[:end])) in modules:
            yield module, path[end]
            return


def interface(module: Module) -> set[str]:
    """The names that stand in the signatures, bases and fields of what is public."""
    found: set[str] = set()
    for name, node in module.names.items():
        if not name.startswith("_"):
            parts = (n for shown in _shown(node) for n in ast.walk(shown))
            found |= {n.id for n in parts if isinstance(n, ast.Name)}
    return found


def _shown(node: ast.AST) -> Iterator[ast.AST]:
    """The visible parts of an interface: annotations, bases, the members of a type alias."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        a = node.args
        for arg in (*a.posonlyargs, *a.args, *a.kwonlyargs, a.vararg, a.kwarg):
            if arg is not None and arg.annotation is not None:
                yield arg.annotation
        if node.returns is not None:
            yield node.returns
    elif isinstance(node, ast.ClassDef):
        yield from node.bases
        for inner in node.body:
            name = getattr(inner, "name", "")
            if not name.startswith("_") or name == "__init__":
                yield from _shown(inner)
    elif isinstance(node, ast.AnnAssign):
        yield node.annotation
        if isinstance(node.annotation, ast.Name) and node.annotation.id == "TypeAlias":
            yield from [node.value] if node.value else []
    elif isinstance(node, ast.Assign) and isinstance(node.value, (ast.Subscript, ast.BinOp)):
        yield node.value


def needless(root: Path, others: Iterable[Path]) -> list[str]:
    """Public names that nothing outside of their module uses, and that no `__all__` means."""
    modules = read(root)
    used: set[Use] = set()
    for module in modules.values():
        used |= {use for use in uses(module.tree, modules) if use[0] != module.name}
    for file in others:
        used |= set(uses(ast.parse(file.read_text("utf-8")), modules))
    return [
        f"{module.name}.{name}"
        for module in modules.values()
        if module.meant is None
        for name in sorted(module.public - interface(module))
        if (module.name, name) not in used
    ]


def trespasses(root: Path) -> list[str]:
    """Names of one module that it keeps private, and another module of the package uses."""
    modules = read(root)
    return [
        f"{module.name} uses {of}.{name}"
        for module in modules.values()
        for of, name in sorted(set(uses(module.tree, modules)))
        if of != module.name and name in modules[of].names and not name.startswith("__")
        if name.startswith("_") or name not in (modules[of].meant or (name,))
    ]
