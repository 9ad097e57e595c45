"""A hand in our engine, as the comparison sees it."""

import functools
from dataclasses import dataclass

import sidepot
from sidepot import kernel
from sidepot.engine.game import Game, Hand
from sidepot.rules import chips
from tests.field.tables import Table


@dataclass(frozen=True)
class Offer:
    """The choices of the player to act: the chips of a call, the levels of a raise."""

    fold: bool
    call: int
    raises: tuple[int, int] | None


@dataclass(frozen=True)
class Pot:
    """Chips, and the seats that can win them."""

    amount: int
    seats: tuple[int, ...]


GAMES = {True: "holdem-fixed-limit", False: "holdem-no-limit"}
"""What is played beside PokerKit, by whether the limit is fixed."""


@functools.cache
def game(
    fixed: bool, blinds: str, antes: str, match: bool, min_bet: int, small_bet: int, big_bet: int
) -> Game:
    common = {"blinds": blinds, "antes": antes, "antes_match": "yes" if match else "no"}
    base = sidepot.game(GAMES[fixed])
    if fixed:
        return base.with_options(**common, small_bet=small_bet, big_bet=big_bet)
    return base.with_options(**common, min_bet=min_bet)


class Ours:
    """Our hand of hold'em at a table."""

    def __init__(self, table: Table) -> None:
        agreed = game(
            table.fixed,
            "/".join(map(str, table.blinds)),
            "/".join(map(str, table.antes)),
            table.antes_match,
            table.min_bet,
            table.small_bet,
            table.big_bet,
        )
        self.hand: Hand = agreed.deal(stacks=table.stacks, deck=table.deck)
        self.street = 0

    @property
    def actor(self) -> int | None:
        return self.hand.actor

    @property
    def stacks(self) -> tuple[int, ...]:
        return self.hand.stacks

    @property
    def offer(self) -> Offer:
        rows = {choice.kind: choice for choice in self.hand.legal.ranges}
        call = rows.get("call") or rows["check"]
        raising = rows.get("raise_to") or rows.get("bet")
        levels = (raising.lowest, raising.highest) if raising else None
        return Offer("fold" in rows, call.lowest, levels)

    def act(self, kind: str, level: int = 0) -> None:
        """Fold, call (or check), raise (or bet) to a level."""
        rows = {choice.kind for choice in self.hand.legal.ranges}
        if kind == "fold":
            said = "fold"
        elif kind == "call":
            said = "call" if "call" in rows else "check"
        else:
            said = f"raise to {level}" if "raise_to" in rows else f"bet {level}"
        events = self.hand.act(said)
        up = sum(event.kind == "board" for event in events)
        self.street += max(up - 2, 0) if self.street == 0 else up

    @property
    def total(self) -> int:
        """All pots together, with the bets that lie in front of the players."""
        s = kernel.fields(self.hand.record())
        return int(chips.pot(s.chips, s.seats))

    @property
    def pots(self) -> list[Pot]:
        """The pots, the main pot first, as every face shows them."""
        return [Pot(pot.amount, pot.seats) for pot in self.hand.view(-1).pots]

    @property
    def won(self) -> list[int]:
        """The chips won from each pot, by the events at the end."""
        found: dict[int, int] = {}
        for event in self.hand.events():
            if event.kind in ("won", "split", "won_side", "split_side"):
                found[event.count] = found.get(event.count, 0) + int(event.amount)
        return [found[side] for side in sorted(found)]
