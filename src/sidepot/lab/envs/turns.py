"""A hand as an environment of PettingZoo: all seats are agents, and act in turn."""

from __future__ import annotations

from copy import deepcopy

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from sidepot import entropy, kernel
from sidepot.lab.envs.kinds import Info, Observation, Options, Picture, Seen, Slot
from sidepot.lab.envs.position import Position, Table
from sidepot.lab.envs.rendering import MODES, checked, rendered
from sidepot.lab.envs.spaces import LegalActions, observations
from sidepot.rules.seats import NOBODY


class Turns(AECEnv):  # type: ignore[misc]
    """A table whose seats are the agents `seat_0`, `seat_1` and so on, all to the end of the hand.

    An observation is a dict: `observation`, and `action_mask` (int8), which is all 0 for who is not
    to act; `infos` has the mask too, `legal` (the names of the legal slots), `seat`, `chips` and
    `hand`, the number of the hand. Rewards come at the end of the hand, in units. `reset` deals the
    next hand of the experiment `seed`, or hand 0 of another one. `state()` shows every card.
    """

    def __init__(self, table: Table, render_mode: str | None = None) -> None:
        super().__init__()
        self.table = table
        self.metadata = {
            "name": f"sidepot_{table.game.name}",
            "is_parallelizable": False,
            "render_modes": MODES,
            "render_fps": 1,
        }
        self.render_mode = checked(render_mode)
        self.possible_agents = [f"seat_{p}" for p in range(table.players)]
        self.agents: list[str] = []
        self._seats = {agent: p for p, agent in enumerate(self.possible_agents)}
        size = table.slots.n
        self.action_spaces = {agent: LegalActions(size) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": observations(table.encoder),
                    "action_mask": spaces.Box(0, 1, (size,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.state_space = observations(table.encoder)
        self._position = Position(table)
        self._nothing = np.zeros(size, np.int8)
        self._seed: int | None = None
        self.hand = -1
        """The number of the hand; `Game.deal(seed=..., hand=...)` deals the same."""

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> LegalActions:
        """The space of an agent's actions: slots."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Options | None = None) -> None:
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

    def observe(self, agent: str) -> Seen:
        """An agent's present observation, also at the end of the hand."""
        seen = np.empty(self.table.encoder.size, np.float32)
        self._position.observe(self._seats[agent], seen)
        return {"observation": seen, "action_mask": self.infos[agent]["action_mask"]}

    def state(self) -> Observation:
        """The whole table, with the cards of all, as an observation of the first seat."""
        seen = np.empty(self.table.encoder.size, np.float32)
        self.table.encoder.encode(self._position.rows, 0, seen, self._position.log)
        return seen

    def step(self, action: Slot | None) -> None:
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

    def render(self) -> Picture:
        """The table as the agent to act sees it, and at the end the rail, by `render_mode`."""
        hand = self._position.hand(self.hand)
        return rendered(self.render_mode, hand.view(NOBODY if hand.over else None))

    def close(self) -> None:
        """Nothing to close."""

    def __copy__(self) -> Turns:
        """A copy that shares nothing which changes."""
        return deepcopy(self)

    def _show(self) -> None:
        """Say whose turn it is, and what is legal."""
        stacks = kernel.column(self._position.fields.chips, "stack", self.table.players)
        actor, mask = self._position.actor, self._nothing
        if actor != NOBODY:
            self.agent_selection = self.possible_agents[actor]
            mask = self._position.mask.astype(np.int8)
        self.infos: dict[str, Info] = {}
        for agent in self.agents:
            seat = self._seats[agent]
            own = mask if seat == actor else self._nothing
            self.action_spaces[agent].mask = own
            self.infos[agent] = {
                "action_mask": own,
                "legal": self.table.slots.legal_names(own) if seat == actor else (),
                "seat": seat,
                "chips": stacks[seat],
                "hand": self.hand,
            }
        if self.render_mode == "human":
            self.render()

    def _end(self) -> None:
        """Pay the hand out: all agents have terminated."""
        self.rewards = dict(zip(self.agents, self._position.rewards, strict=False))
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]
        self._accumulate_rewards()
