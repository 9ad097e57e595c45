"""The law of secrets, at the socket and at the HTTP API: see `tests.room.wire`.

The same session is played twice through a server that listens; the second time the cards that a
viewer may not know lie in other places. All bytes that they are sent must be the same: frames,
responses, and what everybody may read, the log and the metrics.
"""

import asyncio
import contextlib
import functools
import logging
import re
from pathlib import Path
from typing import Any

from sidepot.room.web.logs import JsonFormatter
from sidepot.room.web.serving import Serving
from tests.room import wire
from tests.room.harness import RoomHarness
from tests.room.web.server import SocketClient, Visitor, open_server
from tests.room.wire import ONLOOKER, Evening, Record, Script, harness_of, hearing

BESIDES = ("date", "content-length")
BY_CHANCE = re.compile(
    rb'"time": "[^"]*"|"ms": [\d.]+'
    rb"|(?m:^(# .*|process_\w+|\w+_bucket\{.*|\w+_(sum|created)(\{.*)?) .*$)"
    rb"|(?m:^sidepot_(commits|writes|sockets|connections)\w* .*$)"
)
"""What differs between any two runs: times, and how commits were grouped."""


def play(folder: Path, script: Script, is_first: bool) -> Record:
    """Play a script with visitors of a server."""
    logger = logging.getLogger("sidepot")
    level = logger.level
    logger.setLevel(logging.INFO)
    try:
        with hearing(JsonFormatter()) as heard:
            record = asyncio.run(_play(folder, script, is_first))
    finally:
        logger.setLevel(level)
    lines = sorted(BY_CHANCE.sub(b"", line) for line in heard if b'"loop_held"' not in line)
    for sent in record.sent.values():
        sent.extend(lines)
        assert len(sent) > 20
    return record


async def _play(folder: Path, script: Script, is_first: bool) -> Record:
    harness = harness_of(folder, script, is_first)
    async with (
        open_server(folder, room=harness.room) as serving,
        contextlib.AsyncExitStack() as open,
    ):
        return await _ServerEvening(harness, script, is_first, serving, open).run()


class _ServerEvening(Evening):
    """The viewers have sockets."""

    def __init__(
        self,
        harness: RoomHarness,
        script: Script,
        is_first: bool,
        serving: Serving,
        open: contextlib.AsyncExitStack,
    ) -> None:
        super().__init__(harness, script, is_first)
        self.base, self.open = serving.local, open
        self.lines: dict[str, SocketClient] = {}

    async def come(self) -> None:
        names = [f"P{n}" for n in range(self.script.people)]
        visitors = [await Visitor(self.base).register(name) for name in names]
        games = [{"name": self.script.game, "options": self.script.options}]
        made = await visitors[0].create(games=games, public=True, pause=3)
        self.table = made["table"]
        for visitor in visitors[1:]:
            await visitor.accept(made["link"])
        for visitor in (*visitors, Visitor(self.base)):
            line = await self.open.enter_async_context(visitor.at(self.table))
            self.lines[visitor.guest or ONLOOKER] = line
            await line.kind("chat_lines")
        self.people = [visitor.guest for visitor in visitors]
        for chair, guest in enumerate(self.people):
            await self.lines[guest].sit(chair, 100)

    async def command(self, guest: str, kind: str, **fields: Any) -> bool:
        """Do a command; its answer is among the frames."""
        return bool((await self.lines[guest].do(kind, **fields))["type"] == "ack")

    async def chat(self, guest: str, text: str) -> None:
        """Say something, and let everybody hear it: whatever was sent before has come then."""
        line = self.lines[guest]
        await line.do("chat", text=text)
        number = max(m["version"] for m in line.heard[-1:])
        for other in self.lines.values():
            if not any(m["type"] == "chat_lines" and said(m, number) for m in other.heard):
                await other.until(lambda m: m["type"] == "chat_lines" and said(m, number))

    async def collect(self) -> None:
        paths = [f"/api/tables/{self.table}/{end}" for end in ("night.phhs", "ledger", "hands")]
        paths += [f"/api/tables/{self.table}/hands/{n}.phh" for n in (1, 2, 3)]
        for viewer, line in self.lines.items():
            self.sent[viewer] += line.raw
            for path in (*paths, "/api/tables", "/api/me/tables", "/api/me", "/metrics"):
                reply = await line.visitor.ask("GET", path)
                head = {k: v for k, v in reply.headers.items() if k not in BESIDES}
                self.sent[viewer].append(f"{reply.status} {head}".encode())
                self.sent[viewer].append(BY_CHANCE.sub(b"", reply.content))
            async with line.visitor.at(self.table) as again:
                await again.kind("chat_lines")
                self.sent[viewer] += again.raw


def said(message: dict[str, Any], number: int) -> bool:
    return any(line["number"] == number for line in message["lines"])


leaks = functools.partial(wire.leaks, play=play)
"""What each viewer was sent by a server that depends on what they may not know."""
