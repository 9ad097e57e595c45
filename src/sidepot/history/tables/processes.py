"""Work in shares, by several processes: the results come in the order of the shares."""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import TypeVar

from sidepot import words
from sidepot.errors import EngineError

S = TypeVar("S")
R = TypeVar("R")
_WAITING = 3
"""Shares that wait for each process."""


def in_order(
    work: Callable[[S], R], shares: Iterable[S], processes: int, game_files: Sequence[Path] = ()
) -> Generator[R]:
    """The result of the work for each share, in order; by one process here, or by several others.

    `work` and the shares can be pickled. The games of `game_files` are registered in the others,
    which speak the language of this one. Raises `EngineError` where a process ends.
    """
    if processes == 1:
        yield from map(work, shares)
        return
    context = multiprocessing.get_context("spawn")
    given = (words.spoken().name, list(game_files))
    pool = ProcessPoolExecutor(processes, context, _begin, given)
    pending: deque[Future[R]] = deque()
    try:
        for share in shares:
            pending.append(pool.submit(work, share))
            if len(pending) >= _WAITING * processes:
                yield pending.popleft().result()
        while pending:
            yield pending.popleft().result()
    except BrokenProcessPool as error:
        raise EngineError("error.table_process") from error
    finally:
        pool.shutdown(cancel_futures=True)


def _begin(language: str, game_files: Sequence[Path]) -> None:
    """Begin a process: Ctrl-C is its parent's to answer."""
    from sidepot import games

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    words.speak(language)
    for file in game_files:
        games.add_file(file)
