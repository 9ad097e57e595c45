"""How a request becomes a call of the room, and its answer or its error a response."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

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
from sidepot.protocol.resources import Guest
from sidepot.protocol.views import Sentence, sentence_of
from sidepot.web.app_state import AppState, caller, cookie_of
from sidepot.web.limits import BODY
from sidepot.web.reading import read

_log = logging.getLogger("sidepot.web")

JSON = "application/json"
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
"""The status of every other `UserError`: not possible as things are."""


class Problem(Struct, frozen=True):
    """Why something was not done."""

    reason: Sentence


class Call:
    """A request that is being answered: the state, who asks, the body."""

    def __init__(self, state: AppState, request: Request, guest: Guest | None, body: Any) -> None:
        self.state = state
        self.room = state.room
        self.request = request
        self._guest = guest
        self.body = body
        self.cookie: str | None = None
        """The token that the answer's cookie is to carry, "" for none any more."""

    @property
    def guest(self) -> Guest:
        """Who asks."""
        assert self._guest is not None
        return self._guest

    @property
    def table(self) -> str:
        """The table in the address."""
        return str(self.request.path_params["table"])


@dataclass(frozen=True)
class Endpoint:
    """One thing that can be asked for; the docstring of `do` says what it is.

    `open_to_all`: a guest's cookie is not asked for. `media`: what the answer is, where it is no
    JSON of the type `answer`.
    """

    method: str
    path: str
    do: Callable[[Call], Awaitable[Any]]
    answer: Any = None
    body: type[Struct] | None = None
    status: int = 200
    open_to_all: bool = False
    media: str = JSON

    @property
    def address(self) -> str:
        """The path as clients write it, without what numbers are read by."""
        return re.sub(r":\w+}", "}", self.path)

    def route(self, state: AppState) -> Route:
        """The route to it."""

        async def respond(request: Request) -> Response:
            began = time.perf_counter()
            response = await self._response(state, request)
            state.counts.requests.labels(self.method, self.path, response.status_code).inc()
            spent = round((time.perf_counter() - began) * 1000, 1)
            values = (self.method, self.path, response.status_code, spent)
            _log.info("request method=%s route=%s status=%s ms=%s", *values)
            return response

        return Route(self.path, respond, methods=[self.method])

    async def _response(self, state: AppState, request: Request) -> Response:
        try:
            return await self._done(state, request)
        except UserError as error:
            return _problem(error)

    async def _done(self, state: AppState, request: Request) -> Response:
        state.requests.check(caller(request))
        if self.method != "GET":
            state.check_origin(request)
        guest = None if self.open_to_all else await state.known(request)
        call = Call(state, request, guest, await self._body(request))
        answer = await self.do(call)
        content = msgspec.json.encode(answer) if self.media == JSON else answer.encode("utf-8")
        response = Response(content, self.status, media_type=self.media)
        if call.cookie is not None:
            value = state.cookies.sign(call.cookie) if call.cookie else ""
            response.headers["set-cookie"] = cookie_of(value, request)
        return response

    async def _body(self, request: Request) -> Any:
        """The body, if there is to be one. Raises `BadMessage`."""
        if self.body is None:
            return None
        if request.headers.get("content-type", "").partition(";")[0].strip() != JSON:
            raise BadMessage("web.no_json")
        raw = bytearray()
        async for chunk in request.stream():
            raw += chunk
            if len(raw) > BODY:
                raise BadMessage("web.too_long", most=BODY)
        return read(msgspec.json.Decoder(self.body), raw)


def _problem(error: UserError) -> Response:
    """An error as a response."""
    status = next((n for kind, n in _STATUS.items() if isinstance(error, kind)), _REFUSED)
    content = msgspec.json.encode(Problem(sentence_of(error.message)))
    headers = {}
    if isinstance(error, RateLimited):
        headers["retry-after"] = str(error.message.values.get("seconds", 1))
    return Response(content, status, headers, media_type=JSON)
