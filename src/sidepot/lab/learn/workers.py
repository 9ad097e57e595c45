"""A lane's part of a round in another process: its numbers are sent there and back.

The loop is made there from the game, or, on the tree, from nothing: a tree is numbers too.
"""

from __future__ import annotations

import hashlib
import pickle
import platform
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError, Executor, Future
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from sidepot.bots.trained.abstraction import Abstraction, abstraction_of
from sidepot.bots.trained.hashing import words_of
from sidepot.engine.game import Game
from sidepot.engine.sent import Sent
from sidepot.errors import BadSetup, OtherRules, PoolFailed
from sidepot.kernel import Array
from sidepot.kernel.fingerprint import fingerprint
from sidepot.lab.learn import tree_play
from sidepot.lab.learn.traversal import METHOD, Method, traversal

_NUMBERS = ("sizes", "buckets", "is_exact", "has_public_tree", "memory")
"""The settings of an abstraction that may differ from its game's; the rest are rules."""
_LOSSES = 5
"""Times that a lane is lost with its worker before the pool is given up."""
_SHORT = 12
"""Characters by which a fingerprint is shown."""

Call = tuple[Any, ...]
"""The arguments of one call of a loop."""


@dataclass(frozen=True)
class Maker:
    """Makes the loop of a lane in another process: on the tree, or over a game's records."""

    sent: Sent
    is_on_tree: bool
    told: dict[str, Any]
    """The settings in which the abstraction differs from the game's."""
    rules: str = field(default="", compare=False)
    """The fingerprint of the loop where this was made."""

    @classmethod
    def of(cls, game: Game, abstraction: Abstraction, method: Method, *, is_on_tree: bool) -> Maker:
        """The maker of a training's loop. Raises `BadSetup` for rules that only this one has."""
        told = {name: getattr(abstraction, name) for name in _NUMBERS}
        if not is_on_tree and (replace(abstraction_of(game), **told), METHOD) != (
            abstraction,
            method,
        ):
            raise BadSetup("learn.stays_here")
        made = cls(Sent.of(game), is_on_tree, told)
        return replace(made, rules=_shown(made.loop_here()))

    def loop_here(self) -> Callable[..., None]:
        """The loop by the rules of this process."""
        if self.is_on_tree:
            return tree_play.learn
        game = self.sent.game
        return traversal(game, replace(abstraction_of(game), **self.told))

    def loop(self) -> Callable[..., None]:
        """The loop in this process. Raises `OtherRules` where the rules are other ones."""
        found = self.loop_here()
        if self.rules != _shown(found):
            raise OtherRules(
                "lab.other_rules",
                game=self.sent.name,
                host=platform.node(),
                theirs=_shown(found),
                ours=self.rules,
            )
        return found


def learn_in_workers(
    pool: Executor, maker: Maker, lanes: Sequence[tuple[Sequence[Call], Sequence[Array]]]
) -> None:
    """Make the calls of all lanes in a pool; then the arrays of each are what they became there.

    A lane that is lost with its worker is learned again. Raises `PoolFailed` where the pool loses
    one again and again, and `OtherRules`.
    """
    packed = [pickle.dumps(lane, pickle.HIGHEST_PROTOCOL) for lane in lanes]
    waiting = [_submit(pool, maker, data) for data in packed]
    for (_, learned), data, first in zip(lanes, packed, waiting, strict=True):
        for mine, theirs in zip(learned, _result(pool, maker, data, first), strict=True):
            np.copyto(mine, theirs)


def _submit(pool: Executor, maker: Maker, data: bytes) -> Future[bytes] | Exception:
    try:
        return pool.submit(_learn, maker, data)
    except RuntimeError as error:  # a broken pool takes no more
        return error


def _result(
    pool: Executor, maker: Maker, data: bytes, under_way: Future[bytes] | Exception
) -> list[Array]:
    """The arrays that a worker has sent back, of one of several attempts."""
    for _ in range(_LOSSES):
        try:
            if isinstance(under_way, Exception):
                raise under_way
            found: list[Array] = pickle.loads(under_way.result())
            return found
        except OtherRules:
            raise
        except (Exception, CancelledError) as error:
            lost: BaseException = error
        under_way = _submit(pool, maker, data)
    reason = f"{type(lost).__name__}: {lost}"
    raise PoolFailed("lab.pool_failed", times=_LOSSES, reason=reason) from lost


def _learn(maker: Maker, data: bytes) -> bytes:
    """Make the calls of a lane, in the process of a worker."""
    loop = maker.loop()
    calls, learned = pickle.loads(data)
    for call in calls:
        loop(*(call if maker.is_on_tree else _with_words(call)))
    return pickle.dumps(learned, pickle.HIGHEST_PROTOCOL)


def _with_words(call: Call) -> Call:
    """A call over records: the memory of the first argument's, as numbers, stays behind."""
    hand, *rest = call
    return hand._replace(words=words_of(hand.rows)), *rest


def _shown(loop: Callable[..., None]) -> str:
    digest = hashlib.sha256(fingerprint(loop).encode()).hexdigest()
    return f"{digest[:_SHORT]} (Python {platform.python_version()})"
