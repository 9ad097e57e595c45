"""Actions and the live view of what is legal, as people and programs speak of them."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from sidepot import kernel
from sidepot.engine.options import whole
from sidepot.errors import EngineError, IllegalAction
from sidepot.rules import actions
from sidepot.words import Message


@dataclass(frozen=True, slots=True)
class Action:
    """Something a player does: a kind of `rules.actions.KINDS`, and an amount where it has one."""

    kind: str
    amount: int = 0
    card: str | None = field(default=None, compare=False)
    """The card that the amount picks, where it picks one; a name for the same action."""

    @classmethod
    def parse(cls, text: str) -> Action:
        """The action behind a text: "fold", "buy 2", "raise to 40", "discard Kc".

        A card gets its amount, its place, from what is legal. Raises `IllegalAction`.
        """
        words = _TEXT.fullmatch(text.lower())
        kind = words[1].replace(" ", "_") if words else ""
        if words is None or kind not in actions.KINDS or (words[3] and kind not in _PICKED):
            raise IllegalAction("error.action_text", action=_short(text))
        if kind in _PICKED and not words[2]:
            return cls(kind, UNPLACED, words[3] and words[3].capitalize())
        return cls(kind, int(words[2] or 0))

    @classmethod
    def decode(cls, number: int) -> Action:
        """The action behind the number that the verbs know."""
        return cls(actions.KINDS[actions.kind(number)], actions.amount(number))

    @property
    def number(self) -> int:
        """The number that the verbs know."""
        return actions.encode(actions.KINDS.index(self.kind), self.amount)

    def __str__(self) -> str:
        said = self.card or (str(self.amount) if self.kind in (*_COUNTED, *_PICKED) else "")
        return f"{self.kind.replace('_', ' ')} {said}".rstrip()


_TEXT = re.compile(r"\s*([a-z]+(?:[ _]to)?)\s*(?:([0-9]{1,18})|([2-9tjqka][cdhs]|xx))?\s*")
_COUNTED = tuple(actions.KINDS[number] for number in actions.COUNTED)
_PICKED = tuple(actions.KINDS[number] for number in actions.PICKED)
UNPLACED = -1
"""The amount of an action that picks a card whose place is not known yet."""


def _short(text: str) -> str:
    """What somebody typed, as an error quotes it."""
    text = text.strip()
    return text if len(text) <= _QUOTED else text[:_QUOTED] + "..."


_QUOTED = 40
"""Characters of a wrong action that its error repeats."""


class Choice(NamedTuple):
    """A row of the menu: a kind of action and the amounts that it may have."""

    kind: str
    lowest: int
    highest: int
    cards: tuple[str, ...] = ()
    """The cards that its amounts pick, the first for the lowest; none for other kinds."""

    @property
    def is_counted(self) -> bool:
        """Does the player choose an amount and say it?"""
        return self.kind in _COUNTED

    def at(self, amount: int) -> Action:
        """The action of this kind with an amount; of equal cards the first stands for all."""
        if not self.cards:
            return Action(self.kind, amount)
        card = self.cards[amount - self.lowest]
        return Action(self.kind, self.lowest + self.cards.index(card), card)

    @property
    def message(self) -> Message:
        """The choice in table talk: "buy 1 to 4", "discard Kc, 7d or 2s"."""
        return _message(self)


_KEPT = 1 << 12
"""Menus and their rows that are kept: few tables offer more in an hour, and each takes 1 kB."""


@functools.lru_cache(maxsize=_KEPT)
def _message(choice: Choice) -> Message:
    """Equal choices have the same message."""
    if choice.cards:
        return Message(f"choice.{choice.kind}", {"cards": list(choice.cards)})
    if not choice.is_counted:
        return Message(f"choice.{choice.kind}", {"amount": choice.lowest})
    form = "one" if choice.lowest == choice.highest else "range"
    values = {"lowest": choice.lowest, "highest": choice.highest}
    return Message(f"choice.{choice.kind}_{form}", values)


class Legal:
    """The actions that are legal now, without making a list of them.

    Iterate (ranges unfold one action at a time), test membership with an `Action` or a text, count
    with `count`, print. `ranges` has the rows of the menu. Empty when the hand is over.
    """

    def __init__(self, ranges: Iterable[Choice]) -> None:
        self.ranges = tuple(ranges)

    def check(self, action: Action | str) -> Action:
        """The action, if it is legal. Raises `IllegalAction`, which names what is."""
        try:
            parsed = Action.parse(action) if isinstance(action, str) else action
        except IllegalAction:
            said = _short(str(action))
            raise IllegalAction("error.action_now", action=said, legal=self.message) from None
        for choice in self.ranges:
            if choice.kind == parsed.kind:
                fitted = _fitted(parsed, choice)
                if fitted is None:
                    raise _refused(action, choice.message)
                return fitted
        raise _refused(action, self.message)

    @property
    def count(self) -> int:
        """How many actions are legal."""
        return sum(choice.highest - choice.lowest + 1 for choice in self.ranges)

    @property
    def message(self) -> Message:
        """What is legal, in table talk."""
        return Message("choice.list", {"choices": [choice.message for choice in self.ranges]})

    @property
    def safe(self) -> Action:
        """What is played for somebody who does not answer."""
        return self._first(actions.SAFE)

    @property
    def forfeit(self) -> Action:
        """What is played for a bot that has forfeited the hand."""
        return self._first(actions.FORFEIT)

    def _first(self, kinds: Sequence[int]) -> Action:
        """The least action of the first of some kinds that is offered."""
        for number in kinds:
            for choice in self.ranges:
                if choice.kind == actions.KINDS[number]:
                    return choice.at(choice.lowest)
        raise EngineError("law.menu_safe", legal=self.message)

    def __iter__(self) -> Iterator[Action]:
        for choice in self.ranges:
            for amount in range(choice.lowest, choice.highest + 1):
                yield choice.at(amount)

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, (Action, str)):
            return False
        try:
            self.check(action)
        except IllegalAction:
            return False
        return True

    def __len__(self) -> int:
        return self.count

    def __str__(self) -> str:
        return self.message.text

    def __repr__(self) -> str:
        return f"<Legal: {self}>"


NOTHING = Legal(())
"""When the hand is over."""
Row = tuple[int, int, int]
"""Of a menu: a kind, its lowest and its highest amount."""
Picks = tuple[tuple[int, tuple[str, ...]], ...]
"""For kinds whose amount is the place of a card, the cards (`Layout.picks`)."""


@functools.lru_cache(maxsize=_KEPT)
def offered(menu: bytes) -> tuple[Row, ...]:
    """The rows of a menu, read from its bytes. Raises `EngineError` when there are too many."""
    m = kernel.fields(kernel.from_bytes(kernel.record(actions.Menu), menu))
    if m.n > actions.ROWS:
        raise EngineError("law.menu_rows", n=m.n, most=actions.ROWS)
    columns = (kernel.column(m, name, m.n) for name in ("kind", "lowest", "highest"))
    return tuple(zip(*columns, strict=True))


@functools.lru_cache(maxsize=_KEPT)
def legal_of(menu: bytes, picks: Picks) -> Legal:
    """What a menu offers, from its bytes: equal menus give the same object."""
    return Legal(_choice(row, dict(picks)) for row in offered(menu))


def _choice(row: Row, picks: dict[int, tuple[str, ...]]) -> Choice:
    """A row of the menu."""
    kind, lowest, highest = row
    return Choice(actions.KINDS[kind], lowest, highest, picks.get(kind, ())[lowest : highest + 1])


def _refused(action: Action | str, legal: Message) -> IllegalAction:
    """The error that says what is legal instead."""
    return IllegalAction("error.action", action=_short(str(action)), legal=legal)


def _fitted(action: Action, choice: Choice) -> Action | None:
    """The action with the amount that its choice has; None if its choice has not that one."""
    if action.card is not None and action.amount == UNPLACED:
        if action.card in choice.cards:
            return choice.at(choice.lowest + choice.cards.index(action.card))
        return None
    if not choice.is_counted and not choice.cards and action.amount == 0:
        return choice.at(choice.lowest)
    amount = whole(action.amount)
    if amount is not None and choice.lowest <= amount <= choice.highest:
        return choice.at(amount)
    return None
