"""Files of learned strategies: NumPy's own format without pickles, with a head in JSON."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from sidepot import games, paths
from sidepot.engine.game import Game
from sidepot.errors import BadLearned, NotSaved
from sidepot.learn import table as tables
from sidepot.learn.abstraction import EXACT, abstraction_of
from sidepot.learn.rules import Rules, rules_of
from sidepot.learn.strategy import Strategy, strategy_of
from sidepot.learn.training import Training, ground_of
from sidepot.words import say

_VERSION = 3
"""The version of files: it grows with any change of what a key is made from."""
_HEAD = "head"
_FIELDS = {"version", "rules", "chosen", "players", "is_exact", "trained"}
_TRAINED = {"seed", "stacks", "lanes", "rounds", "traversals", "decisions", "weight", "places"}
_ARRAYS = ("sizes", "rounds", "centers", "keys", "regret", "total")


def save(training: Training, path: Path) -> None:
    """Write all that a training has learned, atomically. Raises `NotSaved`."""
    strategy = strategy_of(training)
    head = {
        "version": _VERSION,
        "rules": asdict(rules_of(training.game)),
        "chosen": {name: str(value) for name, value in training.game.chosen.items()},
        "players": training.players,
        "is_exact": training.abstraction.is_exact,
        "trained": dict(strategy.trained),
    }
    keys, regret, total = tables.rows_of(training.table)
    _, sizes, rounds, centers = training.ground
    held: dict[str, Any] = {"sizes": sizes, "rounds": rounds, "centers": centers}
    held |= {_HEAD: np.frombuffer(json.dumps(head).encode(), np.uint8)}
    held |= {"keys": keys, "regret": regret, "total": total}
    try:
        with paths.atomic_write(path) as draft, draft.open("wb") as file:
            np.savez_compressed(file, **held)
    except OSError as error:
        raise NotSaved("error.not_written", file=str(path), reason=error.strerror) from error


def load(path: Path, game: Game | None = None) -> Strategy:
    """The strategy in a file, for the game with these options, or the one that it was learned for.

    Raises `BadLearned` for what is no such file, of another version, or for other rules.
    """
    head, arrays = _read(path)
    theirs: Rules = head["rules"]
    game = game or _game_of(theirs, head["chosen"])
    ours = rules_of(game)
    if not theirs.fits(ours):
        raise BadLearned("learn.rules", file=str(path), theirs=str(theirs), ours=str(ours))
    abstraction = EXACT if head["is_exact"] else abstraction_of(game)
    ground = ground_of(game, abstraction)._replace(
        sizes=arrays["sizes"], rounds=arrays["rounds"], centers=arrays["centers"]
    )
    numbers = arrays["keys"], arrays["regret"], arrays["total"]
    table = tables.filled(*numbers, head["trained"]["places"])
    return Strategy(game, head["players"], abstraction, ground, table, head["trained"])


def go_on(path: Path, game: Game) -> Training:
    """The training that wrote a file, to be gone on with. Raises `BadLearned`."""
    found = load(path, game)
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


def is_learned(path: Path) -> bool:
    """Is a file one of these? Its beginning is read."""
    try:
        with zipfile.ZipFile(path) as parts:
            return f"{_HEAD}.npy" in parts.namelist()
    except (OSError, zipfile.BadZipFile):
        return False


def _game_of(rules: Rules, chosen: Mapping[str, str]) -> Game:
    """The game of a file, by its name. Raises `UnknownGame`."""
    return games.find(rules.game, **chosen)


def _read(path: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """The head and the arrays of a file. Raises `BadLearned`."""
    if not path.exists():
        raise BadLearned("learn.missing", file=str(path))
    if not is_learned(path):
        raise BadLearned("learn.broken", file=str(path), reason=say("learn.no_head"))
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as parts:
            head = json.loads(parts[_HEAD].tobytes())
            version = head["version"]
            if version != _VERSION:
                raise BadLearned("learn.version", file=str(path), theirs=version, ours=_VERSION)
            if not head.keys() >= _FIELDS or not head["trained"].keys() >= _TRAINED:
                raise ValueError(say("learn.no_head"))
            head["rules"] = Rules(**head["rules"])
            return head, {name: tables.as_read(parts[name]) for name in _ARRAYS}
    except (OSError, EOFError, AttributeError, ValueError, LookupError, TypeError) as error:
        reason = str(error) or type(error).__name__
        raise BadLearned("learn.broken", file=str(path), reason=reason) from error
