"""The house's bots: they think on their own threads, from a concealed record alone."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from sidepot import bots, kernel
from sidepot.engine.diagnostics import diagnose
from sidepot.engine.game import Game
from sidepot.engine.memory import Memory
from sidepot.engine.play import legal_in
from sidepot.history.notation import short
from sidepot.room.table.clock import BOT_TIMEOUT, SECOND

_log = logging.getLogger("sidepot.room")

_MOST_REASON = 300
"""The most characters of a reason."""


class BotWorkers:
    """Threads on which bots think; compiled rules release the interpreter lock meanwhile."""

    def __init__(self, threads: int) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="sidepot-bot")

    async def choose(
        self,
        game: Game,
        strength: str,
        memory: Memory,
        seed: int,
        report: Callable[[str], None] = lambda _: None,
    ) -> str | None:
        """A bot's action, as text; None, with a log line, if it fails or exceeds `BOT_TIMEOUT`.

        `memory` is the hand as the bot has seen it, and `seed` that of its random generator.
        `report` is called with the reason of a failure.
        """
        loop = asyncio.get_running_loop()
        choice = loop.run_in_executor(self._pool, _choose, game, strength, memory, seed)
        try:
            async with asyncio.timeout(BOT_TIMEOUT / SECOND):
                return await choice
        except Exception as error:  # a bot's own code can raise anything
            reason = reason_of(error, game)
            values = (game.name, strength, type(error).__name__, reason)
            _log.warning("bot_failed game=%s bot=%s error=%s reason=%s", *values)
            report(reason)
            return None

    def close(self) -> None:
        """Start no more thinking; what waits for a thread is cancelled."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def reason_of(error: Exception, game: Game | None) -> str:
    """An error of a game's or a bot's own code, with the line of the game's file if it is there.

    It names no folder.
    """
    return short(diagnose(error, (game and game.file) or Path()), _MOST_REASON)


def _choose(game: Game, strength: str, memory: Memory, seed: int) -> str:
    view = memory.view
    chosen = bots.find(game, strength).play(memory, kernel.generator(seed))
    return str(legal_in(game, view, kernel.fields(view)).check(chosen))
