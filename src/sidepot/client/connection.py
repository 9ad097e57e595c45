"""A guest at a table, whatever the connection does."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from sidepot.client.http import RoomClient
from sidepot.protocol.messages import (
    PROTOCOL,
    Ack,
    Advice,
    AnyCommand,
    FromServer,
    Goodbye,
    Hello,
    Refusal,
    View,
)

_WAITS = (0.2, 0.5, 1.0, 2.0, 4.0, 8.0)
"""Seconds before one tries again; the last one goes on and on."""
_FINAL = ("removed", "ended", "refused", "protocol")
"""Goodbyes after which it is no use to come again."""

_from_server = msgspec.json.Decoder(FromServer)


@dataclass(frozen=True)
class Lost:
    """The connection is lost; it is tried again in so many seconds."""

    seconds: float


Heard: TypeAlias = FromServer | Lost


class TableConnection:
    """Read with `heard`, speak with `send`.

    A command that was not answered is sent again after a lost connection, under the same id, so
    that it is done once.
    """

    def __init__(self, door: RoomClient, table: str) -> None:
        self.door = door
        self.table = table
        self._socket: ClientConnection | None = None
        self._since: int | None = None
        self._unanswered: dict[str, AnyCommand] = {}

    async def heard(self) -> AsyncIterator[Heard]:
        """Everything that the room sends, until a goodbye that is final."""
        tries = 0
        while True:
            try:
                async with self._connect() as socket:
                    await self._greet(socket)
                    async for raw in socket:
                        tries = 0
                        message = _from_server.decode(raw)
                        self._note(message)
                        yield message
                        if isinstance(message, Goodbye) and message.reason in _FINAL:
                            return
            except (OSError, ConnectionClosed, InvalidHandshake, TimeoutError):
                pass
            finally:
                self._socket = None
            seconds = _WAITS[min(tries, len(_WAITS) - 1)]
            tries += 1
            yield Lost(seconds)
            await asyncio.sleep(seconds)

    def _connect(self) -> connect:
        headers = self.door.headers
        return connect(self.door.socket, additional_headers=headers, compression=None)

    async def _greet(self, socket: ClientConnection) -> None:
        """Hello, and again what was not answered."""
        await self._write(socket, Hello(protocol=PROTOCOL, table=self.table, since=self._since))
        self._socket = socket
        for command in list(self._unanswered.values()):
            await self._write(socket, command)

    def _note(self, message: FromServer) -> None:
        if isinstance(message, View):
            self._since = message.version
        elif isinstance(message, (Ack, Refusal, Advice)):
            self._unanswered.pop(message.id, None)

    async def send(self, make: Callable[..., AnyCommand], **fields: Any) -> str:
        """Send a command, at once or when there is a connection again; its id."""
        id = secrets.token_urlsafe(9)
        self._unanswered[id] = make(id=id, **fields)
        if self._socket:
            await self._write(self._socket, self._unanswered[id])
        return id

    async def _write(self, socket: ClientConnection, message: Hello | AnyCommand) -> None:
        try:
            await socket.send(msgspec.json.encode(message).decode())
        except ConnectionClosed:
            return  # the reader notices it too, and comes again
