"""An agent at a table sees what it saw in its environment, the line of betting included."""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from sidepot import games
from sidepot.bots.follower import Follower
from sidepot.designer.laws.bots import any_of
from sidepot.engine.game import Game, Hand
from sidepot.engine.view import TableView
from sidepot.kernel import Array
from sidepot.lab.envs.agents import Agent, load, save
from sidepot.lab.envs.line import History, Line
from sidepot.lab.envs.position import Position, Table
from tests.cases import often
from tests.suites import house

FEW = ("five-card-draw", "guts", "holdem-no-limit", "seven-card-stud")
LINES: tuple[History, ...] = ("round", "all", Line(2, 1))
NOT_FOLLOWED = ("guts", "poker-roulette")
"""Guts: a room asks all at once, environments one after the other; Poker Roulette: cards with one
name exist twice, and which of them was dealt nobody sees."""


class Seeing:
    """An agent that keeps its observation, and what it then chooses is legal."""

    def __init__(self, table: Table) -> None:
        self.seen: Array = np.zeros(0)
        self.act = Agent(table, self._choose)

    def _choose(self, observation: Array, mask: Array, rng: random.Random) -> int:
        self.seen = observation.copy()
        return int(np.flatnonzero(mask)[0])

    def look(self, view: TableView) -> Array:
        """The observation by a view, which may come from another process."""
        self.act(pickle.loads(pickle.dumps(view)), random.Random(1))
        return self.seen


def turns(game: Game, players: int, hands: int) -> Iterator[tuple[Hand, Position, Any]]:
    """Each decision of random hands at a table, and the same ones in an environment."""
    chance = random.Random(5)
    for number in range(hands):
        hand = game.deal(players=players, seed=4, hand=number)
        stacks = hand.starting_stacks
        for line in LINES[number % len(LINES) :][:1]:
            table = Table(game, players, stacks, history=line)
            position = Position(table)
            position.deal(4, number)
            while not hand.over:
                yield hand, position, table
                action = any_of(hand.legal, chance)
                _, code = hand.legal.numbered(action)
                hand.act(action)
                position.step(code)


def in_environment(position: Position, seat: int) -> Array:
    out = np.zeros(position.table.encoder.size, np.float32)
    position.observe(seat, out)
    return out


@pytest.mark.parametrize("name", often(house(), always=FEW))
def test_an_agent_sees_the_same_at_a_table_as_in_its_environment(name: str) -> None:
    game = games.find(name)
    players = min(3, game.most)
    agents: dict[Any, Seeing] = {}
    for hand, position, table in turns(game, players, 6):
        agent = agents.setdefault(table, Seeing(table))
        assert hand.actor is not None
        wanted = in_environment(position, hand.actor)
        assert np.array_equal(agent.look(hand.view()), wanted)


@pytest.mark.parametrize("name", often(sorted({*house()} - {*NOT_FOLLOWED}), always=FEW[:1]))
def test_a_client_sees_the_same_from_what_it_was_sent(name: str) -> None:
    game = games.find(name)
    followers: list[Follower] = []
    before: Hand | None = None
    for hand, position, table in turns(game, min(3, game.most), 2):
        if hand is not before:
            agent, before = Seeing(table), hand
            followers = [Follower(game, hand.view(seat)) for seat in range(hand.players)]
        for seat, follower in enumerate(followers):
            follower.see(hand.view(seat))
        assert hand.actor is not None
        followed = followers[hand.actor].hand
        assert followed is not None
        assert np.array_equal(agent.look(followed.view()), in_environment(position, hand.actor))


@pytest.mark.parametrize("fault", ["a step is missing", "hidden cards are known"])
def test_a_view_with_other_actions_is_caught(fault: str) -> None:
    game, found = games.find("five-card-draw"), False
    for hand, position, table in turns(game, 3, 3):
        view = hand.view()
        acts = view.acts or ()
        if fault == "a step is missing":
            acts = acts[:-1]
        else:
            acts = tuple(act._replace(number=act.number + (3 << 8)) for act in acts)
        broken = view.with_record(view.record, view.rules, acts)
        assert hand.actor is not None
        wanted = in_environment(position, hand.actor)
        found = found or not np.array_equal(Seeing(table).look(broken), wanted)
    assert found


def test_actions_in_a_view_hide_what_others_picked() -> None:
    hand = games.find("five-card-draw", openers="any").deal(players=2, seed=1)
    while "bet" in (kinds := [one.kind for one in hand.legal.ranges]) or "call" in kinds:
        hand.act("bet 2" if "bet" in kinds else "call")
    own, seat = [], hand.actor or 0
    [row] = [one for one in hand.legal.ranges if one.kind == "exchange"]
    for amount in (1, 2, 3):
        again = hand.copy()
        again.act(row.at(amount))
        own.append(again.acts(seat))
        assert again.acts(1 - seat) == again.acts(-1)
        assert (again.acts(1 - seat) or ())[-1].number >> 8 == 1
    assert len({*own}) == 3


@pytest.mark.parametrize("history", ["none", "all"])
def test_a_saved_agent_keeps_its_line(history: str, tmp_path: Any, monkeypatch: Any) -> None:
    from sidepot.lab.envs import agents, batch

    class Model:
        """A model of a learner that has learned nothing."""

        def save(self, path: Any) -> None:
            import zipfile

            zipfile.ZipFile(path, "w").close()

        @classmethod
        def load(cls, path: Any, device: str) -> Model:
            return cls()

        def predict(self, seen: Array, deterministic: bool, action_masks: Array) -> Any:
            return int(np.flatnonzero(action_masks)[0]), None

    class Env:
        batch: Any = None

    Env.batch = batch("kuhn", 2, history=history, seed=1)
    monkeypatch.setattr(agents, "_model", lambda file, learner: Model())
    again = load(save(Model(), tmp_path / "agent", Env()))
    assert again.table.encoder.size == Env.batch.encoder.size
    hand = games.find("kuhn").deal(players=2, seed=1)
    hand.act("check")
    assert again(hand.view(), random.Random(1)) in map(str, hand.legal)
