"""Access to the metrics: at their own address to anybody, else to this machine only.

A request is this machine's where it comes from the loopback and nobody has passed it on. A proxy on
this machine comes from the loopback too; so in a room that has one (`--trusted-proxy`,
`--public-url`) there are metrics at their own address only.
"""

from __future__ import annotations

import ipaddress

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from sidepot.room.web.addresses import split_url

PATH = "/metrics"
_MAY_READ = "sidepot.may_read_metrics"
"""The key of the permission in a request's scope."""
_PASSED_ON = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto")
_OF_TUNNELS = ("x-real-ip", "cf-connecting-ip", "tailscale-user-login", "true-client-ip")
"""Headers that proxies and tunnels add, and nobody else."""


class Scraping:
    """ASGI middleware, before any proxy's headers are trusted: decides access to the metrics.

    `port` is that of their own address, where there is nothing else; `is_behind`: is there a proxy?
    """

    def __init__(self, app: ASGIApp, port: int | None, *, is_behind: bool) -> None:
        self.app = app
        self._port = port
        self._is_behind = is_behind

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        is_own = self._port is not None and (scope.get("server") or (None, None))[1] == self._port
        if is_own and (scope["type"] != "http" or scope["path"] not in (PATH, "/healthz")):
            await _nothing_here(scope, send)
            return
        is_near = self._port is None and not self._is_behind and _is_direct(scope)
        await self.app({**scope, _MAY_READ: is_own or is_near}, receive, send)


def may_read(scope: Scope) -> bool:
    """May the metrics be shown to who asks?"""
    return bool(scope.get(_MAY_READ))


def _is_direct(scope: Scope) -> bool:
    """Does a request come from this machine, and has nobody passed it on?"""
    headers, peer = Headers(scope=scope), (scope.get("client") or ("",))[0]
    asked = split_url(f"//{headers.get('host', '')}").hostname or ""
    is_passed_on = any(name in headers for name in (*_PASSED_ON, *_OF_TUNNELS))
    return _is_loopback(peer) and _is_loopback(asked) and not is_passed_on


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


async def _nothing_here(scope: Scope, send: Send) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008})
        return
    await send({"type": "http.response.start", "status": 404, "headers": []})
    await send({"type": "http.response.body", "body": b""})
