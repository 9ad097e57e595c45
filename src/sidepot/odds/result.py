"""What is found out about a position: for programs in facts, for people in sentences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from sidepot.words import Message

_PROVEN = 5e-7
"""Chips by which a value may be off and still count as exact, as it is printed."""


@dataclass(frozen=True, slots=True)
class Odds:
    """What is to be known of a position: facts for programs, the same in sentences for people."""

    facts: Mapping[str, object]
    sentences: tuple[Message, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionValues:
    """What each choice is worth in chips, net from now on, and how that is known.

    `method` is "exact", "estimate" or "sampled"; `stderr` the largest standard error of the values
    and `bound` the most that one may be off, both in chips.
    """

    ev: Mapping[str, float]
    method: str
    stderr: float = 0.0
    bound: float = 0.0

    @property
    def facts(self) -> dict[str, object]:
        """The same for programs."""
        proven = {"bound": self.bound} if self.bound > _PROVEN else {}
        return {"ev": dict(self.ev), "method": self.method, "stderr": self.stderr, **proven}

    @property
    def sentences(self) -> tuple[Message, ...]:
        """The same for people."""
        best = max(self.ev, key=lambda choice: self.ev[choice])
        return (
            *(
                Message("odds.choice", {"choice": choice, "value": f"{value:+.4f}"})
                for choice, value in self.ev.items()
            ),
            Message("odds.best", {"choice": best}),
            self._how(),
        )

    def _how(self) -> Message:
        if self.method == "sampled":
            return Message("odds.sampled", {"error": f"{self.stderr:.2g}"})
        if self.method == "estimate":
            return Message("odds.estimate")
        if self.bound > _PROVEN:
            return Message("odds.bound", {"bound": f"{Decimal(f'{self.bound:.1g}'):f}"})
        return Message("odds.exact")


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysis:
    """What a game knows of a position better than by sampling.

    `hand` is that of who is to act; `values` None where its choices have to be sampled.
    """

    facts: Mapping[str, object] = field(default_factory=dict)
    sentences: tuple[Message, ...] = ()
    hand: Message | None = None
    values: ActionValues | None = None
