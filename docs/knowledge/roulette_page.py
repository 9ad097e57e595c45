"""The generated parts and the pictures of the page about Poker Roulette."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from docs.knowledge.page import rows
from docs.knowledge.plots import COLOURS, INK, LINE
from docs.knowledge.roulette_work import BET_STACK, FIGURES, LAYS, Bet, Figures, Laid, stored
from docs.knowledge.standoff_page import NAMES

from sidepot import piles
from sidepot.lab.tally import SIGMAS

if TYPE_CHECKING:
    from matplotlib.axes import Axes

PAGE = Path(__file__).parents[1] / "roulette-known.md"
SOURCES = (FIGURES,)
"""The files that the pictures are drawn from."""
KINDS = {**NAMES, "five_alike": "five of a kind"}
SHOWN = (3, 4, 5, 6, 8, 10)
"""The numbers of players whose winning hands are shown."""
GROWING = 4
"""The number of players whose hands are shown round by round."""


def parts() -> Mapping[str, str]:
    """The generated parts, by their marker in the page."""
    found, lays, bets = stored()
    return {
        "roulette rounds": round_rows(found),
        "roulette grown": grown_rows(_of(found, GROWING)),
        "roulette won": won_rows(found),
        "roulette led": led_rows(found),
        "roulette jokers": joker_rows(found),
        "roulette joker hands": joker_hand_rows(_of(found, GROWING)),
        "roulette seats": seats(found),
        "roulette bets": bet_rows(bets),
        "roulette lays": lay_rows(lays),
        "roulette lay rule": lay_rule(lays),
        "roulette hands": hands(found),
    }


def _of(found: Sequence[Figures], players: int) -> Figures:
    (one,) = (each for each in found if each.players == players)
    return one


def hands(found: Sequence[Figures]) -> str:
    """The hands played, and the widest intervals."""
    widest = half(0.5, found[0].hands)
    held = max(half(0.5, round(one.hands * one.players * one.held[1])) for one in found)
    return (
        f"{found[0].hands:,} hands for each number of players. Half an interval of 95 % is "
        f"{widest:.1%} of the hands at most, and {held:.1%} of the stockpiles with a joker."
    )


def half(share: float, hands: int) -> float:
    """Half an interval of 95 % of a share."""
    return float(SIGMAS * (share * (1 - share) / hands) ** 0.5)


def round_rows(found: Sequence[Figures]) -> str:
    """Rounds, and cards in a stockpile, by players."""
    body = [
        [
            str(one.players),
            f"{one.rounds:.1f}",
            f"{one.few[0]} to {one.few[1]}",
            f"{one.refilled:.0%}",
            f"{one.rounds_unfilled:.1f}",
            f"{one.size[0]:.1f}",
            f"{one.size[-1]:.1f}",
        ]
        for one in found
    ]
    head = ["players", "rounds", "of ten hands, eight", "refilled", "rounds without a refill"]
    return rows([*head, "cards after one round", "at the end"], body)


def grown_rows(one: Figures) -> str:
    """The growth of hands, round by round."""
    body = [
        [str(k), f"{size:.1f}", *(f"{grown.get(key, 0):.1%}" for key in _GROUPS)]
        for k, (size, grown) in enumerate(zip(one.size, one.grown, strict=True), 1)
    ]
    return rows(["round", "cards", *(KINDS[key] for key in _GROUPS)], body)


_GROUPS = ("high_card", "pair", "two_pair", "trips", "straight", "flush", "full_house")


def won_rows(found: Sequence[Figures]) -> str:
    """The frequency with which each hand wins, by players, jokers dead."""
    shown = [_of(found, players) for players in SHOWN]
    body = [
        [name, *(f"{one.won['dead'].get(key, 0):.1%}" for one in shown)]
        for key, name in KINDS.items()
        if any(one.won["dead"].get(key, 0) >= 0.0005 for one in shown)
    ]
    return rows(["", *(f"{one.players} players" for one in shown)], body)


def led_rows(found: Sequence[Figures]) -> str:
    """The frequency with which the leader after a round wins."""
    shown = [one for one in found if one.players in SHOWN]
    most = max(len(one.led) for one in shown)
    body = [
        [str(k + 1), *(f"{one.led[k]:.0%}" if k < len(one.led) else "" for one in shown)]
        for k in range(most)
    ]
    return rows(["after round", *(f"{one.players} players" for one in shown)], body)


def joker_rows(found: Sequence[Figures]) -> str:
    """The wins of a stockpile with a joker, by law, beside one without."""
    shown = [one for one in found if one.players in SHOWN]
    body = []
    for one in shown:
        line = [str(one.players), f"{one.held[1] + one.held[2]:.1%}"]
        for law in piles.RULES:
            none, single, _ = one.pots[law]
            line.append(f"{single:.0%} ({single / none:.1f} times)")
        body.append(line)
    return rows(["players", "stockpiles with a joker", *piles.RULES], body)


def joker_hand_rows(one: Figures) -> str:
    """The winning hands by law of jokers."""
    body = [
        [name, *(f"{one.won[law].get(key, 0):.1%}" for law in piles.RULES)]
        for key, name in KINDS.items()
        if any(one.won[law].get(key, 0) >= 0.0005 for law in piles.RULES)
    ]
    return rows(["", *piles.RULES], body)


def seats(found: Sequence[Figures]) -> str:
    """A sentence on the seats without betting."""
    apart = [
        (abs(share * one.players - 1), share, seat, one)
        for one in found
        for seat, share in enumerate(one.seats)
    ]
    _, share, seat, one = max(apart, key=lambda each: each[0])
    outside = sum(
        abs(part - 1 / each.players) > half(1 / each.players, each.hands)
        for each in found
        for part in each.seats
    )
    total = len(apart)
    where = (
        "the dealer's seat" if seat == one.players - 1 else f"place {seat + 1} at the dealer's left"
    )
    return (
        f"Of {total} seats {outside} lie outside the interval of 95 %, where chance alone puts "
        f"{total * 0.05:.1f} on average. The furthest is {where} among "
        f"{one.players}: it wins {share:.2%} ±{half(share, one.hands):.2%}, and a fair share is "
        f"{1 / one.players:.2%}."
    )


def bet_rows(bets: Sequence[Bet]) -> str:
    """Wins of the first to act and of the dealer, with bets."""
    body = [[str(one.bettors), *(_wins(one, seat) for seat in (0, -1))] for one in bets]
    table = rows(["players", "the first to act", "the dealer"], body)
    return (
        f"{table}\n\n{bets[0].hands:,} hands each, in which all play by the bot `regular` with "
        f"{BET_STACK} antes each; ± is half an interval of 95 %."
    )


def _wins(one: Bet, seat: int) -> str:
    return f"{one.payoff[seat]:+.2f} ±{SIGMAS * one.error[seat]:.2f}"


def lay_rows(lays: Sequence[Laid]) -> str:
    """The value of laying by each rule, by players."""
    among = sorted({one.among for one in lays})
    body = []
    for name in LAYS[1:]:
        line = [_SAID[name]]
        for players in among:
            (one,) = (each for each in lays if (each.rule, each.among) == (name, players))
            line.append(f"{one.worth:+.3f} ±{SIGMAS * one.error:.3f}")
        body.append(line)
    return rows(["lays", *(f"among {players}, antes a hand" for players in among)], body)


_SAID = {
    LAYS[1]: "a card outside the best five, or a dead joker",
    LAYS[2]: "also the lowest card beside a pair or three of a kind",
    LAYS[3]: "always the lowest card",
    LAYS[4]: "what brings most on random deals",
}


def lay_rule(lays: Sequence[Laid]) -> str:
    """A sentence on the rule of thumb."""
    found = [one for one in lays if one.rule == LAYS[1]]
    said = [f"{one.worth:+.3f} ±{SIGMAS * one.error:.3f} among {one.among}" for one in found]
    return f"In antes a hand, beside never laying any: {' and '.join(said)}."


def paint_grown(ax: Axes) -> None:
    """The growth of hands, round by round."""
    one = _of(stored()[0], GROWING)
    for k, grown in enumerate(one.grown):
        left = 0.0
        for at, (keys, _) in enumerate(_BANDS):
            part = sum(grown.get(key, 0) for key in keys)
            ax.barh(k + 1, part, left=left, color=COLOURS[at], edgecolor="white", height=0.8)
            if part > 0.05:
                ax.text(left + part / 2, k + 1, f"{part:.0%}", ha="center", va="center")
            left += part
    ax.set_yticks(range(1, len(one.grown) + 1))
    ax.invert_yaxis()
    ax.set_xlim(0, 1)
    ax.xaxis.set_major_formatter(lambda part, _: f"{part:.0%}")
    ax.set_xlabel(f"of the hands of {GROWING} players")
    ax.set_ylabel("after round")
    _legend(ax)


_BANDS = (
    (("high_card",), "high card"),
    (("pair",), "pair"),
    (("two_pair",), "two pair"),
    (("trips", "straight", "flush"), "three of a kind to flush"),
    (("full_house", "quads", "straight_flush"), "better"),
)


def _legend(ax: Axes) -> None:
    from matplotlib.patches import Patch

    keys = [Patch(facecolor=COLOURS[at], label=name) for at, (_, name) in enumerate(_BANDS)]
    ax.legend(handles=keys, frameon=False, loc="lower center", bbox_to_anchor=(0.45, 1.0), ncols=3)


def paint_jokers(ax: Axes) -> None:
    """The wins of a stockpile with one joker, by law and players."""
    found = stored()[0]
    styles = {"wild": (LINE, "o"), "bug": (COLOURS[4], "s"), "dead": (INK, "^")}
    for law, (colour, marker) in styles.items():
        shares = [one.pots[law][1] for one in found]
        ax.plot([one.players for one in found], shares, color=colour, marker=marker, label=law)
    fair = [1 / one.players for one in found]
    ax.plot([one.players for one in found], fair, "--", color="#808080", label="a fair share")
    ax.set_ylim(0, 1)
    ax.yaxis.set_major_formatter(lambda part, _: f"{part:.0%}")
    ax.set_xlabel("players")
    ax.set_ylabel("a stockpile with one joker wins")
    ax.legend(frameon=False)


PICTURES: Mapping[str, tuple[float, Callable[[Axes], None]]] = {
    "roulette-grown.svg": (4.2, paint_grown),
    "roulette-jokers.svg": (3.6, paint_jokers),
}
"""Each picture with its height in inches."""
