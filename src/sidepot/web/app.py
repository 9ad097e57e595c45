"""The ASGI application: the API, the socket, the documents, health and metrics, the page."""

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
    """The application at a state. Whoever runs it starts the room before, and closes it after."""

    async def socket(visit: WebSocket) -> None:
        await serve_socket(state, visit)

    async def health(request: Request) -> Response:
        """Is the room open, and can it write?"""
        status = "ok" if state.room.can_write else "cannot write"
        body = {"status": status, "version": __version__}
        return JSONResponse(body, 200 if state.room.can_write else 503)

    async def metrics(request: Request) -> Response:
        return Response(state.counts.text(), media_type=CONTENT_TYPE)

    routes: list[BaseRoute] = [
        *(endpoint.route(state) for endpoint in ENDPOINTS),
        WebSocketRoute(PATH, socket),
        Route("/api/openapi.json", _document(openapi())),
        Route("/api/asyncapi.json", _document(asyncapi())),
        Route("/healthz", health),
        Route("/metrics", metrics),
        Route("/api/{path:path}", _nothing),
        Route("/{path:path}", Page().give),
    ]
    return HostMiddleware(Starlette(routes=routes), state.address)


async def _nothing(request: Request) -> Response:
    """No such thing in the API: no page either."""
    return Response(status_code=404)


def _document(document: bytes) -> Callable[[Request], Awaitable[Response]]:
    """An endpoint that gives a document."""

    async def give(request: Request) -> Response:
        return Response(document, media_type="application/json")

    return give
