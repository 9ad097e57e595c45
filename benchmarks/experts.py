"""Trained experts in bulk: decisions a second of one thread's CPU time.

In a match all of them are experts; a simulation plays no deal twice; in an environment of 64 hands
they play against one who acts at random. No hand is known beforehand, in any run.
"""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

import sidepot
from benchmarks import envs
from benchmarks.timing import RUNS, Figure, rate
from sidepot.lab.envs import Batch, batch
from sidepot.lab.match import Match, match
from sidepot.lab.simulate import Simulation, simulate

TABLES = (("holdem-no-limit", 2), ("holdem-no-limit", 6), ("high-noon-shootout", 2))
SHORT = tuple((game, players) for game, players in TABLES if players == 2)
"""The tables of simulations and environments."""
HANDS = 1200
"""Hands of a match or a simulation."""
PLACES, STEPS = 64, 50
"""Hands of an environment at once, and the steps of a run."""


def figures() -> list[Figure]:
    """A line for every table, with its signature."""
    return [
        *(_match_figure(*table) for table in TABLES),
        *(_simulation_figure(*table) for table in SHORT),
        *(_environment_figure(game) for game, _ in SHORT),
    ]


def signatures() -> Mapping[str, Callable[[], str]]:
    """The signature of each line."""
    return {
        **{name_of(*table): functools.partial(_match_mark, *table) for table in TABLES},
        **{simulation_of(*table): functools.partial(_simulation_mark, *table) for table in SHORT},
        **{environment_of(game): functools.partial(_environment_mark, game) for game, _ in SHORT},
    }


def name_of(game: str, players: int) -> str:
    """The name of a match's line."""
    return f"match of experts, {game}, {players} players, one thread"


def simulation_of(game: str, players: int) -> str:
    """The name of a simulation's line."""
    return f"simulation of experts, {game}, {players} players, one thread"


def environment_of(game: str) -> str:
    """The name of an environment's line."""
    return f"{game} as an environment with an expert, {PLACES} hands, one thread"


def played(game: str, players: int) -> Match:
    """The match."""
    found = sidepot.game(game)
    expert: Any = found.bot("expert")
    return match(found, [expert] * players, deals=HANDS // players, seed=1)


def simulated(game: str, players: int) -> Simulation:
    """The simulation."""
    found = sidepot.game(game)
    expert: Any = found.bot("expert")
    return simulate(found, stacks=found.stacks(players), hands=HANDS, policy=expert, seed=1)


def table(game: str) -> Batch:
    """The environment, whose expert knows no hand yet."""
    made = batch(game, PLACES, players=2, seed=envs.SEED)
    made.advance(0, "expert")
    return made


def _match_mark(game: str, players: int) -> str:
    return played(game, players).signature


def _simulation_mark(game: str, players: int) -> str:
    return simulated(game, players).signature


def _environment_mark(game: str) -> str:
    return envs.mark_of(table(game), STEPS)


def _match_figure(game: str, players: int) -> Figure:
    done = played(game, players)
    value = _rate(lambda: played(game, players).decisions)
    beside = f"{done.decisions / done.hands:.1f} decisions a hand"
    return Figure(name_of(game, players), value, "decisions/s", done.signature, beside)


def _simulation_figure(game: str, players: int) -> Figure:
    done = simulated(game, players)
    value = _rate(lambda: simulated(game, players).decisions)
    beside = f"{done.decisions / done.hands:.1f} decisions a hand"
    return Figure(simulation_of(game, players), value, "decisions/s", done.signature, beside)


def _environment_figure(game: str) -> Figure:
    slots = [chosen for chosen, _ in envs.random_steps(table(game), STEPS)]
    value = _rate(lambda: _steps(game, slots))
    return Figure(environment_of(game), value, "steps/s", _environment_mark(game))


def _steps(game: str, slots: list[np.ndarray[Any, Any]]) -> int:
    return envs.replay(table(game), slots)


def _rate(work: Callable[[], int]) -> float:
    return rate(work, RUNS, time.process_time)
