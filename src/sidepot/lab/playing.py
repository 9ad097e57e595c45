"""Plays a loop's chunks on threads, or a task's on any executor, with an optional recording."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sidepot import kernel
from sidepot.kernel import Records
from sidepot.lab.chunks import Cut, Loop, Outcome, Sum
from sidepot.lab.recording import Recording
from sidepot.lab.running import Run, gaps, width_of
from sidepot.lab.tasks import Task, play_chunks


@dataclass(frozen=True)
class By:
    """The means of bulk play: threads, executor, recording; they never affect its result.

    `threads`, of this process, or `pool`, any executor: of threads, of processes, of a cluster
    (`lab.pools`). With `record`, a file, interrupted work resumes there.
    """

    threads: int = 1
    pool: Executor | None = None
    record: Path | None = None


@dataclass(frozen=True)
class Played:
    """The sum of all tallies, and the samples, decisions and seconds of this run alone.

    `stopped`: Ctrl-C came.
    """

    tally: Records
    samples: int
    decisions: int
    seconds: float
    stopped: bool


def rate(n: int, seconds: float) -> float:
    """The rate a second; 0 if nothing was to be done."""
    return n / seconds if seconds > 0 else 0.0


def play(loops: str, loop: Loop, cut: Cut, by: By, progress: Callable[[int], None]) -> Played:
    """The sum of the tallies of numbers 0 to `cut.last` - 1, in the order of their chunks.

    `loops` is the module that makes the loop. `progress` is called now and then with how many
    numbers are done; Ctrl-C ends the work early and keeps what is done. Raises `BadSetup`, with a
    pool or a record `UnknownBot` for policies without a name, `PoolFailed`, `OtherRules`,
    `BadRecord` and `NotSaved`.
    """
    loop.check()
    task = Task.of(loops, loop) if by.pool or by.record else None
    sum_, work = _Collected(loop.blank, cut), task.identity if task else "{}"
    size = len(kernel.raw(loop.blank))
    with Recording(by.record, work, cut, size) as record, _pool(by) as pool:
        before = Sum(loop.blank)
        for chunk, tally in record.known.items():
            sum_.take(chunk, tally)
            before.add(chunk, tally)

        if by.pool is None:
            loop.compile()

        def submit(chunks: range) -> Future[Outcome]:
            if by.pool and task:
                return pool.submit(play_chunks, task, cut, chunks)
            return pool.submit(loop.play_chunks, cut, chunks)

        def take(chunk: int, tally: bytes) -> None:
            record.add(chunk, tally)
            sum_.take(chunk, tally)

        todo = gaps(cut.chunks, record.known)
        run = Run(submit, width_of(pool), take)
        run.play(todo, lambda: progress(sum_.done))
        seconds = run.seconds
    done, known = sum_.close(), kernel.fields(before.close())
    new = kernel.fields(done)
    samples, decisions = new.samples - known.samples, new.decisions - known.decisions
    return Played(done, samples, decisions, seconds, run.stopped)


class _Collected(Sum):
    """A sum that counts the numbers in it."""

    def __init__(self, blank: Records, cut: Cut) -> None:
        super().__init__(blank)
        self._cut = cut
        self.done = 0

    def take(self, chunk: int, tally: bytes) -> None:
        """Add a chunk's tally and count its numbers."""
        self.add(chunk, tally)
        self.done += len(self._cut.numbers(chunk))


@contextmanager
def _pool(by: By) -> Iterator[Executor]:
    """The executor to use: one of our own is closed at the end."""
    if by.pool is not None:
        yield by.pool
        return
    with ThreadPoolExecutor(by.threads) as own:
        yield own
