"""One WebSocket a client: it says hello, looks at a table, and sends commands."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from sidepot.errors import BadMessage, UserError
from sidepot.protocol.messages import (
    PROTOCOL,
    Advise,
    AnyCommand,
    FromClient,
    Goodbye,
    Hello,
    Id,
    Refusal,
)
from sidepot.protocol.resources import Guest
from sidepot.protocol.views import sentence_of
from sidepot.room.live.subscription import Subscription
from sidepot.web.app_state import AppState, caller
from sidepot.web.delivery import shortcut
from sidepot.web.limits import Meter
from sidepot.web.reading import read
from sidepot.words import Message

_log = logging.getLogger("sidepot.web")

PATH = "/api/socket"
_PATIENCE = 10.0
"""Seconds within which a new socket says hello."""
_NORMAL, _POLICY = 1000, 1008
"""Codes with which a socket is closed."""


class _Named(msgspec.Struct):
    """What is left to read of a command that has not the right form."""

    id: Id


_from_client: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(FromClient)
_named = msgspec.json.Decoder(_Named)


async def serve_socket(state: AppState, socket: WebSocket) -> None:
    """A socket from its handshake to its end."""
    try:
        state.check_origin(socket)
        guest = await state.guest(socket)
        with contextlib.ExitStack() as places:
            places.enter_context(state.sockets.one(caller(socket)))
            if guest:
                places.enter_context(state.own_sockets.one(guest.id))
            await socket.accept()
            await _Visit(state, socket, guest).run()
    except UserError as error:
        _log.warning("socket_refused reason=%s", error.message.key)
        await socket.close(_POLICY)
    except WebSocketDisconnect:
        return


class _Visit:
    """A socket that is open."""

    def __init__(self, state: AppState, socket: WebSocket, guest: Guest | None) -> None:
        self.state = state
        self.socket = socket
        self.guest = guest
        self.meter = Meter(state.limits.commands)
        self.asking: set[asyncio.Task[None]] = set()
        """Questions whose answers take their time; commands do not wait for them."""

    async def run(self) -> None:
        """Hello, then both directions until one of them ends."""
        try:
            subscription = await self._subscribe()
        except UserError as error:
            await self._refuse(error)
            return
        table, guest = subscription.table, subscription.guest
        _log.info("socket_opened table=%s guest=%s", table, guest)
        subscription.deliver = shortcut(self.socket)
        sending = asyncio.create_task(self._send_all(subscription))
        try:
            # A task of its own: it wakes at every command, and not through all layers of the app.
            await asyncio.create_task(self._read_all(subscription))
        finally:
            for task in self.asking:
                task.cancel()
            subscription.leave()
            await sending
            _log.info("socket_closed table=%s guest=%s", table, guest)

    async def _subscribe(self) -> Subscription:
        """Read the hello and look at the table. Raises `UserError`."""
        try:
            async with asyncio.timeout(_PATIENCE):
                hello = read(_from_client, await self._receive())
        except TimeoutError:
            raise BadMessage("web.no_hello") from None
        if not isinstance(hello, Hello):
            raise BadMessage("web.no_hello")
        if hello.protocol != PROTOCOL:
            raise BadMessage("web.protocol", wanted=PROTOCOL, got=hello.protocol)
        guest = self.guest.id if self.guest else None
        return await self.state.room.subscribe(guest, hello.table, since=hello.since)

    async def _refuse(self, error: UserError) -> None:
        """Say why there is nothing to be seen here."""
        reason = "protocol" if isinstance(error, BadMessage) else "refused"
        goodbye = Goodbye(reason=reason, said=sentence_of(error.message))
        await self.socket.send_text(msgspec.json.encode(goodbye).decode())
        await self.socket.close(_POLICY)

    async def _send_all(self, subscription: Subscription) -> None:
        """Send what is on its way; after a goodbye, close."""
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            async for raw in subscription:
                await self.socket.send_text(raw.decode())
            await self.socket.close(_NORMAL)

    async def _read_all(self, subscription: Subscription) -> None:
        """Do what comes in, one command after the other."""
        with contextlib.suppress(WebSocketDisconnect):
            while True:
                raw = await self._receive()
                seconds = self.meter.wait()
                if seconds:
                    await asyncio.sleep(seconds)
                await self._do(subscription, raw)

    async def _receive(self) -> str | bytes:
        """The next message, as text or as its bytes. Raises `WebSocketDisconnect`."""
        message = await self.socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message["code"])
        text, raw = message.get("text"), message.get("bytes")
        return raw or b"" if text is None else text

    async def _do(self, subscription: Subscription, raw: str | bytes) -> None:
        began = time.perf_counter()
        try:
            command = read(_from_client, raw)
        except BadMessage as error:
            _answer_badly(subscription, raw, error)
            return
        if isinstance(command, Hello):
            subscription.close("protocol", Message("web.second_hello"))
            return
        if isinstance(command, Advise):
            self._ask(subscription, command)
            return
        subscription.send(await self._answer(subscription, command))
        self.state.counts.commands.observe(time.perf_counter() - began)

    def _ask(self, subscription: Subscription, question: Advise) -> None:
        """Let a question be answered beside."""

        async def answer() -> None:
            subscription.send(await self._answer(subscription, question))

        task = asyncio.create_task(answer())
        self.asking.add(task)
        task.add_done_callback(self.asking.discard)

    async def _answer(self, subscription: Subscription, command: AnyCommand) -> Any:
        if subscription.guest is None:
            return Refusal(id=command.id, reason=sentence_of(Message("web.unknown")))
        try:
            return await self.state.room.handle(subscription.guest, subscription.table, command)
        except UserError as error:
            return Refusal(id=command.id, reason=sentence_of(error.message))


def _answer_badly(subscription: Subscription, raw: str | bytes, error: BadMessage) -> None:
    """Refuse a command of the wrong form, if it can be told which one it is; else say goodbye."""
    try:
        id = read(_named, raw).id
    except BadMessage:
        subscription.close("protocol", error.message)
    else:
        subscription.send(Refusal(id=id, reason=sentence_of(error.message)))
