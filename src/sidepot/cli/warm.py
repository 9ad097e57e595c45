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
    from sidepot.warm import warm
    from sidepot.words import Message

    screen = Screen()
    for name in chosen.games or games.registry():
        with screen.getting_ready():
            warm(games.find(name), coach=True)
        screen.say(Message("session.warm", {"game": name}))
