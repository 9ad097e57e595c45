"""What of uvicorn serves connections, and how a text reaches a socket past ASGI.

`web.http_protocol` and `web.socket_protocol` build on private parts of uvicorn, and hold what is
promised of limits; so with a version that they were not tried with no room is opened.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

import uvicorn
from starlette.websockets import WebSocket

from sidepot.errors import MissingExtra

if TYPE_CHECKING:
    from sidepot.room.web.http_protocol import HttpProtocol
    from sidepot.room.web.socket_protocol import SocketProtocol

EXTENSION = "sidepot.line"
"""Where the scope of a socket has its connection."""
TESTED = ((0, 53), (0, 55))
"""Versions of uvicorn whose private parts are known: from, and before. They are the same to the
letter in both; 0.52.0 does not notice yet that a connection is full."""
SOCKETS = "uvicorn.protocols.websockets.websockets_sansio_impl"
_HTTP = "uvicorn.protocols.http.h11_impl"
USED: Mapping[tuple[str, str], tuple[str, ...]] = {
    (SOCKETS, "WebSocketsSansIOProtocol"): (
        "connection_made",
        "connection_lost",
        "data_received",
        "handle_cont",
        "handle_events",
        "handle_parser_exception",
        "pause_writing",
        "receive",
        "resume_writing",
        "run_asgi",
        "schedule_ping",
        "send_keepalive_ping",
        "send_receive_event_to_app",
    ),
    (_HTTP, "H11Protocol"): (
        "_unset_keepalive_if_required",
        "connection_made",
        "connection_lost",
        "data_received",
        "handle_websocket_upgrade",
        "on_response_complete",
        "pause_writing",
        "resume_writing",
        "send_400_response",
    ),
}
"""What the two protocols extend or call of it."""


def protocols() -> tuple[type[HttpProtocol], type[SocketProtocol]]:
    """The protocols that serve HTTP and sockets.

    Raises `MissingExtra` where uvicorn is not one that they were tried with.
    """
    oldest, too_new = TESTED
    found = tuple(map(int, re.findall(r"\d+", uvicorn.__version__)[:2]))
    if not oldest <= found < too_new or not all(_has(*names) for names in USED.items()):
        known = [".".join(map(str, version)) for version in TESTED]
        raise MissingExtra(
            "web.uvicorn", found=uvicorn.__version__, oldest=known[0], too_new=known[1]
        )
    from sidepot.room.web.http_protocol import HttpProtocol
    from sidepot.room.web.socket_protocol import SocketProtocol

    return HttpProtocol, SocketProtocol


def _has(where: tuple[str, str], names: tuple[str, ...]) -> bool:
    """Are all of these in the class of this name?"""
    module, name = where
    try:
        found = getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError):
        return False
    return all(hasattr(found, used) for used in names)


def line_of(socket: WebSocket) -> SocketProtocol | None:
    """The connection of a socket, which takes texts past ASGI; None on another server."""
    line: SocketProtocol | None = socket.scope.get("extensions", {}).get(EXTENSION)
    return line
