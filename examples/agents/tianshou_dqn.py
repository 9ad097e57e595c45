"""Tianshou's deep Q-learning with masks: one seat of a hand, against the house's bots.

python examples/agents/tianshou_dqn.py leduc
"""

import sys

import gymnasium
import numpy as np
import torch
from tianshou.algorithm import DQN
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.trainer import OffPolicyTrainerParams
from tianshou.utils.net.common import Net

from sidepot.lab import envs

TABLES, TRIAL = 8, 200


class Masked(gymnasium.Wrapper):
    """The mask is a part of the observation, where Tianshou looks for it.

    Infos are left out: they have lists of different lengths, which Tianshou cannot put together.
    """

    def reset(self, **given):
        """The first observation of a hand, with its mask."""
        seen, _ = self.env.reset(**given)
        return self._masked(seen), {}

    def step(self, action):
        """The same after an action."""
        seen, *rest, _ = self.env.step(action)
        return self._masked(seen), *rest, {}

    def _masked(self, seen):
        return {"obs": seen, "mask": self.env.action_space.mask.copy()}


def train(game: str, steps: int, opponents: str = "random", seed: int = 1) -> tuple[float, float]:
    """What the greedy policy wins a hand, in antes, at first and at the end."""
    torch.manual_seed(seed)
    tables = [lambda: Masked(envs.gym(game, 2, opponents=opponents)) for _ in range(TABLES)]
    hands, trial = DummyVectorEnv(tables), DummyVectorEnv(tables)
    hands.seed(seed)
    trial.seed(seed + TABLES)
    batch = envs.gym(game, 2).batch
    net = Net(state_shape=batch.encoder.size, action_shape=batch.slots.n, hidden_sizes=[64, 64])
    space = gymnasium.spaces.Discrete(batch.slots.n)
    policy = DiscreteQLearningPolicy(model=net, action_space=space, eps_training=0.1)
    learner = DQN(policy=policy, optim=AdamOptimizerFactory(lr=1e-3), gamma=1.0,
        target_update_freq=500)  # fmt: skip
    memory = VectorReplayBuffer(20_000, TABLES)
    played = Collector(learner, hands, memory, exploration_noise=True)
    tried = Collector(learner, trial)
    won = [float(np.mean(tried.collect(n_episode=TRIAL, reset_before_collect=True).returns))]
    learner.run_training(OffPolicyTrainerParams(training_collector=played, max_epochs=1,
        epoch_num_steps=steps, collection_step_num_env_steps=TABLES * 10, batch_size=64,
        update_step_num_gradient_steps_per_sample=0.1, verbose=False,
        show_progress=False))  # fmt: skip
    won.append(float(np.mean(tried.collect(n_episode=TRIAL, reset_before_collect=True).returns)))
    return won[0], won[1]


if __name__ == "__main__":
    won = train(sys.argv[1] if sys.argv[1:] else "leduc", 40_000)
    print("antes a hand from random play:", *(f"{mean:+.2f}" for mean in won))
