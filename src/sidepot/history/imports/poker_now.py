"""Hands of Poker Now, from the log of a table that it gives as CSV: a row a line, newest first."""

from __future__ import annotations

import csv
import datetime
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import NamedTuple

from sidepot.errors import BadHistory
from sidepot.history.imports.lines import Line
from sidepot.history.imports.told import FIXED_LIMIT, NO_LIMIT, Told, amount, cards

NAME = "poker-now"
HEADER = re.compile(r"\W{0,6}(?:entry\W{1,3}at\b|-- (?:starting|ending) hand #).*")
_START = re.compile(
    r"-- starting hand #(\d{1,9})\s+(?:\(id: (\w{1,40})\)\s+)?\(?([^()]{3,60}?)\)?\s+"
    r"\((?:dealer: (.{1,100})|dead button)\) --"
)
_END = re.compile(r"-- ending hand #\d{1,9} --")
_CODES = {"No Limit Texas Hold'em": NO_LIMIT, "Limit Texas Hold'em": FIXED_LIMIT}
_MOST_ROWS = 5_000
_STACK = re.compile(r'#(\d{1,2}) "([^"]{1,100})" \(([\d.]{1,20})\)')
_OF_PLAYER = re.compile(r'"([^"]{1,100})" (.{1,200})')
_ACTION = re.compile(
    r"(folds|checks|calls|bets|raises to)(?: (?:with )?([\d.]{1,20}))?(?: and go all in)?"
)
_POST = re.compile(
    r"posts (?:a |an )?(small blind|big blind|missing small blind|missed small blind|missed big"
    r" blind|missing big blind|straddle|ante)(?: \(.{1,20}\))? of ([\d.]{1,20})( and go all in)?"
)
_COLLECTED = re.compile(r"collected ([\d.]{1,20}) from pot(.{0,160})")
_SHOWS = re.compile(r"shows a (.{2,20})")
_BOARD = re.compile(r"(Flop|Turn|River)(.{0,15}?):.*\[([^\]]{2,30})\]")
_RETURNED = re.compile(r'Uncalled bet of ([\d.]{1,20}) returned to "([^"]{1,100})"')
_NOISE = re.compile(
    r"The (?:player|admin|game|host)|Remaining players|WARNING|Undealt cards|Dead Small Blind|Some"
    r" players|.{0,110}(?:choose|chooses|requested|enqueued|joined|quits|stand|sit|adding|chose)"
)


@dataclass
class _Blinds:
    """The blinds of the log, as a hand says them in which they are posted in full."""

    small: Decimal = Decimal()
    big: Decimal = Decimal()


class _Row(NamedTuple):
    """A row of the log: its line in the file, what it says, and when."""

    line: int
    text: str
    at: str


def hands(lines: Iterator[Line]) -> Iterator[Told | BadHistory]:
    """The hands of a log, and an error for each that cannot be parsed."""
    blinds = _Blinds()
    for rows in _split(_rows(lines)):
        try:
            yield _Reader(rows, blinds).read()
        except BadHistory as error:
            yield error


def _rows(lines: Iterator[Line]) -> Iterator[_Row]:
    """The rows of the file; a row that is not CSV is taken as it is."""
    for line in lines:
        try:
            row = next(csv.reader([line.text]), [])
        except csv.Error:
            row = [line.text]
        if row and row[0] != "entry":
            yield _Row(line.number, row[0].strip(), row[1] if len(row) > 1 else "")


def _split(rows: Iterator[_Row]) -> Iterator[list[_Row]]:
    """The rows of each hand, from its start to its end, whatever order the log has."""
    found: list[_Row] = []
    is_backward: bool | None = None
    for row in rows:
        starts, ends = row.text.startswith("-- starting hand"), bool(_END.fullmatch(row.text))
        if is_backward is None and (starts or ends):
            is_backward = ends
        begins = ends if is_backward else starts
        closes = starts if is_backward else ends
        if begins:
            if found:
                yield _in_order(found, backward=bool(is_backward))
            found = []
        if (found or begins) and len(found) <= _MOST_ROWS:
            found.append(row)
        if closes and found:
            yield _in_order(found, backward=bool(is_backward))
            found = []
    if found:
        yield _in_order(found, backward=bool(is_backward))


def _in_order(rows: Sequence[_Row], *, backward: bool) -> list[_Row]:
    return list(reversed(rows)) if backward else list(rows)


class _Reader:
    """The reader of one hand."""

    def __init__(self, rows: Sequence[_Row], blinds: _Blinds) -> None:
        self._rows, self._blinds = rows, blinds
        self._told = Told("?", rows[0].line)
        self._dealer: str | None = None

    def read(self) -> Told:
        """The hand. Raises `BadHistory`."""
        self._read_start(self._rows[0])
        told = self._told
        if len(self._rows) > _MOST_ROWS:
            raise told.refused(told.line, "imports.long", most=_MOST_ROWS)
        if not _END.fullmatch(self._rows[-1].text):
            raise told.refused(told.line, "imports.cut")
        for row in self._rows[1:-1]:
            try:
                if not self._read_row(row):
                    told.not_understood(row.line, row.text)
            except ValueError:
                told.not_understood(row.line, row.text)
        self._seat()
        return told

    def _read_start(self, row: _Row) -> None:
        found = _START.fullmatch(row.text)
        if not found:
            raise self._told.refused(row.line, "imports.cut")
        self._told = told = Told(found[1], row.line)
        if found[3] not in _CODES:
            raise told.refused(row.line, "imports.game", game=found[3])
        told.code = _CODES[found[3]]
        self._dealer = (found[4] or "").strip('"') or None
        told.others |= {"venue": "Poker Now", "hand": found[2] or found[1]}
        try:
            at = datetime.datetime.fromisoformat(row.at.replace("Z", "+00:00"))
        except ValueError:
            return
        time = at.time().replace(microsecond=0)
        told.others |= {"year": at.year, "month": at.month, "day": at.day, "time": time}
        told.others["time_zone"] = "UTC"

    def _read_row(self, row: _Row) -> bool:
        """Take a row; returns whether it is understood. Raises `ValueError` for a wrong number."""
        told, text = self._told, row.text
        if text.startswith("Player stacks:"):
            for seat, name, stack in _STACK.findall(text):
                told.sit(row.line, name, int(seat), amount(stack))
                told.dealt.add(name)
            return bool(told.players)
        if text.startswith("Your hand is "):
            told.note(row.line, text)
            return True
        if found := _BOARD.fullmatch(text):
            if "second" in found[2] or "2nd" in found[2]:
                raise told.refused(row.line, "imports.twice")
            told.board(row.line, cards(found[3]))
            return True
        if found := _RETURNED.fullmatch(text):
            told.give_back(row.line, found[2], amount(found[1]))
            return True
        return self._read_of_player(row) or self._is_noise(row)

    def _is_noise(self, row: _Row) -> bool:
        if not _NOISE.match(row.text):
            return False
        self._told.note(row.line, row.text)
        return True

    def _read_of_player(self, row: _Row) -> bool:
        found = _OF_PLAYER.fullmatch(row.text)
        if not found:
            return False
        told, name, text = self._told, found[1], found[2]
        if post := _POST.fullmatch(text):
            self._read_post(row.line, name, post)
        elif action := _ACTION.fullmatch(text):
            self._read_action(row.line, name, action)
        elif won := _COLLECTED.fullmatch(text):
            if "second run" in won[2]:
                raise told.refused(row.line, "imports.twice")
            told.collect(row.line, name, amount(won[1]))
        elif shown := _SHOWS.fullmatch(text):
            told.show(row.line, name, cards(shown[1].rstrip(".")))
        else:
            return False
        return True

    def _read_post(self, line: int, name: str, post: re.Match[str]) -> None:
        told, paid = self._told, amount(post[2])
        if post[1] == "ante" or post[1] in ("missing small blind", "missed small blind"):
            told.ante(line, name, paid)
        elif post[1] in ("missed big blind", "missing big blind"):
            told.newcomer(line, name, paid, Decimal())
        elif post[1] == "small blind":
            told.small = self._blinds.small = self._full(paid, self._blinds.small, post)
            told.first = told.first or name
            told.blind(line, name, paid, told.small)
        elif post[1] == "big blind":
            due = self._blinds.big or 2 * self._blinds.small
            told.big = self._blinds.big = self._full(paid, due, post)
            told.blind(line, name, paid, told.big, is_big=True)
        else:
            told.blind(line, name, paid, paid)

    def _full(self, paid: Decimal, due: Decimal, post: re.Match[str]) -> Decimal:
        """The full size of a blind, of which a short stack posts less: what was due before."""
        return max(paid, due) if post[3] else paid

    def _read_action(self, line: int, name: str, action: re.Match[str]) -> None:
        """Take an action; the log says all chips of the round, for a call too."""
        words = {"folds": "f", "checks": "cc", "calls": "cc"}
        to = amount(action[2]) if action[2] else None
        self._told.act(line, name, words.get(action[1], "cbr"), to=to)

    def _seat(self) -> None:
        """Say who has the button, and what players are called. Raises `BadHistory`."""
        told = self._told
        if self._dealer is not None:
            if self._dealer not in told.players:
                raise told.refused(told.line, "imports.nobody", player=self._dealer)
            told.button, told.first = told.players[self._dealer].seat, None
        called = {name: name.rpartition(" @ ")[0] for name in told.players}
        for name, player in told.players.items():
            if called[name] and list(called.values()).count(called[name]) == 1:
                player.called = called[name]
        if told.code == FIXED_LIMIT:
            told.small, told.big = told.big, 2 * told.big
