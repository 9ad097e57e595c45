"""Statistics of Ricochet hands: decisions, pots, splits, chips by seat, winning first cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from sidepot import kernel
from sidepot.bots import Policy
from sidepot.engine.game import Game
from sidepot.games.ricochet import Ricochet, suit_rank
from sidepot.kernel import Array, compiled
from sidepot.lab.arguments import check_counts, check_table, means
from sidepot.lab.chunks import Cut, Loop
from sidepot.lab.playing import play
from sidepot.lab.simulate import BY_POLICY, Simulation, counting_loop, summary
from sidepot.lab.tally import Tally

_RANKS = 13
_ASKED, _POTS = 64, 256
"""The lengths of the histograms of decisions and of pots; the last bin holds all above it too."""


class _Counts(Tally):
    """The results of hands, and more counts of them."""

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
    seed: int = 0,
    threads: int = 1,
    pool: Executor | None = None,
    record: Path | None = None,
    chunk: int = BY_POLICY,
    progress: Callable[[int], None] = lambda done: None,
) -> HandStatistics:
    """Play hands 0 to `hands` - 1 of experiment `seed` of Ricochet, everybody by `policy`.

    Everybody has the default stack before each hand. The result is the same by any `threads` or
    `pool`, and from a `record` (`lab.playing`). `progress` is called now and then with the number
    of hands done; Ctrl-C ends the work early and keeps what is done. Raises `BadSetup`, and what
    `playing.play` raises.
    """
    check_counts(hands=hands, chunk=chunk)
    check_table(game, [policy], ())
    loop = make_loop(game, [policy], game.stacks(players), seed)
    done = play(__name__, loop, Cut(hands, chunk), means(threads, pool, record), progress)
    return _summary(kernel.fields(done.tally), summary(done, game, players))


def make_loop(
    game: Game, policies: Sequence[Policy], stacks: Sequence[int], experiment: int
) -> Loop:
    """The loop of statistics by a policy."""
    return counting_loop(game, policies, stacks, experiment, _Counts, _count_hand)


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


def _summary(seen: Any, simulation: Simulation) -> HandStatistics:
    asked, pots, dealt, won = (
        [int(n) for n in row] for row in (seen.asked, seen.pots, seen.dealt, seen.won)
    )
    return HandStatistics(
        simulation=simulation,
        asked=_without_trailing_zeros(asked),
        pots=_without_trailing_zeros(pots),
        dealt=tuple(dealt),
        won=tuple(won),
        highest=seen.highest,
        splits=seen.splits,
    )


def _without_trailing_zeros(counts: Sequence[int]) -> tuple[int, ...]:
    """The counts without trailing zeros."""
    size = max((i + 1 for i, n in enumerate(counts) if n), default=0)
    return tuple(counts[:size])
