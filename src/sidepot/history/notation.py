"""Parses and writes the lines of a hand history: `d dh p1 Kc`, `p1 buy 2 # commentary`.

Words stand for kinds of `rules.actions` and `rules.journal`; this module knows no game's rules.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from types import MappingProxyType
from typing import Protocol, TypeVar

from sidepot import cards as decks
from sidepot.engine.action import UNPLACED, Action, Legal
from sidepot.engine.event import HandEvent
from sidepot.engine.game import Hand
from sidepot.errors import BadHistory
from sidepot.history.units import Amount, chips
from sidepot.history.units import text as amount_text
from sidepot.rules import actions, journal
from sidepot.rules.seats import NOBODY

WORDS = {
    "fold": "f",
    "check": "cc",
    "call": "cc",
    "pay": "cc",
    "raise_to": "cbr",
    "bet": "cbr",
    "buy": "buy",
    "keep": "sd",
    "discard": "sd",
    "lay": "stk",
    "decline": "stk",
    "quickdraw": "sb quickdraw",
    "cover": "sb cover",
    "pass": "sb",
    "in": "in",
    "out": "out",
    "exchange": "sd",
}
"""The word of each kind of action. A word of several kinds means the one that the menu offers."""
_DO, _CHOOSE = "do", "choose"
"""The words before the name of an action that a game declares; the second of secret ones."""
SECRET = (WORDS[actions.KINDS[actions.IN]], WORDS[actions.KINDS[actions.OUT]], _CHOOSE)
"""The words of choices that others learn of later."""
_OWN = {"bring_in": "pb"}
"""The words of actions that a game calls by a name of its own (`Game.says`), where PHH has one."""
TO_PLAYER, TO_BOARD, SHOW, VOID, NOTE = "dh", "db", "sm", "void", ""
"""Words of lines that are not actions; `NOTE` is a line of commentary alone."""
SHOWN, MUCKED = journal.KINDS[journal.SHOWN], journal.KINDS[journal.MUCKED]
_DISCARDED = journal.KINDS[journal.DISCARDED]
_REFILLING = (journal.REFILLED, journal.KINDS[journal.REFILLED])
_SHOWING = (journal.SHOWN, SHOWN)
"""Kinds by their numbers and their names."""
HIDDEN = decks.text(decks.HIDDEN)
ALL = "-"
"""In place of shown cards: all that the player was dealt."""


def _form(number: int) -> str:
    """The form of a kind of action: `AMOUNT` is chips, `N` a number, `CARD` the picked card."""
    word = f"pN {WORDS[actions.KINDS[number]]}"
    if number in actions.LEVELS:
        return f"{word} AMOUNT"
    if number in actions.SETS:
        return f"{word} CARDS"
    if number in actions.PICKED:
        return f"{word} CARD"
    return f"{word} N" if number in actions.COUNTED else word


FORMS = (
    "d dh pN CARDS",
    "d db CARDS",
    *dict.fromkeys(map(_form, range(len(actions.KINDS)))),
    *(f"pN {word}" for word in _OWN.values()),
    *(f"pN {word} NAME{given}" for word in (_DO, _CHOOSE) for given in ("", " N", " CARDS")),
    "pN sm",
    "pN sm CARDS",
    "pN sm -",
    "void",
)
"""Every form that a line may have."""
_NONE = actions.KINDS[actions.PASS]
"""Stands for an action whose word means nothing here."""
_USUAL: Mapping[str, str] = MappingProxyType({})
"""The names of actions in a game without names of its own."""
_QUOTED = 60
"""The most characters of a text that an error quotes."""

_CARD = r"(?:[2-9TJQKA][cdhs]|Xx|\?\?)"
_PLACES = {
    "pN": "p(?P<player>[1-9][0-9]?)",
    "CARDS": f"(?P<cards>{_CARD}+)",
    "CARD": f"(?P<cards>{_CARD})",
    ALL: f"(?P<cards>{ALL})",
    "NAME": "(?P<said>[a-z]+(?: [a-z][a-z0-9]*)*)",
    "N": "(?P<amount>[0-9]{1,18})",
    "AMOUNT": r"(?P<amount>[0-9]{1,18}(?:\.[0-9]{1,9})?)",
}
_PICKING = tuple(actions.NAMES[number] for number in actions.PICKED)


def _pattern(form: str) -> tuple[str, re.Pattern[str]]:
    """The word or words of a form, and the regular expression that matches it."""
    parts = form.split()
    word = " ".join(part for part in parts if part not in (*_PLACES, "d"))
    return word, re.compile(r"\s+".join(_PLACES.get(part, part) for part in parts))


_PATTERNS = [_pattern(form) for form in FORMS]


@dataclass(frozen=True, slots=True)
class Line:
    """One line: its word, the seat (from 0) it concerns, cards, an amount, commentary."""

    word: str
    seat: int = NOBODY
    cards: tuple[str, ...] = ()
    amount: Amount | None = None
    commentary: str | None = None
    said: str = ""
    """The name of an action that a game declares (`engine.own`), and its word if it takes one."""

    @classmethod
    def parse(cls, text: str) -> Line:
        """Parse a line. Raises `BadHistory`, which lists the forms that are understood."""
        line = parse_or_none(text)
        if line is None:
            raise BadHistory("error.history_line", line=short(text), forms=list(FORMS))
        return line

    def __str__(self) -> str:
        player = [] if self.seat == NOBODY else [f"p{self.seat + 1}"]
        parts = ["d", self.word, *player] if self.deals else [*player, self.word]
        parts += [self.said, "".join(self.cards)]
        parts += [amount_text(self.amount)] if self.amount is not None else []
        parts += ["#", self.commentary] if self.commentary is not None else []
        return " ".join(part for part in parts if part)

    @property
    def deals(self) -> bool:
        """Does the line name cards that are dealt?"""
        return self.word in (TO_PLAYER, TO_BOARD)

    def action(self, legal: Legal, scale: int = 1) -> Action:
        """The action of a player's line, given the menu; it may be one that is not legal.

        `scale`: the chips in one unit of the line's amounts.
        """
        if self.said:
            return self._declared(legal)
        own = [choice.kind for choice in legal.ranges if _OWN.get(choice.said) == self.word]
        if own:
            return Action(own[0], chips(self.amount or 0, scale, instead=UNPLACED))
        picks = bool(self.cards)
        kinds = _kinds(self.word, picks)
        offered = [choice.kind for choice in legal.ranges if choice.kind in kinds]
        kind = [*offered, *kinds, _NONE][0]
        if picks:
            return Action(kind, UNPLACED, " ".join(self.cards))
        return Action(kind, chips(self.amount or 0, scale, instead=UNPLACED))

    def _declared(self, legal: Legal) -> Action:
        """The action that the game declares; one that is not legal where the menu has none."""
        given = " ".join(self.cards) or ("" if self.amount is None else str(self.amount))
        text = f"{self.said} {given}".rstrip()
        return legal.check(text) if text in legal else Action(_NONE)


def _values(found: re.Match[str]) -> tuple[int, tuple[str, ...], Amount | None, str]:
    """The seat, cards, amount and name of a line; `NOBODY`, (), None and "" if they are missing."""
    given = found.groupdict()
    seat = int(given["player"]) - 1 if "player" in given else NOBODY
    text = given.get("cards", "")
    dealt = (ALL,) if text == ALL else tuple(re.findall("..", text))
    amount = _amount(given["amount"]) if "amount" in given else None
    return seat, dealt, amount, given.get("said", "")


def _amount(text: str) -> Amount:
    return Decimal(text) if "." in text else int(text)


def parse_or_none(text: str) -> Line | None:
    """The parsed line, or None for a text that is not one."""
    return _remembered(text) if len(text) <= _QUOTED else _parsed(text)


def _parsed(text: str) -> Line | None:
    body, sign, rest = text.partition("#")
    body = body.strip()
    commentary = rest.strip() if sign else None
    if sign and not body:
        return Line(NOTE, commentary=commentary)
    for word, pattern in _PATTERNS:
        if found := pattern.fullmatch(body):
            seat, dealt, amount, said = _values(found)
            return Line(word, seat, dealt, amount, commentary, said)
    return None


_remembered = functools.lru_cache(maxsize=1 << 14)(_parsed)
"""Short lines by their texts: most come again in other hands."""


@functools.cache
def _kinds(word: str, picks: bool) -> list[str]:
    """The kinds of action with a word, those that pick cards or the others."""
    return [kind for kind, own in WORDS.items() if own == word and picks == (kind in _PICKING)]


def line_of(seat: int, action: Action, says: Mapping[str, str] = _USUAL) -> Line:
    """The line of a player's action; `says` are the game's own names (`Game.says`)."""
    picked = tuple((action.card or HIDDEN).split()) if action.is_picked else ()
    counted = action.is_counted
    if action.own:
        word = _CHOOSE if action.own in actions.SECRET else _DO
        said = str(action).removesuffix(action.card or "") if picked else str(action)
        said = said.removesuffix(str(action.amount)) if counted else said
        return Line(word, seat, picked, action.amount if counted else None, None, said.strip())
    word = _OWN.get(says.get(action.kind, ""), WORDS[action.kind])
    return Line(word, seat, picked, action.amount if counted else None)


class _Event(Protocol):
    """An event of a hand (`HandEvent`), or a row of a record's journal."""

    @property
    def kind(self) -> str | int: ...
    @property
    def seat(self) -> int: ...
    @property
    def deals(self) -> bool: ...


E = TypeVar("E", bound=_Event)


def grouped(
    events: Sequence[E], place: Callable[[E, int], int], top: int, *, singly: bool
) -> tuple[list[list[E]], int]:
    """The events of a verb in groups, each of which is one line of a history; and the deck's top.

    The cards of one deal to one player, or to the board, are adjacent in the deck, and a burned
    card separates two deals. Cards that one player shows in a row are a group too. `place`: where
    a dealt card lies in the deck from the `top` on; less for one that is dealt again.
    """
    found: list[list[E]] = []
    for event in events:
        if event.kind in _REFILLING:
            continue  # the cards of one deal may come from both sides of it
        at = max(place(event, top), top) if event.deals else top
        last = found[-1][-1] if found else None
        if last is not None and (last.kind, last.seat) == (event.kind, event.seat):
            continues = (at == top and not singly) if event.deals else event.kind in _SHOWING
        else:
            continues = False
        if continues:
            found[-1].append(event)
        else:
            found.append([event])
        top = at + event.deals
    return found, top


class _EventGroups:
    """The events of a hand, verb by verb, in groups: each group is one line of a history."""

    def __init__(self, hand: Hand) -> None:
        self._hand = hand
        self._verb = 0
        self._top = 0

    def next(self) -> list[list[HandEvent]]:
        """The groups of the next verb of the hand."""
        events = self._hand.secrets(self._verb)
        is_dealt = any(event.deals for event in events)
        deck = [decks.text(card) for card in self._hand.deck] if is_dealt else []
        found, self._top = grouped(
            events,
            lambda event, top: _deck_position(deck, event, top),
            self._top,
            singly=self._hand.game.singly,
        )
        self._verb += 1
        return found


def _deck_position(deck: Sequence[str], event: HandEvent, top: int) -> int:
    """The position of a dealt card in the deck from its top on; -1 if it is not there."""
    return deck.index(event.card, top) if event.card in deck[top:] else -1


class _Held:
    """The cards that each seat holds, in the order in which they came."""

    def __init__(self) -> None:
        self._cards: dict[int, list[str]] = {}

    def follow(self, events: Sequence[HandEvent]) -> None:
        """Take note of cards that are dealt and thrown away."""
        for event in events:
            own = self._cards.setdefault(event.seat, [])
            if event.deals:
                own.append(event.card or HIDDEN)
            elif event.kind == _DISCARDED and event.card in own:
                own.remove(event.card)

    def of(self, seat: int) -> tuple[str, ...]:
        """The cards of a seat."""
        return tuple(self._cards.get(seat, ()))


def _of_events(
    groups: Sequence[Sequence[HandEvent]], held: _Held, *, shows: bool
) -> Iterator[Line]:
    """The lines of a verb's events: one for all the cards of a deal to a player or the board.

    All else follows from the rules. With `shows` there are lines for cards shown and mucked too,
    for readers that do not know who has to show: who shows, shows the whole hand.
    """
    for group in groups:
        held.follow(group)
        first, dealt = group[0], tuple(event.card or HIDDEN for event in group)
        if first.deals:
            yield Line(TO_BOARD if first.seat == NOBODY else TO_PLAYER, first.seat, dealt)
        elif shows and first.kind in (SHOWN, MUCKED):
            yield Line(SHOW, first.seat, held.of(first.seat) if first.kind == SHOWN else ())


def lines_of(hand: Hand, *, shows: bool = False) -> Iterator[Line]:
    """All lines of a hand, as far as it has been played; for `shows` see `_of_events`."""
    groups, held = _EventGroups(hand), _Held()
    yield from _of_events(groups.next(), held, shows=shows)
    for seat, action in hand.actions:
        yield line_of(seat, action, hand.game.says)
        yield from _of_events(groups.next(), held, shows=shows)


def short(text: str, most: int = _QUOTED) -> str:
    """A text as an error quotes it: unprintable characters replaced, at most `most` characters."""
    if text.isprintable():
        return text if len(text) <= most else text[:most] + "..."
    shown = "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text)
    return shown if len(shown) <= most else shown[:most] + "..."
