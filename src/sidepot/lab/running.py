"""Distributes chunks of bulk play to an executor, and collects their tallies."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, wait

from sidepot.errors import PoolFailed
from sidepot.lab.chunks import Outcome

_SPAN_SECONDS = 0.5
"""Seconds that chunks submitted together should take: a pool's own costs are milliseconds."""
_POLL_SECONDS = 0.05
"""Seconds between two calls of `poll`."""
_LAST_SECONDS = 10.0
"""Seconds to wait, after Ctrl-C, for chunks that are being played."""
_LOSSES = 5
"""Losses in a row, with no chunk played between them, after which a pool is given up."""
_UNKNOWN_WIDTH = 64
"""Workers that a pool is taken to have where it does not tell."""


def width_of(pool: Executor) -> int:
    """The number of workers that a pool reports."""
    said: int = getattr(pool, "width", 0) or getattr(pool, "_max_workers", 0)
    return said or _UNKNOWN_WIDTH


class Run:
    """Chunks in flight through a pool.

    `submit` has some consecutive chunks played; those that are lost with their worker are submitted
    again. `take` gets every chunk's number and tally, in any order, each once.
    """

    def __init__(
        self,
        submit: Callable[[range], Future[Outcome]],
        width: int,
        take: Callable[[int, bytes], None],
    ) -> None:
        self._submit = submit
        self._width = width
        self._take = take
        self._waiting: deque[range] = deque()
        self._under_way: dict[Future[Outcome], range] = {}
        self._chunk_seconds = _SPAN_SECONDS
        self._losses = 0
        self._began: float | None = None
        self.stopped = False
        """Whether Ctrl-C came: even if all is played by then, the caller must not begin more."""

    @property
    def seconds(self) -> float:
        """The time since the first chunk was begun: the start of workers is not counted."""
        return 0.0 if self._began is None else time.perf_counter() - self._began

    def play(self, chunks: Iterable[range], poll: Callable[[], None]) -> None:
        """Have all chunks played; Ctrl-C ends the work early and keeps what is done.

        Raises `PoolFailed` where the pool loses all that it gets, and what the loop raises.
        """
        self._waiting.extend(chunks)
        try:
            while self._waiting or self._under_way:
                self._fill()
                for future in wait(self._under_way, _POLL_SECONDS, FIRST_COMPLETED).done:
                    self._collect(future)
                poll()
        except KeyboardInterrupt:
            self.stopped = True
            self._stop()
        except BaseException:
            self._cancel()
            raise

    def _fill(self) -> None:
        """Submit chunks until every worker has some in hand and some to come."""
        while self._waiting and len(self._under_way) < 2 * self._width:
            span = self._waiting.popleft()
            size = self._span_size(len(span) + sum(map(len, self._waiting)))
            if size < len(span):
                self._waiting.appendleft(span[size:])
            try:
                self._under_way[self._submit(span[:size])] = span[:size]
            except RuntimeError as error:  # a broken pool takes no more
                self._lose(span[:size], error)
                return

    def _span_size(self, left: int) -> int:
        """Chunks to submit together: some time's worth, fewer towards the end."""
        return max(1, min(int(_SPAN_SECONDS / self._chunk_seconds), left // (2 * self._width)))

    def _collect(self, future: Future[Outcome]) -> None:
        span = self._under_way.pop(future)
        try:
            outcome = future.result()
        except (Exception, CancelledError) as error:
            self._lose(span, error)
            return
        if outcome.error is not None:
            raise outcome.error
        self._losses = 0
        if self._began is None:
            self._began = time.perf_counter() - outcome.seconds
        self._chunk_seconds = max(outcome.seconds / len(span), 1e-6)
        for chunk, tally in zip(span, outcome.tallies, strict=True):
            self._take(chunk, tally)

    def _lose(self, span: range, error: BaseException) -> None:
        """Put lost chunks back, or give the pool up."""
        self._waiting.appendleft(span)
        self._losses += 1
        if self._losses > _LOSSES:
            reason = f"{type(error).__name__}: {error}"
            raise PoolFailed("lab.pool_failed", times=self._losses, reason=reason) from error

    def _stop(self) -> None:
        """Cancel pending chunks, and collect those that finish within a short time."""
        self._cancel()
        self._waiting.clear()
        begun = [future for future in self._under_way if not future.cancelled()]
        for future in wait(begun, _LAST_SECONDS).done:
            self._collect(future)

    def _cancel(self) -> None:
        for future in self._under_way:
            future.cancel()


def gaps(chunks: range, known: Iterable[int]) -> Iterator[range]:
    """The parts of some chunks between those that are known: there may be millions."""
    start = chunks.start
    for chunk in sorted(known):
        if chunk in chunks:
            if start < chunk:
                yield range(start, chunk)
            start = chunk + 1
    if start < chunks.stop:
        yield range(start, chunks.stop)
