"""The learners that `docs.learners` compares, and the measures of what they have learned.

Each learns within a budget of processor time. On games that are solved exactly a judge counts its
exploitability; against random play hands are played.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from sidepot import games, kernel
from sidepot.engine.game import Game
from sidepot.kernel import Array, Records
from sidepot.lab import envs
from sidepot.lab.envs.position import Position, Table
from sidepot.lab.learn.checkpoints import strategy_of
from sidepot.lab.learn.exact import Strategy, Tree, actions_of
from sidepot.lab.learn.training import Training
from sidepot.lab.selfplay import SelfPlay
from sidepot.lab.selfplay.learner import play_against

SEED = 1
_SMALL = 1 << 30
_HANDS = 100_000
_WARM = 2_048
"""Decisions of a rollout of MaskablePPO; the first is not counted."""
Chances = Callable[[Array, Array], Array]
"""The chances of slots, for observations and masks."""


class Found(NamedTuple):
    """The figures of a learner."""

    value: float
    """Exploitability, or what it wins, in antes a hand."""
    seconds: float
    """Seconds of processor time in which it learned."""
    decisions: int = 0
    """Decisions of the learner, where they are counted."""


class Clock:
    """A budget of processor time."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.start()

    def start(self) -> None:
        """Begin anew, once libraries are loaded and loops compiled."""
        self._begun = time.process_time()

    @property
    def spent(self) -> float:
        """The seconds so far."""
        return time.process_time() - self._begun

    @property
    def is_over(self) -> bool:
        """Whether the budget is spent."""
        return self.spent >= self.seconds


class Judge:
    """A game with its tree, and what each position looks like to a network."""

    def __init__(self, name: str) -> None:
        self.game: Game = games.find(name)
        self.tree = Tree(self.game)
        self._table = Table(self.game, 2, history="all")
        self._position = Position(self._table)
        self._seen: dict[bytes, tuple[Array, Array, Mapping[int, int]]] = {}

    def even(self) -> float:
        """The exploitability of playing every action alike."""
        return self.tree.exploitability(
            lambda view: dict.fromkeys(found := actions_of(self.game, view), 1 / len(found))
        )

    def of(self, chances: Chances) -> float:
        """The exploitability of a network."""
        if not self._seen:
            self._look()
        looks = list(self._seen.values())
        found = chances(np.stack([seen for seen, *_ in looks]), np.stack([m for _, m, _ in looks]))
        mixed = {
            key: {action: float(row[slot]) for action, slot in slots.items()}
            for (key, (*_, slots)), row in zip(self._seen.items(), found, strict=True)
        }
        return self.tree.exploitability(lambda view: mixed[kernel.to_bytes(view)])

    def _look(self) -> None:
        """Note the observation of every position that a seat may see."""
        for deal in range(_SMALL):
            if len(self._seen) == len(self.tree.views):
                break
            self._position.deal(SEED, deal)
            rows = self.game.batch(journal=False)
            kernel.raw(rows)[:] = self._bare()
            self._walk(rows)

    def _bare(self) -> bytes:
        """The record of the position without its journal."""
        rows = self.game.batch(journal=False)
        for name in rows.dtype.names or ():
            if name not in ("journal", "pad"):
                rows[name] = self._position.rows[name]
        return kernel.to_bytes(rows)

    def _walk(self, rows: Records) -> None:
        """Note the position, and all that follow."""
        position = self._position
        if position.over:
            return
        view = kernel.copy(rows)
        self.game.entry.conceal(view, position.actor)
        mask, here = position.mask.copy(), bytes(position)
        slots = {position.number(slot): int(slot) for slot in np.flatnonzero(mask)}
        if (key := kernel.to_bytes(view)) not in self._seen:
            seen = np.zeros(self._table.encoder.size, np.float32)
            position.observe(position.actor, seen)
            self._seen[key] = seen, mask, slots
        for action in slots:
            position.put(here)
            position.step(action)
            after = kernel.copy(rows)
            self.game.entry.step(after, action)
            self._walk(after)


def cfr(judge: Judge, clock: Clock) -> Found:
    """`sidepot train --exact`."""
    training = Training(judge.game, is_exact=True, lanes=1)
    while not clock.is_over:
        training.run(rounds=25)
    spent = clock.spent
    strategy: Strategy = strategy_of(training).chances
    return Found(judge.tree.exploitability(strategy), spent)


def self_play(hidden: int) -> Callable[[Judge, Clock], Found]:
    """Self-play by a network."""

    def measure(judge: Judge, clock: Clock) -> Found:
        learner = SelfPlay(judge.game, 2, hidden=hidden, seed=SEED, history="all")
        steps = _learn(learner, clock)
        spent = clock.spent
        return Found(judge.of(learner.network.chances), spent, steps)

    return measure


def _learn(learner: SelfPlay, clock: Clock) -> int:
    """Let self-play learn, after a rollout that is not counted; returns the decisions."""
    learner.learn(1)
    warm = learner.steps
    clock.start()
    learner.learn(seconds=clock.seconds, clock=time.process_time)
    return learner.steps - warm


def masked_ppo(judge: Judge, clock: Clock) -> Found:
    """MaskablePPO of Stable-Baselines3, against random play."""
    chances, steps = _masked_ppo(judge.game, clock, history="all")
    spent = clock.spent
    return Found(judge.of(chances), spent, steps)


def _masked_ppo(game: Game, clock: Clock, **shown: Any) -> tuple[Chances, int]:
    """MaskablePPO's chances, and the decisions that it has learned from."""
    import torch
    from sb3_contrib import MaskablePPO

    tables = envs.sb3(game, 64, 2, opponents="random", seed=SEED, **shown)
    model = MaskablePPO("MlpPolicy", tables, n_steps=32, batch_size=512, gamma=1.0, seed=SEED,
        device="cpu")  # fmt: skip
    model.learn(_WARM)
    clock.start()
    while not clock.is_over:
        model.learn(_WARM, reset_num_timesteps=False)

    def chances(seen: Array, masks: Array) -> Array:
        with torch.no_grad():
            mixed = model.policy.get_distribution(torch.as_tensor(seen), action_masks=masks)
            found: Array = mixed.distribution.probs.numpy()
        return found

    return chances, int(model.num_timesteps) - _WARM


def _registered(judge: Judge) -> Any:
    """The game in OpenSpiel."""
    import pyspiel

    envs.openspiel.register()
    return pyspiel.load_game(f"sidepot_{judge.game.name.replace('-', '_')}")


def openspiel_cfr(judge: Judge, clock: Clock) -> Found:
    """CFR+ of OpenSpiel."""
    from open_spiel.python.algorithms import cfr, exploitability

    game = _registered(judge)
    solver = cfr.CFRPlusSolver(game)
    while not clock.is_over:
        solver.evaluate_and_update_policy()
    spent = clock.spent
    return Found(float(exploitability.exploitability(game, solver.average_policy())), spent)


def openspiel_mccfr(judge: Judge, clock: Clock) -> Found:
    """External-sampling MCCFR of OpenSpiel."""
    from open_spiel.python.algorithms import exploitability
    from open_spiel.python.algorithms import external_sampling_mccfr as mccfr

    np.random.seed(SEED)
    game = _registered(judge)
    solver = mccfr.ExternalSamplingSolver(game)
    while not clock.is_over:
        solver.iteration()
    spent = clock.spent
    return Found(float(exploitability.exploitability(game, solver.average_policy())), spent)


def openspiel_nfsp(judge: Judge, clock: Clock) -> Found:
    """Neural fictitious self-play of OpenSpiel."""
    from open_spiel.python import policy, rl_environment
    from open_spiel.python.algorithms import exploitability
    from open_spiel.python.pytorch import nfsp

    game = _registered(judge)
    env = rl_environment.Environment(game)
    sizes = env.observation_spec()["info_state"][0], env.action_spec()["num_actions"]
    agents = [
        nfsp.NFSP(seat, *sizes, hidden_layers_sizes=[64], reservoir_buffer_capacity=200_000,
            anticipatory_param=0.1)
        for seat in range(2)
    ]  # fmt: skip
    decisions = 0
    while not clock.is_over:
        now = env.reset()
        while not now.last():
            now = env.step([agents[now.observations["current_player"]].step(now).action])
            decisions += 1
        for agent in agents:
            agent.step(now)
    spent, now = clock.spent, env.reset()

    def chances(state: Any) -> Mapping[int, float]:
        seat = state.current_player()
        now.observations["info_state"][seat] = state.information_state_tensor(seat)
        now.observations["legal_actions"][seat] = state.legal_actions(seat)
        now.observations["current_player"] = seat
        with agents[seat].temp_mode_as(nfsp.MODE.AVERAGE_POLICY):
            found = agents[seat].step(now, is_evaluation=True).probs
        return {action: float(found[action]) for action in state.legal_actions(seat)}

    mixed = policy.tabular_policy_from_callable(game, chances)
    return Found(float(exploitability.exploitability(game, mixed)), spent, decisions)


LEARNERS: Mapping[str, tuple[str, Callable[[Judge, Clock], Found]]] = {
    "`sidepot train --exact`": ("sidepot", cfr),
    "CFR+ (OpenSpiel)": ("pyspiel", openspiel_cfr),
    "MCCFR, external sampling (OpenSpiel)": ("pyspiel", openspiel_mccfr),
    "self-play, 64 hidden units": ("sidepot", self_play(64)),
    "self-play, linear": ("sidepot", self_play(0)),
    "NFSP (OpenSpiel)": ("tree", openspiel_nfsp),
    "MaskablePPO against random play": ("sb3_contrib", masked_ppo),
}


class _Policy:
    """A network as `play_against` takes it."""

    def __init__(self, chances: Chances) -> None:
        self.chances = chances


def race_self_play(game: Game, clock: Clock) -> Found:
    """The learner of `lab.selfplay`, against random play."""
    learner = SelfPlay(game, 2, hidden=64, seed=SEED, opponents="random")
    steps = _learn(learner, clock)
    spent = clock.spent
    return Found(_wins(learner.network.chances, game), spent, steps)


def race_masked_ppo(game: Game, clock: Clock) -> Found:
    """MaskablePPO, against random play."""
    chances, steps = _masked_ppo(game, clock)
    spent = clock.spent
    return Found(_wins(chances, game), spent, steps)


def _wins(chances: Chances, game: Game) -> float:
    """The winnings of a network from random play, taking what it finds best, in antes a hand."""
    return play_against(_Policy(chances), game, "random", _HANDS, players=2, greedy=True)[0]


RACERS: Mapping[str, tuple[str, Callable[[Game, Clock], Found]]] = {
    "`lab.selfplay`, 64 hidden units": ("sidepot", race_self_play),
    "MaskablePPO": ("sb3_contrib", race_masked_ppo),
}
