"""A replayed hand step by step: the table after the deal and after each action, for one viewer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from sidepot.engine.event import HandEvent
from sidepot.engine.narration import tell
from sidepot.engine.play import RAIL
from sidepot.engine.view import SeatView, TableView, undealt
from sidepot.errors import BadHistory
from sidepot.history.notation import HIDDEN
from sidepot.history.replaying import Replay, is_told, without_made_up
from sidepot.kernel import Records
from sidepot.rules.layout import LaidCard
from sidepot.words import Message

_CALLED_OFF = Message("session.called_off")


@dataclass(frozen=True)
class Step:
    """The table after the deal (step 0) or after an action, as a viewer knows it.

    `seat` and `action`: who did what before it, None for the deal. `said`: the sentences for what
    has happened since the step before. `record`: what the viewer may know, for odds. `view` and
    `said` are in chips, also where the history is in money; cards that the history does not name
    lie face down. Where a hand is called off while the dealer deals, `said` ends there, and `view`
    and `record` are those before the last action; in the first deal nothing lies there, and no
    `record` is there.
    """

    seat: int | None
    action: str | None
    view: TableView
    said: tuple[Message, ...]
    record: Records | None


def seat_name(seat: int) -> str:
    """A seat as histories write it, `p1`; `rail` for the rail."""
    return "rail" if seat == RAIL else f"p{seat + 1}"


def viewers(replay: Replay) -> tuple[int, ...]:
    """The rail, and the seats whose dealt cards the history names, each one of them.

    What another seat knew is not in the history.
    """
    unnamed = {
        event.seat
        for event in replay.hand.secrets()
        if event.deals and event.card in replay.made_up
    }
    return (RAIL, *(seat for seat in range(replay.hand.players) if seat not in unnamed))


def steps(replay: Replay, viewer: int = RAIL, *, is_own: bool = True) -> Iterator[Step]:
    """The steps of a hand in their order, as one of its `viewers` knows it.

    `is_own`: the reader is that viewer, so sentences say "you".
    Raises `BadHistory` for a seat whose cards the history does not name.
    """
    legal = viewers(replay)
    if viewer not in legal:
        raise BadHistory(
            "error.history_viewer", player=seat_name(viewer), legal=[*map(seat_name, legal)]
        )
    for number in range(len(replay)):
        yield _step(replay, number, viewer, is_own)


def _step(replay: Replay, number: int, viewer: int, is_own: bool) -> Step:
    hand, is_last = replay[number], number == len(replay) - 1
    mask = _Mask(replay.made_up)
    listener = None if viewer == RAIL or not is_own else viewer
    news = hand.events(viewer, -1)
    happened = replay.happened_of(news) if is_last else news
    said = tell(mask.told(happened), hand.names, listener)
    if is_last and replay.called_off:
        said.append(_CALLED_OFF)
    seat, action = None, None
    if number:
        seat, action = hand.actions[-1][0], str(hand.actions[-1][1])
        if seat != viewer:
            action = _seen_action(action, replay.made_up)
    if not (is_last and replay.is_cut):
        return Step(seat, action, mask.view(hand.view(viewer)), tuple(said), hand.record(viewer))
    if not number:
        return Step(seat, action, _bare(hand.view(viewer)), tuple(said), None)
    lies = replay[number - 1]
    return Step(seat, action, mask.view(lies.view(viewer)), tuple(said), lies.record(viewer))


def _bare(view: TableView) -> TableView:
    """A table on which nothing was dealt, with nobody to act."""
    return replace(undealt(view), events=(), to_act=None, menu=())


def _seen_action(action: str, made_up: frozenset[str]) -> str:
    """An action without the card that it names, if nobody else saw that card."""
    return " ".join(HIDDEN if word in made_up else word for word in action.split(" "))


class _Mask:
    """Turns the cards face down that stand for unknown ones."""

    def __init__(self, made_up: frozenset[str]) -> None:
        self._made_up = made_up

    def event(self, event: HandEvent) -> HandEvent:
        """An event without a made-up card."""
        return without_made_up(event, self._made_up)

    def told(self, events: Sequence[HandEvent]) -> list[HandEvent]:
        """The events of which there is something to say: not that an unknown card is shown."""
        return list(filter(is_told, map(self.event, events)))

    def view(self, view: TableView) -> TableView:
        """A view without made-up cards, nor what follows from them."""
        if not self._made_up:
            return view
        return replace(
            view,
            seats=tuple(map(self._seat, view.seats)),
            board=self._cards(view.board),
            events=tuple(map(self.event, view.events)),
        )

    def _seat(self, seat: SeatView) -> SeatView:
        if not self._made_up.intersection(card.card for card in seat.cards):
            return seat
        return replace(seat, cards=self._cards(seat.cards), hand=None, best=(), place=None)

    def _cards(self, cards: Sequence[LaidCard]) -> tuple[LaidCard, ...]:
        return tuple(
            replace(card, card=HIDDEN) if card.card in self._made_up else card for card in cards
        )
