"""`sidepot rules GAME`: prints the rule page."""

from __future__ import annotations

import argparse

from sidepot.words import say


def declare(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags to its parser."""
    parser.add_argument("game", help=say("cli.game"))
    parser.add_argument("--numbers", action="store_true", help=say("cli.rules_numbers"))


def run(chosen: argparse.Namespace) -> None:
    """Print the page."""
    from sidepot import games
    from sidepot.engine.rule_pages import rule_page, without_numbers
    from sidepot.terminal.screen import Screen

    page = rule_page(games.find(chosen.game))
    Screen().page(page if chosen.numbers else without_numbers(page))
