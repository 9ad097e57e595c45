"""The card room over HTTP and WebSocket: a thin layer over `room.service.Room`.

`web.app.build` makes the ASGI application, `web.serving.Serving` listens. The HTTP API is the list
`web.api.ENDPOINTS`, the socket is `web.socket`; `web.documents` makes the OpenAPI and AsyncAPI
documents from their types.
"""

from pathlib import Path

FOLDER = Path(__file__).with_name("page")
"""The folder of the built page for browsers."""
