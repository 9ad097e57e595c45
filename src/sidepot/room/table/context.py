"""What a decision about a table is made from, and the events it comes to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec import Struct

from sidepot.engine.game import Game
from sidepot.engine.hand import Hand
from sidepot.room.table.events import AnyEvent
from sidepot.room.table.randomness import Randomness
from sidepot.room.table.rules import known
from sidepot.room.table.state import Chair, TableState


class Secret(Struct, frozen=True):
    """The order of a hand's deck, and the seed of whatever else its game leaves to randomness.

    `second`: the order in which discards come again, in games that have one.
    """

    deck: list[int]
    seed: int
    second: list[int] | None = None


@dataclass(frozen=True)
class BotChoice:
    """What a bot does at a decision, in action text; None where it failed."""

    hand: int
    decision: int
    action: str | None


class Context(Struct, frozen=True):
    """All that a decision about a table is made from: nothing else is asked, nothing changed.

    `hand` is the record of the hand that is played or was the last. `now` is in milliseconds since
    1970. `here`: the guests who are connected, by the time they came; `host_gone`: since when the
    host is not. `bot_choice`: the last move that a bot of this table has found.
    """

    state: TableState
    hand: Hand | None
    now: int
    randomness: Randomness
    here: tuple[str, ...] = ()
    host_gone: int | None = None
    is_watched: bool = False
    bot_choice: BotChoice | None = None

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
class PendingEvents:
    """Events to be appended, and what comes with them.

    `hand` is the record after them, if it is another; `secret` belongs to a deal.
    """

    events: Sequence[AnyEvent]
    hand: Hand | None = None
    secret: Secret | None = None


def takes_part(chair: Chair, unit: int) -> bool:
    """Is somebody dealt in where this is the ante (C2)? A bot buys in by itself."""
    return chair.is_playing and (chair.bot is not None or chair.stack >= unit)
