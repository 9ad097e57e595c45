"""Arguments and results of environments have types that can be read, not `Any`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from sidepot.lab import envs

FOLDER = Path(envs.__file__).parent
COMPILED = {"line.py", "loop.py", "writers.py", "plan.py", "parts.py"}
"""Modules of compiled functions, whose records have the layout of a game."""
UNSAID = {
    "agents.save model": "a model of any library",
    "agents.save env": "an environment of any library, wrapped or not",
    "batches.resume seated": "what `advance` was given, for a pickle",
    "encoder.encode_at return": "the address of a compiled function",
    "encoder.words_of return": "a batch as words, for compiled functions",
    "extras.library return": "a module of a library that may be absent",
    "openspiel.resample state": "a state of OpenSpiel, whose library has no types",
    "openspiel.resample return": "a state of OpenSpiel, whose library has no types",
    "sb3_env.get_attr return": "any attribute",
    "sb3_env.env_method method_args": "arguments of any method",
    "sb3_env.env_method method_kwargs": "arguments of any method",
    "sb3_env.env_method return": "the result of any method",
}
"""Annotations that no type can replace, and why."""


def untyped(folder: Path) -> Iterator[str]:
    """Every annotation of a public function or method that is `Any`, or has it within."""
    for file in sorted(folder.glob("*.py")):
        if file.name in COMPILED or file.name.startswith("__"):
            continue
        module = ast.parse(file.read_text("utf-8"))
        for node in _public(module):
            for name, annotation in _annotations(node):
                if "Any" in {one.id for one in ast.walk(annotation) if isinstance(one, ast.Name)}:
                    yield f"{file.stem}.{node.name} {name}"


def _public(parent: ast.AST) -> Iterator[ast.FunctionDef]:
    for node in ast.iter_child_nodes(parent):
        name = getattr(node, "name", "_")
        if not name.startswith("_") and isinstance(node, ast.FunctionDef):
            yield node
        elif not name.startswith("_") and isinstance(node, ast.ClassDef):
            yield from _public(node)


def _annotations(node: ast.FunctionDef) -> Iterator[tuple[str, ast.expr]]:
    own = node.args
    options = {"options", "settings"}  # of a game, which it alone knows
    every = [*own.posonlyargs, *own.args, *own.kwonlyargs, own.vararg, own.kwarg]
    for one in every:
        if one is not None and one.annotation is not None and one.arg not in options:
            yield one.arg, one.annotation
    if node.returns is not None:
        yield "return", node.returns


def test_no_public_annotation_is_any_where_a_type_can_be_said() -> None:
    assert set(untyped(FOLDER)) == {*UNSAID}


@pytest.mark.parametrize("said", ["-> Any", "-> tuple[int, Any]", "-> dict[str, Any]"])
def test_an_annotation_of_any_is_found(said: str, tmp_path: Path) -> None:
    (tmp_path / "seated.py").write_text(f"class A:\n def step(self) {said}: ...\n", "utf-8")
    assert list(untyped(tmp_path)) == ["seated.step return"]
