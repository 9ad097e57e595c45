"""The flags that commands about a room's database have in common."""

from __future__ import annotations

import argparse

from sidepot.words import say


def declare_database(parser: argparse.ArgumentParser) -> None:
    """Add the flag that names the database of a room."""
    parser.add_argument("--database", metavar="URL", help=say("cli.serve_database"))
