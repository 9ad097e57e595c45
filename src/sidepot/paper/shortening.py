"""The rules in short: as many sentences of a rule page as one side of paper has room for."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass

_SENTENCE = re.compile(r"(?<=[.!?:)])(?<![ (.][A-Za-z]\.) +(?=[A-ZÄÖÜÁÉÍÓÚÑ¿¡*`\"“„«(])")
"""The end of a sentence, but not after one letter, as in abbreviations."""
_MEASURED = re.compile(r"±|(?<!\d)0?[.,]\d{3}")
"""A figure with its error, or finer than a hundredth: no stake of a table, and none to remember."""
_ITEM = re.compile(r"( *)[-*+] |( *)\d+[.)] ")
_LONGEST = 400
"""The most characters of a sentence that no end was found in."""
_FAR = 8
"""A page this many times too long is not shortened by its sentences: it is cut there first."""
_MORE = " …"


@dataclass
class _Block:
    """A heading, a paragraph, an item of a list or a table, by its sentences or its lines."""

    begin: str
    parts: list[str]
    is_text: bool = True

    @property
    def size(self) -> int:
        """The number of characters."""
        return len(self.begin) + sum(map(len, self.parts)) + len(self.parts)

    @property
    def can_shrink(self) -> bool:
        """Whether a sentence can go without taking the first."""
        return self.is_text and len(self.parts) > 1

    def __str__(self) -> str:
        """The block as Markdown."""
        if not self.is_text:
            return "\n".join(self.parts)
        return self.begin + " ".join(self.parts)


def shortened(page: str, most: int) -> str:
    """A page of Markdown of at most so many characters, without sentences of measured figures.

    While it is too long its tables go, then the last sentence of its longest paragraph or item,
    until each has one; then its end.
    """
    blocks = _first(_blocks(page), _FAR * most)
    while blocks and sum(block.size for block in blocks) > most:
        table = next((block for block in reversed(blocks) if not block.is_text), None)
        longest = max(blocks, key=lambda block: block.size * block.can_shrink)
        if table is not None:
            blocks.remove(table)
        elif longest.can_shrink:
            del longest.parts[-1]
        else:
            blocks = _cut(blocks, most)
    return _joined(_without_bare_headings(blocks))


def _first(blocks: list[_Block], most: int) -> list[_Block]:
    """The first blocks with so many characters, and one."""
    sizes = itertools.accumulate(block.size for block in blocks)
    return [block for block, size in zip(blocks, sizes, strict=True) if size - block.size <= most]


def _cut(blocks: list[_Block], most: int) -> list[_Block]:
    """The first blocks of a page in which each has one sentence."""
    for block in blocks:
        block.parts = [_clipped(part) for part in block.parts]
    left, kept = most, list[_Block]()
    for block in blocks:
        left -= block.size + len(_MORE)
        if left < 0:
            return [*kept, _Block("", [_MORE.strip()])]
        kept.append(block)
    return kept


def _clipped(text: str) -> str:
    """A sentence that may be very long, without marks that its end would leave open."""
    return text if len(text) <= _LONGEST else re.sub(r"[*`_()\[\]]", "", text[:_LONGEST]) + _MORE


def _blocks(page: str) -> list[_Block]:
    """The blocks of a page; fenced ones are left out."""
    found: list[_Block] = []
    is_fenced = is_open = False
    for line in page.splitlines():
        if line.lstrip().startswith(("```", "~~~")):
            is_fenced, is_open = not is_fenced, False
            continue
        text = line.strip()
        if is_fenced or not text:
            is_open = False
            continue
        is_open = _read(line, found, is_open)
    for block in found:
        if block.is_text:
            block.parts = _without_figures(list(_sentences(" ".join(block.parts))))
    return found


def _without_figures(sentences: list[str]) -> list[str]:
    """The first sentence of a block, and those of the others that have no measured figure."""
    return sentences[:1] + [part for part in sentences[1:] if not _MEASURED.search(part)]


def _sentences(text: str) -> Iterator[str]:
    """The sentences of a text; those within brackets or marks go with the one around them."""
    whole = ""
    for part in _SENTENCE.split(text):
        whole = f"{whole} {part}".strip()
        if _is_whole(whole):
            yield whole
            whole = ""
    if whole:
        yield whole


def _read(line: str, found: list[_Block], is_open: bool) -> bool:
    """Add a line to the last block, or begin one; whether the next line may go on with it."""
    text, item = line.strip(), _ITEM.match(line)
    if text.startswith("#"):
        marks, _, heading = text.partition(" ")
        found.append(_Block(f"{marks} ", [heading]))
        return False
    if text.startswith("|"):
        if is_open and found and not found[-1].is_text:
            found[-1].parts.append(text)
        else:
            found.append(_Block("", [text], is_text=False))
    elif item:
        found.append(_Block(item[0], [line[item.end() :].strip()]))
    elif is_open and found and found[-1].is_text:
        found[-1].parts.append(text)
    else:
        found.append(_Block("", [text]))
    return True


def _is_whole(text: str) -> bool:
    """Whether brackets and marks of Markdown are closed."""
    return text.count("(") == text.count(")") and not text.count("*") % 2 | text.count("`") % 2


def _without_bare_headings(blocks: list[_Block]) -> list[_Block]:
    """The blocks without headings under which nothing is left."""
    following = [*(block.begin for block in blocks[1:]), "#"]
    return [
        block
        for block, begin in zip(blocks, following, strict=False)
        if not (block.begin.startswith("#") and begin.startswith("#"))
    ]


def _joined(blocks: list[_Block]) -> str:
    """The blocks as a page; items of a list follow each other without a gap."""
    lines: list[str] = []
    for block in blocks:
        if lines and not (_ITEM.match(block.begin) and _ITEM.match(lines[-1])):
            lines.append("")
        lines.append(str(block))
    return "\n".join(lines) + "\n"
