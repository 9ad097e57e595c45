"""The first hand of a game at the plain table: what its rule page says while it is played."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from sidepot import paths
from sidepot.engine import first_hand
from sidepot.engine.first_hand import Hint
from sidepot.engine.game import Hand
from sidepot.engine.view import TableView
from sidepot.terminal.screen import Screen

_FILE = "first-hands.txt"
"""The names of the games that have been played with hints, one a line."""


class FirstHand:
    """Says the hints of a game, until the end of the first hand in which the player decides."""

    def __init__(self, screen: Screen, hints: Sequence[Hint]) -> None:
        self._screen = screen
        self._hints = hints
        self._known: set[Hint] = set()
        self._hand = 0
        self._has_decided = False

    def teach(self, hand: Hand, seat: int) -> None:
        """Say what fits the last verb, and the decision that is due."""
        is_again = bool(hand.actions) and hand.actions[-1][0] == seat
        self.teach_at(hand.view(seat), is_again=is_again)

    def teach_at(self, table: TableView, *, is_again: bool) -> None:
        """Say what fits a table as the player sees it; `is_again`: they have just acted."""
        if self._has_decided and table.hand != self._hand:
            return
        self._hand, self._has_decided = table.hand, self._has_decided or bool(table.menu)
        for hint in first_hand.said(self._hints, table, is_again=is_again, known=self._known):
            self._known.add(hint)
            self._screen.line(hint.text, style="italic")


def is_new(game: str) -> bool:
    """Whether a game has not been played with hints yet."""
    return game not in _known()


def remember(game: str) -> None:
    """Remember that a game has been played with hints; what cannot be written is forgotten."""
    known = [*dict.fromkeys((*_known(), game))]
    try:
        paths.data().mkdir(parents=True, exist_ok=True)
        with paths.atomic_write(_file()) as draft:
            draft.write_text("".join(f"{name}\n" for name in known), "utf-8")
    except OSError:
        return


def _known() -> list[str]:
    try:
        return _file().read_text("utf-8").split()
    except (OSError, UnicodeDecodeError):
        return []


def _file() -> Path:
    return paths.data() / _FILE
