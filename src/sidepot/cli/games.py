"""`sidepot games`: what can be played."""

from __future__ import annotations

import argparse


def declare(parser: argparse.ArgumentParser) -> None:
    """It has no flags."""


def run(chosen: argparse.Namespace) -> None:
    """Print the games, a few lines each, which even a narrow terminal shows whole."""
    from sidepot import games
    from sidepot.engine.rule_pages import about
    from sidepot.terminal.screen import Screen

    screen = Screen()
    for game in games.registry().values():
        screen.line(game.name, style="bold")
        screen.say(*about(game))
