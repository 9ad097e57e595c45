"""Writes the files of a release that are missing, and never one that is there.

`python -m tests.releases.making` runs once before a release; the files of a release stay as they
are, because people have such files. A new game gets its history by it too.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
from docs.session import messages

from sidepot import games
from sidepot.designer.new import TEMPLATES, renamed
from sidepot.history import History
from sidepot.lab.learn import checkpoints
from sidepot.lab.learn.training import Training
from sidepot.room.protocol.messages import AnyCommand
from sidepot.words.wire import schema_hook
from tests.history.test_kept import played
from tests.releases import NOW
from tests.room import releasing
from tests.suites import house

ROUNDS = 40
"""Rounds of training for the strategy."""
SEED = 7
_HASH = "0123456789abcdef" * 4
"""A text of the one pattern that commands have."""


def writers() -> Iterator[tuple[Path, Callable[[Path], object]]]:
    """Every file of a release, and what writes it."""
    for name in house():
        yield NOW / "histories" / f"{name}.phh", _history
    for like in TEMPLATES:
        yield NOW / "games" / f"my_{like.replace('-', '_')}.py", _game
    yield NOW / "kuhn.sidepot", _strategy
    yield NOW / "r0001.sql", lambda path: path.write_text(releasing.dump(), "utf-8")
    yield NOW / "messages.jsonl", _messages


def _history(path: Path) -> None:
    text = History.from_hand(played(games.find(path.stem), SEED)).text()
    path.write_text(text, "utf-8")


def _game(path: Path) -> None:
    name = path.stem.replace("_", "-")
    path.write_text(renamed(name, name.removeprefix("my-")), "utf-8")


def _strategy(path: Path) -> None:
    begun = Training(games.find("kuhn"), is_exact=True)
    begun.run(rounds=ROUNDS)
    checkpoints.save(begun, path)


def _messages(path: Path) -> None:
    """The messages of a session, and a command of every kind with all its fields."""
    sent, got = messages()
    kinds = get_args(AnyCommand)
    sent += [sample(msgspec.json.schema(kind, schema_hook=schema_hook)) for kind in kinds]
    lines = [{"to": "server", "message": one} for one in sent]
    lines += [{"to": "client", "message": one} for one in got]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")


def sample(schema: dict[str, Any]) -> Any:
    """A value that a schema allows, with every field."""
    return _sample(schema, schema.get("$defs", {}))


def _sample(schema: dict[str, Any], known: dict[str, Any]) -> Any:
    if "$ref" in schema:
        return _sample(known[schema["$ref"].rpartition("/")[2]], known)
    if "anyOf" in schema:
        return _sample(schema["anyOf"][0], known)
    if "enum" in schema:
        return schema["enum"][0]
    if schema.get("type") == "object":
        return {name: _sample(inner, known) for name, inner in schema.get("properties", {}).items()}
    if schema.get("type") == "array":
        return [_sample(schema["items"], known)] * max(1, schema.get("minItems", 1))
    if "pattern" in schema:
        return _HASH
    if schema.get("type") == "string":
        return "a" * max(1, schema.get("minLength", 1))
    least = {"integer": schema.get("minimum", 1), "boolean": True, "number": 1.0}
    return least.get(schema.get("type", ""))


def main() -> None:
    """Write what is missing."""
    for path, write in writers():
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            write(path)
            print(path.relative_to(NOW.parent))


if __name__ == "__main__":
    main()
