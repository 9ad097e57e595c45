"""Self-play by a small network: all seats in compiled code, whole rollouts, and PPO.

    from sidepot.lab.selfplay import SelfPlay

    learner = SelfPlay("ricochet-2", 2, seed=1)
    learner.learn(20_000_000)
    learner.network.save("agent.npz")

`network` has the weights and what is computed from them; `rollouts` the record of what was
played, with advantages; `ppo` the gradient and the step; `learner` puts them together.
"""

from sidepot.lab.selfplay.learner import Progress, SelfPlay
from sidepot.lab.selfplay.network import Network
from sidepot.lab.selfplay.ppo import Settings

__all__ = ["Network", "Progress", "SelfPlay", "Settings"]
