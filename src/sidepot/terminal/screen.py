"""A terminal's output and input: sentences, cards in colour where possible, a prompt."""

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
from rich.text import Text

from sidepot import progress
from sidepot.cards import SIGNS
from sidepot.words import Message, say

_COLOURS = {"c": "green", "d": "blue", "h": "red", "s": "default"}
"""A four-colour deck as in the browser; each suit also has its letter or sign."""
_GAP = "  "
"""Between columns."""
_MIN_WIDTH = 8
"""The narrowest that the widest column gets, in characters."""
_CARD = re.compile("\0(..)\0")
_UNSEEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""Controls that a terminal obeys, or by which a line reads in another order: names, chat and the
sentences of a room come from others."""


class Screen:
    """Output to and input from a terminal, a pipe or a screen reader."""

    def __init__(
        self,
        *,
        ascii_only: bool = False,
        pace: float = 0.0,
        console: Console | None = None,
        source: TextIO | None = None,
    ) -> None:
        """`pace`: seconds to wait after a bot's action. `ascii_only`: `Kh` even where `K♥` works.

        `console` (output) and `source` (input) are the terminal's if not given.
        """
        self.console = console or Console(highlight=False, emoji=False)
        self.source = source or sys.stdin
        self.pace = pace
        self.ascii_only = ascii_only or not _shows_suits(self.console)

    @classmethod
    def for_errors(cls) -> Screen:
        """A screen on standard error: for notices of commands whose output is data."""
        return cls(console=Console(stderr=True, highlight=False, emoji=False))

    def say(self, *messages: Message, style: str = "") -> None:
        """Print sentences, as one paragraph."""
        self.line(" ".join(self.draw(message) for message in messages), style=style)

    def line(self, text: str, *, style: str = "") -> None:
        """Print a line in which cards are already marked (see `mark`)."""
        self.console.print(self._coloured(text, style), soft_wrap=not self.console.is_terminal)

    def rows(
        self, rows: Sequence[Sequence[str]], remarks: Sequence[str], styles: Sequence[str]
    ) -> None:
        """Print rows in columns, with a remark and a style for each row.

        Columns are as wide as their widest cell. Remarks follow the columns, or stand on lines of
        their own if that is too wide. If the columns alone are too wide, the widest one is wrapped.
        """
        widths = [max(map(_width, column)) for column in zip(*rows, strict=True)]
        together = sum(widths) + len(_GAP) * len(widths) + max(map(_width, remarks))
        widest = widths.index(max(widths))
        beyond = sum(widths) + len(_GAP) * (len(widths) - 1) - self.console.width
        widths[widest] = max(widths[widest] - max(beyond, 0), _MIN_WIDTH)
        for row, remark, style in zip(rows, remarks, styles, strict=True):
            parts = _wrapped(row[widest], widths[widest])
            for n, part in enumerate(parts):
                cells = [part if i == widest else cell * (n == 0) for i, cell in enumerate(row)]
                line = _GAP.join(_padded(cell, w) for cell, w in zip(cells, widths, strict=True))
                behind = _GAP + remark if n == 0 and together <= self.console.width else ""
                self.line((line + behind).rstrip(), style=style)
            if remark and together > self.console.width:
                self.line(_GAP * 2 + remark, style=style)

    def draw(self, message: Message) -> str:
        """A message's text, in which cards are marked."""
        return message.render(card=mark)

    @contextmanager
    def getting_ready(self) -> Iterator[None]:
        """Inside the `with` block, say when something is compiled; at a terminal, show progress."""
        from sidepot.kernel import HAS_NUMBA  # it loads numba, which most screens do without

        if not HAS_NUMBA:
            self.say(Message("session.plain"))
        is_announced = False

        def announce(_: str) -> None:
            nonlocal is_announced
            if not is_announced:
                is_announced = True
                self.say(Message("session.compiling"))
            if self.console.is_terminal:
                self.console.print(".", end="")

        with progress.listening(announce):
            yield
        if is_announced and self.console.is_terminal:
            self.line("")

    @contextmanager
    def thinking(self) -> Iterator[None]:
        """Inside the `with` block, show at a terminal that something is worked out."""
        status = self.console.status(say("session.thinking"), spinner="line")
        compiling = progress.listening(lambda _: status.update(say("session.compiling")))
        with status, compiling:
            yield

    def qr_code(self, text: str) -> None:
        """Print a QR code of a text, if the terminal's encoding can show it."""
        import segno

        drawn = io.StringIO()
        segno.make(text, micro=False).terminal(drawn, compact=True)
        if _encodes(self.console, drawn.getvalue()):
            self.console.file.write(drawn.getvalue())

    def page(self, markdown: str) -> None:
        """Print a page of Markdown."""
        from rich.markdown import Markdown

        self.console.print(Markdown(_visible(markdown)))

    def ask(self, prompt: str) -> str | None:
        """A typed line, stripped; None at the end of the input."""
        self.console.print(_visible(prompt), end=" ", markup=False)
        line = self.source.readline()
        if not self.source.isatty():
            self.console.print(line.strip(), markup=False)
        return line.strip() if line else None

    def wait(self) -> None:
        """Wait for `pace` seconds, so that people can read."""
        if self.pace:
            time.sleep(self.pace)

    def _coloured(self, text: str, style: str) -> Text:
        line = Text(style=style)
        for i, part in enumerate(_CARD.split(text)):
            piece = _visible(part)
            if i % 2:
                line.append(self._card(piece), style=f"bold {_COLOURS.get(piece[1], 'default')}")
            else:
                line.append(piece)
        return line

    def _card(self, card: str) -> str:
        return card if self.ascii_only else card[0] + SIGNS.get(card[1], card[1])


def mark(card: str) -> str:
    """A card's text with marks by which the screen finds it in a sentence."""
    return f"\0{card}\0"


def _visible(text: str) -> str:
    """A text with a sign in the place of every control but a tab or the end of a line."""
    return _UNSEEN.sub("\N{REPLACEMENT CHARACTER}", text)


def _width(text: str) -> int:
    return len(text.replace("\0", ""))


def _padded(text: str, width: int) -> str:
    return text + " " * (width - _width(text))


def _wrapped(text: str, width: int) -> list[str]:
    """A text in lines of at most `width` characters, broken between words."""
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines[-1] else word
        if lines[-1] and _width(longer) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _shows_suits(console: Console) -> bool:
    """Can the terminal show suits? Not if its encoding lacks them or its locale asks for ASCII."""
    names = (os.environ.get(name, "") for name in ("LC_ALL", "LC_CTYPE", "LANG"))
    asked = next((name for name in names if name), "")
    if asked in ("C", "POSIX") or os.environ.get("TERM") == "dumb":
        return False
    return _encodes(console, "".join(SIGNS.values()))


def _encodes(console: Console, text: str) -> bool:
    """Can the console's encoding represent the text?"""
    try:
        text.encode(console.encoding or locale.getpreferredencoding())
    except UnicodeEncodeError:
        return False
    return True
