"""The diary of a check: a file that says which hand was played last when its process is gone.

It is memory that the file system keeps, so that a process may end in any way, at any moment; what
it costs is a few numbers at each verb.
"""

from __future__ import annotations

import mmap
import struct
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from sidepot.designer.laws.failure import Failure
    from sidepot.designer.laws.trace import Case

_HEAD = struct.Struct("qq")
"""The number of actions, and the bytes of the hand before them; none: nothing is played."""
_HAND = 1 << 16
"""The most bytes of a hand: four decks are a tenth of it."""
_ACTIONS = _HEAD.size + _HAND
_MOST = 4096
"""The most actions: above those after which a hand counts as endless."""


class Diary:
    """A diary to write to: watches (`trace.watching`) from when a law begins."""

    def __init__(self, path: Path) -> None:
        with path.open("w+b") as file:
            file.truncate(_ACTIONS + 8 * _MOST)
            self._memory = mmap.mmap(file.fileno(), 0)
        self._law = ""
        self._case: Case | None = None
        self._actions: Sequence[int] = ()
        self._written = 0

    def begin(self, law: str) -> None:
        """A law begins: nothing is played yet."""
        self._law, self._case = law, None
        _HEAD.pack_into(self._memory, 0, 0, 0)

    def see(self, case: Case, actions: Sequence[int], n: int) -> None:
        """Write down the hand that is played, and its first `n` actions."""
        if case is not self._case:
            self._open(case)
        if actions is not self._actions:
            self._actions, self._written = actions, 0
        if n > self._written:
            new = actions[self._written : min(n, _MOST)]
            place = _ACTIONS + 8 * self._written
            struct.pack_into(f"{len(new)}q", self._memory, place, *new)
            self._written += len(new)
        struct.pack_into("q", self._memory, 0, min(n, _MOST))

    def _open(self, case: Case) -> None:
        from sidepot.designer.laws.failure import of_case

        told = msgspec.json.encode(of_case(self._law, case, ()))
        size = len(told) if len(told) <= _HAND else 0
        self._memory[_HEAD.size : _HEAD.size + size] = told[:size]
        _HEAD.pack_into(self._memory, 0, 0, size)
        self._case, self._actions, self._written = case, (), 0


def as_json(found: Failure) -> dict[str, Any]:
    """A failure as it is written to a file."""
    told: dict[str, Any] = msgspec.to_builtins(found)
    return told


def last(path: Path) -> Failure | None:
    """The hand that was played last, as a failure to be replayed; None if there was none."""
    from sidepot.designer.laws.failure import Failure, written

    try:
        data = path.read_bytes()
        n, size = _HEAD.unpack_from(data)
        numbers = struct.unpack_from(f"{n}q", data, _ACTIONS)
        hand = msgspec.json.decode(data[_HEAD.size : _HEAD.size + size], type=Failure)
        said = [written(number) for number in numbers]
    except (OSError, struct.error, msgspec.MsgspecError, LookupError, ValueError):
        return None
    return msgspec.structs.replace(hand, actions=said)
