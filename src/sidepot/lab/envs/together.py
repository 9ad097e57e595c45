"""A hand by PettingZoo's parallel interface: all seats are asked, and those not to act wait."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy

import numpy as np
from gymnasium import spaces
from pettingzoo import ParallelEnv

from sidepot.kernel import Array
from sidepot.lab.envs.kinds import Info, Observation, Options, Picture, Seen, Slot
from sidepot.lab.envs.spaces import LegalActions, observations
from sidepot.lab.envs.turns import Turns


class Together(ParallelEnv):  # type: ignore[misc]
    """The agents of a `Turns`; each step does the action of the one whose turn it is.

    The last slot, `waiting`, is that of waiting: it is legal for all others, and nothing else is.
    So no mask is empty.
    """

    def __init__(self, env: Turns) -> None:
        self.env = env
        self.table = env.table
        self.metadata = {**env.metadata, "is_parallelizable": True}
        self.render_mode = env.render_mode
        self.possible_agents = list(env.possible_agents)
        self.agents: list[str] = []
        self.waiting = env.table.slots.n
        """The number of the slot of waiting."""
        self.action_spaces = {a: LegalActions(self.waiting + 1) for a in self.possible_agents}
        mask = spaces.Box(0, 1, (self.waiting + 1,), np.int8)
        seen = {"observation": observations(env.table.encoder), "action_mask": mask}
        self.observation_spaces = {agent: spaces.Dict(seen) for agent in self.possible_agents}
        self.state_space = env.state_space

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> LegalActions:
        """The space of an agent's actions: slots, and waiting."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: Options | None = None
    ) -> tuple[dict[str, Seen], dict[str, Info]]:
        """Deal hand 0 of an experiment, or the next hand in which somebody decides."""
        self.env.reset(seed, options)
        while all(self.env.terminations.values()):
            self.env.reset()
        self.agents = list(self.env.agents)
        return self._seen()

    def step(
        self, actions: Mapping[str, Slot]
    ) -> tuple[
        dict[str, Seen], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Info]
    ]:
        """Do the action of the agent whose turn it is; the others' are to wait, and are not read.

        Raises `IllegalAction`, and `BadSetup` for what is not the number of a slot.
        """
        if not self.agents:
            return {}, {}, {}, {}, {}
        self.env.step(actions[self.env.agent_selection])
        seen, infos = self._seen()
        rewards, truncations = dict(self.env.rewards), dict(self.env.truncations)
        terminations = dict(self.env.terminations)
        if all(terminations.values()):
            self.agents = []
        return seen, rewards, terminations, truncations, infos

    def state(self) -> Observation:
        """The whole table, with the cards of all."""
        return self.env.state()

    def render(self) -> Picture:
        """See `Turns`."""
        return self.env.render()

    def close(self) -> None:
        """Nothing to close."""

    def __copy__(self) -> Together:
        """A copy that shares nothing which changes."""
        return deepcopy(self)

    def _seen(self) -> tuple[dict[str, Seen], dict[str, Info]]:
        """The observations and infos of all."""
        seen, infos = dict[str, Seen](), dict[str, Info]()
        for agent in self.env.agents:
            shown, info = self.env.observe(agent), self.env.infos[agent]
            own: Array = shown["action_mask"]
            mask = np.append(own, np.int8(not own.any()))
            self.action_spaces[agent].mask = mask
            seen[agent] = {**shown, "action_mask": mask}
            infos[agent] = {**info, "action_mask": mask}
        return seen, infos
