"""The built page for browsers: files held in memory and served compressed."""

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
PAGE_PATHS = re.compile(
    r"/(join|back|lobby|new|settings|verify|replay|tables/[^/]+(/hands/[0-9]+)?|rules/[^/]+)?"
)
"""The paths at which the page is served; frontend/src/lib/routes.ts maps them to screens."""
_MEDIA_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".png": "image/png",
    ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json",
}
_SAVED = {"verify.html": "sidepot-verify.html"}
"""Files that browsers save, under these names: their scripts are inline, which no page here may."""
_REPLAYS = re.compile(r"/(replay|tables/[^/]+/hands/[0-9]+)")
"""The paths of hands, whose links are sent to friends: messengers show a preview of them."""
_PREVIEW = "preview.png"
_ENCODINGS = {"br": ".br", "gzip": ".gz"}
"""Suffixes of the precompressed files by encoding, the smaller files first."""
_IMMUTABLE = "public, max-age=31536000, immutable"
"""`Cache-Control` of files whose names change with their content."""
_REVALIDATE = "no-cache"
"""`Cache-Control` of the other files."""


@dataclass(frozen=True)
class _File:
    """A file of the page: its bytes by encoding ("" is none), and its response headers."""

    encodings: Mapping[str, bytes]
    headers: Mapping[str, str]

    def response(self, request: Request, status: int = 200) -> Response:
        """The file in the best encoding that the browser accepts, or 304 if it has not changed."""
        if request.headers.get("if-none-match") == self.headers["etag"]:
            return Response(status_code=304, headers=self.headers)
        accepted = _accepted(request.headers.get("accept-encoding", ""))
        chosen = next((name for name in _ENCODINGS if name in accepted & self.encodings.keys()), "")
        encoded = {"content-encoding": chosen} if chosen else {}
        return Response(self.encodings[chosen], status, {**self.headers, **encoded})


class Page:
    """The files of the page's folder; none if the page has not been built."""

    def __init__(self, base: str = "") -> None:
        """`base`: the address of the room, for links that must be whole."""
        self._base = base
        folder, suffixes = FOLDER, tuple(_ENCODINGS.values())
        self._files = {
            path.relative_to(folder).as_posix(): _read(path, folder)
            for path in folder.rglob("*")
            if path.is_file() and path.suffix not in suffixes
        }

    async def respond(self, request: Request) -> Response:
        """The file at the path, or `index.html`, which shows what the path names.

        The status is 404 for a path that is no screen of the page, 503 if the page is not built.
        """
        if _INDEX not in self._files:
            return _not_built()
        path = request.url.path
        if file := self._files.get(path.removeprefix("/")):
            return file.response(request)
        if _REPLAYS.fullmatch(path):
            return self._with_preview()
        status = 200 if PAGE_PATHS.fullmatch(path) else 404
        return self._files[_INDEX].response(request, status)

    def _with_preview(self) -> Response:
        """`index.html` with what messengers show of a link to a hand.

        It is the same for every hand: a preview is drawn for whoever holds the link, and tells
        nothing of a table, nor whether there is one.
        """
        html = self._files[_INDEX].encodings[""].decode("utf-8")
        content = html.replace("</head>", f"{_preview(self._base)}</head>", 1).encode("utf-8")
        headers = self._files[_INDEX].headers
        kept = {name: headers[name] for name in ("content-type", "cache-control")}
        return Response(content, headers=kept)


def _read(path: Path, folder: Path) -> _File:
    content = path.read_bytes()
    encodings = {"": content}
    for name, suffix in _ENCODINGS.items():
        packed = path.with_name(path.name + suffix)
        if packed.exists():
            encodings[name] = packed.read_bytes()
    named_by_content = path.parent != folder
    saved_as = None if named_by_content else _SAVED.get(path.name)
    disposition = {"content-disposition": f'attachment; filename="{saved_as}"'} if saved_as else {}
    return _File(
        encodings,
        {
            **disposition,
            "content-type": _MEDIA_TYPES.get(path.suffix, "application/octet-stream"),
            "cache-control": _IMMUTABLE if named_by_content else _REVALIDATE,
            "etag": f'"{hashlib.sha256(content).hexdigest()[:32]}"',
            "vary": "accept-encoding",
        },
    )


def _preview(base: str) -> str:
    """The tags of the Open Graph for a hand."""
    tags = {
        "og:type": "website",
        "og:site_name": say("web.page_title"),
        "og:title": say("web.preview_title"),
        "og:description": say("web.preview_text"),
        "og:image": f"{base}/{_PREVIEW}",
        "og:image:width": "1200",
        "og:image:height": "630",
        "og:image:alt": say("web.preview_picture"),
    }
    lines = [f'<meta property="{name}" content="{escape(text)}">' for name, text in tags.items()]
    return "".join([*lines, '<meta name="twitter:card" content="summary_large_image">'])


def _accepted(header: str) -> set[str]:
    """The encodings named by an `Accept-Encoding` header, without those of weight 0."""
    offers = (offer.replace(" ", "").partition(";") for offer in header.split(","))
    return {name for name, _, weight in offers if not re.fullmatch(r"q=0(\.0*)?", weight)}


def _not_built() -> Response:
    """A short page, with status 503, that says that the page has not been built."""
    title, text = escape(say("web.page_title")), escape(say("web.page_unbuilt"))
    return HTMLResponse(
        f'<!doctype html><html lang="{language()}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>{title}</title></head>'
        f"<body><h1>{title}</h1><p>{text}</p></body></html>\n",
        503,
    )
