"""The law of sense (`sense`) for the bots that ship, and broken bots that it catches."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from sidepot import bots, games
from sidepot.bots import Bot
from sidepot.engine.action import Action
from sidepot.kernel import Records
from tests.bots.sense import Situation, faults

HOLDEM, SHOOTOUT = games.find("holdem-no-limit"), games.find("high-noon-shootout")
POT_LIMIT = SHOOTOUT.with_options(limit="pot-limit")
PAIRS = ("As Ah", "Ks Kh", "Qs Qh", "Ts Th", "7s 7h", "3s 3h")
ACES = ("As Kh", "As Jh", "As 8h", "As 4h")
NO_ACES = ("Ks Qh", "Qs Th", "Js 7h", "7s 2h")
FIVES = ("As Ah 9c 6d 4s", "Js Jh 9c 6d 4s", "7s 7h Kc Td 4s", "3s 3h Kc Td 6s", "Ks Jh 9c 6d 4s")
OTHERS = ("2c", "9d", "4c", "8d", "5c", "Td", "6c", "Jd", "3c", "Qd")
"""Cards for the seats whose hands do not count."""


def _seated(seat: int, players: int) -> Callable[[str], str]:
    """The deck of hold'em with a hand for a seat."""

    def deck(hand: str) -> str:
        held = [" ".join(OTHERS[2 * p : 2 * p + 2]) for p in range(players)]
        held[seat] = hand
        return " ".join(held)

    return deck


def _on(board: str) -> Callable[[str], str]:
    """The deck of hold'em for two, the second seat's hand, and a board with its burned cards."""
    up = board.split()
    return lambda hand: " ".join(["2c 9d", hand, "6h", *up[:3], "7h", up[3], "6d", up[4]])


def _before_the_flop(players: int, name: str, hands: tuple[str, ...]) -> Situation:
    """The big blind faces a raise of the first to act, all others have folded."""
    seat = 0 if players == 2 else 1
    others = ", ".join(["fold"] * (players - 2))
    title = f"hold'em for {players}, {name} before the flop"
    return Situation(title, HOLDEM, players, "", others, hands, _seated(seat, players))


def _shootout(players: int, limit: str = "no-limit") -> Situation:
    """The second to act faces a bet of the first."""
    game = SHOOTOUT.with_options(limit=limit)
    title = f"Shootout for {players}, {limit}, at the first point"
    return Situation(title, game, players, "", "", FIVES, lambda hand: f"2c 5d 8c Jc Qd {hand}")


CHECKED = "call, check, check, check, check, check"
SITUATIONS = (
    _before_the_flop(2, "pairs", PAIRS),
    _before_the_flop(2, "aces", ACES),
    _before_the_flop(2, "high cards", NO_ACES),
    Situation(
        "hold'em for two, sets and pairs on the river", HOLDEM, 2, CHECKED, "",
        ("Ks Kh", "8s 8h", "As Kh", "Ks 7c", "As 8h", "As Qh", "Ts 7c"), _on("Kd 8c 5s 3d Jh"),
    ),
    Situation(
        "hold'em for two, pairs on the flop", HOLDEM, 2, "call, check", "",
        ("Ks Kh", "As Kh", "Ks 9c", "As 8h", "Ts 9h"), _on("Kd 8c 5s 3d Jh"),
    ),
    *(_before_the_flop(players, "pairs", PAIRS) for players in (3, 4, 5, 6)),
    *(_shootout(players, limit) for players in (2, 3, 6) for limit in ("no-limit", "pot-limit")),
)  # fmt: skip
