"""The card room over HTTP and WebSocket: a thin skin on the room's door.

`build` (`web.app`) makes the ASGI application, `serve` (`web.serving`) listens. The HTTP API is the
list `ENDPOINTS` (`web.api`), the socket `web.socket`; both are described by documents that
`web.documents` makes from their types.
"""
