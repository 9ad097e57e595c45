"""Hands of PokerStars, as its client writes them to text files in English."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal

from sidepot.errors import BadHistory
from sidepot.history.imports.lines import Line
from sidepot.history.imports.told import FIXED_LIMIT, NO_LIMIT, Told, amount, by_length, cards

NAME = "pokerstars"
HEADER = re.compile(r"\W{0,4}PokerStars\b[^#]{0,40}#(\d{1,20}):? (.*)")
_GAME = re.compile(r"(Hold'em|[\w' ]{3,30}?) (No Limit|Limit|Pot Limit)\b")
_STAKES = re.compile(r"\(([^\s()/]{1,20})/([^\s()]{1,20})(?: ([A-Z]{3}))?[^()]{0,30}\)")
_TIME = re.compile(r"(\d{4})/(\d\d)/(\d\d) (\d\d?):(\d\d):(\d\d) ([A-Z]{2,4})")
_TABLE = re.compile(r"Table '(.{0,100}?)' .*?(?:Seat #(\d{1,2}) is the button)?")
_SEAT = re.compile(r"Seat (\d{1,2}): (.{1,64}) \((\S{1,20}) in chips(?:, [^)]{1,40})?\)(.*)")
_CODES = {"No Limit": NO_LIMIT, "Limit": FIXED_LIMIT}
_MOST_LINES = 5_000
_ALL_IN = re.compile(r" and (?:is all-in|has reached the \S{1,20} cap)$")
_NOISE = re.compile(
    r"(?:joins the table at seat #|leaves the table|has timed out|is (?:dis)?connected|has returned"
    r"|is sitting out|sits out|was removed from the table|will be allowed to play|finished the"
    r" tournament|wins the tournament|re-buys|doesn't show hand|has \d+ seconds? left|said, \"|wins"
    r" the |adds? |cashed out|was moved|out of hand)"
)
_STREET = re.compile(
    r"\*\*\* ([A-Z ]{3,20}) \*\*\*(?: \[([^\]]{2,20})\])?(?: \[([^\]]{2,20})\])?.*"
)
_STREETS = {"FLOP": 1, "TURN": 2, "RIVER": 2}
"""The streets, and which of the bracketed parts has its new cards."""
_RETURNED = re.compile(r"Uncalled bet \((\S{1,20})\) returned to (.{1,64})")
_COLLECTED = re.compile(r"collected (\S{1,20}) from (?:main |side )?pot(?:-\d)?")
_TOTAL = re.compile(r"Total pot (\S{1,20}) .*?\| Rake (\S{1,20}).*")
_DEALT = re.compile(r"Dealt to (.{1,64}) \[([^\]]{2,20})\].*")
_SUMMED = re.compile(r"(?:showed|mucked) \[([^\]]{2,20})\].*")


def hands(lines: Iterator[Line]) -> Iterator[Told | BadHistory]:
    """The hands of a file, and an error for each that cannot be parsed."""
    for header, body in _split(lines):
        try:
            yield _Reader(header, body).read()
        except BadHistory as error:
            yield error


def _split(lines: Iterator[Line]) -> Iterator[tuple[Line, list[Line]]]:
    header, body = None, list[Line]()
    for line in lines:
        if HEADER.fullmatch(line.text):
            if header:
                yield header, body
            header, body = line, []
        elif header and line.text.strip() and len(body) <= _MOST_LINES:
            body.append(line)
    if header:
        yield header, body


class _Reader:
    """The reader of one hand."""

    def __init__(self, header: Line, body: Sequence[Line]) -> None:
        found = HEADER.fullmatch(header.text)
        assert found
        self._told = Told(found[1], header.number)
        self._rest, self._body = found[2], body
        self._is_summary = False
        self._names: list[str] = []
        self._out: set[str] = set()

    def read(self) -> Told:
        """The hand. Raises `BadHistory`."""
        self._read_header()
        if len(self._body) > _MOST_LINES:
            raise self._told.refused(self._told.line, "imports.long", most=_MOST_LINES)
        for line in self._body:
            try:
                if not self._read_line(line):
                    self._told.not_understood(*line)
            except ValueError:
                self._told.not_understood(*line)
        if not self._is_summary:
            raise self._told.refused(self._told.line, "imports.cut")
        if self._told.button is None:
            raise self._told.refused(self._told.line, "imports.language")
        return self._told

    def _read_header(self) -> None:
        told = self._told
        game, stakes = _GAME.search(self._rest), _STAKES.search(self._rest)
        if not game or not stakes:
            raise told.refused(told.line, "imports.language")
        name = game[1].rpartition(" ")[2] if "Hold'em" in game[1] else game[1].strip()
        if name != "Hold'em" or game[2] not in _CODES:
            raise told.refused(told.line, "imports.game", game=f"{name} {game[2]}")
        told.code = _CODES[game[2]]
        try:
            told.small, told.big = amount(stakes[1]), amount(stakes[2])
        except ValueError:
            raise told.refused(told.line, "imports.stakes", stakes=stakes[0]) from None
        told.others.update(_facts(told.label, stakes, _TIME.search(self._rest)))

    def _read_line(self, line: Line) -> bool:
        """Take a line; returns whether it is understood. Raises `ValueError` for a wrong number."""
        text = line.text.strip()
        if text == "*** SUMMARY ***":
            self._is_summary = True
            return True
        if self._is_summary:
            return self._read_summary(line.number, text)
        return (
            self._read_seat(line.number, text)
            or self._read_street(line.number, text)
            or self._read_of_player(line.number, text)
            or self._read_general(line.number, text)
        )

    def _read_seat(self, number: int, text: str) -> bool:
        told = self._told
        if found := _TABLE.fullmatch(text):
            told.others["table"] = found[1]
            told.button = int(found[2]) if found[2] else None
            return True
        found = _SEAT.fullmatch(text)
        if not found:
            return False
        told.sit(number, found[2], int(found[1]), amount(found[3]))
        self._names = by_length(list(told.players))
        return True

    def _read_street(self, number: int, text: str) -> bool:
        found = _STREET.fullmatch(text)
        if not found:
            return False
        if found[1] in _STREETS:
            dealt = cards(found[1 + _STREETS[found[1]]] or "")
            self._told.board(number, dealt)
        elif found[1].startswith(("FIRST ", "SECOND ")):
            raise self._told.refused(number, "imports.twice")
        return found[1] in ("HOLE CARDS", "SHOW DOWN", *_STREETS)

    def _read_of_player(self, number: int, text: str) -> bool:
        for name in self._names:
            if not text.startswith(name):
                continue
            rest = text.removeprefix(name)
            if rest.startswith(": "):
                return self._read_action(number, name, rest[2:]) or self._is_noise(number, text)
            if won := _COLLECTED.fullmatch(rest.strip()):
                self._told.collect(number, name, amount(won[1]))
                return True
        return False

    def _read_action(self, number: int, name: str, text: str) -> bool:
        told, is_all_in = self._told, bool(_ALL_IN.search(text))
        text = _ALL_IN.sub("", text)
        word, _, rest = text.partition(" ")
        if word == "posts":
            return self._read_post(number, name, rest, is_all_in=is_all_in)
        if word in ("shows", "mucks"):
            shown = re.match(r"\[([^\]]{2,20})\]", rest)
            told.show(number, name, cards(shown[1]) if shown else ())
        elif word == "folds":
            told.act(number, name, "f")
            self._keep_cards(name, rest)
        elif word == "checks":
            told.act(number, name, "cc")
        elif word == "calls":
            told.act(number, name, "cc", added=amount(rest))
        elif word == "bets":
            told.act(number, name, "cbr", added=amount(rest))
        elif word == "raises":
            told.act(number, name, "cbr", to=amount(rest.partition(" to ")[2]))
        else:
            return False
        return True

    def _keep_cards(self, name: str, rest: str) -> None:
        if found := re.match(r"\[([^\]]{2,20})\]", rest):
            self._told.players[name].cards = cards(found[1])

    def _read_post(self, number: int, name: str, text: str, *, is_all_in: bool) -> bool:
        told = self._told
        what, _, paid_text = text.rpartition(" ")
        paid = amount(paid_text)
        small, big = (told.small, told.big) if told.code == NO_LIMIT else (paid, told.small)
        if what == "small blind":
            told.blind(number, name, paid, small if is_all_in else paid)
        elif what == "big blind":
            told.blind(number, name, paid, big if is_all_in else paid, is_big=True)
        elif what in ("small & big blinds", "small and big blinds"):
            told.newcomer(number, name, min(big, paid), max(paid - big, Decimal()))
        elif what in ("the ante", "ante"):
            told.ante(number, name, paid)
        elif what in ("straddle", "a straddle", "button blind"):
            told.blind(number, name, paid, paid)
        else:
            return False
        return True

    def _read_general(self, number: int, text: str) -> bool:
        told = self._told
        if (found := _RETURNED.fullmatch(text)) and found[2] in told.players:
            told.give_back(number, found[2], amount(found[1]))
            return True
        if (found := _DEALT.fullmatch(text)) and found[1] in told.players:
            told.player(number, found[1]).cards = cards(found[2])
            return True
        return self._is_noise(number, text)

    def _is_noise(self, number: int, text: str) -> bool:
        """Keep what says nothing of the hand, such as talk, as commentary."""
        if not _NOISE.search(text):
            return False
        self._told.note(number, text)
        return True

    def _read_summary(self, number: int, text: str) -> bool:
        told = self._told
        if found := _TOTAL.fullmatch(text):
            told.rake = amount(found[2].rstrip("."))
            return True
        if text.startswith("Board ["):
            return True
        seat = re.fullmatch(r"Seat (\d{1,2}): (.*)", text)
        if not seat:
            return False
        at = {player.seat: player for player in told.players.values()}.get(int(seat[1]))
        if at is None or not seat[2].startswith(at.name):
            return False
        told.dealt.add(at.name)
        rest = seat[2].removeprefix(at.name)
        if shown := _SUMMED.search(rest):
            at.cards = cards(shown[1])
        return True


def _facts(label: str, stakes: re.Match[str], time: re.Match[str] | None) -> Mapping[str, object]:
    """The fields of PHH for where and when a hand was played."""
    found: dict[str, object] = {"venue": "PokerStars", "hand": int(label)}
    if stakes[3]:
        found["currency"] = stakes[3]
    if time:
        year, month, day, hour, minute, second = map(int, time.groups()[:6])
        try:
            at = datetime.datetime(year, month, day, hour, minute, second)
        except ValueError:
            return found
        found |= {"year": at.year, "month": at.month, "day": at.day, "time": at.time()}
        found["time_zone_abbreviation"] = time[7]
    return found
