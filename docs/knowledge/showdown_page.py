"""The generated parts and the picture about Showdown, on the page about High Noon."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from docs.knowledge.page import rows
from docs.knowledge.plots import COLOURS, LINE
from docs.knowledge.showdown_hands import MIDS, SEATS
from docs.knowledge.showdown_work import (
    BLOCKS,
    CLASSES,
    FIGURES,
    HANDS,
    RIVALS,
    Figures,
    Pair,
    stored,
)
from docs.knowledge.standoff_page import PAGE

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["PAGE", "PICTURES", "SOURCES", "parts"]

SOURCES = (FIGURES,)
"""The file that the picture is drawn from."""
_FEW = 0.01
"""The part of a class's hands below which no share of them is told."""
_WHEN = ("after the deal", "one card up", "two cards up", "before the reveal")


def parts() -> Mapping[str, str]:
    """The generated parts, by their marker in the page."""
    found = stored()
    return {
        "showdown rule": rule(found),
        "showdown bounds": bound_rows(found),
        "showdown proven": proven(found),
        "showdown mids": mid_rows(found),
        "showdown cost": cost(found),
        "showdown when": when_rows(found),
        "showdown sample": sample(),
    }


def rule(found: Figures) -> str:
    """Sentences on what the rule of thumb costs."""
    return (
        f"Beside the computed strategy, against rivals who play that, this loses "
        f"{_either(found.rule)} antes a hand between two. Whoever pays by this rule, and throws "
        f"like the strategy, loses {_either(found.rule_pays)}."
    )


def bound_rows(found: Figures) -> str:
    """The gain of a best reply, beside the strategy."""
    body = [
        ["first to act", _either(found.seats[0])],
        ["second to act", _either(found.seats[1])],
        ["on average", _either(found.gain)],
    ]
    return rows(["a best reply in this seat", "gains at most, antes a hand"], body)


def proven(found: Figures) -> str:
    """Sentences on the distance to an equilibrium, and on the worth of the second seat."""
    first, second = (mean + half for mean, half in found.seats)
    low = found.second[0] - found.second[1] - first
    high = found.second[0] + found.second[1] + second
    least = _either(found.least) if found.least[0] > 0 else "0"
    return (
        f"At least a reply gains {least}, on average over the seats. So the strategy is within "
        f"{sum(found.gain):.3f} antes a hand of an equilibrium. The second seat wins "
        f"{_either(found.second)} antes a hand where both play it; with best play of both it is "
        f"worth between {low:+.3f} and {high:+.3f}."
    )


def mid_rows(found: Figures) -> str:
    """The hands that end at each mid."""
    body = [
        [when, f"{one:.1%}", f"{two:.1%}"]
        for when, (one, two) in zip(_WHEN, found.folds, strict=True)
    ]
    return rows(["the mid", "the first folds", "the second folds"], body)


def cost(found: Figures) -> str:
    """Sentences on what the mids cost."""
    mids = MIDS * found.shown
    for paid, (one, two) in enumerate(found.folds):
        mids += paid * (one + two) + two / 2
    return (
        f"{found.shown:.1%} of the hands come to the reveal, and a player pays {mids:.1f} of the "
        f"{MIDS} mids on average. Whoever throws like the strategy but never folds loses "
        f"{_either(found.paying)} antes a hand beside it."
    )


def when_rows(found: Figures) -> str:
    """The folds of each class of hands at each mid that it comes to."""
    body = []
    for name in CLASSES:
        one, two = (_shares(found, name, seat) for seat in range(SEATS))
        body.append([name, *(f"{first}, {second}" for first, second in zip(one, two, strict=True))])
    return rows(["the five cards dealt", *_WHEN], body)


def _shares(found: Figures, name: str, seat: int) -> list[str]:
    """The folds of a class in a seat; a dash where next to none of its hands is left."""
    said, left = list[str](), 1.0
    for pair in found.by_class[name]:
        said.append(f"{pair[seat]:.0%}" if left >= _FEW else "-")
        left *= 1 - pair[seat]
    return said


def sample() -> str:
    """The hands behind the figures."""
    return (
        f"{BLOCKS} blocks of {HANDS} own hands and {RIVALS} rivals' hands, all dealt at "
        "random; the interval of 95 % is from block to block, so that it has the chance of both."
    )


def _either(pair: Pair) -> str:
    mean, half = pair
    return f"{mean:.3f} ±{half:.3f}"


def paint_when(ax: Axes) -> None:
    """Bars of how often the second folds at each mid, by class of hand."""
    found, high = stored(), 0.8 / len(CLASSES)
    colours: Sequence[str] = (COLOURS[0], COLOURS[1], LINE)
    for k, (name, colour) in enumerate(zip(CLASSES, colours, strict=True)):
        shares = [pair[1] for pair in found.by_class[name]]
        places = [mid + (k - 1) * high for mid in range(MIDS)]
        ax.bar(places, shares, high, color=colour, label=name)
        for x, share, said in zip(places, shares, _shares(found, name, 1), strict=True):
            ax.text(x, share + 0.01, said, ha="center", size=9.5)
    ax.set_xticks(range(MIDS), _WHEN)
    ax.set_ylim(0, 1.08)
    ax.yaxis.set_major_formatter(lambda part, _: f"{part:.0%}")
    ax.set_ylabel("the second to act folds")
    ax.legend(frameon=False, loc="upper right")


PICTURES: Mapping[str, tuple[float, Callable[[Axes], None]]] = {
    "showdown-when.svg": (3.4, paint_when)
}
"""Each picture with its height in inches."""
