"""The greatest hands of an evening, noted at the table when they happen: pots and escapes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sidepot.engine.game import Hand
from sidepot.engine.play import RAIL
from sidepot.room.protocol.resources import Feat
from sidepot.room.table import events as e
from sidepot.room.table.state import TableState
from sidepot.rules import journal

FIRST = 8
"""The first hand of a table whose record is told: before it nearly every hand sets one."""
_POT = "pot"
_ESCAPES = tuple(journal.KINDS[kind] for kind in journal.ESCAPES)
_WINNING = tuple(journal.KINDS[kind] for kind in journal.WINNING)
_ALL_IN, _RETURNED = (journal.KINDS[kind] for kind in (journal.ALL_IN, journal.RETURNED))


def records_of(
    state: TableState, hand: Hand, chairs: Sequence[int], now: int
) -> Iterator[e.RecordSet]:
    """The records that a hand has set which is over.

    A hand that sets several is told of by its escape, which says more than its pot.
    """
    found = list(_surpassing(state, hand))
    told = found[-1][0] if found and state.hands >= FIRST else None
    for kind, seats, count, amount in found:
        winners = tuple(chairs[seat] for seat in seats)
        yield e.RecordSet(
            at=now,
            kind=kind,
            chairs=winners,
            count=count,
            amount=amount,
            is_told=kind == told,
        )


_Record = tuple[str, Sequence[int], int, int]


def _surpassing(state: TableState, hand: Hand) -> Iterator[_Record]:
    """The kinds in which a hand is the greatest, the seats, and its cards and chips."""
    winners = [seat for seat in hand.winners if seat < hand.players]
    pot = sum(hand.won)
    if winners and _is_more(state, _POT, 0, pot):
        yield _POT, winners, 0, pot
    for feat in feats_of(hand):
        kind = f"escape_{feat.kind}"
        if feat.seat < hand.players and _is_more(state, kind, feat.count, feat.amount):
            yield kind, [feat.seat], feat.count, feat.amount


def _is_more(state: TableState, kind: str, count: int, amount: int) -> bool:
    return (count, amount) > state.records.get(kind, (0, 0))


def feats_of(hand: Hand) -> list[Feat]:
    """The escapes of those who won the hand, of each kind the greatest; as the rail saw them.

    Who got chips back, because nobody had matched them, was in no danger to lose all.
    """
    events = hand.events(RAIL)
    winners = {event.seat for event in events if event.kind in _WINNING}
    safe = {event.seat for event in events if event.kind == _RETURNED}
    feats: dict[str, Feat] = {}
    for event in events:
        is_all_in = event.kind == _ALL_IN
        if event.kind not in _ESCAPES or event.seat not in (
            winners - safe if is_all_in else winners
        ):
            continue
        amount = hand.starting_stacks[event.seat] if is_all_in else int(event.amount)
        feat = Feat(event.kind, event.seat, event.count, amount)
        best = feats.get(feat.kind, feat)
        feats[feat.kind] = max(best, feat, key=lambda one: (one.count, one.amount))
    return list(feats.values())
