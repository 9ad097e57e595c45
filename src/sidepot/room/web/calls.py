"""Turns a request into a call of the room, and its result or error into a response."""

from __future__ import annotations

import asyncio
import functools
import gzip
import logging
import re
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from msgspec import Struct
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from sidepot.decoding import JsonReader
from sidepot.errors import (
    BadMessage,
    CannotWrite,
    NoTable,
    NotAdmitted,
    RateLimited,
    Unauthorized,
    UnknownGame,
    UserError,
)
from sidepot.room.protocol.resources import Guest, Session
from sidepot.room.web.app_state import AppState, client_host, cookie_header
from sidepot.room.web.limits import BODY, DELAY, RateLimiter
from sidepot.room.web.reading import read
from sidepot.room.web.relay import is_relayed, keep_body, note_taken, was_taken
from sidepot.room.web.watchdog import doing
from sidepot.words import Message, accepted, speak
from sidepot.words.wire import encode

_log = logging.getLogger("sidepot.room.web")

JSON = "application/json"
_ENCODINGS = 200
"""The characters of an `Accept-Encoding` header that are read; browsers send some thirty."""
_STATUS: dict[type[UserError], int] = {
    BadMessage: 400,
    Unauthorized: 401,
    NotAdmitted: 403,
    NoTable: 404,
    UnknownGame: 404,
    RateLimited: 429,
    CannotWrite: 503,
}
_REFUSED = 409
"""The status of every other `UserError`: in conflict with the present state."""
_TOO_MANY = 429
_GONE = 499
"""The logged status of a client that left before its request was complete; never sent."""


class Problem(Struct, frozen=True):
    """The reason why a request was refused."""

    reason: Message


class Call:
    """A request with the app's state, the guest who asks and the decoded body."""

    def __init__(
        self, state: AppState, request: Request, session: Session | None, body: Any
    ) -> None:
        self.state = state
        self.room = state.room
        self.request = request
        self._session = session
        self.body = body
        self.cookie: str | None = None
        """The token to set in the response's cookie, "" to remove it, None to leave it alone."""

    def take(self, limiter: RateLimiter, name: str) -> None:
        """Take a token of a limit, unless the process that passed the request on has taken it.

        Raises `RateLimited`.
        """
        if not was_taken(self.request.scope):
            limiter.check(name)
            note_taken(self.request.scope)

    @property
    def guest(self) -> Guest:
        """The guest who asks; not for endpoints that are `open_to_all`."""
        return self.session.guest

    @property
    def session(self) -> Session:
        """The session of the guest who asks; not for endpoints that are `open_to_all`."""
        assert self._session is not None
        return self._session

    @property
    def table(self) -> str:
        """The table id in the path."""
        return str(self.request.path_params["table"])


@dataclass(frozen=True)
class Endpoint:
    """One operation of the HTTP API; the docstring of `handler` describes it.

    `answer` and `body`: the types of the JSON in the response and the request. `media`: the media
    type of a response that is text instead. `status`: that of success. `open_to_all`: callable
    without a guest's cookie. `is_packed`: compressed, which only what holds no secret may be.
    `policy`: the Content-Security-Policy of its response, where it is not that of all pages.
    """

    method: str
    path: str
    handler: Callable[[Call], Awaitable[Any]]
    answer: Any = None
    body: type[Struct] | None = None
    status: int = 200
    open_to_all: bool = False
    media: str = JSON
    is_packed: bool = False
    policy: str = ""

    @property
    def template(self) -> str:
        """The path as OpenAPI writes it, without Starlette's converters."""
        return re.sub(r":\w+}", "}", self.path)

    def route(self, state: AppState) -> Route:
        """The Starlette route, which also logs each request."""
        name = f"{self.method} {self.template}"

        async def respond(request: Request) -> Response:
            began = time.perf_counter()
            doing.set(name)
            response = await self._response(state, request)
            if response.status_code == _TOO_MANY:  # `LimitLog` has said so
                return response
            spent = round((time.perf_counter() - began) * 1000, 1)
            values = (self.method, self.path, response.status_code, spent)
            _log.info("request method=%s route=%s status=%s ms=%s", *values)
            return response

        return Route(self.path, respond, methods=[self.method])

    async def _response(self, state: AppState, request: Request) -> Response:
        speak(accepted(request.headers.get("accept-language", "")))
        try:
            return await self._call(state, request)
        except RateLimited as error:
            state.limited.note(error.message.key)
            return _problem(error)
        except UserError as error:
            return _problem(error)
        except ClientDisconnect:
            return Response(status_code=_GONE)

    async def _call(self, state: AppState, request: Request) -> Response:
        await self._check_rate(state, request)
        if self.method != "GET":
            state.check_origin(request)
        session = None if self.open_to_all else await state.required_session(request)
        call = Call(state, request, session, await self._body(request))
        answer = await self.handler(call)
        content = encode(answer) if self.media == JSON else _bytes(answer)
        headers = {"content-security-policy": self.policy} if self.policy else {}
        if self.is_packed:
            content, headers = _packed(content, request.headers.get("accept-encoding", ""))
        response = Response(content, self.status, headers, media_type=self.media)
        if call.cookie is not None:
            response.headers.append("set-cookie", cookie_header(call.cookie, request))
        return response

    async def _check_rate(self, state: AppState, request: Request) -> None:
        """Raises `RateLimited` for an address that asks too often, after a while."""
        if is_relayed(request.scope):
            return
        try:
            state.requests.check(client_host(request))
        except RateLimited:
            await asyncio.sleep(DELAY)
            raise

    async def _body(self, request: Request) -> Any:
        """The decoded body, None for an endpoint without one. Raises `BadMessage`."""
        if self.body is None:
            return None
        if request.headers.get("content-type", "").partition(";")[0].strip() != JSON:
            raise BadMessage("web.no_json")
        raw = bytearray()
        async for chunk in request.stream():
            raw += chunk
            if len(raw) > BODY:
                raise BadMessage("web.too_long", most=BODY)
        keep_body(request, bytes(raw))
        return read(JsonReader[Any](self.body, BODY), raw)


def _bytes(answer: str | bytes) -> bytes:
    return answer.encode("utf-8") if isinstance(answer, str) else answer


def _packed(content: bytes, accepted: str) -> tuple[bytes, dict[str, str]]:
    """The content as gzip if the browser accepts that, and the headers that say so."""
    headers = {"vary": "accept-encoding, accept-language"}
    if "gzip" not in encodings(accepted):
        return content, headers
    return _gzip(content), {**headers, "content-encoding": "gzip"}


def encodings(header: str) -> set[str]:
    """The encodings named by an `Accept-Encoding` header, without those of weight 0."""
    offers = (one.replace(" ", "").partition(";") for one in header[:_ENCODINGS].split(","))
    return {name for name, _, weight in offers if not re.fullmatch(r"q=0(\.0*)?", weight)}


@functools.lru_cache(maxsize=64)
def _gzip(content: bytes) -> bytes:
    """Compressed once for everybody: rules, pictures, the list of games."""
    return gzip.compress(content, mtime=0)


def _problem(error: UserError) -> Response:
    """The response to an error, with `Retry-After` in seconds for `RateLimited`."""
    status = next((n for kind, n in _STATUS.items() if isinstance(error, kind)), _REFUSED)
    content = encode(Problem(error.message))
    headers = {}
    if isinstance(error, RateLimited):
        headers["retry-after"] = str(error.message.values.get("seconds", 1))
    return Response(content, status, headers, media_type=JSON)
