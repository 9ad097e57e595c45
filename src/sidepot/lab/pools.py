"""Executors for bulk play: processes that outlive one another's crashes, and Dask clusters."""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from typing import Any

from sidepot.errors import PoolFailed

_LOCAL = "local:"
"""Begins an address that stands for workers on this machine; their number follows."""
_CONNECT_SECONDS = 10


class Processes(Executor):
    """Worker processes. Whenever one of them dies, the whole pool is replaced.

    What they had in hand ends with `BrokenExecutor`, and can be submitted again.
    """

    def __init__(self, width: int) -> None:
        self.width = width
        self._pool = self._new_pool()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """See `Executor`."""
        try:
            return self._pool.submit(fn, *args, **kwargs)
        except BrokenExecutor:
            self._pool.shutdown(wait=False)
            self._pool = self._new_pool()
            return self._pool.submit(fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """See `Executor`."""
        self._pool.shutdown(wait, cancel_futures=cancel_futures)

    def _new_pool(self) -> ProcessPoolExecutor:
        spawning = multiprocessing.get_context("spawn")  # our threads do not survive a fork
        return ProcessPoolExecutor(self.width, spawning, initializer=_leave_ctrl_c)


def _leave_ctrl_c() -> None:
    """Leave Ctrl-C, which a terminal sends to every process, to the one that collects."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """The executor of the Dask cluster at an address, or of `local:N` workers made for the block.

    Needs the extra `cluster`: raises `ModuleNotFoundError` without it. Raises `PoolFailed` where
    nobody answers.
    """
    import distributed

    with ExitStack() as closing:
        if address.startswith(_LOCAL):
            with _ctrl_c_ignored():
                made = distributed.LocalCluster(
                    n_workers=_count(address),
                    threads_per_worker=1,
                    dashboard_address=None,
                    worker_dashboard_address=None,
                    silence_logs=logging.CRITICAL,
                )
            found: Any = closing.enter_context(made)
        else:
            found = address
        try:
            client = closing.enter_context(distributed.Client(found, timeout=_CONNECT_SECONDS))
        except (OSError, ValueError, TypeError) as error:
            raise PoolFailed("lab.no_cluster", address=address, reason=str(error)) from error
        try:
            client.wait_for_workers(1, timeout=_CONNECT_SECONDS)
        except TimeoutError as error:
            values = {"address": address, "seconds": _CONNECT_SECONDS}
            raise PoolFailed("lab.no_workers", **values) from error
        yield closing.enter_context(_Dask(client))


@contextmanager
def _ctrl_c_ignored() -> Iterator[None]:
    """Ignore Ctrl-C in the block, and in processes started there for good: see `_leave_ctrl_c`."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _count(address: str) -> int:
    """N of `local:N`. Raises `PoolFailed`."""
    with contextlib.suppress(ValueError):
        n = int(address.removeprefix(_LOCAL))
        if n > 0:
            return n
    raise PoolFailed("lab.local_workers", address=address)


class _Dask(Executor):
    """A client's executor that knows its width, and runs equal calls anew (`pure=False`)."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._executor = client.get_executor(pure=False)

    @property
    def width(self) -> int:
        """The threads of all workers now; they come and go."""
        cores: Mapping[str, int] = self._client.ncores()
        return max(1, sum(cores.values()))

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """See `Executor`."""
        future: Future[Any] = self._executor.submit(fn, *args, **kwargs)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """See `Executor`."""
        self._executor.shutdown(wait)
