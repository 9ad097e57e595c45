"""Decodes protocol views into the engine's `TableView` and the catalogue's messages."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sidepot.engine.event import HandEvent
from sidepot.engine.view import (
    ChoiceView,
    Course,
    LaidCard,
    PotView,
    ResultView,
    SeatView,
    TableView,
)
from sidepot.errors import Unreachable, UserError
from sidepot.room.protocol import views
from sidepot.words import DEFAULT, Message, catalogue

_SENTENCE = {"key", "values", "text"}
_NONSENSE = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""Errors of messages in the protocol's form that say nothing: a seat that is not there."""


@contextmanager
def understood(base: str) -> Iterator[None]:
    """Use what the room at `base` has sent. Raises `Unreachable` where it makes no sense."""
    try:
        yield
    except UserError:
        raise
    except _NONSENSE as error:
        reason = f"{type(error).__name__}: {error}"
        raise Unreachable("client.unreachable", url=base, reason=reason) from error


def message_of(said: views.Sentence) -> Message:
    """A sentence as a message; one that this catalogue lacks keeps the server's text."""
    try:
        message = Message(said.key, {name: _value(value) for name, value in said.values.items()})
        _ = message.text
    except _NONSENSE:
        return Message("client.said", {"text": said.text})
    return message


def _value(value: Any) -> Any:
    if isinstance(value, dict) and value.keys() == _SENTENCE:
        return message_of(views.Sentence(**value))
    if isinstance(value, list):
        return [_value(item) for item in value]
    return value


def view_of(sent: views.TableView) -> TableView:
    """The table as an engine's `TableView`."""
    return TableView(
        version=sent.version,
        game=sent.game,
        title=sent.title,
        seat=sent.seat,
        hand=sent.hand,
        decision=sent.decision,
        to_act=sent.to_act,
        seats=tuple(map(_seat, sent.seats)),
        board=_cards(sent.board),
        pots=tuple(PotView(pot.amount, tuple(pot.seats)) for pot in sent.pots),
        menu=tuple(map(_choice, sent.menu)),
        facts=tuple((name, _fact(value)) for name, value in sent.facts.items()),
        events=tuple(map(_event, sent.events)),
        result=tuple(ResultView(r.seat, r.won, r.net) for r in sent.result),
        to_come=sent.to_come,
        course=_course(sent.course) if sent.course else None,
        kept=sent.kept,
    )


def _event(sent: views.EventView) -> HandEvent:
    """An event; by its usual name where these words do not know the game's own."""
    said = sent.said if catalogue(DEFAULT).has(f"event.{sent.said}") else ""
    return HandEvent(sent.kind, sent.seat, sent.card, sent.count, sent.amount, said=said)


def _course(sent: views.CourseView) -> Course:
    return Course(sent.steps, sent.done, message_of(sent.now), tuple(map(message_of, sent.then)))


def _fact(value: int | views.Sentence) -> int | Message:
    return message_of(value) if isinstance(value, views.Sentence) else value


def _seat(sent: views.SeatView) -> SeatView:
    return SeatView(
        name=sent.name,
        stack=sent.stack,
        paid=sent.paid,
        bet=sent.bet,
        status=sent.status,
        marks=tuple(sent.marks),
        cards=_cards(sent.cards),
        hand=message_of(sent.hand) if sent.hand else None,
        best=tuple(sent.best),
        place=sent.place,
    )


def _cards(sent: list[views.CardView]) -> tuple[LaidCard, ...]:
    return tuple(LaidCard(laid.card, laid.zone, laid.dead) for laid in sent)


def _choice(sent: views.ChoiceView) -> ChoiceView:
    return ChoiceView(
        kind=sent.kind,
        lowest=sent.lowest,
        highest=sent.highest,
        counted=sent.counted,
        cost=sent.cost,
        each=sent.each,
        cards=tuple(sent.cards),
        key=sent.key,
        text=message_of(sent.text),
        said=sent.said if catalogue(DEFAULT).has(f"explain.{sent.said}") else "",
        least=sent.least,
        most=sent.most,
    )
