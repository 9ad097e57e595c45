"""Positions whose answer any player knows, by game; of a chance the bounds that one would name."""

from __future__ import annotations

from typing import NamedTuple


class Known(NamedTuple):
    """A position, the choices that are right, and in Kuhn poker the value of the best, in antes."""

    hands: str
    best: tuple[str, ...]
    after: str = ""
    worth: float = 0.0
    options: str = ""

    def __str__(self) -> str:
        """The position as a test names it."""
        return f"{self.hands} {self.after} {self.options}".strip()


class Chance(NamedTuple):
    """A position, a choice that stays in, and bounds of its chance to win."""

    game: str
    hands: str
    after: str
    action: str
    least: float
    most: float

    def __str__(self) -> str:
        """The position as a test names it."""
        return f"{self.game} {self.hands} {self.after} {self.action}"


KUHN = (
    Known("Ks / *", ("check", "bet 1"), worth=13 / 6),
    Known("Qs / *", ("check",), worth=2 / 3),
    Known("Js / *", ("check", "bet 1")),
    Known("* / Ks", ("call",), "bet 1", 3.0),
    Known("* / Qs", ("fold", "call"), "bet 1"),
    Known("* / Js", ("fold",), "bet 1"),
    Known("* / Ks", ("bet 1",), "check", 25 / 11),
    Known("* / Qs", ("check",), "check", 5 / 4),
    Known("* / Js", ("check", "bet 1"), "check"),
    Known("Ks / *", ("call",), "check, bet 1", 3.0),
    Known("Qs / *", ("fold", "call"), "check, bet 1"),
    Known("Js / *", ("fold",), "check, bet 1"),
    Known("Ks / *", ("call",), "check, bet 4", 10.0, "ante=3 bet=4"),
    Known("Js / *", ("fold",), "check, bet 4", options="ante=3 bet=4"),
    Known("* / Qs", ("check",), "check", 3.0, "ante=3 bet=4"),
    Known("Js / *", ("check", "bet 4"), "", options="ante=3 bet=4"),
    Known("* / Ks", ("call",), "bet 1", 5.0, "ante=2"),
    Known("* / Js", ("fold",), "bet 1", options="ante=2"),
    Known("Ks / *", ("call",), "check, bet 1", 5.0, "ante=2"),
    Known("Js / *", ("fold",), "check, bet 1", options="ante=2"),
)
"""The values of H. W. Kuhn's solution, and what is as plain for other bets: a king never folds."""


def _guts(hand: str, players: int, best: str) -> Known:
    return Known(hand + " / *" * (players - 1), (best,))


GUTS = (
    *(_guts("AsAh", players, "in") for players in (2, 3, 6, 10)),
    *(_guts("2s2h", players, "in") for players in (2, 3, 6, 10)),
    *(_guts("AsKs", players, "in") for players in (2, 3, 6)),
    *(_guts("7s2h", players, "out") for players in (2, 6, 10)),
    *(_guts("QsJs", players, "out") for players in (3, 6)),
    *(_guts("As7h", players, "in") for players in (2, 3)),
    _guts("As7h", 10, "out"), _guts("KsQs", 2, "in"), _guts("KsQs", 10, "out"),
    _guts("3s2h", 6, "out"),
)  # fmt: skip
DRAW, STUD, BADUGI, LEDUC = "five-card-draw", "seven-card-stud", "badugi", "leduc"
FULL, RAGS, NUTS = "AsAhAd8c8d", "9s7h5d3c2s", "As2d3c4h"
CHANCES = (
    Chance(DRAW, f"{FULL} / *", "", "bet 2", 0.95, 1.0),
    Chance(DRAW, f"* / {FULL}", "check", "bet 2", 0.95, 1.0),
    Chance(DRAW, f"* / {FULL}", "bet 2", "call", 0.95, 1.0),
    Chance(DRAW, f"* / {FULL} / * / *", "bet 2", "call", 0.9, 1.0),
    Chance(DRAW, "KsQsJsTs9s / *", "", "bet 2", 0.98, 1.0),
    Chance(DRAW, "JsJh4d3c2d / *", "", "bet 2", 0.5, 0.8),
    Chance(DRAW, "AsAh7d5c2s / *", "", "bet 2", 0.7, 0.9),
    Chance(DRAW, "AsAhKdKc2s / *", "", "bet 2", 0.75, 0.95),
    Chance(DRAW, "7s7h7d5c2s / *", "", "bet 2", 0.8, 0.99),
    Chance(DRAW, f"* / {RAGS}", "bet 2", "call", 0.1, 0.4),
    Chance(DRAW, f"* / {RAGS}", "check", "check", 0.0, 0.01),
    Chance(STUD, "As Ad Ac / ?? ?? 4d", "", "call", 0.85, 1.0),
    Chance(STUD, "Ks Kd 7c / ?? ?? 4d", "", "call", 0.65, 0.85),
    Chance(STUD, "2s 3d 9c / ?? ?? 4d", "", "call", 0.3, 0.5),
    Chance(STUD, "2s 3d 9c / ?? ?? Ad", "", "pay", 0.25, 0.45),
    Chance(STUD, "Ts 9s 8s / ?? ?? 4d", "", "call", 0.55, 0.75),
    Chance(BADUGI, f"{NUTS} / *", "", "check", 0.98, 1.0),
    Chance(BADUGI, f"* / {NUTS}", "", "call", 0.98, 1.0),
    Chance(BADUGI, "KsKdKcKh / *", "", "check", 0.2, 0.5),
    Chance(BADUGI, f"* / {NUTS} / * / *", "call, call, call", "check", 0.95, 1.0),
    Chance(LEDUC, "Ks / * / Kh", "", "check", 1.0, 1.0),
    Chance(LEDUC, "Js / * / Jh", "", "check", 1.0, 1.0),
    Chance(LEDUC, "Js / * / Kh", "", "check", 0.0, 0.0),
    Chance(LEDUC, "Ks / *", "", "check", 0.55, 0.65),
)
"""Chances of hands if all stay in, against random ones. A jack with a king up can only share."""
