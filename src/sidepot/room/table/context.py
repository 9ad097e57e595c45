"""The input of every decision about a table, and its output: the events to append."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from msgspec import Struct

from sidepot.engine.game import Game, Hand
from sidepot.room.table import limits
from sidepot.room.table.events import AnyEvent
from sidepot.room.table.position import Position, Worked
from sidepot.room.table.randomness import Randomness
from sidepot.room.table.rules import available_games
from sidepot.room.table.state import Chair, TableState


class SealedDeck(Struct, frozen=True):
    """A deck that a commitment has fixed: its key, and its physical cards in order, by stream."""

    key: bytes
    streams: dict[str, list[int]]


class SealedDecks(Struct, frozen=True):
    """The two decks of a commitment, of which one is dealt: a secret (`fairness.Deck`)."""

    a: SealedDeck
    b: SealedDeck


class Secret(Struct, frozen=True):
    """The order of a hand's deck, and the seed of any other randomness in its game.

    `second`: the order in which discards are dealt again, in games that do so.
    """

    deck: list[int]
    seed: int
    second: list[int] | None = None


class Reveals(Struct, frozen=True):
    """The clients' input to the cut: pledges for later hands, and seeds for the next one.

    Both are by guest, in hexadecimal. `came_at`: when each guest connected whose client takes part,
    until it has pledged. `asked_at`: when the room began to ask, in milliseconds since 1970; after
    a restart some time later than that, so that clients can reconnect.
    """

    pledges: Mapping[str, str] = {}
    seeds: Mapping[str, str] = {}
    came_at: Mapping[str, int] = {}
    asked_at: int = 0


class Context(Struct, frozen=True):
    """Everything that a decision about a table may depend on; a decision changes none of it.

    `hand` is the record of the hand in play or of the last one. `now` is in milliseconds since
    1970. `connected`: the connected guests, in the order in which they connected;
    `gone`: the host and the players who are not, and when their last connections ended.
    `is_watched`: somebody is connected. `sealed`: the decks of the last commitment; `secret`: that
    of the last hand. `log_bytes`: the size of the table's log; `deal_from`: when the next hand may
    be dealt at the earliest, because so many were; `is_preparing`: it is being compiled.
    `real`: the hand with real cards in play, or the last one; `worked`: what the command leads to
    there, if it was worked out before. `coming`: the places in the deck of the cards that would
    have come next in the last hand.
    """

    table: str
    state: TableState
    hand: Hand | None
    now: int
    randomness: Randomness
    connected: tuple[str, ...] = ()
    gone: Mapping[str, int] = {}
    is_watched: bool = False
    sealed: SealedDecks | None = None
    secret: Secret | None = None
    reveals: Reveals = Reveals()
    log_bytes: int = 0
    deal_from: int = 0
    is_preparing: bool = False
    real: Position | None = None
    worked: Worked | None = None
    coming: tuple[int, ...] = ()

    @property
    def is_log_full(self) -> bool:
        """Has the log reached its limit? Then a hand in play ends, and none is dealt."""
        return self.log_bytes >= limits.LOG_BYTES

    @property
    def games(self) -> list[Game]:
        """The games that the table may play."""
        return available_games(self.state.rules.games)

    @property
    def hand_in_play(self) -> Hand:
        """The record of the hand; call this only while there is one."""
        assert self.hand is not None
        return self.hand

    def stack(self, number: int) -> int:
        """The chips that a chair has now, in the middle of a hand too."""
        playing = self.state.in_play
        hand = self.real.hand if self.real else self.hand
        if playing and number in playing.chairs and hand:
            return hand.stacks[playing.chairs.index(number)]
        return self.state.chairs[number].stack


@dataclass
class PendingEvents:
    """Events to be appended, and what is stored with them.

    `hand` is the record after them, if it is a new one; `secret` belongs to a deal, and `sealed` to
    a commitment; `real` is the position of a hand with real cards after them, if it is a new one.
    """

    events: Sequence[AnyEvent]
    hand: Hand | None = None
    secret: Secret | None = None
    sealed: SealedDecks | None = None
    real: Position | None = None


def takes_part(chair: Chair, unit: int) -> bool:
    """Does the player want a hand, and can pay an ante of `unit` chips (C2)? Bots can buy in."""
    return chair.is_playing and (chair.bot is not None or chair.stack >= unit)
