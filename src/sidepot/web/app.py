"""The ASGI application: API, socket, API documents, health, metrics and the page."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from sidepot import __version__
from sidepot.web.api import ENDPOINTS
from sidepot.web.app_state import AppState
from sidepot.web.documents import asyncapi, openapi
from sidepot.web.host_middleware import HostMiddleware
from sidepot.web.metrics import CONTENT_TYPE
from sidepot.web.page import Page
from sidepot.web.socket import PATH, serve_socket


def build(state: AppState) -> ASGIApp:
    """The application. The caller starts the room before serving it, and closes it afterwards."""

    async def socket(connection: WebSocket) -> None:
        await serve_socket(state, connection)

    async def health(request: Request) -> Response:
        """200 while the room can write to its database, else 503."""
        status = "ok" if state.room.can_write else "cannot write"
        body = {"status": status, "version": __version__}
        return JSONResponse(body, 200 if state.room.can_write else 503)

    async def metrics(request: Request) -> Response:
        return Response(state.metrics.text(), media_type=CONTENT_TYPE)

    routes: list[BaseRoute] = [
        *(endpoint.route(state) for endpoint in ENDPOINTS),
        WebSocketRoute(PATH, socket),
        Route("/api/openapi.json", _document(openapi())),
        Route("/api/asyncapi.json", _document(asyncapi())),
        Route("/healthz", health),
        Route("/metrics", metrics),
        Route("/api/{path:path}", _not_found),
        Route("/{path:path}", Page(state.address.base).respond),
    ]
    return HostMiddleware(Starlette(routes=routes), state.address)


async def _not_found(request: Request) -> Response:
    """404 for an unknown path of the API, where the page must not be served instead."""
    return Response(status_code=404)


def _document(document: bytes) -> Callable[[Request], Awaitable[Response]]:
    """An endpoint that serves a JSON document."""

    async def respond(request: Request) -> Response:
        return Response(document, media_type="application/json")

    return respond
