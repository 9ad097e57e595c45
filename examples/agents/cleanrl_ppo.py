"""PPO in one file, in the manner of CleanRL, with masks: one seat of N tables, here of Leduc.

python examples/agents/cleanrl_ppo.py leduc
"""

import sys

import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

from sidepot.lab import envs

TABLES, LENGTH, ROUNDS, PARTS = 256, 16, 4, 4
CLIP, ENTROPY, VALUE, RATE = 0.2, 0.01, 0.5, 2.5e-3


class Agent(nn.Module):
    """Two networks: the logits of slots, and the value."""

    def __init__(self, inputs: int, slots: int) -> None:
        super().__init__()
        self.actor = nn.Sequential(nn.Linear(inputs, 64), nn.Tanh(), nn.Linear(64, slots))
        self.critic = nn.Sequential(nn.Linear(inputs, 64), nn.Tanh(), nn.Linear(64, 1))

    def mixed(self, seen: torch.Tensor, mask: torch.Tensor) -> Categorical:
        """The chances of the legal slots."""
        return Categorical(logits=self.actor(seen).masked_fill(~mask, -1e9))


def rollout(tables, agent, seen, mask):
    """A rollout of all tables; advantages are without discount, since a hand is short."""
    kept = [[] for _ in range(7)]
    for _ in range(LENGTH):
        with torch.no_grad():
            mixed, value = agent.mixed(seen, mask), agent.critic(seen)[:, 0]
        slots = mixed.sample()
        after, rewards, over, _, infos = tables.step(slots.numpy())
        row = seen, mask, slots, mixed.log_prob(slots), value, rewards, over
        for column, new in zip(kept, row, strict=True):
            column.append(torch.as_tensor(new))
        seen, mask = torch.as_tensor(after), torch.as_tensor(infos["action_mask"]).bool()
    *rows, values, rewards, over = (torch.stack(column) for column in kept)
    target = agent.critic(seen)[:, 0].detach()
    targets = torch.zeros_like(values)
    for t in reversed(range(LENGTH)):
        target = torch.where(over[t], rewards[t].float(), target)
        targets[t] = target
    return [part.flatten(0, 1) for part in (*rows, values, targets)], seen, mask


def train(game: str, steps: int, opponents: str = "random", seed: int = 1):
    """An agent, and its mean return, in antes, in each tenth of its training."""
    torch.manual_seed(seed)
    tables = envs.vector(game, TABLES, players=2, opponents=opponents, seed=seed)
    agent = Agent(tables.batch.encoder.size, tables.batch.slots.n)
    adam = torch.optim.Adam(agent.parameters(), RATE, eps=1e-5)
    seen, infos = tables.reset()
    seen, mask, won = torch.as_tensor(seen), torch.as_tensor(infos["action_mask"]).bool(), []
    for _ in range(max(1, steps // (TABLES * LENGTH))):
        rows, seen, mask = rollout(tables, agent, seen, mask)
        won.append(float(rows[5].mean()))
        for part in np.array_split(torch.randperm(len(rows[0])).numpy(), ROUNDS * PARTS):
            views, masks, slots, before, values, targets = (row[part] for row in rows)
            mixed, gains = agent.mixed(views, masks), targets - values
            ratio = (mixed.log_prob(slots) - before).exp()
            kept = torch.min(ratio * gains, ratio.clamp(1 - CLIP, 1 + CLIP) * gains).mean()
            error = (agent.critic(views)[:, 0] - targets).square().mean()
            loss = VALUE * error - kept - ENTROPY * mixed.entropy().mean()
            adam.zero_grad()
            loss.backward()
            adam.step()
    return agent, [float(np.mean(part)) for part in np.array_split(won, 10) if len(part)]


if __name__ == "__main__":
    won = train(sys.argv[1] if sys.argv[1:] else "leduc", 200_000)[1]
    print("antes a hand from random play:", *(f"{mean:+.2f}" for mean in won))
