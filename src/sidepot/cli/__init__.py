"""The command `sidepot`: a file a command.

What a command needs is loaded when it runs, so that help is quick.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from types import ModuleType

from sidepot import __version__
from sidepot.cli import (
    bot,
    check,
    games,
    join,
    match,
    new,
    odds,
    play,
    replay,
    rules,
    serve,
    simulate,
    solve,
    warm,
)
from sidepot.errors import SidepotError, UserError
from sidepot.words import say

_INTERRUPTED = 130
"""The exit status that shells give to what Ctrl-C has ended."""


_CUT_OFF = 141
"""The exit status of what writes to a pipe that is closed."""

COMMANDS: Mapping[str, ModuleType] = {
    "play": play,
    "serve": serve,
    "join": join,
    "bot": bot,
    "games": games,
    "rules": rules,
    "replay": replay,
    "odds": odds,
    "simulate": simulate,
    "solve": solve,
    "match": match,
    "new": new,
    "check": check,
    "warm": warm,
}
"""Each with `declare`, which adds its flags to a parser, and `run`.

A command that has a flag `--json` writes to `chosen.out`: see `_answering`.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line.

    The exit status is 2 for what cannot be done as asked, and 1 for a game or a bot that is broken.
    """
    chosen = build_parser().parse_args(arguments)
    try:
        with _answering(chosen):
            chosen.run(chosen)
    except SidepotError as error:
        print(f"sidepot: {error}", file=sys.stderr)
        return 2 if isinstance(error, UserError) else 1
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BrokenPipeError:  # `sidepot replay FILE | head`: nobody reads on
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _CUT_OFF
    return 0


@contextlib.contextmanager
def _answering(chosen: argparse.Namespace) -> Iterator[None]:
    """While this lasts, `chosen.out` is the standard output.

    Where the answer is JSON nothing else is: what games and bots print goes to the standard error.
    """
    chosen.out = sys.stdout
    with contextlib.ExitStack() as aside:
        if getattr(chosen, "json", False):
            aside.enter_context(contextlib.redirect_stdout(sys.stderr))
        yield


def build_parser() -> argparse.ArgumentParser:
    """The whole command line."""
    parser = argparse.ArgumentParser(prog="sidepot", description=say("cli.description"))
    parser.add_argument("--version", action="version", version=f"sidepot {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for name, module in COMMANDS.items():
        text = say(f"cli.{name}")
        command = commands.add_parser(name, help=text, description=text)
        module.declare(command)
        command.set_defaults(run=module.run)
    return parser
