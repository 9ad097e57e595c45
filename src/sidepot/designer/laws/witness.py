"""What is being played at this moment, told to whoever watches a process that may never end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sidepot.designer.laws.trace import Case

See = Callable[["Case", Sequence[int], int], None]
"""Gets a case, and a hand's actions of which the first so many are done, or just being done."""
_watching: list[See] = []


@contextmanager
def watching(see: See) -> Iterator[None]:
    """Inside the `with` block, call `see` before whatever is done with a hand."""
    _watching.append(see)
    try:
        yield
    finally:
        _watching.remove(see)


def tell(case: Case, actions: Sequence[int], n: int) -> None:
    """Tell the watchers, before a verb is called that may not come back."""
    for see in _watching:
        see(case, actions, n)
