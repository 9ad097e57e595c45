"""`check_bot`: tries a bot at tables of every size, with deep and short stacks."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from sidepot import games
from sidepot.bots.from_file import Act, load_act
from sidepot.bots.guarded import LIMIT, Fault, Guarded
from sidepot.designer.laws.conformance import some_stacks, with_pot
from sidepot.engine import keeping
from sidepot.engine.action import Action, Legal
from sidepot.engine.game import Game, Hand
from sidepot.engine.keeping import Values
from sidepot.errors import BotBroken
from sidepot.words import Message

_HANDS = 500
_ITSELF = 0.5
"""The share of the other seats that the bot plays too; random players have the rest."""


@dataclass(frozen=True, slots=True)
class BotReport:
    """The extent of the check: numbers of hands and of the bot's decisions."""

    hands: int
    decisions: int


def check_bot(
    bot: Act | Path | str,
    *,
    game: Game | str = "ricochet-2",
    hands: int = _HANDS,
    seed: int = 0,
    limit: float = LIMIT,
    progress: Callable[[int], None] = lambda done: None,
) -> BotReport:
    """Try a bot, or its file: hands 0 to `hands` - 1 of experiment `seed`, always the same.

    It plays with every number of players that the game allows, or the one that it was trained for
    (its attribute `players`), against itself and random players.
    `limit` is the time for one move in seconds; `progress` is called with the number of hands done.
    Raises `BotBroken` for the first fault: the bot raises (with its own line), answers with an
    illegal action or without a text, answers too late, or changes the view that it is given;
    `BadStrategy` for a file without a bot.
    """
    act = bot if callable(bot) else load_act(Path(bot))
    table = games.find(game) if isinstance(game, str) else game
    trial, decisions = _Trial(act, table, seed, limit), 0
    for number in range(hands):
        decisions += trial.play(number)
        progress(number + 1)
    return BotReport(hands, decisions)


class _Trial:
    """A bot and the tables at which it is tried."""

    def __init__(self, act: Act, game: Game, seed: int, limit: float) -> None:
        self._game = game
        self._seed = seed
        self._players: int | None = getattr(act, "players", None)
        """The only number of players that an agent was trained for."""
        self._forfeits: list[Fault] = []
        self._kept: Values = keeping.blank(game, game.least)
        """The values kept by the last hand."""
        self._bot = Guarded(act, self._forfeits.append, limit=limit)

    def play(self, number: int) -> int:
        """Play a hand; returns the number of the bot's decisions. Raises `BotBroken`."""
        chance = random.Random(f"{self._seed} {number}")
        players = self._game.least + number % (self._game.most - self._game.least + 1)
        players = self._players or players
        stacks = some_stacks(self._game, players, chance)
        kept = with_pot(self._game, keeping.resized(self._game, self._kept, players), number)
        hand = self._game.deal(stacks=stacks, seed=self._seed, hand=number, kept=kept)
        bots = [chance.random() < _ITSELF for _ in range(players)]
        bots[chance.randrange(players)] = True
        asked = 0
        while hand.actor is not None:
            if bots[hand.actor]:
                asked += 1
                hand.act(self._ask(hand, hand.actor, chance))
            else:
                hand.act(any_of(hand.legal, chance))
        self._kept = hand.keeps
        return asked

    def _ask(self, hand: Hand, seat: int, chance: random.Random) -> str:
        """The bot's answer. Raises `BotBroken`."""
        view = hand.view(seat)
        action = self._bot.choose(view, random.Random(chance.random()))
        for forfeit in self._forfeits:
            raise self._broken(hand, forfeit.message)
        if self._bot.shown != view:
            where = {"hand": hand.number, "seat": seat + 1, "decision": hand.decision}
            raise self._broken(hand, Message("bot.view", where))
        return action

    def _broken(self, hand: Hand, what: Message) -> BotBroken:
        """The error that says what is wrong, and how to reproduce it."""
        return BotBroken(
            "bot.wrong",
            what=what,
            game=self._game.name,
            options=self._game.flags,
            seed=self._seed,
            stacks=list(hand.starting_stacks),
        )


def any_of(legal: Legal, chance: random.Random) -> Action:
    """A random action: a row of the menu, then one of its amounts."""
    choice = chance.choice(legal.ranges)
    return choice.at(chance.randint(choice.lowest, choice.highest))
