"""Agents as bots: at matches, in rooms, under `sidepot check`, and only where they belong."""

import json
import random
import sys
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sidepot import games
from sidepot.bots.follower import Follower
from sidepot.designer.laws import check_bot
from sidepot.designer.laws.bots import any_of
from sidepot.errors import BadSetup, BadStrategy, BotBroken
from sidepot.lab.envs.agents import Agent, load, save
from sidepot.lab.envs.position import Position, Table
from sidepot.room.protocol.table_rules import GamePlan
from tests.cases import often
from tests.room.client.test_bot import evening
from tests.room.harness import RoomHarness, with_room
from tests.suites import house

FOLLOWED = (
    "badugi",
    "guts",
    "high-noon-shootout",
    "holdem-no-limit",
    "poker-roulette",
    "ricochet-2",
    "ricochet-casino",
    "seven-card-stud",
)
COPIES = ("poker-roulette",)
"""Games in which cards with the same name exist: which of them was dealt, nobody sees."""

NO_TORCH = pytest.mark.skipif(
    sys.version_info >= (3, 15), reason="torch has no wheels for Python 3.15"
)


def first_legal(observation: Any, mask: Any, rng: random.Random) -> int:
    return int(np.flatnonzero(mask)[0])


@pytest.mark.parametrize("version", ["0.0.1", "99.0"])
def test_an_agent_of_another_version_is_refused(version: str, tmp_path: Path) -> None:
    note = {"game": "kuhn", "options": {}, "players": 2, "stacks": 2, "full": False}
    with zipfile.ZipFile(tmp_path / "agent.zip", "w") as archive:
        archive.writestr("sidepot.json", json.dumps(note | {"sidepot": version, "learner": "PPO"}))
    with pytest.raises(BadStrategy, match=version):
        load(tmp_path / "agent.zip")


def test_an_agent_is_a_bot() -> None:
    table = Table(games.find("ricochet-2"), 3)
    report = check_bot(Agent(table, first_legal), game="ricochet-2", hands=20)
    assert report.hands == 20 and report.decisions >= 20
    with pytest.raises(BotBroken, match="not legal"):
        check_bot(Agent(table, lambda *_: table.slots.n - 1), game="ricochet-2", hands=20)


@pytest.mark.parametrize("given", [0.5, None])
def test_an_agent_that_answers_with_what_is_no_slot_is_refused(given: Any) -> None:
    agent = Agent(Table(games.find("kuhn"), 2), lambda *_: given)
    hand = games.find("kuhn").deal(players=2, seed=1)
    with pytest.raises(BadSetup, match="a whole number from 0 to 7, not"):
        agent(hand.view(), random.Random(1))


def test_an_agent_does_once_what_is_compiled_before_its_first_decision(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On a slow machine that decision would be too late, and forfeit the hand."""
    table, done = Table(games.find("ricochet-2"), 3), list[str]()

    def note(kind: type, name: str) -> None:
        real = getattr(kind, name)

        def noted(*given: Any) -> Any:
            done.append(name)
            return real(*given)

        monkeypatch.setattr(kind, name, noted)

    note(Position, "number")
    note(type(table.encoder), "encode")
    Agent(table, first_legal)
    assert {*done} == {"number", "encode"}


def test_an_agent_of_another_table_is_refused_with_both_named() -> None:
    agent = Agent(Table(games.find("ricochet-2"), 2), first_legal)
    for game, players, named in (
        (games.find("ricochet"), None, "ricochet ante=1"),
        (games.find("ricochet-2", ante=2), None, "ante=2"),
        (games.find("ricochet-2"), 3, "3 play here"),
    ):
        with pytest.raises(BadStrategy, match=named) as refused:
            agent.check(game, players)
        assert "trained for" in refused.value.message.text
    hand = games.find("ricochet-2").deal(players=2, seed=1)
    with pytest.raises(BadStrategy, match="has not seen the hand from its beginning"):
        agent(hand.view().with_record(b"", hand.game), random.Random(1))


@pytest.mark.parametrize("name", often(house(), always=FOLLOWED))
def test_a_hand_is_followed_from_what_a_seat_is_shown(name: str) -> None:
    game, chance = games.find(name), random.Random(3)
    for number in range(2):
        players = min(game.most, game.least + number)
        kept = {"pot": 3 * (number // 2)} if game.keeps_pot and number % 2 else None
        hand = game.deal(players=players, seed=1, hand=number, kept=kept)
        followers = [Follower(game, hand.view(seat)) for seat in range(players)]
        while True:
            for seat, follower in enumerate(followers):
                follower.see(hand.view(seat))
                assert follower.hand is not None
                assert follower.hand.view(seat) == hand.view(seat)
                if name not in COPIES:
                    assert bytes(follower.hand.record(seat)) == bytes(hand.record(seat))
            if hand.over:
                break
            hand.act(any_of(hand.legal, chance))


def test_a_hand_that_is_joined_late_is_not_guessed() -> None:
    game = games.find("high-noon-standoff")
    hand = game.deal(players=3, seed=1)
    first = hand.view(0)
    hand.act("keep" if "keep" in hand.legal else next(iter(hand.legal)))
    assert Follower(game, hand.view(0)).hand is None
    follower = Follower(game, first)
    hand.act(next(iter(hand.legal)))
    follower.see(hand.view(0))
    assert follower.hand is None


def test_a_copy_of_what_is_seen_has_the_record() -> None:
    from copy import deepcopy

    hand = games.find("ricochet-2").deal(players=2, seed=1)
    view = hand.view(0)
    again = deepcopy(view)
    assert (again, again.record, again.rules) == (view, view.record, view.rules)
    assert again.rules is hand.game and again.record == hand.record(0).tobytes()


@with_room
async def test_an_agent_plays_in_a_room(harness: RoomHarness) -> None:
    agent = Agent(Table(games.find("ricochet-2"), 2), first_legal)
    asked: list[str] = []

    def act(view: Any, rng: random.Random) -> str:
        asked.append(agent(view, rng))
        return asked[-1]

    act.needs_record = True  # type: ignore[attr-defined]
    found = await evening(harness, act, "Ana", games=[GamePlan(name="ricochet-2", options={})])
    async with found.playing():
        await found.until(lambda state: state.hands > 9)
    assert len(asked) > 1 and found.reports == []


@with_room
async def test_an_agent_in_a_room_with_another_game_says_so(harness: RoomHarness) -> None:
    agent = Agent(Table(games.find("ricochet-2", ante=2), 2), first_legal)
    found = await evening(harness, agent, "Ana", games=[GamePlan(name="ricochet-2", options={})])
    async with found.playing():
        await found.until(lambda state: state.hands > 2)
    assert any("ante=2" in report.text for report in found.reports)


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    contrib = pytest.importorskip("sb3_contrib")
    from sidepot.lab import envs

    tables = envs.sb3("ricochet-2", 4, opponents="random", seed=1)
    model = contrib.MaskablePPO("MlpPolicy", tables, n_steps=8, batch_size=16, device="cpu", seed=1)
    model.learn(32)
    return save(model, tmp_path_factory.mktemp("agents") / "agent")


@pytest.mark.soak  # torch is installed for those
@NO_TORCH
def test_a_trained_agent_comes_home(trained: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from sidepot.cli import main

    main(["match", "ricochet-2", str(trained), "random", "--hands", "20"])
    assert "agent.zip:" in capsys.readouterr().out
    main(["check", str(trained), "--hands", "10"])
    assert "is a bot: 10 hands of ricochet-2" in capsys.readouterr().out


@pytest.mark.soak
@NO_TORCH
@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"sidepot": "0.0.1"}, "0.0.1"),
        ({"learner": "Magic"}, "Magic"),
        ({"observation": 3}, "3"),
        ({"options": {"ante": 2}}, "ante=2"),
        ({"game": "ricochet"}, "ricochet"),
    ],
)
def test_a_zip_of_something_else_is_refused(
    trained: Path, tmp_path: Path, change: dict[str, Any], said: str
) -> None:
    other = tmp_path / "other.zip"
    with zipfile.ZipFile(trained) as old, zipfile.ZipFile(other, "w") as new:
        note = json.loads(old.read("sidepot.json"))
        new.writestr("sidepot.json", json.dumps({**note, **change}))
    with pytest.raises(BadStrategy, match=said):
        load(other, games.find("ricochet-2"))
    broken = tmp_path / "broken.zip"
    broken.write_bytes(b"no zip")
    for file in (broken, tmp_path):
        with pytest.raises(BadStrategy, match="no agent that Sidepot saved"):
            load(file)


def test_a_zip_that_is_not_there_is_named_as_missing(tmp_path: Path) -> None:
    with pytest.raises(BadStrategy, match=r"there is no file .*none\.zip"):
        load(tmp_path / "none.zip")


def test_an_agent_with_the_line_of_betting_is_refused_where_it_is_not_known() -> None:
    game = games.find("kuhn")
    agent = Agent(Table(game, 2, history="all"), first_legal)
    hand = game.deal(players=2, seed=1)
    assert agent(hand.view(), random.Random(1))
    alone = type(hand).at(game, bytes(hand), hand.starting_stacks)
    with pytest.raises(BadStrategy, match="play a hand from its deal on"):
        agent(alone.view(), random.Random(1))
