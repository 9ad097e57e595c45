"""The law of values kept from hand to hand (`rules.kept`), without the chips in the pot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from sidepot import kernel
from sidepot.cards import NONE
from sidepot.designer.laws.state import lying
from sidepot.designer.laws.trace import Case, Trace, concealed, is_offered
from sidepot.engine import event, keeping
from sidepot.errors import UserError
from sidepot.kernel import Fields, Records
from sidepot.rules.journal import DEALING

_MANY = 20
"""Hands that begin with a number that is kept, of which one must go differently by it."""


def kept(traces: Sequence[Trace]) -> None:
    """Values kept for the next hand are storable, and those received stay as the host wrote them.

    All may know it; no card that is kept is dealt, and a number that was kept is not forgotten.
    """
    if not traces[0].case.game.keeps_values:
        return
    for trace in traces:
        seen = set(keeping.cards_in(trace.case.game, trace.case.kept or {}))
        for _, rows in trace.states():
            _check_untouched(trace.case, rows)
            _check_deal(trace.case, kernel.fields(rows))
            seen |= _seen(trace.case, rows)
            _check_keeps(trace.case, kernel.fields(rows), seen)
    begun = [trace for trace in traces if _has_numbers(trace.case)]
    if len(begun) >= _MANY and not any(map(_matters, begun)):
        raise begun[0].case.broken("kept_forgotten", n=len(begun))


def _check_untouched(case: Case, rows: Records) -> None:
    """Raise `LawBroken` if a rule has written to `kept`, or a viewer cannot see kept values."""
    s, written = kernel.fields(rows), kernel.fields(case.seated())
    if bytes(s.kept) != bytes(written.kept):
        raise case.broken("kept_written")
    for seat in (-1, 0):
        known = kernel.fields(concealed(case.game, rows, seat))
        if (bytes(known.kept), bytes(known.keeps)) != (bytes(s.kept), bytes(s.keeps)):
            raise case.broken("kept_concealed", seat=seat + 1)


def _check_deal(case: Case, s: Fields) -> None:
    """Raise `LawBroken` for a card that is dealt although it is kept."""
    aside, log = set(_cards(case, s.kept)), s.journal
    for i in range(min(log.n, len(log.kind))):
        if log.kind[i] in DEALING and log.card[i] in aside:
            raise case.broken("kept_dealt", cards=keeping.cards_in(case.game, case.kept or {}))


def _seen(case: Case, rows: Records) -> set[str]:
    """The cards that the last verb, and the table after it, show to the rail."""
    rail = kernel.fields(concealed(case.game, rows, -1))
    return {done.card for done in event.read(rail) if done.card} | set(lying(case, rail))


def _check_keeps(case: Case, s: Fields, seen: set[str]) -> None:
    """Raise `LawBroken` for what cannot be kept, or for a card that not all have seen."""
    game, players = case.game, len(case.stacks)
    try:
        left = keeping.keeps(game, s, players)
        keeping.check(game, players, left)
    except UserError as error:
        raise case.broken("kept_wrong", reason=error.message) from None
    strange = set(_cards(case, s.keeps)) - set(game.cards_for(players))
    if strange:
        raise case.broken("kept_strange", card=min(strange))
    unseen = set(keeping.cards_in(game, left)) - seen
    if unseen:
        raise case.broken("kept_unseen", card=min(unseen))


def _cards(case: Case, part: Fields) -> Iterator[int]:
    """The physical cards in a part."""
    for field in case.game.keeps:
        if field.is_card:
            numbers = keeping.numbers_in(field, part, len(case.stacks))
            yield from (number for number in numbers if number != NONE)


def _numbers(case: Case) -> list[str]:
    return [field.name for field in case.game.keeps if not (field.is_card or field.is_pot)]


def _has_numbers(case: Case) -> bool:
    """Does a hand begin with a number that is kept, and not 0?"""
    values = [(case.kept or {}).get(name, 0) for name in _numbers(case)]
    return any(any(value) if isinstance(value, Sequence) else value for value in values)


def _matters(trace: Trace) -> bool:
    """Does a hand go differently where no numbers were kept?"""
    case, names = trace.case, _numbers(trace.case)
    cards = {name: value for name, value in (case.kept or {}).items() if name not in names}
    without = replace(case, kept=cards).seated()
    case.game.entry.begin(without)
    for i, rows in trace.states():
        if _rest(rows) != _rest(without):
            return True
        if i < len(trace.actions):
            if not is_offered(case.game, without, trace.actions[i]):
                return True
            case.game.entry.step(without, trace.actions[i])
    return False


def _rest(rows: Records) -> list[bytes]:
    """A record without what comes from the hand before."""
    record = np.frombuffer(kernel.to_bytes(rows), rows.dtype)[0]
    return [record[name].tobytes() for name in rows.dtype.names if name != "kept"]
