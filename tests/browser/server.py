"""A card room that runs in a thread, so that a test may wait for a browser meanwhile."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

from sidepot.room.table import commitment
from sidepot.room.table.clock import SECOND
from sidepot.room.web.serving import Serving
from tests.room.web.server import LIMIT, open_server


class BrowserServer:
    """A running server: its address and its event loop."""

    def __init__(self, serving: Serving, loop: asyncio.AbstractEventLoop) -> None:
        self.base, self.serving, self.loop = serving.local, serving, loop
        self.end: Callable[[], None] = lambda: None

    def stop(self) -> None:
        """Close the room, as if its operator had quit."""
        self.end()

    def do(self, work: Any) -> Any:
        """Wait for something that is done in the room's own thread."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(LIMIT)


@contextmanager
def serving_in_thread(folder: Path, **plan: Any) -> Iterator[BrowserServer]:
    """The room, from its first guest to its end.

    It waits long for the seeds of pages: a busy machine shows them late, and no deal is uncut then.
    """
    opened: list[BrowserServer] = []
    is_open, is_over = threading.Event(), asyncio.Event()

    async def run() -> None:
        async with open_server(folder, **plan) as serving:
            opened.append(BrowserServer(serving, asyncio.get_running_loop()))
            is_open.set()
            await is_over.wait()

    def end() -> None:
        if opened and thread.is_alive():
            opened[0].loop.call_soon_threadsafe(is_over.set)
        thread.join(LIMIT)

    thread = threading.Thread(target=lambda: asyncio.run(run()), name="server")
    thread.start()
    try:
        assert is_open.wait(LIMIT)
        opened[0].end = end
        with mock.patch.object(commitment, "SILENCE", int(LIMIT) * SECOND):
            yield opened[0]
    finally:
        end()
