"""Markdown as forges read it, written so that Python-Markdown reads the same.

Forges follow CommonMark; the site's generator needs an empty line before a list or a table, and
four columns for each level of a list. Comments are left out, and links become those of the site.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

_FENCE = re.compile(r"^ *(```+|~~~+)")
_ITEM = re.compile(r"^( *)([-*+]|\d+[.)])( +)(?=\S)")
_TABLE = re.compile(r"^ *\|?[ :|-]*-[ :|-]*\|[ :|-]*$")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_CODE = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)", re.DOTALL)
_LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(([^)\s]+)\)")
_PICTURE = re.compile(r'(<(?:img|source) [^>]*?src(?:set)?=")([^"]+)(")')
LEVEL = 4
"""Columns of a level of a list."""


def converted(text: str, link: Callable[[str], str | None]) -> str:
    """The text for the site's generator. `link` gives a target on the site, None for no link."""
    parts = []
    for is_code, part in _fenced(text):
        parts.append(part if is_code else _linked(_COMMENT.sub("", part), link))
    return "\n".join(_spaced("\n".join(parts).split("\n"))).strip("\n") + "\n"


def links(text: str) -> Iterator[str]:
    """The targets of the links and pictures of a text, outside code."""
    for is_code, part in _fenced(text):
        if not is_code:
            text = _CODE.sub("", part)
            yield from (found[3] for found in _LINK.finditer(text))
            yield from (found[2] for found in _PICTURE.finditer(text))


def _fenced(text: str) -> Iterator[tuple[bool, str]]:
    """The text in pieces: whether a piece is a fenced block, and its lines."""
    lines, fence = list[str](), ""
    for line in text.split("\n"):
        after = _still(fence, line)
        if after and not fence:
            yield False, "\n".join(lines)
            lines = []
        lines.append(line)
        if fence and not after:
            yield True, "\n".join(lines)
            lines = []
        fence = after
    yield bool(fence), "\n".join(lines)


def _linked(text: str, link: Callable[[str], str | None]) -> str:
    """The text with the site's targets, code left as it is."""
    parts, start = [], 0
    for code in _CODE.finditer(text):
        parts += [text[start : code.start()], code[0]]
        start = code.end()
    parts.append(text[start:])
    # A link's text may hold code: put it out of sight, and back afterwards.
    codes = parts[1::2]
    hidden = "".join(
        part if number % 2 == 0 else f"\0{number // 2}\0" for number, part in enumerate(parts)
    )
    shown = _LINK.sub(lambda found: _target(found, link), hidden)
    shown = _PICTURE.sub(lambda found: f"{found[1]}{link(found[2])}{found[3]}", shown)
    return re.sub("\0(\\d+)\0", lambda found: codes[int(found[1])], shown)


def _target(found: re.Match[str], link: Callable[[str], str | None]) -> str:
    to = link(found[3])
    return found[2] if to is None else f"{found[1]}[{found[2]}]({to})"


def _spaced(lines: list[str]) -> Iterator[str]:
    """Lines with the empty lines and the indentation that Python-Markdown needs."""
    columns, fence, before, is_item_text = list[int](), "", "", False
    for number, line in enumerate(lines):
        item = None if fence else _ITEM.match(line)
        indent = len(line) - len(line.lstrip(" "))
        if line.strip() and not fence:
            columns = _open(columns, indent, before)
            if item or not before.strip():
                begins = bool(item) and bool(before.strip()) and not is_item_text
                is_item_text = bool(item)
                if begins:
                    yield ""
            elif "|" not in before and _is_table(lines, number):
                yield ""
        depth, base = len(columns), columns[-1] if columns else 0
        rest = line[min(base, indent) :]
        if item:
            columns = [*columns, item.end()]
            rest = f"{item[2]} {line[item.end() :]}"
        yield (" " * (LEVEL * depth) + rest) if rest.strip() else ""
        before, fence = line, _still(fence, line)


def _still(fence: str, line: str) -> str:
    """The fence of the block that the line after this one is in, empty outside of one."""
    mark = _FENCE.match(line)
    if not fence:
        return mark[1] if mark else ""
    return "" if mark and mark[1].startswith(fence) and line.strip() == mark[1] else fence


def _open(columns: list[int], indent: int, before: str) -> list[int]:
    """The content columns of the lists that a line with that indentation is in."""
    inside = [column for column in columns if column <= indent]
    is_lazy = before.strip() and columns and not inside and indent > 0
    return columns if is_lazy else inside


def _is_table(lines: list[str], number: int) -> bool:
    """Does a table begin at this line?"""
    after = lines[number + 1] if number + 1 < len(lines) else ""
    return "|" in lines[number] and bool(_TABLE.match(after))
