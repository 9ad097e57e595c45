"""A room of boardgame.io in memory, with a game whose views are as large: where Node has it.

Nothing else needs it; `benchmarks/boardgame` has the server, and its lock file.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from benchmarks.crowd import Crowd
from benchmarks.servers import SEATS
from benchmarks.sockets import Socket

NAME = "boardgame.io in memory"
FOLDER = Path(__file__).parent / "boardgame"
INSTALL = "npm ci --prefix benchmarks/boardgame"
"""What brings the packages."""
_PATH = "/socket.io/?EIO=4&transport=websocket"
_OPEN, _PING, _PONG = b"0", b"2", b"3"
"""Engine.IO 4: the first text, the server's ping, and the answer."""
_SPACE, _EVENT = b"40/table,", b"42/table,"
"""Socket.IO: the beginning of a text that enters the game's namespace, and of an event in it."""
_SYNC, _UPDATE = _EVENT + b'["sync"', _EVENT + b'["update"'
_STATE, _TURN = b'"_stateID":', b'"currentPlayer":"'
_MOVE, _CHIPS = "buy", 2


def lacking() -> str | None:
    """Why it cannot be measured; None if it can."""
    if not shutil.which("node"):
        return f"{NAME} is left out: there is no node; with Node 18 or newer, {INSTALL}"
    if not (FOLDER / "node_modules" / "boardgame.io").exists():
        return f"{NAME} is left out: its packages are not there; {INSTALL}"
    return None


def command(tables: int) -> list[str]:
    """The command of the server, whose last line is JSON: where the tables are."""
    return ["node", str(FOLDER / "server.cjs"), str(tables)]


class PeerCrowd(Crowd):
    """The clients of boardgame.io: they speak Socket.IO."""

    async def _come(self) -> None:
        url = self.facts["base"].replace("http", "ws", 1) + _PATH
        for number, table in enumerate(self.tables):
            await self._sit(table, number, [url] * SEATS, [""] * SEATS, self._heard)

    def _heard(self, socket: Socket, text: bytes) -> None:
        self.told += len(text)
        if text.startswith(_OPEN):
            socket.say(_SPACE)
        elif text == _PING:
            socket.say(_PONG)
        elif text.startswith(_SPACE):
            made = self.facts["tables"][socket.table]
            own = [made["table"], str(socket.seat), made["credentials"][socket.seat], SEATS]
            socket.say(_event("sync", *own))
        elif text.startswith((_SYNC, _UPDATE)):
            self.seen.add(socket)
            self._see(socket, text)

    def _see(self, socket: Socket, text: bytes) -> None:
        """Note a state; whose turn it is has the next move ready."""
        table, version = self.tables[socket.table], _number(text, _STATE)
        if _number(text, _TURN) == socket.seat:
            table.ready = socket, self._move(socket, version), version
        self._note(table, socket, version)

    def _move(self, socket: Socket, version: int) -> bytes:
        made, seat = self.facts["tables"][socket.table], str(socket.seat)
        move = {"type": _MOVE, "args": [_CHIPS], "playerID": seat}
        move["credentials"] = made["credentials"][socket.seat]
        action = {"type": "MAKE_MOVE", "payload": move}
        return _event("update", action, version, made["table"], seat)


def _event(*values: object) -> bytes:
    return _EVENT + json.dumps(values).encode()


def _number(text: bytes, before: bytes) -> int:
    """The number that stands behind the first such bytes: the state comes first."""
    begin = text.index(before) + len(before)
    end = begin
    while text[end : end + 1].isdigit():
        end += 1
    return int(text[begin:end])
