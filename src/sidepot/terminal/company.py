"""Who is at the table, with how many chips."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from sidepot import bots
from sidepot.bots import Bot
from sidepot.bots.names import NAMES
from sidepot.engine.game import Game
from sidepot.errors import BadSetup
from sidepot.words import say


@dataclass
class Player:
    """Somebody at the table; chips."""

    name: str
    stack: int
    bot: Bot | None = None
    first_stack: int = field(init=False)
    bought: int = field(init=False)
    """All that was bought in for."""

    def __post_init__(self) -> None:
        self.first_stack = self.bought = self.stack

    def buy_in(self) -> None:
        """Add as many chips as at the beginning."""
        self.stack += self.first_stack
        self.bought += self.first_stack


class Company:
    """Players as they sit; the deal passes to the left, hand by hand."""

    def __init__(self, players: Sequence[Player]) -> None:
        self.players = list(players)
        self.order = list(players)
        """The same from the dealer's left: the order of the present hand."""

    def pass_deal(self) -> None:
        """The player at the dealer's left deals next."""
        self.order = self.order[1:] + self.order[:1]

    @property
    def names(self) -> tuple[str, ...]:
        """Everybody's name."""
        return tuple(player.name for player in self.players)

    @property
    def stacks(self) -> list[int]:
        """Everybody's chips."""
        return [player.stack for player in self.players]

    @property
    def bots(self) -> list[Bot]:
        """The bots among them."""
        return [player.bot for player in self.players if player.bot]

    def settle(self, stacks: Sequence[int]) -> None:
        """Take over the chips that a hand has left everybody, in the order of that hand."""
        for player, stack in zip(self.order, stacks, strict=True):
            player.stack = stack

    def short(self, unit: int) -> list[Player]:
        """Those who are not dealt in next: they cannot pay the ante, or have no chips."""
        return [player for player in self.players if player.stack < unit]


def gather(game: Game, stacks: Sequence[int], strengths: Sequence[str], name: str) -> Company:
    """A person called `name` and bots; `strengths` for all bots or one each.

    Raises `BadSetup`, `UnknownBot`.
    """
    others = len(stacks) - 1
    if len(strengths) not in (1, others):
        raise BadSetup("error.bots_count", bots=len(strengths), others=others)
    wanted = list(strengths) * (others if len(strengths) == 1 else 1)
    chairs = [bots.find(game, strength) for strength in wanted]
    names = [other for other in NAMES if other != name]
    you = Player(name or say("table.you"), stacks[0])
    return Company([you, *map(Player, names, stacks[1:], chairs)])
