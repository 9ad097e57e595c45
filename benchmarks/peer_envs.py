"""Random play in environments of others, where they are installed: none is needed for the rest.

`make bench` installs them by `requirements/peers.txt` where it can. PettingZoo's hold'em comes with
RLCard and pygame, by which it is known here.
"""

from __future__ import annotations

import importlib.util
import math
import random
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

STEPS = 5_000
BATCH = 4_096
BATCH_STEPS = 30
Work = Callable[[], int]


def works() -> Mapping[str, Work]:
    """The work of each that is installed, by the name of its line; it says how many steps."""
    return {name: work for name, (module, work) in _ALL.items() if _is_there(module)}


def missing() -> list[str]:
    """The libraries that are not installed."""
    return sorted({module for module, _ in _ALL.values() if not _is_there(module)})


def _is_there(module: str) -> bool:
    """Whether a library can be imported."""
    return importlib.util.find_spec(module) is not None


def turns(env: Any) -> int:
    """Random turns of an environment of PettingZoo, dead steps not counted."""
    chance, done = random.Random(1), 0
    env.reset(seed=1)
    while done < STEPS:
        env.reset()  # a seed makes some begin from nothing
        for _ in env.agent_iter():
            seen, _, ended, cut, _ = env.last()
            if ended or cut:
                env.step(None)
                continue
            legal = [k for k, is_legal in enumerate(seen["action_mask"]) if is_legal]
            env.step(chance.choice(legal))
            done += 1
    return done


def _pettingzoo(name: str) -> Work:
    """Random turns of a game of PettingZoo for two."""
    return lambda: turns(import_module(f"pettingzoo.classic.{name}").env())


def _rlcard(name: str) -> Work:
    """Random turns of a game of RLCard for two."""

    def work() -> int:
        env: Any = import_module("rlcard").make(name, config={"seed": 1})
        chance, done = random.Random(1), 0
        while done < STEPS:
            state, _ = env.reset()
            while not env.is_over():
                state, _ = env.step(chance.choice(list(state["legal_actions"])))
                done += 1
        return done

    return work


def _open_spiel(name: str) -> Work:
    """Random turns of a game of OpenSpiel, with the tensor of what the player knows."""

    def work() -> int:
        import_module("open_spiel.python.games")  # registers those in Python
        game: Any = import_module("pyspiel").load_game(name)
        chance, done = random.Random(1), 0
        while done < STEPS:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(chance.choices(outcomes, weights)[0])
                    continue
                state.information_state_tensor(state.current_player())
                state.apply_action(chance.choice(state.legal_actions()))
                done += 1
        return done

    return work


def _pgx(name: str) -> Work:
    """Random turns of many games of pgx at once, on the processor, dealt again when they end."""
    runs: list[Any] = []

    def work() -> int:
        jax: Any = import_module("jax")
        if not runs:
            env: Any = import_module("pgx").make(name)
            step = import_module("pgx.experimental.wrappers").auto_reset(env.step, env.init)

            def turn(state: Any, key: Any) -> Any:
                chosen, following = jax.random.split(key)
                scores = jax.numpy.where(state.legal_action_mask, 0.0, -math.inf)
                slots = jax.random.categorical(chosen, scores, axis=-1)
                keys = jax.random.split(following, BATCH)
                return jax.vmap(step)(state, slots, keys)

            keys = jax.random.split(jax.random.key(0), BATCH)
            runs.extend((jax.jit(turn), jax.jit(jax.vmap(env.init))(keys), jax.random.key(1)))
        turn_once, state, key = runs
        for _ in range(BATCH_STEPS):
            key, now = jax.random.split(key)
            state = turn_once(state, now)
        jax.block_until_ready(state.observation)
        return BATCH * BATCH_STEPS

    return work


_ALL: Mapping[str, tuple[str, Work]] = {
    "PettingZoo, no-limit hold'em": ("pygame", _pettingzoo("texas_holdem_no_limit_v6")),
    "PettingZoo, limit hold'em": ("pygame", _pettingzoo("texas_holdem_v4")),
    "PettingZoo, Leduc poker": ("pygame", _pettingzoo("leduc_holdem_v4")),
    "RLCard, no-limit hold'em": ("rlcard", _rlcard("no-limit-holdem")),
    "RLCard, Leduc poker": ("rlcard", _rlcard("leduc-holdem")),
    "OpenSpiel in Python, Kuhn poker": ("pyspiel", _open_spiel("python_kuhn_poker")),
    "OpenSpiel in C++, Leduc poker": ("pyspiel", _open_spiel("leduc_poker")),
    "OpenSpiel in C++, universal poker": ("pyspiel", _open_spiel("universal_poker")),
    "pgx, Leduc poker, 4,096 at once, with its choices": ("pgx", _pgx("leduc_holdem")),
}
"""For two players each."""
