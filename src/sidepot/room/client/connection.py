"""A WebSocket to a table that reconnects by itself."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from sidepot import entropy
from sidepot.decoding import JsonReader
from sidepot.errors import Unreachable
from sidepot.room.client.fairness import DealChecker
from sidepot.room.client.http import RoomClient
from sidepot.room.protocol.messages import (
    PROTOCOL,
    Ack,
    Advice,
    AnyCommand,
    FromServer,
    Goodbye,
    Hello,
    Pledge,
    Refusal,
    Reveal,
    View,
)
from sidepot.words import Message, language

_WAITS = (0.2, 0.5, 1.0, 2.0, 4.0, 8.0)
"""Seconds before each attempt to reconnect; the last one is repeated."""
_FINAL = ("removed", "ended", "logged_out", "refused", "protocol")
"""Reasons of a goodbye after which reconnecting is of no use."""

_MOST = 4 * 1024 * 1024
"""The most bytes of a message; a table of twenty has views of some 20,000."""

_from_server = JsonReader[FromServer](FromServer, _MOST)


@dataclass(frozen=True)
class ConnectionLost:
    """The connection is lost; the next attempt is in `seconds`."""

    seconds: float


@dataclass(frozen=True)
class Breach:
    """A breach of fair deals by the room, described in the message; tell the player at once."""

    message: Message


@dataclass(frozen=True)
class Unchecked:
    """An incomplete check, described in the message; tell the player, although it is no breach."""

    message: Message


Received: TypeAlias = FromServer | ConnectionLost | Breach | Unchecked


class TableConnection:
    """A guest's connection to one table: read with `messages`, write with `send`.

    After a lost connection, a command that was not answered is sent again under the same id, so
    that the room carries it out once. While messages are read, the connection takes part in the
    deals by itself: `deals` knows their state.
    """

    def __init__(self, client: RoomClient, table: str) -> None:
        self.client = client
        self.table = table
        self.deals = DealChecker()
        self._socket: ClientConnection | None = None
        self._since: int | None = None
        self._unanswered: dict[str, AnyCommand] = {}

    async def messages(self) -> AsyncIterator[Received]:
        """Everything that the room sends, and what the connection says itself, up to a goodbye.

        The answers to what the connection sends by itself are left out. Seeds are awaited for two
        seconds, so do not wait for long between two messages. Raises `Unreachable` where something
        else than a room answers.
        """
        tries = 0
        while True:
            try:
                async with self._connect() as socket:
                    await self._greet(socket)
                    async for raw in socket:
                        tries = 0
                        message = self._read(raw)
                        is_own = self._note(message)
                        for said in await self._check(socket, message):
                            yield said
                        if not is_own:
                            yield message
                        if isinstance(message, Goodbye) and message.reason in _FINAL:
                            return
            except (OSError, ConnectionClosed, InvalidHandshake, TimeoutError):
                pass
            finally:
                self._socket = None
            self._lose()
            seconds = _WAITS[min(tries, len(_WAITS) - 1)]
            tries += 1
            yield ConnectionLost(seconds)
            await asyncio.sleep(seconds)

    def _connect(self) -> connect:
        headers = self.client.headers
        url = self.client.socket_url
        return connect(url, additional_headers=headers, compression=None, max_size=_MOST)

    def _read(self, raw: str | bytes) -> FromServer:
        """The message in a frame. Raises `Unreachable` for one in no form of the protocol."""
        try:
            return _from_server.read(raw)
        except msgspec.DecodeError as error:
            raise Unreachable("client.unreachable", url=self.client.base, reason=error) from error

    async def _greet(self, socket: ClientConnection) -> None:
        """Send the hello, then again the commands that were not answered."""
        hello = Hello(
            protocol=PROTOCOL,
            table=self.table,
            since=self._since,
            checks=True,
            language=language(),
        )
        await self._write(socket, hello)
        self._socket = socket
        for command in list(self._unanswered.values()):
            await self._write(socket, command)

    def _note(self, message: FromServer) -> bool:
        """Note what was seen and answered; whether it answers what the connection itself sent."""
        if isinstance(message, View):
            self._since = message.version
        elif isinstance(message, (Ack, Refusal, Advice)):
            return isinstance(self._unanswered.pop(message.id, None), (Pledge, Reveal))
        return False

    async def _check(
        self, socket: ClientConnection, message: FromServer
    ) -> list[Breach | Unchecked]:
        """Take part in the deal that a message is about; what is to be said of it."""
        step = self.deals.receive(message)
        for command in step.commands:
            self._unanswered[command.id] = command
            await self._write(socket, command)
        return [*map(Breach, step.breaches), *map(Unchecked, step.notices)]

    def _lose(self) -> None:
        """Forget pledges and seeds that were not answered: a welcome asks for them anew."""
        self.deals.lose_connection()
        own = [id for id, sent in self._unanswered.items() if isinstance(sent, (Pledge, Reveal))]
        for id in own:
            del self._unanswered[id]

    async def send(self, make: Callable[..., AnyCommand], **fields: Any) -> str:
        """Send a command, at once or when the connection is back; returns its id.

        `make` is the command's type, and `fields` its fields but the id.
        """
        id = entropy.token(9)
        self._unanswered[id] = make(id=id, **fields)
        if self._socket:
            await self._write(self._socket, self._unanswered[id])
        return id

    async def _write(self, socket: ClientConnection, message: Hello | AnyCommand) -> None:
        try:
            await socket.send(msgspec.json.encode(message).decode())
        except ConnectionClosed:
            return  # the reader notices it too, and reconnects
