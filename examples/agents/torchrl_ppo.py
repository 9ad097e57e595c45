"""TorchRL's PPO with masks: one seat of a hand, against the house's bots.

python examples/agents/torchrl_ppo.py leduc
"""

import sys

import gymnasium
import torch
from tensordict.nn import TensorDictModule, TensorDictSequential
from torch import nn
from torchrl.collectors import Collector
from torchrl.data import LazyTensorStorage, ReplayBuffer
from torchrl.envs import GymWrapper
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

from sidepot.lab import envs

FRAMES, PART, ROUNDS = 2_000, 500, 4


class Masked(gymnasium.ObservationWrapper):
    """The mask is a part of the observation, where TorchRL looks for it."""

    def __init__(self, env):
        super().__init__(env)
        slots = int(env.action_space.n)
        parts = {"seen": env.observation_space, "mask": gymnasium.spaces.MultiBinary(slots)}
        self.observation_space = gymnasium.spaces.Dict(parts)
        self.action_space = gymnasium.spaces.Discrete(slots)

    def observation(self, observation):
        """The observation with its mask."""
        return {"seen": observation, "mask": self.env.action_space.mask.copy()}


def actor_of(inputs: int, slots: int) -> ProbabilisticActor:
    """A policy that mixes legal slots alone."""
    layers = nn.Sequential(nn.Linear(inputs, 64), nn.Tanh(), nn.Linear(64, slots))
    logits = TensorDictModule(layers, in_keys=["seen"], out_keys=["logits"])
    legal = TensorDictModule(lambda mask: mask.bool(), in_keys=["mask"], out_keys=["legal"])
    parts, keys = TensorDictSequential(logits, legal), {"logits": "logits", "mask": "legal"}
    how = {"distribution_class": MaskedCategorical, "return_log_prob": True}
    return ProbabilisticActor(parts, keys, **how)


def train(game: str, steps: int, opponents: str = "random", seed: int = 1) -> list[float]:
    """What the agent won a hand, in antes, in each rollout."""
    torch.manual_seed(seed)
    env = envs.gym(game, 2, opponents=opponents)
    inputs, slots = env.batch.encoder.size, env.batch.slots.n
    hands = GymWrapper(Masked(env), categorical_action_encoding=True)
    hands.set_seed(seed)
    actor = actor_of(inputs, slots)
    values = nn.Sequential(nn.Linear(inputs, 64), nn.Tanh(), nn.Linear(64, 1))
    critic = ValueOperator(values, ["seen"])
    gains = GAE(gamma=1.0, lmbda=1.0, value_network=critic)
    loss = ClipPPOLoss(actor, critic, entropy_coeff=0.01, normalize_advantage=True)
    adam = torch.optim.Adam(loss.parameters(), 2e-3)
    memory = ReplayBuffer(storage=LazyTensorStorage(FRAMES), batch_size=PART)
    won = []
    for rows in Collector(hands, actor, frames_per_batch=FRAMES, total_frames=steps):
        won.append(float(rows["next", "reward"][rows["next", "done"]].mean()))
        with torch.no_grad():
            gains(rows)
        memory.extend(rows.reshape(-1))
        for _ in range(ROUNDS * FRAMES // PART):
            losses = loss(memory.sample())
            adam.zero_grad()
            sum(value for name, value in losses.items() if name.startswith("loss_")).backward()
            adam.step()
    return won


if __name__ == "__main__":
    won = train(sys.argv[1] if sys.argv[1:] else "leduc", 40_000)
    print("antes a hand from random play:", *(f"{mean:+.2f}" for mean in won))
