"""`sidepot doctor`: says what is there, what is missing, and the line that helps."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

from sidepot.cli import serve
from sidepot.cli.database import declare_database
from sidepot.cli.reading import port
from sidepot.errors import NotWell
from sidepot.words import Message, say

if TYPE_CHECKING:
    from sidepot.cli.checkup.finding import Finding


def declare(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags to its parser."""
    parser.add_argument(
        "--port",
        type=port,
        default=serve.PORT,
        metavar="N",
        help=say("cli.doctor_port", n=serve.PORT),
    )
    declare_database(parser)
    parser.add_argument("--json", action="store_true", help=say("cli.json"))


def run(chosen: argparse.Namespace) -> None:
    """Look at everything and print it. Raises `NotWell` if something is wrong."""
    found = list(_findings(chosen))
    wrong = [finding.name for finding in found if finding.state == "wrong"]
    if chosen.json:
        findings = [finding.plain() for finding in found]
        print(json.dumps({"ok": not wrong, "findings": findings}), file=chosen.out)
    else:
        _print(found)
    if wrong:
        raise NotWell("doctor.wrong_found", n=len(wrong), names=wrong)


def _findings(chosen: argparse.Namespace) -> Iterator[Finding]:
    from sidepot.cli.checkup import folders, programs
    from sidepot.cli.tunnels import PROGRAMS

    yield programs.versions()
    yield programs.form()
    yield folders.cache()
    yield folders.data()
    yield folders.clock()
    yield from programs.extras()
    if all(map(programs.is_there, programs.EXTRAS["web"])):
        from sidepot.cli.checkup import room

        yield room.page()
        yield room.port(chosen.port)
        yield room.database(chosen.database)
    yield programs.tunnels(list(PROGRAMS))


def _print(found: list[Finding]) -> None:
    """A line for each finding, and one for its way out."""
    from sidepot.terminal.screen import Screen

    screen = Screen()
    states = {"ok": say("doctor.ok"), "note": say("doctor.note"), "wrong": say("doctor.wrong")}
    for finding in found:
        screen.line(f"{states[finding.state]:7} {finding.said.text}")
        if finding.help:
            screen.line(f"{'':7} {finding.help.text}", style="bold")
    if all(finding.state != "wrong" for finding in found):
        screen.say(Message("doctor.well"))
