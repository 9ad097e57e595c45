"""Odd calls of the public surface: each ends in an error of ours that names the value."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sidepot
from sidepot import bots, cards, hands, history
from sidepot.analysis import analyze
from sidepot.analysis.equities import equity
from sidepot.engine.action import Action
from sidepot.errors import BadArgument, BadSetup, SidepotError
from sidepot.lab import envs
from sidepot.lab.envs import agents
from sidepot.lab.match import match
from sidepot.lab.selfplay import SelfPlay
from sidepot.lab.selfplay.ppo import Settings
from sidepot.lab.simulate import simulate
from tests.children import python

GAME = sidepot.game("kuhn")
RICOCHET = sidepot.game("ricochet-2")
HOLDEM = sidepot.game("holdem-no-limit")
ODD: dict[str, Any] = {
    **{"none": None, "true": True, "minus": -1, "zero": 0, "huge": 10**30, "float": 1.5},
    **{"nan": float("nan"), "empty": "", "text": "x", "long": "x" * 100_000, "bytes": b"x"},
    **{
        "list": [],
        "mixed": [1, "a"],
        "tuple": (1, 2),
        "dict": {},
        "set": set(),
        "object": object(),
    },
    **{"function": lambda value: value, "surrogate": "\ud800", "array": np.array([1, 2])},
}
"""Values that hardly anything takes."""


def dealt() -> sidepot.Hand:
    return RICOCHET.deal(players=2, seed=1)


def of_deal(name: str) -> Callable[[Any], object]:
    return lambda x: RICOCHET.deal(**{"players": 2, "seed": 1, name: x})


def of_simulate(name: str) -> Callable[[Any], object]:
    def call(x: Any) -> object:
        if callable(x):  # the plain form takes any function for a policy
            return None
        return simulate(**{"game": GAME, "stacks": [9, 9], "hands": 1, name: x})

    return call


def of_effort(name: str) -> Callable[[Any], object]:
    """A bound of an analysis: the deals are few, whatever it is."""
    return lambda x: analyze(GAME.deal(seed=1), **{"samples": 2, name: x})


def of_equity(name: str) -> Callable[[Any], object]:
    given = {"game": HOLDEM, "hands": "AsKs / QdQh", "board": "Jh 9c 2d 3s", "samples": 2}
    return lambda x: equity(**{**given, name: x})


def of_batch(name: str) -> Callable[[Any], object]:
    return lambda x: envs.batch(**{"game": "kuhn", "n": 2, name: x})


def of_learner(name: str) -> Callable[[Any], object]:
    return lambda x: SelfPlay(**{"game": "kuhn", "n": 2, "lanes": 1, "hidden": 2, name: x})


def learner() -> SelfPlay:
    few = Settings(rollout=8, part=4, rounds=1)
    return SelfPlay("kuhn", 2, n=2, lanes=1, threads=1, hidden=2, seed=1, settings=few)


def of_match(name: str) -> Callable[[Any], object]:
    two = [bots.policy_of(GAME, "random")] * 2
    return lambda x: match(**{"game": GAME, "policies": two, "deals": 1, name: x})


CALLS: dict[str, Callable[[Any], object]] = {
    "game": sidepot.game,
    "option": lambda x: sidepot.game("ricochet-2", ante=x),
    "word": lambda x: RICOCHET.with_options(tie_ends=x),
    "seats": lambda x: sidepot.game("holdem-no-limit", blinds=x),
    "read": lambda x: list(sidepot.read(x)),
    "cards": cards.parse,
    "rank": hands.rank,
    "parse": history.History.parse,
    "from_hand": history.History.from_hand,
    **{f"deal {name}": of_deal(name) for name in ("players", "stacks", "names", "seed", "hand")},
    **{f"deal {name}": of_deal(name) for name in ("deck", "second", "kept")},
    "bot": GAME.bot,
    "strengths": bots.strengths_of,
    "policy": lambda x: bots.policy_of(x, "random"),
    "bot's act": lambda x: GAME.bot("beginner").act(x),
    "act": lambda x: dealt().act(x),
    "kind": lambda x: dealt().act(Action(x)),
    "amount": lambda x: dealt().act(Action("buy", x)),
    "view": lambda x: dealt().view(x),
    "record": lambda x: dealt().record(x),
    "events": lambda x: dealt().events(x),
    "verb": lambda x: dealt().events(0, x),
    "seconds": of_effort("seconds"),
    "samples": of_effort("samples"),
    "precision": of_effort("precision"),
    "analyzed": analyze,
    "frame": lambda x: history.History.from_hand(dealt()).frame(x),
    **{f"equity {name}": of_equity(name) for name in ("hands", "board", "dead", "precision")},
    **{f"equity {name}": of_equity(name) for name in ("samples", "seconds", "seed", "game")},
    **{f"batch {name}": of_batch(name) for name in ("game", "n", "players", "seed", "threads")},
    **{f"batch {name}": of_batch(name) for name in ("stack", "history", "prospects")},
    **{f"self-play {name}": of_learner(name) for name in ("game", "n", "players", "hidden")},
    **{f"self-play {name}": of_learner(name) for name in ("lanes", "threads", "past", "stack")},
    "learn": lambda x: x is ODD["huge"] or learner().learn(x),
    "agent": agents.load,
    "model": lambda x: agents.save(x, "agent.zip"),
    **{f"simulate {name}": of_simulate(name) for name in ("game", "stacks", "hands", "seed")},
    **{f"simulate {name}": of_simulate(name) for name in ("threads", "pool", "policy", "chunk")},
    **{f"match {name}": of_match(name) for name in ("game", "policies", "deals", "stack")},
    **{f"match {name}": of_match(name) for name in ("seed", "threads", "chunk", "pool")},
}


@pytest.mark.parametrize("name", CALLS)
def test_odd_values_are_refused_in_a_sentence_or_taken(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    wrong = [f"{odd}: {type(error).__name__}: {error}" for odd, error in raw_errors(CALLS[name])]
    assert wrong == []


def raw_errors(call: Callable[[Any], object]) -> Iterator[tuple[str, Exception]]:
    """The odd values, and the errors in which a call of each ends that are none of ours."""
    for odd, value in ODD.items():
        try:
            call(value)
        except SidepotError as error:
            assert 10 < len(str(error)) < 2_000
        except Exception as error:
            yield odd, error


REFUSED: dict[str, tuple[Callable[[], object], str]] = {
    "act": (lambda: dealt().act(1), "an action is an Action or its text"),  # type: ignore[arg-type]
    "simulate": (lambda: simulate("kuhn", stacks=[9, 9], hands=1), "a game is a Game"),  # type: ignore[arg-type]
    "stacks": (lambda: simulate(GAME, stacks=100, hands=1), "stacks are a list of chips"),  # type: ignore[arg-type]
    "names": (lambda: RICOCHET.deal(players=2, names=3), "names are a list"),  # type: ignore[arg-type]
    "seat": (lambda: dealt().view("x"), "a seat is a whole number"),  # type: ignore[arg-type]
    "policies": (lambda: match(GAME, None, deals=1), "policies are a list"),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_wrong_type_is_a_type_error_that_says_what_is_legal(name: str) -> None:
    call, said = REFUSED[name]
    with pytest.raises(BadArgument, match=said) as refused:
        call()
    assert isinstance(refused.value, TypeError)


def test_more_hands_than_anybody_can_play_are_refused() -> None:
    with pytest.raises(BadSetup, match="hands is a whole number from 0 to 1000000000000, not 10"):
        simulate(GAME, stacks=[9, 9], hands=10**30)


PYTHON_POLICY = """
from sidepot import errors, game
from sidepot.lab.simulate import simulate
try:
    simulate(game("kuhn"), stacks=[9, 9], hands=1, policy=lambda views, menu, rng: 0)
except errors.BadArgument as error:
    print(error)
"""


@pytest.mark.compiled
def test_a_python_function_is_refused_as_a_policy() -> None:
    said = python("-c", PYTHON_POLICY)
    assert "a policy is a compiled function (views, menu, rng)" in said and "lambda" in said
