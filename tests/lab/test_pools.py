"""The same bits by threads, processes and clusters, with workers killed, and after a stop."""

import functools
import os
import signal
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from sidepot import bots, games
from sidepot.designer.new import new_game
from sidepot.engine.sent import Sent
from sidepot.errors import BadRecord, BadSetup, NotSaved, OtherRules, PoolFailed, UnknownBot
from sidepot.lab import pools, running, tasks
from sidepot.lab.chunks import Outcome, Sum
from sidepot.lab.edges import game_edge
from sidepot.lab.expert_chooser import SolvedPolicy
from sidepot.lab.match import match
from sidepot.lab.pools import Processes, cluster
from sidepot.lab.simulate import simulate
from sidepot.lab.statistics import collect_statistics
from tests.children import python
from tests.lab.outcomes import without_run
from tests.lab.test_simulate import fold
from tests.laws.little import LITTLE

RICH = (98_765_431, 87_654_323, 76_543_211)
"""Stacks whose squares add up to more than a float holds exactly: the order of a sum shows."""
HANDS, CHUNK = 500, 16
CHUNKS = -(-HANDS // CHUNK)
LONG = {"hands": 4 * HANDS}
"""Work in which a worker is killed: chunks are submitted one by one, and most are still to come."""


def run(**changes: Any) -> dict[str, Any]:
    """A simulation of Little, as a dictionary without what says how it was played."""
    task = {"stacks": RICH, "hands": HANDS, "seed": 3, "chunk": CHUNK}
    return without_run(asdict(simulate(LITTLE, **{**task, **changes})))


@pytest.fixture(scope="module", name="processes")
def _processes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Processes]:
    with Processes(2) as pool:
        folder = tmp_path_factory.mktemp("workers")
        for worker in [pool.submit(_meet, folder, pool.width) for _ in range(pool.width)]:
            worker.result()
        yield pool


def _meet(folder: Path, workers: int) -> None:
    """Wait until so many workers are here: they begin with the module, and not in a test."""
    (folder / str(os.getpid())).touch()
    while len([*folder.iterdir()]) < workers:
        time.sleep(0.01)


@pytest.fixture(scope="module")
def distributed() -> Any:
    """Dask, with the thread that it starts for good, in this process, when there is work."""
    found = pytest.importorskip("distributed", reason="pip install '.[cluster]' for Dask")
    found.utils._offload_executor.submit(int).result()
    return found


@contextmanager
def dask(distributed: Any, workers: int, threads: int) -> Iterator[tuple[Executor, Any]]:
    """A cluster that somebody else has made, and its owner's handle of it."""
    with (
        distributed.LocalCluster(
            n_workers=workers,
            threads_per_worker=threads,
            dashboard_address=None,
            worker_dashboard_address=None,
            silence_logs=50,
        ) as made,
        cluster(made.scheduler_address) as pool,
    ):
        yield pool, made


@pytest.mark.compiled  # only machine code runs on several threads at once
@pytest.mark.parametrize("threads", [2, 7])
def test_threads_change_no_bit(threads: int) -> None:
    assert run(threads=threads, hands=4 * HANDS) == run(hands=4 * HANDS)


def test_processes_change_no_bit(processes: Processes) -> None:
    assert run(pool=processes) == run()


@pytest.mark.soak("processes change no bit every time")
def test_a_cluster_changes_no_bit(distributed: Any) -> None:
    with dask(distributed, 1, 2) as (pool, _):
        assert run(pool=pool) == run()


def test_any_executor_will_do() -> None:
    with ThreadPoolExecutor(3) as pool:
        assert run(pool=pool) == run()


def test_a_sum_in_another_order_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Broken: tallies are added as they come."""

    def add(self: Sum, chunk: int, tally: bytes) -> None:
        self._put(tally)

    class Backwards(ThreadPoolExecutor):
        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
            chunks = args[-1]
            there = range(CHUNKS - chunks.stop, CHUNKS - chunks.start)
            return super().submit(functools.partial(fn, *args[:-1], there))

    def reversed_chunks() -> dict[str, Any]:
        with Backwards(1) as pool:
            return run(pool=pool, hands=CHUNKS * CHUNK)

    whole = run(hands=CHUNKS * CHUNK)
    monkeypatch.setattr(Sum, "add", add)
    assert reversed_chunks() != whole


def killing(pid: Callable[[], int], lost: list[range]) -> Callable[[int], None]:
    """A `progress` that kills a process after some hands, and others until a chunk is lost."""
    killed: set[int] = set()

    def progress(done: int) -> None:
        if done >= 2 * CHUNK and not lost and (found := pid()) not in killed:
            killed.add(found)
            os.kill(found, signal.SIGKILL)

    return progress


@pytest.mark.soak("processes change no bit every time")
def test_a_killed_process_costs_its_chunks_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "_SPAN_SECONDS", 1e-9)
    with Processes(2) as pool:
        lost = _losses(monkeypatch)
        kill = killing(lambda: next(iter(pool._pool._processes)), lost)
        assert run(pool=pool, progress=kill, **LONG) == run(**LONG)
        assert lost


def _losses(monkeypatch: pytest.MonkeyPatch) -> list[range]:
    """The chunks that are lost from now on."""
    lost: list[range] = []
    lose = running.Run._lose

    def watch(self: running.Run, span: range, error: BaseException) -> None:
        lost.append(span)
        lose(self, span, error)

    monkeypatch.setattr(running.Run, "_lose", watch)
    return lost


@pytest.mark.soak
def test_a_killed_worker_of_a_cluster_costs_its_chunks_only(
    distributed: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The cluster itself plays again what its worker had."""
    monkeypatch.setattr(running, "_SPAN_SECONDS", 1e-9)
    with dask(distributed, 2, 2) as (pool, made):
        killed: list[int] = []

        def kill(done: int) -> None:
            if done >= 2 * CHUNK and not killed:
                killed.append(next(iter(made.workers.values())).process.pid)
                os.kill(killed[0], signal.SIGKILL)

        assert run(pool=pool, progress=kill, **LONG) == run(**LONG)
        assert killed


class Loses(ThreadPoolExecutor):
    """A pool that loses what it gets, every time or now and then."""

    def __init__(self, every: int) -> None:
        super().__init__(1)
        self._every = every
        self._submitted = 0

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        self._submitted += 1
        if self._submitted % self._every:
            return super().submit(fn, *args, **kwargs)
        lost: Future[Any] = Future()
        lost.set_exception(BrokenExecutor("gone"))
        return lost


def test_chunks_lost_now_and_then_are_played_again() -> None:
    with Loses(every=2) as pool:
        assert run(pool=pool) == run()


def test_a_pool_that_loses_everything_is_given_up() -> None:
    with Loses(every=1) as pool, pytest.raises(PoolFailed, match="gone"):
        run(pool=pool)


class Counts(ThreadPoolExecutor):
    """A pool that counts the chunks it gets."""

    def __init__(self) -> None:
        super().__init__(2)
        self.chunks: list[int] = []

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.chunks += args[-1]
        return super().submit(fn, *args, **kwargs)


def interrupted(done: int) -> None:
    """Ctrl-C as soon as something is done."""
    if done:
        raise KeyboardInterrupt


def test_stopped_work_resumes_and_no_chunk_is_played_twice(tmp_path: Path) -> None:
    record = tmp_path / "hands.jsonl"
    assert run(record=record, progress=interrupted, threads=2)["hands"] < HANDS
    had = len(record.read_bytes().splitlines()) - 1
    assert had
    with Counts() as pool:
        assert run(record=record, pool=pool) == run()
        assert len(pool.chunks) == len(set(pool.chunks)) == CHUNKS - had
    with Counts() as pool:
        assert run(record=record, pool=pool) == run()
        assert not pool.chunks


def test_rates_after_a_resume_are_those_of_the_run(tmp_path: Path) -> None:
    task: dict[str, Any] = {"stacks": RICH, "hands": HANDS, "seed": 3, "chunk": CHUNK}
    task["record"] = tmp_path / "hands.jsonl"
    first = simulate(LITTLE, **task, progress=interrupted)
    assert first.stopped and first.played == first.hands < HANDS
    second = simulate(LITTLE, **task)
    assert not second.stopped and second.hands == HANDS
    assert second.played == HANDS - first.played
    assert second.decided == second.decisions - first.decisions
    assert second.hands_per_second == second.played / second.seconds
    third = simulate(LITTLE, **task)
    assert (third.hands, third.played, third.seconds, third.hands_per_second) == (HANDS, 0, 0, 0)


def test_the_start_of_workers_is_not_counted() -> None:
    """The clock begins with the first chunk, which says how long it took."""

    def submit(chunks: range) -> Future[Outcome]:
        done = Future[Outcome]()
        done.set_result(Outcome([b""] * len(chunks), 1_000.0))
        return done

    run = running.Run(submit, 1, lambda chunk, tally: None)
    assert run.seconds == 0
    run.play([range(1)], lambda: None)
    assert 1_000 <= run.seconds < 2_000


def test_ctrl_c_after_the_last_chunk_is_told() -> None:
    """Work of several parts must not go on with the next one."""

    def submit(chunks: range) -> Future[Outcome]:
        done = Future[Outcome]()
        done.set_result(Outcome([b""] * len(chunks), 1.0))
        return done

    taken: list[int] = []
    run = running.Run(submit, 1, lambda chunk, tally: taken.append(chunk))
    run.play([range(1)], lambda: interrupted(len(taken)))
    assert run.stopped and taken == [0]


@pytest.mark.parametrize("known", [(), (0,), (9,), (3, 4), (0, 2, 5, 9), range(10), (12, 5)])
def test_the_chunks_left_of_a_record_are_given_in_ranges(known: Iterable[int]) -> None:
    found = list(running.gaps(range(10), known))
    assert [chunk for gap in found for chunk in gap] == [n for n in range(10) if n not in known]
    assert all(found)


def test_the_ranges_left_of_much_work_are_found_at_once() -> None:
    far = 10**15
    assert list(running.gaps(range(far), (7,))) == [range(7), range(8, far)]


def test_more_hands_than_a_record_has_are_played_on(tmp_path: Path) -> None:
    record = tmp_path / "hands.jsonl"
    run(record=record)
    with Counts() as pool:
        assert run(record=record, pool=pool, hands=2 * HANDS) == run(hands=2 * HANDS)
        assert min(pool.chunks) == HANDS // CHUNK  # the first that was cut short


def test_a_line_that_was_cut_off_is_played_again(tmp_path: Path) -> None:
    record = tmp_path / "hands.jsonl"
    run(record=record)
    record.write_bytes(record.read_bytes()[:-20])
    assert run(record=record) == run()
    assert len(record.read_bytes().splitlines()) == CHUNKS + 1


@pytest.mark.parametrize(
    "changes", [{"seed": 4}, {"stacks": (5, 5)}, {"chunk": 32}, {"policy": "random"}]
)
def test_a_record_of_other_work_is_refused_and_left_as_it_is(
    tmp_path: Path, changes: dict[str, Any]
) -> None:
    record = tmp_path / "hands.jsonl"
    run(record=record)
    before = record.read_bytes()
    if "policy" in changes:
        changes = {"policy": bots.policy_of(LITTLE, changes["policy"])}
    with pytest.raises(BadRecord, match="other work"):
        run(record=record, **changes)
    assert record.read_bytes() == before


@pytest.mark.parametrize("text", ["What is this?", "{}\n", "[1]\n", '{"sidepot": 2, "work": {}}\n'])
def test_another_file_is_no_record_and_left_as_it_is(tmp_path: Path, text: str) -> None:
    record = tmp_path / "letter.txt"
    record.write_text(text)
    with pytest.raises(BadRecord):
        run(record=record)
    assert record.read_text() == text


def test_a_record_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NotSaved):
        run(record=tmp_path)


def test_a_worker_with_other_rules_is_refused_with_both_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An old checkout: there the same names stand for other code."""
    here = tasks.Task.rules_here
    rules = iter(["123456789abc (Python 3.11.2)"])
    monkeypatch.setattr(
        tasks.Task,
        "rules_here",
        property(lambda task: next(rules, here.fget(task))),  # type: ignore[attr-defined]
    )
    with ThreadPoolExecutor(1) as pool, pytest.raises(OtherRules) as refused:
        run(pool=pool, seed=11)
    assert "123456789abc" in str(refused.value) and "little" in str(refused.value)


def test_a_game_file_travels_as_text(tmp_path: Path, processes: Processes) -> None:
    """Its file is gone on the workers, and an edited one is another game."""
    file = new_game("parlour", tmp_path)
    game = games.find(str(file))
    task: dict[str, Any] = {"stacks": [50, 50], "hands": 200, "chunk": 50}
    whole = simulate(game, **task)
    file.write_text("raise SystemExit('nobody may read this')")
    assert simulate(game, pool=processes, **task).signature == whole.signature
    sent = Sent.of(game)
    assert sent.text is not None
    edited = Sent(sent.module, sent.name, {}, sent.text + "\n# another\n")
    assert edited.game.verbs.begin is not sent.game.verbs.begin


def test_a_policy_without_a_name_stays_here(processes: Processes) -> None:
    with pytest.raises(UnknownBot, match="without a name"):
        run(pool=processes, policy=fold)


def test_a_solved_game_stays_here(processes: Processes) -> None:
    solved = SolvedPolicy(None, fold)  # type: ignore[arg-type]
    with pytest.raises(BadSetup, match="solved"):
        match(LITTLE, [fold, fold], deals=2, known=solved, pool=processes)


def test_an_error_of_the_loop_is_raised_at_once() -> None:
    with Counts() as pool, pytest.raises(BadSetup):
        run(pool=pool, stacks=(0, 5))
    assert not pool.chunks


@pytest.mark.soak("simulations take pools every time")
def test_matches_edges_and_statistics_take_pools_too(processes: Processes) -> None:
    ricochet, casino = games.find("ricochet-2"), games.find("ricochet-casino")
    policies = [bots.policy_of(ricochet, name) for name in ("regular", "random", "regular")]

    def results(pool: Executor | None) -> list[Any]:
        played = match(ricochet, policies, deals=4, seed=3, pool=pool)
        seen = collect_statistics(
            ricochet, players=3, hands=20, policy=policies[0], seed=3, pool=pool
        )
        return [
            (played.signature, played.mean, played.stderr, played.hands),
            (seen.asked, seen.pots, seen.simulation.payoff_stderr, seen.simulation.signature),
            game_edge(casino, 1, deals=2, seed=7, pool=pool),
        ]

    assert results(processes) == results(None)


NO_ANSWER = """
from sidepot.errors import PoolFailed
from sidepot.lab import pools
pools._CONNECT_SECONDS = 0.5
try:
    with pools.cluster("tcp://127.0.0.1:9"):
        pass
except PoolFailed as failed:
    print(failed)
"""


def test_a_cluster_without_workers_is_named(
    distributed: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pools, "_CONNECT_SECONDS", 1)
    with (
        distributed.LocalCluster(n_workers=0, dashboard_address=None) as made,
        pytest.raises(PoolFailed, match="has no workers after 1 seconds; start some"),
        pools.cluster(made.scheduler_address),
    ):
        raise AssertionError("the cluster is not to be used")


@pytest.mark.usefixtures("distributed")
def test_a_cluster_that_does_not_answer_is_named() -> None:
    """In a process of its own: a client of Dask that has failed leaves a thread."""
    assert "127.0.0.1:9" in python("-c", NO_ANSWER)


@pytest.mark.usefixtures("distributed")
@pytest.mark.parametrize("address", ["local:", "local:0", "local:two"])
def test_local_workers_need_a_number(address: str) -> None:
    with pytest.raises(PoolFailed, match="local:4"), cluster(address):
        pass


def test_errors_travel_between_processes(processes: Processes) -> None:
    error = processes.submit(_refuse).exception()
    assert isinstance(error, BadSetup)
    assert str(error) == str(BadSetup("error.seed", seed="-1", highest=3))


def _refuse() -> None:
    raise BadSetup("error.seed", seed="-1", highest=3)
