"""Reads the file of a game before it is played, for mistakes whose errors would say too little.

Only functions under `@compiled` are rules. Each finding names the line and its cure.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from sidepot.errors import LawBroken

_DECORATORS = {"compiled", "inlined", "without_refcounts"}
_FLAT = "flat"
"""NumPy's name of an array as one row: numba does not look at its indices."""
_CHANCE = {"random", "secrets", "time", "datetime", "uuid", "os"}
"""Modules by which a rule would not be the same every time."""


def check_source(path: Path) -> None:
    """Raise `LawBroken` for the first mistake in the rules of a file."""
    text = path.read_text("utf-8", "replace")
    lines = text.splitlines()
    found = list(_findings(ast.parse(text), lambda line: lines[line - 1].strip().removesuffix(":")))
    if found:
        raise min(found, key=_order)


_FORMS: dict[type[ast.AST], str] = {
    ast.Dict: "dict",
    ast.DictComp: "dict",
    ast.Set: "set",
    ast.SetComp: "set",
    ast.Try: "try",
    ast.With: "with",
    ast.Lambda: "lambda",
    ast.FunctionDef: "def",
    ast.ClassDef: "class",
    ast.Yield: "yield",
}
"""Constructs that no rule may contain, by their Python keyword."""
_LESS = ("law.rule_float", "law.rule_text")


def _order(error: LawBroken) -> tuple[int, bool]:
    """The line of a finding, and whether it is less telling than others of the same line."""
    return int(str(error.message.values["line"])), error.message.key in _LESS


def _findings(module: ast.Module, code: Callable[[int], str]) -> Iterator[LawBroken]:
    """Every mistake in the rules of a module; `code` is what a line says."""
    functions = [node for node in module.body if isinstance(node, ast.FunctionDef)]
    plain = {each.name: each.lineno for each in functions if not _is_rule(each)}
    chance = _chances(module)
    verbs = set(_verbs(module))
    for each in (each for each in functions if each.name in verbs):
        at = {"line": each.lineno, "code": code(each.lineno), "name": each.name}
        if each.name in plain:
            yield LawBroken("law.rule_verb", **at)
        if _returns(each):
            yield LawBroken("law.rule_verb_returns", **at)
    rules = [each for each in functions if _is_rule(each)]
    yield from _circles(rules, code)
    if _FLAT not in _fields(module):
        yield from _flattened(rules, code)
    for rule in rules:
        if _returns(rule) and not _ends(rule.body):
            at = {"line": rule.lineno, "code": code(rule.lineno), "name": rule.name}
            yield LawBroken("law.rule_returns", **at)
        for node in (inner for statement in rule.body for inner in _walk(statement)):
            line = getattr(node, "lineno", 0)
            at = {"line": line, "code": code(line) if line else ""}
            yield from _wrong(node, plain, chance, at)


def _circles(rules: list[ast.FunctionDef], code: Callable[[int], str]) -> Iterator[LawBroken]:
    """The rules that call themselves, by other rules too: the compiler never ends with them."""
    calls = {rule.name: {call.func.id: call for call in _calls(rule)} for rule in rules}
    for rule in rules:
        path = _way_back(rule.name, calls)
        if path:
            line = calls[rule.name][path[1]].lineno
            at = {"line": line, "code": code(line)}
            yield LawBroken("law.rule_calls", name=rule.name, path=" > ".join(path), **at)


def _fields(module: ast.Module) -> set[str]:
    """The names of the fields of a module's parts."""
    found = (node.target for node in ast.walk(module) if isinstance(node, ast.AnnAssign))
    return {target.id for target in found if isinstance(target, ast.Name)}


def _flattened(rules: list[ast.FunctionDef], code: Callable[[int], str]) -> Iterator[LawBroken]:
    """The places at which a rule takes an array as one row, whose end machine code passes."""
    for node in (node for rule in rules for node in ast.walk(rule)):
        if isinstance(node, ast.Attribute) and node.attr == _FLAT:
            yield LawBroken("law.rule_flat", line=node.lineno, code=code(node.lineno))


def _calls(rule: ast.FunctionDef) -> Iterator[Any]:
    """The calls of a rule that name a function."""
    for node in ast.walk(rule):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node


def _way_back(name: str, calls: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """The shortest way by which a rule calls itself, its own name at both ends; [] for none."""
    ways, seen = [[name]], {name}
    for way in ways:
        for called in calls.get(way[-1], ()):
            if called == name:
                return [*way, name]
            if called not in seen:
                seen.add(called)
                ways.append([*way, called])
    return []


def _verbs(module: ast.Module) -> Iterator[str]:
    """The names of functions that a module gives its `Verbs`."""
    for node in ast.walk(module):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Verbs":
            given = (*node.args, *(each.value for each in node.keywords))
            yield from (each.id for each in given if isinstance(each, ast.Name))


def _chances(module: ast.Module) -> set[str]:
    """The names in a module by which a rule would not be the same every time.

    They are modules, what is imported from them, and what the module makes of either.
    """
    found = set(_CHANCE)
    for node in module.body:
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            root = f"{node.module}." if isinstance(node, ast.ImportFrom) else ""
            found |= {
                each.asname or each.name
                for each in node.names
                if _is_chance(f"{root}{each.name}".split("."))
            }
        elif isinstance(node, ast.Assign) and any(_has(found, each) for each in ast.walk(node)):
            found |= {each.id for each in node.targets if isinstance(each, ast.Name)}
    return found


def _is_chance(path: list[str]) -> bool:
    """Whether a module, or what is imported from it, is chance or a clock."""
    return path[0] in _CHANCE or path[:2] == ["numpy", "random"]


def _has(chance: set[str], node: ast.AST) -> bool:
    """Whether a node names chance: `random`, `np.random`."""
    if isinstance(node, ast.Name):
        return node.id in chance
    return isinstance(node, ast.Attribute) and node.attr == "random"


def _returns(rule: ast.FunctionDef) -> bool:
    """Whether a function returns a value somewhere."""
    return any(isinstance(node, ast.Return) and node.value for node in ast.walk(rule))


def _ends(statements: list[ast.stmt]) -> bool:
    """Whether no way through some statements comes out at their end."""
    last = statements[-1]
    if isinstance(last, ast.If):
        return bool(last.orelse) and _ends(last.body) and _ends(last.orelse)
    if isinstance(last, ast.While):
        is_forever = isinstance(last.test, ast.Constant) and bool(last.test.value)
        return is_forever and not any(isinstance(node, ast.Break) for node in ast.walk(last))
    return isinstance(last, (ast.Return, ast.Raise))


def _is_rule(function: ast.FunctionDef) -> bool:
    """Whether a function is compiled."""
    names = (each.attr if isinstance(each, ast.Attribute) else each for each in _named(function))
    return any(getattr(name, "id", name) in _DECORATORS for name in names)


def _named(function: ast.FunctionDef) -> Iterator[ast.expr]:
    for each in function.decorator_list:
        yield each.func if isinstance(each, ast.Call) else each


def _walk(statement: ast.stmt) -> Iterator[ast.AST]:
    """Every node of a statement; what is printed, and texts that stand alone, may be anything."""
    inner = statement.value if isinstance(statement, ast.Expr) else None
    is_printed = isinstance(inner, ast.Call) and getattr(inner.func, "id", "") == "print"
    if is_printed or isinstance(inner, ast.Constant):
        return
    yield statement
    for child in ast.iter_child_nodes(statement):
        yield from _walk(child) if isinstance(child, ast.stmt) else ast.walk(child)


def _is_text(node: ast.AST) -> bool:
    is_constant = isinstance(node, ast.Constant) and isinstance(node.value, str)
    return is_constant or isinstance(node, ast.JoinedStr)


def _wrong(
    node: ast.AST, plain: dict[str, int], chance: set[str], at: dict[str, object]
) -> Iterator[LawBroken]:
    """The faults of one node of a rule.

    `plain`: the functions that are not compiled; `chance`: the names by which it would be random.
    """
    if isinstance(node, ast.Constant) and node.value is None:
        yield LawBroken("law.rule_none", **at)
    elif type(node) in _FORMS:
        yield LawBroken("law.rule_form", what=_FORMS[type(node)], **at)
    elif isinstance(node, (ast.BinOp, ast.AugAssign)) and isinstance(node.op, ast.Div):
        yield LawBroken("law.rule_fraction", **at)
    elif isinstance(node, ast.Constant) and isinstance(node.value, float):
        yield LawBroken("law.rule_float", number=repr(node.value), **at)
    elif _is_text(node):
        yield LawBroken("law.rule_text", **at)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in plain:
        yield LawBroken("law.rule_plain", name=node.func.id, there=plain[node.func.id], **at)
    elif isinstance(node, ast.Name) and node.id in chance:
        yield LawBroken("law.rule_chance", name=node.id, **at)
    elif isinstance(node, (ast.Import, ast.ImportFrom)):
        yield LawBroken("law.rule_import", **at)
    elif isinstance(node, ast.Attribute) and node.attr == "random":
        yield LawBroken("law.rule_chance", name=node.attr, **at)
