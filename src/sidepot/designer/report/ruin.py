"""Matches of hands with equal stacks at the start, up to the first player who is broke.

The hands are those of duplicate matches (`lab.interpreted.Deal`), each with the stacks that the
hand before has left; the deal passes on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from sidepot.bots import Policy
from sidepot.bots.bot import PolicyBot
from sidepot.engine import options
from sidepot.engine.game import Game
from sidepot.lab.interpreted import CompiledPlayer, Deal

HANDS = 100
"""The most hands of a match: an evening."""


class Ruin(NamedTuple):
    """The first player to go broke in a match, and after how many hands."""

    player: int
    hands: int


def play_matches(
    game: Game,
    policies: Sequence[Policy],
    *,
    stack: int,
    matches: int,
    seed: int,
    found: list[Ruin | None],
    progress: Callable[[int], None],
) -> None:
    """Play matches of a player for each policy; None where nobody is broke after `HANDS`.

    `found` grows match by match: Ctrl-C leaves those that are over in it.
    """
    bots = {policy: CompiledPlayer(PolicyBot(game, policy)) for policy in policies}
    players = [bots[policy] for policy in policies]
    for match in range(matches):
        found.append(_match(game, players, stack, seed, match))
        progress(match + 1)


def _match(
    game: Game, players: Sequence[CompiledPlayer], stack: int, seed: int, match: int
) -> Ruin | None:
    """One match."""
    n = len(players)
    chips, least = [stack] * n, max(options.ante(game.numbers), 1)
    for number in range(HANDS):
        seats = [chips[(seat - number) % n] for seat in range(n)]
        deal = Deal(game, seats, seed, match * HANDS + number)
        ended = deal.play(players, number % n).stacks
        chips = [ended[(player + number) % n] for player in range(n)]
        poorest = min(range(n), key=chips.__getitem__)
        if chips[poorest] < least:
            return Ruin(poorest, number + 1)
    return None
