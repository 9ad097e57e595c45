"""Bulk play in a form that other processes can run: game, policies, the rules' fingerprint."""

from __future__ import annotations

import hashlib
import importlib
import json
import platform
import threading
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from sidepot import bots
from sidepot.bots import Policy
from sidepot.bots.trained.strategy import Learned
from sidepot.engine.game import Game
from sidepot.engine.sent import Sent
from sidepot.errors import BadSetup, OtherRules, UnknownBot
from sidepot.kernel.fingerprint import fingerprint
from sidepot.lab.bulk import has_learned
from sidepot.lab.chunks import Cut, Loop, Outcome

_MOST_LOOPS = 8
"""Loops that a process keeps ready."""
_SHORT = 12
"""Characters by which a fingerprint is shown."""

_LoopMaker = Callable[[Game, Sequence[Policy], Sequence[int], int], Loop]
"""Makes a loop: `(game, policies, stacks, experiment)`. A module of loops has one, `make_loop`."""


@dataclass(frozen=True)
class Task:
    """The part of bulk play that all chunks share. `loops` is the module of its loop."""

    loops: str
    sent: Sent
    policies: tuple[str, ...]
    stacks: tuple[int, ...]
    experiment: int
    rules: str = field(default="", compare=False)
    """The fingerprint of the loop and the policies where the task was made."""

    @classmethod
    def of(cls, loops: str, loop: Loop) -> Task:
        """The task of a loop, which module `loops` made. Raises `UnknownBot`, `BadSetup`."""
        if has_learned(loop.policies):
            raise BadSetup("lab.played_here")
        names = tuple(_name_of(loop.game, policy) for policy in loop.policies)
        task = cls(loops, Sent.of(loop.game), names, tuple(loop.stacks), loop.experiment)
        return replace(task, rules=task.rules_here)

    @property
    def identity(self) -> str:
        """The task as text: equal for equal work by equal rules."""
        return json.dumps(asdict(self), sort_keys=True, default=str)

    @property
    def rules_here(self) -> str:
        """The fingerprint of the loop and the policies in this process, and Python's version."""
        game, made = self.sent.game, self._loop()
        reached: list[Callable[..., Any]] = [made.play, *self._policies(game)]
        digest = hashlib.sha256("".join(fingerprint(each) for each in reached).encode())
        return f"{digest.hexdigest()[:_SHORT]} (Python {platform.python_version()})"

    def loop(self) -> Loop:
        """The loop in this process. Raises `OtherRules` where the rules are other ones."""
        if self.rules != self.rules_here:
            raise OtherRules(
                "lab.other_rules",
                game=self.sent.game.name,
                host=platform.node(),
                theirs=self.rules_here,
                ours=self.rules,
            )
        return self._loop()

    def _loop(self) -> Loop:
        make: _LoopMaker = importlib.import_module(self.loops).make_loop
        game = self.sent.game
        return make(game, self._policies(game), self.stacks, self.experiment)

    def _policies(self, game: Game) -> list[Policy]:
        return [bots.policy_of(game, name) for name in self.policies]


def _name_of(game: Game, policy: Policy | Learned) -> str:
    """The name by which every process finds a policy. Raises `UnknownBot`."""
    for name in bots.strengths_of(game):
        if name != bots.TRAINED and bots.policy_of(game, name) is policy:
            return name
    raise UnknownBot("lab.nameless_policy", bot=getattr(policy, "__qualname__", str(policy)))


_loops: dict[str, Loop] = {}
_finding = threading.Lock()


def play_chunks(task: Task, cut: Cut, chunks: range) -> Outcome:
    """Play some chunks of a task in this process, which may be any."""
    try:
        loop = _ready_loop(task)
    except Exception as error:
        return Outcome(error=error)
    return loop.play_chunks(cut, chunks)


def _ready_loop(task: Task) -> Loop:
    """The loop of a task, checked once and kept for the next chunks."""
    with _finding:
        key = task.identity
        if key not in _loops:
            while len(_loops) >= _MOST_LOOPS:
                _loops.pop(next(iter(_loops)))
            _loops[key] = task.loop()
        return _loops[key]
