"""A table at a moment, and what is to be appended to its log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec import Struct

from sidepot.engine.game import Game
from sidepot.engine.hand import Hand
from sidepot.room.table.events import AnyEntry
from sidepot.room.table.randomness import Chance
from sidepot.room.table.rules import known
from sidepot.room.table.state import Chair, TableState


class Secret(Struct, frozen=True):
    """The order of a hand's deck, and the seed of whatever else its game leaves to chance.

    `second`: the order in which discards come again, in games that have one.
    """

    deck: list[int]
    seed: int
    second: list[int] | None = None


@dataclass(frozen=True)
class Thought:
    """What a bot has made up its mind to do; None where it failed."""

    hand: int
    decision: int
    action: str | None


class Scene(Struct, frozen=True):
    """All that a decision about a table is made from: nothing else is asked, nothing changed.

    `hand` is the record of the hand that is played or was the last; `here`, who is connected, by
    the time they came; `host_gone`, since when the host is not.
    """

    state: TableState
    hand: Hand | None
    now: int
    chance: Chance
    here: tuple[str, ...] = ()
    host_gone: int | None = None
    is_watched: bool = False
    thought: Thought | None = None

    @property
    def games(self) -> list[Game]:
        """What may be played."""
        return known(self.state.rules.games)

    @property
    def live(self) -> Hand:
        """The record of the hand that is played."""
        assert self.hand is not None
        return self.hand

    def stack(self, number: int) -> int:
        """What a chair has before it now, in the middle of a hand too."""
        playing = self.state.in_play
        if playing and number in playing.chairs and self.hand:
            return self.hand.stacks[playing.chairs.index(number)]
        return self.state.chairs[number].stack


@dataclass
class Draft:
    """What is to be appended, and what comes with it.

    `hand` is the record after it, if it is another; `secret` belongs to a deal.
    """

    entries: Sequence[AnyEntry]
    hand: Hand | None = None
    secret: Secret | None = None


@dataclass
class Table:
    """What is known of a table in memory: the fold of its log, and the record of its hand.

    `is_broken`: the hand in play does not follow from present rules. `snapshot`: the version of
    the state that is stored, from which a fold can begin; 0 for none.
    """

    state: TableState
    hand: Hand | None = None
    is_broken: bool = False
    snapshot: int = 0


def takes_part(chair: Chair, unit: int) -> bool:
    """Is somebody dealt in where this is the ante (C2)? A bot buys in by itself."""
    return chair.is_playing and (chair.bot is not None or chair.stack >= unit)
