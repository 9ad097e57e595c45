"""A memo stored on a shared value: each key is computed once and dropped with the value."""

from collections.abc import Callable, Hashable
from typing import Any, Self, TypeVar

T = TypeVar("T")


class Shared:
    """A value shared by all who need an equal one; its class has a `__dict__`, for the memo."""

    __slots__ = ()

    def derive(self, key: Hashable, make: Callable[[Self], T]) -> T:
        """The result of `make`, computed once for each key and kept as long as the value."""
        known: dict[Hashable, Any] | None = self.__dict__.get("derived")
        if known is None:
            known = self.__dict__["derived"] = {}
        found: T | None = known.get(key)
        if found is None:
            found = known[key] = make(self)
        return found
