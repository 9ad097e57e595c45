"""The room's source of randomness: orders of the deck, seeds, ids and tokens."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Protocol

from sidepot import entropy
from sidepot.engine.setup import SEED_BITS

SORT_KEY_BYTES = 16
"""Random bytes by which a card is sorted: enough that no two cards ever draw the same."""


class Randomness(Protocol):
    """A source of everything in the room that nobody may foresee."""

    def shuffle(self, deck: Sequence[int]) -> list[int]:
        """A random order of the deck, every order equally likely."""

    def key(self) -> bytes:
        """A secret key of 32 bytes, which hides the cards of a deck."""

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1."""

    def seed(self) -> int:
        """A seed for a random generator of a game or a bot."""

    def name(self) -> str:
        """A unique public id; it is no secret."""

    def token(self) -> str:
        """A secret of 256 bits, as text that can stand in a link."""


class SystemRandomness:
    """The system's randomness."""

    def shuffle(self, deck: Sequence[int]) -> list[int]:
        """A random order of the deck, every order equally likely."""
        drawn = entropy.source.randbytes(SORT_KEY_BYTES * len(deck))
        keys = struct.iter_unpack(f"{SORT_KEY_BYTES}s", drawn)
        return [card for _, card in sorted(zip(keys, deck, strict=True))]

    def key(self) -> bytes:
        """A secret key of 32 bytes, which hides the cards of a deck."""
        return entropy.source.randbytes(32)

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1."""
        return entropy.source.randrange(n)

    def seed(self) -> int:
        """A seed for a random generator of a game or a bot."""
        return entropy.source.getrandbits(SEED_BITS)

    def name(self) -> str:
        """A unique public id; it is no secret."""
        return entropy.token(9)

    def token(self) -> str:
        """A secret of 256 bits, as text that can stand in a link."""
        return entropy.token(32)
