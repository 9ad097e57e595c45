"""`sidepot new NAME`: writes a small complete game to start from."""

from __future__ import annotations

import argparse
from pathlib import Path

from sidepot.designer.new import TEMPLATES, USUAL, new_game
from sidepot.words import say


def declare(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags to its parser."""
    parser.add_argument("name", metavar="NAME", help=say("cli.new_name"))
    about = say("cli.new_like", usual=USUAL, others=[one for one in TEMPLATES if one != USUAL])
    parser.add_argument("--like", "--template", default=USUAL, metavar="TEMPLATE", help=about)


def run(chosen: argparse.Namespace) -> None:
    """Write the file into the current folder, and say what to do next."""
    path = new_game(chosen.name, Path(), chosen.like)
    lines = len(path.read_text("utf-8").splitlines())
    print(say("new.written", file=str(path), lines=lines))
