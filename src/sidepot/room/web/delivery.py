"""The undocumented names of uvicorn, each with a way to do without it, and the line of a socket.

Documented are `Config`, `Server.serve` and the options `http` and `ws`; HTTP connections are
limited by standing before uvicorn's protocol (`web.http_protocol`), which needs two names more.
A version without them serves all the same: its connections have no limits, and the log says so.
"""

from __future__ import annotations

import importlib
import logging
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, cast

import uvicorn
from starlette.websockets import WebSocket

from sidepot.room.web.connections import EXTENSION, Connections
from sidepot.room.web.http_protocol import HttpProtocol

if TYPE_CHECKING:
    from sidepot.room.web.socket_protocol import SocketProtocol

_log = logging.getLogger("sidepot.room.web")

HTTP = ("uvicorn.protocols.http.h11_impl", "H11Protocol")
"""The class that speaks HTTP, and its module."""
USED: Mapping[str, str] = {
    "H11Protocol": "uvicorn listens by itself, and no connection is limited",
    "Server.server_state": "the same",
    "Server.shutdown": "the room closes after its HTTP connections",
    "Server.should_exit": "a signal that comes before uvicorn listens for it is missed",
}
"""The undocumented names, and what is lost without each."""


def factory(server: uvicorn.Server, connections: Connections) -> Callable[[], HttpProtocol] | None:
    """A maker of protocols for accepted connections; None with an unknown uvicorn."""
    try:
        module, name = HTTP
        kind = getattr(importlib.import_module(module), name)
        state = server.server_state

        def inner(app_state: Mapping[str, Any]) -> Any:
            return kind(config=server.config, server_state=state, app_state=app_state)

        inner({})
    except (ImportError, AttributeError, TypeError) as error:
        _log.warning("connections_unlimited uvicorn=%s reason=%s", uvicorn.__version__, error)
        return None
    return lambda: HttpProtocol(connections, inner)


def line_of(socket: WebSocket) -> SocketProtocol | None:
    """The connection of a socket, which takes texts past ASGI; None on another server."""
    return cast("SocketProtocol | None", socket.scope.get("extensions", {}).get(EXTENSION))
