"""`sidepot rules GAME`: prints the rule page, or writes it for one side of paper."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from sidepot.cli.reading import declare_game, read_options
from sidepot.words import Message, say

_PAPERS = ("a4", "letter")
"""The sizes of paper (`paper.PAPERS`)."""


def declare(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags to its parser."""
    declare_game(parser)
    parser.add_argument("--numbers", action="store_true", help=say("cli.rules_numbers"))
    parser.add_argument("--print", action="store_true", help=say("cli.rules_print"))
    parser.add_argument("--paper", choices=_PAPERS, help=say("cli.rules_paper"))
    parser.add_argument("--output", type=Path, metavar="FILE", help=say("cli.rules_output"))


def run(chosen: argparse.Namespace) -> None:
    """Print the page, or write the sheet. Raises `BadCommand`, `NotSaved`."""
    from sidepot import games
    from sidepot.cli.saving import save
    from sidepot.cli.tables import check_needed
    from sidepot.engine.rule_pages import rule_page, without_numbers
    from sidepot.terminal.screen import Screen

    check_needed(chosen, "print", "paper", "output")
    game = games.find(chosen.game, **read_options(chosen.options))
    if chosen.print:
        from sidepot.paper import sheet
        from sidepot.paper.sizes import PAPERS, paper_here

        paper = chosen.paper or paper_here(os.environ)
        file = chosen.output or Path(f"{game.name}.html")
        save(file, sheet(game, paper))
        name = PAPERS[paper].name.capitalize()
        Screen().say(Message("paper.written", {"file": str(file), "paper": name}))
        _open(file)
        return
    page = rule_page(game)
    Screen().page(page if chosen.numbers else without_numbers(page))


def _open(file: Path) -> None:
    """Open the file in a graphical browser, at a terminal."""
    import sys

    from sidepot.cli.browser import show_and_end

    if sys.stdout.isatty():
        show_and_end(file.absolute().as_uri())
