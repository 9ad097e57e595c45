"""The generated parts of the page: tables, and the sentences with numbers in them."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from pathlib import Path

from docs.generate import filled
from docs.knowledge.deals import (
    by_thumb,
    cost,
    first_buy,
    of_one_suit,
    off_by,
    unproven,
    worth,
)
from docs.knowledge.figures import (
    Ratio,
    Reply,
    Table,
    interval,
    mean,
    middle,
    ratios,
    replies,
    tables,
)

from sidepot import games
from sidepot.cards import RANKS
from sidepot.designer.report.pace import DEALING, SECONDS, minutes
from sidepot.lab.tally import SIGMAS
from sidepot.odds.ricochet import opening

PAGE = Path(__file__).parents[1] / "ricochet-known.md"
ROUNDED = 0.5
"""The rounding error of a whole number of minutes."""


def page(text: str) -> str:
    """The page with its generated parts made anew."""
    for mark, content in parts(ratios(), tables(), replies()).items():
        text = filled(text, mark, content)
    return text


def parts(solved: Sequence[Ratio], played: Sequence[Table], won: Sequence[Reply]) -> dict[str, str]:
    """The generated parts, by their marker in the page."""
    return {
        "opening rule": rule_cost(),
        "opening": opening_rows(),
        "values": value_rows(),
        "proven": proven(),
        "ratio": ratio_rows(solved),
        "minutes": minute_rows(played),
        "minutes of the game": minutes_of_the_game(played),
        "first card": first_card_rows(played),
        "first card intervals": first_card_intervals(played),
        "seats": seat_rows(played),
        "furthest": furthest(played),
        "replies": reply_rows(won),
        "pots": pot_rows(played),
        "played": hands_played(played),
    }


def rows(head: Sequence[str], body: Iterable[Sequence[str]]) -> str:
    """A Markdown table."""
    lines = [head, ["---"] * len(head), *body]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def opening_rows() -> str:
    """The best first buys, by the high card: runs of low cards with the same one."""
    body = []
    for high in reversed(range(len(RANKS))):
        said = []
        runs = itertools.groupby(range(high + 1), key=lambda low: first_buy(low, high))
        for k, run in runs:
            lows = [RANKS[low] for low in run]
            named = lows[0] if len(lows) == 1 else f"{lows[0]} to {lows[-1]}"
            said.append(f"{named}: {'fold' if k == 0 else f'buy {k}'}")
        body.append([RANKS[high], ", ".join(said)])
    return rows(["high card", "the low card"], body)


def rule_cost() -> str:
    """A sentence on what the rule of thumb costs."""
    (least, most), (_, one) = cost(by_thumb), cost(lambda low, high: 1)
    return (
        f"It costs {least:.4f} to {most:.4f} chips a deal beside the best buys, if both play "
        f"optimally after it; always to buy one costs up to {one:.2f}."
    )


def value_rows() -> str:
    """The value of each deal."""
    body = [
        [
            f"**{RANKS[high]}**",
            *(_cell(low, high) if low <= high else "" for low in range(len(RANKS))),
        ]
        for high in reversed(range(len(RANKS)))
    ]
    return rows(["high, low", *RANKS], body)


def _cell(low: int, high: int) -> str:
    return f"{worth(low, high):+.2f}" if first_buy(low, high) else "fold"


def proven() -> str:
    """A sentence on the effect of suits and the error of the values."""
    cards, chips = of_one_suit()
    close = (f"{RANKS[low]} against {RANKS[high]}" for low, high in unproven(opening.deal_bounds()))
    return (
        f"Two cards of one suit change a value by {chips:.3f} at most, and "
        f"{'sometimes' if cards else 'never'} the best buy. Where suits decide a tie the value "
        f"lies between proven bounds: the values here are off by {off_by(is_pair=False):.3f} at "
        f"most, by {off_by(is_pair=True):.3f} for two cards of one rank. The best buy is proven "
        f"except for {', '.join(close)}, where the two best buys are closer than that."
    )


def ratio_rows(solved: Sequence[Ratio]) -> str:
    """The game for two, ratio by ratio."""
    head = [
        "ante : card",
        "folds",
        "buys 1",
        "buys 2",
        "buys 3",
        "buys 4",
        "cards",
        "value",
        "of the ante",
    ]
    body = []
    for ratio in solved:
        least, most = ratio.value
        body.append(
            [
                f"{ratio.ante} : {ratio.price}",
                *(f"{part:.1%}" for part in ratio.first),
                f"{ratio.cards:.2f}",
                f"{least:+.3f} to {most:+.3f}",
                f"{(least + most) / 2 / ratio.ante:+.0%}",
            ]
        )
    return rows(head, body)


def reply_rows(won: Sequence[Reply]) -> str:
    """The win of a reply from the share rule, at least and at most, by players."""
    body = [
        [
            str(one.players),
            f"{one.wins:+.3f}",
            _interval(one.wins, one.error),
            f"{one.most:+.3f}",
            _interval(one.most, one.most_error),
        ]
        for one in won
    ]
    found = ["wins at least, chips a hand", "interval of 95 %", "at most", "interval of 95 %"]
    return rows(["players", *found], body)


def _interval(value: float, error: float) -> str:
    """The interval of 95 % around a value."""
    low, high = (value + side * SIGMAS * error for side in (-1, 1))
    return f"{low:+.3f} to {high:+.3f}"


def minute_rows(played: Sequence[Table]) -> str:
    """Decisions and minutes a hand."""
    body = []
    for table in played:
        least, most = middle(table.asked)
        long = minutes(mean(table.asked))
        body.append(
            [
                str(table.players),
                f"{mean(table.asked):.1f}",
                f"{least} to {most}",
                f"{long:.1f}",
                f"{minutes(least):.1f} to {minutes(most):.1f}",
                f"{60 / long:.0f}",
            ]
        )
    head = ["players", "decisions", "of ten hands, eight", "minutes", "of ten hands, eight"]
    return rows([*head, "hands an hour"], body)


def minutes_of_the_game(played: Sequence[Table]) -> str:
    """A sentence that compares the counted minutes with those that the lobby shows."""
    said = games.find("ricochet-2").minutes
    near = [t.players for t in played if abs(minutes(mean(t.asked)) - said) <= ROUNDED]
    return (
        f"This counts {SECONDS} seconds for a decision, and {DEALING} for the antes, the deal and "
        f"the pot. The lobby says {said} minutes a hand for any number of players; "
        f"to half a minute that is right for {near[0]} to {near[-1]}."
    )


def first_card_rows(played: Sequence[Table]) -> str:
    """The winning chances of each first card, as rows."""
    body = [
        [f"**{RANKS[rank]}**", *(f"{table.chance(rank):.1%}" for table in played)]
        for rank in reversed(range(len(RANKS)))
    ]
    body.append(["the highest", *(f"{table.highest / table.hands:.1%}" for table in played)])
    body.append(["a fair share", *(f"{1 / table.players:.1%}" for table in played)])
    return rows(["first card", *(f"{table.players} players" for table in played)], body)


def first_card_intervals(played: Sequence[Table]) -> str:
    """A sentence on the error of those figures."""
    cells = ((t.won[rank], t.dealt[rank]) for t in played for rank in range(len(RANKS)))
    ends = (interval(*cell) for cell in cells)
    half = max(high - low for low, high in ends) / 2
    return f"Half an interval of 95 % is {half:.2%} of the hands at most."


def seat_rows(played: Sequence[Table]) -> str:
    """Chips a hand, by seat, with intervals."""
    most = max(table.players for table in played)
    body = [
        [
            str(table.players),
            *(f"{won:+.3f}" for won in table.payoff),
            *[""] * (most - table.players),
            f"{SIGMAS * max(table.error):.3f}",
        ]
        for table in played
    ]
    return rows(["players", *(f"seat {p + 1}" for p in range(most)), "either way"], body)


def furthest(played: Sequence[Table]) -> str:
    """A sentence on the seats whose means are furthest from 0."""
    far = [abs(w) / e for t in played for w, e in zip(t.payoff, t.error, strict=True)]
    outside = sum(distance > SIGMAS for distance in far)
    return (
        f"Of {len(far)} seats {outside} {'lies' if outside == 1 else 'lie'} outside the interval "
        f"of 95 %, where chance alone puts {0.05 * len(far):.1f} on average; the furthest is "
        f"{max(far):.1f} standard errors from 0."
    )


def pot_rows(played: Sequence[Table]) -> str:
    """Pots and splits."""
    body = []
    for table in played:
        least, most = middle(table.pots)
        low, high = (10_000 * side for side in interval(table.splits, table.hands))
        body.append(
            [
                str(table.players),
                f"{mean(table.pots):.1f}",
                f"{least} to {most}",
                str(len(table.pots) - 1),
                str(table.splits),
                f"{low:.2f} to {high:.2f}",
            ]
        )
    head = ["players", "pot", "of ten hands, eight", "largest", "splits", "splits in 10,000 hands"]
    return rows(head, body)


def hands_played(played: Sequence[Table]) -> str:
    """A sentence on the number of hands and their signatures."""
    signatures = ", ".join(f"{table.players}: `{table.signature}`" for table in played)
    return f"{played[0].hands:,} hands for each number of players; signatures {signatures}."
