"""What is made again and again of a value that many share, such as its JSON."""

from collections.abc import Hashable
from typing import Any


class Shared:
    """A value of which there is one object for all who need an equal one."""

    __slots__ = ("_derived",)
    _derived: dict[Hashable, Any]

    @property
    def derived(self) -> dict[Hashable, Any]:
        """What has been made of it, by a key of the maker's; it lives as long as the value."""
        found = getattr(self, "_derived", None)
        if found is None:
            found = {}
            object.__setattr__(self, "_derived", found)
        return found
