"""`sidepot join LINK`: joins a table of a room; `--create GAME` opens a new table."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from sidepot.cli.reading import declare_options, read_options
from sidepot.errors import BadOption, UnknownGame
from sidepot.words import Message, say

if TYPE_CHECKING:
    from sidepot.room.client.http import RoomClient
    from sidepot.room.protocol.table_rules import MatchRules


def declare(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags to its parser."""
    parser.add_argument("link", metavar="LINK", help=say("cli.link"))
    parser.add_argument("--create", metavar="GAME", help=say("cli.join_create"))
    declare_options(parser, say("cli.options"))
    parser.add_argument("--match", nargs="+", metavar="RULE=NUMBER", help=say("cli.join_match"))
    parser.add_argument("--public", action="store_true", help=say("cli.join_public"))
    parser.add_argument("--name", default="", help=say("cli.name"))
    parser.add_argument(
        "--hints", action=argparse.BooleanOptionalAction, help=say("cli.play_hints")
    )
    parser.add_argument("--ascii", action="store_true", help=say("cli.ascii"))


def _match(pairs: Sequence[str]) -> MatchRules:
    """The rules of a match from `["hands=20"]`. Raises `BadOption`."""
    import msgspec

    from sidepot.room.protocol.table_rules import MatchRules

    try:
        return msgspec.convert(read_options(pairs), MatchRules, strict=False)
    except msgspec.ValidationError as error:
        raise BadOption("error.match_rule", reason=str(error)) from error


def _game(client: RoomClient, wanted: str) -> str:
    """The name of one of a room's games; `wanted` may be the file of one too.

    Raises `UnknownGame` with those that there are, `BadGameFile`, and as `RoomClient.ask`.
    """
    from sidepot import games
    from sidepot.history.notation import short

    own = wanted.endswith(".py")
    name = games.find(wanted).name if own else wanted
    legal = [offer.name for offer in client.games()]
    if name in legal:
        return name
    values = {"url": client.base, "legal": legal}
    if own:
        raise UnknownGame("join.no_file", **values)
    raise UnknownGame("join.no_game", game=short(name), **values)


def run(chosen: argparse.Namespace) -> None:
    """Join or create the table, and show it until the player leaves."""
    import asyncio

    from sidepot.room.client.http import RoomClient
    from sidepot.room.client.links import read_link, read_room
    from sidepot.room.protocol.messages import NewTable
    from sidepot.room.protocol.table_rules import GamePlan
    from sidepot.terminal.join import join
    from sidepot.terminal.screen import Screen

    screen, name = Screen(ascii_only=chosen.ascii), chosen.name or say("client.guest")
    if chosen.create:
        client = RoomClient(read_room(chosen.link))
        game, options = _game(client, chosen.create), read_options(chosen.options)
        plan = GamePlan(name=game, options={**options})
        client = RoomClient.of(client.base, name)
        match = _match(chosen.match) if chosen.match else None
        opened = client.create(NewTable(games=[plan], public=chosen.public, match=match))
        table = opened.table
        screen.say(Message("join.created", {"link": opened.link}))
    else:
        link = read_link(chosen.link)
        client = RoomClient.of(link.base, name)
        table = client.enter(link.invitation)
    explains = chosen.hints
    if explains is None and not sys.stdin.isatty():
        explains = False
    asyncio.run(join(screen, client, table, explains=explains))
