"""Hands of PokerTH, from the SQLite database that it writes for each session (`.pdb`)."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

from sidepot.errors import BadHistory
from sidepot.history.imports.told import Told

NAME = "pokerth"
MAGIC = b"SQLite format 3\0"
_SEATS = 10
_RANKS, _SUITS = "23456789TJQKA", "dhsc"
_MOST_ROWS = 5_000
_BOARDS = {1: (1, 2, 3), 2: (4,), 3: (5,)}
"""The cards of the board that begin a round."""
_QUIET = (
    "starts as dealer",
    "shows",
    "has",
    "sits out",
    "wins game",
    "has left the game",
    "was kicked from the game",
    "is game admin now",
    "has joined the game",
)
"""Actions that say nothing of the course of a hand."""


def hands(path: Path) -> Iterator[Told | BadHistory]:
    """The hands of a database, and an error for each that cannot be parsed.

    Raises `BadHistory` for a database that is none of PokerTH's, or damaged.
    """
    try:
        address = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
        with contextlib.closing(sqlite3.connect(address, uri=True)) as database:
            database.row_factory = sqlite3.Row
            database.text_factory = lambda raw: raw.decode("utf-8", "replace")
            yield from _hands(database)
    except sqlite3.Error as error:
        raise BadHistory("imports.database", reason=str(error)) from error


def _hands(database: sqlite3.Connection) -> Iterator[Told | BadHistory]:
    dates = database.execute("SELECT Date, Time FROM Session LIMIT 1").fetchone()
    order = "SELECT * FROM Hand ORDER BY UniqueGameID, HandID"
    for row in database.execute(order):
        try:
            yield _Reader(database, row, dates).read()
        except BadHistory as error:
            yield error
        except (ValueError, TypeError, OverflowError, ArithmeticError) as error:
            label = f"{row['UniqueGameID']}.{row['HandID']}"[:40]
            yield BadHistory("imports.row", hand=label, reason=str(error))


def _number(value: object) -> int:
    """A whole number of a row, not below 0. Raises `ValueError`."""
    if type(value) is not int or not 0 <= value < 10**12:
        raise ValueError(f"{value!r} is not an amount"[:100])
    return value


def _card(value: object) -> str:
    """The card for a number of PokerTH. Raises `ValueError`."""
    number = _number(value)
    if number >= len(_RANKS) * len(_SUITS):
        raise ValueError(f"{number} is not a card")
    return _RANKS[number % len(_RANKS)] + _SUITS[number // len(_RANKS)]


class _Reader:
    """The reader of one hand; lines of its errors are numbers of rows in the table `Action`."""

    def __init__(self, database: sqlite3.Connection, row: Any, dates: Any) -> None:
        self._database, self._row = database, row
        game, hand = _number(row["UniqueGameID"]), _number(row["HandID"])
        self._key = game, hand
        self._told = Told(f"{game}.{hand}", 0)
        self._told.others |= {"venue": "PokerTH", "hand": f"{game}.{hand}"}
        if dates is not None:
            self._told.others["_session"] = f"{dates['Date']} {dates['Time']}"[:40]
        self._round = 0
        self._names: dict[int, str] = {}

    def read(self) -> Told:
        """The hand. Raises `BadHistory` and `ValueError`."""
        self._sit()
        told, row = self._told, self._row
        told.small, told.big = (
            Decimal(_number(row["Sb_Amount"])),
            Decimal(_number(row["Bb_Amount"])),
        )
        actions = self._database.execute(
            "SELECT ActionID, BeRo, Player, Action, Amount FROM Action"
            " WHERE UniqueGameID = ? AND HandID = ? ORDER BY ActionID",
            self._key,
        ).fetchmany(_MOST_ROWS + 1)
        if len(actions) > _MOST_ROWS:
            raise told.refused(0, "imports.long", most=_MOST_ROWS)
        told.line = actions[0]["ActionID"] if actions else 0
        for action in actions:
            self._deal_up_to(action["ActionID"], action["BeRo"])
            self._read_action(action)
        self._deal_up_to(told.line, max(_BOARDS))
        if told.button is not None:
            told.first = None
        told.return_excess()
        return told

    def _sit(self) -> None:
        told = self._told
        query = "SELECT Seat, Player FROM Player WHERE UniqueGameID = ?"
        for found in self._database.execute(query, self._key[:1]).fetchmany(_SEATS):
            seat, name = _number(found["Seat"]), str(found["Player"])[:64]
            if 1 <= seat <= _SEATS and self._row[f"Seat_{seat}_Cash"]:
                told.sit(0, name, seat, Decimal(_number(self._row[f"Seat_{seat}_Cash"])))
                told.dealt.add(name)
                self._names[seat] = name
                held = [self._row[f"Seat_{seat}_Card_{i}"] for i in (1, 2)]
                if None not in held:
                    told.players[name].cards = tuple(map(_card, held))

    def _deal_up_to(self, line: int, wanted: object) -> None:
        """Deal the board up to a round, as far as the hand has it."""
        while self._round < min(_number(wanted), max(_BOARDS)):
            dealt = [self._row[f"BoardCard_{i}"] for i in _BOARDS[self._round + 1]]
            if None in dealt:
                return
            self._round += 1
            self._told.board(line, tuple(map(_card, dealt)))

    def _read_action(self, action: Any) -> None:
        """Take an action; what it adds to the chips of the round is its amount."""
        told, line, said = self._told, action["ActionID"], str(action["Action"])
        name = self._names.get(action["Player"], "")
        added = Decimal(_number(action["Amount"] or 0))
        if said in ("shows", "has"):
            player = told.player(line, name)
            player.shown = player.cards
        elif said in _QUIET:
            if said == "starts as dealer" and name:
                told.button = action["Player"]
        elif said == "posts small blind":
            told.first = name
            told.blind(line, name, added, told.small)
        elif said == "posts big blind":
            told.blind(line, name, added, told.big, is_big=True)
        elif said == "folds":
            told.act(line, name, "f")
        elif said == "checks":
            told.act(line, name, "cc")
        elif said == "calls":
            told.act(line, name, "cc", added=added)
        elif said == "bets":
            told.act(line, name, "cbr", added=added)
        elif said == "is all in with":
            self._go_all_in(line, name, added)
        elif said in ("wins", "wins (side pot)"):
            told.collect(line, name, added)
        else:
            told.not_understood(line, f"{name} {said}")

    def _go_all_in(self, line: int, name: str, added: Decimal) -> None:
        """Take the last chips: a raise where they are more than others have put in, else a call."""
        told = self._told
        level = told.player(line, name).level + added
        due = Decimal() if told.rounds else told.big  # which a short big blind does not lower
        highest = max(due, *(player.level for player in told.players.values()))
        told.act(line, name, "cbr" if level > highest else "cc", added=added)
