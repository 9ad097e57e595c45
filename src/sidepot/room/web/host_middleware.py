"""ASGI middleware: checks the `Host` header, and adds security headers to every response."""

from __future__ import annotations

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sidepot.room.web.addresses import Address
from sidepot.words import accepted, say, speaking

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
"""Nothing from another origin, nothing inline, and not inside a frame."""
_HEADERS = {
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
}
"""Headers of every response."""
_OF_DOCUMENTS = {
    "content-security-policy": _POLICY,
    "referrer-policy": "no-referrer",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
"""Headers that only documents and workers heed, which scripts, styles and fonts are not."""
_PARTS = ("text/javascript", "text/css", "font/woff2")
"""Types of the page's parts. A script that runs as a worker is not kept for ever."""
_NO_STORE = "no-store"
"""`Cache-Control` of responses that set none."""
_OWN = ("cache-control", "content-security-policy")
"""Headers that a response may set itself: some pages have a policy of their own."""
_HTTPS_ONLY = {
    "strict-transport-security": "max-age=31536000",
    "cross-origin-opener-policy": "same-origin",
}
"""Headers that over plain HTTP browsers must ignore or warn about."""
_MISDIRECTED = 421


class HostMiddleware:
    """Passes on requests whose `Host` is a name of this server (see `Address.accepts_host`)."""

    def __init__(self, app: ASGIApp, address: Address) -> None:
        self.app = app
        self.address = address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request, or refuse it: HTTP with 421, a WebSocket with close code 1008."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        host = Headers(scope=scope).get("host", "")
        if self.address.is_secure(host):
            scope["scheme"] = "https" if scope["type"] == "http" else "wss"
        if self.address.accepts_host(host):
            await self.app(scope, receive, self._with_headers(scope, send))
        elif scope["type"] == "http":
            with speaking(accepted(Headers(scope=scope).get("accept-language", ""))):
                wrong = PlainTextResponse(say("web.host"), _MISDIRECTED)
            await wrong(scope, receive, self._with_headers(scope, send))
        else:
            await send({"type": "websocket.close", "code": 1008})

    def _with_headers(self, scope: Scope, send: Send) -> Send:
        """`send`, which adds the headers to the start of each response."""
        added = dict(_HEADERS)
        if scope["scheme"] in ("https", "wss"):
            added |= _HTTPS_ONLY

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                kept = {name: headers[name] for name in _OWN if name in headers}
                stored = headers.get("cache-control", _NO_STORE)
                if not _is_part(headers.get("content-type", ""), stored):
                    headers.update(_OF_DOCUMENTS)
                headers.update({**added, "cache-control": stored, **kept})
            await send(message)

        return send_with_headers


def _is_part(content_type: str, cache_control: str) -> bool:
    """Is this a script, style or font of the page, under a name that follows from its content?"""
    return "immutable" in cache_control and content_type.startswith(_PARTS)
