"""The picture of the page: the winnings of replies, from results alone (decision 11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docs.knowledge.plots import COLOURS, FOLDER, INK, LINE, STYLE, WIDE
from docs.strength.figures import Results, results, signature

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FILE = FOLDER / "strength.svg"
_LEAST = 0.01
"""The start of the axis, in units a hand; smaller winnings are an arrow that points there."""


def draw() -> bool:
    """Draw the winnings of replies; returns whether anything was measured."""
    shown = [one for one in results() if one.reply is not None]
    if not shown:
        return False
    import matplotlib as mpl
    from matplotlib.figure import Figure

    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(WIDE, 1.2 + 0.5 * len(shown)), facecolor="white")
        paint(figure.subplots(), shown)
        metadata = {"Date": None, "Creator": None, "Source": signature()}
        figure.savefig(FILE, format="svg", metadata=metadata)
    return True


def paint(ax: Axes, shown: list[Results]) -> None:
    """A line a game: the reply with its interval, the floor, and the reply to `regular`."""
    for y, one in enumerate(shown):
        row, table = one.reply, one.table
        assert row is not None
        low, high = (max(row.mean + side * row.interval, _LEAST) for side in (-1, 1))
        ax.plot([low, high], [y, y], color=LINE, linewidth=3, solid_capstyle="butt")
        ax.plot(max(row.mean, _LEAST), y, "o" if row.mean > _LEAST else "<", color=LINE)
        if table.floor is not None:
            ax.plot([table.floor] * 2, [y - 0.35, y + 0.35], color=INK, linewidth=2)
            ax.text(table.floor, y - 0.38, "floor", ha="center", va="bottom", size=8)
        if table.before is not None:
            ax.plot(table.before, y, "s", color=COLOURS[3])
            ax.text(table.before, y + 0.2, "regular", ha="center", va="top", size=8)
    ax.set_xscale("log")
    ax.set_yticks(range(len(shown)), [one.table.title for one in shown])
    ax.set_ylim(len(shown) - 0.4, -0.7)
    ax.set_xlabel("what a learned reply wins, in antes or big blinds a hand")
    ax.grid(axis="x", color="#e0e0e0")
