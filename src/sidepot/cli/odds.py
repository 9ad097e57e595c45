"""`sidepot odds`: what the choices are worth in a given position, or in one of a hand history."""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import TYPE_CHECKING

from sidepot.cli.progress import Line
from sidepot.cli.reading import (
    add_files,
    count,
    declare_files,
    declare_game,
    precision,
    read_options,
    read_stacks,
    seconds,
    whole,
)
from sidepot.errors import BadPosition
from sidepot.words import Message, say

if TYPE_CHECKING:
    from sidepot.engine.memory import Memory
    from sidepot.odds.result import Analysis

_PRECISION = 0.02
"""The standard error at which sampling ends, in units of the game (antes)."""
_SECONDS = 10.0
_CERTAIN = ("exact", "solved")
"""Methods whose values do not depend on the time spent."""
_TOLD = ("game", "position", "options", "dead", "pot", "players", "board", "after", "stacks")
_REPLAYED = ("hand", "game_files", "number", "at", "seat")


def declare(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags to its parser."""
    given = parser.add_argument_group(say("cli.odds_told"))
    declare_game(given, nargs="?")
    given.add_argument("position", nargs="?", metavar="HANDS", help=say("cli.odds_position"))
    given.add_argument("--dead", default="", metavar="CARDS", help=say("cli.odds_dead"))
    given.add_argument("--pot", type=whole, metavar="CHIPS", help=say("cli.odds_pot"))
    given.add_argument("--board", default="", metavar="CARDS", help=say("cli.odds_board"))
    given.add_argument("--after", default="", metavar="ACTIONS", help=say("cli.odds_after"))
    given.add_argument("--stacks", metavar="CHIPS", help=say("cli.stacks"))
    given.add_argument("--players", type=count, metavar="N", help=say("cli.odds_players"))
    replayed = parser.add_argument_group(say("cli.odds_replayed"))
    replayed.add_argument("--hand", metavar="FILE", help=say("cli.odds_hand"))
    declare_files(replayed)
    replayed.add_argument("--number", metavar="N", help=say("cli.odds_number"))
    replayed.add_argument("--at", type=count, metavar="ACTION", help=say("cli.odds_at"))
    replayed.add_argument("--seat", metavar="S", help=say("cli.odds_seat"))
    parser.add_argument(
        "--precision",
        type=precision,
        metavar="CHIPS",
        help=say("cli.odds_precision", n=_PRECISION),
    )
    parser.add_argument(
        "--seconds",
        type=seconds,
        default=_SECONDS,
        metavar="S",
        help=say("cli.odds_seconds", n=f"{_SECONDS:g}"),
    )
    parser.add_argument("--samples", type=count, metavar="N", help=say("cli.odds_samples"))
    parser.add_argument(
        "--strategy",
        type=Path,
        action="append",
        default=[],
        metavar="FILE",
        help=say("cli.odds_strategy"),
    )
    parser.add_argument("--picture", type=Path, metavar="FILE", help=say("cli.odds_picture"))
    parser.add_argument("--json", action="store_true", help=say("cli.json"))


def run(chosen: argparse.Namespace) -> None:
    """Work out the odds of the position and print them."""
    import msgspec

    from sidepot.analysis import sentences
    from sidepot.cli.saving import check_picture, save
    from sidepot.cli.spot import spot
    from sidepot.odds.finals_picture import picture
    from sidepot.terminal.screen import Screen

    if chosen.picture:
        check_picture(chosen.picture)
    if _is_replayed(chosen):
        add_files(chosen.game_files)
        memory, scale = spot(chosen.hand, chosen.number, chosen.at, chosen.seat)
    else:
        memory, scale = _given(chosen), 1
    began = time.monotonic()
    found = _look(memory, chosen)
    took = round(time.monotonic() - began, 1)
    if chosen.picture and found.outlook:
        save(chosen.picture, picture(found.outlook))
    if chosen.json:
        scaled = {"scale": scale} if scale > 1 else {}
        told = {**msgspec.to_builtins(found), "seconds": took, **scaled}
        print(json.dumps(told), file=chosen.out)
        return
    screen = Screen()
    for message in sentences(found):
        screen.say(message)
    if found.method not in _CERTAIN:
        screen.say(Message("odds.seconds", {"seconds": f"{took:.1f}"}))
    if scale > 1:
        screen.say(Message("odds.scale", {"scale": scale}))


def _is_replayed(chosen: argparse.Namespace) -> bool:
    """Is the position one of a history? Raises `BadPosition` unless one form, whole, is used."""
    given, replayed = (
        [name for name in names if getattr(chosen, name) not in (None, "", [])]
        for names in (_TOLD, _REPLAYED)
    )
    if given and replayed:
        raise BadPosition("error.position_both")
    needed = ("hand", "at", "seat") if replayed else ("game", "position")
    if not {*needed} <= {*given, *replayed}:
        raise BadPosition("error.position_what")
    return bool(replayed)


def _given(chosen: argparse.Namespace) -> Memory:
    """The position given on the command line."""
    from sidepot import games
    from sidepot.analysis import read_position

    game = games.find(chosen.game, **read_options(chosen.options))
    return read_position(
        game,
        chosen.position,
        dead=chosen.dead,
        pot=chosen.pot,
        dealt_in=chosen.players,
        board=chosen.board,
        after=chosen.after,
        stacks=read_stacks(chosen.stacks),
    )


def _look(memory: Memory, chosen: argparse.Namespace) -> Analysis:
    from sidepot import analysis
    from sidepot.analysis.positions import ANALYZERS
    from sidepot.odds.result import shown_error
    from sidepot.terminal.screen import Screen

    if chosen.strategy:
        from sidepot.bots.trained.offers import offer_files

        offer_files(chosen.strategy)

    with Screen.for_errors().getting_ready(), Line() as line:
        return analysis.analyze(
            memory,
            precision=chosen.precision,
            samples=chosen.samples,
            seconds=chosen.seconds,
            patiently=True,
            outlook=bool(chosen.picture) or memory.game.record not in ANALYZERS,
            progress=lambda deals, error: line.show(
                say("odds.progress", deals=f"{deals:,}", error=shown_error(error))
            ),
        )
