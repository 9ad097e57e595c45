"""`sidepot words FILE.py`: writes a skeleton of all words that a game still needs."""

from __future__ import annotations

import argparse
from pathlib import Path

from sidepot.words import say


def declare(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags to its parser."""
    parser.add_argument("file", type=Path, metavar="FILE", help=say("cli.words_file"))


def run(chosen: argparse.Namespace) -> None:
    """Print the skeleton, or that no words are missing. Raises `BadGameFile`."""
    from sidepot.engine.game_files import game_without_words
    from sidepot.engine.own_words import missing_words, skeleton

    missing = missing_words(game_without_words(chosen.file), chosen.file)
    print(skeleton(missing, chosen.file) if missing else say("new.words", file=str(chosen.file)))
