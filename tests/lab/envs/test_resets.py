"""A reset without a seed deals new hands in every environment, and a seed begins anew."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from sidepot.lab import envs
from sidepot.lab.envs.batches import Batch

Deal = Callable[[int | None], Any]
"""Deals anew, by a seed or without one; what is seen then."""
PLACES = 16
MADE: dict[str, Any] = {"game": "ricochet-2", "players": 3}


def of_batch(seed: int | None = None) -> Deal:
    batch = envs.batch(n=PLACES, seed=seed, **MADE)
    return lambda seed: batch.reset(seed).observation.copy()


def of_vector(seed: int | None = None) -> Deal:
    pytest.importorskip("gymnasium")
    tables = envs.vector(n=PLACES, opponents="random", seed=seed, **MADE)
    return lambda seed: tables.reset(seed=seed)[0]


def of_sb3(seed: int | None = None) -> Deal:
    pytest.importorskip("stable_baselines3")
    tables = envs.sb3(n=PLACES, opponents="random", seed=seed, **MADE)

    def deal(seed: int | None) -> Any:
        if seed is not None:
            tables.seed(seed)
        return tables.reset()

    return deal


def of_gym(seed: int | None = None) -> Deal:
    """Sixteen hands one after the other; the environment takes no seed when it is made."""
    pytest.importorskip("gymnasium")
    env = envs.gym(opponents="random", **MADE)

    def deal(seed: int | None) -> Any:
        seen = [env.reset(seed=seed)[0]]
        return np.stack(seen + [env.reset()[0] for _ in range(PLACES - 1)])

    return deal


MAKERS = {"batch": of_batch, "vector": of_vector, "sb3": of_sb3, "gym": of_gym}
WITH_SEED = [
    "batch",
    pytest.param("vector", marks=pytest.mark.compiled),
    pytest.param("sb3", marks=pytest.mark.soak),
]
"""Environments made with a seed; their libraries come with the compiled tests, or later."""


def check_resets(make: Callable[[], Deal]) -> None:
    """The law of resets."""
    one, other = make(), make()
    dealt = [one(None), one(None), one(None), other(None)]
    for a, seen in enumerate(dealt):
        assert not any(np.array_equal(seen, again) for again in dealt[:a]), "dealt again"
    begun = [one(7), one(None), one(None)]
    for seen in begun[1:]:
        assert not np.array_equal(seen, begun[0]), "dealt again"
    for seen, again in zip(begun, [other(7), other(None), other(None)], strict=True):
        assert np.array_equal(seen, again), "a seed does not begin anew"
    assert not np.array_equal(one(8), begun[0])


@pytest.mark.parametrize("name", [*WITH_SEED, pytest.param("gym", marks=pytest.mark.compiled)])
def test_a_reset_is_a_new_hand(name: str) -> None:
    check_resets(MAKERS[name])


@pytest.mark.parametrize("name", WITH_SEED)
def test_a_seed_given_when_it_is_made_is_that_of_the_first_reset(name: str) -> None:
    make = MAKERS[name]
    first = [make(5)(None) for _ in range(2)]
    assert np.array_equal(*first) and np.array_equal(first[0], make()(5))
    twice = make(5)
    assert not np.array_equal(twice(None), twice(None))


def test_the_hands_of_a_reset_are_those_of_its_seed() -> None:
    batch = envs.batch(n=2, **MADE)
    for _ in range(2):
        batch.reset()
        for place in range(2):
            hand = batch.game.deal(players=3, seed=batch.seed, hand=int(batch.hand[place]))
            dealt, same = batch.peek(place, 0).fields.up, hand.record(0)[0].up
            assert np.array_equal(np.asarray(dealt.card), np.asarray(same.card))


def test_an_environment_that_deals_the_same_again_is_caught(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real = Batch.reset
    monkeypatch.setattr(Batch, "reset", lambda self, seed=None: real(self, seed or self.seed))
    with pytest.raises(AssertionError, match="dealt again"):
        check_resets(of_batch)


def test_an_environment_that_nobody_seeds_and_that_begins_with_0_is_caught() -> None:
    with pytest.raises(AssertionError, match="dealt again"):
        check_resets(lambda: of_batch(0))
