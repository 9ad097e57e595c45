"""The house's bots: they think on their own threads, from a concealed record alone."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor

from sidepot import bots, kernel
from sidepot.engine.game import Game
from sidepot.kernel import Records
from sidepot.room.table.clock import BOT_TIMEOUT, SECOND

_log = logging.getLogger("sidepot.room")


class BotWorkers:
    """Threads on which bots think; compiled rules release the interpreter lock meanwhile."""

    def __init__(self, threads: int) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="sidepot-bot")

    async def choose(self, game: Game, strength: str, view: Records, seed: int) -> str | None:
        """A bot's action, as text; None, with a log line, if it fails or exceeds `BOT_TIMEOUT`.

        `view` is the bot's concealed record, and `seed` that of its random generator.
        """
        loop = asyncio.get_running_loop()
        choice = loop.run_in_executor(self._pool, _choose, game, strength, view, seed)
        try:
            async with asyncio.timeout(BOT_TIMEOUT / SECOND):
                return await choice
        except Exception as error:  # a bot's own code can raise anything
            values = (game.name, strength, type(error).__name__)
            _log.warning("bot_failed game=%s bot=%s error=%s", *values)
            return None

    def close(self) -> None:
        """Start no more thinking; what waits for a thread is cancelled."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def _choose(game: Game, strength: str, view: Records, seed: int) -> str:
    bot = bots.find(game, strength)
    return str(bot.choose(view, kernel.generator(seed)))
