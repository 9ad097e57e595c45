"""The lines of a hand history: `d dh p1 Kc`, `p1 buy 2 # commentary`, and back.

Words stand for kinds of `rules.actions` and `rules.journal`; no rule of any game is known here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from sidepot.errors import BadHistory
from sidepot.games.action import Action, Legal
from sidepot.games.event import Event
from sidepot.games.hand import Hand
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
}
"""The word of each kind of action. `cc` is whichever of its two the menu offers."""
DEALT = journal.KINDS[journal.DEALT]
"""The kind of event that has a line; all others follow from the rules."""
TO_PLAYER, TO_BOARD, SHOW, VOID, NOTE = "dh", "db", "sm", "void", ""
"""Words that no player chooses; `NOTE` is a line of commentary alone."""

_COUNTED = [WORDS[actions.KINDS[number]] for number in actions.COUNTED]
FORMS = (
    "d dh pN CARDS",
    "d db CARDS",
    *(f"pN {word}" + " N" * (word in _COUNTED) for word in dict.fromkeys(WORDS.values())),
    "pN sm",
    "pN sm CARDS",
    "void",
)
"""Every form that a line may have."""
QUOTED = 60
"""Characters of a text that an error repeats."""

_PLACES = {
    "pN": "p(?P<player>[1-9][0-9]?)",
    "CARDS": r"(?P<cards>(?:[2-9TJQKA][cdhs]|Xx|\?\?)+)",
    "N": "(?P<amount>[0-9]{1,18})",
}


def _compiled(form: str) -> tuple[str, re.Pattern[str]]:
    """The word of a form, and what matches it."""
    parts = form.split()
    (word,) = (part for part in parts if part not in (*_PLACES, "d"))
    return word, re.compile(r"\s+".join(_PLACES.get(part, part) for part in parts))


_FORMS = [_compiled(form) for form in FORMS]


@dataclass(frozen=True, slots=True)
class Line:
    """One line: its word, the seat (from 0) that it concerns, cards, an amount, commentary."""

    word: str
    seat: int = NOBODY
    cards: tuple[str, ...] = ()
    amount: int | None = None
    commentary: str | None = None

    @classmethod
    def parse(cls, text: str) -> Line:
        """The line behind a text. Raises `BadHistory`, which names what is understood."""
        body, sign, rest = text.partition("#")
        commentary = rest.strip() if sign else None
        if sign and not body.strip():
            return cls(NOTE, commentary=commentary)
        for word, form in _FORMS:
            if found := form.fullmatch(body.strip()):
                return cls(word, *_values(found), commentary)
        raise BadHistory("error.history_line", line=short(text), forms=list(FORMS))

    def __str__(self) -> str:
        player = [] if self.seat == NOBODY else [f"p{self.seat + 1}"]
        dealt = self.word in (TO_PLAYER, TO_BOARD)
        parts = ["d", self.word, *player] if dealt else [*player, self.word]
        parts += ["".join(self.cards)] + [str(self.amount)] * (self.amount is not None)
        parts += ["#", self.commentary] if self.commentary is not None else []
        return " ".join(part for part in parts if part)

    def action(self, legal: Legal) -> Action:
        """The action that a player's line means where this is legal; it may not be."""
        kinds = [kind for kind, word in WORDS.items() if word == self.word]
        offered = [choice.kind for choice in legal.ranges if choice.kind in kinds]
        return Action([*offered, *kinds][0], self.amount or 0)


def _values(found: re.Match[str]) -> tuple[int, tuple[str, ...], int | None]:
    """The seat, the cards and the amount of a line, or what stands for none."""
    given = found.groupdict()
    seat = int(given["player"]) - 1 if "player" in given else NOBODY
    dealt = tuple(re.findall("..", given.get("cards", "")))
    return seat, dealt, int(given["amount"]) if "amount" in given else None


def of_action(seat: int, action: Action) -> Line:
    """The line of what a player did."""
    counted = actions.KINDS.index(action.kind) in actions.COUNTED
    return Line(WORDS[action.kind], seat, amount=action.amount if counted else None)


def of_events(events: tuple[Event, ...]) -> Iterator[Line]:
    """The lines of what a verb did: a line a card."""
    for event in events:
        if event.kind == DEALT:
            word = TO_BOARD if event.seat == NOBODY else TO_PLAYER
            yield Line(word, event.seat, (event.card or "??",))


def of_hand(hand: Hand) -> Iterator[Line]:
    """All lines of a hand; the last is `void` where it has not been played to its end."""
    first, *later = hand.opened
    yield from of_events(first)
    for (seat, action), events in zip(hand.actions, later, strict=True):
        yield of_action(seat, action)
        yield from of_events(events)
    if not hand.over:
        yield Line(VOID)


def short(text: str, most: int = QUOTED) -> str:
    """A text as an error quotes it: on one line, and not too long."""
    shown = "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in text)
    return shown if len(shown) <= most else shown[:most] + "..."
