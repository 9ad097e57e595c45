"""`sidepot replay FILE...`: replays hand histories, checks them and prints them."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, TextIO

from sidepot.cli import tables
from sidepot.cli.reading import add_files, declare_files, read_histories
from sidepot.cli.refusals import print_refused
from sidepot.errors import BadCommand, BadHistory, UserError
from sidepot.words import Message, say

if TYPE_CHECKING:
    from sidepot.history import Found, Replay
    from sidepot.history.units import Amount
    from sidepot.terminal.screen import Screen

    _Show = Callable[[Screen, str, str, Replay], None]


def declare(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags to its parser."""
    parser.add_argument("files", nargs="+", metavar="FILE", help=say("cli.replay_files"))
    declare_files(parser)
    parser.add_argument("--json", action="store_true", help=say("cli.replay_json"))
    parser.add_argument("--step", action="store_true", help=say("cli.replay_step"))
    parser.add_argument("--seat", help=say("cli.replay_seat"))
    tables.declare(parser)


def run(chosen: argparse.Namespace) -> None:
    """Replay every hand of every file. Raises `BadHistory` at the end if any was refused."""
    from sidepot.terminal.screen import Screen

    _check_flags(chosen)
    tables.check_flags(chosen)
    add_files(chosen.game_files)
    if chosen.table:
        tables.run(chosen)
        return
    screen = None if chosen.json else Screen()
    show = partial(_step_through, seat=chosen.seat) if chosen.step else _narrate
    good, refused = 0, 0
    for file in read_histories(chosen.files):
        for is_good in _replay_file(file, screen, chosen.out, show):
            good += is_good
            refused += not is_good
    if refused:
        raise BadHistory("error.history_refused", refused=refused, good=good)


def _check_flags(chosen: argparse.Namespace) -> None:
    """Raise `BadCommand` for flags that do not go together."""
    if chosen.step and chosen.json:
        raise BadCommand("cli.replay_both")
    if chosen.seat is not None and not chosen.step:
        raise BadCommand("cli.replay_seat_alone")


def _replay_file(file: str, screen: Screen | None, out: TextIO, show: _Show) -> Iterator[bool]:
    """Print the hands of a file, as JSON if `screen` is None; yields whether each is good."""
    from sidepot.history import read

    try:
        for found in read(file):
            yield _replay_hand(file, found, screen, out, show)
    except BadHistory as error:
        print_refused(file, "", error.message, out)
        yield False


def _replay_hand(file: str, found: Found, screen: Screen | None, out: TextIO, show: _Show) -> bool:
    """Print a hand, or say why it is refused; returns whether it is good."""
    try:
        if isinstance(found.hand, BadHistory):
            raise found.hand
        if screen is None:
            facts = _facts(file, found.label, found.hand.replay())
            print(json.dumps(facts, default=float), file=out)
        else:
            with screen.getting_ready():
                done = found.hand.replay()
            show(screen, file, found.label, done)
    except UserError as error:
        print_refused(file, found.label, error.message, out)
        return False
    return True


def _facts(file: str, label: str, done: Replay) -> dict[str, object]:
    """The facts of a hand that `--json` prints."""
    history = done.history
    return {
        "file": file,
        "hand": label,
        "variant": history.variant,
        "players": history.names,
        "starting_stacks": _known(history.starting_stacks),
        "finishing_stacks": _known(done.finishing_stacks),
        "actions": history.actions,
    }


def _known(stacks: Sequence[Amount]) -> list[Amount | None]:
    """Stacks for JSON, which has no infinity: None for those that the history does not tell."""
    from sidepot.history.units import UNKNOWN

    return [None if stack == UNKNOWN else stack for stack in stacks]


def _narrate(screen: Screen, file: str, label: str, done: Replay) -> None:
    """Print the hand as table talk, one line per verb."""
    from sidepot.engine.narration import tell
    from sidepot.history.notation import short

    _say_heading(screen, file, label, done)
    names = [short(name) for name in done.history.names]
    listener = _own_seat(done)
    for events in done.events:
        screen.say(*tell(events, names, listener))
    if done.called_off:
        screen.say(Message("session.called_off"))
    screen.line("")


def _say_heading(screen: Screen, file: str, label: str, done: Replay) -> None:
    from sidepot.history import origin
    from sidepot.history.notation import short

    values = {"file": short(file), "hand": label, "title": done.hand.game.said_title}
    screen.say(Message("history.heading", values), style="bold")
    if note := origin.note(done.history.others, done.hand.game):
        screen.say(note, style="dim")


def _own_seat(done: Replay) -> int | None:
    """The seat of the person who kept the history, if it says so."""
    you = say("table.you")  # the name of a person who gave none
    return done.history.names.index(you) if you in done.history.names else None


def _step_through(screen: Screen, file: str, label: str, done: Replay, *, seat: str | None) -> None:
    """Go through the hand step by step. Raises `BadHistory` for a seat that cannot see it."""
    from sidepot.history.stepping import steps
    from sidepot.terminal.stepper import Stepper

    viewer = _viewer(done, seat)
    _say_heading(screen, file, label, done)
    with screen.getting_ready():
        found = list(steps(done, viewer))
    Stepper(screen, done.hand.game, found, viewer).run()


def _viewer(done: Replay, seat: str | None) -> int:
    """The seat that is meant, or the rail. Raises `BadHistory`."""
    from sidepot.engine.play import RAIL
    from sidepot.history.notation import short
    from sidepot.history.stepping import seat_name, viewers

    legal = viewers(done)
    if seat is None:
        own = _own_seat(done)
        return own if own in legal else RAIL
    by_name = {seat_name(viewer): viewer for viewer in range(RAIL, done.hand.players)}
    if seat not in by_name:
        raise BadHistory("error.history_seat", seat=short(seat), legal=[*map(seat_name, legal)])
    return by_name[seat]
