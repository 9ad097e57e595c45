"""ASGI middleware: counts every request and handshake, and checks the address's rate."""

from __future__ import annotations

import asyncio
import contextlib

from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sidepot.errors import RateLimited
from sidepot.room.web.app_state import AppState, client_host
from sidepot.room.web.limits import DELAY
from sidepot.room.web.metrics import NO_ROUTE
from sidepot.room.web.relay import is_relayed
from sidepot.room.web.watchdog import doing

_METHODS = {"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"}
_TOO_MANY, _SWITCHING, _FORBIDDEN, _GONE, _CLOSING, _POLICY = 429, 101, 403, 499, 503, 1008

_SHOWN = 80
"""Characters of a path in the log."""


class Meter:
    """Passes on requests within their address's rate, and counts all."""

    def __init__(self, app: ASGIApp, state: AppState) -> None:
        self.app = app
        self.state = state

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request or a handshake, or refuse it: with 429, a socket with 403."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        is_counted = False
        doing.set(f"{scope.get('method', 'socket')} {scope['path'][:_SHOWN]!a}")

        async def counted(message: Message) -> None:
            nonlocal is_counted
            if not is_counted and (status := _status(message)):
                is_counted = True
                self._count(scope, status)
            await send(message)

        try:
            await self._limited(scope, receive, counted)
        except asyncio.CancelledError:  # the room has closed, and waits no longer
            if is_counted or scope["type"] == "websocket":
                raise
            await Response(status_code=_CLOSING)(scope, receive, counted)
        finally:
            if not is_counted:
                self._count(scope, _GONE)

    async def _limited(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            self._check(scope)
        except RateLimited as error:
            await _hold_off(receive)
            if scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": _POLICY})
                return
            headers = {"retry-after": str(error.message.values["seconds"])}
            refusal = PlainTextResponse(error.message.text, _TOO_MANY, headers)
            await refusal(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    def _check(self, scope: Scope) -> None:
        """Raises `RateLimited` for an address that asks too often."""
        if is_relayed(scope):
            return
        is_socket = scope["type"] == "websocket"
        name = "handshakes" if is_socket else "visits"
        limiter = self.state.handshakes if is_socket else self.state.visits
        try:
            limiter.check(client_host(HTTPConnection(scope)))
        except RateLimited:
            self.state.limited.note(name)
            raise

    def _count(self, scope: Scope, status: int) -> None:
        """Count an answer, or a client that left before it."""
        method = scope.get("method", "GET")
        method = method if method in _METHODS else "other"
        path = getattr(scope.get("route"), "path", NO_ROUTE)
        self.state.metrics.requests.labels(method, path, status).inc()


async def _hold_off(receive: Receive) -> None:
    """Wait before a refusal, or until the client is gone."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(DELAY):
            while not (await receive())["type"].endswith(".disconnect"):
                pass


def _status(message: Message) -> int | None:
    """The status of the response that a message begins, also that of a handshake; else None."""
    if message["type"] == "websocket.accept":
        return _SWITCHING
    if message["type"] == "websocket.close":
        return _FORBIDDEN
    return message.get("status")
