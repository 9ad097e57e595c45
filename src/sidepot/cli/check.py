"""`sidepot check FILE.py`: checks a game against the laws, its plain form first, or tries a bot."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sidepot.cli.progress import Progress
from sidepot.cli.reading import MOVE, count, declare_options, limit, read_options, whole
from sidepot.cli.strategies import is_agent, is_strategy, load_bot
from sidepot.words import Message, say

if TYPE_CHECKING:
    from sidepot.designer.trial import Verdict
    from sidepot.errors import LawBroken
    from sidepot.terminal.screen import Screen

_LIMIT = 60
_GAME = "ricochet-2"
_HANDS = 500


def declare(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags to its parser."""
    parser.add_argument("file", metavar="FILE", help=say("cli.check_file"))
    parser.add_argument(
        "--limit",
        type=limit,
        metavar="SECONDS",
        help=say("cli.check_limit", n=_LIMIT, m=MOVE),
    )
    parser.add_argument("--again", type=Path, metavar="FAILURE", help=say("cli.check_again"))
    parser.add_argument("--plain", action="store_true", help=say("cli.check_plain"))
    parser.add_argument("--law", metavar="NAME", help=say("cli.check_law"))
    parser.add_argument("--pdb", action="store_true", help=say("cli.check_pdb"))
    parser.add_argument("--game", default=_GAME, help=say("cli.check_game", game=_GAME))
    declare_options(parser, say("cli.check_options"))
    parser.add_argument(
        "--hands", type=count, default=_HANDS, metavar="N", help=say("cli.check_hands", n=_HANDS)
    )
    parser.add_argument("--seed", type=whole, default=0, metavar="S", help=say("cli.check_seed"))


def run(chosen: argparse.Namespace) -> None:
    """Check the game or the bot in the file.

    Raises `LawBroken` or `BotBroken` with the first fault found.
    """
    if is_agent(chosen.file) or is_strategy(Path(chosen.file)):
        _check_bot(chosen)
    elif chosen.again:
        _replay(chosen.file, chosen.again, chosen.limit or _LIMIT, debug=chosen.pdb)
    else:
        _check_game(chosen)


def _replay(file: str, failure: Path, limit: float, *, debug: bool) -> None:
    """Replay the failure in a file. Raises `LawBroken` where the game still fails."""
    from sidepot.designer.again import replay

    replay(file, failure, limit, debug=debug)


def _check_bot(chosen: argparse.Namespace) -> None:
    from sidepot import games
    from sidepot.designer.laws import check_bot
    from sidepot.engine.setup import check_seed
    from sidepot.terminal.screen import Screen

    game = games.find(chosen.game, **read_options(chosen.options))
    check_seed(chosen.seed)
    with Screen.for_errors().getting_ready(), Progress(chosen.hands) as progress:
        report = check_bot(
            load_bot(chosen.file, game),
            game=game,
            hands=chosen.hands,
            seed=chosen.seed,
            limit=chosen.limit or MOVE,
            progress=progress,
        )
    tried = {"hands": report.hands, "decisions": report.decisions}
    at = {"game": game.name, "options": game.flags}
    Screen().say(Message("check.bot", {"file": chosen.file, **at, **tried}))


def _check_game(chosen: argparse.Namespace) -> None:
    """Check both forms of a game in parallel, reporting the plain one first. Raises `LawBroken`.

    The hand with which it fails is kept in a file; `--pdb`: and replayed in the debugger.
    """
    from sidepot.designer.trial import Trials
    from sidepot.terminal.screen import Screen

    screen, file, patience = Screen(), chosen.file, chosen.limit or _LIMIT
    odd: list[Sequence[Any]] = []
    lacking: dict[str, int] = {}
    spare: dict[str, int] = {}
    with Trials(file, patience, law=chosen.law, only_plain=chosen.plain) as trials:
        for plain in trials.forms:
            screen.say(Message("check.form_plain") if plain else Message("check.form_compiled"))
            verdict = trials.verdict(
                plain=plain, tell=lambda law: screen.line(f"  {law}", style="dim")
            )
            if verdict.fault is not None:
                raise _fault(file, verdict, patience, debug=chosen.pdb)
            screen.say(_kept(file, verdict, chosen.law))
            odd += verdict.odd
            lacking |= verdict.lacking
            spare |= verdict.spare
    _tell_odd(screen, odd)
    if lacking:
        screen.say(Message("check.lacking", {"names": [*lacking], "line": _values(lacking)}))
    if spare:
        screen.say(Message("check.spare", {"names": [*spare], "line": _values(spare)}))
    is_part = chosen.plain or chosen.law
    done = {"file": file}
    if is_part:
        screen.say(Message("check.partly", done))
    else:
        screen.say(Message("check.done", done))
        screen.say(Message("check.report", done))


def _values(counted: Mapping[str, int]) -> str:
    """Values as a `Game` is given them."""
    return ", ".join(f"{name}={n}" for name, n in counted.items())


def _tell_odd(screen: Screen, odd: Sequence[Sequence[Any]]) -> None:
    """Print hands for the designer to read, each with the line that makes it an example."""
    if odd:
        screen.say(Message("check.odd"))
    for title, told, example in odd:
        screen.line(f"  {title}", style="bold")
        for sentence in told:
            screen.line(f"    {sentence}")
        if example:
            screen.line(f"    - `{example}`", style="dim")


def _kept(file: str, verdict: Verdict, law: str | None) -> Message:
    """The sentence for a form that keeps its laws, or the only one that was tried."""
    values = {"game": file, "hands": verdict.hands, "decisions": verdict.decisions}
    if law is None:
        return Message("check.kept", values)
    return Message("check.kept_law", {**values, "law": law})


def _fault(file: str, verdict: Verdict, patience: float, *, debug: bool) -> LawBroken:
    """The error for a verdict with a fault, whose hand is kept in a file if it is known."""
    from sidepot.designer.trial import keep
    from sidepot.errors import LawBroken

    kept = keep(file, verdict)
    if kept and debug:
        _replay(file, kept, patience, debug=True)
    fault = verdict.fault or ""
    said = fault if file in fault else f"{file}: {fault}"
    if kept:
        return LawBroken("check.fault_again", fault=said, file=file, kept=str(kept))
    return LawBroken("check.fault", fault=said)
