"""A hand as an environment of PettingZoo: all seats are agents, and act in turn."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from sidepot import entropy
from sidepot.lab.envs.position import Position, Table
from sidepot.lab.envs.spaces import observations


class Turns(AECEnv):  # type: ignore[misc]
    """A table whose seats are the agents `seat_0`, `seat_1` and so on, all to the end of the hand.

    An observation is a dict: `observation`, and `action_mask` (int8), which is all 0 for who is not
    to act; `infos` has the mask too. Rewards come at the end of the hand, in units. `reset` deals
    the next hand of the experiment `seed`, or hand 0 of another one.
    """

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self.metadata = {
            "name": f"sidepot_{table.game.name}",
            "is_parallelizable": False,
            "render_modes": [],
        }
        self.render_mode = None
        self.possible_agents = [f"seat_{p}" for p in range(table.players)]
        self.agents: list[str] = []
        self._seats = {agent: p for p, agent in enumerate(self.possible_agents)}
        size = table.slots.n
        self.action_spaces = {agent: spaces.Discrete(size) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": observations(table.encoder),
                    "action_mask": spaces.Box(0, 1, (size,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._position = Position(table)
        self._nothing = np.zeros(size, np.int8)
        self._seed: int | None = None
        self.hand = -1
        """The number of the hand; `Game.deal(seed=..., hand=...)` deals the same."""

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions: slots."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal hand 0 of an experiment, or the next hand."""
        if seed is not None or self._seed is None:
            self._seed = entropy.source.getrandbits(62) if seed is None else seed
            self.hand = -1
        self.hand += 1
        self._position.deal(self._seed, self.hand)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._show()
        if self._position.over:
            self._end()

    def observe(self, agent: str) -> dict[str, Any]:
        """An agent's present observation, also at the end of the hand."""
        seen = np.empty(self.table.encoder.size, np.float32)
        self._position.observe(self._seats[agent], seen)
        return {"observation": seen, "action_mask": self.infos[agent]["action_mask"]}

    def step(self, action: Any) -> None:
        """Do the action of the agent whose turn it is.

        Raises `IllegalAction`, and `BadSetup` for what is not the number of a slot.
        """
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._position.step(self._position.number(action))
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._show()
        if self._position.over:
            self._end()

    def render(self) -> None:
        """Nothing: `sidepot play` shows tables to people."""

    def close(self) -> None:
        """Nothing to close."""

    def _show(self) -> None:
        """Say whose turn it is, and what is legal."""
        self.infos = {agent: {"action_mask": self._nothing} for agent in self.agents}
        if not self._position.over:
            self.agent_selection = self.possible_agents[self._position.actor]
            self.infos[self.agent_selection] = {"action_mask": self._position.mask.astype(np.int8)}

    def _end(self) -> None:
        """Pay the hand out: all agents have terminated."""
        self.rewards = dict(zip(self.agents, self._position.rewards, strict=False))
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]
        self._accumulate_rewards()
