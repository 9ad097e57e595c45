"""A memo stored on a shared value: each key is computed once and dropped with the value."""

from collections.abc import Callable, Hashable
from typing import Any, Self, TypeVar

T = TypeVar("T")


class Shared:
    """A value shared by all who need an equal one."""

    __slots__ = ("_derived",)
    _derived: dict[Hashable, Any]

    def derive(self, key: Hashable, make: Callable[[Self], T]) -> T:
        """The result of `make`, computed once for each key and kept as long as the value."""
        known = getattr(self, "_derived", None) or self._known()
        found: T | None = known.get(key)
        if found is None:
            found = known[key] = make(self)
        return found

    def share(self, other: "Shared") -> None:
        """Have what is derived from now on in common with another value."""
        object.__setattr__(self, "_derived", other._known())

    def _known(self) -> dict[Hashable, Any]:
        found: dict[Hashable, Any] | None = getattr(self, "_derived", None)
        if found is None:
            found = {}
            object.__setattr__(self, "_derived", found)
        return found
