"""The state of a table: the result of applying its log, without the record of the hand in play."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct, field

from sidepot.protocol.messages import GamePlan
from sidepot.room.table.events import Committed, Rules, Seeds

_MAX_ANSWERS = 64
"""Commands whose answers are remembered for each guest: their last ones."""


class Chair(Struct):
    """A taken chair, of a guest or a bot. See `protocol.views.ChairView`.

    `account`: the key of its account in `TableState.accounts`. `late`: turns in a row that the
    clock has ended. Chips and milliseconds are whole numbers.
    """

    name: str
    account: str = field(name="party")
    guest: str | None
    bot: str | None
    stack: int
    time_bank: int = field(name="bank")
    pending_chips: int = field(default=0, name="coming")
    status: str = "in"
    is_ready: bool = False
    late: int = 0

    @property
    def is_playing(self) -> bool:
        """Does the player want the next hand?"""
        return self.status == "in"


class RunningClock(Struct):
    """See `protocol.views.ClockView`; `decision` is the number of the decision in the hand."""

    kind: str
    chair: int
    decision: int
    began: int
    time_bank_from: int = field(name="bank_from")
    until: int


class Playing(Struct):
    """The hand in play, or the last one: the chair and the account of each of its seats.

    A chair may change hands before the next deal, so the viewer who may see a seat's cards is found
    by account (`Chair.account`), not by chair. `forfeits`: chairs of bots that have failed in it.
    """

    hand: int
    game: GamePlan
    chairs: tuple[int, ...]
    accounts: tuple[str, ...] = field(name="parties")
    is_over: bool = False
    is_void: bool = False
    forfeits: tuple[int, ...] = ()


class Account(Struct):
    """The chips that a guest or a bot has bought and was paid out; `guest` is None for a bot."""

    name: str
    guest: str | None
    bought: int = 0
    paid_out: int = 0


class TableState(Struct):
    """The state of a table between two events.

    `idle_since`: when the last thing happened that the next deal waits for. `members`: names by
    guest. `chosen`: the game that the dealer has named. `bank`: what the house has won at this
    table, in chips. `answers`: for each guest, the versions at which their last commands were done,
    by command id. `shown`: cards shown after the hand, by chair. `rabbit`: those that would have
    come next, if somebody has asked, and their places in the deck. `committed`: the last commitment
    to decks, of the next hand or else of the last one; `cut`: the seeds of the last hand.
    """

    version: int
    name: str
    host: str
    rules: Rules
    idle_since: int = field(name="calm_from")
    members: dict[str, str] = field(default_factory=dict)
    removed: list[str] = field(default_factory=list)
    muted: list[str] = field(default_factory=list)
    chairs: dict[int, Chair] = field(default_factory=dict)
    accounts: dict[str, Account] = field(default_factory=dict)
    answers: dict[str, dict[str, int]] = field(default_factory=dict)
    button: int | None = None
    hands: int = 0
    game: GamePlan | None = None
    chosen: GamePlan | None = None
    playing: Playing | None = None
    clock: RunningClock | None = None
    paused_at: int | None = None
    may_show: int | None = None
    shown: dict[int, tuple[str, ...]] = field(default_factory=dict)
    rabbit: tuple[str, ...] = ()
    rabbit_places: tuple[int, ...] = ()
    committed: Committed | None = None
    cut: Seeds | None = None
    is_ended: bool = False
    bank: int = 0
    at: int = 0
    """The time of the last event, in milliseconds since 1970; 0 if it is not known."""

    @property
    def in_play(self) -> Playing | None:
        """The hand that is played now, or None."""
        return self.playing if self.playing and not self.playing.is_over else None

    @property
    def next_commitment(self) -> Committed | None:
        """The commitment to the decks of the next hand, or None."""
        last = self.committed
        return last if last and last.hand > self.hands else None

    def is_in_hand(self, chair: int) -> bool:
        """Was the chair dealt in to the hand in play?"""
        return self.in_play is not None and chair in self.in_play.chairs

    def chair_of(self, guest: str | None) -> int | None:
        """The chair of a guest, or None."""
        return next((n for n, c in self.chairs.items() if guest and c.guest == guest), None)

    def seat_of(self, account: str | None) -> int | None:
        """The seat of an account in the hand in play or else the last one; None if it had none."""
        accounts = self.playing.accounts if self.playing else ()
        return accounts.index(account) if account in accounts else None

    def seated(self) -> Iterator[tuple[int, Chair]]:
        """The taken chairs with their numbers, in the order of the numbers."""
        return iter(sorted(self.chairs.items()))

    def answer(self, guest: str, id: str) -> int | None:
        """The version at which a guest's command was done; None if it was not, or long ago."""
        return self.answers.get(guest, {}).get(id)

    def remember(self, guest: str, id: str) -> None:
        """Note that a guest's command was done at the present version."""
        answers = self.answers.setdefault(guest, {})
        answers[id] = self.version
        while len(answers) > _MAX_ANSWERS:
            del answers[next(iter(answers))]


encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(TableState).decode
