"""`sidepot games`: the list of games."""

from __future__ import annotations

import argparse


def declare(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags to its parser; it has none."""


def run(chosen: argparse.Namespace) -> None:
    """Print the games, a few lines each, so that a narrow terminal shows them whole."""
    from sidepot import games
    from sidepot.engine.rule_pages import about
    from sidepot.terminal.screen import Screen

    screen = Screen()
    for game in games.registry().values():
        screen.line(game.name, style="bold")
        screen.say(*about(game))
