"""`sidepot solve ricochet-2`: solves the game for two players by backward induction."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sidepot.cli.reading import declare_game, read_options
from sidepot.cli.saving import check_place
from sidepot.words import Message, say

if TYPE_CHECKING:
    from sidepot.odds.ricochet.solution import Solution


def declare(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags to its parser."""
    declare_game(parser)
    parser.add_argument("--write", type=Path, metavar="FILE", help=say("cli.solve_write"))
    parser.add_argument("--json", action="store_true", help=say("cli.json"))


def run(chosen: argparse.Namespace) -> None:
    """Solve the game, print its value, and write the table of deals if asked.

    Raises `NotSaved`, before solving, for a file that cannot be written.
    """
    from sidepot import games
    from sidepot.cli.progress import Solving
    from sidepot.odds.ricochet import cache
    from sidepot.odds.ricochet.solution import solve_game
    from sidepot.terminal.screen import Screen

    game = games.find(chosen.game, **read_options(chosen.options))
    if chosen.write:
        check_place(chosen.write)
    with Screen.for_errors().getting_ready(), Solving() as solving:
        found = solve_game(game, solving)
    if chosen.write:
        found.save(chosen.write)
    cache.save(found)
    report = _report(found)
    if chosen.json:
        print(json.dumps(report), file=chosen.out)
        return
    screen = Screen()
    for message in _sentences(report, chosen.write):
        screen.say(message)


def _report(found: Solution) -> dict[str, Any]:
    from sidepot.odds.ricochet import opening

    least, most = found.value
    return {
        "game": found.game.name,
        "values": found.value_count,
        "low_card": [round(least, 6), round(most, 6)],
        "loss": round(found.exploitability, 6),
        "deals": len(found.deals),
        "ships": found.text == opening.text(),
    }


def _sentences(report: dict[str, Any], file: Path | None) -> list[Message]:
    least, most = report["low_card"]
    values = {
        "values": f"{report['values']:,}",
        "deals": report["deals"],
        "least": f"{least:+.6f}",
        "most": f"{most:+.6f}",
        "loss": f"{report['loss']:.6f}",
        "file": str(file),
    }
    return [
        Message("solve.sum", values),
        Message("solve.exploitability", values),
        *([Message("solve.ships", values)] if report["ships"] else []),
        *([Message("solve.written", values)] if file else []),
    ]
