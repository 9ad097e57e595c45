"""The spaces of Gymnasium in which observations and actions lie."""

from __future__ import annotations

import numpy as np
from gymnasium import spaces

from sidepot.lab.envs.encoder import Encoder
from sidepot.lab.envs.kinds import Mask, Observation

_MOST_NUMBER = 1e15
"""No number of a record is larger: chips go up to 10**12."""
_MOST_OF_A_CARD = 64.0
"""More copies of a card, or shares of a deck, than any game has."""
_BOUNDS = {
    "number": (-_MOST_NUMBER, _MOST_NUMBER),
    "chips": (-_MOST_NUMBER, _MOST_NUMBER),
    "folded": (0.0, 1.0),
    "seat": (0.0, 1.0),
    "places": (0.0, 1.0),
    "prospects": (-_MOST_OF_A_CARD, _MOST_OF_A_CARD),
}
"""The lowest and highest numbers of a range, by what it is about."""


def observations(encoder: Encoder) -> spaces.Box:
    """The space of an encoder's rows, bounded by what each number is about."""
    low = np.zeros(encoder.size, np.float32)
    high = np.full(encoder.size, _MOST_OF_A_CARD, np.float32)
    for r in encoder.ranges:
        part = slice(r.first, r.first + r.size)
        low[part], high[part] = _BOUNDS.get(r.about, (0.0, _MOST_OF_A_CARD))
        if r.about == "chips" and not encoder.game.banked:  # a bank owes, and nobody else
            low[part], high[part] = 0.0, encoder.seats
        if r.name == "chips.dead":  # a pot left for the next hand is taken from them
            low[part] = np.minimum(low[part], -encoder.seats)
        if r.about == "line":
            high[part] = max(_MOST_OF_A_CARD, encoder.seats)
    return spaces.Box(low, high, dtype=np.float32)


class LegalActions(spaces.Discrete):  # type: ignore[misc]
    """Slots, from which `sample` takes one that is legal now, unless it gets another mask."""

    def __init__(self, n: int) -> None:
        super().__init__(n)
        self.mask = np.ones(n, np.int8)
        """The slots that are legal now, 1 each; the environment writes it."""

    def sample(
        self, mask: Mask | None = None, probability: Observation | None = None
    ) -> np.integer:
        """A random slot."""
        if mask is None and probability is None:
            mask = self.mask
        found: np.integer = super().sample(mask, probability)
        return found
