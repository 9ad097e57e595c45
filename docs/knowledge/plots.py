"""The pictures of the page. The same figures make the same bytes; each picture has their hash.

Colours are those of Okabe and Ito, which colour-blind readers can distinguish; what they show is
written too. Pictures have a white background, because the page around them may be dark.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docs.knowledge.deals import first_buy, worth
from docs.knowledge.figures import (
    PLAYED,
    SOLVED,
    mean,
    middle,
    ratios,
    tables,
)

from sidepot.cards import RANKS
from sidepot.designer.report.pace import minutes
from sidepot.lab.tally import SIGMAS
from sidepot.odds.ricochet import opening

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FOLDER = Path(__file__).parents[1] / "pictures"
STYLE: dict[str, Any] = {
    "axes.axisbelow": True,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "figure.constrained_layout.use": True,
    "font.size": 11,
    "svg.fonttype": "path",  # the same on every machine
    "svg.hashsalt": "sidepot",
}
FIRST = ("fold", "buy 1", "buy 2", "buy 3", "buy 4")
COLOURS = ("#d5d5d5", "#8fcdf2", "#f3e86b", "#efaa33", "#4dbb95")
"""By the number of cards bought."""
INK, LINE = "#202020", "#0072b2"
WIDE = 6.6


def draw() -> None:
    """Draw all pictures of Ricochet."""
    draw_all(PICTURES, signature())


def draw_all(pictures: Mapping[str, tuple[float, Callable[[Axes], None]]], source: str) -> None:
    """Draw the pictures of a page, with the hash of their figures."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    for name, (height, paint) in pictures.items():
        with mpl.rc_context(STYLE):
            figure = Figure(figsize=(WIDE, height), facecolor="white")
            paint(figure.subplots())
            metadata = {"Date": None, "Creator": None, "Source": source}
            figure.savefig(FOLDER / name, format="svg", metadata=metadata)


def paint_pairs(
    ax: Axes, kinds: Sequence[str], pairs: Mapping[str, Sequence[float]], said: str
) -> None:
    """Two bars of shares for each kind of hand, the first kind on top; `said`: what they measure.

    `pairs`: the shares by the label of their bars, in the order of the kinds.
    """
    for at, (colour, (label, shares)) in enumerate(
        zip((COLOURS[1], LINE), pairs.items(), strict=True)
    ):
        places = [len(kinds) - 0.8 - 0.4 * at - y for y in range(len(kinds))]
        ax.barh(places[::-1], list(shares)[::-1], height=0.38, color=colour, label=label)
        for y, share in zip(places[::-1], list(shares)[::-1], strict=True):
            ax.text(share + 0.01, y, f"{share:.0%}", va="center", size=9.5)
    ax.set_yticks(range(len(kinds)), list(kinds)[::-1])
    ax.set_xlim(0, 1.08)
    ax.xaxis.set_major_formatter(lambda part, _: f"{part:.0%}")
    ax.set_xlabel(said)
    ax.legend(frameon=False, loc="lower right")


def signature() -> str:
    """A hash of all figures, stored in every picture."""
    return signature_of_files((SOLVED, PLAYED), opening.text())


def signature_of_files(files: Iterable[Path], first: str = "") -> str:
    """A hash of the figures in some files."""
    parts = [*([first.encode()] if first else []), *(file.read_bytes() for file in files)]
    return hashlib.sha256(b"\n".join(parts)).hexdigest()[:16]


def signature_of(picture: str) -> str:
    """The hash of the figures that a picture was drawn from."""
    found = re.search(r"<dc:source>(.*?)</dc:source>", picture)
    return found[1] if found else ""


def paint_opening(ax: Axes) -> None:
    """The low card's best first buy against each high card, and its value."""
    for low, high in _deals():
        k, value = first_buy(low, high), worth(low, high)
        _cell(ax, low, high, COLOURS[k])
        if k == 0:
            ax.text(low, high, "fold", ha="center", va="center", size=10)
        else:
            ax.text(low, high + 0.19, str(k), ha="center", va="center", size=13, weight="bold")
            ax.text(low, high - 0.23, f"{value:+.2f}", ha="center", va="center", size=10)
    _ranks(ax, "low card", "high card")
    _legend(ax, loc="lower right", title="the low card's best first buy")


def _deals() -> Iterator[tuple[int, int]]:
    return ((low, high) for high in range(len(RANKS)) for low in range(high + 1))


def paint_ratio(ax: Axes) -> None:
    """The part of deals at which each first buy is the best, by the ratio."""
    solved = ratios()
    for y, ratio in enumerate(solved):
        left = 0.0
        for k, part in enumerate(ratio.first):
            ax.barh(y, part, left=left, color=COLOURS[k], edgecolor="white", height=0.8)
            if part > 0.04:
                ax.text(left + part / 2, y, f"{part:.0%}", ha="center", va="center")
            left += part
    ax.set_yticks(range(len(solved)), [f"{r.ante} : {r.price}" for r in solved])
    ax.invert_yaxis()
    ax.set_xlim(0, 1)
    ax.xaxis.set_major_formatter(lambda part, _: f"{part:.0%}")
    ax.set_xlabel("of all deals for two")
    ax.set_ylabel("ante : price of a card")
    _legend(ax, loc="lower center", bbox_to_anchor=(0.45, 1.0), ncols=5)


def paint_minutes(ax: Axes) -> None:
    """Minutes a hand, by players."""
    _ranges(ax, [t.asked for t in tables()], minutes, "minutes a hand", ".1f")


def paint_pots(ax: Axes) -> None:
    """Chips in the pot, by players."""
    _ranges(ax, [t.pots for t in tables()], float, "chips in the pot", ".1f")


def _ranges(
    ax: Axes, counted: Sequence[Sequence[int]], of: Callable[[float], float], label: str, form: str
) -> None:
    """A mean for each number of players, and the range of eight hands in ten."""
    for table, counts in zip(tables(), counted, strict=True):
        least, most = (of(end) for end in middle(counts))
        x, y = table.players, of(mean(counts))
        ax.bar(x, most - least, bottom=least, width=0.4, color=COLOURS[1])
        ax.plot([x - 0.2, x + 0.2], [y, y], color=INK, linewidth=2)
        ax.text(x + 0.23, y, f"{y:{form}}", va="center", weight="bold")
    ax.set_ylim(bottom=0)
    ax.set_xlabel("players")
    ax.set_ylabel(label)
    ax.grid(axis="y", color="#e0e0e0")
    ax.set_title("line: mean; box: eight hands in ten", size=11, loc="left")


def paint_first_card(ax: Axes) -> None:
    """The part of hands that a first card wins, coloured by its difference to a fair share."""
    from matplotlib import colormaps

    scale = colormaps["PuOr_r"]
    played = tables()
    for table in played:
        for rank in range(len(RANKS)):
            chance = table.chance(rank)
            colour = scale(0.5 + 0.3 * max(-1.0, min(1.0, chance * table.players - 1)))
            _cell(ax, rank, table.players, colour)
            ax.text(rank, table.players, f"{chance:.0%}", ha="center", va="center", size=10.5)
    ax.set_xticks(range(len(RANKS)), list(RANKS))
    ax.set_yticks([t.players for t in played])
    ax.set_xlim(-0.5, len(RANKS) - 0.5)
    ax.set_ylim(played[-1].players + 0.5, played[0].players - 0.5)
    ax.set_xlabel("first card")
    ax.set_ylabel("players")
    ax.set_title("wins; orange: more than a fair share, violet: less", size=11, loc="left")


def paint_seats(ax: Axes) -> None:
    """Chips a hand by seat, with intervals."""
    played = tables()
    for table in played:
        for p, (won, error) in enumerate(zip(table.payoff, table.error, strict=True)):
            x = table.players + (p - (table.players - 1) / 2) * 0.1
            ax.errorbar(x, won, SIGMAS * error, color=LINE, marker="o", markersize=3, linewidth=1.2)
    ax.axhline(0, color=INK, linewidth=1)
    ax.set_xticks([table.players for table in played])
    ax.set_xlabel("players; in each group the seats, from the first")
    ax.set_ylabel("chips a hand")
    ax.grid(axis="y", color="#e0e0e0")


def _cell(ax: Axes, x: int, y: int, colour: Any) -> None:
    from matplotlib.patches import Rectangle

    ax.add_patch(Rectangle((x - 0.5, y - 0.5), 1, 1, facecolor=colour, edgecolor="white"))


def _ranks(ax: Axes, across: str, up: str) -> None:
    ax.set_xticks(range(len(RANKS)), list(RANKS))
    ax.set_yticks(range(len(RANKS)), list(RANKS))
    ax.set_xlim(-0.5, len(RANKS) - 0.5)
    ax.set_ylim(-0.5, len(RANKS) - 0.5)
    ax.set_xlabel(across)
    ax.set_ylabel(up)


def _legend(ax: Axes, **where: Any) -> None:
    from matplotlib.patches import Patch

    keys = [Patch(facecolor=c, label=name) for c, name in zip(COLOURS, FIRST, strict=True)]
    ax.legend(handles=keys, frameon=False, **where)


PICTURES: dict[str, tuple[float, Callable[[Axes], None]]] = {
    "ricochet-opening.svg": (6.4, paint_opening),
    "ricochet-ratio.svg": (3.6, paint_ratio),
    "ricochet-minutes.svg": (3.6, paint_minutes),
    "ricochet-first-card.svg": (3.9, paint_first_card),
    "ricochet-seats.svg": (3.4, paint_seats),
    "ricochet-pots.svg": (3.6, paint_pots),
}
"""Each picture with its height in inches."""
