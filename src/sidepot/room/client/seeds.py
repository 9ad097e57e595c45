"""The seeds of one client at one table: those pledged, and those revealed with their commitment."""

from __future__ import annotations

from sidepot import fairness


class Seeds:
    """A client's seeds, made from its master secret; each is revealed for one commitment alone.

    Pledges and seeds are given in hexadecimal.
    """

    def __init__(self, master: bytes) -> None:
        self._master = master
        self._anchors: dict[str, bytes] = {}
        """Each pledge, and the commitment after which its seed comes."""
        self._revealed: dict[str, str] = {}
        """Each pledge whose seed was revealed, and the commitment for which it was."""
        self._public: set[str] = set()
        """The pledges whose seeds were in a cut."""

    def pledge(self, after: bytes) -> str:
        """The pledge of the seed that comes after a commitment."""
        pledge = fairness.pledge(fairness.next_seed(self._master, after)).hex()
        self._anchors[pledge] = after
        return pledge

    def is_ours(self, pledge: str) -> bool:
        """Whether this client has made a pledge."""
        return pledge in self._anchors

    def reveal(self, pledge: str, commitment: str) -> str | None:
        """The seed of a pledge of ours; None if it was revealed for another commitment."""
        if self._revealed.setdefault(pledge, commitment) != commitment:
            return None
        return fairness.next_seed(self._master, self._anchors[pledge]).hex()

    def is_revealed(self, pledge: str, commitment: str) -> bool:
        """Whether the seed of a pledge was revealed for a commitment."""
        return self._revealed.get(pledge) == commitment

    def publish(self, pledge: str) -> None:
        """Note that everybody may know the seed of a pledge."""
        self._public.add(pledge)

    def is_public(self, pledge: str | None) -> bool:
        """Whether everybody may know the seed of a pledge."""
        return pledge in self._public
