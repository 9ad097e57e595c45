"""The law that a redeal leaves passed cards where they may be.

A player who passes a card to a neighbour knows it there until the neighbour passes cards too: then
it is there, or in the hand that got them. Read off the true hands, whatever kind of event tells it.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Mapping

from sidepot import kernel
from sidepot.designer.laws.state import singles
from sidepot.designer.laws.trace import Trace
from sidepot.kernel import Records
from sidepot.rules.layout import LaidCard

_Hands = tuple[frozenset[str], ...]
"""The cards in each hand, by seat."""
_Places = Mapping[str, frozenset[int]]
"""The seats whose hands may have each of some cards."""


def check_passed(trace: Trace, seat: int, i: int, redealt: Records) -> None:
    """Raise `LawBroken` if a redeal puts a card that the seat has passed where it cannot be."""
    may_be = _passed(trace)[i].get(seat, {})
    if not may_be:
        return
    for holder, cards in enumerate(_hands(trace, redealt)):
        wrong = [card for card in cards if holder not in may_be.get(card, {holder})]
        if wrong:
            values = {"seat": seat + 1, "card": min(wrong), "holder": holder + 1}
            raise trace.case.broken("redeal_passed", **values)
    lost = set(may_be) - set().union(*_hands(trace, redealt))
    if lost:
        raise trace.case.broken("redeal_passed_away", seat=seat + 1, card=min(lost))


@functools.lru_cache(maxsize=4)
def _passed(trace: Trace) -> list[dict[int, _Places]]:
    """After every verb, by the seat that has passed them: the cards, and the seats to look at."""
    states = [_hands(trace, rows) for _, rows in trace.states()]
    found: list[dict[int, _Places]] = [{}]
    for before, after in itertools.pairwise(states):
        found.append(_next(found[-1], before, after))
    return found


def _next(known: Mapping[int, _Places], before: _Hands, after: _Hands) -> dict[int, _Places]:
    """The passed cards after a verb, by the hands before and after it."""
    moved = {
        (giver, taker): before[giver] & after[taker]
        for giver in range(len(before))
        for taker in range(len(after))
        if giver != taker and before[giver] & after[taker]
    }
    if not moved and before == after:
        return dict(known)
    shrunk = {p for p, cards in enumerate(before) if cards - after[p] - _of(moved, p)}
    found = dict[int, _Places]()
    for giver, places in known.items():
        kept = {card: _spread(at, moved) for card, at in places.items() if not at & shrunk}
        found[giver] = {card: at for card, at in kept.items() if giver not in at}
    for (giver, taker), cards in moved.items():
        found[giver] = {**found.get(giver, {}), **dict.fromkeys(cards, frozenset({taker}))}
    return found


def _of(moved: Mapping[tuple[int, int], frozenset[str]], giver: int) -> frozenset[str]:
    """The cards that a seat has passed to any other."""
    return frozenset().union(*(cards for (p, _), cards in moved.items() if p == giver))


def _spread(at: frozenset[int], moved: Mapping[tuple[int, int], frozenset[str]]) -> frozenset[int]:
    """The seats that may have a card, after hands have passed cards on."""
    return at | {taker for giver, taker in moved if giver in at}


def _hands(trace: Trace, rows: Records) -> _Hands:
    """The cards that each seat holds, those of which the decks have one.

    Discards lie in front of a seat too: those that are dealt again are not passed.
    """
    seats = trace.case.game.show(kernel.fields(rows)).seats
    single = singles(trace.case.game, len(trace.case.stacks))
    held = ((card.card for card in seat.cards if _is_held(card)) for seat in seats)
    return tuple(frozenset(cards) & single for cards in held)


def _is_held(card: LaidCard) -> bool:
    return card.zone == "hand" or not card.dead
