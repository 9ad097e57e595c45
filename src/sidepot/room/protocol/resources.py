"""The answers of the room outside of a table's socket: guests, lists, the ledger."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct

from sidepot.engine.view import TableView
from sidepot.room.protocol.table_rules import ChipWorth
from sidepot.room.protocol.views import GameView, PlaceView
from sidepot.words import Message


class Guest(Struct, frozen=True):
    """A person: the public id, and the name."""

    id: str
    name: str


class Registered(Struct, frozen=True):
    """A new guest, and their token, which is sent only this once."""

    guest: Guest
    token: str


class Session(Struct, frozen=True):
    """A guest's session in one browser."""

    guest: Guest
    id: str


class Browser(Struct, frozen=True):
    """A browser in which a guest is logged in.

    `name` and `system`: what it is, and on what, as far as it says so ("Firefox", "Linux"), else
    empty. `made`: when it became the guest's, and `seen`: when it was last used, to the hour, both
    in ms since 1970. `is_own`: it is the one that asks.
    """

    id: str
    name: str
    system: str
    made: int
    seen: int
    is_own: bool


class RecoveryLink(Struct, frozen=True):
    """A recovery link that is valid: when it was made, and when it expires, in ms since 1970."""

    id: str
    made: int
    expires: int


class Sessions(Struct, frozen=True):
    """The browsers in which a guest is logged in, and their recovery links."""

    browsers: list[Browser]
    links: list[RecoveryLink]


class Created(Struct, frozen=True):
    """A new table, and an invitation to it."""

    table: str
    invitation: str


class OptionOffer(Struct, frozen=True):
    """An option of a game: one of the words `values`, or a whole number from `lowest` to `highest`.

    Without either it is a text, like a pay table; `help` and the refusal say in which form. `label`
    and `labels` name it and its words in the reader's language, where that is not English.
    """

    name: str
    help: str
    default: int | str
    lowest: int | None
    highest: int | None
    values: list[str] | None
    label: str | None = None
    labels: list[str] | None = None


NUMBER = "\ue000", "\ue001"
"""Before and after the number of a rule, in the Markdown of a rule page."""
PICTURE = "\ue002"
"""Stands for a drawing, in the Markdown of a rule page."""


class RulesText(NamedTuple):
    """A rule page in Markdown, with marks (`NUMBER`, `PICTURE`), and its drawings with captions."""

    title: str
    text: str
    drawings: tuple[tuple[str, str], ...]


class HintView(Struct, frozen=True):
    """A sentence for a first hand, and what it is tied to: see `engine.first_hand`."""

    when: str
    kinds: tuple[str, ...]
    whom: str
    text: str


class GameOffer(Struct, frozen=True):
    """A game that a table can play, and the strengths of its bots.

    `family`: the name of all games on one rule page, and `version`: which of them this is. `idea`:
    what it is, in a line or two. `minutes`: how long a hand takes, about; 0: not known. `least` and
    `most`: the numbers of players. `has_picture`: is there a picture of it? `learned_for`: the
    numbers of players that its expert has learned; with another it plays as with the nearest.
    `preparing`: it is still being compiled; a table of it waits with its first hand. `behind`: the
    games that few know are listed before it. `digest` as in `GamePlan`.
    """

    name: str
    title: str
    family: str
    version: str
    idea: str
    minutes: int
    has_picture: bool
    author: str
    least: int
    most: int
    options: list[OptionOffer]
    bots: list[str]
    learned_for: list[int] = []
    preparing: bool = False
    behind: bool = False
    digest: str = ""


class TableLine(Struct, frozen=True):
    """A table in a list.

    `chairs`: how many it has, and `taken`: how many of them are. `people`: connected guests.
    `phase` as in `RoomView`. `least` and `most`: the bounds of a buy-in, in chips.
    """

    table: str
    name: str
    games: list[GameView]
    chairs: int
    taken: int
    people: int
    phase: str
    least: int
    most: int


class AccountView(Struct, frozen=True):
    """The account of a person or a bot, in chips: bought, paid out, the stack, and the net.

    Chips in a hand in play count as before that hand. `bot`: a bot's strength, null for a person
    and for the bank; `is_bank`: it is the bank's, or that of chips that wait in a pot for the next
    hand of a game.
    """

    name: str
    guest: str | None
    bought: int
    paid_out: int
    stack: int
    net: int
    bot: str | None = None
    is_bank: bool = False


class Transfer(Struct, frozen=True):
    """A debt between two accounts, given by their places in the list of accounts."""

    debtor: int
    creditor: int
    chips: int


class CorrectionView(Struct, frozen=True):
    """Chips that the host, `by`, gave to a player, or took back (below 0), and why.

    `other`: the player that they came from or went to; null where they count as bought or paid out.
    """

    at: int
    by: str
    player: str
    other: str | None
    chips: int
    reason: str


class LedgerView(Struct, frozen=True):
    """The accounts of a table; their nets add up to 0.

    `transfers`: who owes whom. Nobody owes a bot anything, nor does a bot: what people have lost to
    bots is shared out among those who would be paid. `corrections`: the host's, in their order.
    `worth`: what chips stand for at this table.
    """

    accounts: list[AccountView]
    transfers: list[Transfer]
    corrections: list[CorrectionView] = []
    worth: ChipWorth | None = None


class StepView(Struct, frozen=True):
    """A moment of a replayed hand: after the deal, or after an action.

    `seat` and `action`: who has just done what, null for the deal. `view`: the table then, its
    `events` those of this step. `shares`: each seat's share of the pot, sampled from random deals,
    if from here on all stay in and buy the most; null where there are none.
    """

    seat: int | None
    action: str | None
    view: TableView
    said: list[Message]
    shares: list[float] | None


class ReplayView(Struct, frozen=True):
    """A hand, replayed step by step, as one viewer knows it.

    `seat`: the viewer's, null for the rail, and `is_own`, whether the reader played on it; `seats`:
    those as which this history can be seen, because it names their cards. `is_void`: the hand was
    called off.
    """

    game: str
    title: str
    names: list[str]
    seat: int | None
    is_own: bool
    seats: list[int]
    is_void: bool
    steps: list[StepView]


class Feat(Struct, frozen=True):
    """The winner's escape: an event (`HandEvent`) that kept a seat in danger in the hand.

    `count`: by how many cards, `amount`: for how many chips.
    """

    kind: str
    seat: int
    count: int
    amount: int


class ShownHand(Struct, frozen=True):
    """The cards with which a seat has won, as everybody saw them, and their hand in words.

    `strength`: that of `sidepot.hands`; 0 where the game has hands of another kind.
    """

    seat: int
    cards: list[str]
    hand: Message | None
    strength: int


class HandLine(Struct, frozen=True):
    """A hand that has ended: when (ms since 1970), its game, and every player's net in chips.

    `guests`: the public ids of those in its seats, null for a bot. `pot`: the chips that were won,
    and `actions`: how many decisions there were; both are 0 in a hand that was called off. `title`:
    the game's. `shown`: the winner's hand, null if it was not shown.
    """

    hand: int
    at: int
    game: str
    names: list[str]
    nets: list[int]
    is_void: bool
    guests: list[str | None]
    pot: int
    actions: int
    feats: list[Feat]
    title: str
    shown: ShownHand | None = None


class PlayedGame(Struct, frozen=True):
    """A game of an evening, and how many hands of it were played."""

    name: str
    title: str
    hands: int


class Highlight(Struct, frozen=True):
    """A highlight of an evening, with the number of its hand if it was one.

    `kind`: best_hand, biggest_pot, longest_hand, comeback, or escape_KIND after the kind of its
    event. `cards`: those with which it was won, if they were shown.
    """

    kind: str
    hand: int | None
    said: Message
    cards: list[str] = []


class EveningView(Struct, frozen=True):
    """An evening at a table: its accounts, the course of their chips, and highlights.

    `ledger`: as in `LedgerView`. `hands`: how many were played, and `hands_of` and `won_of`: in how
    many of them each account was dealt in, and how many it won. `chart`: numbers of hands, the
    first 0, and `lines`: each account's net after them, in chips; of many hands there are some.
    `began` and `last`: when the first and the last hand ended (ms since 1970), null before one has.
    `next`: the table at which the same people continue. `headline`: who won it, or leads; null
    before a hand has ended. `winners`: the names of those, never a bot's where people have played
    each other. `places`: those of a match, the best first; null at other tables.
    """

    table: str
    name: str
    host: str
    is_ended: bool
    began: int | None
    last: int | None
    hands: int
    games: list[PlayedGame]
    ledger: LedgerView
    hands_of: list[int]
    won_of: list[int]
    chart: list[int]
    lines: list[list[int]]
    highlights: list[Highlight]
    next: str | None
    headline: Message | None = None
    winners: list[str] = []
    places: list[PlaceView] | None = None


class SeasonPlayer(Struct, frozen=True):
    """A person's or a bot's part in an evening of a season."""

    name: str
    guest: str | None
    hands: int
    net: int


class SeasonEvening(Struct, frozen=True):
    """An evening of a season: when its last hand ended (ms since 1970), and its players.

    `game`: the one that was played most often.
    """

    table: str
    name: str
    at: int
    hands: int
    players: list[SeasonPlayer]
    game: str = ""


class LeagueLine(Struct, frozen=True):
    """A line of a league table: evenings, those at which nobody had more, hands, and the net."""

    name: str
    guest: str
    evenings: int
    won: int
    hands: int
    net: int


class SeasonView(Struct, frozen=True):
    """A season: evenings of the same people, the last one first, and its league table.

    `host`: the guest who made it, and may add evenings and take them out. `next_at`: when the next
    of its weekly evenings is (ms since 1970), null where it has none; a past time counts as the
    same time of a later week. `table`: the one that was opened for it last.
    """

    id: str
    name: str
    host: str
    evenings: list[SeasonEvening]
    league: list[LeagueLine]
    next_at: int | None = None
    table: str | None = None


class SeasonLine(Struct, frozen=True):
    """A season in a list."""

    id: str
    name: str
    host: str
    evenings: int


class InvitationView(Struct, frozen=True):
    """The table behind an invitation: its name, host and games, and the people there.

    `call`: the link of a call that its host has named, or empty. `is_full`: nobody new can
    sit down, as `RoomView` says.
    """

    name: str
    host: str
    games: list[GameView]
    people: list[str]
    bots: int
    is_closed: bool
    call: str = ""
    is_full: bool = False
