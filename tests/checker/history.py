"""The history of a run, a line of JSON for each fact: operations, views, and faults."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

Json = dict[str, Any]


class History:
    """The facts of a run in order; each line is written before anything depends on it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.facts: list[Json] = []
        self.is_broken = False
        self._file = path.open("a", encoding="utf-8")
        self._began = time.monotonic()

    def note(self, what: str, **facts: Any) -> None:
        """Add a fact; `t` is in seconds since the beginning."""
        fact = {"t": round(time.monotonic() - self._began, 4), "what": what, **facts}
        self.facts.append(fact)
        self._file.write(json.dumps(fact) + "\n")
        self._file.flush()

    def violation(self, promise: str, **facts: Any) -> None:
        """Note a broken promise that was seen at once."""
        self.is_broken = True
        self.note("violation", promise=promise, **facts)

    def of(self, *kinds: str) -> Iterator[Json]:
        """The facts of some kinds."""
        return (fact for fact in self.facts if fact["what"] in kinds)

    def close(self) -> None:
        """Write no more."""
        self._file.close()


def read(path: Path) -> list[Json]:
    """The facts of a run that was kept."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]
