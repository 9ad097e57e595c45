"""Names of actions and events in the example games: those that each game declares, everywhere."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Iterator

import msgspec
import pytest

from sidepot.engine.game import Hand
from sidepot.engine.memory import remember
from sidepot.games import find
from sidepot.lab.envs.slots import slots_of
from sidepot.room.live.bots import BotWorkers
from sidepot.rules import actions, journal
from tests.examples.test_games import FILES, FOLDER

INTERNAL = re.compile(
    "|".join(map(re.escape, {*actions.OWN_NAMES, *journal.NAMES} - {*journal.KINDS}))
)
"""The engine's own names of declared kinds, which nobody reads."""


def played(name: str, seed: int) -> Iterator[Hand]:
    """A hand of random actions, at each of its decisions and at its end."""
    game, chance = find(str(FOLDER / f"{name}.py")), random.Random(seed)
    hand = game.deal(players=max(game.least, 2), stacks=30, seed=seed)
    while not hand.over:
        yield hand
        choice = chance.choice(hand.legal.ranges)
        hand.act(choice.at(chance.randint(choice.lowest, choice.highest)))
    yield hand


@pytest.mark.parametrize("name", FILES)
def test_views_and_histories_name_kinds_as_the_game_does(name: str) -> None:
    for hand in played(name, 3):
        game = hand.game
        known = {*actions.KINDS, *game.acts.names}
        assert {choice.kind for choice in hand.legal.ranges} <= known
        assert {action.kind for _, action in hand.actions} <= known
        assert {e.kind for e in hand.events(-1)} <= {*journal.KINDS, *game.tells.names}
        assert all(e.amount for e in hand.events(-1) if e.kind == "anted")
        for seat in (-1, 0):
            sent = msgspec.json.encode(hand.view(seat), enc_hook=repr).decode()
            assert not INTERNAL.search(sent)
    assert not INTERNAL.search(" ".join([hand.history.text(), *slots_of(game, 2, 30).names]))


@pytest.mark.parametrize("name", FILES)
def test_a_bot_of_the_room_answers_in_the_words_of_the_game(name: str) -> None:
    workers = BotWorkers(1)
    for hand in played(name, 5):
        if not hand.over:
            answer = asyncio.run(workers.choose(hand.game, "random", remember(hand), seed=1))
            assert answer is not None and answer in hand.legal
    workers.close()
