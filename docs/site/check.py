"""Checks of built pages: links, anchors, pictures, and files that would be fetched from afar."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

_FETCHED = {("img", "src"), ("script", "src"), ("link", "href"), ("source", "srcset")}
"""Attributes whose files a browser fetches by itself."""
_MAPS = ("canonical", "alternate", "prev", "next")
"""Relations that are for machines and are not fetched."""
_RAW = ("[](", "](", "\\|", "```", "<!--")
"""Markdown that nobody may read on a page; code may have it."""
_ROW = re.compile(r"\|[ -]")
"""The beginning of a row of a table that was not read as one."""


@dataclass
class _Page(HTMLParser):
    """The links, places and texts of a page."""

    links: list[tuple[str, bool]] = field(default_factory=list)
    places: set[str] = field(default_factory=set)
    text: list[str] = field(default_factory=list)
    _quiet: int = 0

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what a tag links to or names."""
        values = {name: value or "" for name, value in attrs}
        self._quiet += tag in ("code", "pre", "script", "style")
        self.places |= {values[name] for name in ("id", "name") if name in values}
        for name in ("href", "src", "srcset"):
            if name in values and values.get("rel", "") not in _MAPS:
                self.links.append((values[name], (tag, name) in _FETCHED))

    def handle_endtag(self, tag: str) -> None:
        """Leave code."""
        self._quiet -= tag in ("code", "pre", "script", "style")

    def handle_data(self, data: str) -> None:
        """Note text outside code."""
        if not self._quiet:
            self.text.append(data)


def faults(folder: Path) -> list[str]:
    """Sentences about everything that is wrong with the pages of a folder."""
    return [
        f"{page.relative_to(folder)}: {fault}"
        for page in sorted(folder.rglob("*.html"))
        if page.name != "404.html"  # its links begin at the address that the site will have
        for fault in _faults(page)
    ]


def _faults(page: Path) -> Iterator[str]:
    read = _read(page)
    for link, is_fetched in read.links:
        parts = urlsplit(link)
        if parts.scheme in ("http", "https") or parts.netloc:
            if is_fetched:
                yield f"fetches {link}"
        elif not parts.scheme:
            to = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            to = to / "index.html" if to.is_dir() else to
            if not to.exists():
                yield f"dead link {link}"
            elif parts.fragment and unquote(parts.fragment) not in _places(to):
                yield f"no such place {link}"
    text = " ".join(read.text)
    yield from (f"raw Markdown {mark}" for mark in _RAW if mark in text)
    yield from (f"a table that is none: {part[:60]}" for part in read.text if _ROW.match(part))


def _places(page: Path) -> set[str]:
    return _read(page).places if page.suffix == ".html" else set()


@cache
def _read(page: Path) -> _Page:
    read = _Page()
    read.feed(page.read_text("utf-8"))
    return read
