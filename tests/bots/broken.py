"""Strategies with one fault each, for matches to survive and for `check_bot` to catch."""

import random
import time
from typing import Any

from msgspec.structs import force_setattr

from sidepot.engine.view import TableView

Random = random.Random
LATE_IN_A_HAND = 3


def sound(view: TableView, rng: Random) -> Any:
    """Buy one card most of the time; nothing is wrong with it."""
    kinds = {row.kind for row in view.menu}
    return "buy 1" if "buy" in kinds and rng.random() < 0.8 else "fold"


def crashes(view: TableView, rng: Random) -> Any:
    """Raise, sometimes."""
    if rng.random() < 0.2:
        raise ZeroDivisionError("no idea")
    return sound(view, rng)


def exits(view: TableView, rng: Random) -> Any:
    """End the program, if it can."""
    raise SystemExit(1)


def crashes_late(view: TableView, rng: Random) -> Any:
    """Fail at what is on the table only late in a hand."""
    cards = view.seats[view.seat or 0].cards
    return "fold" if len(cards) > LATE_IN_A_HAND and cards[9] else "buy 1"


def overbuys(view: TableView, rng: Random) -> Any:
    """Buy more than there is."""
    return "buy 99"


def says_nothing(view: TableView, rng: Random) -> Any:
    """Forget to answer."""


def says_a_number(view: TableView, rng: Random) -> Any:
    """Answer with no text."""
    return 2


def cheats(view: TableView, rng: Random) -> Any:
    """Write on its own menu that it may check, and check."""
    force_setattr(view.menu[0], "kind", "check")
    return "check"


def scribbles(view: TableView, rng: Random) -> Any:
    """Change the table that it is shown, and play on."""
    force_setattr(view.seats[0].cards[0], "card", "??")
    return sound(view, rng)


def sleeps(view: TableView, rng: Random) -> Any:
    """Wait in a place where nobody can wake it."""
    time.sleep(2)
    return "fold"


def loops(view: TableView, rng: Random) -> Any:
    """Never end."""
    while True:
        pass
