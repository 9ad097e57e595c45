"""Copies and pickles of hands and environments, also in the middle of a hand, go on alike."""

from __future__ import annotations

import copy
import pickle
import random
import sys
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from sidepot import games
from sidepot.engine.game import Hand
from sidepot.lab import envs
from sidepot.lab.envs.batches import Batch
from sidepot.lab.envs.line import Line
from sidepot.lab.envs.position import Position, Table
from tests.cases import often
from tests.suites import house

SOME = often(house(), always=("guts", "holdem-no-limit", "ricochet-casino"))
MADE: dict[str, Any] = {"players": 3, "history": Line(2, 3)}
Play = Callable[[Any, int], Any]
"""Goes on by a seed, for a few steps, and returns everything that was seen."""


def pickled(value: Any) -> Any:
    """A copy by a pickle."""
    return pickle.loads(pickle.dumps(value))


COPIES = [copy.copy, copy.deepcopy, pickled]


def check_copies(value: Any, play: Play) -> None:
    """The law of copies: each goes on like the original, and touches nothing of it."""
    play(value, 1)
    made = [make(value) for make in COPIES]
    seen = play(made.pop(), 2)
    again = [copied for make in COPIES for copied in (make(value),)]
    assert play(value, 2) == seen, "a copy goes on otherwise, or has changed its original"
    for other in (*made, *again):
        assert play(other, 2) == seen, "a copy goes on otherwise"


def of_hand(hand: Hand, seed: int) -> Any:
    """Three random actions."""
    chance, seen = random.Random(seed), list[Any]()
    for _ in range(3):
        if hand.over:
            break
        choice = chance.choice(hand.legal.ranges)
        hand.act(choice.at(chance.randint(choice.lowest, choice.highest)))
        seen += [str(hand), bytes(hand), str(hand.events(0)), str(hand.legal), hand.actions[-1]]
    return seen


@pytest.mark.parametrize("name", SOME)
def test_hands(name: str) -> None:
    game = games.find(name)
    check_copies(game.deal(players=min(3, game.most), seed=5), of_hand)


def of_batch(batch: Batch, seed: int) -> Any:
    """Twelve random steps, from the first deal on if nothing was dealt."""
    chance, seen = np.random.default_rng(seed), list[bytes]()
    now = batch.now or batch.reset()
    for _ in range(12):
        now = batch.step((chance.random(now.action_mask.shape) * now.action_mask).argmax(1))
        seen += [array.tobytes() for array in (*now, batch.hand, batch.final_observation)]
    return seen


def one_legal(view: Any, rng: random.Random) -> str:
    """A player in plain Python: a random action of its menu."""
    return str(rng.choice(list(view.legal)))


OPPONENTS = [None, "random", one_legal, {1: one_legal, 2: "random"}]


@pytest.mark.parametrize("opponents", OPPONENTS)
def test_batches(opponents: Any) -> None:
    batch = envs.batch("holdem-no-limit", 5, seed=2, final=True, **MADE)
    check_copies(batch, of_batch)
    if opponents is not None:
        batch.advance(0, opponents)
        check_copies(batch, of_batch)


def test_a_batch_that_forgets_its_generators_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    records = Batch._records.fget  # type: ignore[attr-defined]
    monkeypatch.setattr(Batch, "_records", property(lambda batch: records(batch)[::2]))
    batch = envs.batch("holdem-no-limit", 5, seed=2, **MADE)
    batch.advance(0, "random")
    with pytest.raises(AssertionError, match="goes on otherwise"):
        check_copies(batch, of_batch)


def test_positions() -> None:
    def play(position: Position, seed: int) -> Any:
        slot = int(np.flatnonzero(position.mask)[-1])
        position.step(position.number(slot))
        seen = np.zeros(position.table.encoder.size, np.float32)
        position.observe(0, seen)
        return bytes(position), seen.tobytes()

    position = Position(Table(games.find("holdem-no-limit"), 3, history="all"))
    position.deal(4)
    check_copies(position, play)


def text_of(value: Any) -> Any:
    """Anything that an environment returns, to be compared."""
    if isinstance(value, np.ndarray):
        return value.shape, value.tobytes()
    if isinstance(value, dict):
        return {key: text_of(part) for key, part in value.items()}
    return [text_of(part) for part in value] if isinstance(value, tuple) else value


def of_gym(env: Any, seed: int) -> Any:
    chance, seen = np.random.default_rng(seed), list[Any]()
    if env.now is None:
        env.reset(seed=seed)
    for _ in range(9):
        if not env.action_masks().any():
            seen.append(text_of(env.reset()))
        legal = np.flatnonzero(env.action_masks())
        seen.append(text_of(env.step(int(chance.choice(legal)))))
    return seen


def of_vector(env: Any, seed: int) -> Any:
    chance, seen = np.random.default_rng(seed), list[Any]()
    if env.now is None:
        env.reset(seed=seed)
    for _ in range(9):
        masks = env.action_masks()
        seen.append(text_of(env.step((chance.random(masks.shape) * masks).argmax(1))))
    return seen


def of_sb3(env: Any, seed: int) -> Any:
    return of_vector(env.env, seed)


def of_turns(env: Any, seed: int) -> Any:
    chance, seen = np.random.default_rng(seed), list[Any]()
    if not env.agents:
        env.reset(seed=seed)
    for _ in range(5):
        if env.terminations[env.agent_selection]:
            env.reset()
        legal = np.flatnonzero(env.infos[env.agent_selection]["action_mask"])
        env.step(int(chance.choice(legal)))
        last = [text_of(env.observe(agent)) for agent in env.agents]
        seen += [last, dict(env.rewards), text_of(env.infos), env.agent_selection]
    return seen


def of_together(env: Any, seed: int) -> Any:
    chance, seen = np.random.default_rng(seed), list[Any]()
    if not env.agents:
        env.reset(seed=seed)
    for _ in range(5):
        chosen = {
            agent: int(chance.choice(np.flatnonzero(env.action_space(agent).mask)))
            for agent in env.agents
        }
        seen.append(text_of(env.step(chosen)))
        if not env.agents:
            seen.append(text_of(env.reset()))
    return seen


MAKERS: dict[str, tuple[Callable[..., Any], Play]] = {
    "gym": (envs.gym, of_gym),
    "vector": (lambda *args, **made: envs.vector(args[0], 4, **made), of_vector),
    "next": (
        lambda *args, **made: envs.vector(args[0], 4, autoreset="next_step", **made),
        of_vector,
    ),
    "aec": (envs.aec, of_turns),
    "parallel": (envs.parallel, of_together),
    "sb3": (lambda *args, **made: envs.sb3(args[0], 4, **made), of_sb3),
}
IDS = [
    pytest.param(name, marks=pytest.mark.soak if name == "sb3" else pytest.mark.compiled)
    for name in MAKERS
]


@pytest.mark.skipif(sys.version_info >= (3, 15), reason="PettingZoo has no wheels there")
@pytest.mark.parametrize("name", IDS)
def test_environments(name: str) -> None:
    pytest.importorskip("stable_baselines3" if name == "sb3" else "pettingzoo")
    make, play = MAKERS[name]
    others = {} if name in ("aec", "parallel") else {"opponents": "random"}
    check_copies(make("holdem-no-limit", **MADE, **others), play)


@pytest.mark.compiled
@pytest.mark.skipif(sys.version_info >= (3, 15), reason="Gymnasium has no wheels there")
def test_vectors_of_processes_are_spawned() -> None:
    gymnasium = pytest.importorskip("gymnasium")
    envs.register()
    with warnings.catch_warnings():
        warnings.simplefilter("error", DeprecationWarning)
        tables = gymnasium.make_vec(
            "sidepot/Kuhn-v0",
            num_envs=2,
            vectorization_mode="async",
            vector_kwargs={"context": "spawn"},
            opponents="random",
            forfeits=True,
        )
    try:
        seen, infos = tables.reset(seed=3)
        again, _, _, _, _ = tables.step(infos["action_mask"].argmax(1))
    finally:
        tables.close()
    assert seen.shape == again.shape == (2, envs.encoder_of(games.find("kuhn")).size)
