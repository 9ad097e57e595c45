"""`sidepot join LINK`: a table of a room, in this terminal."""

from __future__ import annotations

import argparse

from sidepot.words import say


def declare(parser: argparse.ArgumentParser) -> None:
    """Its flags."""
    parser.add_argument("link", metavar="LINK", help=say("cli.link"))
    parser.add_argument("--name", default="", help=say("cli.name"))
    parser.add_argument("--ascii", action="store_true", help=say("cli.ascii"))


def run(chosen: argparse.Namespace) -> None:
    """Go there, and sit until one leaves."""
    import asyncio

    from sidepot.cli.extras import wanted

    with wanted("web"):
        from sidepot.client.door import Door
        from sidepot.client.links import read_link
        from sidepot.terminal.join import join
    from sidepot.terminal.screen import Screen

    link = read_link(chosen.link)
    door = Door.of(link, chosen.name or say("client.guest"))
    table = door.enter(link.invitation)
    asyncio.run(join(Screen(ascii_only=chosen.ascii), door, table))
