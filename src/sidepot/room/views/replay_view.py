"""Encodes a replayed history for one viewer as JSON: `protocol.resources.ReplayView`."""

from __future__ import annotations

import time
from collections.abc import Sequence

from msgspec import Raw, Struct

from sidepot.engine.play import RAIL
from sidepot.engine.view import TableView
from sidepot.history import Replay
from sidepot.history.stepping import Step, steps, viewers
from sidepot.odds.shares import shares
from sidepot.room.views.encode import JsonCache, view_json
from sidepot.words.wire import encode

_DEALS = 400
"""Random deals for the shares of a step, if there is time for them."""
_SECONDS = 1.5
"""Seconds for the shares of all steps together."""


class _Step(Struct):
    """`protocol.resources.StepView`, its parts encoded already."""

    seat: int | None
    action: str | None
    view: Raw
    said: list[Raw]
    shares: list[float] | None


class _Replay(Struct):
    """`protocol.resources.ReplayView`, its steps encoded already."""

    game: str
    title: str
    names: tuple[str, ...]
    seat: int | None
    is_own: bool
    seats: list[int]
    is_void: bool
    steps: list[_Step]


def replay_json(replay: Replay, seat: int | None, *, is_own: bool = False) -> Raw:
    """A replayed hand as a seat, or the rail (None), knows it, encoded.

    `is_own`: the reader played on that seat, so sentences say "you".
    Raises `BadHistory` for a seat whose cards the history does not name.
    """
    found = list(steps(replay, RAIL if seat is None else seat, is_own=is_own))
    cache = JsonCache()
    each = [
        _Step(
            seat=step.seat,
            action=step.action,
            view=Raw(view_json(step.view, cache)),
            said=[Raw(encode(message)) for message in step.said],
            shares=own,
        )
        for step, own in zip(found, _shares(replay, found), strict=True)
    ]
    hand = replay.hand
    return Raw(
        encode(
            _Replay(
                game=hand.game.name,
                title=hand.game.said_title,
                names=hand.names,
                seat=seat,
                is_own=is_own,
                seats=[viewer for viewer in viewers(replay) if viewer != RAIL],
                is_void=replay.called_off,
                steps=each,
            )
        )
    )


def end_view(replay: Replay) -> TableView:
    """The table at the end of a replayed hand, as the rail knows it."""
    *_, last = steps(replay, RAIL)
    return last.view


def _shares(replay: Replay, found: Sequence[Step]) -> list[list[float] | None]:
    """Everybody's share at each step; None from the step on at which time is up.

    Chips alone change nothing: while the same cards lie there, and the same seats play, shares are
    those of before.
    """
    until = time.monotonic() + _SECONDS
    known: dict[object, list[float] | None] = {}
    left = len({_situation(step) for step in found})
    for step in found:
        situation, seconds = _situation(step), until - time.monotonic()
        if step.record is not None and situation not in known and seconds > 0:
            game, seed = replay.hand.game, len(known)
            each = seconds / left
            known[situation] = shares(game, step.record, deals=_DEALS, seed=seed, seconds=each)
            left -= 1
    return [known.get(_situation(step)) for step in found]


def _situation(step: Step) -> object:
    """The cards on the table, who plays, and whether the hand is over."""
    view = step.view
    seats = tuple((seat.status, seat.cards) for seat in view.seats)
    return seats, view.board, bool(view.result)
