"""Statistics of Ricochet hands: decisions, pots, splits, chips by seat, winning first cards."""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated

from sidepot import kernel
from sidepot.bots import Policy
from sidepot.engine.game import Game, Verbs
from sidepot.games.ricochet import Ricochet, suit_rank
from sidepot.kernel import Array, Part, Records, compiled
from sidepot.lab.bulk import (
    Policies,
    Worker,
    hand_player,
    policy_chooser,
    policy_pointers,
    run_workers,
)
from sidepot.lab.simulate import BATCH, Simulation, Tally, add_hand, summary

_RANKS = 13
_ASKED, _POTS = 64, 256
"""The lengths of the histograms of decisions and of pots; the last bin holds all above it too."""


class _Counts(Part):
    """Counts over hands, so their order does not matter."""

    tally: Tally
    asked: Annotated[Array, "i8", _ASKED]
    """Hands by number of decisions."""
    pots: Annotated[Array, "i8", _POTS]
    """Hands by the final pot, in chips."""
    dealt: Annotated[Array, "i8", _RANKS]
    """First cards by rank."""
    won: Annotated[Array, "i8", _RANKS]
    """First cards by rank, of hands that won the pot or a part of it."""
    highest: int
    """Hands that the highest first card won."""
    splits: int
    """Hands in which the pot was split."""


@dataclass(frozen=True, slots=True)
class HandStatistics:
    """The statistics: see `_Counts`. Histograms end with the largest number that occurred."""

    simulation: Simulation
    asked: tuple[int, ...]
    pots: tuple[int, ...]
    dealt: tuple[int, ...]
    won: tuple[int, ...]
    highest: int
    splits: int


def collect_statistics(
    game: Game,
    *,
    players: int,
    hands: int,
    policy: Policy,
    experiment: int = 0,
    threads: int = 1,
    batch: int = BATCH,
    progress: Callable[[int], None] = lambda done: None,
) -> HandStatistics:
    """Play hands 0 to `hands` - 1 of an experiment of Ricochet, everybody by `policy`.

    Everybody has the default stack before each hand. Results do not depend on threads and batches.
    `progress` is called now and then with the number of hands done; Ctrl-C ends the work early and
    keeps what is done. Raises `BadSetup`.
    """
    stacks, layout = game.stacks(players), kernel.record(_Counts, seats=game.max_seats)
    play, policies = _player(game.verbs), policy_pointers(game, [policy])
    workers = [
        Worker(game, play, policies, stacks, experiment, kernel.batch(layout))
        for _ in range(threads)
    ]
    started = time.perf_counter()
    run_workers(workers, hands, batch, lambda: progress(sum(w.tally.tally.hands for w in workers)))
    return _summary([worker.tally for worker in workers], players, time.perf_counter() - started)


@functools.cache
def _player(verbs: Verbs) -> Callable[..., None]:
    """The compiled loop of a game over hands `first` to `last` - 1."""
    play_hand = hand_player(verbs, policy_chooser(verbs.conceal))

    @compiled
    def play(
        policies: Policies,
        rows: Records,
        menus: Records,
        rngs: Records,
        stacks: Array,
        experiment: int,
        first: int,
        last: int,
        tallies: Records,
    ) -> None:
        m, rng, seen = menus[0], rngs[0], tallies[0]
        for hand in range(first, last):
            decisions = play_hand(
                rows, m, rng, stacks, experiment, hand, policies, seen.tally.chair
            )
            seen.tally.decisions += decisions
            add_hand(seen.tally, rows[0].chips.stack, stacks, hand)
            _count_hand(seen, rows[0], decisions)

    return play


@compiled
def _count_hand(seen: _Counts, s: Ricochet, decisions: int) -> None:
    """Add a finished hand to the counts."""
    pot, winners = 0, 0
    for p in range(s.seats.n):
        rank, has_won = s.up.card[p, 0] >> 2, s.chips.won[p] > 0
        pot += s.chips.paid[p]
        winners += has_won
        seen.dealt[rank] += 1
        seen.won[rank] += has_won
    seen.asked[min(decisions, _ASKED - 1)] += 1
    seen.pots[min(pot, _POTS - 1)] += 1
    seen.highest += s.chips.won[_highest_first(s)] > 0
    seen.splits += winners > 1


@compiled
def _highest_first(s: Ricochet) -> int:
    """The seat with the highest first card; suits order equal ranks (H5)."""
    best, best_key = 0, -1
    for p in range(s.seats.n):
        card = s.up.card[p, 0]
        key = card >> 2 << 2 | suit_rank(s)[card & 3]
        if key > best_key:
            best, best_key = p, key
    return best


def _summary(seen: Sequence[kernel.Fields], players: int, seconds: float) -> HandStatistics:
    asked, pots, dealt, won = (
        [int(n) for n in sum(rows)]  # of all threads
        for rows in zip(*((s.asked, s.pots, s.dealt, s.won) for s in seen), strict=True)
    )
    return HandStatistics(
        simulation=summary([s.tally for s in seen], players, seconds),
        asked=_without_trailing_zeros(asked),
        pots=_without_trailing_zeros(pots),
        dealt=tuple(dealt),
        won=tuple(won),
        highest=sum(s.highest for s in seen),
        splits=sum(s.splits for s in seen),
    )


def _without_trailing_zeros(counts: Sequence[int]) -> tuple[int, ...]:
    """The counts without trailing zeros."""
    size = max((i + 1 for i, n in enumerate(counts) if n), default=0)
    return tuple(counts[:size])
