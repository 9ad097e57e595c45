"""The page of the house: its names exist, and an action takes the path it describes."""

import re
import sys
import threading
from collections.abc import Iterator
from importlib import import_module
from itertools import pairwise
from types import FrameType

import pytest
from docs.generate import FOLDER, all_games
from docs.layout import SOURCE
from docs.session import session

HOUSE = (FOLDER / "house.md").read_text("utf-8")
ROW = re.compile(r"^\| (\d+) \| `([\w.]+)` \| `([\w.]+)` \| .+ \|$", re.MULTILINE)
Step = tuple[str, str]


def path() -> list[Step]:
    """The steps of one action on the page: a module, and a function in it."""
    rows = ROW.findall(HOUSE.split("<!-- path -->")[1].split("<!-- /path -->")[0])
    assert [int(number) for number, _, _ in rows] == list(range(1, len(rows) + 1))
    return [(f"{SOURCE.name}.{module}", function) for _, module, function in rows]


@pytest.mark.parametrize("step", path(), ids=".".join)
def test_a_step_of_the_path_exists(step: Step) -> None:
    found = import_module(step[0])
    for name in step[1].split("."):
        found = getattr(found, name)
    assert callable(found)


def names() -> Iterator[str]:
    """The modules and packages of ours that the page's prose names."""
    prose = re.sub(r"<!-- (layout.*?|path) -->.*?<!-- /\1 -->", "", HOUSE, flags=re.DOTALL)
    for name in re.findall(r"`([a-z_]+(?:[./][a-z_]+)+)`", prose + HOUSE.split("<!-- path -->")[1]):
        if name.split(".")[0] in ("room", "odds") or name.startswith("room/"):
            yield name.replace(".", "/")


def test_the_modules_that_the_page_names_exist() -> None:
    found = set(names())
    assert len(found) > 5
    assert [name for name in found if not list(SOURCE.glob(f"{name}*"))] == []


class Calls:
    """Which steps of the path are called, and in which order."""

    def __init__(self, steps: list[Step]) -> None:
        self._files = {str(SOURCE.parent.joinpath(*m.split("."))) + ".py": m for m, _ in steps}
        self._steps = set(steps)
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

    def commands(self) -> Iterator[list[Step]]:
        """The steps of each command, once each, by their first call."""
        begins = [i for i, step in enumerate(self.made) if step == path()[0]]
        for begin, end in pairwise([*begins, len(self.made)]):
            yield list(dict.fromkeys(self.made[begin:end]))


@pytest.fixture(scope="module")
def calls() -> Calls:
    """The recorded session of the protocol's page, and what was called in it."""
    for game in all_games():
        game.deal()  # compiled beforehand, outside the profile
    found = Calls(path())
    threading.setprofile(found)
    sys.setprofile(found)
    try:
        session()
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    return found


def test_an_action_takes_the_path_of_the_page(calls: Calls) -> None:
    assert path() in list(calls.commands())


def test_an_action_that_is_refused_ends_on_the_way(calls: Calls) -> None:
    """The session's first action is illegal: nothing is applied, stored or shown."""
    names = [[name for _, name in steps] for steps in calls.commands()]
    refused, done = [steps for steps in names if "act" in steps]
    assert refused == [*done[:6], done[-1]]
