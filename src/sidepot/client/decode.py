"""Decodes what a server sends into the engine's `TableView` and the catalogue's messages."""

from __future__ import annotations

from typing import Any

from sidepot.engine.event import Event
from sidepot.engine.view import ChoiceView, LaidCard, PotView, ResultView, SeatView, TableView
from sidepot.protocol import views
from sidepot.words import Message

_SENTENCE = {"key", "values", "text"}


def message_of(said: views.Sentence) -> Message:
    """A sentence; one that the catalogue here does not have stays as it was said."""
    message = Message(said.key, {name: _value(value) for name, value in said.values.items()})
    try:
        _ = message.text
    except (LookupError, ValueError):
        return Message("client.said", {"text": said.text})
    return message


def _value(value: Any) -> Any:
    if isinstance(value, dict) and value.keys() == _SENTENCE:
        return message_of(views.Sentence(**value))
    if isinstance(value, list):
        return [_value(item) for item in value]
    return value


def view_of(seen: views.TableView) -> TableView:
    """The table as an engine's `TableView`."""
    return TableView(
        version=seen.version,
        game=seen.game,
        title=seen.title,
        seat=seen.seat,
        hand=seen.hand,
        decision=seen.decision,
        to_act=seen.to_act,
        seats=tuple(map(_seat, seen.seats)),
        board=_cards(seen.board),
        pots=tuple(PotView(pot.amount, tuple(pot.seats)) for pot in seen.pots),
        menu=tuple(map(_choice, seen.menu)),
        facts=tuple((name, _fact(value)) for name, value in seen.facts.items()),
        events=tuple(Event(e.kind, e.seat, e.card, e.count, e.amount) for e in seen.events),
        result=tuple(ResultView(r.seat, r.won, r.net) for r in seen.result),
    )


def _fact(value: int | views.Sentence) -> int | Message:
    return message_of(value) if isinstance(value, views.Sentence) else value


def _seat(seen: views.SeatView) -> SeatView:
    return SeatView(
        name=seen.name,
        stack=seen.stack,
        paid=seen.paid,
        bet=seen.bet,
        status=seen.status,
        marks=tuple(seen.marks),
        cards=_cards(seen.cards),
        hand=message_of(seen.hand) if seen.hand else None,
        best=tuple(seen.best),
        place=seen.place,
    )


def _cards(seen: list[views.CardView]) -> tuple[LaidCard, ...]:
    return tuple(LaidCard(laid.card, laid.zone, laid.dead) for laid in seen)


def _choice(seen: views.ChoiceView) -> ChoiceView:
    return ChoiceView(
        kind=seen.kind,
        lowest=seen.lowest,
        highest=seen.highest,
        counted=seen.counted,
        cost=seen.cost,
        each=seen.each,
        cards=tuple(seen.cards),
        key=seen.key,
        text=message_of(seen.text),
    )
