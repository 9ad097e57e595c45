"""`sidepot warm`: compile everything before anybody waits for it."""

from __future__ import annotations

import argparse

from sidepot.words import say


def declare(parser: argparse.ArgumentParser) -> None:
    """Its flags."""
    parser.add_argument("games", nargs="*", metavar="GAME", help=say("cli.warm_games"))


def run(chosen: argparse.Namespace) -> None:
    """Compile the games that are named, or all."""
    from sidepot import games
    from sidepot.terminal.screen import Screen
    from sidepot.warm import helped, warm
    from sidepot.words import Message

    screen = Screen()
    todo = [games.find(name) for name in chosen.games or games.registry()]
    with helped(todo, coach=True):
        for game in todo:
            with screen.getting_ready():
                warm(game, coach=True)
            screen.say(Message("session.warm", {"game": game.name}))
