"""Passes requests and sockets on to the process of the room that runs their table.

The client notices nothing: what it sends and what it gets is passed on as it is, with the address
that it came from, the host that it asked for, and whether by HTTPS. A process believes that only of
one that knows a key which is stored in the room's database, and only where the others reach it;
there is nothing for anybody else there.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import hashlib
import hmac
import http.client
import logging
import re
import socket as sockets
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from sidepot import entropy
from sidepot.errors import BadDatabase
from sidepot.room.live.subscription import Subscription
from sidepot.room.service import Room
from sidepot.room.storage.tenure import Elsewhere
from sidepot.room.web.delivery import line_of

_log = logging.getLogger("sidepot.room.web")

_KEY_BYTES = 32
_KEY = re.compile("[0-9a-f]{64}")
_RELAYED = "sidepot.relayed"
_BODY = "sidepot.body"
_PROOF, _CLIENT = "x-sidepot-relay", "x-sidepot-client"
_HOST, _SCHEME, _TAKEN = "x-sidepot-host", "x-sidepot-scheme", "x-sidepot-taken"
_PAID, _SPENT = "sidepot.paid", "sidepot.spent"
"""Scope keys: the tokens of limits taken by the first process, and by this one."""
_HOPS = {
    "connection",
    "content-length",
    "host",
    "keep-alive",
    "sec-websocket-extensions",
    "sec-websocket-key",
    "sec-websocket-version",
    "transfer-encoding",
    "upgrade",
    "forwarded",
    _PROOF,
    _CLIENT,
    _HOST,
    _SCHEME,
    _TAKEN,
}
"""Headers of one connection alone, or that are made anew."""
_FORWARDED = "x-forwarded-"
"""The prefix of proxies' headers: they are dropped, and trusted values sent in our own."""
_REACHED = 2.0
"""Seconds in which the other process must take a connection."""
_ANSWERED = 30.0
"""Seconds in which it must answer a request."""
_AT_ONCE = 8
"""Requests that are on their way to another process at the same time; further ones wait."""
_POLICY, _NOT_FOUND = 1008, 404
_AGAIN, _UNAVAILABLE = 1012, 503
"""Codes that ask a client to come back: another process may run its table by then."""
_OWN_CODES = (1000, 1008, 1009)
"""Close codes by which the other process ends a socket on purpose."""
_CHAIRS = {"+": True, "-": False}
"""Texts sent between a socket's messages: its guest has taken a chair, or has none."""


class _Way:
    """The requests in flight to one other process, on dedicated threads.

    A frozen process delays only the requests to it.
    """

    def __init__(self, address: str) -> None:
        self._address = address
        self._threads = ThreadPoolExecutor(_AT_ONCE, "sidepot-relay")
        self._lines: set[http.client.HTTPConnection] = set()
        self._is_cut = False

    async def ask(
        self, method: str, target: str, headers: Iterable[tuple[str, str]], body: bytes
    ) -> Response:
        """The answer of the other process. Raises `OSError`, `HTTPException`."""
        given = (method, target, list(headers), body)
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._ask, *given)

    def _ask(
        self, method: str, target: str, headers: Iterable[tuple[str, str]], body: bytes
    ) -> Response:
        line = http.client.HTTPConnection(self._address, timeout=_REACHED)
        self._lines.add(line)
        try:
            self._go_on()
            line.connect()
            self._go_on()  # or `cut` has looked before there was a socket
            line.sock.settimeout(_ANSWERED)
            line.putrequest(method, target, skip_accept_encoding=True)
            for name, value in headers:
                line.putheader(name, value)
            if body:
                line.putheader("content-length", str(len(body)))
            line.endheaders(body or None)
            answer = line.getresponse()
            response = Response(answer.read(), answer.status)
            for name, value in answer.getheaders():
                if name.lower() not in (*_HOPS, "date", "server"):
                    response.headers.append(name, value)
            return response
        finally:
            self._lines.discard(line)
            line.close()

    def _go_on(self) -> None:
        """Raise `ConnectionAbortedError` after `cut`."""
        if self._is_cut:
            raise ConnectionAbortedError

    def cut(self) -> None:
        """Abort everything in flight, from any thread."""
        self._is_cut = True
        for line in list(self._lines):
            if line.sock:
                with contextlib.suppress(OSError):
                    line.sock.shutdown(sockets.SHUT_RDWR)
        self._threads.shutdown(wait=False)


def relay_key(room: Room) -> bytes:
    """The key by which the processes of a room know each other, stored in their database.

    Raises `BadDatabase` for anything else there: with an empty key everybody could relay.
    """
    made = entropy.source.randbytes(_KEY_BYTES).hex()
    key = room.shared("relay_key", made)
    if not _KEY.fullmatch(key):
        raise BadDatabase("room.relay_key", name="settings.relay_key")
    return key.encode()


class Relay:
    """The relay from this process of a room to the others."""

    def __init__(self, key: bytes) -> None:
        """`key`: see `relay_key`."""
        self._proof = hmac.new(key, b"sidepot.relay", hashlib.sha256).hexdigest()
        self._sockets: defaultdict[str, set[asyncio.Task[int]]] = defaultdict(set)
        self._ways: dict[str, _Way] = {}
        self.freezes: Callable[[], int] = lambda: 0
        """See `room.live.cluster.Others.freezes`."""

    def arriving(self, app: ASGIApp, reached: tuple[str, int] | None) -> ASGIApp:
        """Middleware that trusts another process's account of the client it relays.

        `reached`: the address at which other processes reach this one, and nobody else does.
        """

        async def believe(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] in ("http", "websocket") and reached == scope.get("server"):
                if not self._is_proved(scope):
                    await _nothing_here(scope, receive, send)
                    return
                scope = _spoken_for(scope)
            await app(scope, receive, send)

        return believe

    def _is_proved(self, scope: Scope) -> bool:
        said = Headers(scope=scope).get(_PROOF, "")
        return hmac.compare_digest(said.encode(), self._proof.encode())

    def _headers(self, scope: Scope) -> Iterable[tuple[str, str]]:
        """The headers of a request for another process."""
        for raw_name, value in scope["headers"]:
            name = raw_name.decode("latin-1")
            if name not in _HOPS and not name.startswith(_FORWARDED):
                yield name, value.decode("latin-1")
        yield _PROOF, self._proof
        yield _CLIENT, (scope.get("client") or ("",))[0]
        yield _HOST, Headers(scope=scope).get("host", "")
        yield _TAKEN, str(scope.get(_SPENT, 0))
        yield _SCHEME, "https" if scope["scheme"] in ("https", "wss") else "http"

    async def respond(self, request: Request, error: Exception) -> Response:
        """The answer of the process that runs the table of a request."""
        assert isinstance(error, Elsewhere)
        scope, body = request.scope, request.scope.get(_BODY, b"")
        if is_relayed(scope):
            return _come_back()
        target = (scope.get("raw_path") or scope["path"].encode()).decode("latin-1")
        if query := scope.get("query_string", b"").decode("latin-1"):
            target += f"?{query}"
        if (way := self._ways.get(error.address)) is None:
            way = self._ways[error.address] = _Way(error.address)
        try:
            return await way.ask(scope["method"], target, self._headers(scope), body)
        except (OSError, http.client.HTTPException, RuntimeError) as failure:
            reason = type(failure).__name__
            _log.warning("relay_failed address=%s reason=%s", error.address, reason)
            return _come_back()

    async def pipe(
        self,
        socket: WebSocket,
        hello: str | bytes,
        receive: Callable[[], Awaitable[str | bytes]],
        address: str,
    ) -> None:
        """Let a socket talk to the process that runs its table, until one of the two ends.

        When that process is gone, the socket is closed, and the client comes again by itself.
        """
        code = _AGAIN
        task = asyncio.create_task(self._talk(socket, hello, receive, address))
        self._sockets[address].add(task)
        try:
            code = await task
        except asyncio.CancelledError:
            if not task.cancelled():
                task.cancel()
                raise
        except (WebSocketDisconnect, RuntimeError):  # the client is gone
            return
        except (OSError, InvalidHandshake, ConnectionClosed, TimeoutError):
            pass
        finally:
            self._sockets[address].discard(task)
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await socket.close(code)

    def gone(self, address: str) -> None:
        """End the sockets and requests to a process that is gone or frozen."""
        for task in self._sockets.pop(address, set()):
            task.cancel()
        if way := self._ways.pop(address, None):
            way.cut()

    def break_off(self) -> None:
        """End the sockets and requests to all others: what they have sent is old."""
        for address in {*self._sockets, *self._ways}:
            self.gone(address)

    def close(self) -> None:
        """End all requests to others."""
        while self._ways:
            self._ways.popitem()[1].cut()

    async def _talk(
        self,
        socket: WebSocket,
        hello: str | bytes,
        receive: Callable[[], Awaitable[str | bytes]],
        address: str,
    ) -> int:
        """Pipe both ways; the code with which the other process has closed."""
        host, _, port = address.rpartition(":")
        line, known = line_of(socket), self.freezes()
        async with connect(
            f"ws://sidepot{socket.scope['path']}",  # the name is not looked up
            host=host,
            port=int(port),
            additional_headers=list(self._headers(socket.scope)),
            user_agent_header=None,
            compression=None,
            max_size=None,
            open_timeout=_REACHED,
            close_timeout=_REACHED,
            ping_interval=None,
            proxy=None,
        ) as there:
            await there.send(hello)
            if line:
                line.connection.work()
            sending = asyncio.create_task(_send_all(there, receive))
            try:
                async for raw in there:
                    if self.freezes() != known:
                        break
                    text = raw if isinstance(raw, str) else raw.decode()
                    if text not in _CHAIRS:
                        await socket.send_text(text)
                    elif line:
                        has_chair = _CHAIRS[text]
                        line.connection.is_protected = functools.partial(bool, has_chair)
            except ConnectionClosed:
                pass
            finally:
                sending.cancel()
            if self.freezes() != known:  # the other process may have closed too
                return _AGAIN
            return there.close_code if there.close_code in _OWN_CODES else _AGAIN


async def _send_all(there: ClientConnection, receive: Callable[[], Awaitable[str | bytes]]) -> None:
    """Pass on what the client sends, and its end."""
    try:
        while True:
            await there.send(await receive())
    except WebSocketDisconnect:
        await there.close()
    except ConnectionClosed:
        return


def marking(
    subscription: Subscription, deliver: Callable[[bytes], bool]
) -> Callable[[bytes], bool]:
    """`deliver`, which also tells the process in between whether the guest has a chair.

    There too nobody who has one makes room for others.
    """
    told = "-"

    def mark() -> None:
        nonlocal told
        found = "+" if subscription.is_seated() else "-"
        if found != told and deliver(found.encode()):
            told = found

    def tell(raw: bytes) -> bool:
        mark()
        return deliver(raw)

    mark()
    return tell


def keep_body(request: Request, raw: bytes) -> None:
    """Keep the body of a request, which can be read once, for the process that may get it."""
    request.scope[_BODY] = raw


def note_taken(scope: Scope) -> None:
    """A token of a limit was taken for this request: another process need not take it again."""
    scope[_SPENT] = scope.get(_SPENT, 0) + 1


def was_taken(scope: Scope) -> bool:
    """Has the first process taken the next token of this request? Both do it in the same order."""
    if not scope.get(_PAID):
        return False
    scope[_PAID] -= 1
    return True


def is_relayed(scope: Scope) -> bool:
    """Has another process passed this on, and checked the limits of an address?"""
    return bool(scope.get(_RELAYED))


def _spoken_for(scope: Scope) -> Scope:
    """The scope of who is spoken for."""
    said = Headers(scope=scope)
    headers = [(name, value) for name, value in scope["headers"] if name != b"host"]
    headers.append((b"host", said.get(_HOST, "").encode("latin-1")))
    is_secure = said.get(_SCHEME) == "https"
    schemes = ("http", "https") if scope["type"] == "http" else ("ws", "wss")
    values = {"client": (said.get(_CLIENT, ""), 0), "scheme": schemes[is_secure]}
    return {**scope, **values, "headers": headers, _RELAYED: True, _PAID: int(said.get(_TAKEN, 0))}


async def _nothing_here(scope: Scope, receive: Receive, send: Send) -> None:
    """The answer to callers that are no process of the room."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": _POLICY})
    else:
        await Response(status_code=_NOT_FOUND)(scope, receive, send)


def _come_back() -> Response:
    return Response(status_code=_UNAVAILABLE, headers={"retry-after": "1"})
