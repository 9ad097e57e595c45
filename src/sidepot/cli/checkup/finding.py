"""A finding: one thing that was looked at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from sidepot.words import Message

State = Literal["ok", "note", "wrong"]
"""`note`: something is missing that only some need; `wrong`: a command will fail or lose time."""


@dataclass(frozen=True)
class Finding:
    """A thing by its name, its state, a sentence, and the way out unless all is well."""

    name: str
    state: State
    said: Message
    help: Message | None = None
    facts: Mapping[str, object] = field(default_factory=dict)

    def plain(self) -> dict[str, object]:
        """Its fields in JSON: name, state and facts are the same in every language."""
        return {
            "name": self.name,
            "state": self.state,
            "facts": dict(self.facts),
            "said": self.said.text,
            "help": self.help.text if self.help else None,
        }
