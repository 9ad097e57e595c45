"""Trains the strategies that ship: `make train`, or one table by its name.

What a table has learned follows from its plan here, seed and number of rounds alone; the manifest
has its signature, and the time that it took.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from sidepot import games, paths
from sidepot.bots.trained import experts, files, packed
from sidepot.bots.trained.abstraction import abstraction_of
from sidepot.engine.game import Game
from sidepot.lab.learn import checkpoints
from sidepot.lab.learn.checkpoints import strategy_of
from sidepot.lab.learn.public_tree import unit_of
from sidepot.lab.learn.training import Pace, Training

_AT_ONCE = 10
"""Rounds between progress reports."""
SAVED = 50
"""Rounds between saves."""
_LEAST, _MOST = 10, 400
"""The usual stacks that are learned, in units."""


@dataclass(frozen=True)
class Plan:
    """The training plan of a table; the manifest has the number of rounds."""

    game: str
    players: int
    options: dict[str, str] = field(default_factory=dict)
    seed: int = 18
    sizes: tuple[int, ...] = (33, 100, 250)
    buckets: int = 32
    memory: int = 1
    pace: Pace | None = None
    most_deals: int = 20_000
    is_on_tree: bool = True
    most: int = _MOST
    """The deepest stacks that are learned, in units; deeper ones play as these."""
    habits: int = 0
    """In how many of a hundred hands others have a habit (`bots.trained.habits`)."""
    visits: float = 0.0
    """Sets with no more visits than this do not ship."""
    has_masses: bool = False
    """Whether it ships how often each set comes up (`action_translation`)."""

    @property
    def name(self) -> str:
        """The name of its file."""
        return "-".join([self.game, *self.options.values(), str(self.players)])

    @property
    def table(self) -> Game:
        """The game with its options."""
        return games.find(self.game, **self.options)

    def training(self) -> Training:
        """The training, before its first round."""
        game = self.table
        unit = unit_of(game)
        abstraction = replace(
            abstraction_of(game), sizes=self.sizes, buckets=self.buckets, memory=self.memory
        )
        return Training(
            game,
            self.players,
            stacks=(_LEAST * unit, self.most * unit),
            seed=self.seed,
            lanes=1,
            abstraction=abstraction,
            pace=self.pace,
            most_deals=self.most_deals,
            is_on_tree=self.is_on_tree,
            habits=self.habits,
        )


_TWO: dict[str, Any] = {
    "sizes": (50, 150),
    "memory": 2,
    "pace": Pace(800, 25, 160),
    "most_deals": 12_000,
}
"""Two players, fixed limit: how often was bet in this round and the last is remembered."""
_ALL_ROUNDS: dict[str, Any] = {**_TWO, "sizes": (75,), "memory": 3, "has_masses": True}
"""Two players, where bets have sizes: with one besides the highest the tree is so small that all
rounds can be remembered. Two sizes and less memory are no better, and more is won from them."""
_POT_ALONE: dict[str, Any] = {**_ALL_ROUNDS, "sizes": ()}
"""The same in pot-limit, where a smaller bet besides the pot makes the tree ten times as large."""
_THREE: dict[str, Any] = {
    "sizes": (50, 150),
    "buckets": 20,
    "pace": Pace(800, 38, 100),
    "most_deals": 12_000,
    "most": 100,
    "habits": 24,
    "visits": 10.0,
}
"""Three players: the tree is larger, so stacks are no deeper than usual."""
_MANY: dict[str, Any] = {
    "sizes": (75,),
    "buckets": 12,
    "is_on_tree": False,
    "pace": Pace(128, 24, 64),
    "most": 100,
    "habits": 24,
    "visits": 10.0,
}
"""Four players and six, who cannot be learned on a tree: it is too large. Five play by the table
for six, as if the first to act had folded; so do four in fixed limit."""
_MATCHED: dict[str, Any] = {
    **_MANY,
    "buckets": 16,
    "pace": Pace(96, 40, 64),
    "habits": 50,
    "visits": 100.0,
}
"""Poker Roulette: cards are dealt to who is left, so it cannot be learned on a tree. Hands are
long, and most sets come up too seldom to be learned: there a tight rule of thumb plays better."""
_MATCHED_FIXED: dict[str, Any] = {**_MATCHED, "visits": 20_000.0}
"""Fixed limit, where hands are longer still: the beginning alone is learned well enough. Three play
by the table for four; what they learned themselves lost to the rule."""
_SHOOTOUT, _SHOWDOWN, _ROULETTE = "high-noon-shootout", "high-noon-showdown", "poker-roulette"
_LIMITS = ("no-limit", "fixed-limit", "pot-limit")


def _plans() -> Iterator[Plan]:
    for players, sized, fixed in ((2, _ALL_ROUNDS, _TWO), (3, _THREE, _THREE), (6, _MANY, _MANY)):
        for limit in _LIMITS:
            how = fixed if limit == "fixed-limit" else sized
            if (limit, players) == ("pot-limit", 2):
                how = _POT_ALONE
            yield Plan(_SHOOTOUT, players, {"limit": limit}, **how)
        yield Plan("holdem-no-limit", players, **sized)
        yield Plan("holdem-fixed-limit", players, **fixed)
    for limit in ("no-limit", "pot-limit"):
        yield Plan(_SHOOTOUT, 4, {"limit": limit}, **_MANY)
    yield Plan("holdem-no-limit", 4, **_MANY)
    for players, limit in ((3, "no-limit"), (4, "no-limit"), (4, "fixed-limit")):
        how = _MATCHED_FIXED if limit == "fixed-limit" else _MATCHED
        yield Plan(_ROULETTE, players, {"limit": limit}, **how)
    yield Plan(_SHOWDOWN, 2, most_deals=12_000, pace=_TWO["pace"])
    for players in (3, 4, 5, 6):
        yield Plan(_SHOWDOWN, players, buckets=16, most_deals=6000, habits=_THREE["habits"])


PLANS = {plan.name: plan for plan in _plans()}
"""The tables that ship, in the order of training."""


def train(
    plan: Plan, folder: Path, rounds: float, seconds: float = math.inf, work: Path | None = None
) -> dict[str, Any]:
    """Train a table, write its file, and enter it into the manifest; returns its entry.

    If `seconds` of one core end it, the entry has the rounds that were done. `work`: the folder of
    states, from which a training that was stopped goes on.
    """
    training, started = plan.training(), time.process_time()
    if work:
        _take_up(training, work / f"{plan.name}.sidepot")
    first = time.process_time()
    while training.rounds < rounds and time.process_time() - first < seconds:
        training.run(rounds=int(min(_AT_ONCE, rounds - training.rounds)))
        print(
            f"{plan.name}: {training.rounds} rounds, "
            f"{training.traversals:,} traversals, {training.sets:,} sets, "
            f"regret {training.regret / unit_of(training.game):.3g}, "
            f"{time.process_time() - started:.0f} s",
            flush=True,
        )
        if work and training.rounds % SAVED == 0:
            checkpoints.save(training, work / f"{plan.name}.sidepot")
    head = {
        "memory": plan.memory,
        "plan": experts.plan_of(training.game),
        "signature": training.signature,
    }
    file = folder / f"{plan.name}.bin"
    learned = strategy_of(training), training.situations
    packed.write(packed.pack(*learned, head, plan.visits, has_masses=plan.has_masses), file)
    entry = {
        **head,
        "players": plan.players,
        "stacks": [_LEAST, plan.most],
        "seed": plan.seed,
        "rounds": training.rounds,
        "traversals": training.traversals,
        "sets": training.sets,
        "seconds": round(time.process_time() - started),
        "bytes": file.stat().st_size,
    }
    _enter(folder, file.name, entry)
    return entry


def _take_up(training: Training, file: Path) -> None:
    """Go on where a training was stopped, if it was."""
    if file.exists():
        state = files.load(file, training.game, training.abstraction)
        training.ground = state.ground
        training.table = state.table
        names = ("rounds", "traversals", "decisions", "weight")
        training.take_up(*(state.trained[name] for name in names))


def _enter(folder: Path, name: str, entry: dict[str, Any]) -> None:
    file = folder / experts.MANIFEST
    held = json.loads(file.read_text("utf-8")) if file.exists() else {}
    held[name] = entry
    text = json.dumps(held, indent=1, sort_keys=True) + "\n"
    with paths.atomic_write(file) as draft:
        draft.write_text(text, "utf-8")


def _main() -> None:
    """Train the tables that are named, or all that ship."""
    parser = argparse.ArgumentParser(prog="python -m sidepot.lab.learn.house", description=__doc__)
    parser.add_argument("names", nargs="*", choices=[*PLANS, []], metavar="TABLE")
    parser.add_argument("--folder", type=Path, default=experts.TABLES)
    parser.add_argument("--seconds", type=float, default=math.inf)
    parser.add_argument("--rounds", type=int)
    parser.add_argument("--work", type=Path)
    chosen = parser.parse_args()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    is_limited = chosen.rounds is not None or chosen.seconds < math.inf
    known = {name: experts.manifest().get(f"{name}.bin", {}).get("rounds") for name in PLANS}
    for name in chosen.names or [name for name in PLANS if is_limited or known[name]]:
        if not (is_limited or known[name]):
            parser.error(f"{name} does not ship; say --rounds or --seconds")
        if chosen.seconds < math.inf and (chosen.folder / f"{name}.bin").exists():
            continue
        rounds = chosen.rounds or (math.inf if is_limited else known[name])
        train(PLANS[name], chosen.folder, rounds, chosen.seconds, chosen.work)


if __name__ == "__main__":
    _main()
