"""`sidepot play GAME`: plays against bots at the plain table."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from sidepot.cli.reading import count, declare_game, read_options, read_stacks, seconds, whole
from sidepot.words import Message, say

if TYPE_CHECKING:
    from sidepot.engine.game import Game
    from sidepot.terminal.evening_file import EveningFile
    from sidepot.terminal.screen import Screen
    from sidepot.terminal.taking_up import TakenUp

_PLAYERS = 4
"""The default number of players."""
_PACE = 0.7
"""Seconds to wait after a bot's action, at a terminal."""


def declare(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags to its parser."""
    declare_game(parser)
    parser.add_argument("--players", type=whole, metavar="N", help=say("cli.players", n=_PLAYERS))
    parser.add_argument("--stacks", metavar="CHIPS", help=say("cli.stacks"))
    parser.add_argument("--bots", default="regular", metavar="STRENGTH", help=say("cli.bots"))
    parser.add_argument("--pace", type=seconds, metavar="SECONDS", help=say("cli.pace", n=_PACE))
    parser.add_argument("--seed", type=whole, metavar="S", help=say("cli.seed"))
    parser.add_argument("--hands", type=count, metavar="N", help=say("cli.hands"))
    parser.add_argument("--name", default="", help=say("cli.name"))
    parser.add_argument(
        "--hints", action=argparse.BooleanOptionalAction, help=say("cli.play_hints")
    )
    parser.add_argument(
        "--cards", choices=("dealt", "real"), default="dealt", help=say("cli.play_cards")
    )
    parser.add_argument("--names", metavar="NAMES", help=say("cli.play_names"))
    parser.add_argument("--real-chips", action="store_true", help=say("cli.play_real_chips"))
    parser.add_argument("--fresh", action="store_true", help=say("cli.play_fresh"))
    parser.add_argument("--ascii", action="store_true", help=say("cli.ascii"))


def run(chosen: argparse.Namespace) -> None:
    """Seat a person and bots, compile the game, and play; or referee a table with real cards."""
    from sidepot import games
    from sidepot.engine.rule_pages import hints
    from sidepot.errors import BadSetup
    from sidepot.history import Session
    from sidepot.terminal.first_hand import is_new, remember
    from sidepot.terminal.play import play
    from sidepot.terminal.screen import Screen
    from sidepot.terminal.seating import nearest, seat_players
    from sidepot.warm import warm

    game = games.find(chosen.game, **read_options(chosen.options))
    stacks = read_stacks(chosen.stacks)
    if chosen.cards == "real":
        _referee(chosen, game, stacks)
        return
    for flag in (name for name in ("real_chips", "fresh", "names") if getattr(chosen, name)):
        raise BadSetup("real.flag", flag=f"--{flag.replace('_', '-')}")
    if chosen.players is None and not isinstance(stacks, list):
        chosen.players = min(max(_PLAYERS, game.least), game.most)
    seating = seat_players(
        game, game.stacks(chosen.players, stacks), chosen.bots.split(","), chosen.name
    )
    pace = _PACE * sys.stdin.isatty() if chosen.pace is None else chosen.pace
    screen = Screen(ascii_only=chosen.ascii, pace=pace)
    note = nearest(game, len(seating.players), chosen.bots.split(","))
    if note:
        screen.say(note)
    with screen.getting_ready():
        warm(game, seating.bots)
    session = Session.of(game.name)
    with_hints = sys.stdin.isatty() and is_new(game.name) if chosen.hints is None else chosen.hints
    play(
        screen,
        game,
        seating,
        seed=chosen.seed,
        hands=chosen.hands,
        session=session,
        hints=hints(game) if with_hints else (),
    )
    if with_hints or chosen.hints is False:
        remember(game.name)


def _referee(chosen: argparse.Namespace, game: Game, stacks: int | list[int] | None) -> None:
    """Referee hands that people deal with a real deck, or go on with an evening of them."""
    from sidepot import games
    from sidepot.terminal.screen import Screen
    from sidepot.terminal.taking_up import Left, offered, opened

    screen = Screen(ascii_only=chosen.ascii)
    with opened(screen, game.name, fresh=chosen.fresh) as file:
        try:
            found = offered(screen, file, games.find(chosen.game)) if file else None
        except Left:
            return
        _play_on(chosen, screen, game, stacks, file, found)


def _play_on(
    chosen: argparse.Namespace,
    screen: Screen,
    game: Game,
    stacks: int | list[int] | None,
    file: EveningFile | None,
    found: TakenUp | None,
) -> None:
    """Referee an evening that was taken up, or a new one."""
    from sidepot.history import Session
    from sidepot.terminal.real import play
    from sidepot.terminal.seating import seat_people
    from sidepot.warm import warm

    if found and _is_described(chosen):
        screen.say(Message("real.as_begun"))
    names = [name.strip() for name in (chosen.names or "").split(",") if name.strip()]
    seating = (
        found.seating
        if found
        else seat_people(game, names, chosen.players, stacks, real_chips=chosen.real_chips)
    )
    game = found.game if found else game
    with screen.getting_ready():
        warm(game, [])
    play(
        screen,
        game,
        seating,
        hands=chosen.hands,
        session=Session.of(game.name),
        file=file,
        real_chips=found.evening.real_chips if found else chosen.real_chips,
        taken_up=found,
    )


def _is_described(chosen: argparse.Namespace) -> bool:
    """Whether the command says with which options, names or chips an evening begins."""
    said = (chosen.options, chosen.names, chosen.stacks, chosen.players, chosen.real_chips)
    return any(said)
