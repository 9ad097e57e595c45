"""What a terminal shows and asks: sentences, cards in colour where there is colour, one prompt."""

from __future__ import annotations

import io
import locale
import os
import re
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TextIO

from rich.console import Console
from rich.markdown import Markdown
from rich.text import Text

from sidepot import progress
from sidepot.kernel import HAS_NUMBA
from sidepot.words import Message, say

_SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
_COLOURS = {"c": "green", "d": "blue", "h": "red", "s": "default"}
"""Four colours, as on the cards of the browser's table; each suit still has its letter or sign."""
_GAP = "  "
"""Between columns."""
_LEAST = 8
"""Characters that a column keeps, however narrow the terminal is."""
_CARD = re.compile("\0(..)\0")


class Screen:
    """A terminal, a pipe, or a screen reader's window."""

    def __init__(
        self,
        *,
        ascii_only: bool = False,
        pace: float = 0.0,
        console: Console | None = None,
        source: TextIO | None = None,
    ) -> None:
        """`pace`: seconds to wait after what others do. `ascii_only`: `Kh` even where `K♥` works.

        `console` and `source`, where to print and whence to read, are the terminal's if not given.
        """
        self.console = console or Console(highlight=False, emoji=False)
        self.source = source or sys.stdin
        self.pace = pace
        self.ascii_only = ascii_only or not _shows_suits(self.console)

    @classmethod
    def for_errors(cls) -> Screen:
        """The standard error: for notices of commands whose output is data."""
        return cls(console=Console(stderr=True, highlight=False, emoji=False))

    def say(self, *messages: Message, style: str = "") -> None:
        """Print sentences, as one paragraph."""
        self.line(" ".join(self.draw(message) for message in messages), style=style)

    def line(self, text: str, *, style: str = "") -> None:
        """Print a line in which cards are drawn already."""
        self.console.print(self._coloured(text, style), soft_wrap=not self.console.is_terminal)

    def rows(
        self, rows: Sequence[Sequence[str]], remarks: Sequence[str], styles: Sequence[str]
    ) -> None:
        """Print columns, as wide as their widest cell, and a remark a row.

        Remarks stand behind the columns, or on lines of their own where that would be too wide.
        Where the columns alone are too wide, the widest of them goes on below.
        """
        widths = [max(map(_width, column)) for column in zip(*rows, strict=True)]
        together = sum(widths) + len(_GAP) * len(widths) + max(map(_width, remarks))
        widest = widths.index(max(widths))
        beyond = sum(widths) + len(_GAP) * (len(widths) - 1) - self.console.width
        widths[widest] = max(widths[widest] - max(beyond, 0), _LEAST)
        for row, remark, style in zip(rows, remarks, styles, strict=True):
            parts = _folded(row[widest], widths[widest])
            for n, part in enumerate(parts):
                cells = [part if i == widest else cell * (n == 0) for i, cell in enumerate(row)]
                line = _GAP.join(_padded(cell, w) for cell, w in zip(cells, widths, strict=True))
                behind = _GAP + remark if n == 0 and together <= self.console.width else ""
                self.line((line + behind).rstrip(), style=style)
            if remark and together > self.console.width:
                self.line(_GAP * 2 + remark, style=style)

    def draw(self, message: Message) -> str:
        """A message's text, with marks around the cards in it."""
        return message.render(card=mark)

    @contextmanager
    def getting_ready(self) -> Iterator[None]:
        """While this lasts, say that compiling takes a while; at a terminal, with signs of life."""
        if not HAS_NUMBA:
            self.say(Message("session.plain"))
        told = False

        def tell(_: str) -> None:
            nonlocal told
            if not told:
                told = True
                self.say(Message("session.compiling"))
            if self.console.is_terminal:
                self.console.print(".", end="")

        with progress.listening(tell):
            yield
        if told and self.console.is_terminal:
            self.line("")

    @contextmanager
    def thinking(self) -> Iterator[None]:
        """While this lasts, a terminal shows a sign of life; what is no terminal stays quiet."""
        status = self.console.status(say("session.thinking"), spinner="line")
        compiling = progress.listening(lambda _: status.update(say("session.compiling")))
        with status, compiling:
            yield

    def code(self, text: str) -> None:
        """Print a QR code, where the terminal can draw it."""
        import segno

        drawn = io.StringIO()
        segno.make(text, micro=False).terminal(drawn, compact=True)
        if _encodes(self.console, drawn.getvalue()):
            self.console.file.write(drawn.getvalue())

    def page(self, markdown: str) -> None:
        """Print a page of Markdown."""
        self.console.print(Markdown(markdown))

    def ask(self, prompt: str) -> str | None:
        """What someone types in answer, or None at the end of the input."""
        self.console.print(prompt, end=" ")
        line = self.source.readline()
        if not self.source.isatty():
            self.console.print(line.strip(), markup=False)
        return line.strip() if line else None

    def wait(self) -> None:
        """Give people time to read."""
        if self.pace:
            time.sleep(self.pace)

    def _coloured(self, text: str, style: str) -> Text:
        line = Text(style=style)
        for i, piece in enumerate(_CARD.split(text)):
            if i % 2:
                line.append(self._card(piece), style=f"bold {_COLOURS.get(piece[1], 'default')}")
            else:
                line.append(piece)
        return line

    def _card(self, card: str) -> str:
        return card if self.ascii_only else card[0] + _SUITS.get(card[1], card[1])


def mark(card: str) -> str:
    """A card's text, marked so that the screen finds it in a sentence."""
    return f"\0{card}\0"


def _width(text: str) -> int:
    return len(text.replace("\0", ""))


def _padded(text: str, width: int) -> str:
    return text + " " * (width - _width(text))


def _folded(text: str, width: int) -> list[str]:
    """A text in lines of that width, broken between words."""
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines[-1] else word
        if lines[-1] and _width(longer) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _shows_suits(console: Console) -> bool:
    """Can the terminal show suits? Not where its encoding has none, nor where it asks for plain."""
    names = (os.environ.get(name, "") for name in ("LC_ALL", "LC_CTYPE", "LANG"))
    asked = next((name for name in names if name), "")
    if asked in ("C", "POSIX") or os.environ.get("TERM") == "dumb":
        return False
    return _encodes(console, "".join(_SUITS.values()))


def _encodes(console: Console, text: str) -> bool:
    """Are there signs for all of it?"""
    try:
        text.encode(console.encoding or locale.getpreferredencoding())
    except UnicodeEncodeError:
        return False
    return True
