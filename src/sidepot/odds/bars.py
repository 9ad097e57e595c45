"""Pieces of the pictures of odds: a sheet with rows, bars and texts, as SVG."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from html import escape

WIDE, EDGE = 640, 16
"""Pixels of a picture: its width, and its margin."""
_PAPER = "#FFFCF7"
_LINE, _LETTERS = 19, 80
"""The height of a line of notes, and its most letters."""
INK, MUTE, TRACK, FILL = "#2B1319", "#5E4044", "#F1D9C4", "#6B1E35"


def sheet(title: str, height: float, drawn: Iterable[str]) -> str:
    """A picture with everything that is drawn on it, and a title for screen readers."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {height}" role="img" '
        f'font-family="system-ui, sans-serif"><title>{escape(title)}</title>'
        f'<rect width="{WIDE}" height="{height}" rx="12" fill="{_PAPER}"/>'
        + "".join(drawn)
        + "</svg>\n"
    )


def bar(x: float, y: float, length: float, thick: float, colour: str, opacity: str = "1") -> str:
    """A bar from its upper left corner."""
    return (
        f'<rect x="{x}" y="{y:.0f}" width="{length:.1f}" height="{thick}" rx="4" '
        f'fill="{colour}" opacity="{opacity}"/>'
    )


def label(x: float, y: float, text: str, size: int, colour: str, *, weight: int = 400) -> str:
    """A text from the left end of its line."""
    return (
        f'<text x="{x:.0f}" y="{y:.0f}" font-size="{size}" font-weight="{weight}" '
        f'fill="{colour}">{escape(text)}</text>'
    )


def wrapped(sentences: Iterable[str]) -> list[str]:
    """Sentences in lines as wide as the picture."""
    return [line for each in sentences for line in textwrap.wrap(each, _LETTERS)]


def notes(top: float, lines: Iterable[str]) -> Iterator[str]:
    """Lines of text from a height on; `below` is where they end."""
    for n, line in enumerate(lines):
        yield label(EDGE, top + _LINE * n + 14, line, 14, MUTE)


def below(top: float, lines: list[str]) -> float:
    """The lower edge of a picture that ends in notes."""
    return top + _LINE * len(lines) + EDGE
