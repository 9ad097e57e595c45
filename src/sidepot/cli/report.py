"""`sidepot report GAME`: measures a game by bots, and writes a page that answers its designer."""

from __future__ import annotations

import argparse
import shlex
import time
from pathlib import Path
from typing import TYPE_CHECKING

from sidepot.cli.progress import Line
from sidepot.cli.reading import count, declare_game, read_options, whole
from sidepot.cli.saving import check_place
from sidepot.cli.workers import end_if_stopped
from sidepot.errors import BadCommand
from sidepot.words import Message, say

if TYPE_CHECKING:
    from sidepot.designer.report.figures import Report
    from sidepot.designer.report.measuring import Plan, Progress

_HANDS, _THREADS = 6000, 2
_ENDING = ".html"


def declare(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags to its parser."""
    declare_game(parser)
    parser.add_argument("--players", type=whole, metavar="N", help=say("cli.report_players"))
    parser.add_argument("--bots", metavar="STRENGTH", help=say("cli.report_bots"))
    parser.add_argument("--stacks", type=whole, metavar="CHIPS", help=say("cli.report_stacks"))
    parser.add_argument("--hands", type=count, metavar="N", help=say("cli.report_hands", n=_HANDS))
    parser.add_argument("--seed", type=whole, default=0, metavar="S", help=say("cli.seed"))
    parser.add_argument(
        "--threads",
        type=count,
        default=_THREADS,
        metavar="T",
        help=say("cli.report_threads", n=_THREADS),
    )
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help=say("cli.report_output"))


def run(chosen: argparse.Namespace) -> None:
    """Measure the game and write the page; Ctrl-C keeps what was measured.

    Raises `BadCommand`, `NotSaved`, `BadSetup`, `UnknownBot`.
    """
    began = time.perf_counter()

    from sidepot import games
    from sidepot.designer.report import measuring, pilot
    from sidepot.terminal.screen import Screen

    game = games.find(chosen.game, **read_options(chosen.options))
    plan = measuring.plan_of(
        game,
        players=chosen.players,
        stack=chosen.stacks,
        strengths=chosen.bots.split(",") if chosen.bots else None,
        seed=chosen.seed,
        hands=chosen.hands or _HANDS,
        threads=chosen.threads,
    )
    file = chosen.output or Path(f"{game.name}-report{_ENDING}")
    beside = _beside(file)
    with Screen.for_errors().getting_ready(), _Measured() as line:
        left = pilot.SECONDS - (time.perf_counter() - began)
        plan = plan if chosen.hands else pilot.fitted(plan, line, most=left)
        report = measuring.measure(plan, line)
    if report.length is not None:
        _write(report, file, beside, _command(chosen, plan))
        _say(report, file, beside)
    end_if_stopped(report.stopped)


def _beside(page: Path) -> Path:
    """The JSON beside the page; both are checked before the work. Raises `BadCommand`."""
    if page.suffix != _ENDING:
        raise BadCommand("cli.report_ending", file=str(page))
    beside = page.with_suffix(".json")
    for file in (page, beside):
        check_place(file)
    return beside


def _command(chosen: argparse.Namespace, plan: Plan) -> str:
    """The command line that measures the same again."""
    words = ["sidepot", "report", chosen.game, "--players", plan.players]
    words += ["--bots", ",".join(plan.strengths), "--hands", plan.hands, "--seed", plan.seed]
    words += ["--stacks", chosen.stacks] if chosen.stacks else []
    words += ["--options", *chosen.options] if chosen.options else []
    return shlex.join(map(str, words))


def _write(report: Report, file: Path, beside: Path, command: str) -> None:
    """Write both files, each whole or not at all. Raises `NotSaved`."""
    import msgspec

    from sidepot.designer.report.page import page
    from sidepot.history.tables.files import replacing

    found = msgspec.json.format(msgspec.json.encode(report))
    drawn = page(report, command)
    with replacing(beside) as json_draft, replacing(file) as draft:
        json_draft.write_bytes(found + b"\n")
        draft.write_text(drawn, "utf-8", errors="replace")


def _say(report: Report, file: Path, beside: Path) -> None:
    """Print what stands out, and where the rest is."""
    from sidepot.designer.report.remarks import remarks
    from sidepot.terminal.screen import Screen

    screen = Screen()
    for remark in remarks(report):
        screen.say(remark)
    if report.stopped:
        screen.say(Message("report.stopped"))
    values = {"file": str(file), "json": str(beside), "seed": report.seed}
    screen.say(Message("report.written", values))


class _Measured(Line):
    """Shows what is being measured."""

    def __call__(self, progress: Progress) -> None:
        """Show how far a part is."""
        if progress.part == "pilot":
            self.show(say("report.pilot", done=progress.done, steps=progress.steps))
            return
        said = {
            "count": Message("report.part_count"),
            "skill": Message("report.part_skill"),
            "watch": Message("report.part_watch"),
            "broke": Message("report.part_broke"),
            "options": Message("report.part_options"),
        }
        values = progress._asdict() | {"part": str(said[progress.part])}
        self.show(say("report.progress", **values))
