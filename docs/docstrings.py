"""The API reference: a page a package, made from signatures and docstrings.

griffe reads the source without importing it, so that nothing is compiled for these pages.
"""

from __future__ import annotations

import ast
import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

import griffe
from docs import shown
from docs.layout import SOURCE

PACKAGE = SOURCE.name
FOLDER = Path(__file__).parent / "reference"
WIDTH = 88
"""Columns of a signature on one line."""
LONGEST = 64
"""Characters of a constant's value that are shown."""

PAGES = {
    "sidepot": ("", "games", "errors"),
    "cards": ("cards", "hands", "piles"),
    "engine": ("engine.*",),
    "rules": ("rules.*",),
    "kernel": ("kernel",),
    "laws": ("designer.laws",),
    "history": ("history",),
    "analysis": ("analysis",),
    "odds": ("odds", "odds.position", "odds.result", "odds.sampling"),
    "bots": ("bots", "bots.from_file", "bots.bot", "bots.search"),
    "learn": (
        "lab.learn.training",
        "bots.trained.strategy",
        "bots.trained.files",
        "bots.trained.abstraction",
        "lab.learn.exact",
    ),
    "lab": ("lab.simulate", "lab.match", "lab.statistics", "lab.edges"),
    "envs": (
        "lab.envs",
        "lab.envs.batches",
        "lab.envs.encoder",
        "lab.envs.slots",
        "lab.envs.plan",
        "lab.envs.parts",
    ),
    "room": ("room.service", "room.live.subscription"),
    "protocol": ("room.protocol.*",),
    "client": ("room.client.*",),
}
"""The pages and their modules; `engine.*` is every module of a package."""
SHOWN = ("rules",)
"""Pages of which everything has an example (`docs.shown`)."""
SHOWN_CLASSES = {"engine": ("game.Game", "game.Hand")}
"""Classes that have an example, and one for each of their members, by page."""
STABLE = {
    "sidepot": ("",),
    "parts": ("rules.*", "kernel", "engine.game", "engine.options"),
    "cards": ("cards", "hands"),
    "bots": ("bots",),
    "analysis": ("analysis",),
    "history": ("history",),
    "errors": ("errors",),
}
"""The pages of stable names, and their modules."""
_IN_PART = ("sidepot", "parts")
"""Pages whose modules have names that are not stable too."""
TEMPLATES = (
    "designer/template.py",
    "designer/template_auction.py",
    "designer/template_bank.py",
    "designer/template_board.py",
    "designer/template_stud.py",
)
"""Games from whose source the stable names of parts are read."""
_MEMBER = re.compile(r"^([A-Z]\w+)\.(\w+)[(:]", re.MULTILINE)
_EVERYTHING: Mapping[str, frozenset[str]] = MappingProxyType({})
_BEFORE = "Before each example on this page stands:"


@cache
def pages() -> dict[Path, str]:
    """Every page of the reference with its text."""
    found = {FOLDER / f"{name}.md": _page(name) for name in PAGES}
    return {FOLDER / "README.md": _index(), **found}


@cache
def stable_pages() -> dict[str, str]:
    """The reference of stable names alone, by the names of its pages (docs/stable.md)."""
    index = [
        "# API",
        "",
        "The names that programs may rely on ([what is stable](../stable.md)).",
        "",
    ]
    found = {}
    for page, modules in STABLE.items():
        parts = [f"# API: {page}"]
        for module in _expanded(modules):
            is_whole = page not in _IN_PART
            only = _EVERYTHING if is_whole else _promised(module)
            if is_whole or only:
                parts += [part for part in _section(module, only) if part]
                title = f"- [`{_full(module)}`]({page}.md#{_anchor(module)})"
                index.append(f"{title}: {_first(_module(module))}")
        found[f"{page}.md"] = "\n\n".join(parts) + "\n"
    return {"index.md": "\n".join(index) + "\n", **found}


def _promised(module: str) -> Mapping[str, frozenset[str]]:
    """The stable names of a module, each with its stable members; none means all of them."""
    if module:
        return {name: frozenset() for where, name in _used() if where == module}
    text = (FOLDER.parent / "stable.md").read_text("utf-8")
    found: dict[str, set[str]] = {str(name): set() for name in _package().exports or ()}
    for name, member in _MEMBER.findall(text):
        found[name].add(member)
    return {name: frozenset(members) for name, members in found.items()}


@cache
def _used() -> frozenset[tuple[str, str]]:
    """The names that the templates of new games use, each with its module."""
    found = set[tuple[str, str]]()
    for template in TEMPLATES:
        tree = ast.parse((SOURCE / template).read_text("utf-8"))
        modules = dict[str, str]()
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(PACKAGE):
                where = str(node.module).removeprefix(PACKAGE).strip(".")
                modules |= {name.name: f"{where}.{name.name}".strip(".") for name in node.names}
                found |= {(where, name.name) for name in node.names}
        found |= {
            (modules[node.value.id], node.attr)
            for node in ast.walk(tree)
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
            if node.value.id in modules
        }
    return frozenset(found)


def _index() -> str:
    rows = ["# API reference", "", "What Sidepot offers to programs, from its docstrings.", ""]
    for page in PAGES:
        rows += [
            f"- [`{_full(module)}`]({page}.md#{_anchor(module)}): {_first(_module(module))}"
            for module in _modules(page)
        ]
    return "\n".join(rows) + "\n"


def _page(name: str) -> str:
    before = shown.setup(name)
    intro = f"{_BEFORE}\n\n{_code(before)}" if before else ""
    parts = [
        f"# API: {name}",
        intro,
        *(part for module in _modules(name) for part in _section(module)),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _modules(page: str) -> Iterator[str]:
    """The modules of a page, by their names within the package."""
    return _expanded(PAGES[page])


def _expanded(names: Iterable[str]) -> Iterator[str]:
    """Modules by their names, with all of a package for `engine.*`."""
    for name in names:
        if name.endswith(".*"):
            folder = SOURCE / name.removesuffix(".*").replace(".", "/")
            stems = sorted(file.stem for file in folder.glob("*.py"))
            yield from (f"{name[:-2]}.{stem}" for stem in stems if stem != "__init__")
        else:
            yield name


@cache
def _package() -> griffe.Object:
    found = griffe.load(
        PACKAGE, search_paths=[SOURCE.parent], allow_inspection=False, resolve_aliases=True
    )
    assert isinstance(found, griffe.Object)
    return found


def _module(name: str) -> griffe.Object:
    return _target(_package()[name]) if name else _package()


def _full(module: str) -> str:
    return f"{PACKAGE}.{module}" if module else PACKAGE


def _anchor(module: str) -> str:
    """The name that a heading of a module has in a link."""
    return _full(module).replace(".", "")


def _section(name: str, only: Mapping[str, frozenset[str]] = _EVERYTHING) -> Iterator[str]:
    """A module: its docstring, its constants, then what can be called.

    `only`: the names that are shown, each with its members; all where there are none.
    """
    module = _module(name)
    yield f"## `{_full(name)}`"
    yield _doc(module)
    members, about = dict(_public(module)), name.rpartition(".")[2]
    members = {name: found for name, found in members.items() if name in only or not only}
    examples = shown.examples(name.partition(".")[0])
    constants = [_constant(n, m) for n, m in members.items() if isinstance(m, griffe.Attribute)]
    yield "\n".join(constants)
    for member, found in members.items():
        if isinstance(found, griffe.Function):
            yield from (f"### {member}", _code(_signature(found, member)), _doc(found))
            yield _example(examples, f"{about}.{member}")
        elif isinstance(found, griffe.Class):
            yield from (f"### {member}", _code(_class_line(found)), _doc(found))
            yield _example(examples, f"{about}.{member}")
            yield _members(found, examples, only.get(member, frozenset()))


def shown_names() -> Iterator[tuple[str, str]]:
    """The names that need an example, each with its page."""
    for page in SHOWN:
        for module in _modules(page):
            for name, found in _public(_module(module)):
                if isinstance(found, (griffe.Function, griffe.Class)):
                    yield page, f"{module.rpartition('.')[2]}.{name}"
    for page, classes in SHOWN_CLASSES.items():
        for name in classes:
            yield page, name
            module, _, short = name.partition(".")
            for member, made in _own_and_inherited(_class(f"{page}.{module}", short)):
                is_called = isinstance(made, griffe.Function) or "property" in made.labels
                if is_called and not member.startswith("_"):
                    yield page, f"{short}.{member}"


def _class(module: str, name: str) -> griffe.Class:
    found = _target(_module(module).members[name])
    assert isinstance(found, griffe.Class)
    return found


def _own_and_inherited(found: griffe.Class) -> Iterator[tuple[str, griffe.Object]]:
    """The members of a class and of its bases in the package."""
    for name, member in found.all_members.items():
        yield name, _target(member)


def _example(examples: Mapping[str, str], name: str) -> str:
    """The example of that name in a fence; empty for none."""
    return _code(examples[name]) if name in examples else ""


def _public(module: griffe.Object) -> Iterator[tuple[str, griffe.Object]]:
    """The public members of a module: its `__all__`, else its definitions without underscore."""
    for name, member in module.members.items():
        if module.exports is not None:
            is_shown = name in module.exports
        else:
            is_shown = not name.startswith("_") and not member.is_alias and not member.is_module
        if is_shown and (found := _target(member)).kind is not griffe.Kind.MODULE:
            yield name, found


def _target(member: griffe.Object | griffe.Alias) -> griffe.Object:
    return member.final_target if isinstance(member, griffe.Alias) else member


def _doc(thing: griffe.Object) -> str:
    """A docstring as Markdown: its examples in fences."""
    text = thing.docstring.value if thing.docstring else ""
    parts = text.split("\n\n")
    return "\n\n".join(_code(part) if part.startswith(">>>") else part for part in parts)


def _first(thing: griffe.Object) -> str:
    """The first paragraph of a docstring, on one line."""
    return " ".join(_doc(thing).split("\n\n")[0].split())


def _code(text: str) -> str:
    return f"```python\n{text}\n```"


def _constant(name: str, found: griffe.Attribute) -> str:
    """A constant: its type and its value, where they are short."""
    shown = name
    if found.annotation is not None:
        shown += f": {found.annotation}"
    value = " ".join(str(found.value or "").split())
    if 0 < len(value) <= LONGEST:
        shown += f" = {value}"
    return _item(shown, _doc(found))


def _item(shown: str, text: str) -> str:
    """An item of a list, which later paragraphs belong to."""
    return textwrap.indent(f"- `{shown}`" + (f": {text}" if text else ""), "  ")[2:]


def _class_line(found: griffe.Class) -> str:
    bases = ", ".join(str(base) for base in found.bases)
    return _decorated(found, f"class {found.name}" + (f"({bases})" if bases else ""))


def _decorated(found: griffe.Class | griffe.Function, line: str) -> str:
    return "\n".join([*(f"@{decorator.value}" for decorator in found.decorators), line])


def _members(
    found: griffe.Class, examples: Mapping[str, str], only: frozenset[str] = frozenset()
) -> str:
    """The fields, properties and methods of a class: all that are public, or only some."""
    items = []
    for name, member in _own_and_inherited(found):
        if name.startswith("_") or (only and name not in only):
            continue
        if isinstance(member, griffe.Attribute):
            item = _constant(name, member)
        elif isinstance(member, griffe.Function):
            item = _item(_flat(member), _doc(member))
        else:
            continue
        example = _example(examples, f"{found.name}.{name}")
        items.append(item + (f"\n\n{textwrap.indent(example, '  ')}" if example else ""))
    return "\n".join(items)


def _flat(method: griffe.Function) -> str:
    """A method on one line, without `self`."""
    line = " ".join(_signature(method, method.name, WIDTH * 100).split("\n")[-1].split())
    return re.sub(r"\((self|cls)(, )?", "(", line.replace("def ", "", 1), count=1)


def _signature(function: griffe.Function, name: str, width: int = WIDTH) -> str:
    """A function's line, or several: a parameter a line where one is too long."""
    line = str(function.signature(name=name))
    is_async = "async " if "async" in function.labels else ""
    if len(line) > width:
        before, inner, after = _split(line)
        line = "\n".join([f"{before}(", *(f"    {part}," for part in inner), f"){after}"])
    return _decorated(function, f"{is_async}def {line}")


def _split(line: str) -> tuple[str, list[str], str]:
    """A signature's name, its parameters and what it returns."""
    before, _, rest = line.partition("(")
    parts, depth, start = list[str](), 0, 0
    for place, sign in enumerate(rest):
        if sign == ")" and depth == 0:
            return before, [*parts, rest[start:place].strip()], rest[place + 1 :]
        depth += (sign in "([") - (sign in ")]")
        if sign == "," and depth == 0:
            parts.append(rest[start:place].strip())
            start = place + 1
    raise ValueError(line)
