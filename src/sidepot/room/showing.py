"""What leaves the room: JSON made from concealed records and from what all may know.

One encoding serves all viewers whose concealed records are equal: `TableSeen` ends with its two
personal fields, which are laid behind the rest.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Raw, Struct

from sidepot import kernel
from sidepot.games.event import Event
from sidepot.games.hand import RAIL, Hand
from sidepot.games.talk import tell
from sidepot.games.view import ChoiceView, SeatView, TableView
from sidepot.room import entries as e
from sidepot.room import seen
from sidepot.room import settings as rules
from sidepot.room.dealing import next_hand
from sidepot.room.scene import Scene
from sidepot.room.sentences import Names, sentence
from sidepot.room.state import TableState
from sidepot.words import Message

encode = msgspec.json.Encoder().encode
PERSONAL = b'"seat":null,"menu":[]}'
"""How a hand that belongs to nobody ends."""


def said_of(message: Message) -> seen.Said:
    """A sentence as it is sent."""
    values = {name: _value(value) for name, value in message.values.items()}
    return seen.Said(message.key, values, message.text)


def _value(value: object) -> Any:
    if isinstance(value, Message):
        return said_of(value)
    if isinstance(value, (list, tuple)):
        return [_value(item) for item in value]
    return value


def choices_of(menu: Sequence[ChoiceView]) -> list[seen.ChoiceSeen]:
    """A menu as it is sent."""
    return [
        seen.ChoiceSeen(
            kind=choice.kind,
            lowest=choice.lowest,
            highest=choice.highest,
            counted=choice.counted,
            cost=choice.cost,
            each=choice.each,
            cards=list(choice.cards),
            key=choice.key,
            text=said_of(choice.text),
        )
        for choice in menu
    ]


def public_part(view: TableView) -> bytes:
    """All of a view that it shares with others to whom the cards look the same, not closed yet."""
    whole = encode(
        seen.TableSeen(
            version=view.version,
            game=view.game,
            title=view.title,
            hand=view.hand,
            decision=view.decision,
            to_act=view.to_act,
            seats=[_seat(seat) for seat in view.seats],
            board=[seen.CardSeen(laid.card, laid.zone, laid.dead) for laid in view.board],
            pots=[seen.PotSeen(pot.amount, list(pot.seats)) for pot in view.pots],
            facts=dict(view.facts),
            events=[_event(event) for event in view.events],
            result=[seen.ResultSeen(r.seat, r.won, r.net) for r in view.result],
            seat=None,
            menu=[],
        )
    )
    assert whole.endswith(PERSONAL)
    return whole[: -len(PERSONAL)]


def _event(event: Event) -> seen.EventSeen:
    return seen.EventSeen(event.kind, event.seat, event.card, event.count, int(event.amount))


def _seat(seat: SeatView) -> seen.SeatSeen:
    return seen.SeatSeen(
        name=seat.name,
        stack=seat.stack,
        paid=seat.paid,
        bet=seat.bet,
        status=seat.status,
        marks=list(seat.marks),
        cards=[seen.CardSeen(laid.card, laid.zone, laid.dead) for laid in seat.cards],
        hand=said_of(seat.hand) if seat.hand else None,
        best=list(seat.best),
        place=seat.place,
    )


def closed(public: bytes, seat: int, menu: Sequence[ChoiceView]) -> Raw:
    """A hand as one seat sees it, from the part that it shares."""
    place = None if seat == RAIL else seat
    personal = b'"seat":%b,"menu":%b}' % (encode(place), encode(choices_of(menu)))
    return Raw(public + personal)


def room_seen(scene: Scene) -> seen.RoomSeen:
    """The table as a piece of furniture."""
    state, paused = scene.state, scene.state.paused_at is not None
    clock = state.clock
    return seen.RoomSeen(
        name=state.name,
        host=state.host,
        rules=_rules(state),
        phase=phase(state),
        chairs=[_chair(state, number) for number, _ in state.seated()],
        button=state.button,
        hand=state.hands,
        game=rules.seen(state.game) if state.game else None,
        clock=seen.ClockSeen(clock.kind, clock.chair, clock.began, clock.bank_from, clock.until)
        if clock and not paused
        else None,
        next_hand=next_hand(state) if scene.is_watched and not clock else None,
        may_show=state.may_show,
        shown={str(number): list(cards) for number, cards in state.shown.items()},
        muted=list(state.muted),
    )


def phase(state: TableState) -> str:
    """In which phase a table is: see `RoomSeen`."""
    if state.is_ended or state.paused_at is not None:
        return "ended" if state.is_ended else "paused"
    if state.in_play:
        return "playing"
    if state.clock:
        return "choosing"
    return "waiting" if next_hand(state) is None or not state.hands else "pause"


def _rules(state: TableState) -> seen.RulesSeen:
    found = state.rules
    return seen.RulesSeen(
        games=[rules.seen(plan) for plan in found.games],
        dealers_choice=found.dealers_choice,
        chairs=found.chairs,
        least=found.least,
        most=found.most,
        turn=found.turn,
        bank=found.bank,
        pause=found.pause,
        automatic=found.automatic,
        public=found.public,
    )


def _chair(state: TableState, number: int) -> seen.ChairSeen:
    chair = state.chairs[number]
    return seen.ChairSeen(
        chair=number,
        name=chair.name,
        guest=chair.guest,
        bot=chair.bot,
        stack=chair.stack,
        coming=chair.coming,
        status=chair.status,
        is_ready=chair.is_ready,
        bank=chair.bank,
        seat=state.seat_of(chair.party),
    )


class _View(Struct, tag_field="type", tag="view"):
    """`messages.View`, its larger parts encoded before."""

    table: str
    version: int
    now: int
    chair: int | None
    is_whole: bool
    room: Raw
    hand: Raw
    told: Raw


class Showing:
    """A table after an append, for everybody who looks: what is equal is encoded once."""

    def __init__(
        self,
        table: str,
        scene: Scene,
        entries: Sequence[e.AnyEntry] = (),
        names: Mapping[int, str] | None = None,
    ) -> None:
        """`entries` have just been appended; `names`: what chairs were called before that."""
        self._table = table
        self._scene = scene
        self._state = scene.state
        self._entries = entries
        chairs = {number: chair.name for number, chair in self._state.seated()}
        self._names = Names({**(names or {}), **chairs}, self._state.members)
        self._room = Raw(encode(room_seen(scene)))
        playing = self._state.playing
        self._hand = None if playing is None or playing.is_void else scene.hand
        self._public: dict[bytes, bytes] = {}
        self._hands: dict[int, tuple[bytes, Raw]] = {}
        self._telling: dict[tuple[bytes, int | None, int | None], Raw] = {}

    def view(self, guest: str | None, *, is_whole: bool = False) -> bytes:
        """The message for a guest, or for somebody without a name."""
        found = self._state.seat_of(guest)
        seat = RAIL if found is None else found
        concealed, hand = self._hand_of(seat)
        return encode(
            _View(
                table=self._table,
                version=self._state.version,
                now=self._scene.now,
                chair=self._state.chair_of(guest),
                is_whole=is_whole,
                room=self._room,
                hand=hand,
                told=self._told_to(seat, concealed, is_whole),
            )
        )

    def _hand_of(self, seat: int) -> tuple[bytes, Raw]:
        """The concealed record of a seat, and its JSON, whose public part many have in common."""
        hand = self._hand
        if hand is None:
            return b"", Raw(b"null")
        if hand.actor not in (None, seat):
            self._hand_of(hand.actor or 0)  # his view has the menu, and most often what all see
        if seat not in self._hands:
            concealed = kernel.to_bytes(hand.view(seat))
            is_due, known = seat == hand.actor, self._public.get(concealed)
            view = hand.table(seat) if is_due or known is None else None
            if known is None and view:
                known = self._public[concealed] = public_part(view)
            assert known is not None
            self._hands[seat] = concealed, closed(known, seat, view.menu if view else ())
        return self._hands[seat]

    def _told_to(self, seat: int, concealed: bytes, is_whole: bool) -> Raw:
        """What a seat is told; who is not spoken to as "you" hears what the others hear.

        Equal records were told the same by the last verb, as its events are in them; what was told
        before that is each seat's own.
        """
        events = self._events(seat, is_whole)
        is_named = seat != RAIL and any(event.seat == seat for event in events)
        listener = seat if is_named else None  # cards of the board have no seat, like the rail
        key = (concealed, listener, seat if is_whole else None)
        if key not in self._telling:
            told = [said_of(message) for message in self._told(events, listener, is_whole)]
            self._telling[key] = Raw(encode(told))
        return self._telling[key]

    def _events(self, seat: int, is_whole: bool) -> Sequence[Event]:
        if self._hand is None:
            return ()
        return self._hand.events(seat) if is_whole else self._hand.news(seat)

    def _told(
        self, events: Sequence[Event], listener: int | None, is_whole: bool
    ) -> Iterator[Message]:
        names = self._hand.names if self._hand else ()
        if is_whole:
            yield from tell(events, names, listener)
            return
        for entry in self._entries:
            message = sentence(entry, self._names)
            if message:
                yield message
            if isinstance(entry, (e.HandDealt, e.Acted)):
                yield from tell(events, names, listener)


def menu_for(hand: Hand | None, seat: int | None) -> list[seen.ChoiceSeen]:
    """What a seat may do, if it is to act."""
    if hand is None or seat is None or seat != hand.actor:
        return []
    return choices_of(hand.table(seat).menu)
