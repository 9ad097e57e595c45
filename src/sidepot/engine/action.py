"""Actions and what is legal, in the form that people and programs use."""

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
    """An action of a player: a kind of `rules.actions.KINDS`, and an amount where it has one."""

    kind: str
    amount: int = 0
    card: str | None = field(default=None, compare=False)
    """The card that the amount picks, if any; another name for the same action."""

    @classmethod
    def parse(cls, text: str) -> Action:
        """The action for a text: "fold", "buy 2", "raise to 40", "discard Kc".

        For a card, the amount (its place) is filled in by `Legal.check`. Raises `IllegalAction`.
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
        """The action for the number that the verbs use."""
        return cls(actions.KINDS[actions.kind(number)], actions.amount(number))

    @property
    def number(self) -> int:
        """The number that the verbs use."""
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
    """The text that somebody typed, shortened for an error."""
    text = text.strip()
    return text if len(text) <= _QUOTED else text[:_QUOTED] + "..."


_QUOTED = 40
"""Characters of a wrong action that its error repeats."""


class Choice(NamedTuple):
    """A row of the menu: a kind of action and the range of its amounts."""

    kind: str
    lowest: int
    highest: int
    cards: tuple[str, ...] = ()
    """The cards that its amounts pick, the first for the lowest; empty for other kinds."""

    @property
    def is_counted(self) -> bool:
        """Whether the player chooses an amount and says it."""
        return self.kind in _COUNTED

    def at(self, amount: int) -> Action:
        """The action of this kind with an amount; among equal cards the first stands for all."""
        if not self.cards:
            return Action(self.kind, amount)
        card = self.cards[amount - self.lowest]
        return Action(self.kind, self.lowest + self.cards.index(card), card)

    @property
    def message(self) -> Message:
        """The choice in table talk: "buy 1 to 4", "discard Kc, 7d or 2s"."""
        return _message(self)


_CACHED = 1 << 12
"""Size of the caches of menus and rows: few tables offer more in an hour; each takes 1 kB."""


@functools.lru_cache(maxsize=_CACHED)
def _message(choice: Choice) -> Message:
    """The message of a choice; equal choices share it."""
    if choice.cards:
        return Message(f"choice.{choice.kind}", {"cards": list(choice.cards)})
    if not choice.is_counted:
        return Message(f"choice.{choice.kind}", {"amount": choice.lowest})
    form = "one" if choice.lowest == choice.highest else "range"
    values = {"lowest": choice.lowest, "highest": choice.highest}
    return Message(f"choice.{choice.kind}_{form}", values)


class Legal:
    """The actions that are legal now, as ranges instead of a list.

    Iterate over the actions, test membership with an `Action` or a text, count with `count`, or
    print. `ranges` has the rows of the menu. Empty when the hand is over.
    """

    def __init__(self, ranges: Iterable[Choice]) -> None:
        self.ranges = tuple(ranges)

    def check(self, action: Action | str) -> Action:
        """The action, if it is legal. Raises `IllegalAction`, which says what is legal."""
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
        """The number of legal actions."""
        return sum(choice.highest - choice.lowest + 1 for choice in self.ranges)

    @property
    def message(self) -> Message:
        """What is legal, in table talk."""
        return Message("choice.list", {"choices": [choice.message for choice in self.ranges]})

    @property
    def safe(self) -> Action:
        """The action played for a player who does not answer in time."""
        return self._first(actions.SAFE)

    @property
    def forfeit(self) -> Action:
        """The action played for a bot that has forfeited the hand."""
        return self._first(actions.FORFEIT)

    def _first(self, kinds: Sequence[int]) -> Action:
        """The lowest action of the first of these kinds that is offered. Raises `EngineError`."""
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
"""What is legal when the hand is over."""
Row = tuple[int, int, int]
"""A row of a menu: a kind, its lowest and its highest amount."""
Picks = tuple[tuple[int, tuple[str, ...]], ...]
"""For kinds whose amount is the place of a card, the cards (`Layout.picks`)."""


@functools.lru_cache(maxsize=_CACHED)
def offered(menu: bytes) -> tuple[Row, ...]:
    """The rows of a menu, read from its bytes. Raises `EngineError` if there are too many."""
    m = kernel.fields(kernel.from_bytes(kernel.record(actions.Menu), menu))
    if m.n > actions.ROWS:
        raise EngineError("law.menu_rows", n=m.n, most=actions.ROWS)
    columns = (kernel.column(m, name, m.n) for name in ("kind", "lowest", "highest"))
    return tuple(zip(*columns, strict=True))


@functools.lru_cache(maxsize=_CACHED)
def legal_of(menu: bytes, picks: Picks) -> Legal:
    """The legal actions of a menu, from its bytes; equal menus give the same object."""
    return Legal(_choice(row, dict(picks)) for row in offered(menu))


def _choice(row: Row, picks: dict[int, tuple[str, ...]]) -> Choice:
    """The choice for a row of the menu."""
    kind, lowest, highest = row
    return Choice(actions.KINDS[kind], lowest, highest, picks.get(kind, ())[lowest : highest + 1])


def _refused(action: Action | str, legal: Message) -> IllegalAction:
    """The error that says what is legal instead."""
    return IllegalAction("error.action", action=_short(str(action)), legal=legal)


def _fitted(action: Action, choice: Choice) -> Action | None:
    """The action with its amount filled in from the choice; None if it is not in the choice."""
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
