"""Waiting for something that a task or a thread is about to do."""

import asyncio
from collections.abc import Callable


async def until(is_so: Callable[[], object], seconds: float | None = None) -> None:
    """Wait until something is so; raises `TimeoutError` if it takes longer."""
    async with asyncio.timeout(seconds):
        while not is_so():
            await asyncio.sleep(0.01)
