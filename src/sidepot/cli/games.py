"""`sidepot games`: what can be played."""

from __future__ import annotations

import argparse


def declare(parser: argparse.ArgumentParser) -> None:
    """It has no flags."""


def run(chosen: argparse.Namespace) -> None:
    """Print a table of games."""
    from sidepot import games
    from sidepot.games.pages import games_table
    from sidepot.terminal.screen import Screen

    Screen().page(games_table(games.registry().values()))
