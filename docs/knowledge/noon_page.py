"""The generated parts of the page about High Noon that are about hands as they are played."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from docs.knowledge.figures import interval, mean, middle
from docs.knowledge.noon_work import (
    BEATEN,
    BET,
    CALLED,
    CHECKED,
    FIGURES,
    FOLDED,
    STACK,
    STANDOFF,
    STAYED,
    Learned,
    Table,
    stored,
)
from docs.knowledge.page import rows
from docs.knowledge.plots import paint_pairs
from docs.knowledge.standoff_page import NAMES, PAGE

from sidepot import games
from sidepot.designer.report.pace import DEALING, SECONDS, minutes
from sidepot.lab.tally import SIGMAS

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["PAGE", "PICTURES", "SOURCES", "parts"]
SOURCES = (FIGURES,)
"""The file that the picture is drawn from."""
_FEW = 50
"""Fewer hands than these give no share."""


def parts() -> Mapping[str, str]:
    """The generated parts, by their marker in the page."""
    tables, learned = stored()
    return {
        "noon won": won_rows([table for table in tables if table.style == STANDOFF]),
        "noon minutes": minute_rows(tables),
        "noon pace": pace(tables),
        "noon seats": seat_rows(tables),
        "noon furthest": furthest(tables),
        "noon bluffs": bluff_rows(learned),
        "noon bluffed": bluffed(learned),
    }


def won_rows(tables: Sequence[Table]) -> str:
    """The frequency with which each final hand wins, by players."""
    body = [[name, *(_won(table, key) for table in tables)] for key, name in NAMES.items()]
    found = rows(["", *(f"{table.players} players" for table in tables)], body)
    half = max(
        (high - low) / 2
        for table in tables
        for key, held in table.held.items()
        if held >= _FEW
        for low, high in [interval(round(table.won[key]), held)]
    )
    return f"{found}\n\nHalf an interval of 95 % is {half:.0%} at most; a dash is too rare to tell."


def _won(table: Table, kind: str) -> str:
    held = table.held.get(kind, 0)
    return f"{table.won[kind] / held:.0%}" if held >= _FEW else "-"


def _title(style: str) -> str:
    return games.find(style).title.partition(": ")[2]


def minute_rows(tables: Sequence[Table]) -> str:
    """Decisions and minutes a hand."""
    body = []
    for table in tables:
        least, most = (minutes(n) for n in middle(table.asked))
        long = minutes(mean(table.asked))
        shown = table.reached / table.hands
        body.append(
            [
                *(_title(table.style), str(table.players), f"{mean(table.asked):.0f}"),
                *(f"{long:.1f}", f"{least:.1f} to {most:.1f}", f"{shown:.0%}"),
            ]
        )
    head = ["", "players", "decisions", "minutes", "of ten hands, eight", "come to the reveal"]
    return rows(head, body)


def pace(tables: Sequence[Table]) -> str:
    """A sentence on how minutes are counted."""
    return (
        f"{tables[0].hands:,} hands each, in which all play by the bot `regular`. This counts "
        f"{SECONDS} seconds for a decision, and {DEALING} for the antes, the deal and the pot."
    )


def seat_rows(tables: Sequence[Table]) -> str:
    """The win of the first and of the last to act."""
    body = [
        [_title(table.style), str(table.players), _chips(table, 0), _chips(table, -1)]
        for table in tables
    ]
    return rows(["", "players", "the first to act", "the last"], body)


def _chips(table: Table, seat: int) -> str:
    return f"{table.payoff[seat]:+.2f} ±{SIGMAS * table.error[seat]:.2f}"


def furthest(tables: Sequence[Table]) -> str:
    """Sentences on the seats outside their intervals, by style."""
    said = []
    for style in dict.fromkeys(table.style for table in tables):
        apart = [
            abs(won) > SIGMAS * error
            for table in tables
            if table.style == style
            for won, error in zip(table.payoff, table.error, strict=True)
        ]
        said.append(f"{sum(apart)} of {len(apart)} in {_title(style)}")
    return (
        f"Seats whose interval of 95 % does not hold 0: {', '.join(said)}. Chance alone puts one "
        "in twenty there."
    )


def bluff_rows(learned: Learned) -> str:
    """The learned strategy when the last card is up, by the hand held."""
    body = []
    for key, name in NAMES.items():
        seen = learned.held.get(key, {})
        body.append(
            [
                name,
                _share(seen, BET, BET, CHECKED),
                _share(seen, BEATEN, CALLED),
                _share(seen, FOLDED, FOLDED, STAYED),
            ]
        )
    return rows(["", "bets", "beaten when called", "folds to a bet"], body)


def _share(seen: Mapping[str, int], part: str, *whole: str) -> str:
    total = sum(seen.get(each, 0) for each in whole)
    return f"{seen[part] / total:.0%}" if total >= _FEW else "-"


def bluffed(learned: Learned) -> str:
    """Sentences on the bluffs and on the seat."""
    bets = {key: seen[BET] for key, seen in learned.held.items()}
    bluffs = [key for key in bets if key in ("high_card", "pair")]
    share = sum(bets[key] for key in bluffs) / sum(bets.values())
    called = sum(seen[CALLED] for seen in learned.held.values())
    beaten = sum(seen[BEATEN] for seen in learned.held.values())
    low, high = interval(sum(bets[key] for key in bluffs), sum(bets.values()))
    return (
        f"{share:.0%} ({low:.0%} to {high:.0%}) of its bets when the last card is up are made with "
        f"a pair or less; of all bets there {called / sum(bets.values()):.0%} are called, and the "
        f"caller has the better hand in {beaten / called:.0%} of those. The first to act wins "
        f"{learned.first:+.2f} ±{SIGMAS * learned.error:.2f} antes a hand. {learned.hands:,} hands "
        f"between two with {STACK} antes each, no-limit."
    )


def _total(held: Mapping[str, Mapping[str, int]], kind: str, *done: str) -> int:
    return sum(held.get(kind, {}).get(each, 0) for each in done)


def paint_bluffs(ax: Axes) -> None:
    """Bets and folds of the learned strategy when the last card is up."""
    learned = stored()[1].held
    kinds = [key for key in NAMES if _total(learned, key, FOLDED, STAYED) >= _FEW]
    done = {"bets": (BET, CHECKED), "folds to a bet": (FOLDED, STAYED)}
    pairs = {
        label: [learned[key][part] / _total(learned, key, part, other) for key in kinds]
        for label, (part, other) in done.items()
    }
    paint_pairs(ax, [NAMES[key] for key in kinds], pairs, "when the last card is up")


PICTURES: Mapping[str, tuple[float, Callable[[Axes], None]]] = {
    "shootout-bluffs.svg": (4.0, paint_bluffs)
}
"""Each picture with its height in inches."""
