"""Renders Markdown as HTML for the page."""

from __future__ import annotations

from markdown_it import MarkdownIt

_reader = MarkdownIt("commonmark", {"html": False}).enable("table")


def html_of(text: str) -> str:
    """The HTML of a Markdown text; HTML tags in the text are escaped."""
    return str(_reader.render(text))
