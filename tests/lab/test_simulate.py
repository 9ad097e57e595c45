"""Hands in bulk: hand number i is the same hand, however the work is cut up."""

import json
from dataclasses import asdict
from typing import Any

import pytest

from sidepot.cards import HIDDEN
from sidepot.errors import BadSetup
from sidepot.kernel import Random, Records, compiled
from sidepot.lab.simulate import SESSION, Simulation, simulate
from sidepot.rules.actions import CHECK, FOLD, Menu, encode
from tests.children import python
from tests.lab.outcomes import without_run
from tests.laws.leaving import LEAVING
from tests.laws.little import LITTLE

STACKS = (50, 3, 20)
HANDS = 200
MANY = 10**9
"""More than anybody waits for."""

CHILD = f"""
import dataclasses, json
from sidepot.lab.simulate import simulate
from tests.laws.little import LITTLE
done = simulate(LITTLE, stacks={STACKS}, hands={HANDS}, seed=3)
print(json.dumps(dataclasses.asdict(done)))
"""


def run(**changes: Any) -> Simulation:
    """The experiment of these tests, with something changed."""
    game = changes.pop("game", LITTLE)
    return simulate(game, **{"stacks": STACKS, "hands": HANDS, "seed": 3, **changes})


def result(simulation: Simulation) -> dict[str, Any]:
    """All but how it was played, as JSON knows it."""
    return without_run(json.loads(json.dumps(asdict(simulation))))


@compiled
def check_unless_it_peeks(views: Records, menu: Menu, rng: Random) -> int:
    """Check; fold if there is anything to see that a seat may not know."""
    view = views[0]
    for i in range(view.deck.size):
        if view.deck.card[i] != HIDDEN:
            return encode(FOLD, 0)
    for p in range(view.seats.n):
        if (view.hole.card[p] == HIDDEN) != (p != view.seats.actor):
            return encode(FOLD, 0)
    return encode(CHECK, 0)


@compiled
def fold(views: Records, menu: Menu, rng: Random) -> int:
    """Fold."""
    return encode(FOLD, 0)


@pytest.mark.parametrize(("threads", "chunk"), [(1, 1), (2, 64), (3, 4096)])
def test_threads_and_chunks_change_nothing(threads: int, chunk: int) -> None:
    assert result(run(threads=threads, chunk=chunk)) == result(run())


@pytest.mark.compiled
def test_the_plain_form_plays_the_same_hands() -> None:
    plain = json.loads(python("-c", CHILD, NUMBA_DISABLE_JIT="1"))
    assert without_run(plain) == result(run())


@pytest.mark.parametrize("chunk", [7, 64, 4096])
def test_hands_in_a_row_are_the_same_however_they_are_cut_up(chunk: int) -> None:
    whole = result(run(game=LEAVING))
    assert result(run(game=LEAVING, chunk=chunk, threads=2)) == whole


def test_chips_that_stay_are_counted() -> None:
    """The last session is cut off; what then lies in the pot is what all have paid in vain."""
    found = {
        hands: run(game=LEAVING, hands=hands)
        for hands in range(6 * SESSION + 16, 7 * SESSION + 4, 4)
    }
    assert any(simulation.left for simulation in found.values())
    for hands, simulation in found.items():
        assert round(sum(simulation.payoff_mean) * hands) == -simulation.left
    assert found[7 * SESSION].left == 0


def test_another_experiment_plays_other_hands() -> None:
    assert run(seed=4).signature != run().signature


def test_a_hand_more_is_another_signature() -> None:
    assert run(hands=HANDS + 1).signature != run().signature


def test_all_hands_are_played() -> None:
    done = run(threads=2, chunk=7)
    assert done.hands == HANDS
    assert HANDS * 2 <= done.decisions <= HANDS * 3


def test_payoffs_add_up_to_zero() -> None:
    done = run()
    assert sum(done.payoff_mean) == pytest.approx(0, abs=1e-9)
    assert all(error > 0 for error in done.payoff_stderr)


def test_payoffs_are_net_chips_a_hand() -> None:
    done = run(policy=fold)
    assert done.payoff_mean == (-1, -1, 2)
    assert done.payoff_stderr == (0, 0, 0)


def test_a_policy_sees_what_its_seat_may_know() -> None:
    assert run(policy=check_unless_it_peeks).decisions == 3 * HANDS
    assert run(policy=fold).decisions == 2 * HANDS


def test_progress_counts_up() -> None:
    seen: list[int] = []

    def watch(done: int) -> None:
        seen.append(done)
        if len(set(seen)) == 4:
            raise KeyboardInterrupt

    done = run(hands=MANY, chunk=16, threads=2, progress=watch)
    assert seen == sorted(seen)
    assert 0 <= seen[0] <= seen[-1] <= done.hands


@pytest.mark.parametrize("threads", [1, 2])
def test_an_interrupt_ends_the_work_with_what_is_done(threads: int) -> None:
    def interrupt(done: int) -> None:
        if done:
            raise KeyboardInterrupt

    done = run(hands=MANY, chunk=16, threads=threads, progress=interrupt)
    assert 0 < done.hands < MANY
    assert done.hands % 16 == 0
    assert sum(done.payoff_mean) == pytest.approx(0, abs=1e-9)


def test_an_interrupted_experiment_on_one_thread_is_its_beginning() -> None:
    def interrupt(done: int) -> None:
        if done:
            raise KeyboardInterrupt

    done = run(hands=MANY, chunk=16, progress=interrupt)
    assert result(run(hands=done.hands)) == result(done)


@pytest.mark.parametrize("stacks", [(), (5,), (5, 5, 5, 5, 5), (0, 5)])
def test_a_table_that_cannot_be_dealt_is_refused(stacks: tuple[int, ...]) -> None:
    with pytest.raises(BadSetup):
        run(stacks=stacks)


@pytest.mark.parametrize("hands", [0, 1])
def test_few_hands_are_fine(hands: int) -> None:
    done = run(hands=hands, threads=3)
    assert done.hands == hands
    assert done.payoff_stderr == (0, 0, 0)
