"""The events of a table's log: facts, in the past tense, as they are stored.

Entries are read for as long as their table lives: a field may be added with a default, and none may
change its meaning. Chairs are those of the room; chips are whole; times are milliseconds.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec
from msgspec import Struct, field

from sidepot.protocol.messages import GamePlan


class Rules(Struct, frozen=True):
    """What the host has set; `turn`, `time_bank`, `pause` and `bot_pace` in milliseconds."""

    games: tuple[GamePlan, ...]
    dealers_choice: bool
    chairs: int
    least: int
    most: int
    turn: int
    time_bank: int = field(name="bank")
    pause: int
    automatic: bool
    public: bool
    bot_pace: int
    coach: bool = True


class Event(Struct, frozen=True, kw_only=True, tag_field="type"):
    """Something that happened at a time.

    `by` and `id`: the guest whose command it was and the command's id, where it was one.
    """

    at: int
    by: str | None = None
    id: str | None = None


class Created(Event, frozen=True, tag="created"):
    """The table was set up."""

    name: str
    host: str
    rules: Rules


class Joined(Event, frozen=True, tag="joined"):
    """A guest came in, and is called so at this table."""

    guest: str
    name: str


class Sat(Event, frozen=True, tag="sat"):
    """A guest took a chair and bought in."""

    chair: int
    guest: str
    chips: int


class BotSat(Event, frozen=True, tag="bot_sat"):
    """A bot was seated and bought in."""

    chair: int
    name: str
    strength: str
    chips: int


class Bought(Event, frozen=True, tag="bought"):
    """More chips were bought; who is in a hand gets them when it is over."""

    chair: int
    chips: int


class MadeReady(Event, frozen=True, tag="made_ready"):
    """Somebody wants the next hand, or not yet."""

    chair: int
    is_ready: bool


class SatOut(Event, frozen=True, tag="sat_out"):
    """Somebody gets no more hands.

    `why`: self, clock (two turns in a row), chips (too few for the ante), empty (none at all).
    """

    chair: int
    why: str


class CameBack(Event, frozen=True, tag="came_back"):
    """Somebody gets hands again."""

    chair: int


class Left(Event, frozen=True, tag="left"):
    """Somebody left. `why`: self, removed, ended. Who is in a hand is paid out when it is over."""

    chair: int
    why: str


class Removed(Event, frozen=True, tag="removed"):
    """The host has sent a guest out of the room."""

    guest: str


class Muted(Event, frozen=True, tag="muted"):
    """The host has taken the word from a guest, or given it back."""

    guest: str
    is_muted: bool


class Paused(Event, frozen=True, tag="paused"):
    """The host has stopped the table, or lets it go on with a clock of at least `grace`."""

    is_paused: bool
    grace: int = 0


class GamesChanged(Event, frozen=True, tag="games_changed"):
    """The host has changed what is played."""

    games: tuple[GamePlan, ...]
    dealers_choice: bool


class HostPassed(Event, frozen=True, tag="host_passed"):
    """Somebody else is host."""

    guest: str


class ChoiceAsked(Event, frozen=True, tag="choice_asked"):
    """The dealer is asked to name the next game."""

    chair: int


class GameChosen(Event, frozen=True, tag="game_chosen"):
    """The next game, by its place in the list. `how`: self, clock (the last one again), bot."""

    chair: int
    game: int
    how: str


class HandDealt(Event, frozen=True, tag="hand_dealt"):
    """A hand began. `chairs` in the order of its seats, the last has the button.

    `turn`: the chair to act, None when the hand was over at once. `checksum`: of what the
    rail was told. The order of the deck is among the secrets.
    """

    hand: int
    game: GamePlan
    chairs: tuple[int, ...]
    names: tuple[str, ...]
    stacks: tuple[int, ...]
    turn: int | None
    checksum: int = field(name="told")


class Acted(Event, frozen=True, tag="acted"):
    """Somebody acted. `how`: self, bot, clock, away (not there any more), fault (a bot's).

    `turn` and `checksum` as in `HandDealt`.
    """

    hand: int
    decision: int
    chair: int
    action: str
    how: str
    turn: int | None
    checksum: int = field(name="told")


class HandEnded(Event, frozen=True, tag="hand_ended"):
    """A hand is over. `stacks` in the order of its seats; `may_show`: the chair that won unseen.

    `bank`: what the house has won in it, in chips.
    """

    hand: int
    stacks: tuple[int, ...]
    may_show: int | None
    bank: int = 0


class HandVoided(Event, frozen=True, tag="hand_voided"):
    """A hand was called off, all have their chips back. `why`: host, rules, ended."""

    hand: int
    why: str


class CardsShown(Event, frozen=True, tag="cards_shown"):
    """Who won unseen has shown his cards; without cards: he has mucked them."""

    hand: int
    chair: int
    cards: tuple[str, ...]


class ClockMoved(Event, frozen=True, tag="clock_moved"):
    """A running clock got so much more time, because the room was away."""

    more: int


class Ended(Event, frozen=True, tag="ended"):
    """The table is no more."""


AnyEvent: TypeAlias = (
    Created
    | Joined
    | Sat
    | BotSat
    | Bought
    | MadeReady
    | SatOut
    | CameBack
    | Left
    | Removed
    | Muted
    | Paused
    | GamesChanged
    | HostPassed
    | ChoiceAsked
    | GameChosen
    | HandDealt
    | Acted
    | HandEnded
    | HandVoided
    | CardsShown
    | ClockMoved
    | Ended
)

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(AnyEvent).decode
