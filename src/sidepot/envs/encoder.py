"""What a seat sees as a row of numbers, made from its concealed record, part by part."""

from __future__ import annotations

from dataclasses import dataclass

from sidepot.engine.game import Game
from sidepot.kernel import Array, Records


@dataclass(frozen=True, slots=True)
class Range:
    """Numbers of an observation that belong together."""

    name: str
    """The field that they come from: `chips.stack`."""
    first: int
    shape: tuple[int, ...]
    """Their shape; a first dimension of seats begins with the observer's own and goes clockwise."""

    @property
    def size(self) -> int:
        """How many there are."""
        raise NotImplementedError


class Encoder:
    """How a seat's concealed record becomes `size` float32."""

    size: int
    ranges: tuple[Range, ...]

    def encode(self, rows: Records, seat: int, out: Array) -> None:
        """Fill `out` from a record that is concealed for `seat`, a batch of one."""
        raise NotImplementedError


def encoder_of(game: Game, players: int | None = None, stack: int | None = None) -> Encoder:
    """The encoder of a table, with the defaults of `Game.deal`."""
    raise NotImplementedError
