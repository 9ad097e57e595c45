"""Actions and legal actions, in the form that people and programs use."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, overload

from sidepot import kernel
from sidepot.cards import lettered
from sidepot.engine.options import whole
from sidepot.errors import EngineError, IllegalAction, expect
from sidepot.rules import actions
from sidepot.words import DEFAULT, Message, catalogue, spoken


@dataclass(frozen=True, slots=True)
class Action:
    """An action of a player: a kind, and an amount where it has one.

    The kind is one of `rules.actions.KINDS`, or the name of one that the game declares.
    """

    kind: str
    amount: int = 0
    card: str | None = field(default=None, compare=False)
    """The card that the amount picks, or several, "Kc 7d"; another name for the same action.

    Where an action that a game declares takes a word, that word.
    """
    own: int = field(default=0, compare=False)
    """The number of a kind that a game declares (`engine.own`), 0 for all others."""

    @classmethod
    def parse(cls, text: str) -> Action:
        """The action for a text: "fold", "buy 2", "raise to 40", "discard Kc".

        For a card, the amount (its place) is filled in by `Legal.check`. Raises `IllegalAction`.
        """
        words = _TEXT.fullmatch(lettered(text).lower())
        kind = words[1].replace(" ", "_") if words else ""
        if words is None or kind not in actions.KINDS or (words[3] and kind not in _PICKED):
            raise IllegalAction("error.action_text", action=_short(text))
        if kind in _SETS and words[2]:  # two cards, or the card in place 2?
            raise IllegalAction("error.action_text", action=_short(text))
        if kind in _PICKED and not words[2]:
            named = re.findall("[^ ,]{2}", words[3] or "")
            return cls(kind, UNPLACED, " ".join(card.capitalize() for card in named) or None)
        return cls(kind, int(words[2] or 0))

    @classmethod
    def decode(cls, number: int) -> Action:
        """The action for the number that the verbs use."""
        kind = actions.kind(number)
        own = kind if kind in _OWN_KINDS else 0
        return cls(actions.NAMES[kind], actions.amount(number), own=own)

    @property
    def number(self) -> int:
        """The number that the verbs use."""
        return _encode(self.own or _NUMBERS[self.kind], self.amount)

    @property
    def kind_number(self) -> int:
        """The number of its kind, for `rules.actions`; -1 for a kind that nobody declares."""
        return self.own or _NUMBERS.get(self.kind, _UNKNOWN)

    @property
    def is_counted(self) -> bool:
        """Whether the player chooses an amount and says it."""
        return self.kind_number in actions.COUNTED

    @property
    def is_picked(self) -> bool:
        """Whether it picks cards."""
        return self.kind_number in actions.PICKED

    def __str__(self) -> str:
        said = self.card
        if said is None:
            said = str(self.amount) if self.is_counted or self.is_picked else ""
        return f"{self.kind.replace('_', ' ')} {said}".rstrip()


_NUMBERS = {kind: number for number, kind in enumerate(actions.NAMES)}
_UNKNOWN = -1
_encode = getattr(actions.encode, "py_func", actions.encode)
"""The rule in Python: calling a compiled one takes longer than it."""
_CARD = "(?:[2-9tjqka][cdhs]|xx)"
_CARDS = re.compile(f"{_CARD}(?:[ ,]*{_CARD})*")
_NAMED = re.compile(rf"\b{_CARD}\b")
_NUMBER = re.compile("[0-9]{1,18}")
_DIGITS = 18
"""The most digits of an amount."""
_TEXT = re.compile(
    r"\s*([a-z]+(?:[ _]to)?)\s*(?:([0-9]{1,18})|(CARD(?:[ ,]*CARD)*))?\s*".replace("CARD", _CARD)
)
_PICKED = tuple(actions.NAMES[number] for number in actions.PICKED)
_SETS = tuple(actions.NAMES[number] for number in actions.SETS)
_OWN_KINDS = range(len(actions.KINDS), len(actions.NAMES))
_RAISE = actions.NAMES[actions.RAISE_TO]
UNPLACED = -1
"""The amount of an action that picks a card whose place is not known yet."""


def _short(text: str) -> str:
    """A typed text, shortened for an error."""
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
    """The cards that its amounts pick, the first for the lowest; empty for other kinds.

    Where they pick sets (`rules.sets`), all the cards from which they pick.
    """
    said: str = ""
    """A name of its own for it: the game's (`Game.says`), or "complete_to"; "" for none."""
    words: tuple[str, ...] = ()
    """The words that its amounts stand for, the first for the lowest; empty for other kinds."""
    own: int = 0
    """The number of a kind that the game declares (`engine.own`), 0 for all others."""

    @property
    def kind_number(self) -> int:
        """The number of its kind, for `rules.actions`."""
        return self.own or _NUMBERS[self.kind]

    @property
    def is_counted(self) -> bool:
        """Whether the player chooses an amount and says it."""
        return self.kind_number in actions.COUNTED

    @property
    def is_sole(self) -> bool:
        """Whether it has an amount that is said, but only one to choose."""
        return self.is_counted and self.lowest == self.highest

    def bare(self, said: Iterable[str]) -> set[str]:
        """Its names without an amount: "raise to", "raise"; `said`: sentences that have one."""
        plain = {" ".join(re.sub(r"\S*\d\S*", " ", text).split()) for text in said}
        return plain | {self.typed, self.typed.removesuffix(" to")}

    @property
    def is_declared(self) -> bool:
        """Whether the game declares it (`engine.own`)."""
        return self.own > 0

    @property
    def typed(self) -> str:
        """Its name as it is typed, without an amount."""
        return self.kind.replace("_", " ")

    @property
    def is_set(self) -> bool:
        """Whether it picks several cards."""
        return self.kind_number in actions.SETS

    @property
    def least(self) -> int:
        """The fewest cards that it picks; 0 where it picks no set."""
        return len(set_of(len(self.cards), self.lowest)) if self.is_set else 0

    @property
    def most(self) -> int:
        """The most cards that it picks; 0 where it picks no set."""
        return len(set_of(len(self.cards), self.highest)) if self.is_set else 0

    def at(self, amount: int) -> Action:
        """The action of this kind with an amount; among equal cards the first stands for all."""
        own = self.own
        if not self.cards:
            word = self.words[amount - self.lowest] if self.words else None
            return _action(self.kind, amount, word, own)
        if self.is_set:
            places = set_of(len(self.cards), amount)
            return Action(self.kind, amount, " ".join(self.cards[k] for k in places), own)
        card = self.cards[amount - self.lowest]
        return Action(self.kind, self.lowest + self.cards.index(card), card, own)

    def named(self, said: str) -> Action | None:
        """The action with an amount as it is typed after its name; None for one that means none.

        The amount of a card is filled in by `Legal.check`.
        """
        if self.words and said in self.words:
            return self.at(self.lowest + self.words.index(said))
        if not said:
            is_said = not (self.words or self.cards or self.lowest < self.highest)
            return self.at(self.lowest) if is_said else None
        if said.isdecimal() and not self.is_set:
            return Action(self.kind, int(said[:_DIGITS]), own=self.own)
        if self.cards and _CARDS.fullmatch(said):
            named = re.findall("[^ ,]{2}", said)
            cards = " ".join(card.capitalize() for card in named)
            return Action(self.kind, UNPLACED, cards, self.own)
        return None

    def meant(self, said: str) -> list[Action]:
        """The actions of this kind that a text may mean, by its number or its cards."""
        if self.is_set:
            named = [card.capitalize() for card in _NAMED.findall(said)]
            fitted = _fitted_set(named, self)
            return [fitted] if fitted else []
        amounts = [int(digits) for digits in _NUMBER.findall(said)]
        if self.cards or self.words or self.lowest == self.highest:
            amounts = list(range(self.lowest, self.highest + 1))
        return [self.at(n) for n in amounts if self.lowest <= n <= self.highest]

    @property
    def message(self) -> Message:
        """The choice in table talk: "buy 1 to 4", "discard Kc, 7d or 2s"."""
        return _message(self)


@functools.lru_cache(maxsize=16)
def _sets(n: int) -> tuple[tuple[int, ...], ...]:
    """All sets of n places by their amounts: `rules.sets`, for front ends."""
    masks = sorted(range(1 << n), key=lambda mask: (mask.bit_count(), mask))
    return tuple(tuple(k for k in range(n) if mask >> k & 1) for mask in masks)


def set_of(n: int, amount: int) -> tuple[int, ...]:
    """The places that an amount picks among n."""
    return _sets(n)[amount]


_CACHED = 1 << 12
"""Size of the caches of menus and rows: few tables offer more in an hour; each takes 1 kB."""


@functools.lru_cache(maxsize=_CACHED)
def _action(kind: str, amount: int, word: str | None = None, own: int = 0) -> Action:
    """The action of a kind with an amount; equal ones are the same object."""
    return Action(kind, amount, word, own)


@functools.lru_cache(maxsize=_CACHED)
def _message(choice: Choice) -> Message:
    """The message of a choice; equal choices share it."""
    name = choice.said or choice.kind
    if choice.words:
        return Message(f"choice.{name}", {"words": list(choice.words)})
    if choice.is_set:
        name += "_exactly" if choice.is_declared and choice.least == choice.most else ""
        values = {"cards": list(choice.cards), "least": choice.least, "most": choice.most}
        return Message(f"choice.{name}", values)
    if choice.cards:
        return Message(f"choice.{name}", {"cards": list(choice.cards)})
    if not choice.is_counted:
        return Message(f"choice.{name}", {"amount": choice.lowest})
    form = "one" if choice.lowest == choice.highest else "range"
    values = {"lowest": choice.lowest, "highest": choice.highest}
    return Message(f"choice.{name}_{form}", values)


class Legal:
    """The actions that are legal now, as ranges instead of a list.

    Iterate over the actions, choose one by its place (`random.choice` does), test membership with
    an `Action` or a text, count with `count`, or print. `ranges` has the rows of the menu. Empty
    when the hand is over.
    """

    def __init__(self, ranges: Iterable[Choice]) -> None:
        self.ranges = tuple(ranges)
        self.count = sum(choice.highest - choice.lowest + 1 for choice in self.ranges)
        """The number of legal actions."""
        self._by_kind = {choice.kind: choice for choice in reversed(self.ranges)}
        self._by_own = {choice.own: choice for choice in reversed(self.ranges) if choice.own}
        self._few = tuple(self) if self.count <= _FEW else ()
        self._known: dict[int, tuple[Action, int]] = {}
        """Checked actions, by identity; keeping them alive prevents an id from being reused."""

    def check(self, action: Action | str) -> Action:
        """The action, if it is legal. Raises `IllegalAction`, which says what is legal."""
        expect(action, (Action, str), "argument.action")
        if not isinstance(action, str):
            return self._checked(action, action)
        try:
            return self._checked(self._parsed(action), action)
        except IllegalAction:
            worded = self._worded(action)
            if worded is None:
                raise
            return worded

    def _parsed(self, text: str) -> Action:
        """The action for a text. Raises `IllegalAction`, which says what is legal."""
        try:
            return self._read(text)
        except IllegalAction:
            legal = self.message
            raise IllegalAction("error.action_now", action=_short(text), legal=legal) from None

    def _checked(self, parsed: Action, action: Action | str) -> Action:
        """An action, if it is legal; `action`: as it was given. Raises `IllegalAction`."""
        expect(parsed.kind, str, "argument.kind")
        by_own = self._by_own.get(parsed.own)
        choice = by_own or self._by_kind.get(parsed.kind)
        if choice is None:
            raise _refused(action, self.message)
        fitted = _fitted(parsed, choice)
        if fitted is None:
            raise _refused(action, choice.message)
        return fitted

    def numbered(self, action: Action | str) -> tuple[Action, int]:
        """The action, if it is legal, and its number for the verbs. Raises `IllegalAction`."""
        known = self._known.get(id(action))
        if known is None:
            checked = self.check(action)
            known = checked, checked.number
            if len(self._known) < _FEW:
                self._known[id(checked)] = known
        return known

    def told(self, action: Action | str) -> Message:
        """A legal action in table talk: "in", "discard Kc". Raises `IllegalAction`."""
        fitted = self.check(action)
        choice, n = self._by_kind[fitted.kind], fitted.amount
        if choice.words:
            return choice._replace(lowest=n, highest=n, words=(fitted.card or "",)).message
        picked = tuple((fitted.card or "").split())
        if choice.is_set and picked:
            return Message(f"choice.{choice.said or choice.kind}_these", {"cards": list(picked)})
        if choice.is_set or not choice.cards:
            return choice._replace(lowest=n, highest=n).message
        return choice._replace(lowest=n, highest=n, cards=picked).message

    def _worded(self, text: str) -> Action | None:
        """The action that the menu calls by this text, in the words of any language; None for none.

        Where a kind has one amount its name alone will do: "bet". Raises `IllegalAction` for words
        that stand for several actions: "bet 1 to 3", "bet".
        """
        typed = _plainly(text)
        for choice in self.ranges:
            for action in choice.meant(typed):
                said = _said(self.told(action))
                if typed in said or (choice.is_sole and typed in choice.bare(said)):
                    return action
            if choice.lowest < choice.highest and typed in _said(choice.message):
                like = self.told(choice.at(choice.highest if choice.is_set else choice.lowest))
                raise IllegalAction("error.action_range", action=_short(text), like=like)
            least = self.told(choice.at(choice.lowest))
            if choice.is_counted and typed in choice.bare(_said(least)):
                legal = choice.message
                raise IllegalAction("error.action_amount", action=_short(text), legal=legal)
        return None

    def _read(self, text: str) -> Action:
        """The action for a text. Raises `IllegalAction`."""
        typed = _plainly(text)
        for name, choice in self._declared:
            if typed == name or typed.startswith(name + " "):
                found = choice.named(typed[len(name) :].strip())
                if found is not None:
                    return found
        return _parsed(self._usual(text))

    @functools.cached_property
    def _declared(self) -> tuple[tuple[str, Choice], ...]:
        """The choices that the game declares by their typed names, the longest name first."""
        found = ((choice.typed, choice) for choice in self.ranges if choice.is_declared)
        return tuple(sorted(found, key=lambda one: -len(one[0])))

    def _usual(self, text: str) -> str:
        """A text with the usual name of an action in place of the game's own: "bring in"."""
        typed = _plainly(text)
        for own, kind in self._own:
            if typed == own or typed.startswith(own + " "):
                return kind + typed[len(own) :]
        return text

    @functools.cached_property
    def _own(self) -> tuple[tuple[str, str], ...]:
        """The game's own names of actions, and the usual ones."""
        said = ((choice.said.replace("_", " "), choice.kind) for choice in self.ranges)
        return tuple((own, kind) for own, kind in said if own)

    @functools.cached_property
    def is_picked(self) -> bool:
        """Whether an action picks a card, or a word."""
        picking = (*actions.PICKED, *actions.WORDED)
        return any(choice.kind_number in picking for choice in self.ranges)

    @functools.cached_property
    def is_whole(self) -> bool:
        """Whether the menu alone says how each action is called: no card, and no sole raise."""
        return not self.is_picked and self.only_raise is None

    @functools.cached_property
    def only_raise(self) -> int | None:
        """The level of a raise of which the player does not choose the amount; None without one."""
        found = self._by_kind.get(_RAISE)
        return found.lowest if found and found.lowest == found.highest else None

    @property
    def message(self) -> Message:
        """The legal actions, in table talk."""
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
                if choice.kind == actions.NAMES[number]:
                    return choice.at(choice.lowest)
        own = sorted(
            (choice for choice in self.ranges if choice.is_declared),
            key=lambda choice: choice.own in actions.STAKED,
        )
        if own:
            return own[0].at(own[0].lowest)
        raise EngineError("law.menu_safe", legal=self.message, safe=actions.SAFE_KINDS)

    @overload
    def __getitem__(self, place: int) -> Action: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Action]: ...
    def __getitem__(self, place: int | slice) -> Action | Sequence[Action]:
        if self._few or isinstance(place, slice):
            return (self._few or tuple(self))[place]
        left = place if 0 <= place < self.count else range(self.count)[place]
        for choice in self.ranges:
            _, lowest, highest, *_ = choice
            if left <= highest - lowest:
                break
            left -= highest - lowest + 1
        return choice.at(lowest + left)

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


def _plainly(text: str) -> str:
    """A text in small letters, with single spaces, and letters for the signs of suits."""
    return " ".join(lettered(text).lower().replace("_", " ").split())


def _said(message: Message) -> set[str]:
    """A message as somebody may type it, in English and in the language that is spoken."""
    return {_plainly(message.text_by(each)) for each in (catalogue(DEFAULT), spoken())}


_FEW = 64
"""The most actions that are kept one by one."""
NOTHING = Legal(())
"""The legal actions when the hand is over: none."""
_Row = tuple[int, int, int]
"""A row of a menu: a kind, its lowest and its highest amount."""
Picks = tuple[tuple[int, tuple[str, ...]], ...]
"""The cards of kinds whose amount is the place of a card (`Layout.picks`)."""
Names = tuple[tuple[str, str], ...]
"""The game's own names of kinds of actions or events (`Game.says`)."""


_MENU = kernel.record(actions.Menu)
_LENGTH = kernel.reader(_MENU, "n")
_COLUMNS = tuple(kernel.reader(_MENU, name) for name in ("kind", "lowest", "highest"))


@functools.lru_cache(maxsize=_CACHED)
def _offered(menu: bytes) -> tuple[_Row, ...]:
    """The rows of a menu, read from its bytes. Raises `EngineError` if there are too many."""
    (n,) = _LENGTH(menu)
    if n > actions.ROWS:
        raise EngineError("law.menu_rows", n=n, most=actions.ROWS)
    return tuple(zip(*(column(menu)[:n] for column in _COLUMNS), strict=True))


@functools.lru_cache(maxsize=_CACHED)
def legal_of(menu: bytes, picks: Picks, says: Names = ()) -> Legal:
    """The legal actions of a menu, from its bytes; equal menus give the same object."""
    return Legal(_choice(row, dict(picks), dict(says)) for row in _offered(menu))


def _choice(row: _Row, picks: dict[int, tuple[str, ...]], says: dict[str, str]) -> Choice:
    """The choice for a row of the menu."""
    number, lowest, highest = row
    kind, own = actions.NAMES[number], number if number in _OWN_KINDS else 0
    cards = picks.get(number, ())
    if number not in actions.SETS:
        cards = cards[lowest : highest + 1]
    said = says.get(kind, "")
    name = said if said and own else kind
    if number in actions.WORDED:
        return Choice(name, lowest, highest, (), said, cards, own)
    return Choice(name, lowest, highest, cards, said, own=own)


def _refused(action: Action | str, legal: Message) -> IllegalAction:
    """The error that says what is legal instead."""
    return IllegalAction("error.action", action=_short(str(action)), legal=legal)


_parsed = functools.lru_cache(_CACHED)(Action.parse)


def _fitted(action: Action, choice: Choice) -> Action | None:
    """The action with its amount filled in from the choice; None if it is not in the choice."""
    lowest, highest, cards = choice.lowest, choice.highest, choice.cards
    if not cards and type(action.amount) is int and lowest <= action.amount <= highest:
        return choice.at(action.amount)
    if choice.is_set and action.amount == UNPLACED:
        return _fitted_set((action.card or "").split(), choice)
    if action.card is not None and action.amount == UNPLACED:
        if action.card in choice.cards:
            return choice.at(choice.lowest + choice.cards.index(action.card))
        return None
    if not (choice.is_counted or choice.cards or choice.words) and action.amount == 0:
        return choice.at(choice.lowest)
    amount = whole(action.amount)
    if amount is not None and choice.lowest <= amount <= choice.highest:
        return choice.at(amount)
    return None


def _fitted_set(named: Sequence[str], choice: Choice) -> Action | None:
    """The action that picks some cards; None where they are not there, too many or too few."""
    left: list[str | None] = list(choice.cards)
    for card in named:
        if card not in left:
            return None
        left[left.index(card)] = None
    places = tuple(k for k, card in enumerate(left) if card is None)
    amount = _sets(len(left)).index(places)
    return choice.at(amount) if choice.lowest <= amount <= choice.highest else None
