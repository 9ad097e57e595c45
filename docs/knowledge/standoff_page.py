"""The generated parts and the picture of the page about High Noon."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from docs.knowledge.page import rows
from docs.knowledge.plots import paint_pairs
from docs.knowledge.standoff_work import FIGURES, LEVELS, Bound, Habits, stored

from sidepot.lab.tally import SIGMAS

if TYPE_CHECKING:
    from matplotlib.axes import Axes

PAGE = Path(__file__).parents[1] / "high-noon-known.md"
SOURCES = (FIGURES, LEVELS)
"""The files that the pictures are drawn from."""
NAMES = {
    "high_card": "high card",
    "pair": "pair",
    "two_pair": "two pair",
    "trips": "three of a kind",
    "straight": "straight",
    "flush": "flush",
    "full_house": "full house",
    "quads": "four of a kind",
    "straight_flush": "straight flush",
}
_RULE = "by the rule"
_ITSELF = "equilibrium"
_FEW = 0.05
"""How rarely a class of hands throws for nothing to be told of which card."""


def parts() -> Mapping[str, str]:
    """The generated parts, by their marker in the page."""
    bounds, habits = stored()
    two = [bound for bound in bounds if bound.players == 2 and bound.rivals != _RULE]
    return {
        "standoff rule": rule(bounds),
        "standoff bounds": bound_rows(two),
        "standoff proven": proven(two),
        "standoff more": more_rows([bound for bound in bounds if bound.players > 2]),
        "standoff when": when_rows(habits[0]),
        "standoff lowest": lowest_rows(habits[0]),
        "standoff thrown": thrown_rows(habits),
        "standoff final": final_rows(habits),
    }


def rule(bounds: Sequence[Bound]) -> str:
    """A sentence on what the rule of thumb costs."""
    (found,) = (bound for bound in bounds if bound.rivals == _RULE)
    return (
        f"Between two it wins {_either(found.value, found.error)} antes a hand more than keeping "
        f"all cards, and {_either(-found.least, found.least_error)} antes less than the solution, "
        "against rivals who play that."
    )


def bound_rows(two: Sequence[Bound]) -> str:
    """The win of the solution from rivals, and the bounds of a best reply's gain."""
    body = [
        [
            _of(bound.rivals),
            f"{bound.value:+.2f} ±{SIGMAS * bound.error:.2f}",
            _least(bound),
            _either(bound.most, bound.most_error),
        ]
        for bound in two
    ]
    return rows(["rivals", "worth of throwing", "a reply gains at least", "at most"], body)


def _of(rivals: str) -> str:
    return "the solution itself" if rivals == _ITSELF else rivals


def proven(two: Sequence[Bound]) -> str:
    """Sentences on the distance to an equilibrium, and on the seats."""
    (itself,) = (bound for bound in two if bound.rivals == _ITSELF)
    most = itself.most + SIGMAS * itself.most_error
    first, second = itself.seats
    return (
        f"So nobody gains more than {most:.4f} antes a hand from the solution, on average over the "
        f"seats, and a hand is worth 0 to within that. Whoever decides second sees whether the "
        f"first has thrown: a best reply gains {first:.4f} antes at most from the first seat and "
        f"{second:.4f} from the second, so that it hardly matters."
    )


def more_rows(bounds: Sequence[Bound]) -> str:
    """The bounds of replies among three and more."""
    body = [
        [
            str(bound.players),
            f"{bound.value:+.2f} ±{SIGMAS * bound.error:.2f}",
            _least(bound),
            _either(bound.most, bound.most_error),
        ]
        for bound in bounds
    ]
    return rows(["players", "worth of throwing", "a reply gains at least", "at most"], body)


def when_rows(habits: Habits) -> str:
    """The frequency with which a card is thrown, by what is held."""
    body = [
        [name, *(f"{share:.0%}" for share in habits.throws[key])]
        for key, name in NAMES.items()
        if key in habits.throws
    ]
    return rows(["the hand so far", "one card up", "two cards up"], body)


def lowest_rows(habits: Habits) -> str:
    """The frequency with which the card thrown is that of the rule of thumb, by what is held."""
    body = [
        [
            name,
            *(
                f"{share:.0%}" if often >= _FEW else "-"
                for share, often in zip(habits.lowest[key], habits.throws[key], strict=True)
            ),
        ]
        for key, name in NAMES.items()
        if key in habits.lowest
    ]
    return rows(["the hand so far", "one card up", "two cards up"], body)


def thrown_rows(habits: Sequence[Habits]) -> str:
    """The cards that a hand throws, by players."""
    body = [[str(one.players), *(f"{share:.0%}" for share in one.thrown)] for one in habits]
    return rows(["players", "none", "one", "two", "three"], body)


def final_rows(habits: Sequence[Habits]) -> str:
    """The frequency with which each final hand is made, by players."""
    body = [
        [name, *(f"{one.final.get(key, 0):.1%}" for one in habits)] for key, name in NAMES.items()
    ]
    table = rows(["", *(f"{one.players} players" for one in habits)], body)
    most = SIGMAS * max(one.error for one in habits)
    return f"{table}\n\nHalf an interval of 95 % is {most:.1%} of the hands at most."


def _least(bound: Bound) -> str:
    """The lower bound; a reply that wins less than the solution is not chosen, so 0 at least."""
    is_more = bound.least > SIGMAS * bound.least_error
    return _either(bound.least, bound.least_error) if is_more else "0"


def _either(value: float, error: float) -> str:
    return f"{value:.4f} ±{SIGMAS * error:.4f}"


def paint_when(ax: Axes) -> None:
    """The frequency with which a card is thrown, by what is held."""
    (habits, *_) = stored()[1]
    kinds = [key for key in NAMES if key in habits.throws]
    labels = ("one card up", "two cards up")
    pairs = {label: [habits.throws[key][at] for key in kinds] for at, label in enumerate(labels)}
    paint_pairs(ax, [NAMES[key] for key in kinds], pairs, "throws a card")


PICTURES: Mapping[str, tuple[float, Callable[[Axes], None]]] = {
    "standoff-when.svg": (4.0, paint_when)
}
"""Each picture with its height in inches."""
