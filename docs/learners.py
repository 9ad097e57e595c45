"""Measures learners on the games that are solved exactly, and writes their table.

    .venv/bin/python -m docs.learners --seconds 30

Each learns for so many seconds, on games whose exploitability is counted. OpenSpiel and
Stable-Baselines3 are measured where they are installed, and named where they are not.
"""

from __future__ import annotations

import argparse
import importlib.util
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

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

PAGE = Path(__file__).with_name("learning.md")
GAMES = ("kuhn", "leduc", "high-noon-5")
MARKS = "<!-- learners -->", "<!-- /learners -->"
SEED = 1
_SMALL = 1 << 30
Chances = Callable[[Array, Array], Array]
"""The chances of slots, for observations and masks."""


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


def cfr(judge: Judge, seconds: float) -> float:
    """`sidepot train --exact`."""
    training, until = Training(judge.game, is_exact=True, lanes=1), time.monotonic() + seconds
    while time.monotonic() < until:
        training.run(rounds=25)
    strategy: Strategy = strategy_of(training).chances
    return judge.tree.exploitability(strategy)


def self_play(hidden: int) -> Callable[[Judge, float], float]:
    """Self-play by a network."""

    def measure(judge: Judge, seconds: float) -> float:
        learner = SelfPlay(judge.game, 2, hidden=hidden, seed=SEED, history="all")
        return judge.of(learner.learn(seconds=seconds).chances)

    return measure


def masked_ppo(judge: Judge, seconds: float) -> float:
    """MaskablePPO of Stable-Baselines3, against random play."""
    import torch
    from sb3_contrib import MaskablePPO

    tables = envs.sb3(judge.game, 64, 2, opponents="random", seed=SEED, history="all")
    model = MaskablePPO("MlpPolicy", tables, n_steps=32, batch_size=512, gamma=1.0, seed=SEED,
        device="cpu")  # fmt: skip
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        model.learn(8_192, reset_num_timesteps=False)

    def chances(seen: Array, masks: Array) -> Array:
        with torch.no_grad():
            mixed = model.policy.get_distribution(torch.as_tensor(seen), action_masks=masks)
            found: Array = mixed.distribution.probs.numpy()
        return found

    return judge.of(chances)


def _registered(judge: Judge) -> Any:
    """The game in OpenSpiel."""
    import pyspiel

    envs.openspiel.register()
    return pyspiel.load_game(f"sidepot_{judge.game.name.replace('-', '_')}")


def openspiel_cfr(judge: Judge, seconds: float) -> float:
    """CFR+ of OpenSpiel."""
    from open_spiel.python.algorithms import cfr, exploitability

    game = _registered(judge)
    solver, until = cfr.CFRPlusSolver(game), time.monotonic() + seconds
    while time.monotonic() < until:
        solver.evaluate_and_update_policy()
    return float(exploitability.exploitability(game, solver.average_policy()))


def openspiel_mccfr(judge: Judge, seconds: float) -> float:
    """External-sampling MCCFR of OpenSpiel."""
    from open_spiel.python.algorithms import exploitability
    from open_spiel.python.algorithms import external_sampling_mccfr as mccfr

    np.random.seed(SEED)
    game = _registered(judge)
    solver, until = mccfr.ExternalSamplingSolver(game), time.monotonic() + seconds
    while time.monotonic() < until:
        solver.iteration()
    return float(exploitability.exploitability(game, solver.average_policy()))


def openspiel_nfsp(judge: Judge, seconds: float) -> float:
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
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        now = env.reset()
        while not now.last():
            now = env.step([agents[now.observations["current_player"]].step(now).action])
        for agent in agents:
            agent.step(now)
    now = env.reset()

    def chances(state: Any) -> Mapping[int, float]:
        seat = state.current_player()
        now.observations["info_state"][seat] = state.information_state_tensor(seat)
        now.observations["legal_actions"][seat] = state.legal_actions(seat)
        now.observations["current_player"] = seat
        with agents[seat].temp_mode_as(nfsp.MODE.AVERAGE_POLICY):
            found = agents[seat].step(now, is_evaluation=True).probs
        return {action: float(found[action]) for action in state.legal_actions(seat)}

    mixed = policy.tabular_policy_from_callable(game, chances)
    return float(exploitability.exploitability(game, mixed))


LEARNERS: Mapping[str, tuple[str, Callable[[Judge, float], float]]] = {
    "`sidepot train --exact`": ("sidepot", cfr),
    "CFR+ (OpenSpiel)": ("pyspiel", openspiel_cfr),
    "MCCFR, external sampling (OpenSpiel)": ("pyspiel", openspiel_mccfr),
    "self-play, 64 hidden units": ("sidepot", self_play(64)),
    "self-play, linear": ("sidepot", self_play(0)),
    "NFSP (OpenSpiel)": ("torch", openspiel_nfsp),
    "MaskablePPO against random play": ("sb3_contrib", masked_ppo),
}


def lines(names: list[str], seconds: float) -> Iterator[str]:
    """The rows of the table."""
    judges = [Judge(name) for name in names]
    yield f"| {seconds:.0f} seconds each, CPU seconds in brackets | {' | '.join(names)} |"
    yield "| --- |" + " --- |" * len(names)
    yield "| every action alike | " + " | ".join(f"{j.even():.3f}" for j in judges) + " |"
    for learner, (module, measure) in LEARNERS.items():
        if importlib.util.find_spec(module) is None:
            yield f"| {learner} |" + " not installed |" * len(names)
            continue
        cells = []
        for judge in judges:
            before = time.process_time()
            found = measure(judge, seconds)
            cells.append(f"{found:.4f} ({time.process_time() - before:.0f})")
            print(learner, judge.game.name, cells[-1], flush=True)
        yield f"| {learner} | {' | '.join(cells)} |"


def main() -> None:
    """Measure, and write the table into the page."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--games", nargs="+", default=list(GAMES))
    chosen = parser.parse_args()
    table = "\n".join(lines(chosen.games, chosen.seconds))
    page = PAGE.read_text("utf-8")
    head, rest = page.split(MARKS[0])
    _, tail = rest.split(MARKS[1])
    PAGE.write_text(f"{head}{MARKS[0]}\n{table}\n{MARKS[1]}{tail}", "utf-8")


if __name__ == "__main__":
    main()
