"""How a text reaches a socket: written straight to its connection, or sent through ASGI.

The first is `web.socket_protocol`, which builds on private parts of uvicorn. With a version of
uvicorn that it was not tried with, sockets are served by uvicorn's own protocol, and every text is
sent through ASGI: slower, and nothing else is different for a client.
"""

from __future__ import annotations

import asyncio
import importlib
import logging
import re
from collections.abc import Callable

import uvicorn
from starlette.websockets import WebSocket

_log = logging.getLogger("sidepot.web")

EXTENSION = "sidepot.line"
"""Where the scope of a socket has its connection."""
_TESTED = ((0, 53), (0, 55))
"""Versions of uvicorn whose private parts are known: from, and before. They are the same to the
letter in both; 0.52.0 does not notice yet that a connection is full."""
IMPLEMENTATION = "uvicorn.protocols.websockets.websockets_sansio_impl"
_CLASS = "WebSocketsSansIOProtocol"
USED = (
    "connection_made",
    "connection_lost",
    "pause_writing",
    "resume_writing",
    "send_receive_event_to_app",
    "run_asgi",
)
"""What `web.socket_protocol` extends of it."""


def protocol() -> type[asyncio.Protocol] | str:
    """The protocol that serves sockets, as uvicorn takes it: ours, or else the name of its own."""
    try:
        base = getattr(importlib.import_module(IMPLEMENTATION), _CLASS)
    except (ImportError, AttributeError):
        return _plain("auto", f"no {_CLASS}")
    oldest, too_new = _TESTED
    if not oldest <= tuple(map(int, re.findall(r"\d+", uvicorn.__version__)[:2])) < too_new:
        return _plain("websockets-sansio", "untested version")
    if absent := [name for name in USED if not hasattr(base, name)]:
        return _plain("websockets-sansio", f"no {', '.join(absent)}")
    from sidepot.web.socket_protocol import SocketProtocol

    return SocketProtocol


def _plain(name: str, reason: str) -> str:
    """One of uvicorn's own protocols, and why in the log."""
    _log.warning("sockets_plain uvicorn=%s reason=%s", uvicorn.__version__, reason)
    return name


def shortcut(socket: WebSocket) -> Callable[[bytes], bool] | None:
    """What delivers a text past ASGI, or says that it must wait; None where nothing does."""
    line = socket.scope.get("extensions", {}).get(EXTENSION)
    deliver: Callable[[bytes], bool] | None = getattr(line, "deliver", None)
    return deliver
