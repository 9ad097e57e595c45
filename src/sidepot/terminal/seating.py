"""The players at the plain table, and their chips."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from sidepot import bots
from sidepot.bots import Bot
from sidepot.bots.names import NAMES
from sidepot.engine.game import Game
from sidepot.engine.keeping import Each
from sidepot.engine.setup import MOST_CHIPS, shares
from sidepot.errors import BadSetup
from sidepot.real import deep_stack
from sidepot.words import Message, say


@dataclass
class Player:
    """A player; `stack` in chips, `bot` is None for the person."""

    name: str
    stack: int
    bot: Bot | None = None
    keeps: Each = field(default_factory=dict)
    """Their values that the game keeps from hand to hand."""
    first_stack: int = field(init=False)
    bought: int = field(init=False)
    """Chips of all buy-ins together."""

    def __post_init__(self) -> None:
        self.first_stack = self.bought = self.stack

    def buy_in(self) -> None:
        """Add as many chips as at the start."""
        self.stack += self.first_stack
        self.bought += self.first_stack


class Seating:
    """The players in seating order; the deal passes to the left after each hand."""

    def __init__(self, players: Sequence[Player]) -> None:
        self.players = list(players)
        self.order = list(players)
        """The players from the dealer's left: the order of seats in the present hand."""

    def pass_deal(self) -> None:
        """Pass the deal to the player at the dealer's left."""
        self.order = self.order[1:] + self.order[:1]

    @property
    def names(self) -> tuple[str, ...]:
        """The names in the order of `players`."""
        return tuple(player.name for player in self.players)

    @property
    def stacks(self) -> list[int]:
        """The chips in the order of `players`."""
        return [player.stack for player in self.players]

    @property
    def bots(self) -> list[Bot]:
        """The bots among the players."""
        return [player.bot for player in self.players if player.bot]

    def settle(self, stacks: Sequence[int]) -> None:
        """Set the stacks to those after a hand, given in the order of that hand."""
        for player, stack in zip(self.order, stacks, strict=True):
            player.stack = stack

    def buy_in(self, player: Player) -> None:
        """Let a player buy in again. Raises `BadSetup` where there would be too many chips."""
        check_together([*self.stacks, player.first_stack])
        player.buy_in()

    def share(self, chips: int) -> None:
        """Share out what is left in the pot, from the dealer's left."""
        for player, part in zip(self.order, shares(chips, len(self.order)), strict=True):
            player.stack += part

    def short(self, unit: int) -> list[Player]:
        """The players who are not dealt in: they cannot pay `unit`, or have no chips."""
        return [player for player in self.players if player.stack < unit]


def check_together(stacks: Sequence[int]) -> None:
    """Raise `BadSetup` for stacks that are too large for one player, who may win them all."""
    if sum(stacks) > MOST_CHIPS:
        raise BadSetup("error.stacks_together", chips=sum(stacks), highest=MOST_CHIPS)


def seat_players(game: Game, stacks: Sequence[int], strengths: Sequence[str], name: str) -> Seating:
    """A person called `name` and a bot for each further stack.

    `strengths`: one for all bots, or one each. Raises `BadSetup`, `UnknownBot`.
    """
    check_together(stacks)
    others = len(stacks) - 1
    if len(strengths) not in (1, others):
        raise BadSetup("error.bots_count", bots=len(strengths), others=others)
    each = list(strengths) * (others if len(strengths) == 1 else 1)
    found = [bots.find(game, strength) for strength in each]
    names = [other for other in NAMES if other != name]
    you = Player(name or say("table.you"), stacks[0])
    return Seating([you, *map(Player, names, stacks[1:], found)])


def seat_people(
    game: Game,
    names: Sequence[str],
    players: int | None,
    stacks: int | Sequence[int] | None,
    *,
    real_chips: bool,
) -> Seating:
    """The people of an evening with real cards; `p1`, `p2` where nobody is named.

    Raises `BadSetup`.
    """
    if real_chips and stacks:
        raise BadSetup("real.stacks_real")
    each = game.stacks(players or len(names) or None, deep_stack(game) if real_chips else stacks)
    check_together(each)
    names = names or [f"p{seat}" for seat in range(1, len(each) + 1)]
    if len(names) != len(each):
        raise BadSetup("real.names", given=len(names), n=len(each))
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise BadSetup("real.names_twice", name=twice)
    return Seating([*map(Player, names, each)])


def nearest(game: Game, players: int, strengths: Sequence[str]) -> Message | None:
    """The sentence that an expert plays what it has learned for another number of players."""
    learned = bots.learned_for(game)
    if "expert" not in strengths or not learned or players in learned:
        return None
    return Message("session.nearest", {"players": list(learned), "n": players})
