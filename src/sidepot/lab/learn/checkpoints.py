"""Checkpoints of a training: the strategy it has learned so far, saved to a file and resumed."""

from __future__ import annotations

from pathlib import Path

from sidepot.bots.trained import files
from sidepot.bots.trained.strategy import Trained
from sidepot.engine.game import Game
from sidepot.lab.learn.training import Training


def strategy_of(training: Training) -> Trained:
    """The strategy that a training has learned so far."""
    return Trained(
        game=training.game,
        players=training.players,
        abstraction=training.abstraction,
        ground=training.ground,
        table=training.table,
        trained={
            "seed": training.seed,
            "stacks": list(training.stacks),
            "lanes": training.lanes,
            "rounds": training.rounds,
            "traversals": training.traversals,
            "decisions": training.decisions,
            "weight": training.weight,
            "places": len(training.table.keys),
        },
    )


def save(training: Training, path: Path) -> None:
    """Write all that a training has learned, atomically. Raises `NotSaved`."""
    files.save(strategy_of(training), path)


def resume(path: Path, game: Game) -> Training:
    """The training that wrote a file, ready to continue. Raises `BadLearned`."""
    found = files.load(path, game)
    trained = found.trained
    training = Training(
        game,
        found.players,
        stacks=tuple(trained["stacks"]),
        seed=trained["seed"],
        lanes=trained["lanes"],
        abstraction=found.abstraction,
    )
    training.table, training.ground = found.table, found.ground
    training.take_up(*(trained[name] for name in ("rounds", "traversals", "decisions", "weight")))
    return training
