"""The law that results depend neither on the number of threads nor on a record's earlier use.

They are played as in bulk, where each thread deals one hand after the other on a record of its own,
but by the verbs as Python calls them: a loop around them would be compiled anew with every rule.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from sidepot import kernel
from sidepot.designer.laws.trace import Case, Trace, announce, choose_first
from sidepot.engine.game import Game
from sidepot.kernel import Array, Records, compiled
from sidepot.lab.bulk import Space, Table, lay_out
from sidepot.lab.chunks import Cut, Loop
from sidepot.lab.tally import add_hand, blank, merge, signature

_THREADS = (1, 2, 3)
_HANDS = Cut(64, 8)
_CASES = 5


def threads(traces: Sequence[Trace]) -> None:
    """Hands played in bulk are the same on any number of threads."""
    for trace in traces[:: max(len(traces) // _CASES, 1)]:
        announce(trace.case, trace.actions, len(trace.actions))
        signatures = [_signature(trace.case, n) for n in _THREADS]
        if len(set(signatures)) > 1:
            raise trace.case.broken("threads", signatures=signatures)


def _signature(case: Case, threads: int) -> str:
    """The signature of some hands, played on so many threads."""
    total = blank(case.game.max_seats)
    loop = Loop(case.game, _player(case.game), [], case.stacks, 0, kernel.copy(total))
    with ThreadPoolExecutor(threads) as pool:
        chunks = [pool.submit(loop.play_chunks, _HANDS, range(n, n + 1)) for n in _HANDS.chunks]
    for outcome in (chunk.result() for chunk in chunks):
        if outcome.error:
            raise outcome.error
        [ended] = outcome.tallies
        merge(total, ended)
    return signature(kernel.fields(total))


def _player(game: Game) -> Callable[..., None]:
    """The loop over hands `first` to `last` - 1, as `lab.simulate` has it."""
    begin, menu, step, _, _ = game.entry

    def play_hands(table: Table, space: Space, first: int, last: int, tallies: Records) -> None:
        rows, menus, rngs = space
        s: Any = kernel.fields(rows)
        for hand in range(first, last):
            _deal(rows, rngs, table.stacks, table.experiment, hand)
            begin(rows)
            while s.seats.actor >= 0:
                menu(rows, menus)
                step(rows, choose_first(menus, rngs))
            _add(tallies, rows, table.stacks, hand)

    return play_hands


@compiled
def _deal(rows: Records, rngs: Records, stacks: Array, experiment: int, hand: int) -> None:
    lay_out(rows[0], rngs[0], stacks, experiment, hand)


@compiled
def _add(tallies: Records, rows: Records, stacks: Array, hand: int) -> None:
    add_hand(tallies[0], rows[0].chips.stack, stacks, len(stacks), hand)
