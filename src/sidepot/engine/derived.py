"""What is made again and again of a value that many share, such as its JSON."""

from collections.abc import Callable, Hashable
from typing import Any, Self, TypeVar

T = TypeVar("T")


class Shared:
    """A value of which there is one object for all who need an equal one."""

    __slots__ = ("_derived",)
    _derived: dict[Hashable, Any]

    def derive(self, key: Hashable, make: Callable[[Self], T]) -> T:
        """What `make` makes of the value, once for each key; it lives as long as the value."""
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
