"""The house's own games as a measure: a small table that ships, made by `make measures`.

Measuring them takes longer than a report may, so it is done once for each version of their rules.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Collection
from pathlib import Path

import msgspec

from sidepot import games, paths
from sidepot.designer.report.figures import Report
from sidepot.designer.report.measuring import measure, plan_of
from sidepot.designer.report.pilot import fitted
from sidepot.engine.game import Game

_FILE = Path(__file__).with_name("house.jsonl")
_PARTS = ("count", "skill", "watch")
"""The parts of a report that the table needs."""
_HANDS, _SECONDS = 6000, 600.0
"""The most hands of a game, and the most time for them: not two minutes, as it is done once."""


class Measures(msgspec.Struct, frozen=True):
    """The figures of a game by which another one is measured. Chips are counted in units.

    `seat`: what the farthest seat has beyond the mean, without its sign; `shows`: hands until skill
    shows, `last`: how often the last cards take the lead. `hands`: those that were counted, and
    `signature`: of them.
    """

    game: str
    rules_version: int
    players: int
    hands: int
    minutes: float
    pot: float
    seat: float
    skill: float | None
    shows: float | None
    changes: float
    last: float | None
    signature: str


def measures(report: Report, rules_version: int = 1) -> Measures | None:
    """The figures of a report; None where parts of it are missing."""
    length, seats, pots, lead = report.length, report.seats, report.pots, report.lead
    if length is None or seats is None or pots is None or lead is None:
        return None
    skill = report.skill[-1] if report.skill else None
    return Measures(
        game=report.game,
        rules_version=rules_version,
        players=report.players,
        hands=report.hands,
        minutes=round(length.minutes.value, 4),
        pot=round(pots.chips.value / report.unit, 4),
        seat=round(abs(seats.ahead[seats.farthest].value) / report.unit, 4),
        skill=None if skill is None else round(skill.won.value / report.unit, 4),
        shows=None if skill is None else skill.hands,
        changes=round(lead.changes.value, 4),
        last=None if lead.last is None else round(lead.last.value, 4),
        signature=report.signature,
    )


@functools.cache
def table() -> tuple[Measures, ...]:
    """The figures of the house's games, by their names."""
    lines = _FILE.read_text("utf-8").splitlines() if _FILE.exists() else []
    return tuple(msgspec.json.decode(line, type=Measures) for line in lines)


def measured(game: Game, hands: int | None = None) -> Measures:
    """The figures of a game by so many hands, by default as many as fit into `_SECONDS`.

    Raises what `plan_of` raises.
    """
    plan = plan_of(game, hands=hands or _HANDS)
    if hands is None:
        plan = fitted(plan, lambda progress: None, _PARTS, _SECONDS)
    found = measures(measure(plan, only=_PARTS), game.rules_version)
    if found is None:
        raise KeyboardInterrupt
    return found


def _write(only: Collection[str] = ()) -> None:
    """Measure the games that are named, by default those whose rules the table does not know."""
    known = {row.game: row for row in table()}
    for name, game in sorted(games.registry().items()):
        row = known.get(name)
        is_known = row is not None and row.rules_version == game.rules_version
        if name in only if only else not is_known:
            known[name] = measured(game)
            print(known[name], file=sys.stderr, flush=True)
            _save([row for name, row in sorted(known.items()) if name in games.registry()])


def _save(rows: list[Measures]) -> None:
    with paths.atomic_write(_FILE) as draft:
        draft.write_bytes(b"".join(msgspec.json.encode(row) + b"\n" for row in rows))


if __name__ == "__main__":
    _write(sys.argv[1:])
