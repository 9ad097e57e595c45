"""How far an agent's first buys in Ricochet between two are from the solved ones, over all deals.

python examples/agents/solved_opening.py agent.zip
"""

import random
import sys
from collections.abc import Callable

import sidepot
from sidepot.bots.seen import seen
from sidepot.cards import RANKS
from sidepot.envs import agents
from sidepot.odds.ricochet import opening


def forgone(act: Callable[..., str]) -> tuple[float, float]:
    """What perfect play wins from the first decision on, and how much less the agent's buys win.

    Both in antes a hand, exact: by the probability and the value of every deal. After its first buy
    the agent is taken to play perfectly, so the second number is a lower bound of its distance.
    """
    game, value, less = sidepot.game("ricochet-2"), 0.0, 0.0
    for (low, high, suits), weight in opening.weights().items():
        cards = f"{RANKS[low]}c {RANKS[high]}{'c' if suits == 'one' else 'd'}"
        hand = game.deal(players=2, deck=cards, seed=0)
        buys = [(least + most) / 2 for least, most in opening.deal_bounds()[low, high, suits]]
        action = hand.legal.check(act(seen(hand, hand.actor or 0), random.Random(0)))
        value += weight * max(buys)
        less += weight * (max(buys) - buys[action.amount if action.kind == "buy" else 0])
    return value, less


if __name__ == "__main__":
    value, less = forgone(agents.load(sys.argv[1]))
    print(f"perfect play wins {value:.4f} antes a hand here, and these first buys {less:.4f} less")
