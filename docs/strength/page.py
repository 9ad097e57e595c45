"""The generated parts of the page: tables, and the sentences with numbers in them."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

from docs.strength.figures import Results, results, small

from sidepot.lab.strength import gallery
from sidepot.lab.strength.measuring import ALONE, AT_TABLE, LOCAL, MANY, VARIANTS, Row
from sidepot.lab.strength.players import BEGINNER, EXPERT, LEVELS, RANDOM, REGULAR

PAGE = Path(__file__).parents[1] / "strength.md"
NOT_YET = "Not measured yet."
NEAR = 0.005
"""Antes a hand that best replies may win on the small games."""
_THOUSAND = 1000
_WEAK = "too weak a reply"
_TABLES = (2, 3, 4, 6)


def parts() -> dict[str, str]:
    """The generated parts, by their marks in the page."""
    found = results()
    return {
        "worst": worst_rows(found),
        "levels": level_rows(found),
        "two": opponent_rows(found, ALONE, 2),
        "four": opponent_rows(found, ALONE, 4),
        "four against one": opponent_rows(found, MANY, 4),
        "verdict": verdict(found),
        "picture": picture(found),
        "replies": reply_rows(found),
        "floors": floors(found),
        "own": own_rows(found),
        "local": local_rows(found),
        "small": small_rows(),
        "made": made(found),
    }


def rows(head: Sequence[str], body: Iterable[Sequence[str]]) -> str:
    """A Markdown table; a sentence where there is nothing to show."""
    lines = list(body)
    if not lines:
        return NOT_YET
    both = [head, ["---"] * len(head), *lines]
    return "\n".join(f"| {' | '.join(line)} |" for line in both)


def number(row: Row | None, mean: float | None = None) -> str:
    """A mean, its own or a given one, with half its interval."""
    if row is None:
        return ""
    return f"{row.mean if mean is None else mean:+.2f} ±{row.interval:.2f}"


def thousandths(row: Row | None) -> str:
    """The same in thousandths of a unit."""
    if row is None:
        return ""
    return f"{_THOUSAND * row.mean:+,.0f} ±{_THOUSAND * row.interval:,.0f}"


def level_rows(found: Sequence[Results]) -> str:
    """Each level against the one below it."""
    body = []
    for weaker, stronger in itertools.pairwise(LEVELS):
        for one in found:
            cells = [number(one.row(ALONE, n, stronger, weaker)) for n in (2, 4)]
            if any(cells):
                body.append([one.table.title, f"{stronger} against {weaker}", *cells])
    return rows(["game", "who", "two players", "four players"], body)


def worst_rows(found: Sequence[Results]) -> str:
    """The row that is worst for the expert at each game and table, from its side."""
    ways = [((ALONE, AT_TABLE), 2), ((ALONE,), 4), ((MANY, AT_TABLE), 4)]
    body = []
    for one in found:
        cells = []
        for kinds, players in ways:
            played = [row for row in one.rows if row.players == players and row.kind in kinds]
            met = [row for row in played if row.subject == EXPERT]
            worst = max(met, key=_loss, default=None)
            cells.append(f"{worst.opponent}: {number(worst, -_loss(worst))}" if worst else "")
        if any(cells):
            body.append([one.table.title, *cells])
    return rows(["game", "two players", "four, one expert", "four, three experts"], body)


def opponent_rows(found: Sequence[Results], kind: str, players: int) -> str:
    """The expert's winnings, by opponent and game."""
    names = [BEGINNER, REGULAR, RANDOM, *gallery.HABITS]
    those = [one for one in found if any(one.row(kind, players, EXPERT, name) for name in names)]
    if not those:
        return NOT_YET
    body = []
    for name in names:
        cells = [number(one.row(kind, players, EXPERT, name)) for one in those]
        if any(cells):
            body.append([name, *cells])
    return rows(["", *(one.table.title for one in those)], body)


def verdict(found: Sequence[Results]) -> str:
    """Sentences on who loses to whom beyond the interval."""
    measured = [(one, row) for one in found for row in one.rows if row.subject == EXPERT]
    played = [(one, row) for one, row in measured if row.kind in (ALONE, MANY)]
    if not played:
        return NOT_YET
    lost = [(one, row) for one, row in played if _loss(row) > row.interval]
    said = [f"The expert was measured in {len(played)} matches."]
    if lost:
        said.append(f"It lost by more than the interval in {len(lost)}: {_listed(lost)}.")
    else:
        said.append("It lost none by more than the interval.")
    against = [(one, row) for one, row in played if row.kind == ALONE and row.opponent == REGULAR]
    even = [(one, row) for one, row in against if row.mean <= row.interval]
    if even:
        said.append(f"It did not beat `regular` by more than the interval in: {_listed(even)}.")
    elif against:
        said.append("It beat `regular` by more than the interval in every game.")
    said.append(
        f"If all matches were even, chance alone would make {0.025 * len(played):.1f} look lost."
    )
    return " ".join(said)


def _loss(row: Row) -> float:
    """The expert's loss."""
    return -row.mean if row.kind == ALONE else row.mean


def _listed(played: Iterable[tuple[Results, Row]]) -> str:
    """Matches, those of a game and number of players together."""
    matches = defaultdict[str, list[str]](list)
    for one, row in played:
        way = "alone" if row.kind == ALONE else f"{row.players - 1} against one"
        table = f"{one.table.title}, {row.players} players, {way}"
        matches[table].append(f"{row.opponent} ({number(row)})")
    return "; ".join(f"{table}: {', '.join(each)}" for table, each in matches.items())


def picture(found: Sequence[Results]) -> str:
    """The picture, once there is anything to draw."""
    if not any(one.reply for one in found):
        return NOT_YET
    return "![What a learned reply wins, by game, beside the floor](pictures/strength.svg)"


def reply_rows(found: Sequence[Results]) -> str:
    """The winnings of learned replies, beside floors and the winnings from `regular`."""
    body = []
    for one in found:
        row, table = one.reply, one.table
        if row is not None:
            body.append(
                [
                    table.title,
                    str(row.players),
                    f"{number(row)} {one.terms.unit_name}",
                    thousandths(row),
                    "" if table.floor is None else f"{table.floor:g}",
                    "" if table.floor is None else reached(row, table.floor),
                    "" if table.before is None else f"{table.before:+.2f}",
                    f"{row.details['traversals']:,}, {row.details['finer']} x",
                ]
            )
    head = ["game", "players", "a learned reply wins", "thousandths", "floor", "reached"]
    return rows([*head, "from `regular`", "traversals, cards"], body)


def reached(row: Row, floor: float) -> str:
    """Whether a reply wins less than a floor, or than a third of it, beyond doubt.

    Nothing follows from one that loses: by playing as the expert does it would win 0.
    """
    most = row.mean + row.interval
    if row.mean < 0.0:
        return _WEAK
    if most <= floor / 3:
        return "yes, the aim too"
    if most <= floor:
        return "yes"
    return "no" if row.mean - row.interval > floor else "within the interval"


def own_rows(found: Sequence[Results]) -> str:
    """The winnings of replies with bets of their own at the table, by the number of players."""
    body = []
    for one in found:
        met = {row.players: row for row in one.of_kind(AT_TABLE)}
        if not met:
            continue
        floor, two = one.table.own_floor, met.get(2)
        body.append(
            [
                one.table.title,
                *(number(met.get(n)) for n in _TABLES),
                "" if floor is None else f"{floor:g}",
                "" if floor is None or two is None else _held(two, floor),
                "" if two is None else f"{two.details['traversals']:,}",
            ]
        )
    head = ["game", "two players", "three", "four", "six", "floor between two", "held"]
    return rows([*head, "traversals between two"], body)


def _held(row: Row, floor: float) -> str:
    """Whether a reply wins less than a floor, beyond doubt or not."""
    if row.mean + row.interval <= floor:
        return "yes"
    return "no" if row.mean - row.interval > floor else "within the interval"


def floors(found: Sequence[Results]) -> str:
    """A sentence on the floors."""
    judged = [
        (one.table.title, reached(one.reply, one.table.floor))
        for one in found
        if one.reply is not None and one.table.floor is not None
    ]
    if not judged:
        return NOT_YET
    good = [title for title, said in judged if said.startswith("yes")]
    bad = [title for title, said in judged if said == "no"]
    open_ones = [title for title, said in judged if said.startswith("within")]
    said = []
    weak = [title for title, said in judged if said == _WEAK]
    for titles, text in (
        (good, "is kept"),
        (bad, "is not kept"),
        (open_ones, "is undecided"),
        (weak, "was not put to the test, by a reply that loses,"),
    ):
        if titles:
            said.append(f"The floor {text} in {', '.join(titles)}.")
    return " ".join(said)


def local_rows(found: Sequence[Results]) -> str:
    """The winnings of local best responses, with published figures below."""
    body = []
    for one in found:
        own = [one.row(LOCAL, 2, EXPERT, variant) for variant in VARIANTS]
        if any(own):
            body.append([f"expert, {one.table.title}", *map(thousandths, own), "Sidepot"])
    if not body:
        return NOT_YET
    return rows(["who, two players", *VARIANTS, "by"], body)


def small_rows() -> str:
    """The exact figures."""
    body = [
        [
            each["title"],
            f"{each['sets']:,}",
            f"{each['rounds']:,}",
            f"{each['exploitability']:.5f}",
            "yes" if each["exploitability"] < NEAR else "no",
            f"{each['value']:+.4f}" + (f" (known: {each['known']})" if each["known"] else ""),
        ]
        for each in small()
    ]
    return rows(["game", "sets", "rounds", "exploitability", f"below {NEAR}", "first seat"], body)


def made(found: Sequence[Results]) -> str:
    """The terms on which each table was measured."""
    body = [
        [
            one.table.title,
            f"`{one.table.command}`",
            f"{one.terms.stack} {one.terms.unit_name}",
            str(one.terms.seed),
            f"{sum(row.hands for row in one.rows):,}",
            f"{sum(row.seconds for row in one.rows) / 60:.0f}",
            ", ".join(f"`{of}`" for of in dict.fromkeys(row.of for row in one.rows if row.of)),
        ]
        for one in found
    ]
    return rows(["game", "command", "stacks", "seed", "hands", "minutes", "strategies"], body)
