"""Rooms that a command opened and did not get to serve: their threads end with the process."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from sidepot.room.service import Room


@contextmanager
def closing_rooms() -> Iterator[None]:
    """Close all rooms that are opened meanwhile, as the end of their process would."""
    opened: list[Room] = []
    real = Room.open

    def open_noted(*given: Any, **named: Any) -> Room:
        opened.append(real(*given, **named))
        return opened[-1]

    with patch.object(Room, "open", open_noted):
        yield
    for room in opened:
        asyncio.run(room.close())
