"""The generated parts and the pictures of the page about Guts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from docs.knowledge.guts_work import EQUILIBRIA, FIGURES, SHOWN, Figures, half, stored
from docs.knowledge.page import rows
from docs.knowledge.plots import COLOURS, INK, LINE

from sidepot.games.guts import RANKING
from sidepot.odds.guts import table
from sidepot.odds.guts.coalition import THREE
from sidepot.odds.guts.solving import COUNTED
from sidepot.odds.guts.table import Row

if TYPE_CHECKING:
    from matplotlib.axes import Axes

PAGE = Path(__file__).parents[1] / "guts-known.md"
SOURCES = (EQUILIBRIA, FIGURES)
"""The files that the pictures are drawn from."""
_SAID = {
    (2, False): "a king between two, king and jack among three, any ace among more",
    (2, True): "a jack between two, a king among three, any ace among more",
    (3, False): "ace and ten between two, a pair among three, sevens, tens, queens among more",
    (3, True): "a king between two, ace and queen among three, a pair, sevens, tens among more",
}
_FEW = 6
"""Mixed hands that are listed; of more their number is told."""


def parts() -> Mapping[str, str]:
    """The generated parts, by their marker in the page."""
    found = stored()
    return {
        "guts rules": rule_rows(found),
        "guts two": threshold_rows(2, found),
        "guts two proven": proven(2),
        "guts three": threshold_rows(3, found),
        "guts three proven": proven(3),
        "guts pots": pot_rows(found),
        "guts coalition": coalition_rows(found),
    }


def rule_rows(found: Sequence[Figures]) -> str:
    """The rules of thumb, each with what it costs beside best play."""
    body = []
    for (size, goes_on), said in _SAID.items():
        costs = [one for one in found if (one.cards, one.goes_on) == (size, goes_on)]
        most = max(costs, key=lambda one: one.rule + half(one.rule_error))
        body.append(
            [
                f"{size} cards, {'carried on' if goes_on else 'by itself'}",
                f"in from {said}",
                f"{max(most.rule, 0):.3f}{_either(most.rule_error)}",
            ]
        )
    return rows(["game", "rule", "costs at most, antes a hand"], body)


def threshold_rows(size: int, found: Sequence[Figures]) -> str:
    """The weakest hand to be in with, by players."""
    body = []
    for players in SHOWN:
        line = [str(players)]
        for goes_on in (False, True):
            row = table.rows()[size, RANKING[0], players, goes_on]
            (figures,) = _of(found, size, players, goes_on)
            line += [_hand(row), f"{figures.share:.1%}"]
        body.append(line)
    return rows(["players", "by itself: from", "in", "carried on: from", "in"], body)


def _hand(row: Row) -> str:
    """The weakest hand that is in, with those that are in at times in brackets."""
    lowest = _ranks(row.lowest)
    if len(row.mixed) > _FEW:
        return f"{lowest} ({len(row.mixed)} weaker at times)"
    mixed = ", ".join(f"{_ranks(hand)} {often:.0%}" for hand, (_, often) in row.mixed.items())
    return f"{lowest} ({mixed})" if mixed else lowest


def _ranks(hand: str) -> str:
    """The ranks of a hand, from the highest, and its suit if it has one."""
    cards = sorted(hand.split(), key=lambda card: "23456789TJQKA".index(card[0]), reverse=True)
    suited = len(cards) > 2 and len({card[1] for card in cards}) == 1
    return "-".join(card[0].replace("T", "10") for card in cards) + (" of a suit" if suited else "")


def proven(size: int) -> str:
    """A sentence on how far the strategies are from equilibrium."""
    shown = [
        (row, row.most * row.players)
        for row in table.rows().values()
        if row.cards == size and row.ranking == RANKING[0] and row.players in SHOWN
    ]
    exact = [gain for row, gain in shown if row.players <= COUNTED[size]]
    said = f"Counted: the best reply to them gains {max(exact):.5f} antes a hand at most. "
    others = [(row, gain) for row, gain in shown if row.players > COUNTED[size]]
    if others:
        row, gain = max(others, key=lambda each: each[1])
        bounds = dict.fromkeys(f"{each:.4f}" for each in (row.least * row.players, gain))
        said += (
            f"The sampled ones are farther: the best reply gains {' to '.join(bounds)} antes among "
            f"{row.players}, and less among others."
        )
    return said.strip()


def pot_rows(found: Sequence[Figures]) -> str:
    """The frequency with which nobody is in, and the next pot."""
    body = []
    for size in (2, 3):
        for players in SHOWN:
            (alone,), (on,) = (_of(found, size, players, goes_on) for goes_on in (False, True))
            body.append(
                [
                    *(str(size), str(players), f"{alone.nobody:.1%}", f"{on.nobody:.1%}"),
                    f"{on.left:.3f} ±{half(on.left_error):.3f}",
                ]
            )
    head = ["cards", "players", "nobody in, by itself", "nobody in, carried on"]
    return rows([*head, "next pot, of this one"], body)


def coalition_rows(found: Sequence[Figures]) -> str:
    """The win of two together from a third."""
    body = []
    for goes_on in (False, True):
        (one,) = _of(found, 2, THREE, goes_on)
        body.append(
            [
                "carried on" if goes_on else "by itself",
                f"{max(one.silent, 0) + 0:.3f} or more",
                f"{one.informed:.3f}",
            ]
        )
    return rows(["antes a hand that both win together", "agreed before", "with signals"], body)


def _of(found: Sequence[Figures], size: int, players: int, goes_on: bool) -> list[Figures]:
    wanted = size, players, goes_on
    return [one for one in found if (one.cards, one.players, one.goes_on) == wanted]


def _either(error: float) -> str:
    return f" ±{half(error):.3f}" if error else ""


def paint_in(ax: Axes) -> None:
    """The frequency with which a player is in, by players."""
    found = stored()
    lines = ((2, False, LINE, "o"), (2, True, LINE, "s"), (3, False, INK, "o"), (3, True, INK, "s"))
    for size, goes_on, colour, marker in lines:
        share = [_of(found, size, players, goes_on)[0].share for players in SHOWN]
        label = f"{size} cards, {'carried on' if goes_on else 'by itself'}"
        style = "--" if goes_on else "-"
        ax.plot(SHOWN, share, style, color=colour, marker=marker, label=label)
    ax.fill_between(SHOWN, [1 / n for n in SHOWN], color=COLOURS[0], alpha=0.4, linewidth=0)
    ax.text(5.4, 0.06, "fewer than one on average", size=9.5, ha="center")
    ax.set_xticks(list(SHOWN))
    ax.set_ylim(0, 0.6)
    ax.yaxis.set_major_formatter(lambda part, _: f"{part:.0%}")
    ax.set_xlabel("players")
    ax.set_ylabel("of all hands are in")
    ax.legend(frameon=False)


PICTURES: Mapping[str, tuple[float, Callable[[Axes], None]]] = {"guts-in.svg": (3.6, paint_in)}
"""Each picture with its height in inches."""
