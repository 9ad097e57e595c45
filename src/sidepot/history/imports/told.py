"""A hand as a file of another program tells it, before it becomes a history."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from sidepot.cards import lettered
from sidepot.errors import BadHistory
from sidepot.words import Message

NO_LIMIT, FIXED_LIMIT = "NT", "FT"
"""The codes of PHH for the games that are read."""
_AMOUNT = re.compile(r"[^\d\s.,-]{0,3}(\d{1,15}|\d{1,3}(?:,\d{3}){1,4})(\.\d{1,9})?")
_CARD = re.compile(r"(10|[2-9TJQKA])([cdhs])")
_MOST_CARDS = 7
_MOST_NOTE = 500
"""The most characters of a line that are kept as commentary."""


def amount(text: str) -> Decimal:
    """An amount in a file: `$1,234.50`. Raises `ValueError`."""
    found = _AMOUNT.fullmatch(text.strip())
    if not found:
        raise ValueError(text)
    return Decimal(found[1].replace(",", "") + (found[2] or ""))


def cards(text: str) -> tuple[str, ...]:
    """The cards in a text: `Ah Kd` or `10♣, 9♦`. Raises `ValueError` for anything else."""
    words = re.findall(r"[^\s,]+", lettered(text))
    found = [_CARD.fullmatch(word) for word in words]
    if not 0 < len(found) <= _MOST_CARDS or None in found:
        raise ValueError(text)
    named = [card for card in found if card]
    return tuple(card[1].replace("10", "T") + card[2] for card in named)


@dataclass
class Player:
    """A player of the hand, with all chips that the file says they put in and got."""

    name: str
    seat: int
    stack: Decimal
    line: int
    called: str = ""
    """The name to show, where it is not `name`."""
    cards: tuple[str, ...] = ()
    ante: Decimal = Decimal()
    """Dead money before the deal: antes, and what newcomers post for a missed small blind."""
    blind: Decimal = Decimal()
    """As in PHH: negative for the post of a newcomer."""
    level: Decimal = Decimal()
    """Chips of this round."""
    paid: Decimal = Decimal()
    """Chips of the whole hand."""
    got: Decimal = Decimal()
    """Chips that came back: bets that nobody called, and pots."""
    collected: Decimal = Decimal()
    told_at: int = 0
    """The line that says what they won."""
    folded: bool = False
    shown: tuple[str, ...] | None = None
    """The cards shown at the end, none for a hand that was mucked."""


@dataclass
class Event:
    """A line of the course of a hand: an action, cards of the board, or commentary."""

    line: int
    word: str
    name: str = ""
    amount: Decimal | None = None
    cards: tuple[str, ...] = ()
    note: str = ""


@dataclass
class Told:
    """A hand as its lines are parsed; `label` is its number in the file."""

    label: str
    line: int
    code: str = NO_LIMIT
    small: Decimal = Decimal()
    big: Decimal = Decimal()
    """The blinds in no-limit, the bets in fixed-limit."""
    button: int | None = None
    first: str | None = None
    """The player to the dealer's left, where no seat has the button."""
    rake: Decimal | None = None
    is_over: bool = False
    players: dict[str, Player] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)
    others: dict[str, Any] = field(default_factory=dict)
    """Fields of PHH that say where and when the hand was played."""
    dealt: set[str] = field(default_factory=set)
    """The players who got cards."""
    unknown: list[tuple[int, str]] = field(default_factory=list)
    """Lines that were not understood."""
    rounds: int = 0
    _has_big_blind: bool = False

    def sit(self, line: int, name: str, seat: int, stack: Decimal) -> None:
        """Seat a player. Raises `BadHistory` where the seat or the name is taken."""
        if name in self.players or any(p.seat == seat for p in self.players.values()):
            raise self.refused(line, "imports.seat_twice", player=name, seat=seat)
        self.players[name] = Player(name, seat, stack, line)

    def player(self, line: int, name: str) -> Player:
        """The player of a name, who takes part. Raises `BadHistory`."""
        if name not in self.players:
            raise self.refused(line, "imports.nobody", player=name)
        self.dealt.add(name)
        return self.players[name]

    def ante(self, line: int, name: str, ante: Decimal) -> None:
        """Put dead money in."""
        player = self.player(line, name)
        player.ante += ante
        player.paid += ante

    def blind(
        self, line: int, name: str, paid: Decimal, nominal: Decimal, *, is_big: bool = False
    ) -> None:
        """Post a blind or a straddle; `nominal` is its full size, which a short stack cannot pay.

        A second big blind is that of a newcomer.
        """
        player = self.player(line, name)
        player.blind = -nominal if is_big and self._has_big_blind else nominal
        self._has_big_blind |= is_big
        self._pay(player, paid)

    def newcomer(self, line: int, name: str, blind: Decimal, dead: Decimal) -> None:
        """Post a big blind out of turn, and dead money for the small blind."""
        player = self.player(line, name)
        player.blind = -blind
        self._pay(player, blind)
        self.ante(line, name, dead)

    def act(
        self,
        line: int,
        name: str,
        word: str,
        *,
        to: Decimal | None = None,
        added: Decimal | None = None,
    ) -> None:
        """Note an action, with its chips as a level of this round or as an addition."""
        player = self.player(line, name)
        if to is not None:
            added = to - player.level
        self._pay(player, added or Decimal())
        player.folded |= word == "f"
        level = player.level if word == "cbr" else None
        self.events.append(Event(line, word, name, level))

    def board(self, line: int, dealt: Sequence[str]) -> None:
        """Deal cards of the board, which begins a round."""
        self.rounds += 1
        for player in self.players.values():
            player.level = Decimal()
        self.events.append(Event(line, "db", cards=tuple(dealt)))

    def show(self, line: int, name: str, shown: tuple[str, ...]) -> None:
        """Show cards, or muck."""
        player = self.player(line, name)
        player.cards = player.cards if len(player.cards) > len(shown) else shown
        player.shown = shown

    def collect(self, line: int, name: str, won: Decimal) -> None:
        """Win a pot, or a part of one."""
        player = self.player(line, name)
        player.got += won
        player.collected += won
        player.told_at = line
        self.is_over = True

    def give_back(self, line: int, name: str, chips: Decimal) -> None:
        """Return a bet that nobody called."""
        self.player(line, name).got += chips

    def return_excess(self) -> None:
        """Return an uncalled bet that the file does not mention, where it lists all pots."""
        paid = sorted(self.players.values(), key=lambda player: player.level)
        excess = paid[-1].level - paid[-2].level if len(paid) > 1 else Decimal()
        missing = sum(p.paid for p in paid) - sum(p.got for p in paid)
        if excess and missing == excess:
            paid[-1].got += excess

    def note(self, line: int, text: str) -> None:
        """Keep a line as commentary."""
        self.events.append(Event(line, "", note=text[:_MOST_NOTE]))

    def not_understood(self, line: int, text: str) -> None:
        """Keep a line that says nothing that is known."""
        self.unknown.append((line, text[:_MOST_NOTE]))
        self.note(line, text)

    def refused(self, line: int, key: str, **values: object) -> BadHistory:
        """An error of a line."""
        return BadHistory("imports.line", line=line, reason=Message(key, values))

    def _pay(self, player: Player, chips: Decimal) -> None:
        player.level += chips
        player.paid += chips


def by_length(names: Sequence[str]) -> list[str]:
    """Names, the longest first: one may begin like another."""
    return sorted(names, key=len, reverse=True)
