"""MaskablePPO of Stable-Baselines3 learns Ricochet between two, and becomes a bot.

python examples/agents/ricochet_ppo.py agent.zip --curve ricochet.csv
"""

import argparse
from pathlib import Path

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from solved_value import distance

from sidepot.lab import envs
from sidepot.lab.envs import agents


def result(model: MaskablePPO, opponent: str, hands: int = 20_000) -> tuple[float, float]:
    """The model's winnings, in antes, in a hand where it acts, and the standard error."""
    tables = envs.vector("ricochet-2", 1000, opponents=opponent)
    seen, infos = tables.reset(seed=2**40)  # no hands that it has learned from
    won: list[float] = []
    while len(won) < hands:
        slots, _ = model.predict(seen, action_masks=infos["action_mask"], deterministic=True)
        seen, rewards, over, _, infos = tables.step(slots)
        won += rewards[over].tolist()
    return float(np.mean(won)), float(np.std(won) / len(won) ** 0.5)


def train(steps: int, parts: int = 8, hands: int = 20_000) -> tuple[MaskablePPO, list[tuple]]:
    """A model, and what it won from `random` after each part of its training."""
    torch.set_num_threads(1)  # in so small a network, more threads only wait for each other
    tables = envs.sb3("ricochet-2", 256, opponents="random", seed=1)
    model = MaskablePPO("MlpPolicy", tables, n_steps=16, batch_size=1024, n_epochs=6, seed=1,
        learning_rate=1e-3, ent_coef=0.05, gamma=1.0, gae_lambda=1.0, device="cpu")  # fmt: skip
    curve = [(0, *result(model, "random", hands))]
    for part in range(1, parts + 1):
        model.learn(steps // parts, reset_num_timesteps=False)
        curve.append((part * steps // parts, *result(model, "random", hands)))
    return model, curve


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("agent", type=Path, nargs="?", default=Path("agent.zip"))
    parser.add_argument("--steps", type=int, default=200_000)
    parser.add_argument("--curve", type=Path, help="a file for the learning curve")
    chosen = parser.parse_args()
    model, curve = train(chosen.steps)
    for opponent in ("random", "regular"):
        mean, error = result(model, opponent)
        print(f"{mean:+.3f} antes a decided hand against {opponent}, standard error {error:.3f}")
    file = agents.save(model, chosen.agent)
    mean, error = distance(agents.load(file), deals=20)
    print(f"{mean:.3f} antes a hand less than perfect play, standard error {error:.3f}")
    print(f"{file}: sidepot match ricochet-2 {file} regular")
    if chosen.curve:
        rows = [f"{n},{mean:.4f},{error:.4f}" for n, mean, error in curve]
        chosen.curve.write_text("\n".join(["steps,antes,error", *rows, ""]))
