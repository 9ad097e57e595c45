"""A `SeatedVector` as a `VecEnv` of Stable-Baselines3, which is not Gymnasium's `VectorEnv`."""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy
from typing import Any

import numpy as np
from stable_baselines3.common.vec_env import VecEnv

from sidepot.lab.envs.kinds import Chosen, Flags, Observation
from sidepot.lab.envs.seated_vector import SeatedVector

Indices = int | Iterable[int] | None
"""The tables that are meant; None for all."""
Told = dict[str, object]
"""The report of a table to Stable-Baselines3: its last observation, and that no time was up."""


class SB3Env(VecEnv):  # type: ignore[misc]
    """The tables of a `SeatedVector`; `env_method("action_masks")` gives a row a table."""

    def __init__(self, env: SeatedVector) -> None:
        self.env = env
        self.render_mode = None
        self._actions: Chosen = ()
        super().__init__(env.num_envs, env.single_observation_space, env.single_action_space)

    def reset(self) -> Observation:
        """The first decision at every table; hands of the seed given by `seed`, or new ones."""
        seeds: list[int | None] = self._seeds
        self._seeds: list[int | None] = [None] * self.num_envs
        seen, _ = self.env.reset(seed=seeds[0])
        self.reset_infos = self._each()
        return seen

    def step_async(self, actions: Chosen) -> None:
        """Remember the actions."""
        self._actions = np.asarray(actions)

    def step_wait(self) -> tuple[Observation, Observation, Flags, list[Told]]:
        """Do them: observations, rewards, which hands are over, and the infos of each table."""
        seen, rewards, over, _, infos = self.env.step(self._actions)
        each = self._each()
        for i in np.flatnonzero(over):
            each[i]["terminal_observation"] = infos["final_obs"][i]
            each[i]["TimeLimit.truncated"] = False
        return seen, rewards.astype(np.float32), over, each

    def close(self) -> None:
        """Nothing to close."""

    def has_attr(self, attr_name: str) -> bool:
        """Whether the tables have an attribute."""
        return hasattr(self.env, attr_name)

    def get_attr(self, attr_name: str, indices: Indices = None) -> list[Any]:
        """An attribute, once for each table."""
        return [getattr(self.env, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: object, indices: Indices = None) -> None:
        """Set an attribute of all tables, which are one object."""
        setattr(self.env, attr_name, value)

    def env_method(
        self,
        method_name: str,
        *method_args: Any,
        indices: Indices = None,
        **method_kwargs: Any,
    ) -> list[Any]:
        """The results of a method, a row for each table: `action_masks`."""
        rows = getattr(self.env, method_name)(*method_args, **method_kwargs)
        return [rows[i] for i in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: type, indices: Indices = None) -> list[bool]:
        """No table is wrapped."""
        return [False for _ in self._get_indices(indices)]

    def __copy__(self) -> SB3Env:
        """A copy that shares nothing which changes."""
        return deepcopy(self)

    def _each(self) -> list[Told]:
        """The infos of each table. Masks are asked for by `env_method`."""
        return [{} for _ in range(self.num_envs)]
