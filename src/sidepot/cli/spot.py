"""A position of a recorded hand: what a player knew on their turn."""

from __future__ import annotations

import re

from sidepot.engine.memory import Memory, remember
from sidepot.errors import BadHistory, BadPosition
from sidepot.history import History, read


def spot(file: str, number: str | None, at: int, seat: str) -> tuple[Memory, int]:
    """The knowledge of a seat just before an action, and the chips in the history's unit.

    `number` is that of the hand in its file; `at` counts actions from 1. Raises `BadHistory`, also
    if it lacks cards that the player saw, and `BadPosition` if the seat is not to act.
    """
    history = _history(file, number)
    told = history.replay()
    hand = told.before(at)
    p = _seat(seat, hand.players)
    if p != hand.actor:
        actor = f"p{(hand.actor or 0) + 1}"
        raise BadPosition("error.position_turn", player=f"p{p + 1}", actor=actor, n=at)
    if any(event.card in told.made_up for event in hand.events(p)):
        raise BadHistory("error.history_unseen", player=f"p{p + 1}")
    return remember(hand, p), history.scale


def _history(file: str, number: str | None) -> History:
    """The hand with a number in a file, or the file's only hand. Raises `BadHistory`."""
    labels = []
    for found in read(file):
        labels.append(found.label)
        if found.label == number:
            return _good(found.hand)
        if number is None and len(labels) > 1:
            raise BadHistory("error.history_which", file=file)
    if number is not None:
        raise BadHistory("error.history_number", file=file, number=number, n=len(labels))
    if not labels:
        raise BadHistory("error.history_nothing", file=file)
    return _good(found.hand)


def _good(hand: History | BadHistory) -> History:
    if isinstance(hand, BadHistory):
        raise hand
    return hand


def _seat(text: str, players: int) -> int:
    """The seat, from 0, that `p2` or `2` names. Raises `BadPosition`."""
    found = re.fullmatch("p?([1-9][0-9]?)", text.strip().lower())
    if not found or int(found[1]) > players:
        raise BadPosition("error.position_seat", seat=text, highest=players)
    return int(found[1]) - 1
