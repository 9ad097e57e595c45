"""A small model of a table: chips, chairs and hands, from the events of its log as they are stored.

It shares no code with the room, so that a fault of the room is not a fault of its judge.
"""

from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]


class Impossible(Exception):
    """An event that cannot follow what was before it; its text says why."""


@dataclass
class Chair:
    """A chair: its guest, and their chips."""

    guest: str | None
    stack: int
    pending: int = 0
    status: str = "in"


@dataclass
class Table:
    """A table after some events."""

    host: str = ""
    chairs: dict[int, Chair] = field(default_factory=dict)
    seats: tuple[int, ...] = ()
    hand: int = 0
    decision: int = 0
    bought: int = 0
    taken: int = 0
    bank: int = 0
    game: str = ""
    pots: dict[str, int] = field(default_factory=dict)
    """The chips that wait for the next hand of a game."""

    def shown(self) -> list[list[Any]]:
        """The chairs as a view has them."""
        return [
            [number, chair.guest, chair.stack, chair.pending, chair.status]
            for number, chair in sorted(self.chairs.items())
        ]

    def at_stake(self) -> int:
        """The chips with which the hand in play began."""
        return sum(self.chairs[number].stack for number in self.seats)

    def check_chips(self) -> None:
        """Raise `Impossible` unless what was bought is what is there."""
        there = sum(chair.stack + chair.pending for chair in self.chairs.values())
        if self.bought != there + self.taken + self.bank + sum(self.pots.values()):
            raise Impossible(f"{self.bought} bought, {there} there, {self.taken} taken away")

    def apply(self, event: Json) -> None:
        """Apply the next event. Raises `Impossible`."""
        does = getattr(self, f"_{event['type']}", None)
        if does:
            does(event)
        self.check_chips()

    def _created(self, event: Json) -> None:
        self.host = event["host"]

    def _host_passed(self, event: Json) -> None:
        self.host = event["guest"]

    def _sat(self, event: Json) -> None:
        if event["chair"] in self.chairs:
            raise Impossible("the chair is taken")
        if any(chair.guest == event["guest"] for chair in self.chairs.values()):
            raise Impossible("the guest sits already")
        self.chairs[event["chair"]] = Chair(event["guest"], event["chips"])
        self.bought += event["chips"]

    def _bot_sat(self, event: Json) -> None:
        self.chairs[event["chair"]] = Chair(None, event["chips"])
        self.bought += event["chips"]

    def _bought(self, event: Json) -> None:
        chair = self.chairs[event["chair"]]
        self.bought += event["chips"]
        if event["chair"] in self.seats:
            chair.pending += event["chips"]
        else:
            chair.stack += event["chips"]

    def _sat_out(self, event: Json) -> None:
        self.chairs[event["chair"]].status = "out"

    def _came_back(self, event: Json) -> None:
        self.chairs[event["chair"]].status = "in"

    def _left(self, event: Json) -> None:
        if event["chair"] in self.seats:
            self.chairs[event["chair"]].status = "leaving"
        else:
            self._pay_out(event["chair"])

    def _pay_out(self, number: int) -> None:
        chair = self.chairs.pop(number)
        self.taken += chair.stack + chair.pending

    def _hand_dealt(self, event: Json) -> None:
        if self.seats or event["hand"] != self.hand + 1:
            raise Impossible(f"hand {event['hand']} after hand {self.hand}")
        self.hand, self.decision, self.seats = event["hand"], 0, tuple(event["chairs"])
        if [self.chairs[number].stack for number in self.seats] != list(event["stacks"]):
            raise Impossible("the hand begins with other stacks")
        self.game = str(event["game"])
        if (event["kept"] or {}).get("pot", 0) != self.pots.get(self.game, 0):
            raise Impossible("the hand begins with another pot")

    def _acted(self, event: Json) -> None:
        at = (event["hand"], event["decision"])
        if not self.seats or at != (self.hand, self.decision) or event["chair"] not in self.seats:
            raise Impossible(f"an action at {at}, in {(self.hand, self.decision)}")
        self.decision += 1

    def _hand_ended(self, event: Json) -> None:
        for number, stack in zip(self.seats, event["stacks"], strict=True):
            self.chairs[number].stack = stack
        self.bank += event.get("bank", 0)
        self.pots[self.game] = event["keeps"]["table"].get("pot", 0) if event["keeps"] else 0
        self._finish(event)

    def _pot_shared(self, event: Json) -> None:
        self.pots.pop(str(event["game"]), None)
        for number, chips in zip(event["chairs"], event["chips"], strict=True):
            chair = self.chairs[number]
            if number in self.seats:
                chair.pending += chips
            else:
                chair.stack += chips

    def _hand_voided(self, event: Json) -> None:
        self._finish(event)

    def _finish(self, event: Json) -> None:
        if not self.seats or event["hand"] != self.hand:
            raise Impossible(f"the end of hand {event['hand']} in hand {self.hand}")
        for number in self.seats:
            chair = self.chairs[number]
            chair.stack, chair.pending = chair.stack + chair.pending, 0
            if chair.status == "leaving":
                self._pay_out(number)
        self.seats = ()
