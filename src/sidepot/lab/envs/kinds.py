"""Types of what environments give and take, as their libraries name it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import SupportsIndex, TypedDict

import numpy as np
from numpy.typing import NDArray

from sidepot.kernel import Array

Observation = NDArray[np.float32]
"""An observation of a seat, a row of numbers; of several tables, a row each."""
Mask = NDArray[np.int8]
"""A one for each slot that is legal."""
Flags = NDArray[np.bool_]
"""A bool for each slot, or for each table."""
Slot = SupportsIndex | NDArray[np.integer]
"""The number of a slot as a learner gives it: an int, or one of NumPy's."""
Chosen = NDArray[np.integer] | Sequence[int]
"""The number of a slot for each table."""
Picture = str | NDArray[np.uint8] | None
"""A table as a text, as rows of pixels, or nothing where it was printed."""
Options = dict[str, object]
"""Options of a reset, of which none has a meaning here."""


class Info(TypedDict):
    """Facts that a seat gets beside its observation."""

    action_mask: Mask
    legal: tuple[str, ...]
    """The names of the legal slots."""
    seat: int
    chips: int
    hand: int
    """The number of the hand."""


class Seen(TypedDict):
    """An observation of PettingZoo: the row, and the mask."""

    observation: Observation
    action_mask: Mask


class Infos(TypedDict, total=False):
    """Facts that seats get at several tables, a row each; beside each name one with `_` for which.

    `final_obs` and `final_info` are there where a hand has ended.
    """

    action_mask: Array
    seat: Array
    chips: Array
    hand: Array
    final_obs: Observation
    final_info: dict[str, Array]
    _final_obs: Flags
    _final_info: Flags
