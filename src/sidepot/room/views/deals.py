"""Messages to clients that check the deals: commitments, cuts, and proofs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Raw, Struct
from msgspec.structs import replace

from sidepot.engine.event import HandEvent
from sidepot.engine.play import RAIL
from sidepot.fairness import Deal, Opened
from sidepot.history.dealt_cards import Place
from sidepot.history.fairness import Openings
from sidepot.room.protocol.messages import Commitment, Control, Cut
from sidepot.room.table import commitment
from sidepot.room.table import events as e
from sidepot.room.table.context import Context
from sidepot.room.table.state import TableState
from sidepot.words.wire import encode

PROVEN = (e.HandEnded, e.HandVoided, e.CardsShown, e.RabbitShown)
"""Events after which the proof of the hand is sent."""


def before_view(table: str, events: Sequence[e.AnyEvent]) -> Iterator[Commitment | Cut]:
    """The messages about some events; they are sent before the views of those events."""
    for event in events:
        if isinstance(event, e.Committed):
            yield _commitment(table, event, is_awaited=bool(event.pledges))
        elif isinstance(event, e.HandDealt):
            yield _cut(table, event.hand, event.cut)


def so_far(table: str, state: TableState) -> Iterator[Commitment | Cut]:
    """The messages about the last commitment, for somebody who connects."""
    if state.committed:
        yield _commitment(table, state.committed, is_awaited=state.next_commitment is not None)
        if state.next_commitment is None and state.cut:
            yield _cut(table, state.hands, state.cut)


def is_unseen(event: e.AnyEvent) -> bool:
    """Does the event change no view? So it is with the first commitment to a hand."""
    return isinstance(event, e.Committed) and event.turn == 1


def _commitment(table: str, event: e.Committed, *, is_awaited: bool) -> Commitment:
    return Commitment(
        table=table,
        hand=event.hand,
        turn=event.turn,
        prev=event.prev,
        commitment=event.commitment,
        streams=list(event.streams),
        roots=[list(roots) for roots in event.roots],
        pledges=event.pledges,
        missing=[list(names) for names in event.missing],
        awaited=is_awaited,
        deck=commitment.stripped(event),
    )


def _cut(table: str, hand: int, cut: e.Seeds) -> Cut:
    return Cut(table=table, hand=hand, turn=cut.turn, dealt=cut.dealt, seeds=cut.seeds)


class _Proof(Struct, tag="proof"):
    """`protocol.messages.Proof`, encoded already but for what one viewer has seen."""

    table: str
    hand: int
    leaves: Raw
    control: Raw
    opened: Raw
    at: list[Place]
    rabbit: Raw


class Proofs:
    """The proofs of the last hand of a table, written once for all viewers who know the same."""

    def __init__(self, context: Context) -> None:
        self._state, self._hand = context.state, context.hand
        self._deal = _deal(context)
        self._encoded: dict[Opened, bytes] = {}
        self._written: list[tuple[tuple[HandEvent, ...], bytes]] = []
        """The proofs so far, by the events that their viewers know."""
        if self._deal and self._hand:
            shown = _seats_that_showed(self._state)
            self._openings = Openings(self._hand, self._deal, shown)
            self._shared = _shared(context, self._deal, self._openings.places)

    def json(self, guest: str | None) -> bytes | None:
        """The proof for a guest (None: an onlooker), encoded; None if the hand cannot be proven."""
        if self._deal is None or self._hand is None:
            return None
        seat = self._state.seat_of(guest)
        viewer = RAIL if seat is None else seat
        events = self._hand.events(viewer)
        for known, written in self._written:
            if known == events:
                return written
        opened = b"[%b]" % b",".join(map(self._opening, self._openings.seen(viewer)))
        self._written.append((events, encode(replace(self._shared, opened=Raw(opened)))))
        return self._written[-1][1]

    def _opening(self, card: Opened) -> bytes:
        """The opening of a card, encoded."""
        if card not in self._encoded:
            self._encoded[card] = encode(card.written)
        return self._encoded[card]


def _shared(context: Context, deal: Deal, places: list[Place]) -> _Proof:
    """A proof without what anybody has seen."""
    control = deal.control
    decks = Control(control.key.hex(), ["".join(cards) for cards in control.streams.values()])
    leaves = [[leaf.hex() for leaf in leaves] for leaves in deal.leaves().values()]
    rabbit = deal.open((commitment.DECK, place) for place in context.state.rabbit_places)
    return _Proof(
        table=context.table,
        hand=context.state.hands,
        leaves=Raw(encode(leaves)),
        control=Raw(encode(decks)),
        opened=Raw(b"[]"),
        at=places,
        rabbit=Raw(encode([card.written for card in rabbit])),
    )


def _seats_that_showed(state: TableState) -> dict[int, tuple[str, ...]]:
    """The cards shown after the last hand, by seat."""
    chairs = state.playing.chairs if state.playing else ()
    return {chairs.index(number): cards for number, cards in state.shown.items()}


def _deal(context: Context) -> Deal | None:
    """The deal of the last hand; None if its record or its decks are lost."""
    state, sealed = context.state, context.sealed
    if context.hand is None or sealed is None or state.committed is None or state.cut is None:
        return None
    if state.next_commitment:  # the decks of the last hand are not in memory any more
        return None
    return commitment.deal(context.table, state.committed, sealed, state.cut)
