"""`sidepot play GAME`: plays against bots at the plain table."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from sidepot.cli.reading import count, declare_game, read_options, read_stacks, seconds, whole
from sidepot.words import say

if TYPE_CHECKING:
    from sidepot.engine.game import Game

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
    parser.add_argument("--ascii", action="store_true", help=say("cli.ascii"))


def run(chosen: argparse.Namespace) -> None:
    """Seat a person and bots, compile the game, and play; or referee a table with real cards."""
    from sidepot import games
    from sidepot.engine.rule_pages import hints
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
    """Referee hands that people deal with a real deck."""
    from sidepot.errors import BadSetup
    from sidepot.history import Session
    from sidepot.terminal.real import play
    from sidepot.terminal.screen import Screen
    from sidepot.terminal.seating import Player, Seating
    from sidepot.warm import warm

    names = [name.strip() for name in (chosen.names or "").split(",") if name.strip()]
    each = game.stacks(chosen.players or len(names) or None, stacks)
    names = names or [f"p{seat}" for seat in range(1, len(each) + 1)]
    if len(names) != len(each):
        raise BadSetup("real.names", given=len(names), n=len(each))
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise BadSetup("real.names_twice", name=twice)
    screen = Screen(ascii_only=chosen.ascii)
    with screen.getting_ready():
        warm(game, [])
    seating = Seating([*map(Player, names, each)])
    play(screen, game, seating, hands=chosen.hands, session=Session.of(game.name))
