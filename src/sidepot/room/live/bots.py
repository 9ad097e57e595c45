"""The house's bots: they think on threads of their own, from a concealed record alone."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from sidepot import bots, kernel
from sidepot.engine.game import Game
from sidepot.kernel import Records
from sidepot.room.table.clock import BOT_TIMEOUT, SECOND
from sidepot.room.table.context import BotChoice, Context
from sidepot.room.table.rules import game_of
from sidepot.room.table.together import turn_of

if TYPE_CHECKING:
    from sidepot.room.live.services import Services

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


class BotTurns:
    """The turns of one table's bots: each thinks once about each of its decisions."""

    def __init__(self, services: Services, on_choice: Callable[[], None]) -> None:
        """`on_choice` is called when a bot has chosen an action, or failed to."""
        self.choices: dict[int, BotChoice] = {}
        """The last choice of each bot of this table, by chair; None as action if the bot failed."""
        self._services = services
        self._on_choice = on_choice
        self._thinking: dict[int, tuple[int, int]] = {}
        """The last decision (hand and number) that each bot was asked about, by chair."""

    def start_thinking(self, context: Context) -> None:
        """Let each bot that is to act think about its decision, unless it does already."""
        clock, playing, hand = context.state.clock, context.state.in_play, context.hand
        if clock is None or playing is None or hand is None:
            return
        decision = (playing.hand, hand.decision)
        for chair in clock.together or (clock.chair,):
            strength = context.state.chairs[chair].bot
            is_new = chair not in playing.forfeits and self._thinking.get(chair) != decision
            seat = playing.chairs.index(chair) if strength and is_new else None
            turn = turn_of(context.state, hand, seat)
            if seat is not None and strength and turn is not None:
                self._thinking[chair] = decision
                game, view = game_of(playing.game), turn.view(seat)
                self._services.spawn(self._think(game, view, chair, decision, strength))

    async def _think(
        self, game: Game, view: Records, chair: int, decision: tuple[int, int], strength: str
    ) -> None:
        seed = self._services.randomness.seed()
        action = await self._services.bot_workers.choose(game, strength, view, seed)
        if self._thinking.get(chair) == decision:  # else it is late
            self.choices[chair] = BotChoice(*decision, action)
            self._on_choice()
