"""`Batch`: N hands of a game at once, played by compiled code, dealt again when they end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sidepot.bots import Policy
from sidepot.engine.game import Game
from sidepot.envs.encoder import Encoder
from sidepot.envs.slots import Slots
from sidepot.kernel import Array, Single


class Step(NamedTuple):
    """The batch after a step: views of its own arrays, which the next `step` overwrites."""

    current_player: Array
    """int64[N]: the seat to act."""
    observation: Array
    """float32[N, size]: what that seat sees."""
    action_mask: Array
    """bool[N, slots]: what it may do."""
    rewards: Array
    """float32[N, seats]: net results of the hands that ended in this step, else 0."""
    terminated: Array
    """bool[N]: whether a hand ended in this step. It has been dealt again: `current_player`,
    `observation` and `action_mask` are those of the new hand's first decision."""


class Batch:
    """N hands of a game at once.

    `seats` counts the bank, if there is one. `encoder` and `slots` say what the columns mean.
    With `opponents` ({seat: policy}) those seats are played inside the compiled loop (`advance`),
    and `current_player` is always another seat.
    """

    game: Game
    n: int
    players: int
    seats: int
    stack: int
    encoder: Encoder
    slots: Slots
    hand: Array
    """int64[N]: the number of the hand in play; `Game.deal(seed=seed, hand=...)` deals the same."""
    final_observation: Array
    """float32[N, size]: for hands that ended in this step, the end as the seat that acted last
    among those played from outside sees it (only with `final=True`)."""

    def reset(self, seed: int | None = None) -> Step:
        """Deal hand i to place i, of experiment `seed` (as given before, if None)."""
        raise NotImplementedError

    def step(self, actions: Any) -> Step:
        """Do one action (a slot) in every hand. Raises `IllegalAction`; nothing has changed then."""
        raise NotImplementedError

    def advance(self, seat: int, policies: Mapping[int, Policy] | Policy) -> Step:
        """From now on, seats other than `seat` are played by compiled policies inside the loop."""
        raise NotImplementedError

    def peek(self, i: int, seat: int) -> Single:
        """The record of hand i as a seat sees it, until the next `peek`."""
        raise NotImplementedError


def batch(
    game: str | Game,
    n: int,
    players: int | None = None,
    seed: int = 0,
    threads: int = 1,
    *,
    full: bool = False,
    stack: int | None = None,
    final: bool = False,
    opponents: Mapping[int, Policy | str] | None = None,
    **options: Any,
) -> Batch:
    """N hands of a game, by its name, its file or itself, with the options of the table."""
    raise NotImplementedError
