"""Training in other processes learns the same as on threads, whatever becomes of a worker."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from dataclasses import replace
from typing import Any

import pytest

from sidepot import games
from sidepot.bots.trained.abstraction import Abstraction, abstraction_of
from sidepot.cli import main
from sidepot.errors import BadSetup, OtherRules, PoolFailed
from sidepot.lab.learn import workers
from sidepot.lab.learn.training import Pace, Training
from sidepot.lab.pools import Processes, cluster
from tests.cases import often
from tests.lab.learn.games.kuhn import KUHN

SHOWDOWN = games.find("high-noon-showdown")
"""Of its training a worker returns regrets by the tree of bets (`on_tree`); Kuhn poker is learned
in a moment, also in plain Python."""


@pytest.fixture(scope="module", name="processes")
def _processes() -> Iterator[Processes]:
    with Processes(2) as pool:
        list(pool.map(abs, range(2)))  # both are there before the first test that shares them
        yield pool


@pytest.fixture(scope="module", name="dask")
def _dask() -> None:
    """Dask, with the thread that it keeps to the end of the process."""
    found = pytest.importorskip("distributed", reason="pip install '.[cluster]' for Dask")
    asyncio.run(found.utils.offload(int))


@pytest.fixture(scope="module")
def expected() -> tuple[Any, ...]:
    """All that threads learn over records."""
    return learned(on_records())


def on_tree() -> Training:
    """A training where bets and cards go apart."""
    abstraction = replace(abstraction_of(SHOWDOWN), buckets=4)
    return Training(
        SHOWDOWN, 2, lanes=3, abstraction=abstraction, pace=Pace(100, 2, 12), most_deals=500
    )


def on_records() -> Training:
    """A training over the records of hands."""
    return Training(KUHN, is_exact=True, is_sampled=True, lanes=3, pace=Pace(20, 1, 0))


def in_buckets() -> Training:
    """The same with hands sorted into buckets by their equity."""
    return Training(KUHN, lanes=3, pace=Pace(20, 2, 8))


def learned(begun: Training, pool: Executor | None = None, rounds: int = 3) -> tuple[Any, ...]:
    """All that was learned and counted."""
    begun.run(rounds=rounds, pool=pool)
    situations, slots = begun.situations
    return begun.standing, situations.tolist(), slots.tolist()


@pytest.mark.parametrize("begin", often([on_records, in_buckets, on_tree], always=[on_records]))
def test_processes_learn_the_same_as_threads(
    begin: Callable[[], Training], processes: Processes
) -> None:
    here = begin()
    expected = learned(here)
    assert learned(begin(), processes) == expected
    gone_on = begin()
    gone_on.run(rounds=1)
    assert learned(gone_on, processes, rounds=2) == expected


@pytest.mark.soak("processes learn the same every time")
@pytest.mark.usefixtures("dask")
def test_a_cluster_learns_the_same_as_threads(expected: tuple[Any, ...]) -> None:
    with cluster("local:1") as pool:
        assert learned(on_records(), pool) == expected


class Losing(Executor):
    """A pool that loses some of what it gets, as one does whose workers are killed."""

    def __init__(self, pool: Executor, lost: set[int]) -> None:
        self.pool, self.lost, self.asked = pool, lost, 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.asked += 1
        if self.asked in self.lost:
            return self.pool.submit(os.kill, os.getpid(), signal.SIGTERM + 10_000)
        return self.pool.submit(fn, *args, **kwargs)


def test_work_lost_by_a_worker_is_done_again(
    processes: Processes, expected: tuple[Any, ...]
) -> None:
    losing = Losing(processes, {2, 5, 6})
    assert learned(on_records(), losing) == expected
    assert losing.asked == 9 + 3


@pytest.mark.soak
def test_a_worker_that_is_killed_costs_nothing(expected: tuple[Any, ...]) -> None:
    """In soak: a pool of Python 3.11 may wait for ever to write to a worker that is gone."""
    with Processes(1) as pool:
        begun = on_records()
        begun.run(rounds=1, pool=pool)
        for number in list(pool._pool._processes or ()):
            os.kill(number, signal.SIGKILL)
        assert learned(begun, pool, rounds=2) == expected


def test_a_pool_that_loses_everything_is_given_up(processes: Processes) -> None:
    with pytest.raises(PoolFailed, match="5 times in a row"):
        on_records().run(rounds=1, pool=Losing(processes, {*range(100)}))


def test_a_worker_with_other_rules_is_refused(
    processes: Processes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "_shown", lambda loop: "other rules")
    with pytest.raises(OtherRules, match="other rules"):
        on_records().run(rounds=1, pool=processes)


def test_rules_of_ones_own_do_not_travel(processes: Processes) -> None:
    begun = Training(KUHN, abstraction=Abstraction(play_on=abstraction_of(SHOWDOWN).play_on))
    with pytest.raises(BadSetup, match="train on threads, without a pool"):
        begun.run(rounds=1, pool=processes)


@pytest.mark.soak
@pytest.mark.usefixtures("dask")
def test_the_command_trains_on_a_cluster(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    said = list[str]()
    for where in (["--cluster", "local:2"], ["--threads", "2"]):
        file = str(tmp_path / f"{len(said)}.sidepot")
        command = ["train", "kuhn", "--exact", "--rounds", "3", "-o", file, "--json", *where]
        assert main(command) == 0
        said.append(capsys.readouterr().out.replace(file, ""))
    assert said[0] == said[1]
