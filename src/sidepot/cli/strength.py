"""`sidepot strength GAME -o FILE`: measures how strong a game's bots are."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from sidepot.cli.progress import Line
from sidepot.cli.reading import count, declare_game, minutes, read_options, whole
from sidepot.cli.saving import check_place
from sidepot.cli.workers import end_if_stopped
from sidepot.errors import BadLearned
from sidepot.words import Message, say

if TYPE_CHECKING:
    from sidepot.bots.trained.strategy import Trained
    from sidepot.engine.game import Game
    from sidepot.lab.strength.measuring import Measuring, Row, Task

_MINUTES = 10.0


def declare(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags to its parser."""
    declare_game(parser)
    parser.add_argument(
        "-o", "--output", type=Path, required=True, metavar="FILE", help=say("cli.strength_output")
    )
    parser.add_argument(
        "--players", type=count, nargs="+", metavar="N", help=say("cli.strength_players")
    )
    parser.add_argument(
        "--strategy",
        type=Path,
        action="append",
        default=[],
        metavar="FILE",
        help=say("cli.strength_strategy"),
    )
    parser.add_argument(
        "--minutes",
        type=minutes,
        default=_MINUTES,
        metavar="M",
        help=say("cli.strength_minutes", n=f"{_MINUTES:g}"),
    )
    parser.add_argument("--hands", type=count, metavar="N", help=say("cli.strength_hands"))
    parser.add_argument(
        "--stacks", type=count, default=100, metavar="UNITS", help=say("cli.strength_stacks", n=100)
    )
    parser.add_argument("--seed", type=whole, default=0, metavar="S", help=say("cli.seed"))
    parser.add_argument(
        "--threads", type=count, default=1, metavar="T", help=say("cli.strength_threads")
    )
    parser.add_argument("--again", action="store_true", help=say("cli.strength_again"))
    parser.add_argument("--json", action="store_true", help=say("cli.json"))


def run(chosen: argparse.Namespace) -> None:
    """Measure what the file lacks, and print it all; Ctrl-C keeps what is done."""
    from sidepot import games
    from sidepot.engine.setup import check_seed
    from sidepot.lab.strength import measuring

    game = games.find(chosen.game, **read_options(chosen.options))
    check_place(chosen.output)
    check_seed(chosen.seed)
    own = _own(game, chosen.strategy)
    sizes = chosen.players or sorted(own) or None
    terms = measuring.terms_of(game, stack=chosen.stacks, seed=chosen.seed)
    whole = measuring.Measuring(
        game, chosen.output, sizes=sizes, terms=terms, own=own, again=chosen.again
    )
    limit = measuring.Limit(chosen.minutes, chosen.hands, chosen.threads)
    with Measured(whole) as progress:
        stopped = False
        try:
            whole.run(limit, progress)
        except KeyboardInterrupt:
            stopped = True
    if chosen.json:
        report = {"file": str(chosen.output), "stopped": stopped, "left": len(whole.left)}
        rows = [asdict(row) for row in whole.rows]
        print(json.dumps({**report, "rows": rows}), file=chosen.out)
    else:
        _say(whole, chosen, terms.unit_name, stopped=stopped)
    end_if_stopped(stopped)


def _say(whole: Measuring, chosen: argparse.Namespace, unit: str, *, stopped: bool) -> None:
    """Print the results."""
    from sidepot.terminal.screen import Screen

    screen = Screen()
    for row in whole.rows:
        screen.say(_sentence(row, unit))
    if not whole.has_expert:
        screen.say(Message("strength.no_expert", {"game": whole.game.name}))
    values = {"file": str(chosen.output), "n": len(whole.left)}
    screen.say(
        Message("strength.stopped", values) if stopped else Message("strength.written", values)
    )


def _own(game: Game, named: list[Path]) -> dict[int, Trained]:
    """The strategies of files, by their numbers of players. Raises `BadLearned`."""
    from sidepot.bots.trained import files

    found: dict[int, Trained] = {}
    for file in named:
        strategy = files.load(file, game)
        if strategy.players in found:
            raise BadLearned("learn.again", game=game.name, n=strategy.players)
        found[strategy.players] = strategy
    return found


def _sentence(row: Row, unit: str) -> Message:
    """A result in words."""
    values = {
        **asdict(row),
        "mean": f"{row.mean:+.3f}",
        "interval": f"{row.interval:.3f}",
        "hands": f"{row.hands:,}",
        "unit": unit,
    }
    said = {
        "alone": Message("strength.alone", values),
        "many": Message("strength.many", values),
        "reply": Message("strength.reply", values),
        "local": Message("strength.local", values),
    }
    return said[row.kind]


class Measured(Line):
    """Shows what is being measured."""

    def __init__(self, whole: Measuring) -> None:
        super().__init__()
        self._whole = whole

    def __call__(self, task: Task, left: float) -> None:
        """While a task is measured."""
        if self.is_due:
            done = len(self._whole.rows)
            self.show(
                say(
                    "strength.progress",
                    done=done,
                    all=len(self._whole.tasks),
                    what=f"{task.subject}, {task.kind}, {task.opponent}",
                    left=f"{int(left) // 60}:{int(left) % 60:02}",
                )
            )
