"""Bots at the table: they think on threads of their own, from a concealed record alone."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor

from sidepot import bots, kernel
from sidepot.engine.game import Game
from sidepot.kernel import Records
from sidepot.room.table.clock import BOT_LIMIT, SECOND

log = logging.getLogger("sidepot.room")


class Thinkers:
    """Threads on which bots think; compiled rules let the event loop go on meanwhile."""

    def __init__(self, threads: int) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="sidepot-bot")

    async def choose(self, game: Game, strength: str, view: Records, seed: int) -> str | None:
        """What a bot does, in action text; None, and a report, where it fails or takes too long."""
        loop = asyncio.get_running_loop()
        thought = loop.run_in_executor(self._pool, _choose, game, strength, view, seed)
        try:
            async with asyncio.timeout(BOT_LIMIT / SECOND):
                return await thought
        except Exception as error:  # a bot's own code can raise anything
            values = (game.name, strength, type(error).__name__)
            log.warning("bot_failed game=%s bot=%s error=%s", *values)
            return None

    def close(self) -> None:
        """Let nobody begin to think any more."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def _choose(game: Game, strength: str, view: Records, seed: int) -> str:
    bot = bots.find(game, strength)
    return str(bot.choose(view, kernel.generator(seed)))
