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


_BET_AT_LAST = "check, check, bet 4"
LEDUC = (
    Known("Ks / * / Kh", ("bet 4",)),
    Known("Js / * / Jh", ("check", "bet 4")),
    Known("Qs / * / Qh", ("check", "bet 4")),
    Known("Js / * / Kh", ("check", "bet 4")),
    Known("Js / * / Qh", ("check", "bet 4")),
    Known("Qs / * / Jh", ("check",)),
    Known("Qs / * / Kh", ("check", "bet 4")),
    Known("Ks / * / Qh", ("check",)),
    Known("Ks / * / Jh", ("check",)),
    Known("Ks / *", ("check", "bet 2")),
    Known("Qs / *", ("check", "bet 2")),
    Known("Js / *", ("check", "bet 2")),
    Known("* / Ks", ("call", "raise to 4"), "bet 2"),
    Known("* / Qs", ("call", "raise to 4"), "bet 2"),
    Known("* / Js", ("fold", "call", "raise to 4"), "bet 2"),
    Known("* / Ks", ("bet 2",), "check"),
    Known("* / Ks / Kh", ("raise to 8",), _BET_AT_LAST),
    Known("* / Qs / Qh", ("call", "raise to 8"), _BET_AT_LAST),
    Known("* / Js / Kh", ("fold",), _BET_AT_LAST),
    Known("* / Js / Qh", ("fold", "raise to 8"), _BET_AT_LAST),
    Known("* / Qs / Kh", ("fold", "call"), _BET_AT_LAST),
)
"""A pair is the best hand and never folds; a jack calls no bet at last, but may bluff."""


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
DRAW, STUD, BADUGI = "five-card-draw", "seven-card-stud", "badugi"
NOON = "high-noon-5"
FULL, RAGS, NUTS = "AsAhAd8c8d", "9s7h5d3c2s", "As2d3c4h"
RAISED, KEPT = "raise to 4", "check, check, keep, keep"
BET_AFTER = f"{KEPT}, bet 2"
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
    Chance(DRAW, "AsKsQsJsTs / *", "", "bet 2", 1.0, 1.0),
    Chance(DRAW, "* / AsKsQsJsTs", "bet 2", "call", 0.99, 1.0),
    Chance(DRAW, "* / AsAhAdAc2s", "bet 2", "call", 0.98, 1.0),
    Chance(DRAW, "* / 2s2h2d2c9s / * / * / *", "bet 2", "call", 0.93, 1.0),
    Chance(DRAW, "* / 2s2h9d7c4s / * / *", "bet 2", "call", 0.1, 0.35),
    Chance(DRAW, "* / AsAh9d7c4s / * / *", "bet 2", "call", 0.35, 0.7),
    Chance(DRAW, "* / Ks9s6s3s2h", "bet 2", "call", 0.25, 0.5),
    Chance(DRAW, "* / 9s8h7d6c2h", "bet 2", "call", 0.2, 0.45),
    Chance(DRAW, "* / 9s8h7d6c5h", "bet 2", "call", 0.9, 1.0),
    Chance(STUD, "As Ad Ac / ?? ?? 4d", "", "call", 0.85, 1.0),
    Chance(STUD, "Ks Kd 7c / ?? ?? 4d", "", "call", 0.65, 0.85),
    Chance(STUD, "2s 3d 9c / ?? ?? 4d", "", "call", 0.3, 0.5),
    Chance(STUD, "2s 3d 9c / ?? ?? Ad", "", "pay", 0.25, 0.45),
    Chance(STUD, "Ts 9s 8s / ?? ?? 4d", "", "call", 0.55, 0.75),
    Chance(STUD, "As Ad 9c / ?? ?? 4d", "", "call", 0.65, 0.9),
    Chance(STUD, "Js Jd 9c / ?? ?? 4d", "", "call", 0.6, 0.82),
    Chance(STUD, "5s 5h 9c / ?? ?? 4d", "", "call", 0.5, 0.75),
    Chance(STUD, "Qs 8h 7c / ?? ?? 4d", "", "call", 0.35, 0.6),
    Chance(STUD, "As Ks Qs / ?? ?? 4d", "", "call", 0.55, 0.75),
    Chance(STUD, "As Kd Qc / ?? ?? 4d", "", "call", 0.45, 0.68),
    Chance(STUD, "9s Th Js / ?? ?? 4d", "", "call", 0.48, 0.7),
    Chance(STUD, "2s 2d 2c / ?? ?? Ad", "", "pay", 0.82, 0.98),
    Chance(STUD, "2s 2d 7c / ?? ?? Ad", "", "pay", 0.4, 0.65),
    Chance(STUD, "6s 6d 7c / ?? ?? 6h", "", "call", 0.5, 0.75),
    Chance(STUD, "5s 5h 5d / ?? ?? 4d / ?? ?? 6h", "", "call", 0.75, 0.95),
    Chance(STUD, "As Ad Ac / ?? ?? 4d / ?? ?? 5h / ?? ?? 6d", "", "call", 0.7, 0.92),
    Chance(STUD, "As Ad 9c / ?? ?? 4d / ?? ?? 5h / ?? ?? 6d", "", "call", 0.38, 0.6),
    Chance(STUD, "2s 3d 9c / ?? ?? 4d / ?? ?? 5h / ?? ?? 6d", "", "call", 0.08, 0.26),
    Chance(STUD, "9s 9d 9c / ?? ?? 4h", "", "call", 0.85, 1.0),
    Chance(BADUGI, f"{NUTS} / *", "", "check", 0.98, 1.0),
    Chance(BADUGI, f"* / {NUTS}", "", "call", 0.98, 1.0),
    Chance(BADUGI, "KsKdKcKh / *", "", "check", 0.2, 0.5),
    Chance(BADUGI, f"* / {NUTS} / * / *", "call, call, call", "check", 0.95, 1.0),
    Chance(BADUGI, f"{NUTS} / *", RAISED, "call", 0.98, 1.0),
    Chance(BADUGI, "As2d3c5h / *", RAISED, "call", 0.96, 1.0),
    Chance(BADUGI, "6s5d4c3h / *", RAISED, "call", 0.92, 1.0),
    Chance(BADUGI, "KsQdJcTh / *", RAISED, "call", 0.4, 0.7),
    Chance(BADUGI, "As2d3cKc / *", RAISED, "call", 0.55, 0.8),
    Chance(BADUGI, "As2dQcKc / *", RAISED, "call", 0.4, 0.65),
    Chance(BADUGI, "KsQsJsTs / *", RAISED, "call", 0.25, 0.5),
    Chance(BADUGI, f"{NUTS} / * / * / * / * / *", "", "call", 0.93, 1.0),
    Chance(BADUGI, f"* / {NUTS} / *", "call, call", "check", 0.97, 1.0),
    Chance(BADUGI, "* / 7s6d5c4h", "", "call", 0.85, 1.0),
    Chance(BADUGI, "* / 8s9dTcJh", "", "call", 0.55, 0.8),
    Chance(BADUGI, "* / As2d3cKc", "", "call", 0.55, 0.8),
    Chance(BADUGI, "* / AsAd2c3h", "", "call", 0.55, 0.82),
    Chance(BADUGI, "* / KsKdQcJh", "", "call", 0.25, 0.5),
    Chance(BADUGI, "* / As2s3s4s", "", "call", 0.35, 0.6),
    Chance(BADUGI, "* / KsQsJsTs", "", "call", 0.25, 0.5),
    Chance(NOON, "QsQh / *", "", "check", 1.0, 1.0),
    Chance(NOON, "* / QsQh", "check", "check", 1.0, 1.0),
    Chance(NOON, "* / QsQh", "bet 1", "call", 1.0, 1.0),
    Chance(NOON, "JsJh / *", "", "check", 0.5, 0.75),
    Chance(NOON, "* / JsJh", "bet 1", "call", 0.5, 0.75),
    Chance(NOON, "KsQs / *", "", "check", 0.25, 0.7),
    Chance(NOON, "* / KsQs", "bet 1", "call", 0.25, 0.7),
    Chance(NOON, "KsJs / *", "", "check", 0.2, 0.5),
    Chance(NOON, "QsJs / *", "", "check", 0.2, 0.5),
    Chance(NOON, "QsQh / * / Ks", KEPT, "check", 1.0, 1.0),
    Chance(NOON, "QsQh / * / Js", KEPT, "check", 1.0, 1.0),
    Chance(NOON, "JsJh / * / Qs", KEPT, "check", 1.0, 1.0),
    Chance(NOON, "JsJh / * / Ks", KEPT, "check", 0.0, 0.0),
    Chance(NOON, "KsQs / * / Js", KEPT, "check", 1.0, 1.0),
    Chance(NOON, "KsQs / * / Qh", KEPT, "check", 0.0, 0.0),
    Chance(NOON, "KsJs / * / Qh", KEPT, "check", 1.0, 1.0),
    Chance(NOON, "QsJs / * / Ks", KEPT, "check", 0.0, 0.0),
    Chance(NOON, "* / QsQh / Ks", BET_AFTER, "call", 1.0, 1.0),
    Chance(NOON, "* / JsJh / Ks", BET_AFTER, "call", 0.0, 0.0),
    Chance(NOON, "* / KsQs / Js", BET_AFTER, "call", 1.0, 1.0),
)
"""Chances of hands if all stay in, against random ones.

In five-card High Noon nothing beats a pair of queens, which a player keeps; after two players have
kept their cards all is said by the cards that are left.
"""
