"""The command `sidepot`; each of its commands is a module.

A command imports what it needs when it runs, so that `--help` is quick.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from types import ModuleType
from typing import NoReturn, TextIO

from sidepot import __version__
from sidepot.cli import (
    argparse_words,
    backup,
    bot,
    check,
    completers,
    completion,
    convert,
    daily,
    doctor,
    equity,
    gallery,
    games,
    join,
    match,
    new,
    odds,
    play,
    replay,
    report,
    restore,
    rules,
    serve,
    simulate,
    solve,
    strength,
    tidy,
    train,
    verify,
    warm,
    words,
)
from sidepot.cli.refusals import of_system
from sidepot.errors import SidepotError, UserError
from sidepot.words import known, languages, say, speak

_INTERRUPTED = 130
"""The exit status of a command ended by Ctrl-C, as in shells."""
_CUT_OFF = 141
"""The exit status of a command that writes to a closed pipe, as in shells."""
_RAISING = ("strict", "surrogateescape")
"""Error handlers of streams by default, the latter in the locale C."""
_BY_DEFAULT = ("serve", "--open")
"""The command for a person who names none: the card room, in the browser."""

COMMANDS: Mapping[str, ModuleType] = {
    "play": play,
    "serve": serve,
    "backup": backup,
    "restore": restore,
    "tidy": tidy,
    "join": join,
    "bot": bot,
    "games": games,
    "rules": rules,
    "replay": replay,
    "convert": convert,
    "verify": verify,
    "odds": odds,
    "daily": daily,
    "equity": equity,
    "simulate": simulate,
    "solve": solve,
    "train": train,
    "strength": strength,
    "match": match,
    "new": new,
    "words": words,
    "check": check,
    "report": report,
    "gallery": gallery,
    "warm": warm,
    "doctor": doctor,
    "completion": completion,
}
"""Each module has `declare`, which adds flags to a parser, and `run`.

A command that has a flag `--json` writes to `chosen.out`: see `_answering`.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line; returns the exit status.

    It is 2 for a `UserError` or an error of the system, 1 for every other `SidepotError` (a broken
    game or bot) and for an error in the file of a game, 130 after Ctrl-C and 141 for a closed pipe.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    for stream in (sys.stdout, sys.stderr):
        _let_write_anything(stream)
    if wish := _language_in(given):
        speak(wish)
    argparse_words.install()
    parser = build_parser()
    if completers.is_asked():
        completers.complete(parser)
    chosen = _chosen(parser, given)
    if chosen is None:
        parser.print_help()
        return 0
    try:
        _run(chosen)
    except SidepotError as error:
        print(f"sidepot: {error}", file=sys.stderr)
        return 2 if isinstance(error, UserError) else 1
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BrokenPipeError:  # `sidepot replay FILE | head`: the reader has closed the pipe
        _drop_output()
        return _CUT_OFF
    except Exception as error:
        return _told(error)
    return 0


def _run(chosen: argparse.Namespace) -> None:
    """Run the command, until all that it says is written."""
    with _answering(chosen):
        chosen.run(chosen)
    if sys.stdout is not None:  # as in a program without a console
        sys.stdout.flush()


def _told(error: Exception) -> int:
    """Print an error of a game's file or of the system; returns the exit status. Raises others."""
    said = _diagnosis(error)
    refusal = None if said else of_system(error)
    if not (said or refusal):
        raise error
    print(f"sidepot: {said or refusal}", file=sys.stderr)
    if refusal:
        _drop_output()
    return 2 if refusal else 1


def _drop_output() -> None:
    """Write to nowhere what is left of the output: Python writes it at the end."""
    with contextlib.suppress(AttributeError, io.UnsupportedOperation):  # none, or no file's
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _chosen(parser: argparse.ArgumentParser, given: list[str]) -> argparse.Namespace | None:
    """The command of a command line; without one the room's at a terminal, and None elsewhere."""
    chosen, unknown = parser.parse_known_args(given)
    if unknown:
        _refuse(unknown, chosen.parser if "run" in chosen else parser, parser)
    if "run" in chosen:
        return chosen
    if _is_terminal(sys.stdin) and _is_terminal(sys.stdout):
        return parser.parse_args([*given, *_BY_DEFAULT])
    return None


def _refuse(
    unknown: Sequence[str], command: argparse.ArgumentParser, parser: argparse.ArgumentParser
) -> NoReturn:
    """Refuse words that a command does not take, with its own help; exits with 2."""
    is_general = any(word.partition("=")[0] == "--language" for word in unknown)
    told = parser if is_general else command
    told.error(say("argparse.unrecognized") % " ".join(unknown))


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and stream.isatty()  # None in a program without a console


def _let_write_anything(stream: TextIO | None) -> None:
    """Write `?` for what the encoding of a stream lacks, such as suits in a redirected console."""
    if isinstance(stream, io.TextIOWrapper) and stream.errors in _RAISING:
        stream.reconfigure(errors="replace")


def _diagnosis(error: Exception) -> str | None:
    """The message for an error in a game's file; None for an error of ours."""
    loader = sys.modules.get("sidepot.engine.modules")  # not before a game is loaded
    if loader is None:
        return None
    from sidepot.engine.diagnostics import diagnosis

    return diagnosis(error, loader.loaded())


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


def _language_in(arguments: Sequence[str]) -> str | None:
    """The language that a command line asks for, which its own help is to be in; None if none."""
    for word, following in zip_longest(arguments, arguments[1:], fillvalue=""):
        if word == "--":
            break
        if word == "--language":
            return known(following)
        if word.startswith("--language="):
            return known(word.partition("=")[2])
        if not word.startswith("-"):
            break
    return None


class _Parser(argparse.ArgumentParser):
    """A parser whose errors end in the command that explains the rest."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, and how to learn what is right; exits with 2."""
        super().error(f"{message}; {say('cli.more_help', prog=self.prog)}")


def build_parser() -> argparse.ArgumentParser:
    """The parser of the whole command line."""
    parser = _Parser(prog="sidepot", description=say("cli.description"))
    parser.add_argument("--language", choices=languages(), help=say("cli.language"))
    parser.add_argument("--version", action="version", version=f"sidepot {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND")
    for name, module in COMMANDS.items():
        text = say(f"cli.{name}")
        command = commands.add_parser(name, help=text, description=text)
        module.declare(command)
        command.set_defaults(run=module.run, parser=command)
    return parser
