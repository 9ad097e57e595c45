"""`sidepot new NAME`: a game of one's own to start from."""

from __future__ import annotations

import argparse
from pathlib import Path

from sidepot.words import say


def declare(parser: argparse.ArgumentParser) -> None:
    """Its flags."""
    parser.add_argument("name", metavar="NAME", help=say("cli.new_name"))


def run(chosen: argparse.Namespace) -> None:
    """Write the file into the folder one stands in."""
    from sidepot.designer.new import new_game

    path = new_game(chosen.name, Path())
    lines = len(path.read_text("utf-8").splitlines())
    print(say("new.written", file=str(path), lines=lines))
