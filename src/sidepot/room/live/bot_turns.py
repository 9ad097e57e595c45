"""The turns of a table's bots: each thinks once a decision, and then acts by a command."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from sidepot import bots
from sidepot.engine.game import Game, Hand
from sidepot.engine.memory import Memory, only, remember
from sidepot.room.live.services import Services
from sidepot.room.protocol.messages import Act
from sidepot.room.table.context import Context
from sidepot.room.table.forfeits import NO_ANSWER, has_forfeited
from sidepot.room.table.rules import game_of
from sidepot.room.table.together import turn_of
from sidepot.warm import Job


class BotCommand(NamedTuple):
    """A bot's command: the account under which it is given, and when, in ms since 1970."""

    account: str
    act: Act
    at: int


class BotTurns:
    """The turns of one table's bots.

    A bot's answer is held back until its pace is over, so that others can read along and its
    thinking time tells nothing.
    """

    def __init__(
        self,
        services: Services,
        on_answer: Callable[[], None],
        on_failure: Callable[[str, str], None] = lambda *_: None,
    ) -> None:
        """`on_answer` is called when a bot has found its action, or failed to.

        `on_failure` gets the strength of one that has failed, and the reason.
        """
        self._services = services
        self._on_answer, self._on_failure = on_answer, on_failure
        self._thinking: dict[int, tuple[int, int]] = {}
        """The last decision (hand and number) that each bot was asked about, by chair."""
        self._held: dict[int, Act] = {}
        """The last command of each bot, by chair, until it is given or its decision is over."""

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
                game = game_of(playing.game)
                memory = _memory(game, strength, turn, seat)
                self._services.spawn(self._think(game, memory, chair, decision, strength))

    async def _think(
        self, game: Game, memory: Memory, chair: int, decision: tuple[int, int], strength: str
    ) -> None:
        seed = self._services.randomness.seed()
        job = Job.of(game, strength)
        if strength == bots.SOLVER:
            self._services.preparing.ask(job)
        if not self._services.preparing.is_done(job):
            strength = bots.stand_in(strength)
        workers, report = self._services.bot_workers, partial(self._on_failure, strength)
        action = await workers.choose(game, strength, memory, seed, report)
        if self._thinking.get(chair) == decision:  # else it is late
            hand, number = decision
            id = f"{hand}.{number}"  # a decision is answered once, whatever process asks for it
            self._held[chair] = Act(id=id, hand=hand, decision=number, action=action or NO_ANSWER)
            self._on_answer()

    def next_command(self, context: Context) -> BotCommand | None:
        """The bots' next command, due now or later; None while all think or the table waits."""
        state = context.state
        clock, playing = state.clock, state.in_play
        if clock is None or playing is None or context.hand is None or state.paused_at is not None:
            return None
        decision = (playing.hand, context.hand.decision)
        for chair in clock.together or (clock.chair,):
            act = self._held.get(chair)
            if act is None or (act.hand, act.decision) != decision or chair in state.decided:
                continue
            if state.chairs[chair].bot and not has_forfeited(context, chair):
                at = clock.began + state.rules.bot_pace
                return BotCommand(state.chairs[chair].account, act, at)
        return None

    def drop(self, command: BotCommand) -> None:
        """Forget a command that was refused."""
        self._held = {chair: act for chair, act in self._held.items() if act is not command.act}


def _memory(game: Game, strength: str, turn: Hand, seat: int) -> Memory:
    """The hand as a seat has seen it, for a bot that plays by it; else the present record alone."""
    if strength == bots.SOLVER:
        return remember(turn, seat)
    return replace(only(game, turn.record(seat)), seat=seat)
