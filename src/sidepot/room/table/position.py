"""The position of a hand with real cards, and its log as the events of a table make it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from sidepot import cards
from sidepot.engine.event import HandEvent
from sidepot.engine.game import Hand
from sidepot.engine.view import TableView
from sidepot.real import Entry, Log, Need, RealHand
from sidepot.real import table as real_table
from sidepot.room.table import events as e
from sidepot.room.table.rules import game_of
from sidepot.room.table.state import TableState
from sidepot.words import Message


class Position:
    """A hand with real cards after some entries, with everything that is shown of it.

    Nothing changes it: whatever is told makes another one.
    """

    def __init__(self, real: RealHand, before: Position | None = None) -> None:
        """`before`: the position of which this one tells more."""
        self.real = real
        self.events: Sequence[HandEvent] = real_table.events(real)
        self.known = len(before.events) if before else 0
        """The number of events that were told before."""
        self.table: TableView = real_table.view(real)
        self.next: list[Message] = real_table.next_step(real)
        self.needs: tuple[Need, ...] = real.needs
        self.over = real.over
        self.actor = real.actor
        self.asked: tuple[int, ...] = real.asked
        self.may_muck = real.may_muck
        self.compared: tuple[int, ...] = real.compared
        codes = sorted(int(card) for card in real.hand.deck)
        self.deck = _counted(codes)
        """The cards of the deck by their texts, and how many there are of each."""
        gone = real.gone
        self.gone = _counted([card for card in codes if card in gone])
        """The same for those that lie open, and cannot be told next."""
        self.menu = real_table.menu(real)
        self.said: list[Message] = real_table.entries(real)

    @property
    def entries(self) -> Sequence[Entry]:
        """The entries so far."""
        return self.real.entries

    @property
    def hand(self) -> Hand:
        """The hand as far as all is told. Its hidden cards are made up: show only the rail's."""
        return self.real.hand


def _counted(codes: Sequence[int]) -> dict[str, int]:
    return dict(Counter(map(cards.text, codes)))


class Worked(Struct, frozen=True):
    """The result of a command: `before` is the position for which it was found.

    `keep` entries stay, and `added` follow them; `cut` says why others do not.
    """

    before: Position | None
    after: Position
    keep: int
    added: tuple[Entry, ...] = ()
    cut: Message | None = None


def position(state: TableState) -> Position:
    """The position of the hand with real cards that a table plays, or has played last."""
    assert state.real is not None
    playing = state.playing
    game = game_of(playing.game) if playing else None
    return Position(RealHand(state.real, game))


def log_after(log: Log, event: e.AnyEvent) -> Log:
    """The log of a hand after an event; most events change nothing of it."""
    if isinstance(event, e.Told):
        return replace(log, entries=(*log.entries, event.entry), cut=())
    if isinstance(event, e.Retold):
        added = event.entries
    elif isinstance(event, e.Restacked):
        log, added = replace(log, stacks=event.stacks), ()
    else:
        return log
    told = (*log.entries, *log.cut)
    entries = (*told[: event.keep], *added)
    return replace(log, entries=entries, cut=told[len(entries) :] if event.cut else ())


def log_of(event: e.RealBegun) -> Log:
    """The log of a hand that has just begun."""
    return Log(
        game=event.game.name,
        options=dict(event.game.options),
        names=event.names,
        stacks=event.stacks,
        number=event.hand,
        kept=event.kept or {},
    )


def told_hand(events: Sequence[e.AnyEvent]) -> RealHand | None:
    """The hand with real cards that some events of a log tell; None if they deal another one.

    Raises `SidepotError` if present rules cannot follow.
    """
    log, game = None, None
    for event in events:
        if isinstance(event, e.RealBegun):
            log, game = log_of(event), game_of(event.game)
        elif log is not None:
            log = log_after(log, event)
    return RealHand(log, game) if log is not None else None
