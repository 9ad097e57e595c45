"""Positions as people write them: `7c 2d / Ks Kd`, one hand a seat in the order of the seats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from sidepot.cards import JOKERS, parse, text
from sidepot.engine.setup import MOST_CHIPS
from sidepot.errors import BadPosition
from sidepot.rules.upcards import COMPLETE

_NOBODY = "-"
"""Written in place of a hand that is out."""


Held = tuple[int, ...]
"""The codes of a seat's cards."""


@dataclass(frozen=True, kw_only=True)
class Position:
    """The cards of every face-up hand, the dead cards (as codes), and the pot in chips.

    An empty hand is out. `pot` None stands for the pot that follows from the rules; `dealt_in` is
    the number of players at the deal, None for as many as there are hands.
    """

    hands: tuple[Held, ...]
    dead: Held = ()
    pot: int | None = None
    dealt_in: int | None = None

    @classmethod
    def read(
        cls, hands: str, *, dead: str = "", pot: int | None = None, dealt_in: int | None = None
    ) -> Position:
        """Parse a position.

        Raises `BadCards`; `BadPosition` for a card that occurs twice, a joker, a hand of more than
        five cards or a pot out of range.
        """
        read = tuple(_hand(part) for part in hands.split("/"))
        position = cls(hands=read, dead=tuple(parse(dead)), pot=pot, dealt_in=dealt_in)
        _check_cards([card for hand in (*read, position.dead) for card in hand])
        if pot is not None and not 0 <= pot <= MOST_CHIPS:
            raise BadPosition("error.position_pot", pot=pot, highest=MOST_CHIPS)
        return position


def place_dead(hands: Sequence[Held], dead: Held) -> list[Held]:
    """The cards of every seat, with the dead cards laid before the seats that are out.

    Each of those takes at most five. Raises `BadPosition` if some dead cards remain.
    """
    laid, left = list(hands), dead
    out = [p for p, held in enumerate(laid) if not held]
    if len(left) > COMPLETE * len(out):
        raise BadPosition("error.position_dead", n=len(left), most=COMPLETE * len(out))
    for p in out:
        laid[p], left = left[:COMPLETE], left[COMPLETE:]
    return laid


def _hand(part: str) -> Held:
    if part.strip() == _NOBODY:
        return ()
    codes = tuple(parse(part))
    if not 1 <= len(codes) <= COMPLETE:
        raise BadPosition("error.position_hand", hand=part.strip() or "nothing", n=len(codes))
    return codes


def _check_cards(cards: Sequence[int]) -> None:
    jokers = [card for card in cards if card in JOKERS]
    if jokers:
        raise BadPosition("error.position_joker", card=text(jokers[0]))
    twice = [card for card, n in Counter(cards).items() if n > 1]
    if twice:
        raise BadPosition("error.position_twice", card=text(twice[0]))
