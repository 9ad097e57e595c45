"""`sidepot warm`: compiles games ahead of their first use."""

from __future__ import annotations

import argparse

from sidepot.words import say


def declare(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags to its parser."""
    parser.add_argument("games", nargs="*", metavar="GAME", help=say("cli.warm_games"))


def run(chosen: argparse.Namespace) -> None:
    """Compile the named games, or all of them, and the coach."""
    from sidepot import games
    from sidepot.terminal.screen import Screen
    from sidepot.warm import warm, warming_in_background
    from sidepot.words import Message

    screen = Screen()
    todo = [games.find(name) for name in chosen.games or games.registry()]
    with warming_in_background(todo, coach=True):
        for game in todo:
            with screen.getting_ready():
                warm(game, coach=True)
            screen.say(Message("session.warm", {"game": game.name}))
