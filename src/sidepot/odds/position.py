"""Positions as people write them: `7c 2d / Ks Kd`, the hands in the order of the seats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from sidepot.cards import JOKERS, parse, text
from sidepot.errors import BadPosition
from sidepot.games.game import Game
from sidepot.words import Message

NOBODY = "-"
"""In the place of a hand that is out."""
MOST_CARDS = 5


@dataclass(frozen=True, kw_only=True)
class Position:
    """Codes of every hand that lies face up, those of dead cards, and the pot in chips.

    An empty hand is out. `pot` is None for what the rules make of it; `dealt_in`, how many players
    there were at the deal, is None for as many as there are hands.
    """

    hands: tuple[tuple[int, ...], ...]
    dead: tuple[int, ...] = ()
    pot: int | None = None
    dealt_in: int | None = None

    @classmethod
    def read(
        cls, hands: str, *, dead: str = "", pot: int | None = None, dealt_in: int | None = None
    ) -> Position:
        """The position behind texts. Raises `BadCards`, and `BadPosition` for a card twice."""
        read = tuple(_hand(part) for part in hands.split("/"))
        position = cls(hands=read, dead=tuple(parse(dead)), pot=pot, dealt_in=dealt_in)
        _check_cards([card for hand in (*read, position.dead) for card in hand])
        if pot is not None and pot < 0:
            raise BadPosition("error.position_pot", pot=pot)
        return position


def _hand(part: str) -> tuple[int, ...]:
    if part.strip() == NOBODY:
        return ()
    codes = tuple(parse(part))
    if not 1 <= len(codes) <= MOST_CARDS:
        raise BadPosition("error.position_hand", hand=part.strip() or "nothing", n=len(codes))
    return codes


def _check_cards(cards: Sequence[int]) -> None:
    jokers = [card for card in cards if card in JOKERS]
    if jokers:
        raise BadPosition("error.position_joker", card=text(jokers[0]))
    twice = [card for card, n in Counter(cards).items() if n > 1]
    if twice:
        raise BadPosition("error.position_twice", card=text(twice[0]))


@dataclass(frozen=True, slots=True)
class Odds:
    """What is to be known of a position: facts for programs, the same in sentences for people."""

    facts: Mapping[str, object]
    sentences: tuple[Message, ...]


Look = Callable[[Game, Position], Odds]
