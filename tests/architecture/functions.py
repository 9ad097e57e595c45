"""Bounds of a function: its positional parameters and its lines."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

MOST_PARAMETERS = 9
MOST_LINES = 60


def oversized(root: Path) -> list[str]:
    """Every function below a folder that is over a bound, with its place and its size."""
    return [
        f"{file.relative_to(root)}:{line}"
        for file in sorted(root.rglob("*.py"))
        for line in _breaches(ast.parse(file.read_text("utf-8")))
    ]


def _breaches(module: ast.Module) -> Iterator[str]:
    for node in ast.walk(module):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            parameters = len(node.args.posonlyargs) + len(node.args.args)
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            if parameters > MOST_PARAMETERS:
                yield f"{node.lineno} {node.name}: {parameters} parameters"
            if lines > MOST_LINES:
                yield f"{node.lineno} {node.name}: {lines} lines"
