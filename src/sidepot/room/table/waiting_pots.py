"""Chips that stay in the pot between hands, and their division when no hand follows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sidepot.engine.setup import shares
from sidepot.room.protocol.table_rules import GamePlan
from sidepot.room.table import events as e
from sidepot.room.table import match
from sidepot.room.table.state import TableState


def share_dropped(state: TableState, at: int) -> Iterator[e.PotShared]:
    """The pots of games that the host has taken off the list, for all who have a chair."""
    dropped = [(plan, chips) for plan, chips in state.pots if plan not in state.rules.games]
    return _shared(state, dropped, sorted(state.chairs), at)


def share_all(state: TableState, at: int) -> Iterator[e.PotShared]:
    """All pots, because the table ends."""
    return _shared(state, state.pots, match.players(state) or sorted(state.chairs), at)


def share_with_the_last(state: TableState, chair: int, at: int) -> Iterator[e.PotShared]:
    """All pots to a player who leaves the table, if nobody else has a chair."""
    is_last = match.players(state) == [chair] and not state.in_play
    return _shared(state, state.pots if is_last else (), [chair], at)


def share_before_the_end(
    state: TableState, plan: GamePlan, left: int, at: int
) -> Iterator[e.PotShared]:
    """All pots if everybody leaves with the hand in play, which leaves chips in that of `plan`."""
    players = match.players(state)
    if any(state.chairs[number].status != "leaving" for number in players):
        return iter(())
    others = [(game, chips) for game, chips in state.pots if game != plan]
    return _shared(state, [*others, (plan, left)], players, at)


def _shared(
    state: TableState, pots: Sequence[tuple[GamePlan, int]], chairs: Sequence[int], at: int
) -> Iterator[e.PotShared]:
    """Share some pots equally among chairs; odd chips go from the last dealer's left on."""
    dealer = -1 if state.button is None else state.button
    order = sorted(chairs, key=lambda chair: (chair <= dealer, chair))
    for plan, chips in pots:
        if chips and order:
            each = tuple(shares(chips, len(order)))
            yield e.PotShared(at=at, game=plan, chairs=tuple(order), chips=each)
