"""The history of a hand dealt with real cards: `??` where nobody told the card, and no proof."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from sidepot import cards
from sidepot.engine.action import Action
from sidepot.engine.arrange import JournalRow
from sidepot.history import History
from sidepot.history.made_up import FIELD, spots, text_of
from sidepot.history.notation import (
    HIDDEN,
    SHOW,
    TO_BOARD,
    TO_PLAYER,
    VOID,
    Line,
    grouped,
    line_of,
)
from sidepot.real.hand import RealHand
from sidepot.rules import journal
from sidepot.rules.seats import NOBODY

_SOURCE = "real cards"
"""The field `_source` of these histories."""


def record_of(real: RealHand, **others: Any) -> History:
    """The history of a hand, with `others` as further fields; one not over counts as called off."""
    lines, known = [*_lines(real, real.seen)], [*_lines(real, None)]
    if any(spots(lines)):
        others[FIELD] = text_of(lines, known)
    if real.called_off and real.game.code is None:
        lines.append(Line(VOID))
    return History.from_hand(real.hand, lines=lines, **others, _source=_SOURCE)


def _lines(real: RealHand, seen: set[int] | None) -> Iterator[Line]:
    """The lines of the verbs and actions, those of the last verb up to the first card that is due.

    Cards that are not among the `seen` ones are `??`; None: the lines name all, as they were made
    up.
    """
    deck = {card: place for place, card in enumerate(real.hand.deck)}
    held: dict[int, list[int]] = {}
    top = 0
    actions = _actions(real)
    for number, rows in enumerate(_verbs(real)):
        if number:
            seat, action = actions[number - 1]
            yield line_of(seat, _unnamed(action, rows, seen), real.game.says)
        groups, top = grouped(
            rows, lambda row, top: _at(deck, row, top), top, singly=real.game.singly
        )
        for group in groups:
            yield from _line(group, held, real, seen)


def _verbs(real: RealHand) -> Iterator[Sequence[JournalRow]]:
    """The events of each verb that have happened; none of one in which hands are compared yet."""
    *before, last = real.verbs
    yield from before
    if real.is_whole:
        yield last
    elif real.is_due:
        yield last[: real.row_due]


def _actions(real: RealHand) -> Sequence[tuple[int, Action]]:
    """The actions so far, also the one after which cards are due."""
    if real.is_whole or not real.numbers:
        return real.hand.actions
    hand = real.hand.copy()
    hand.act(Action.decode(real.numbers[-1]))
    return hand.actions


def _at(deck: dict[int, int], row: JournalRow, top: int) -> int:
    """The place of a dealt card in the deck; -1 if it came from the discards."""
    place = deck[row.card]
    return place if place >= top else -1


def _line(
    group: Sequence[JournalRow],
    held: dict[int, list[int]],
    real: RealHand,
    seen: set[int] | None,
) -> Iterator[Line]:
    """The line of some events that belong together, if they have one."""
    first = group[0]
    own = held.setdefault(first.seat, [])
    if first.deals:
        own += [row.card for row in group]
        word = TO_BOARD if first.seat == NOBODY else TO_PLAYER
        yield Line(word, first.seat, _texts([row.card for row in group], seen))
    elif first.kind == journal.DISCARDED:
        for row in group:
            own.remove(row.card)
    elif real.game.code is not None and first.kind == journal.SHOWN and real.seen.issuperset(own):
        yield Line(SHOW, first.seat, _texts(own, seen))
    elif real.game.code is not None and first.kind == journal.MUCKED:
        yield Line(SHOW, first.seat)


def _texts(held: Sequence[int], seen: set[int] | None) -> tuple[str, ...]:
    """The texts of cards that all have seen, and `??` for the others; None: the texts of all."""
    return tuple(cards.text(card) if seen is None or card in seen else HIDDEN for card in held)


def _unnamed(action: Action, rows: Sequence[JournalRow], seen: set[int] | None) -> Action:
    """An action without the cards that nobody else saw go."""
    if action.card is None or seen is None:
        return action
    gone = {cards.text(row.card) for row in rows if row.card in seen and not row.deals}
    picked = [card if card in gone else HIDDEN for card in action.card.split()]
    return replace(action, card=" ".join(picked))
