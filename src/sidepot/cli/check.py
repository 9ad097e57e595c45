"""`sidepot check FILE.py`: checks a game against the laws, its plain form first, or tries a bot."""

from __future__ import annotations

import argparse
from pathlib import Path

from sidepot.cli.progress import Progress
from sidepot.cli.reading import MOVE, count, declare_options, limit, read_options, whole
from sidepot.cli.strategies import is_agent, is_strategy, load_bot
from sidepot.words import Message, say

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
        _check_game(chosen.file, chosen.limit or _LIMIT, debug=chosen.pdb)


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


def _check_game(file: str, patience: float, *, debug: bool) -> None:
    """Check both forms of a game in parallel, reporting the plain one first. Raises `LawBroken`.

    The hand with which it fails is kept in a file; `debug`: and replayed in the debugger.
    """
    from sidepot.designer.trial import Trials, Verdict, keep
    from sidepot.errors import LawBroken
    from sidepot.terminal.screen import Screen

    screen = Screen()

    def report(verdict: Verdict) -> None:
        if verdict.fault is not None:
            kept = keep(file, verdict)
            if kept and debug:
                _replay(file, kept, patience, debug=True)
            said = verdict.fault if file in verdict.fault else f"{file}: {verdict.fault}"
            if kept:
                raise LawBroken("check.fault_again", fault=said, file=file, kept=str(kept))
            raise LawBroken("check.fault", fault=said)
        values = {"game": file, "hands": verdict.hands, "decisions": verdict.decisions}
        screen.say(Message("check.kept", values))

    with Trials(file, patience) as trials:
        for plain in (True, False):
            screen.say(Message("check.form_plain") if plain else Message("check.form_compiled"))
            report(
                trials.verdict(plain=plain, tell=lambda law: screen.line(f"  {law}", style="dim"))
            )
    screen.say(Message("check.done", {"file": file}))
