"""A picture made of filled outlines and text, and its encoding as PNG, without other libraries."""

from __future__ import annotations

import functools
import itertools
import re
import struct
import zlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

Point = tuple[float, float]
Outline = Sequence[Point]
"""A closed line of points."""

_OUTLINES = Path(__file__).with_name("outlines.json")
"""Outlines of letters, made by `frontend/scripts/outlines.py`."""
_SAMPLES = 4
"""Samples of a pixel in each direction."""
_BENDS = 6
"""Straight pieces of a curve."""
_UNKNOWN = "\u00b7"
"""Stands for a letter that has no outline."""
_ELLIPSIS = "\u2026"


class _Font(msgspec.Struct, frozen=True):
    """Outlines of letters: the units to an em, and the advance and path of each letter."""

    em: int
    glyphs: dict[str, tuple[int, str]]


class Box(NamedTuple):
    """A rectangle: its left upper corner, width and height."""

    x: float
    y: float
    width: float
    height: float


class Canvas:
    """A picture of one colour, on which shapes are painted. Colours are written `#rrggbb`."""

    def __init__(self, width: int, height: int, color: str) -> None:
        self.width, self.height = width, height
        self._pixels = np.empty((height, width, 3), np.float32)
        self._pixels[:] = _rgb(color)

    def fill(self, outlines: Iterable[Outline], color: str, opacity: float = 1.0) -> None:
        """Paint the inside of some outlines; where they overlap in one direction it is inside."""
        edges = _edges(outlines)
        if not len(edges):
            return
        left, top = np.floor(edges[:, :2].min(axis=0)), np.floor(edges[:, :2].min(axis=0))
        left, top = max(int(left[0]), 0), max(int(top[1]), 0)
        right, bottom = np.ceil(edges[:, :2].max(axis=0)).astype(int)
        right, bottom = min(int(right), self.width), min(int(bottom), self.height)
        if right <= left or bottom <= top:
            return
        covered = _coverage(edges - [left, top, left, top], right - left, bottom - top)
        weight = (covered * opacity)[..., None]
        part = self._pixels[top:bottom, left:right]
        part += (np.asarray(_rgb(color), np.float32) - part) * weight

    def rect(self, box: Box, color: str, radius: float = 0.0) -> None:
        """Paint a rectangle with round corners."""
        self.fill([_rounded(box, radius)], color)

    def path(self, path: str, box: Box, color: str, size: float = 100.0) -> None:
        """Paint an SVG path, drawn in a square of some size, in a box."""
        scale = box.width / size, box.height / size
        self.fill(_placed(_parsed(path), scale, (box.x, box.y)), color)

    def line(self, points: Sequence[Point], width: float, color: str) -> None:
        """Paint a line of some width through points."""
        for start, end in itertools.pairwise(points):
            self.fill([_stroke(start, end, width)], color)
        for x, y in points:
            half = width / 2
            self.rect(Box(x - half, y - half, width, width), color, half)

    def text(self, text: str, at: Point, size: float, color: str, *, most: float = 1e9) -> float:
        """Write a line of text with its baseline at a point; its width.

        What is wider than `most` is shortened.
        """
        shown = _shortened(text, size, most)
        x, y = at
        for sign in shown:
            advance, path = _glyph(sign)
            scale = size / _font().em
            if path:
                self.fill(_placed(_parsed(path), (scale, scale), (x, y)), color)
            x += advance * scale
        return x - at[0]

    def pixels(self) -> NDArray[np.uint8]:
        """The picture as rows of pixels: red, green, blue."""
        pixels: NDArray[np.uint8] = np.clip(self._pixels + 0.5, 0, 255).astype(np.uint8)
        return pixels

    def png(self) -> bytes:
        """The picture as a PNG of 8 bits a colour."""
        rows = self.pixels()
        plain = np.zeros((self.height, 1 + self.width * 3), np.uint8)  # filter 0 before each row
        plain[:, 1:] = rows.reshape(self.height, -1)
        head = struct.pack(">IIBBBBB", self.width, self.height, 8, 2, 0, 0, 0)
        chunks = (b"IHDR", head), (b"IDAT", zlib.compress(plain.tobytes(), 6)), (b"IEND", b"")
        return b"\x89PNG\r\n\x1a\n" + b"".join(itertools.starmap(_chunk, chunks))


def text_width(text: str, size: float) -> float:
    """The width of a line of text."""
    return sum(_glyph(sign)[0] for sign in text) * size / _font().em


def can_write(text: str) -> bool:
    """Is there an outline for every letter of a text?"""
    return all(sign in _font().glyphs for sign in text)


def _chunk(kind: bytes, content: bytes) -> bytes:
    checked = kind + content
    return struct.pack(">I", len(content)) + checked + struct.pack(">I", zlib.crc32(checked))


def _rgb(color: str) -> tuple[int, int, int]:
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)


@functools.cache
def _font() -> _Font:
    return msgspec.json.decode(_OUTLINES.read_bytes(), type=_Font)


def _glyph(sign: str) -> tuple[int, str]:
    glyphs = _font().glyphs
    return glyphs.get(sign) or glyphs[_UNKNOWN]


def _shortened(text: str, size: float, most: float) -> str:
    if text_width(text, size) <= most:
        return text
    while text and text_width(text + _ELLIPSIS, size) > most:
        text = text[:-1]
    return text.rstrip() + _ELLIPSIS


@functools.lru_cache(maxsize=1024)
def _parsed(path: str) -> tuple[Outline, ...]:
    """The outlines of an SVG path with the commands M, L, H, V, Q, C and Z, curves as lines."""
    outlines: list[list[Point]] = []
    for command, numbers in _commands(path):
        points = list(zip(numbers[::2], numbers[1::2], strict=False))
        if command == "M":
            outlines.append(points[:1])
            continue
        line = outlines[-1]
        x, y = line[-1]
        if command == "H":
            line.append((numbers[0], y))
        elif command == "V":
            line.append((x, numbers[0]))
        else:
            line.extend(_bent([(x, y), *points]))
    return tuple(outlines)


_ARGUMENTS = {"M": 2, "L": 2, "H": 1, "V": 1, "Q": 4, "C": 6}


def _commands(path: str) -> Iterator[tuple[str, list[float]]]:
    """The commands of a path; numbers that follow on repeat the last one, after M as L."""
    for letter, rest in re.findall(r"([MLHVQCZ])([^MLHVQCZ]*)", path):
        numbers = [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", rest)]
        for start in range(0, len(numbers), _ARGUMENTS.get(letter, 1)):
            command = "L" if letter == "M" and start else letter
            yield command, numbers[start : start + _ARGUMENTS[letter]]


def _bent(points: Sequence[Point]) -> list[Point]:
    """The points of a Bezier curve after its first one; of a line its end."""
    if len(points) == 2:
        return [points[1]]
    return [_on_curve(points, i / _BENDS) for i in range(1, _BENDS + 1)]


def _on_curve(points: Sequence[Point], t: float) -> Point:
    while len(points) > 1:
        points = [
            (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t)
            for a, b in itertools.pairwise(points)
        ]
    return points[0]


def _placed(
    outlines: Iterable[Outline], scale: tuple[float, float], by: Point
) -> Iterator[Outline]:
    for outline in outlines:
        yield [(x * scale[0] + by[0], y * scale[1] + by[1]) for x, y in outline]


def _rounded(box: Box, radius: float) -> Outline:
    x, y, width, height = box
    right, bottom = x + width, y + height
    if not radius:
        return [(x, y), (right, y), (right, bottom), (x, bottom)]
    corners = (
        [(right - radius, y), (right, y), (right, y + radius)],
        [(right, bottom - radius), (right, bottom), (right - radius, bottom)],
        [(x + radius, bottom), (x, bottom), (x, bottom - radius)],
        [(x, y + radius), (x, y), (x + radius, y)],
    )
    return [point for corner in corners for point in (corner[0], *_bent(corner))]


def _stroke(start: Point, end: Point, width: float) -> Outline:
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = max((dx * dx + dy * dy) ** 0.5, 1e-9)
    x, y = -dy / length * width / 2, dx / length * width / 2
    return [
        (start[0] + x, start[1] + y),
        (end[0] + x, end[1] + y),
        (end[0] - x, end[1] - y),
        (start[0] - x, start[1] - y),
    ]


def _edges(outlines: Iterable[Outline]) -> NDArray[np.float64]:
    """The edges of closed outlines, a row each: x and y of its start and of its end."""
    rows = []
    for outline in outlines:
        points = np.asarray(outline, np.float64)
        rows.append(np.hstack([points, np.roll(points, -1, axis=0)]))
    return np.concatenate(rows) if rows else np.empty((0, 4))


def _coverage(edges: NDArray[np.float64], width: int, height: int) -> NDArray[np.float32]:
    """The part of each pixel that lies inside, by counting windings along lines of samples."""
    edges = edges * _SAMPLES
    x0, y0, x1, y1 = edges.T
    turns = np.where(y1 > y0, 1, -1)
    first = np.clip(np.ceil(np.minimum(y0, y1) - 0.5), 0, height * _SAMPLES).astype(int)
    last = np.clip(np.ceil(np.maximum(y0, y1) - 0.5), 0, height * _SAMPLES).astype(int)
    counts = np.maximum(last - first, 0)
    edge = np.repeat(np.arange(len(edges)), counts)
    row = np.arange(len(edge)) - np.repeat(np.cumsum(counts) - counts, counts) + first[edge]
    slope = (x1 - x0)[edge] / np.where(y1 == y0, 1, y1 - y0)[edge]
    crossing = x0[edge] + (row + 0.5 - y0[edge]) * slope
    column = np.clip(np.ceil(crossing - 0.5), 0, width * _SAMPLES).astype(int)
    windings = np.zeros((height * _SAMPLES, width * _SAMPLES + 1), np.int32)
    np.add.at(windings, (row, column), turns[edge])
    inside = np.cumsum(windings, axis=1)[:, :-1] != 0
    blocks = inside.reshape(height, _SAMPLES, width, _SAMPLES)
    covered: NDArray[np.float32] = blocks.mean(axis=(1, 3), dtype=np.float32)
    return covered
