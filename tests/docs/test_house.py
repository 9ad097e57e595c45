"""The page of the house: its names exist, and each way is taken as the page describes it."""

import re
import sys
import threading
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from types import FrameType

import pytest
from benchmarks.crossings import HISTORY
from docs.generate import FOLDER, all_games
from docs.layout import SOURCE
from docs.session import session

from sidepot import games
from sidepot.bots.trained import experts, frozen, strategy
from sidepot.designer.new import new_game
from sidepot.history import History
from sidepot.room.web.serving import Serving
from tests.room.web.server import company, served

HOUSE = (FOLDER / "house.md").read_text("utf-8")
ROW = re.compile(r"^\| (\d+) \| `([\w.]+)` \| `([\w.]+)` \| .+ \|$", re.MULTILINE)
Step = tuple[str, str]


def way(name: str) -> list[Step]:
    """The steps of a way on the page: a module, and a function in it."""
    rows = ROW.findall(HOUSE.split(f"<!-- way {name} -->")[1].split(f"<!-- /way {name} -->")[0])
    assert [int(number) for number, _, _ in rows] == list(range(1, len(rows) + 1))
    return [(f"{SOURCE.name}.{module}", function) for _, module, function in rows]


WAYS = re.findall(r"<!-- way ([\w' ]+) -->", HOUSE)


@pytest.mark.parametrize("name", WAYS)
def test_the_steps_of_a_way_exist_and_are_about_ten(name: str) -> None:
    assert 5 <= len(way(name)) <= 10
    for module, function in way(name):
        found = import_module(module)
        for part in function.split("."):
            found = getattr(found, part)
        assert callable(found)


def names() -> Iterator[str]:
    """The modules and packages of ours that the page's prose names."""
    prose = re.sub(r"<!-- (layout.*?|way.*?) -->.*?<!-- /\1 -->", "", HOUSE, flags=re.DOTALL)
    for name in re.findall(r"`([a-z_]+(?:[./][a-z_]+)+)`", prose + HOUSE.split("<!-- way ")[1]):
        if name.split(".")[0] in ("room", "odds") or name.startswith("room/"):
            yield name.replace(".", "/")


def test_the_modules_that_the_page_names_exist() -> None:
    found = set(names())
    assert len(found) > 5
    assert [name for name in found if not list(SOURCE.glob(f"{name}*"))] == []


class Calls:
    """The steps of a way that are called, in their order."""

    def __init__(self, steps: list[Step]) -> None:
        self._files: dict[str, str] = {}
        for module, _ in steps:
            self._files[str(import_module(module).__file__)] = module
        self._steps = steps
        self._frames: set[FrameType] = set()
        """A coroutine is called once, and goes on in the same frame after each wait."""
        self.made: list[Step] = []

    def __call__(self, frame: FrameType, event: str, argument: object) -> None:
        if event != "call" or frame in self._frames:
            return
        if frame.f_code.co_filename in self._files:
            self._frames.add(frame)
            step = (self._files[frame.f_code.co_filename], frame.f_code.co_qualname)
            if step in self._steps:
                self.made.append(step)

    def each(self) -> Iterator[list[Step]]:
        """The steps of each time that the way begins, once each, by their first call."""
        begins = [i for i, step in enumerate(self.made) if step == self._steps[0]]
        for begin, end in pairwise([*begins, len(self.made)]):
            yield list(dict.fromkeys(self.made[begin:end]))


def calls(name: str, play: Callable[[], object]) -> list[list[Step]]:
    """The steps of a way, for each time that it begins while `play` runs."""
    found = Calls(way(name))
    threading.setprofile(found)
    sys.setprofile(found)
    try:
        play()
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    return list(found.each())


@pytest.fixture(scope="module")
def actions() -> list[list[Step]]:
    """The steps of each command in the recorded session of the protocol's page."""
    for game in all_games():
        game.deal()  # compiled beforehand, outside the profile
    return calls("action", session)


def test_an_action_takes_the_way_of_the_page(actions: list[list[Step]]) -> None:
    assert way("action") in actions


def test_an_action_that_is_refused_ends_on_the_way(actions: list[list[Step]]) -> None:
    """The session's first action is illegal: nothing is applied, stored or shown."""
    names = [[name for _, name in steps] for steps in actions]
    refused, done = [steps for steps in names if "act" in steps]
    assert refused == [*done[:6], done[-1]]


def deal_new_file(folder: Path) -> None:
    """Deal a hand of a file that `sidepot new` writes."""
    games.find(str(new_game("my-game", folder))).deal(players=3, seed=7)


def test_a_game_file_takes_the_way_of_the_page(tmp_path: Path) -> None:
    assert calls("game file", lambda: deal_new_file(tmp_path)) == [way("game file")]


def test_a_history_takes_the_way_of_the_page() -> None:
    History.parse(HISTORY).replay()  # compiled beforehand
    assert calls("history", lambda: History.parse(HISTORY).replay()) == [way("history")]


@served
async def ask_the_coach(serving: Serving) -> None:
    """Ask once for advice at a table of two, at a real server."""
    (ana, bo), table = await company(serving.local, "Ana", "Bo", games=[{"name": "ricochet-2"}])
    async with ana.at(table) as hers, bo.at(table) as his:
        await hers.sit(0)
        await his.sit(1)
        for line in (hers, his):
            await line.dealt()
        asker = hers if hers.menu else his
        due = {name: asker.view["hand"][name] for name in ("hand", "decision")}
        await asker.send(type="advise", id="q", **due)
        await asker.kind("advice")


def test_an_advice_takes_the_way_of_the_page(tmp_path: Path) -> None:
    games.find("ricochet-2").deal(players=2).analyze()  # compiled beforehand
    assert way("advice") in calls("advice", lambda: ask_the_coach(tmp_path))


@pytest.mark.soak("it unpacks the largest table in a tracer, and only changes of names fail it")
def test_a_bots_decision_takes_the_way_of_the_page() -> None:
    hand = games.find("holdem-no-limit").deal(players=2, seed=1)
    for cached in (experts._table, experts._loaded, frozen.looker, strategy._decider_of):
        cached.cache_clear()
    made = calls("bot's decision", lambda: hand.game.bot("expert").act(hand.view()))
    assert made == [way("bot's decision")]
