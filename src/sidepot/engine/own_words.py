"""The words that a game's own names need in the catalogue, and a skeleton of those missing.

Names are those of `Game.says`, and the keys that its file writes: facts, and messages.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from sidepot.engine.definition import Definition
from sidepot.rules import actions, journal
from sidepot.words import DEFAULT, catalogue

_OF_EVENTS = re.compile("(_down)?(_all|_you)?(_hand)?")
"""Endings of the keys of an event's sentences (`narration.sentence`)."""
_KINDS = frozenset(f"event.{kind}" for kind in journal.KINDS)
_FIELD = re.compile(r"\{(\w+)[^{}]*\}")
_FORMS = {"_one": "{lowest}", "_range": "{lowest} to {highest}"}
"""Endings of the keys of a choice with an amount; its explanation has `_range` and `_fixed`."""


def missing_words(game: Definition, path: Path) -> dict[str, str]:
    """The keys that nothing says, in the order of a catalogue, each with a sentence to change."""
    known = catalogue(DEFAULT)
    needed = dict(_of_file(path))
    for kind, name in game.says.items():
        of = _of_action if kind in actions.NAMES else _of_event
        needed |= of(kind, name, known.entries)
    return {key: said for key, said in needed.items() if not known.has(key)}


def skeleton(words: Mapping[str, str], path: Path) -> str:
    """Words to paste into the file of a game: into its `words`, or as that argument."""
    lines = "".join(f'        "{key}": "{said}",\n' for key, said in words.items())
    has_some = re.search(r"\bwords\s*=\s*{", path.read_text("utf-8", "replace"))
    return lines.rstrip("\n") if has_some else f"    words={{\n{lines}    }},"


def _of_action(kind: str, name: str, known: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The entries for a name of a kind of action, each with what its sentence is given."""
    said = name.replace("_", " ")
    if actions.NAMES.index(kind) not in actions.COUNTED:
        yield f"choice.{name}", f"{said}{_fields(known.get(f'choice.{kind}', ''))}"
        if actions.NAMES.index(kind) in actions.SETS:
            yield f"choice.{name}_these", f"{said} {{cards:card}}"
        yield f"label.{name}", said.capitalize()
        yield f"explain.{name}", f"  {{key}}, {said}."
        return
    for form, amount in _FORMS.items():
        yield f"choice.{name}{form}", f"{said} {amount}"
    yield f"label.{name}", f"{said.capitalize()} {{n}}"
    yield f"explain.{name}", f"  {{key}}, {said} {{lowest}}: it costs {{cost}}."
    yield f"explain.{name}_fixed", f"  {{key}}, {said} {{lowest}}."
    yield f"explain.{name}_range", f"  {{key}} and an amount, {said} {{lowest}} to {{most}}."


def _of_event(kind: str, name: str, known: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The entries for a name of a kind of event: those that the kind itself has."""
    base, said = f"event.{kind}", name.replace("_", " ")
    for key, sentence in known.items():
        end = key.removeprefix(base)
        if key.startswith(base) and _OF_EVENTS.fullmatch(end) and key not in _KINDS - {base}:
            first = "You" if "_you" in end else "{players}" if "_all" in end else "{player}"
            yield f"event.{name}{end}", f"{first} {said}{_fields(sentence, 'player', 'players')}."
    yield f"did.{name}", said


def _fields(sentence: str, *but: str) -> str:
    """The fields of a sentence, as they stand in it."""
    found = [match[0] for match in _FIELD.finditer(sentence) if match[1] not in but]
    return "".join(f" {field}" for field in found)


def _of_file(path: Path) -> Iterator[tuple[str, str]]:
    """The entries that a file names: its facts, and the keys of its messages."""
    for node in ast.walk(ast.parse(path.read_text("utf-8", "replace"))):
        match node:
            case (
                ast.keyword(arg="facts", value=ast.Dict(keys=keys))
                | ast.Assign(targets=[ast.Name(id="facts")], value=ast.Dict(keys=keys))
            ):
                for name in _texts(keys):
                    yield f"fact.{name}", f"{{n}} {name.replace('_', ' ')}"
            case ast.Call(func=ast.Name(id="Message"), args=[ast.Constant(value=str(key)), *more]):
                given = more[0].keys if more and isinstance(more[0], ast.Dict) else []
                said = key.rpartition(".")[2].replace("_", " ")
                yield key, " ".join([said, *(f"{{{name}}}" for name in _texts(given))])


def _texts(nodes: Sequence[ast.expr | None]) -> Iterator[str]:
    """The texts among some expressions."""
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
