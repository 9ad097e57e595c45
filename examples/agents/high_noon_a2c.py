"""Actor-critic learning (A2C), OpenSpiel's own, plays High Noon against random players."""

import argparse
from pathlib import Path

import numpy as np
import pyspiel
import torch
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import random_agent
from open_spiel.python.pytorch import policy_gradient

from sidepot.lab.envs import openspiel

GAME = "sidepot_high_noon_showdown"


def play(environment: rl_environment.Environment, agents: list, learns: bool) -> float:
    """Play a hand; returns what seat 0 won."""
    step = environment.reset()
    while not step.last():
        agent = agents[step.observations["current_player"]]
        step = environment.step([agent.step(step, is_evaluation=not learns).action])
    for agent in agents:
        agent.step(step, is_evaluation=not learns)
    return float(step.rewards[0])


def train(hands: int, parts: int = 5, tries: int = 500) -> list[tuple[int, float, float]]:
    """Seat 0's winnings a hand from a random player after each part, and the standard error."""
    torch.set_num_threads(1)  # more of them only wait for each other
    openspiel.register()
    environment = rl_environment.Environment(pyspiel.load_game(GAME), seed=1)
    slots = environment.action_spec()["num_actions"]
    size = environment.observation_spec()["info_state"][0]
    learner = policy_gradient.PolicyGradient(0, size, slots, loss_str="a2c", batch_size=32,
        hidden_layers_sizes=(64,), critic_learning_rate=1e-3, pi_learning_rate=1e-3,
        optimizer_str="adam")  # fmt: skip
    agents = [learner, random_agent.RandomAgent(1, slots)]
    curve = []
    for part in range(parts + 1):
        won = [play(environment, agents, learns=False) for _ in range(tries)]
        curve.append((part * hands // parts, float(np.mean(won)), float(np.std(won) / tries**0.5)))
        for _ in range(hands // parts if part < parts else 0):
            play(environment, agents, learns=True)
    return curve


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=5000)
    parser.add_argument("--curve", type=Path, help="a file for the learning curve")
    chosen = parser.parse_args()
    curve = train(chosen.hands)
    for hands, mean, error in curve:
        print(f"after {hands} hands {mean:+.3f} antes a hand, standard error {error:.3f}")
    if chosen.curve:
        rows = [f"{n},{mean:.4f},{error:.4f}" for n, mean, error in curve]
        chosen.curve.write_text("\n".join(["hands,antes,error", *rows, ""]))
