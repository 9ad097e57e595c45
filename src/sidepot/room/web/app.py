"""The ASGI application: API, socket, API documents, health, metrics and the page."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, cast

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from sidepot import __version__
from sidepot.room.storage.tenure import Elsewhere
from sidepot.room.web.api import ENDPOINTS
from sidepot.room.web.app_state import AppState
from sidepot.room.web.documents import asyncapi, openapi
from sidepot.room.web.host_middleware import HostMiddleware
from sidepot.room.web.meter import Meter
from sidepot.room.web.metrics import CONTENT_TYPE
from sidepot.room.web.page import Page
from sidepot.room.web.previews import Previews
from sidepot.room.web.scraping import PATH as METRICS
from sidepot.room.web.scraping import Scraping, may_read
from sidepot.room.web.socket import PATH, serve_socket

_MAX_AGE = 10.0
"""Seconds since the last write after which a room is not well, although no write has failed."""


def build(
    state: AppState,
    proxies: Sequence[str] = (),
    *,
    metrics_port: int | None = None,
    is_behind: bool = False,
    reached: tuple[str, int] | None = None,
) -> ASGIApp:
    """The application. The caller starts the room before serving it, and closes it afterwards.

    `proxies`: whose `X-Forwarded` headers are believed; `metrics_port`, `is_behind`: see
    `web.scraping.Scraping`; `reached`: see `web.relay.Relay.arriving`.
    """

    async def socket(connection: WebSocket) -> None:
        await serve_socket(state, connection)

    async def health(request: Request) -> Response:
        """200 while the room writes to its database, else 503; with the last write's age."""
        age = await state.room.written()
        is_well = age is not None and age < _MAX_AGE
        status = "ok" if is_well else "cannot write"
        written = None if age is None else round(age, 1)
        body = {"status": status, "version": __version__, "written_seconds_ago": written}
        return JSONResponse(body, 200 if is_well else 503)

    async def metrics(request: Request) -> Response:
        if not may_read(request.scope):
            return Response(status_code=404)
        return Response(state.metrics.text(), media_type=CONTENT_TYPE)

    previews = Previews(state)
    routes: list[BaseRoute] = [
        *(endpoint.route(state) for endpoint in ENDPOINTS),
        WebSocketRoute(PATH, socket),
        Route("/api/openapi.json", _document(openapi)),
        Route("/api/asyncapi.json", _document(asyncapi)),
        Route("/healthz", health),
        Route(METRICS, metrics),
        Route("/api/{path:path}", _not_found),
        Route("/tables/{table}/hands/{hand:hand}/preview.png", previews.picture),
        Route("/{path:path}", Page(previews.tags).respond),
    ]
    starlette = Starlette(routes=routes, exception_handlers={Elsewhere: state.relay.respond})
    inner = HostMiddleware(starlette, state.address)
    app: ASGIApp = state.relay.arriving(Meter(inner, state), reached)
    if proxies:
        app = cast(ASGIApp, ProxyHeadersMiddleware(cast(Any, app), list(proxies)))
    return Scraping(app, metrics_port, is_behind=is_behind)


async def _not_found(request: Request) -> Response:
    """404 for an unknown path of the API, where the page must not be served instead."""
    return Response(status_code=404)


def _document(make: Callable[[], bytes]) -> Callable[[Request], Awaitable[Response]]:
    """An endpoint that serves a JSON document, which is made off the loop when it is asked for."""

    async def respond(request: Request) -> Response:
        return Response(await asyncio.to_thread(make), media_type="application/json")

    return respond
