"""An agent's distance from the solved value of two-player Ricochet, in its own decisions.

python examples/agents/solved_value.py agent.zip --deals 20
"""

import argparse
import random
from collections.abc import Callable
from pathlib import Path

import numpy as np

import sidepot
from sidepot.lab.envs import agents
from sidepot.odds.ricochet import heads_up

GAME = sidepot.game("ricochet-2")


def forgone(act: Callable[..., str], me: int, deck: list[int]) -> float:
    """The loss of the agent in seat `me` in a hand against perfect play, in antes.

    That is the sum over its decisions of the value of the best action less that of its own, both
    exact. The opponent plays perfectly and gives up nothing, so the mean over all deals is exactly
    how much less the agent wins than perfect play does, without the luck of the cards.
    """
    hand, lost = GAME.deal(players=2, deck=deck), 0.0
    while not hand.over:
        bounds = heads_up.values(GAME, hand.record(hand.actor or 0)) or ()
        values = [(least + most) / 2 for least, most in bounds]
        best = int(np.argmax(values))
        action = hand.legal.check(f"buy {best}" if best else "fold")
        if hand.actor == me:
            action = hand.legal.check(act(hand.view(me), random.Random(0)))
            lost += values[best] - values[action.amount if action.kind == "buy" else 0]
        hand.act(action)
    return lost


def distance(act: Callable[..., str], deals: int, seed: int = 0) -> tuple[float, float]:
    """An agent's loss a hand, in antes, and the standard error; each deal is played twice.

    Between equals nobody wins: this is how much the agent loses a hand to perfect play.
    """
    chance = np.random.default_rng(seed)
    decks = [chance.permutation(52).tolist() for _ in range(deals)]
    lost = [np.mean([forgone(act, me, deck) for me in range(2)]) for deck in decks]
    return float(np.mean(lost)), float(np.std(lost, ddof=1) / deals**0.5)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("agent", type=Path)
    parser.add_argument("--deals", type=int, default=20)
    chosen = parser.parse_args()
    mean, error = distance(agents.load(chosen.agent), chosen.deals)
    print(f"{mean:.3f} antes a hand less than perfect play, standard error {error:.3f}")
