"""SIGHUP: a room looks at its folder of games again."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sidepot.room.service import Room


def look_on_hangup(room: Room) -> None:
    """Look at the folder at each SIGHUP; call it where the room's loop runs. Not on Windows.

    The same signal says that a terminal was closed: then the room ends, as without a folder.
    """
    if sys.platform == "win32":
        return
    loop, tasks, has_terminal = asyncio.get_running_loop(), set[asyncio.Task[None]](), _has_one()

    def again() -> None:
        if has_terminal and not _has_one():
            os.kill(os.getpid(), signal.SIGTERM)
            return
        task = loop.create_task(room.look_at_games())
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    loop.add_signal_handler(signal.SIGHUP, again)


def _has_one() -> bool:
    """Whether the standard input is a terminal that is still there."""
    if sys.platform == "win32":
        return False
    try:
        os.tcgetpgrp(0)
    except OSError:
        return False
    return True
