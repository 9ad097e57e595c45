"""A client's part in the deals of a table: its pledges and reveals, and the room's answers."""

from __future__ import annotations

from sidepot import entropy, fairness
from sidepot.fairness import NO_COMMITMENT
from sidepot.room.client.seeds import Seeds
from sidepot.room.protocol import messages as m


class Part:
    """The pledges and reveals of one client, and the room's answers to them."""

    def __init__(self, master: bytes) -> None:
        """`master`: the client's secret, from which its seeds are made."""
        self.is_pledged = False
        """Whether the room has the last pledge: it has confirmed it, or used what came with it."""
        self._seeds = Seeds(master)
        self._newest = ""
        """The id of the last command with a pledge."""
        self._reveals: dict[str, m.Reveal] = {}
        """Reveals that are not answered yet, by id."""
        self._confirmed: dict[tuple[int, int], str] = {}
        """The pledges whose seeds the room has confirmed, by hand and turn."""

    def forget(self) -> None:
        """Forget what was confirmed, and what waits for it: a room that restarts loses seeds."""
        self.is_pledged = False
        self._reveals.clear()
        self._confirmed.clear()

    def pledge(self, last: bytes | None) -> m.Pledge:
        """A pledge of the seed that comes after the last commitment."""
        self._newest, self.is_pledged = _new_id(), False
        return m.Pledge(id=self._newest, pledge=self._seeds.pledge(last or NO_COMMITMENT))

    def reveal(self, sent: m.Commitment, pledge: str) -> list[m.Pledge | m.Reveal]:
        """The seed of a pledge of ours, with the next pledge, if it is awaited.

        A seed that was revealed for another commitment, and perhaps came too late, is not given.
        """
        seed = self._seeds.reveal(pledge, sent.commitment) if sent.awaited else None
        if seed is None:
            return []
        self._newest, self.is_pledged = _new_id(), False
        due = self._seeds.pledge(bytes.fromhex(sent.commitment))
        fields = {"hand": sent.hand, "turn": sent.turn}
        command = m.Reveal(id=self._newest, **fields, seed=seed, pledge=due)
        self._reveals[command.id] = command
        return [command]

    def confirm(self, id: str) -> None:
        """Note that the room has stored a command, if it is one of ours."""
        self.is_pledged = self.is_pledged or id == self._newest
        reveal = self._reveals.pop(id, None)
        if reveal:
            pledge = fairness.pledge(bytes.fromhex(reveal.seed)).hex()
            self._confirmed[reveal.hand, reveal.turn] = pledge

    def refuse(self, id: str) -> bool:
        """Note that the room has refused a command: has it taken the last pledge with it?"""
        return self._reveals.pop(id, None) is not None and id == self._newest

    def is_ours(self, pledge: str) -> bool:
        """Whether this client has made a pledge."""
        return self._seeds.is_ours(pledge)

    def is_spent(self, pledge: str | None) -> bool:
        """Whether the seed of a pledge is known to the room, or to everybody."""
        return pledge in self._confirmed.values() or self._seeds.is_public(pledge)

    def is_confirmed(self, hand: int, turn: int) -> bool:
        """Whether the room has confirmed a seed of ours for a turn."""
        return (hand, turn) in self._confirmed

    def is_given(self, sent: m.Commitment, pledge: str | None) -> bool:
        """Whether we have revealed the seed of a pledge, if it is ours; it is public now."""
        if pledge is None or not self._seeds.is_ours(pledge):
            return True
        self._seeds.publish(pledge)
        newest = self._reveals.get(self._newest)
        if newest and (newest.hand, newest.turn) == (sent.hand, sent.turn):
            self.is_pledged = True
        return self._seeds.is_revealed(pledge, sent.commitment)


def _new_id() -> str:
    """An id of a command."""
    return entropy.token(9)
