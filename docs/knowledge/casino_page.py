"""The generated parts and the chart of the page about casino Ricochet."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from docs.knowledge.casino_work import FIGURES, KINDS, NAMES, Figures, stored
from docs.knowledge.page import rows
from docs.knowledge.plots import INK

from sidepot.cards import RANKS

if TYPE_CHECKING:
    from matplotlib.axes import Axes

PAGE = Path(__file__).parents[1] / "casino-known.md"
SOURCES = (FIGURES,)
"""The files that the pictures are drawn from."""
DARK = 9
"""Pairs from which a cell is so dark that its text is white."""
FIRST_PAIR = len(KINDS) - (len(RANKS) - 1)


def parts() -> Mapping[str, str]:
    """The generated parts, by their marker in the page."""
    found = stored()
    return {
        "casino rule": rule(found),
        "casino rules": rule_rows(found),
        "casino chart": chart(found),
        "casino no pair": no_pair(found),
    }


def rule(found: Figures) -> str:
    """Sentences on what the rule of thumb costs."""
    cost = found.best - found.rules["rule of thumb"]
    return (
        f"It costs {cost:.4f} antes a hand beside best play, and decides as best play does in "
        f"{found.agree:.1%} of the hands."
    )


def rule_rows(found: Figures) -> str:
    """The bank's win from best play and from simple rules."""
    lines = {"best play": found.best, "the chart below": found.chart, **found.rules}
    body = [
        [name, f"{-won:.2%}", f"{found.best - won:.4f}" if won < found.best else "0"]
        for name, won in lines.items()
    ]
    return rows(["the player", "house edge", "costs, antes a hand"], body)


def _cost(antes: float) -> str:
    return f"{antes:.4f}" if antes else "0"


def chart(found: Figures) -> str:
    """A sentence on what the chart leaves out."""
    cost = found.best - found.chart
    return (
        f"The other cards of the bank can tip a close cell: leaving them out costs {cost:.4f} "
        f"antes a hand. Best play pays in {found.paid:.1%} of the hands that the bank plays; in "
        f"{found.kicked:.1%} of all hands it folds before you decide."
    )


def no_pair(found: Figures) -> str:
    """A sentence on the least that paying is worth against no pair."""
    worth, name, kind = min(
        (worth, name, KINDS[at])
        for name, line in found.worth.items()
        for at, worth in enumerate(line[:FIRST_PAIR])
    )
    return (
        f"The closest is {'-'.join(name)} against {kind}: paying is worth {worth:+.2f} antes there."
    )


def up_to(line: Sequence[float]) -> int:
    """Pairs of the bank, from the lowest up, against which paying is right on average."""
    pairs = line[FIRST_PAIR:]
    return next((at for at, worth in enumerate(pairs) if worth <= 0), len(pairs))


def paint_chart(ax: Axes) -> None:
    """The highest pair of the bank against which to pay, by the player's two cards."""
    from matplotlib import colormaps
    from matplotlib.patches import Rectangle

    scale, top = colormaps["YlGnBu"], len(RANKS) - 1
    found = stored()
    for name in NAMES:
        pairs = up_to(found.worth[name])
        high, low = (RANKS.index(rank) for rank in name[:2])
        x, y = (top - low, top - high) if name.endswith("s") else (top - high, top - low)
        colour = scale(0.75 * pairs / top)
        ax.add_patch(Rectangle((x - 0.5, y - 0.5), 1, 1, facecolor=colour, edgecolor="white"))
        ink = "white" if pairs > DARK else INK
        text = "all" if pairs == top else "none" if not pairs else RANKS[pairs - 1]
        ax.text(x, y, text.replace("T", "10"), ha="center", va="center", size=10, color=ink)
    shown = [rank.replace("T", "10") for rank in reversed(RANKS)]
    ax.set_xticks(range(len(RANKS)), shown)
    ax.set_yticks(range(len(RANKS)), shown)
    ax.set_xlim(-0.5, len(RANKS) - 0.5)
    ax.set_ylim(len(RANKS) - 0.5, -0.5)
    ax.set_title("pay against a pair up to this one; no pair: always", size=11, loc="left")
    ax.set_xlabel("your cards: of one suit above the diagonal, of two below")


PICTURES: Mapping[str, tuple[float, Callable[[Axes], None]]] = {
    "casino-chart.svg": (6.2, paint_chart)
}
"""Each picture with its height in inches."""
