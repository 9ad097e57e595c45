"""The state of a table: the result of applying its log, without the record of the hand in play."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct, field

from sidepot.decoding import ROW, JsonReader
from sidepot.engine.keeping import pot_in
from sidepot.engine.table import KeptValue
from sidepot.real import Log
from sidepot.room.protocol.table_rules import GamePlan, TableRules
from sidepot.room.table.events import Committed, Seeds

MAX_HOLDS = 3
"""Times that a player may hold a hand back in a row; every few hands give one back."""


class Chair(Struct):
    """A taken chair, of a guest, a bot, or somebody without a phone: `protocol.views.ChairView`.

    `account`: the key of its account in `TableState.accounts`. `late`: turns in a row that the
    clock has ended. `holds`: times that the player may hold a hand back. Chips and milliseconds
    are whole numbers.
    """

    name: str
    account: str
    guest: str | None
    bot: str | None
    stack: int
    time_bank: int
    pending_chips: int = 0
    status: str = "in"
    is_ready: bool = False
    late: int = 0
    holds: int = MAX_HOLDS

    @property
    def is_playing(self) -> bool:
        """Does the player want the next hand?"""
        return self.status == "in"


class RunningClock(Struct):
    """See `protocol.views.ClockView`; `decision` is the number of the decision in the hand.

    `together`: the chairs that are asked at the same time, none where one is asked alone.
    """

    kind: str
    chair: int
    decision: int
    began: int
    time_bank_from: int
    until: int
    together: tuple[int, ...] = ()


class Playing(Struct):
    """The hand in play, or the last one: the chair and the account of each of its seats.

    A chair may change hands before the next deal, so the viewer who may see a seat's cards is found
    by account (`Chair.account`), not by chair. `forfeits`: chairs of bots that have failed in it.
    """

    hand: int
    game: GamePlan
    chairs: tuple[int, ...]
    accounts: tuple[str, ...]
    is_over: bool = False
    is_void: bool = False
    forfeits: tuple[int, ...] = ()


class Removal(Struct):
    """The end of a removed guest's view: at a version, after so many ended hands.

    `name`: theirs at the table. `open_seat`: their seat in the last of those hands (the rail: -1),
    if cards could still be shown after it; else None.
    """

    name: str
    version: int
    hands: int
    open_seat: int | None = None


class Account(Struct):
    """The chips that a guest or a bot has bought and was paid out; `guest` is None for a bot.

    `bot`: a bot's strength, None for a guest.
    """

    name: str
    guest: str | None
    bought: int = 0
    paid_out: int = 0
    bot: str | None = None


class Correction(Struct):
    """Chips that the host gave to an account, or took back (below 0).

    `by`: the host's name then; `other`: the account that they came from or went to, None where they
    count as bought or paid out.
    """

    at: int
    by: str
    account: str
    chips: int
    reason: str
    other: str | None = None


class WaitingValues(Struct):
    """Values for the next hand of a game with these options, by name.

    `table`: the table's, with the chips that stay in the pot; `players`: each player's, by account.
    """

    game: GamePlan
    table: dict[str, KeptValue]
    players: dict[str, dict[str, int | str]]


class Exit(Struct):
    """A player's exit from a match: in which of its hands, and with how many chips.

    `before`: the chips with which they began that hand.
    """

    account: str
    hand: int
    stack: int
    before: int


class MatchState(Struct):
    """The course of a match.

    `games`: the table's at the first level; `began`: when its first hand was dealt, and None before
    that, in milliseconds since 1970, later by what the table was paused. `hands`: those that were
    not called off. `stacks`: those with which the last hand began, by account. `rebought`: the
    accounts that have bought in again, each as often as they did.
    """

    games: list[GamePlan]
    began: int | None = None
    hands: int = 0
    level: int = 0
    stacks: dict[str, int] = field(default_factory=dict)
    exits: list[Exit] = field(default_factory=list)
    rebought: list[str] = field(default_factory=list)

    def is_out(self, account: str) -> bool:
        """Is the player out of the match?"""
        return any(each.account == account for each in self.exits)


class TableState(Struct):
    """The state of a table between two events.

    `idle_since`: when the last thing happened that the next deal waits for. `members`: names by
    guest, without those who are `removed`. `named`: others who may join though the table is closed
    (`is_closed`). `chosen`: the game that the dealer has named. `bank`: what the house has won at
    this table, in chips. `shown`: cards shown after the hand, by chair. `rabbit`: those that would
    have come next, if somebody has asked, and their places in the deck. `committed`: the last
    commitment to decks, of the next hand or else of the last one; `cut`: the last hand's seeds.
    `held`: who has held the next hand back since the last one, by chair, and until when. `kept`:
    what games keep for their next hands; during a hand, what it began with. `result_until`: until
    when the result of the last hand is shown, if its end was shown in stages. `call`: the link of
    a call for the table, or empty.
    `decided`: the actions of the chairs that are asked together and have decided, a secret of each.
    `real`: the log of the hand with real cards in play, or of the last one, `real_cut`: why
    entries of it were dropped last, or empty.
    `match`: None at a table that is no match. `records`: the cards and chips of the greatest hands
    so far, by kind (`RecordSet`).
    """

    version: int
    name: str
    host: str
    rules: TableRules
    idle_since: int
    members: dict[str, str] = field(default_factory=dict)
    removed: dict[str, Removal] = field(default_factory=dict)
    named: list[str] = field(default_factory=list)
    is_closed: bool = False
    muted: list[str] = field(default_factory=list)
    call: str = ""
    chairs: dict[int, Chair] = field(default_factory=dict)
    accounts: dict[str, Account] = field(default_factory=dict)
    button: int | None = None
    button_before: int | None = None
    """The last dealer before that, who deals again after a misdeal."""
    hands: int = 0
    game: GamePlan | None = None
    chosen: GamePlan | None = None
    playing: Playing | None = None
    clock: RunningClock | None = None
    paused_at: int | None = None
    result_until: int = 0
    may_show: int | None = None
    shown: dict[int, tuple[str, ...]] = field(default_factory=dict)
    rabbit: tuple[str, ...] = ()
    rabbit_places: tuple[int, ...] = ()
    committed: Committed | None = None
    cut: Seeds | None = None
    held: dict[int, int] = field(default_factory=dict)
    decided: dict[int, str] = field(default_factory=dict)
    is_ended: bool = False
    bank: int = 0
    next_table: str | None = None
    """The table at which the same people go on, once this one has ended."""
    kept: list[WaitingValues] = field(default_factory=list)
    match: MatchState | None = None
    real: Log | None = None
    real_cut: str = ""
    records: dict[str, tuple[int, int]] = field(default_factory=dict)
    corrections: list[Correction] = field(default_factory=list)
    """The host's corrections of chips, in their order."""
    at: int = 0
    """The time of the last event, in milliseconds since 1970."""

    @property
    def shown_version(self) -> int:
        """The version shown to clients: it does not grow while somebody decides in secret."""
        return self.version - len(self.decided)

    @property
    def in_play(self) -> Playing | None:
        """The hand that is played now, or None."""
        return self.playing if self.playing and not self.playing.is_over else None

    @property
    def next_commitment(self) -> Committed | None:
        """The commitment to the decks of the next hand, or None."""
        last = self.committed
        return last if last and last.hand > self.hands else None

    @property
    def pots(self) -> list[tuple[GamePlan, int]]:
        """The chips that stay in the pots of games for their next hands."""
        waiting = ((each.game, pot_in(each.table)) for each in self.kept)
        return [(plan, chips) for plan, chips in waiting if chips]

    def is_in_hand(self, chair: int) -> bool:
        """Was the chair dealt in to the hand in play?"""
        return self.in_play is not None and chair in self.in_play.chairs

    def chair_of(self, guest: str | None) -> int | None:
        """The chair of a guest, or None."""
        return next((n for n, c in self.chairs.items() if guest and c.guest == guest), None)

    def chair_of_account(self, account: str) -> int | None:
        """The chair of a guest or a bot, or None: a guest's account has the guest's own key."""
        return next((n for n, chair in self.chairs.items() if chair.account == account), None)

    def seat_of(self, account: str | None) -> int | None:
        """The seat of an account in the hand in play or else the last one; None if it had none."""
        accounts = self.playing.accounts if self.playing else ()
        return accounts.index(account) if account in accounts else None

    def name_of(self, guest: str) -> str:
        """The name of a guest who is or was at the table."""
        if guest in self.members:
            return self.members[guest]
        known = self.accounts.get(guest) or self.removed.get(guest)
        return known.name if known else ""

    def seated(self) -> Iterator[tuple[int, Chair]]:
        """The taken chairs with their numbers, in the order of the numbers."""
        return iter(sorted(self.chairs.items()))


encode = msgspec.json.Encoder().encode
decode = JsonReader[TableState](TableState, ROW).read
