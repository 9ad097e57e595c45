"""What a seat may do as numbers: slots made from the kinds of action that a game offers."""

from __future__ import annotations

from sidepot.engine.action import Action
from sidepot.engine.game import Game
from sidepot.engine.hand import Hand
from sidepot.kernel import Array


class Slots:
    """The actions of a game as numbers from 0 to `n` - 1."""

    n: int
    names: tuple[str, ...]
    """`fold`, `buy 2`, `discard card 1`, `raise to pot`."""

    def mask(self, hand: Hand) -> Array:
        """bool[n]: what the player to act may do; nothing when the hand is over."""
        raise NotImplementedError

    def action_of(self, hand: Hand, slot: int) -> Action:
        """The action of a slot. Raises `IllegalAction`, which says what is legal."""
        raise NotImplementedError

    def slot_of(self, hand: Hand, action: Action | str) -> int:
        """The slot of a legal action, or the one nearest in amount."""
        raise NotImplementedError


def slots_of(
    game: Game, players: int | None = None, stack: int | None = None, *, full: bool = False
) -> Slots:
    """The slots of a table, with the defaults of `Game.deal`."""
    raise NotImplementedError
