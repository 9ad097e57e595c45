"""The page for browsers, as it was built: files held in memory and given out compressed."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from sidepot.words import language, say

FOLDER = Path(__file__).with_name("page")
_INDEX = "index.html"
ADDRESSES = re.compile(r"/(join|back|lobby|new|settings|tables/[^/]+|rules/[^/]+)?")
"""The addresses of the page's parts; frontend/src/lib/routes.ts knows which is which."""
_KINDS = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json",
}
_ENCODINGS = {"br": ".br", "gzip": ".gz"}
"""The better one first."""
_FOREVER = "public, max-age=31536000, immutable"
"""For files whose names change with their content."""
_ASK_AGAIN = "no-cache"


@dataclass(frozen=True)
class _File:
    """A file of the page: its bytes by encoding ("" is none), and what browsers are told of it."""

    encodings: Mapping[str, bytes]
    headers: Mapping[str, str]

    def response(self, request: Request, status: int = 200) -> Response:
        """The file, or that it has not changed."""
        if request.headers.get("if-none-match") == self.headers["etag"]:
            return Response(status_code=304, headers=self.headers)
        accepted = _accepted(request.headers.get("accept-encoding", ""))
        chosen = next((name for name in _ENCODINGS if name in accepted & self.encodings.keys()), "")
        encoded = {"content-encoding": chosen} if chosen else {}
        return Response(self.encodings[chosen], status, {**self.headers, **encoded})


class Page:
    """What a folder holds; None of it, where the page has not been built."""

    def __init__(self) -> None:
        folder, suffixes = FOLDER, tuple(_ENCODINGS.values())
        self._files = {
            path.relative_to(folder).as_posix(): _read(path, folder)
            for path in folder.rglob("*")
            if path.is_file() and path.suffix not in suffixes
        }

    async def give(self, request: Request) -> Response:
        """The file at an address, or the page, which finds out what to show."""
        path = request.url.path
        if _INDEX not in self._files:
            return _unbuilt()
        if file := self._files.get(path.removeprefix("/")):
            return file.response(request)
        status = 200 if ADDRESSES.fullmatch(path) else 404
        return self._files[_INDEX].response(request, status)


def _read(path: Path, folder: Path) -> _File:
    content = path.read_bytes()
    found = {"": content}
    for name, suffix in _ENCODINGS.items():
        packed = path.with_name(path.name + suffix)
        if packed.exists():
            found[name] = packed.read_bytes()
    named_by_content = path.parent != folder
    return _File(
        found,
        {
            "content-type": _KINDS.get(path.suffix, "application/octet-stream"),
            "cache-control": _FOREVER if named_by_content else _ASK_AGAIN,
            "etag": f'"{hashlib.sha256(content).hexdigest()[:32]}"',
            "vary": "accept-encoding",
        },
    )


def _accepted(header: str) -> set[str]:
    """The encodings that a browser takes."""
    offers = (offer.replace(" ", "").partition(";") for offer in header.split(","))
    return {name for name, _, weight in offers if not re.fullmatch(r"q=0(\.0*)?", weight)}


def _unbuilt() -> Response:
    """What somebody with a browser finds where there is no page."""
    title, text = escape(say("web.page_title")), escape(say("web.page_unbuilt"))
    return HTMLResponse(
        f'<!doctype html><html lang="{language()}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>{title}</title></head>'
        f"<body><h1>{title}</h1><p>{text}</p></body></html>\n",
        503,
    )
