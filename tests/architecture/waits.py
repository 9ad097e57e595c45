"""Short deadlines, read from the source: on a busy machine they come before what is waited for.

A deadline whose passing is handled where it stands (`try`, `suppress`) asks again, or shows that
something does not happen; `asyncio.wait` tells what is done and raises nothing.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

LEAST = 20.0
"""Seconds that anything may take. A browser counts milliseconds."""
_NAMED = ("timeout", "open_timeout", "connect_timeout", "close_timeout")
_FIRST = ("asyncio.timeout", "thread.join", "worker.join", "process.join", "process.wait")
_SECOND = ("asyncio.wait_for",)
_LATE_IS_FINE = ("asyncio.wait", "sqlite3.connect")


def hasty(file: Path) -> list[str]:
    """The places of a file with a deadline under `LEAST`, each with its line."""
    tree = ast.parse(file.read_text("utf-8"))
    numbers = {
        target.id: statement.value
        for statement in tree.body
        if isinstance(statement, ast.Assign)
        for target in statement.targets
        if isinstance(target, ast.Name)
    }
    found = list(_calls(tree, False))
    return [
        f"{file.name}:{call.lineno} {name} {seconds:g}"
        for call in found
        for name, seconds in _deadlines(call, numbers)
        if 0 < seconds < LEAST
    ]


def _calls(node: ast.AST, is_handled: bool) -> Iterator[ast.Call]:
    """The calls below a node that nothing around them handles."""
    if isinstance(node, ast.Call) and not is_handled:
        yield node
    for name, value in ast.iter_fields(node):
        inside = is_handled or (name == "body" and _handles(node))
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _calls(child, inside)


def _handles(node: ast.AST) -> bool:
    """Does a block go on after an error in it?"""
    if isinstance(node, (ast.With, ast.AsyncWith)):
        return any(_name(item.context_expr).endswith("suppress") for item in node.items)
    return isinstance(node, ast.Try) and bool(node.handlers)


def _deadlines(call: ast.Call, numbers: dict[str, ast.expr]) -> Iterator[tuple[str, float]]:
    name = _name(call)
    if name in _LATE_IS_FINE:
        return
    given = [word.value for word in call.keywords if word.arg in _NAMED]
    given += call.args[:1] if name in _FIRST else call.args[1:2] if name in _SECOND else []
    for word in given:
        value = numbers.get(word.id, word) if isinstance(word, ast.Name) else word
        if isinstance(value, ast.Constant) and isinstance(value.value, (int, float)):
            yield name, float(value.value)


def _name(node: ast.expr) -> str:
    """The name that is called, with the one before it: `asyncio.wait_for`, `process.wait`."""
    function = node.func if isinstance(node, ast.Call) else node
    if isinstance(function, ast.Attribute):
        before = function.value
        owner = before.attr if isinstance(before, ast.Attribute) else getattr(before, "id", "")
        return f"{owner}.{function.attr}"
    return function.id if isinstance(function, ast.Name) else ""
