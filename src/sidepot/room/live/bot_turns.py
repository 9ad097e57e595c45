"""The turns of a table's bots: each is asked once a decision, and its choice kept."""

from __future__ import annotations

from collections.abc import Callable

from sidepot.engine.game import Game
from sidepot.kernel import Records
from sidepot.room.live.services import Services
from sidepot.room.table.context import BotChoice, Context
from sidepot.room.table.rules import game_of
from sidepot.room.table.together import turn_of


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
                game, view = game_of(playing.game), turn.record(seat)
                self._services.spawn(self._think(game, view, chair, decision, strength))

    async def _think(
        self, game: Game, view: Records, chair: int, decision: tuple[int, int], strength: str
    ) -> None:
        seed = self._services.randomness.seed()
        action = await self._services.bot_workers.choose(game, strength, view, seed)
        if self._thinking.get(chair) == decision:  # else it is late
            self.choices[chair] = BotChoice(*decision, action)
            self._on_choice()
