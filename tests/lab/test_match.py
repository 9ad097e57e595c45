"""Matches: the same cards for all, whoever sits where."""

import json
from dataclasses import asdict
from typing import Any

import pytest

from sidepot.bots import Policy
from sidepot.errors import BadSetup
from sidepot.kernel import Random, Records, compiled
from sidepot.lab.match import Match, match
from sidepot.odds.sampling import at_random
from sidepot.rules.actions import CHECK, Menu, encode
from tests.children import python
from tests.lab.outcomes import without_run
from tests.lab.test_simulate import check_unless_it_peeks, fold
from tests.laws.little import LITTLE

DEALS = 100
MANY = 10**9
"""More than anybody waits for."""

CHILD = f"""
import dataclasses, json
from tests.lab.test_match import run
print(json.dumps(dataclasses.asdict(run(deals={DEALS}))))
"""


@compiled
def check(views: Records, menu: Menu, rng: Random) -> int:
    """Check."""
    return encode(CHECK, 0)


def run(*policies: Policy, **changes: Any) -> Match:
    """A match of Little, with something changed."""
    policies = policies or (check, at_random, fold)
    return match(LITTLE, policies, **{"deals": DEALS, "seed": 3, **changes})


def result(found: Match) -> dict[str, Any]:
    """All but how it was played, as JSON knows it."""
    return without_run(json.loads(json.dumps(asdict(found))))


@pytest.mark.parametrize(("threads", "chunk"), [(1, 1), (2, 7), (3, 4096)])
def test_threads_and_chunks_change_nothing(threads: int, chunk: int) -> None:
    assert result(run(threads=threads, chunk=chunk)) == result(run())


@pytest.mark.compiled
def test_the_plain_form_plays_the_same_deals() -> None:
    plain = json.loads(python("-c", CHILD, NUMBA_DISABLE_JIT="1"))
    assert without_run(plain) == result(run())


def test_equal_policies_win_exactly_nothing() -> None:
    """Each has every seat with the same cards and the same chance."""
    done = run(at_random, at_random, at_random)
    assert done.mean == done.stderr == (0, 0, 0)
    assert done.hands == 3 * DEALS


def test_the_bad_policy_loses_and_one_that_folds_loses_its_ante() -> None:
    """A chip a hand, never more: who always folds wins nothing back, so their error is nothing."""
    done = run(check, check, fold)
    assert done.mean[2] == -1 and done.stderr[2] == 0
    assert min(done.mean[:2]) > 0


def test_the_order_of_the_players_does_not_matter_for_two() -> None:
    one, other = run(check, at_random), run(at_random, check)
    assert one.mean == other.mean[::-1]
    assert one.stderr == other.stderr[::-1]


def test_chips_are_won_from_somebody() -> None:
    done = run()
    assert sum(done.mean) == pytest.approx(0, abs=1e-9)
    assert done.mean[0] > 4 * done.stderr[0] > 0


def test_a_seat_sees_what_it_may_know() -> None:
    done = run(check_unless_it_peeks, check)
    assert done.mean == (0, 0)


def test_the_error_is_that_of_many_experiments() -> None:
    runs = [run(seed=i, deals=40) for i in range(40)]
    means = [found.mean[0] for found in runs]
    center = sum(means) / len(means)
    spread = (sum((mean - center) ** 2 for mean in means) / (len(means) - 1)) ** 0.5
    stated = sum(found.stderr[0] for found in runs) / len(runs)
    assert spread == pytest.approx(stated, rel=0.3)


def test_another_experiment_plays_other_deals() -> None:
    assert run(seed=4).signature != run().signature


def test_stacks_are_those_asked_for() -> None:
    short, deep = run(at_random, check, stack=1), run(at_random, check, stack=50)
    assert abs(short.mean[0]) < 1 < abs(deep.mean[0])
    with pytest.raises(BadSetup):
        run(stack=0)


@pytest.mark.parametrize("players", [0, 1, 5])
def test_a_table_that_cannot_be_dealt_is_refused(players: int) -> None:
    with pytest.raises(BadSetup):
        match(LITTLE, [check] * players, deals=1)


def test_an_interrupt_ends_the_match_with_what_is_done() -> None:
    def interrupt(done: int) -> None:
        if done:
            raise KeyboardInterrupt

    done = run(deals=MANY, progress=interrupt)
    assert 0 < done.deals < MANY
    assert result(run(deals=done.deals)) == result(done)


def test_no_deal_is_fine() -> None:
    assert run(deals=0).stderr == (0, 0, 0)
