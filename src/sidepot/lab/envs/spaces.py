"""The spaces of Gymnasium in which observations and actions lie."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from sidepot.lab.envs.encoder import Encoder
from sidepot.lab.envs.slots import Slots

_MOST = 1e15
"""No number of an observation is larger: chips are counted in stacks, or up to 10**12."""


def observations(encoder: Encoder) -> Any:
    """The space of an encoder's rows."""
    return spaces.Box(-_MOST, _MOST, (encoder.size,), np.float32)


class LegalActions(spaces.Discrete):  # type: ignore[misc]
    """Slots, from which `sample` takes one that is legal now, unless it gets another mask."""

    def __init__(self, slots: Slots) -> None:
        super().__init__(slots.n)
        self.mask = np.ones(slots.n, np.int8)
        """The slots that are legal now, 1 each; the environment writes it."""

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """A random slot."""
        if mask is None and probability is None:
            mask = self.mask
        return super().sample(mask, probability)
