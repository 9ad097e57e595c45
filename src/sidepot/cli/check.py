"""`sidepot check FILE.py`: checks a game against the laws, its plain form first, or tries a bot."""

from __future__ import annotations

import argparse
from pathlib import Path

from sidepot.cli.progress import Progress
from sidepot.cli.reading import MOVE, count, declare_options, limit, read_options
from sidepot.cli.strategies import is_agent, load_bot
from sidepot.words import Message, say

_LIMIT = 60
_GAME = "ricochet-2"
_HANDS = 500


def declare(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags to its parser."""
    parser.add_argument("file", metavar="FILE", help=say("cli.check_file"))
    parser.add_argument(
        "--limit",
        type=limit,
        metavar="SECONDS",
        help=say("cli.check_limit", n=_LIMIT, m=MOVE),
    )
    parser.add_argument("--game", default=_GAME, help=say("cli.check_game", game=_GAME))
    declare_options(parser, say("cli.check_options"))
    parser.add_argument(
        "--hands", type=count, default=_HANDS, metavar="N", help=say("cli.check_hands", n=_HANDS)
    )
    parser.add_argument("--seed", type=int, default=0, metavar="S", help=say("cli.check_seed"))


def run(chosen: argparse.Namespace) -> None:
    """Check the game or the bot in the file.

    Raises `LawBroken` or `BotBroken` with the first fault found.
    """
    from sidepot.bots.strategy import is_strategy

    if is_agent(chosen.file) or is_strategy(Path(chosen.file)):
        _check_bot(chosen)
    else:
        _check_game(chosen.file, chosen.limit or _LIMIT)


def _check_bot(chosen: argparse.Namespace) -> None:
    from sidepot import games
    from sidepot.engine.setup import check_seed
    from sidepot.terminal.screen import Screen
    from sidepot.testing import check_bot

    game = games.find(chosen.game, **read_options(chosen.options))
    check_seed(chosen.seed)
    with Screen.for_errors().getting_ready(), Progress(chosen.hands) as progress:
        report = check_bot(
            load_bot(chosen.file, game),
            game=game,
            hands=chosen.hands,
            seed=chosen.seed,
            limit=chosen.limit or MOVE,
            progress=progress,
        )
    tried = {"hands": report.hands, "decisions": report.decisions}
    at = {"game": game.name, "options": game.flags}
    Screen().say(Message("check.bot", {"file": chosen.file, **at, **tried}))


def _check_game(file: str, patience: float) -> None:
    """Check the plain form of a game, then the compiled one. Raises `LawBroken`."""
    from sidepot.designer.trial import try_form
    from sidepot.errors import LawBroken
    from sidepot.terminal.screen import Screen

    screen = Screen()
    for plain in (True, False):
        screen.say(Message("check.form_plain") if plain else Message("check.form_compiled"))
        verdict = try_form(
            file,
            plain=plain,
            limit=patience,
            tell=lambda law: screen.line(f"  {law}", style="dim"),
        )
        if verdict.fault is not None:
            raise LawBroken("check.fault", fault=verdict.fault)
        values = {"game": file, "hands": verdict.hands, "decisions": verdict.decisions}
        screen.say(Message("check.kept", values))
    screen.say(Message("check.done", {"file": file}))
