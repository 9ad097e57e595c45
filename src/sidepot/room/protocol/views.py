"""The state of a table outside of its hand, as everybody at it gets it (`engine.view.TableView`).

Every time is in whole milliseconds since 1970, every amount in whole chips. A *chair* is a place at
the table and keeps its number; a *seat* is a place in the hand in play, clockwise from the button's
left, and `ChairView.seat` says which chair has which. In a game against the house, the house has
the last seat and no chair.
"""

from __future__ import annotations

from msgspec import Struct

from sidepot.engine.view import ChoiceView
from sidepot.real.entries import Entry
from sidepot.room.protocol.table_rules import TableRules
from sidepot.words import Message


class ChairView(Struct, frozen=True):
    """A taken chair.

    `guest` is a person's public id and `bot` a bot's strength: one of them is None. `stack` is what
    they have between hands (within a hand, see its seat), `pending_chips` what they have bought and
    get when the hand is over. `status`: in, out (sits out), leaving (has left, and is paid out when
    the hand is over). `time_bank`: the milliseconds left of their time bank. `seat`: their seat in
    the hand, if they have one.
    """

    chair: int
    name: str
    guest: str | None
    bot: str | None
    stack: int
    pending_chips: int
    status: str
    is_ready: bool
    time_bank: int
    seat: int | None


class ClockView(Struct, frozen=True):
    """A running clock: its chair, when it began, when it starts to draw on the time bank, its end.

    `kind`: turn, or choice (of the next game). `chairs`: those that it runs for together, of which
    `chair` is the first; none where it runs for one.
    """

    kind: str
    chair: int
    began: int
    time_bank_from: int
    until: int
    chairs: list[int] = []


class GameView(Struct, frozen=True):
    """A game that the table plays or may play, with the value of every option.

    `bank`: the name of the house's seat, null where players play each other; so a client can keep
    its place before the first deal. So are `is_ordered`, whether hands have places in an order of
    play, `is_sized`, whether players set amounts, and `has_board`, whether cards lie for all.
    """

    name: str
    title: str
    options: dict[str, int | str]
    bank: str | None = None
    is_ordered: bool = False
    is_sized: bool = False
    has_board: bool = False


class HoldView(Struct, frozen=True):
    """A chair whose player holds the next hand back, and until when at most."""

    chair: int
    until: int


class RemovedView(Struct, frozen=True):
    """A guest whom the host has removed, and the name that they had at the table."""

    guest: str
    name: str


class PlaceView(Struct, frozen=True):
    """A player's place in a match, the best being 1, and their chips.

    `hand`: after how many of its hands they went out; null for who is in it, or was to its end.
    """

    place: int
    name: str
    guest: str | None
    bot: str | None
    chips: int
    hand: int | None


class MatchView(Struct, frozen=True):
    """The course of a match; its rules are those of the table.

    `began`: null until its first hand is dealt. `hands`: those played, and `until`: when the time
    for them is over, null where none ends it. `times`: the multiple of the first prices that is
    paid now, and `next_times` the next one, which comes after `next_hands` more or at `next_at`;
    all are null where prices do not grow any more. `places`: all who play or played, the best
    first. `rebuys`: the chairs whose players may buy in again now.
    """

    began: int | None
    hands: int
    until: int | None
    times: int
    next_times: int | None
    next_hands: int | None
    next_at: int | None
    places: list[PlaceView]
    rebuys: list[int]


class RoomView(Struct, frozen=True):
    """The state of the table outside of the hand, the same for every viewer.

    `phase`: waiting (for players, or for somebody to be there), choosing (the dealer names the next
    game), playing, pause (after a hand), paused (by the host), ended. `game` is the game in play or
    the last one; `next_hand`: when the next hand is dealt. `may_show` is the chair that won without
    showing its cards, while it may still show or muck them; `shown`: the cards shown after the
    hand, by chair, none if they were mucked; `rabbit`: the cards that would have come next, once
    somebody has asked for them. `choices`: while the dealer names a game, the games
    that can be dealt, by their places in the rules. `is_closed`: only members come in; `call`: the
    link of a call that the host has named; `removed`:
    the guests whom the host has removed, the last ones. `holds`: who holds the next hand back;
    `next_hand` counts that in. `match`: null at a table that is none. `preparing`: the next hand
    waits until its game is compiled, at a time that nobody knows. `has_rabbit`: cards would have
    come next in the last hand, and its players may ask for them. `is_full`: nobody new can sit
    down, because each chair is taken, no game is for more, or a match is under way.
    """

    name: str
    host: str
    rules: TableRules
    games: list[GameView]
    phase: str
    chairs: list[ChairView]
    button: int | None
    hand: int
    game: GameView | None
    clock: ClockView | None
    next_hand: int | None
    may_show: int | None
    shown: dict[str, list[str]]
    rabbit: list[str]
    muted: list[str]
    choices: list[int]
    is_closed: bool = False
    call: str = ""
    removed: list[RemovedView] = []
    holds: list[HoldView] = []
    preparing: bool = False
    match: MatchView | None = None
    has_rabbit: bool = False
    is_full: bool = False


class NeedView(Struct, frozen=True):
    """A card that somebody has to tell: the seat that it is for, -1 for the middle.

    `kind`: dealt, shown, board, match, or another event by which a card lies open.
    """

    seat: int
    kind: str


class EntryView(Struct, frozen=True):
    """An entry of a hand with real cards, and the same as a sentence."""

    entry: Entry
    said: Message


class RealView(Struct, frozen=True, kw_only=True):
    """A hand with real cards: what comes next, and what was told, the same for every viewer.

    `next`: what comes next, in large sentences; at the end, who wins. `needs`: the cards that are
    due, the next one first. `actor`: the seat to act, and `asked`: those that decide at the same
    time and have not yet; `menu`: what they may do, with `??` for a card that nobody else sees.
    `may_muck`: whoever has to show next may throw the hand away instead. `compared`: the seats
    whose hands nobody shows, while it is due which of them is the best. `deck`: the texts of its
    cards by their number, and `gone`: the same for those that lie open. `is_over`: it is paid out
    by `PayOut`, and may be taken back until then; `is_paid`: it was. `cut`: why the entries after
    one that was told anew were dropped, or empty.
    """

    hand: int
    next: list[Message]
    needs: list[NeedView]
    actor: int | None
    asked: list[int]
    menu: list[ChoiceView]
    may_muck: bool
    entries: list[EntryView]
    deck: dict[str, int]
    gone: dict[str, int]
    is_over: bool
    is_paid: bool
    cut: str = ""
    compared: list[int] = []
