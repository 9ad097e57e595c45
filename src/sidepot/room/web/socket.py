"""One WebSocket per client: a hello, the views of one table, and commands."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from sidepot.decoding import JsonReader
from sidepot.errors import BadMessage, RateLimited, UserError
from sidepot.room.live.subscription import Subscription
from sidepot.room.protocol.messages import (
    PROTOCOL,
    Advise,
    AnyCommand,
    FromClient,
    Goodbye,
    Hello,
    Id,
    Peek,
    Refusal,
)
from sidepot.room.protocol.resources import Guest
from sidepot.room.storage.tenure import Elsewhere
from sidepot.room.web.app_state import AppState, client_host
from sidepot.room.web.delivery import line_of
from sidepot.room.web.limits import BODY, RateLimiter
from sidepot.room.web.reading import read
from sidepot.room.web.relay import is_relayed, marking
from sidepot.room.web.watchdog import doing
from sidepot.words import Message, accepted, known, language, speak
from sidepot.words.wire import encode

_log = logging.getLogger("sidepot.room.web")

PATH = "/api/socket"
HELLO_TIMEOUT: float = 5
"""Seconds in which a new socket must say hello."""
_NORMAL, _POLICY, _AGAIN = 1000, 1008, 1012
"""Close codes (RFC 6455, 7.4.1); after the last one a client comes back."""


class _CommandId(msgspec.Struct):
    """The id of a command; decodes one whose other fields are malformed."""

    id: Id


_from_client = JsonReader[FromClient](FromClient, BODY)
_command_id = JsonReader[_CommandId](_CommandId, BODY)


async def serve_socket(state: AppState, socket: WebSocket) -> None:
    """Serve a socket from its handshake to its end; one over a limit is closed at once."""
    try:
        state.check_origin(socket)
        session = await state.session(socket)
        guest = session.guest if session else None
        speak(accepted(socket.headers.get("accept-language", "")))
        with contextlib.ExitStack() as held:
            if not is_relayed(socket.scope):  # the process that it came to holds it
                held.enter_context(state.sockets.hold(client_host(socket)))
                if guest:
                    held.enter_context(state.own_sockets.hold(guest.id))
            await socket.accept()
            await _Connection(state, socket, guest, session.id if session else None).run()
    except RateLimited as error:
        state.limited.note(error.message.key)
        await socket.close(_POLICY)
    except UserError as error:
        _log.warning("socket_refused reason=%s", error.message.key)
        await socket.close(_POLICY)
    except WebSocketDisconnect:
        return


class _Connection:
    """An open socket: reads commands, sends messages."""

    def __init__(
        self, state: AppState, socket: WebSocket, guest: Guest | None, session: str | None = None
    ) -> None:
        self.state = state
        self.socket = socket
        self.guest = guest
        self.session = session
        self.hello: str | bytes = ""
        """The first message, as it came."""
        self.rate = RateLimiter(state.limits.commands)
        self.questions: set[asyncio.Task[None]] = set()
        """Tasks that wait for the coach; commands do not wait for them."""

    async def run(self) -> None:
        """Read the hello, then receive and send until one of the two ends."""
        try:
            subscription = await self._subscribe()
        except Elsewhere as other:
            if is_relayed(self.socket.scope):
                await self.socket.close(_AGAIN)
            else:
                pipe = self.state.relay.pipe
                await pipe(self.socket, self.hello, self._receive, other.address)
            return
        except TimeoutError:  # perhaps a bad line: the client may reconnect
            await self._say_goodbye("slow", Message("web.late_hello", {"seconds": HELLO_TIMEOUT}))
            return
        except UserError as error:
            reason = "protocol" if isinstance(error, BadMessage) else "refused"
            await self._say_goodbye(reason, error.message)
            return
        table, guest = subscription.table, subscription.guest
        _log.info("socket_opened table=%s guest=%s", table, guest)
        line = line_of(self.socket)
        if line:
            is_passed_on = is_relayed(self.socket.scope)
            subscription.deliver = (
                marking(subscription, line.deliver) if is_passed_on else line.deliver
            )
            line.connection.is_protected = subscription.is_seated
            line.connection.work()
        sending = asyncio.create_task(self._send_all(subscription))
        try:
            # In a task of its own a command wakes this loop alone, not every layer of the app.
            await asyncio.create_task(self._read_all(subscription))
        finally:
            for task in self.questions:
                task.cancel()
            subscription.leave()
            await sending
            _log.info("socket_closed table=%s guest=%s", table, guest)

    async def _subscribe(self) -> Subscription:
        """Read the hello and subscribe to its table.

        Raises `BadMessage` for something else than a hello, or another protocol version,
        `TimeoutError` where nothing comes, and what `Room.subscribe` raises.
        """
        async with asyncio.timeout(HELLO_TIMEOUT):
            raw = self.hello = await self._receive()
        hello = read(_from_client, raw)
        if not isinstance(hello, Hello):
            raise BadMessage("web.no_hello")
        if hello.protocol != PROTOCOL:
            raise BadMessage("web.protocol", wanted=PROTOCOL, got=hello.protocol)
        speak(known(hello.language or "") or language())
        guest = self.guest.id if self.guest else None
        return await self.state.room.subscribe(
            guest,
            hello.table,
            since=hello.since,
            checks=hello.checks,
            session=self.session,
            is_rail=hello.rail,
        )

    async def _say_goodbye(self, reason: str, said: Message) -> None:
        """Send a goodbye to somebody who watches no table, and close the socket."""
        goodbye = Goodbye(reason=reason, said=said)
        await self.socket.send_text(encode(goodbye).decode())
        await self.socket.close(_POLICY)

    async def _send_all(self, subscription: Subscription) -> None:
        """Send the subscription's messages; when it ends, close the socket."""
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            async for raw in subscription:
                await self.socket.send_text(raw.decode())
            await self.socket.close(_NORMAL)

    async def _read_all(self, subscription: Subscription) -> None:
        """Handle incoming commands one at a time, no faster than the rate limit."""
        with contextlib.suppress(WebSocketDisconnect):
            while True:
                raw = await self._receive()
                seconds = self.rate.take()
                if seconds:
                    await asyncio.sleep(seconds)
                if subscription.is_closed:
                    return
                await self._handle(subscription, raw)

    async def _receive(self) -> str | bytes:
        """The next message, as text or bytes. Raises `WebSocketDisconnect`."""
        message = await self.socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message["code"])
        text, raw = message.get("text"), message.get("bytes")
        return raw or b"" if text is None else text

    async def _handle(self, subscription: Subscription, raw: str | bytes) -> None:
        began = time.perf_counter()
        try:
            command = read(_from_client, raw)
        except BadMessage as error:
            _refuse_malformed(subscription, raw, error)
            return
        doing.set(type(command).__name__)
        if isinstance(command, Hello):
            subscription.close("protocol", Message("web.second_hello"))
            return
        if isinstance(command, (Advise, Peek)):
            self._ask_coach(subscription, command)
            return
        answer = await self._answer(subscription, command)
        if answer is not None:
            subscription.send(answer)
        self.state.metrics.commands.observe(time.perf_counter() - began)

    def _ask_coach(self, subscription: Subscription, question: Advise | Peek) -> None:
        """Answer a question for the coach in the background."""

        async def answer() -> None:
            found = await self._answer(subscription, question)
            if found is not None:
                subscription.send(found)

        task = asyncio.create_task(answer())
        self.questions.add(task)
        task.add_done_callback(self.questions.discard)

    async def _check_stored(self, guest: str, table: str, command: AnyCommand) -> None:
        """Raise `RateLimited` for a command whose guest has had too much stored.

        One that was done before stores nothing again: it gets its first answer.
        """
        try:
            self.state.check_stored(guest, command)
        except RateLimited:
            if not await self.state.room.was_done(guest, table, command.id):
                raise

    async def _answer(self, subscription: Subscription, command: AnyCommand) -> Any:
        if subscription.guest is None:
            return Refusal(id=command.id, reason=Message("web.unknown"))
        try:
            await self._check_stored(subscription.guest, subscription.table, command)
            return await self.state.room.handle(subscription.guest, subscription.table, command)
        except Elsewhere:  # the subscription has ended: the client comes again, and repeats it
            return None
        except UserError as error:
            return Refusal(id=command.id, reason=error.message)


def _refuse_malformed(subscription: Subscription, raw: str | bytes, error: BadMessage) -> None:
    """Refuse a malformed command by its id; without a readable id, end the subscription."""
    try:
        id = read(_command_id, raw).id
    except BadMessage:
        subscription.close("protocol", error.message)
    else:
        subscription.send(Refusal(id=id, reason=error.message))
