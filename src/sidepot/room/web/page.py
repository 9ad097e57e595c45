"""The built page for browsers: files held in memory and served compressed."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from sidepot.room.web import FOLDER
from sidepot.room.web.calls import encodings
from sidepot.words import accepted, say, speaking

_INDEX = "index.html"
_MANIFEST = "manifest.webmanifest"
"""The name of an installed page; the server describes it in each language."""
PAGE_PATHS = re.compile(
    r"/(join|back|lobby|new|settings|verify|replay|tables/[^/]+(/hands/[0-9]+|/evening|/tv)?"
    r"|seasons(/[^/]+)?|rules/[^/]+)?"
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
        accepted = encodings(request.headers.get("accept-encoding", ""))
        chosen = next((name for name in _ENCODINGS if name in accepted & self.encodings.keys()), "")
        encoded = {"content-encoding": chosen} if chosen else {}
        return Response(self.encodings[chosen], status, {**self.headers, **encoded})


class Page:
    """The files of the page's folder; none if the page has not been built."""

    def __init__(self, tags: Callable[[str], Awaitable[str | None]]) -> None:
        """`tags`: those of the preview of a page at a path, None for one that has no preview."""
        self._tags = tags
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
            return _not_built(request)
        path = request.url.path
        if file := self._files.get(path.removeprefix("/")):
            if path == f"/{_MANIFEST}":
                file = _in_language(file, _asked(request))
            return file.response(request)
        with speaking(_asked(request)):
            tags = await self._tags(path) if PAGE_PATHS.fullmatch(path) else None
        if tags:
            return self._with(tags)
        status = 200 if PAGE_PATHS.fullmatch(path) else 404
        return self._files[_INDEX].response(request, status)

    def _with(self, tags: str) -> Response:
        """`index.html` with tags for messengers in its head."""
        html = self._files[_INDEX].encodings[""].decode("utf-8")
        content = html.replace("</head>", f"{tags}</head>", 1).encode("utf-8")
        headers = self._files[_INDEX].headers
        kept = {name: headers[name] for name in ("content-type", "cache-control")}
        return Response(content, headers={**kept, "vary": "accept-language"})


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


def _in_language(manifest: _File, name: str) -> _File:
    """The manifest in a language, which its file says nothing in."""
    with speaking(name):
        said = {"lang": name, "description": say("browser.front.head")}
    content = json.dumps(json.loads(manifest.encodings[""]) | said, ensure_ascii=False).encode()
    etag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    return _File({"": content}, {**manifest.headers, "etag": etag, "vary": "accept-language"})


def _asked(request: Request) -> str:
    """The language in which a browser asks."""
    return accepted(request.headers.get("accept-language", ""))


def _not_built(request: Request) -> Response:
    """A short page, with status 503, that says that the page has not been built."""
    asked = _asked(request)
    with speaking(asked):
        title, text = escape(say("web.page_title")), escape(say("web.page_unbuilt"))
    return HTMLResponse(
        f'<!doctype html><html lang="{asked}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>{title}</title></head>'
        f"<body><h1>{title}</h1><p>{text}</p></body></html>\n",
        503,
    )
