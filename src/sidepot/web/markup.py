"""Markdown as HTML for the page."""

from __future__ import annotations

from markdown_it import MarkdownIt

_reader = MarkdownIt("commonmark", {"html": False}).enable("table")


def html_of(text: str) -> str:
    """The HTML of a text in Markdown; tags that stand in the text are shown, not obeyed."""
    return str(_reader.render(text))
