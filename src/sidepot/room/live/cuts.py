"""The cuts of one table: the pledges and seeds that its clients have sent.

They wait in memory alone: after a restart clients pledge anew, and seeds are asked for again.
"""

from __future__ import annotations

from collections.abc import Iterable

from sidepot import fairness
from sidepot.errors import Refused
from sidepot.protocol.messages import Pledge, Reveal
from sidepot.room.table import events as e
from sidepot.room.table.clock import SECOND
from sidepot.room.table.context import Reveals
from sidepot.room.table.state import TableState

_RETURN = 3 * SECOND
"""How much longer seeds are waited for after a restart, so that clients can reconnect."""


class Cuts:
    """The pledges for later hands of a table, and the seeds for its next one."""

    def __init__(self, now: int) -> None:
        """`now`: when the table was loaded, in milliseconds since 1970."""
        self._pledges: dict[str, str] = {}
        self._seeds: dict[str, str] = {}
        self.reveals = Reveals(self._pledges, self._seeds, now + _RETURN)

    def take(self, state: TableState, guest: str, command: Pledge | Reveal) -> bool:
        """Take a guest's pledge for the next commitment, or their seed; may the deal go on now?

        Raises `Refused` for a seed that is not awaited, or is not the one that they pledged.
        """
        if isinstance(command, Reveal):
            awaited = self._reveal(state, guest, command)
            return all(guest in self._seeds for guest in awaited)
        self._pledges[guest] = command.pledge
        return state.in_play is None

    def _reveal(self, state: TableState, guest: str, command: Reveal) -> Iterable[str]:
        """Take a seed and the next pledge; returns the guests whose seeds are awaited in all."""
        committed = state.next_commitment
        if committed is None or (committed.hand, committed.turn) != (command.hand, command.turn):
            raise Refused("room.refused_reveal", hand=command.hand, turn=command.turn)
        if guest not in committed.pledges:
            raise Refused("room.refused_unpledged", hand=command.hand)
        if fairness.pledge(bytes.fromhex(command.seed)).hex() != committed.pledges[guest]:
            raise Refused("room.refused_seed", hand=command.hand)
        self._seeds[guest] = command.seed
        self._pledges[guest] = command.pledge
        return committed.pledges

    def note(self, before: e.Committed | None, events: Iterable[e.AnyEvent]) -> None:
        """Forget what is used up by some events; `before`: the next hand's commitment till then.

        Who was silent stays out until they pledge again.
        """
        for event in events:
            if isinstance(event, e.Committed):
                for guest in before.pledges if before else ():
                    if guest not in self._seeds:
                        self._pledges.pop(guest, None)
                self._seeds.clear()
                self.reveals = Reveals(self._pledges, self._seeds)
            elif isinstance(event, e.HandDealt):
                self._seeds.clear()
