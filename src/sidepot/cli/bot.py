"""`sidepot bot LINK --strategy FILE.py`: seats the user's own bot at a table of a room."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from sidepot.cli.reading import count, whole
from sidepot.cli.strategies import is_agent, load_bot
from sidepot.words import say

if TYPE_CHECKING:
    from sidepot.bots.from_file import Act

_LEARNED = ".npz"
"""The ending of a learned strategy, by which one that is damaged is told as such."""


def declare(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags to its parser."""
    parser.add_argument("link", metavar="LINK", help=say("cli.link"))
    parser.add_argument(
        "--strategy", type=Path, required=True, metavar="FILE.py", help=say("cli.bot_strategy")
    )
    parser.add_argument("--name", default="", help=say("cli.bot_name"))
    parser.add_argument("--seed", type=whole, metavar="S", help=say("cli.bot_seed"))
    parser.add_argument("--hands", type=count, metavar="N", help=say("cli.hands"))


def run(chosen: argparse.Namespace) -> None:
    """Seat the bot and let it play; print its faults, the room's refusals and unfair deals."""
    import asyncio

    from sidepot.room.client.bot import seat_bot
    from sidepot.room.client.http import RoomClient
    from sidepot.room.client.links import read_link
    from sidepot.terminal.screen import Screen

    act = _act_of(chosen.strategy)
    link = read_link(chosen.link)
    client = RoomClient.of(link.base, chosen.name or chosen.strategy.stem[:20])
    table = client.enter(link.invitation)
    screen = Screen()
    asyncio.run(seat_bot(client, table, act, screen.say, seed=chosen.seed, hands=chosen.hands))


def _act_of(file: Path) -> Act:
    """The strategy of a file, written or learned. Raises `BadStrategy`, `BadLearned`."""
    from sidepot.bots.trained.files import is_learned, load

    if is_agent(file) or not (is_learned(file) or file.suffix == _LEARNED):
        return load_bot(file)
    return load(file).act
