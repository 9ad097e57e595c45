"""The results in this folder, a file a game, and what the page compares them with."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sidepot import games
from sidepot.engine.game import Game
from sidepot.lab.strength.measuring import LOCAL, REPLY, Row, Terms, read, read_terms

FOLDER = Path(__file__).parent
SMALL = FOLDER / "small.json"


@dataclass(frozen=True)
class Table:
    """A game whose bots are measured."""

    title: str
    game: str
    options: Mapping[str, str] = field(default_factory=dict)
    floor: float | None = None
    """The bound for a learned reply between two, in units a hand; the aim is a third of it."""
    own_floor: float | None = None
    """The bound for one with bets of its own."""
    before: float | None = None
    """The winnings of a two-minute reply from `regular`, in units a hand."""

    @property
    def file(self) -> Path:
        """Its results."""
        return FOLDER / f"{'-'.join([self.game, *self.options.values()])}.json"

    @property
    def found(self) -> Game:
        """The game, with its options."""
        return games.find(self.game, **self.options)

    @property
    def command(self) -> str:
        """The command that measures it."""
        options = [f"{name}={value}" for name, value in self.options.items()]
        flags = f" --options {' '.join(options)}" if options else ""
        return f"sidepot strength {self.game}{flags} -o docs/strength/{self.file.name}"


_POT, _FIXED = {"limit": "pot-limit"}, {"limit": "fixed-limit"}
TABLES = (
    Table("Shootout, no-limit", "high-noon-shootout", floor=0.5, own_floor=0.5, before=9.01),
    Table("Shootout, pot-limit", "high-noon-shootout", _POT, before=7.23),
    Table(
        "Shootout, fixed-limit",
        "high-noon-shootout",
        _FIXED,
        floor=0.15,
        own_floor=0.12,
        before=1.24,
    ),
    Table("Showdown", "high-noon-showdown", own_floor=0.05, before=0.064),
    Table("Roulette, no-limit", "poker-roulette"),
    Table("Roulette, fixed-limit", "poker-roulette", _FIXED),
    Table("hold'em, no-limit", "holdem-no-limit", floor=0.5, own_floor=0.8, before=3.39),
    Table("hold'em, fixed-limit", "holdem-fixed-limit", floor=0.1, own_floor=0.12, before=0.74),
)
"""All that are measured."""


@dataclass(frozen=True)
class Results:
    """The measured results of a table."""

    table: Table
    terms: Terms
    rows: tuple[Row, ...]

    def row(self, kind: str, players: int, subject: str, opponent: str) -> Row | None:
        """One result, or None."""
        wanted = (kind, players, subject, opponent)
        of = ((r.kind, r.players, r.subject, r.opponent) for r in self.rows)
        return next((row for key, row in zip(of, self.rows, strict=True) if key == wanted), None)

    def of_kind(self, kind: str, players: int | None = None) -> list[Row]:
        """All results of a kind."""
        return [r for r in self.rows if r.kind == kind and players in (None, r.players)]

    @property
    def reply(self) -> Row | None:
        """The row of the learned reply."""
        return next(iter(self.of_kind(REPLY)), None)

    @property
    def most_won(self) -> float | None:
        """The most that is known to be won by any reply, learned or local: the upper of them."""
        return max((row.mean for row in (*self.of_kind(REPLY), *self.of_kind(LOCAL))), default=None)


def results() -> list[Results]:
    """The results of every table that has any."""
    return [
        Results(table, read_terms(table.file), tuple(read(table.file)))
        for table in TABLES
        if table.file.exists()
    ]


def small() -> list[dict[str, Any]]:
    """The exact figures of small games."""
    found: list[dict[str, Any]] = json.loads(SMALL.read_text("utf-8")) if SMALL.exists() else []
    return found


def signature() -> str:
    """A hash of all results, stored in the picture."""
    files = sorted(FOLDER.glob("*.json"))
    text = "\n".join(file.read_text("utf-8") for file in files)
    return hashlib.sha256(text.encode()).hexdigest()[:16]
