"""One seat at each of N tables as a `VectorEnv` of Gymnasium."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from sidepot import kernel
from sidepot.engine.game import Game
from sidepot.lab.envs.batches import Batch, Opponents, Player
from sidepot.lab.envs.loop import Step
from sidepot.lab.envs.spaces import observations


class SeatedVector(VectorEnv):  # type: ignore[misc]
    """One seat at each of N tables against compiled policies, all in one call.

    A table whose hand has ended deals the next one in the same step: the observation is the new
    hand's, and `infos["final_obs"]` has the old one's where `infos["_final_obs"]` is true.
    `infos["action_mask"]` has a row of int8 a table.
    """

    def __init__(
        self,
        game: Game,
        n: int,
        players: int | None,
        seat: int | Sequence[int] | None,
        opponents: Player | Opponents,
        **settings: Any,
    ) -> None:
        """See `skins.vector`."""
        self.batch = Batch(game, n, players, final=True, **settings)
        self.num_envs = n
        wanted = np.arange(n) % self.batch.players if seat is None else seat
        self.seats = np.array(self.batch.seats_of(wanted))
        """The seat that is played at each table."""
        self.opponents = opponents
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}
        self.render_mode = None
        self.single_observation_space = observations(self.batch.encoder)
        self.single_action_space = spaces.Discrete(self.batch.slots.n)
        self.observation_space = batch_space(self.single_observation_space, n)
        self.action_space = batch_space(self.single_action_space, n)
        self._places = np.arange(n)
        self.now: Step | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Deal hand i at table i, of an experiment; without a seed, of another one (`Batch`)."""
        super().reset(seed=seed)
        if self.now is not None:
            with kernel.by_pointers():
                self.now = self.batch.reset(seed)
        else:
            if seed is not None:
                self.batch.seed = seed
            self.now = self.batch.advance(self.seats, self.opponents)
        return self.now.observation.copy(), self._infos(self.now)

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Act at every table. Raises `IllegalAction`, and nothing has happened then."""
        with kernel.by_pointers():
            now = self.now = self.batch.step(np.asarray(actions))
        infos = self._infos(now)
        if now.terminated.any():
            infos["final_obs"] = self.batch.final_observation.copy()
            infos["_final_obs"] = now.terminated.copy()
        rewards = now.rewards[self._places, self.seats].astype(np.float64)
        truncated = np.zeros(self.num_envs, np.bool_)
        return now.observation.copy(), rewards, now.terminated.copy(), truncated, infos

    def action_masks(self) -> Any:
        """bool[N, slots]: what is legal at each table."""
        assert self.now is not None
        return self.now.action_mask.copy()

    def _infos(self, now: Step) -> dict[str, Any]:
        every = np.ones(self.num_envs, np.bool_)
        return {"action_mask": now.action_mask.astype(np.int8), "_action_mask": every}
