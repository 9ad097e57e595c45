"""What stands before every answer: whose name was called, and headers for browsers."""

from __future__ import annotations

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sidepot.web.addresses import Address
from sidepot.words import say

_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
"""Nothing from anywhere else, nothing inline, in nobody's frame."""
_HEADERS = {
    "content-security-policy": _POLICY,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
_UNKEPT = "no-store"
"""What may be kept says so itself."""
_HTTPS_ONLY = {
    "strict-transport-security": "max-age=31536000",
    "cross-origin-opener-policy": "same-origin",
}
"""What browsers complain about, or must not believe, where it comes by plain HTTP."""
_MISDIRECTED = 421


class HostMiddleware:
    """ASGI around the application."""

    def __init__(self, app: ASGIApp, address: Address) -> None:
        self.app = app
        self.address = address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through that calls us by a name of ours."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if self.address.knows(Headers(scope=scope).get("host", "")):
            await self.app(scope, receive, self._sealed(scope, send))
        elif scope["type"] == "http":
            wrong = PlainTextResponse(say("web.host"), _MISDIRECTED)
            await wrong(scope, receive, self._sealed(scope, send))
        else:
            await send({"type": "websocket.close", "code": 1008})

    def _sealed(self, scope: Scope, send: Send) -> Send:
        """`send`, with the headers."""
        wanted = dict(_HEADERS)
        if scope["scheme"] in ("https", "wss"):
            wanted |= _HTTPS_ONLY

        async def sealed(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update({**wanted, "cache-control": headers.get("cache-control", _UNKEPT)})
            await send(message)

        return sealed
