"""The cuts of one table: the pledges and seeds that its clients have sent.

They wait in memory alone: after a restart clients pledge anew, and seeds are asked for again.
"""

from __future__ import annotations

from collections.abc import Iterable

from sidepot import fairness
from sidepot.errors import Refused
from sidepot.room.protocol.messages import Pledge, Reveal
from sidepot.room.table import events as e
from sidepot.room.table.clock import SECOND
from sidepot.room.table.context import Reveals
from sidepot.room.table.state import TableState

_RETURN = 3 * SECOND
"""Extra wait for seeds after a restart, so that clients can reconnect."""


class Cuts:
    """The pledges for later hands of a table, and the seeds for its next one."""

    def __init__(self, now: int) -> None:
        """`now`: when the table was loaded, in milliseconds since 1970."""
        self._pledges: dict[str, str] = {}
        self._seeds: dict[str, str] = {}
        self._came_at: dict[str, int] = {}
        self._commitment = ""
        """The commitment to which the seeds belong."""
        self._used: set[str] = set()
        """The pledges whose seeds have been told."""
        self._asked_at = now + _RETURN

    def reveals(self, state: TableState) -> Reveals:
        """The client input that decisions about the next hand depend on."""
        committed = state.next_commitment
        commitment = committed.commitment if committed else ""
        if commitment != self._commitment:  # another process may have committed
            self._commitment = commitment
            self._seeds.clear()
        return Reveals(self._pledges, self._seeds, self._came_at, self._asked_at)

    def move(self, by: int) -> None:
        """Follow the room's time, which was set forward by some milliseconds."""
        self._asked_at += by
        for guest in self._came_at:
            self._came_at[guest] += by

    def come(self, guest: str, now: int) -> None:
        """A client that will pledge has connected."""
        self._came_at[guest] = now

    def take(self, state: TableState, guest: str, command: Pledge | Reveal) -> bool:
        """Take a guest's pledge for the next commitment, or their seed; may the deal go on now?

        Raises `Refused` for a seed that is not awaited, or is not the one that they pledged, and
        for the pledge of a seed that has been told.
        """
        if command.pledge in self._used:
            raise Refused("room.refused_pledge")
        awaited = self._reveal(state, guest, command) if isinstance(command, Reveal) else None
        self._pledges[guest] = command.pledge
        self._came_at.pop(guest, None)
        if awaited is None:
            return state.in_play is None
        return all(guest in self._seeds for guest in awaited)

    def _reveal(self, state: TableState, guest: str, command: Reveal) -> Iterable[str]:
        """Take a seed; returns the guests whose seeds are awaited in all."""
        committed = state.next_commitment
        if committed is None or (committed.hand, committed.turn) != (command.hand, command.turn):
            raise Refused("room.refused_reveal", hand=command.hand, turn=command.turn)
        if guest not in committed.pledges:
            raise Refused("room.refused_unpledged", hand=command.hand)
        pledge = fairness.pledge(bytes.fromhex(command.seed)).hex()
        if pledge != committed.pledges[guest]:
            raise Refused("room.refused_seed", hand=command.hand)
        self.reveals(state)
        self._seeds[guest] = command.seed
        self._used.add(pledge)
        return committed.pledges

    def note(self, before: e.Committed | None, events: Iterable[e.AnyEvent]) -> None:
        """Forget the pledges of those who were silent; they stay out until they pledge again.

        `before`: the commitment to the next hand before some events. Call it before `reveals`.
        """
        if any(isinstance(event, e.Committed) for event in events):
            self._asked_at = 0
            for guest in before.pledges if before else ():
                if guest not in self._seeds:
                    self._pledges.pop(guest, None)
