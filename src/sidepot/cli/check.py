"""`sidepot check FILE.py`: the conformance suite on a designer's game, the plain form first."""

from __future__ import annotations

import argparse

from sidepot.cli.reading import count
from sidepot.words import Message, say

LIMIT = 60


def declare(parser: argparse.ArgumentParser) -> None:
    """Its flags."""
    parser.add_argument("file", metavar="FILE", help=say("cli.check_file"))
    parser.add_argument(
        "--limit",
        type=count,
        default=LIMIT,
        metavar="SECONDS",
        help=say("cli.check_limit", n=LIMIT),
    )


def run(chosen: argparse.Namespace) -> None:
    """Try both forms; raises `LawBroken` with the first thing that is wrong."""
    from sidepot.designer.trial import try_form
    from sidepot.errors import LawBroken
    from sidepot.terminal.screen import Screen

    screen = Screen()
    for plain in (True, False):
        screen.say(Message("check.form_plain") if plain else Message("check.form_compiled"))
        verdict = try_form(
            chosen.file,
            plain=plain,
            limit=chosen.limit,
            tell=lambda law: screen.line(f"  {law}", style="dim"),
        )
        if verdict.fault is not None:
            raise LawBroken("check.fault", fault=verdict.fault)
        values = {"game": chosen.file, "hands": verdict.hands, "decisions": verdict.decisions}
        screen.say(Message("check.kept", values))
    screen.say(Message("check.done", {"file": chosen.file}))
