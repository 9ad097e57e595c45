"""Randomness: orders of the deck, seeds, names that nobody can guess. The system's randomness."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Protocol

from sidepot.engine.setup import SEED_BITS

KEY = 16
"""Random bytes by which a card is sorted: with so many no two ever have the same."""


class Randomness(Protocol):
    """What the room asks for whatever must not be foreseen."""

    def shuffle(self, deck: Sequence[int]) -> list[int]:
        """An order of the deck."""

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1."""

    def seed(self) -> int:
        """A seed for a bot's own throws."""

    def name(self) -> str:
        """A public name for something new: unlike any other, and no secret."""

    def token(self) -> str:
        """A secret of 256 bits, as text that can stand in a link."""


class SystemRandomness:
    """The system's randomness."""

    def shuffle(self, deck: Sequence[int]) -> list[int]:
        """An order of the deck."""
        drawn = secrets.token_bytes(KEY * len(deck))
        keys = [drawn[at : at + KEY] for at in range(0, len(drawn), KEY)]
        return [card for _, card in sorted(zip(keys, deck, strict=True))]

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1."""
        return secrets.randbelow(n)

    def seed(self) -> int:
        """A seed for a bot's own throws."""
        return secrets.randbits(SEED_BITS)

    def name(self) -> str:
        """A public name for something new: unlike any other, and no secret."""
        return secrets.token_urlsafe(9)

    def token(self) -> str:
        """A secret of 256 bits, as text that can stand in a link."""
        return secrets.token_urlsafe(32)
