"""Asks the questions of docs/analysis.md, draws the answers, and writes them into the page.

`python -m docs.questions` needs polars and pyarrow (`requirements/envs.txt`) and plays ten thousand
hands. The pictures are bars, drawn here: one table of two columns each.
"""

from __future__ import annotations

import importlib
import re
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from docs.generate import filled

from sidepot.cli import main as sidepot

PAGE = Path(__file__).with_name("analysis.md")
PICTURES = Path(__file__).with_name("pictures")
_QUESTION = re.compile(
    r"### (?P<title>[^\n]+)\n(?:(?!###).)*?<!-- question (?P<name>[a-z-]+) -->\n"
    r"```python\n(?P<code>.*?)```",
    re.DOTALL,
)
_WIDE, _ROW, _LEFT, _RIGHT = 640, 26, 130, 70
"""Pixels of a picture: its width, a bar's height, the labels' width, the numbers'."""
_STYLE = """\
text { font: 14px sans-serif; fill: #57534e } .bar { fill: #b45309 } .line { stroke: #a8a29e }
@media (prefers-color-scheme: dark) { text { fill: #d6d3d1 } .bar { fill: #f59e0b } }"""


def questions() -> Mapping[str, tuple[str, str]]:
    """The title and the code of each question, by its name."""
    found = _QUESTION.finditer(PAGE.read_text("utf-8"))
    return {question["name"]: (question["title"], question["code"]) for question in found}


def data(folder: Path, hands: int) -> dict[str, Any]:
    """The tables that the questions are asked of, and polars, by the names on the page."""
    polars: Any = importlib.import_module("polars")
    given = f"simulate ricochet-2 --players 4 --hands {hands} --policy regular --seed 1 --table"
    tables = ("hands", "seats", "decisions")
    sidepot([*given.split(), str(folder / "ricochet.parquet"), "--rows", *tables])
    found = {name: polars.read_parquet(folder / f"ricochet.{name}.parquet") for name in tables}
    return {"pl": polars, **found}


def answer(code: str, tables: Mapping[str, Any]) -> list[tuple[str, float]]:
    """The rows of the answer that a block of the page gives."""
    names = dict(tables)
    exec(compile(code, str(PAGE), "exec"), names)
    return [(str(label), float(value)) for label, value in names["answer"].rows()]


def picture(title: str, rows: Sequence[tuple[str, float]]) -> str:
    """Bars for an answer, to the left of a line where values are below 0."""
    low, high = min(0.0, *(v for _, v in rows)), max(0.0, *(v for _, v in rows))
    room = (_WIDE - _LEFT - 2 * _RIGHT) / ((high - low) or 1)
    zero = _LEFT + _RIGHT * (low < 0) - low * room
    height = _ROW * len(rows) + 8
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDE} {height}" role="img">',
        f"<title>{escape(title)}</title><style>{_STYLE}</style>",
        *(_bar(i, label, value, zero, room) for i, (label, value) in enumerate(rows)),
        f'<path class="line" d="M{zero:.1f} 4V{height - 4}"/>',
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _bar(i: int, label: str, value: float, zero: float, room: float) -> str:
    """A bar with its label and its number."""
    y, wide = i * _ROW + 6, abs(value) * room
    start = zero if value >= 0 else zero - wide
    side, at = ("start", start + wide + 6) if value >= 0 else ("end", start - 6)
    return (
        f'<text x="{_LEFT - 12}" y="{y + 15}" text-anchor="end">{escape(label)}</text>'
        f'<rect class="bar" x="{start:.1f}" y="{y}" width="{wide:.1f}" height="{_ROW - 6}"/>'
        f'<text x="{at:.1f}" y="{y + 15}" text-anchor="{side}">{value:.3f}</text>'
    )


def main() -> None:
    """Play, ask, draw and write."""
    page = PAGE.read_text("utf-8")
    with tempfile.TemporaryDirectory() as folder:
        tables = data(Path(folder), 10_000)
    for name, (title, code) in questions().items():
        file = PICTURES / f"analysis-{name}.svg"
        rows = answer(code, tables)
        file.write_text(picture(title, rows), "utf-8")
        said = ", ".join(f"{label}: {value:.3f}" for label, value in rows)
        shown = f"![{title} {said}]({PICTURES.name}/{file.name})"
        page = filled(page, f"question {name}", f"```python\n{code}```\n\n{shown}")
    PAGE.write_text(page, "utf-8")


if __name__ == "__main__":
    main()
