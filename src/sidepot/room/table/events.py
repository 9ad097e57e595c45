"""The events of a table's log, named in the past tense, as they are stored.

An event is read for as long as its table lives: a field may be added with a default, and none may
change its meaning. Chairs are those of the table, chips are whole numbers, and times are
milliseconds since 1970.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec
from msgspec import Struct

from sidepot.decoding import ROW, JsonReader
from sidepot.engine.keeping import pot_in
from sidepot.engine.kept import POT
from sidepot.engine.table import KeptValue
from sidepot.real.entries import Entry
from sidepot.room.protocol.table_rules import GamePlan, TableRules


class TableEvent(Struct, frozen=True, kw_only=True, tag_field="type"):
    """Something that happened, at a time.

    `by` and `id`: the guest whose command it carries out and that command's id, if there was one.
    """

    at: int
    by: str | None = None
    id: str | None = None


class Created(TableEvent, frozen=True, tag="created"):
    """The table was set up."""

    name: str
    host: str
    rules: TableRules


class Joined(TableEvent, frozen=True, tag="joined"):
    """A guest became a member of the table, and has this name here."""

    guest: str
    name: str


class Renamed(TableEvent, frozen=True, tag="renamed"):
    """A member has another name here; in a hand in play it stays the old one.

    `before`: the old one.
    """

    guest: str
    name: str
    before: str


class Sat(TableEvent, frozen=True, tag="sat"):
    """A guest took a chair and bought in."""

    chair: int
    guest: str
    chips: int


class BotSat(TableEvent, frozen=True, tag="bot_sat"):
    """A bot was seated and bought in."""

    chair: int
    name: str
    strength: str
    chips: int


class Bought(TableEvent, frozen=True, tag="bought"):
    """More chips were bought; in a hand the player gets them when it is over."""

    chair: int
    chips: int


class MadeReady(TableEvent, frozen=True, tag="made_ready"):
    """A player is ready for the next hand, or not yet."""

    chair: int
    is_ready: bool


class SatOut(TableEvent, frozen=True, tag="sat_out"):
    """A player sits out.

    `why`: self, clock (late for two turns in a row), chips (too few for the ante), empty (none).
    """

    chair: int
    why: str


class CameBack(TableEvent, frozen=True, tag="came_back"):
    """A player who sat out is dealt in again."""

    chair: int


class Left(TableEvent, frozen=True, tag="left"):
    """A player left their chair; in a hand they are paid out when it is over.

    `why`: self, removed, ended.
    """

    chair: int
    why: str


class Removed(TableEvent, frozen=True, tag="removed"):
    """The host removed a guest from the table."""

    guest: str


class Admitted(TableEvent, frozen=True, tag="admitted"):
    """The host let a guest in: one who was removed is a member again, under this name.

    Without a name it is a guest who may join though the table is closed.
    """

    guest: str
    name: str = ""


class Closed(TableEvent, frozen=True, tag="closed"):
    """The host closed the table to all who are not members or named, or opened it again."""

    is_closed: bool


class CallSet(TableEvent, frozen=True, tag="call_set"):
    """The host named the link of a call for the table, or took it away ("")."""

    link: str


class Corrected(TableEvent, frozen=True, tag="corrected"):
    """The host gave chips to a chair, or took some back (below 0), between hands.

    They count as bought or paid out; with `other` they came from, or went to, that chair.
    """

    chair: int
    chips: int
    reason: str
    other: int | None = None


class MembersDropped(TableEvent, frozen=True, tag="members_dropped"):
    """Members who never had chips and were not connected lost their places to somebody else."""

    guests: tuple[str, ...]


class Muted(TableEvent, frozen=True, tag="muted"):
    """The host muted a guest in the chat, or unmuted them."""

    guest: str
    is_muted: bool


class Paused(TableEvent, frozen=True, tag="paused"):
    """The table was paused, or resumed with at least `grace` milliseconds on a running clock."""

    is_paused: bool
    grace: int = 0


class HandHeld(TableEvent, frozen=True, tag="hand_held"):
    """A player holds the next hand back until a time, or until they let it come."""

    chair: int
    until: int


class HandReleased(TableEvent, frozen=True, tag="hand_released"):
    """A player lets the next hand come that they held back."""

    chair: int


class GamesChanged(TableEvent, frozen=True, tag="games_changed"):
    """The host changed the games of the table."""

    games: list[GamePlan]
    dealers_choice: bool


class HostPassed(TableEvent, frozen=True, tag="host_passed"):
    """Another guest became the host."""

    guest: str


class ChoiceAsked(TableEvent, frozen=True, tag="choice_asked"):
    """The dealer was asked to name the next game."""

    chair: int


class GameChosen(TableEvent, frozen=True, tag="game_chosen"):
    """The next game was named, by its place in the list.

    `how`: self, clock (the last one again), bot.
    """

    chair: int
    game: int
    how: str


class Committed(TableEvent, frozen=True, tag="committed"):
    """The decks of the next hand were fixed: see `protocol.messages.Commitment`.

    `chairs`: those that will be dealt in, in the order of the seats, and `guests`: the people in
    them, None for bots. The decks themselves are stored apart, with the secrets. `aside`: the cards
    that are kept from the hand before, without which this one is dealt.
    """

    hand: int
    turn: int
    game: GamePlan
    chairs: tuple[int, ...]
    prev: str
    commitment: str
    streams: tuple[str, ...]
    roots: tuple[tuple[str, ...], ...]
    pledges: dict[str, str]
    guests: tuple[str | None, ...]
    missing: tuple[tuple[str, ...], ...] = ()
    aside: tuple[str, ...] = ()


class Seeds(Struct, frozen=True):
    """The seeds, by guest, that cut a hand at a turn, and the deck that they chose."""

    turn: int
    dealt: str
    seeds: dict[str, str]


class Keeps(Struct, frozen=True):
    """Values that a hand keeps for the next one of its game, by name.

    `table`: the table's, with the chips that stay in the pot; `each`: each player's, in the order
    of the seats.
    """

    table: dict[str, KeptValue]
    each: tuple[dict[str, int | str], ...]

    @property
    def pot(self) -> int:
        """The chips that stay in the pot."""
        return pot_in(self.table)

    def without_pot(self) -> Keeps:
        """The same once the chips in the pot have been shared."""
        return Keeps({**self.table, POT: 0}, self.each)


class HandDealt(TableEvent, frozen=True, tag="hand_dealt"):
    """A hand was dealt. `chairs` are in the order of its seats; the last one has the button.

    `turn`: the chair to act, None if the hand was over at once. `checksum`: a checksum of what the
    rail was shown (`play.checksum`). The order of the deck is stored apart, with the secrets.
    `cut`: the seeds behind that order. `kept`: what the hand before has kept; None in games that
    keep nothing.
    """

    hand: int
    game: GamePlan
    chairs: tuple[int, ...]
    names: tuple[str, ...]
    stacks: tuple[int, ...]
    turn: int | None
    checksum: int
    cut: Seeds
    kept: dict[str, KeptValue] | None = None


class PersonSat(TableEvent, frozen=True, tag="person_sat"):
    """Somebody without a phone took a chair and bought in."""

    chair: int
    name: str
    chips: int


class SeatTaken(TableEvent, frozen=True, tag="seat_taken"):
    """A guest took the chair of somebody without a phone, with its chips and account."""

    chair: int
    guest: str


class RealBegun(TableEvent, frozen=True, tag="real_begun"):
    """A hand with real cards has begun; the fields are those of `HandDealt`."""

    hand: int
    game: GamePlan
    chairs: tuple[int, ...]
    names: tuple[str, ...]
    stacks: tuple[int, ...]
    kept: dict[str, KeptValue] | None = None


class Told(TableEvent, frozen=True, tag="told"):
    """Somebody told an entry of a hand with real cards."""

    hand: int
    entry: Entry


class ToldAgain(TableEvent, frozen=True, tag="told_again"):
    """Somebody told what another phone had told already; nothing changes."""

    hand: int


class Retold(TableEvent, frozen=True, tag="retold"):
    """The first `keep` entries of a hand with real cards stay, and `entries` follow them.

    `cut`: why others are left out, or empty.
    """

    hand: int
    keep: int
    entries: tuple[Entry, ...] = ()
    cut: str = ""


class Restacked(TableEvent, frozen=True, tag="restacked"):
    """A hand with real cards began with other stacks, and its first `keep` entries stay."""

    hand: int
    stacks: tuple[int, ...]
    keep: int
    cut: str = ""


class Acted(TableEvent, frozen=True, tag="acted"):
    """A chair acted; `turn` and `checksum` as in `HandDealt`.

    `how`: self, bot, clock (too late), away (sits out or leaves), fault (of a bot).
    """

    hand: int
    decision: int
    chair: int
    action: str
    how: str
    turn: int | None
    checksum: int


class AskedTogether(TableEvent, frozen=True, tag="asked_together"):
    """Several chairs were asked for a decision at the same time, each on the same clock.

    `decision` is the number of the first one; `chairs` are in the order in which the record takes
    their choices.
    """

    hand: int
    decision: int
    chairs: tuple[int, ...]


class Decided(TableEvent, frozen=True, tag="decided"):
    """A chair that was asked together with others has decided: a secret until all have.

    Its `Acted` follows when the record takes it.
    """

    hand: int
    decision: int
    chair: int
    action: str


class HandEnded(TableEvent, frozen=True, tag="hand_ended"):
    """A hand is over. `stacks` are in the order of its seats.

    `may_show`: the chair that won without showing its cards. `bank`: what the house won, in chips.
    `keeps`: what is kept for the next hand of this game, None in games that keep nothing. `staged`:
    the milliseconds for which pages show its end stage by stage, before the pause.
    """

    hand: int
    stacks: tuple[int, ...]
    may_show: int | None
    bank: int = 0
    keeps: Keeps | None = None
    staged: int = 0


class RecordSet(TableEvent, frozen=True, tag="record_set"):
    """A hand has surpassed all others of this table in something.

    `kind`: pot, or escape_KIND after the kind of an event (`Feat`). `chairs`: those who did it, by
    `count` cards and for `amount` chips. `is_told`: it is worth a sentence.
    """

    kind: str
    chairs: tuple[int, ...]
    count: int
    amount: int
    is_told: bool


class PotShared(TableEvent, frozen=True, tag="pot_shared"):
    """Chips that had stayed in the pot of a game went to the chairs, because no hand follows.

    `chips`: what each of the `chairs` gets; in a hand in play, when it is over.
    """

    game: GamePlan
    chairs: tuple[int, ...]
    chips: tuple[int, ...]


class HandVoided(TableEvent, frozen=True, tag="hand_voided"):
    """A hand was called off, and all players have their chips back.

    `why`: host, rules, ended, misdeal.
    """

    hand: int
    why: str


class CardsShown(TableEvent, frozen=True, tag="cards_shown"):
    """A player showed cards after a hand; no cards: who won without showing mucked."""

    hand: int
    chair: int
    cards: tuple[str, ...]


class RabbitShown(TableEvent, frozen=True, tag="rabbit_shown"):
    """A player asked for the cards that would have come next; `places` are theirs in the deck."""

    hand: int
    player: str
    cards: tuple[str, ...]
    places: tuple[int, ...]


class ClockMoved(TableEvent, frozen=True, tag="clock_moved"):
    """A running clock got `more` milliseconds, because the room was away.

    `shift`: before that, all times of the table were moved by so many, because the wall clock was
    set to another time; less than 0 is back.
    """

    more: int
    shift: int = 0


class LevelRaised(TableEvent, frozen=True, tag="level_raised"):
    """The prices of a match have grown to a level; `games` are the table's with these prices."""

    level: int
    games: list[GamePlan]


class KnockedOut(TableEvent, frozen=True, tag="knocked_out"):
    """Players of a match are out of it, with the places that they have taken, the last one first.

    In chairs, because they may stay and watch; what chips they have left are paid out at the end.
    """

    chairs: tuple[int, ...]
    places: tuple[int, ...]


class Ended(TableEvent, frozen=True, tag="ended"):
    """The table ended. `winner`: the name of whoever has won it, if it was a match.

    `sharing`: the names of those who share the win, where nobody has it alone.
    """

    winner: str | None = None
    sharing: tuple[str, ...] = ()


class Continued(TableEvent, frozen=True, tag="continued"):
    """The same people continue at another table."""

    table: str


AnyEvent: TypeAlias = (
    Created
    | Joined
    | Renamed
    | Sat
    | BotSat
    | Bought
    | MadeReady
    | SatOut
    | CameBack
    | Left
    | Removed
    | Admitted
    | Closed
    | CallSet
    | Corrected
    | MembersDropped
    | Muted
    | Paused
    | HandHeld
    | HandReleased
    | GamesChanged
    | HostPassed
    | ChoiceAsked
    | GameChosen
    | Committed
    | HandDealt
    | PersonSat
    | SeatTaken
    | RealBegun
    | Told
    | ToldAgain
    | Retold
    | Restacked
    | Acted
    | AskedTogether
    | Decided
    | HandEnded
    | RecordSet
    | PotShared
    | HandVoided
    | CardsShown
    | RabbitShown
    | ClockMoved
    | LevelRaised
    | KnockedOut
    | Ended
    | Continued
)

encode = msgspec.json.Encoder().encode
decode = JsonReader[AnyEvent](AnyEvent, ROW).read
