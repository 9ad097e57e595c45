"""Checks of what bulk play is called with, before anything is compiled."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from pathlib import Path
from types import NoneType

import numpy as np

from sidepot import kernel
from sidepot.bots.trained.strategy import Learned
from sidepot.engine.game import Game
from sidepot.errors import BadArgument, BadSetup, expect
from sidepot.lab.playing import By

_MOST = 10**12
"""The most hands, deals or threads."""
_MAYBE_NONE = ("hands", "deals", "hidden", "steps")


def check_table(game: object, policies: object, stacks: object) -> None:
    """Check the types of a game, its policies and its stacks. Raises `BadArgument`."""
    expect(game, Game, "argument.game")
    expect(stacks, (Sequence, np.ndarray), "argument.stacks")
    expect(policies, (list, tuple), "argument.policies")
    for policy in policies if isinstance(policies, (list, tuple)) else ():
        if not (kernel.is_compiled(policy) or isinstance(policy, Learned)):
            raise BadArgument("argument.policy", value=repr(policy))


def check_counts(**counts: object) -> None:
    """Check numbers of at least one, of `_MAYBE_NONE` none. Raises `BadSetup`."""
    for name, number in counts.items():
        lowest = int(name not in _MAYBE_NONE)
        if type(number) is not int or not lowest <= number <= _MOST:
            values = {"name": name, "value": repr(number)}
            raise BadSetup("error.count", lowest=lowest, highest=_MOST, **values)


def means(threads: int, pool: Executor | None, record: Path | str | None) -> By:
    """The means of bulk play. Raises `BadArgument` and `BadSetup`."""
    check_counts(threads=threads)
    expect(pool, (NoneType, Executor), "argument.pool")
    expect(record, (NoneType, str, Path), "argument.file")
    return By(threads, pool, None if record is None else Path(record))
