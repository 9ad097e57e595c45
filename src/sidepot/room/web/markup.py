"""Renders Markdown as HTML for the page."""

from __future__ import annotations

import functools
from html import escape
from typing import TYPE_CHECKING

from sidepot.room.protocol.resources import NUMBER, PICTURE, RulesText

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

_PAGES = 128
"""Rule pages that are kept: each is made once in a language."""


@functools.lru_cache(maxsize=_PAGES)
def rules_html(page: RulesText) -> str:
    """The HTML of a rule page: the numbers of its rules marked, and drawings where they belong.

    Drawings are SVG that the program has made, with nothing in them but what it has escaped.
    """
    begin, end = NUMBER
    found = html_of(page.text).replace(begin, '<small class="number">').replace(end, "</small>")
    for svg, caption in page.drawings:
        figure = f"<figure>{svg}<figcaption>{escape(caption)}</figcaption></figure>"
        found = found.replace(f"<p>{PICTURE}</p>", figure, 1)
    return found


def html_of(text: str) -> str:
    """The HTML of a Markdown text; HTML tags in the text are escaped."""
    return str(_reader().render(text))


@functools.cache
def _reader() -> MarkdownIt:
    from markdown_it import MarkdownIt  # a room opens before it is needed

    return MarkdownIt("commonmark", {"html": False}).enable("table")
