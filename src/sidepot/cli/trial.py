"""A temporary room in which bots play one hand, so that scripts can try `serve --open`."""

from __future__ import annotations

import asyncio
import contextlib
import tempfile
from dataclasses import replace
from pathlib import Path

from sidepot import bots, games
from sidepot.room.client.connection import TableConnection
from sidepot.room.client.http import RoomClient
from sidepot.room.protocol.messages import BotPlan, NewTable, View
from sidepot.room.protocol.table_rules import GamePlan
from sidepot.room.web.serving import Plan, Serving
from sidepot.terminal.screen import Screen
from sidepot.warm import warm
from sidepot.words import Message, say

_GAME = "ricochet-2"
_BOTS = 4
_TIMEOUT = 60
"""Seconds from the opening of the room to the end of the hand."""


def play_trial(plan: Plan, screen: Screen) -> None:
    """Open a room on a temporary database, if the plan names none, and print one hand of bots.

    Raises `TimeoutError` if the hand takes longer than a minute.
    """
    with tempfile.TemporaryDirectory() as folder:
        database = plan.database or f"sqlite:///{Path(folder) / 'room.sqlite3'}"
        serving = Serving.anywhere(replace(plan, database=database))
        with screen.getting_ready():
            game = games.find(_GAME)
            warm(game, [bots.find(game)])
        screen.say(Message("serve.open", {"url": serving.local}))
        with contextlib.closing(serving.bound):
            asyncio.run(_serve_a_hand(serving, screen))


async def _serve_a_hand(serving: Serving, screen: Screen) -> None:
    listening = asyncio.Event()
    server = serving.server(listening.set)
    running = asyncio.create_task(server.serve(sockets=[serving.bound]))
    watching = asyncio.create_task(_watch(serving.local, screen, listening))
    running.add_done_callback(lambda _: watching.cancel())
    try:
        await asyncio.wait_for(watching, _TIMEOUT)
    finally:
        server.should_exit = True
        await running


async def _watch(base: str, screen: Screen, listening: asyncio.Event) -> None:
    """Open a table of bots, and print what happens until its first hand is over."""
    await listening.wait()
    client = RoomClient(base)
    plan = NewTable(
        games=[GamePlan(name=_GAME)],
        bots=[BotPlan(chair=chair) for chair in range(_BOTS)],
        bot_pace=0,
        pause=0,
    )
    await asyncio.to_thread(client.register, say("client.guest"))
    opened = await asyncio.to_thread(client.create, plan)
    connection = TableConnection(client, opened.table)
    async for message in connection.messages():
        if isinstance(message, View):
            if message.room.hand > 1:
                return
            for said in message.said:
                screen.say(said)
