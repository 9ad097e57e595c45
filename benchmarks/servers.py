"""The servers of `load`, each in a process on one core: the room, and a bare echo server.

`python -m benchmarks.servers room GAME TABLES DATABASE` or `... bare`: the first line that it
prints is JSON with what clients need to know.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from sidepot import games
from sidepot.room.protocol import messages as m
from sidepot.room.protocol.table_rules import GamePlan
from sidepot.room.service import Room
from sidepot.room.web import cookies
from sidepot.room.web.limits import Limits, Rate
from sidepot.room.web.serving import Plan, Serving
from sidepot.warm import warm

SEATS = 6
CHIPS = 10**6
FREE = Rate(10**6, 1e6)


def memory() -> int:
    """The resident memory of this process, in bytes."""
    pages = int(Path("/proc/self/statm").read_text("utf-8").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def serve_room(game: str, tables: int, database: str) -> None:
    """Serve the room, with tables of six people; prints the facts once they are seated."""
    warm(games.find(game))
    many = 10**6
    limits = Limits(
        *(FREE, FREE, FREE, FREE, many, many, many),
        address_creations=FREE,
        doings=FREE,
        lines=FREE,
        links=FREE,
        visits=FREE,
        handshakes=FREE,
        address_connections=many,
        connections=many,
        arrivals=FREE,
    )
    plan = Plan(0, database, limits=limits)
    serving = Serving(plan)
    facts: dict[str, Any] = {"memory": memory()}

    def listening() -> None:
        task = asyncio.get_running_loop().create_task(_say(serving, facts, game, tables))
        task.add_done_callback(lambda done: done.result())

    serving.run(listening)


async def _say(serving: Serving, facts: dict[str, Any], game: str, tables: int) -> None:
    made = [_table(serving, game, n) for n in range(tables)]
    facts["tables"] = await asyncio.gather(*made)
    print(json.dumps(facts), flush=True)


async def _table(serving: Serving, game: str, n: int) -> Any:
    """A table, and the cookies of the people who sit at it."""
    room: Room = serving.room
    people = [await room.register(f"P{n} {seat}") for seat in range(SEATS)]
    plan = m.NewTable(
        games=[GamePlan(name=game)], chairs=SEATS, most=CHIPS, turn=600, pause=0, time_bank=0
    )
    made = await room.create(people[0].guest.id, plan)
    with room._live(made.table).in_use():  # without viewers it would be unloaded each time
        for seat, person in enumerate(people):
            await room.join(person.guest.id, made.table, made.invitation)
            sit = m.Sit(id="sit", chair=seat, chips=CHIPS)
            assert isinstance(await room.handle(person.guest.id, made.table, sit), m.Ack)
    given = [f"{cookies.NAME}={person.token}" for person in people]
    return {"base": serving.local, "table": made.table, "cookies": given}


def serve_bare() -> None:
    """Serve an echo server that sends every message to all sockets of the same path."""
    rooms: defaultdict[str, list[WebSocket]] = defaultdict(list)

    async def visit(socket: WebSocket) -> None:
        room = rooms[socket.path_params["room"]]
        await socket.accept()
        room.append(socket)
        try:
            while True:
                text = await socket.receive_text()
                for other in room:
                    await other.send_text(text)
        except WebSocketDisconnect:
            room.remove(socket)

    bound = socket.create_server(("127.0.0.1", 0), backlog=1024)
    print(json.dumps({"base": f"http://127.0.0.1:{bound.getsockname()[1]}"}), flush=True)
    config = uvicorn.Config(
        Starlette(routes=[WebSocketRoute("/{room}", visit)]),
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        lifespan="off",
        access_log=False,
        log_config=None,
    )
    uvicorn.Server(config).run(sockets=[bound])


if __name__ == "__main__":
    if sys.argv[1] == "bare":
        serve_bare()
    else:
        serve_room(sys.argv[2], int(sys.argv[3]), sys.argv[4])
