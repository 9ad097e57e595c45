"""Limits on the data that a table may store, far beyond an honest evening.

Measured with six people and proofs of every deal: a hand takes 45 KB, of which 40 KB are the
histories of its viewers and 3 KB its part of the log; at thirty hands an hour that is 1.4 MB an
hour, and an evening of six hours 8 MB, of which half a megabyte is the log.
"""

from __future__ import annotations

from sidepot.room.protocol import messages as m

LOG_BYTES = 16 * 1024 * 1024
"""The most bytes of a table's log: some 200 hours of play, thirty evenings and more."""
LOG_WARNING = 0.9
"""The part of `LOG_BYTES` from which the players are told, at every further hundredth."""
CHAT_LINES = 2_000
"""Lines of chat that a table keeps; an evening has some hundreds. Older ones are dropped."""
QUICK_HANDS = 1_000
"""Hands that a table may deal as fast as it likes, before it is held to `HAND_INTERVAL`."""
HAND_INTERVAL = 4_000
"""Milliseconds from deal to deal in the long run at least. People take a minute a hand; bots alone
deal ten hands a second, and each is stored."""
FREE_BYTES = 256 * 1024 * 1024
"""Bytes of the disk that are left for those who play: with fewer, no guest and no table is new, and
nothing of `GROWING` is done."""
GROWING = (m.Chat, m.React, m.ChangeGame, m.Sit, m.SeatBot, m.SeatPerson)
"""Commands without which hands are played on."""
FINISHING = (
    m.Act,
    m.Tell,
    m.Leave,
    m.Show,
    m.Muck,
    m.Rabbit,
    m.VoidHand,
    m.Remove,
    m.End,
)
"""Commands that a table with a full log still carries out: those that bring it to its end."""


class HandPace:
    """The pace of a table's deals: a bucket of hands that fills with time (milliseconds)."""

    def __init__(self) -> None:
        self._left, self._since = float(QUICK_HANDS), 0

    def move(self, by: int) -> None:
        """Follow the room's time, which was set forward by some milliseconds."""
        self._since += by

    def is_full(self, now: int) -> bool:
        """May the table deal as many hands quickly as one that has just begun?"""
        return self._left + (now - self._since) / HAND_INTERVAL >= QUICK_HANDS

    def dealt(self, now: int) -> int:
        """Count a hand that was dealt at a time; when the next one may be."""
        gained = max(0, now - self._since) / HAND_INTERVAL
        self._left = min(float(QUICK_HANDS), self._left + gained) - 1
        self._since = now
        return now + max(0, round((1 - self._left) * HAND_INTERVAL)) if self._left < 1 else now
