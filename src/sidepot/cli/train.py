"""`sidepot train GAME -o FILE`: learns a strategy for a game by playing against itself."""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sidepot.cli.progress import Line
from sidepot.cli.reading import count, declare_game, in_digits, minutes, read_options, whole
from sidepot.cli.saving import check_place
from sidepot.cli.workers import cluster_or_none, declare_cluster, end_if_stopped
from sidepot.errors import BadLearned, BadSetup
from sidepot.words import Message, say

if TYPE_CHECKING:
    from sidepot.engine.game import Game
    from sidepot.lab.learn.training import Training

_MINUTES = 5.0
_SAVED_EVERY = 60.0
"""Seconds after which the file is written in between, in case the process is killed."""


def declare(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags to its parser."""
    declare_game(parser)
    parser.add_argument(
        "-o", "--output", type=Path, required=True, metavar="FILE", help=say("cli.train_output")
    )
    parser.add_argument("--players", type=whole, metavar="N", help=say("cli.train_players"))
    parser.add_argument("--stacks", metavar="CHIPS", help=say("cli.train_stacks"))
    parser.add_argument(
        "--minutes", type=minutes, metavar="M", help=say("cli.train_minutes", n=f"{_MINUTES:g}")
    )
    parser.add_argument("--rounds", type=count, metavar="N", help=say("cli.train_rounds"))
    parser.add_argument("--exact", action="store_true", help=say("cli.train_exact"))
    parser.add_argument("--seed", type=whole, metavar="S", help=say("cli.seed"))
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--threads", type=count, default=1, metavar="T", help=say("cli.train_threads")
    )
    declare_cluster(where)
    parser.add_argument("--json", action="store_true", help=say("cli.json"))


def run(chosen: argparse.Namespace) -> None:
    """Train, or go on with the training of a file that is there, and write the file.

    Ctrl-C ends training; what was learned is written, also where a pool fails. Raises `NotSaved`
    before training for a file that cannot be written, and `MissingExtra` and `PoolFailed`.
    """
    from sidepot import games
    from sidepot.lab.learn import checkpoints
    from sidepot.terminal.screen import Screen

    game = games.find(chosen.game, **read_options(chosen.options))
    check_place(chosen.output)
    is_old = chosen.output.exists()
    training = _old(game, chosen) if is_old else _new(game, chosen)
    limits = _limits(chosen)
    with Screen.for_errors().getting_ready():
        stopped = training.run(rounds=1)
    if limits["rounds"] is not None:
        limits["rounds"] -= 1
    where: dict[str, Any] = {"threads": chosen.threads}
    with Learning(chosen.output) as progress, cluster_or_none(chosen.cluster) as where["pool"]:
        try:
            stopped = stopped or training.run(**limits, **where, progress=progress)
        except KeyboardInterrupt:  # between two rounds
            stopped = True
        finally:
            checkpoints.save(training, chosen.output)
    report = _report(training, chosen, stopped)
    if chosen.json:
        print(json.dumps(report), file=chosen.out)
    else:
        screen = Screen()
        for message in _sentences(report, is_old=is_old):
            screen.say(message)
    end_if_stopped(stopped)


def _limits(chosen: argparse.Namespace) -> dict[str, Any]:
    """The length of training: rounds if given, else minutes."""
    if chosen.rounds is not None and chosen.minutes is None:
        return {"rounds": chosen.rounds}
    minutes = _MINUTES if chosen.minutes is None else chosen.minutes
    return {"rounds": chosen.rounds, "seconds": 60 * minutes}


def _new(game: Game, chosen: argparse.Namespace) -> Training:
    from sidepot.lab.learn.training import Training

    return Training(
        game,
        chosen.players,
        stacks=_stacks(chosen.stacks),
        seed=chosen.seed or 0,
        is_exact=chosen.exact,
    )


def _old(game: Game, chosen: argparse.Namespace) -> Training:
    """The training of the file; what else the command says must be as it was."""
    from sidepot.lab.learn import checkpoints

    training = checkpoints.resume(chosen.output, game)
    asked = {
        "players": (chosen.players, training.players),
        "stacks": (_stacks(chosen.stacks), training.stacks),
        "seed": (chosen.seed, training.seed),
        "exact": (chosen.exact or None, training.abstraction.is_exact),
    }
    for name, (wanted, had) in asked.items():
        if wanted not in (None, had):
            file = str(chosen.output)
            raise BadLearned(
                "learn.other", file=file, name=name, theirs=_text(had), ours=_text(wanted)
            )
    return training


def _text(value: object) -> str:
    return "-".join(map(str, value)) if isinstance(value, tuple) else str(value).lower()


def _stacks(text: str | None) -> tuple[int, int] | None:
    """`100` as (100, 100), `20-400` as (20, 400). Raises `BadSetup`."""
    if text is None:
        return None
    low, _, high = text.partition("-")
    least, most = in_digits(low), in_digits(high or low)
    if least is None or most is None or not 0 < least <= most:
        raise BadSetup("learn.stacks", stacks=text)
    return least, most


class Learning(Line):
    """Shows regret and the time left, and writes the file now and then."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self._file, self._saved = file, time.monotonic()

    def __call__(self, training: Training, left: float) -> None:
        """After each round."""
        from sidepot.lab.learn import checkpoints

        if time.monotonic() - self._saved > _SAVED_EVERY:
            checkpoints.save(training, self._file)
            self._saved = time.monotonic()
        if self.is_due:
            self.show(say("train.progress", **_figures(training), left=_clock(left)))


def _figures(training: Training) -> dict[str, str]:
    standing = training.standing
    return {
        "traversals": f"{standing.traversals:,}",
        "sets": f"{standing.sets:,}",
        "regret": f"{standing.regret / training.game.unit:.3g}",
    }


def _clock(left: float) -> str:
    """Seconds as minutes and seconds; empty without a limit."""
    if left == float("inf"):
        return "-"
    return f"{int(max(left, 0)) // 60}:{int(max(left, 0)) % 60:02}"


def _report(training: Training, chosen: argparse.Namespace, stopped: bool) -> dict[str, Any]:
    standing = training.standing
    return {
        "game": training.game.name,
        "players": training.players,
        "stacks": list(training.stacks),
        "rounds": standing.rounds,
        "traversals": standing.traversals,
        "decisions": standing.decisions,
        "sets": standing.sets,
        "regret": standing.regret / training.game.unit,
        "signature": standing.signature,
        "stopped": stopped,
        "file": str(chosen.output),
    }


def _sentences(report: dict[str, Any], *, is_old: bool) -> list[Message]:
    values = {
        **report,
        "traversals": f"{report['traversals']:,}",
        "decisions": f"{report['decisions']:,}",
        "sets": f"{report['sets']:,}",
        "regret": f"{report['regret']:.3g}",
    }
    return [
        *([Message("train.gone_on", values)] if is_old else []),
        Message("train.sum", values),
        Message("train.stopped", values) if report["stopped"] else Message("train.written", values),
    ]
