"""Environments for agents: any game as a batch of hands, as observations, and as numbered slots.

    from sidepot.lab.envs import batch

    hands = batch("ricochet-2", 4096, players=6, seed=1)
    now = hands.reset()
    while True:
        now = hands.step(choose(now.observation, now.action_mask))

`batches` holds `Batch`, N hands that are played at once by compiled code, and needs numba and NumPy
alone. It is made of two things that also work on a single `Hand`:

- `encoder.Encoder(game, players, stack)`, what a seat sees as a row of numbers: `size`, `ranges`
  (each with `name`, `first`, `size`, `shape`), and `encode(rows, seat, out)`, which takes a record
  that is already concealed for that seat (`hand.record(seat)`) and fills `out`, `size` float32.
- `slots.Slots(game, players, stack, full=False)`, what a seat may do as numbers from 0 to `n` - 1:
  `names`, `mask(hand)` (bools), `action_of(hand, slot)` (an `Action`), `slot_of(hand, action)`.

`encoder_of(game, players, stack)` and `slots_of(game, players, stack, full)` make them with the
defaults of `Game.deal`. An environment for another library is a thin layer over these:

- `aec` and `parallel` (PettingZoo), `gym` and `vector` (Gymnasium), `sb3` (Stable-Baselines3), and
  `openspiel.register()` (OpenSpiel). Each imports its library when it is called. `register()`
  makes the games known to these libraries by name.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sidepot.lab.envs.batches import Batch, batch
    from sidepot.lab.envs.encoder import Encoder, encoder_of
    from sidepot.lab.envs.line import Line
    from sidepot.lab.envs.loop import Step
    from sidepot.lab.envs.registered import register
    from sidepot.lab.envs.skins import aec, gym, parallel, sb3, vector
    from sidepot.lab.envs.slots import Slots, slots_of

__all__ = [
    "Batch",
    "Encoder",
    "Line",
    "Slots",
    "Step",
    "aec",
    "batch",
    "encoder_of",
    "gym",
    "parallel",
    "register",
    "sb3",
    "slots_of",
    "vector",
]

_HOMES = {
    "Batch": "batches",
    "Step": "loop",
    "batch": "batches",
    "Line": "line",
    "register": "registered",
    "Encoder": "encoder",
    "encoder_of": "encoder",
    "Slots": "slots",
    "slots_of": "slots",
    **dict.fromkeys(("aec", "gym", "parallel", "sb3", "vector"), "skins"),
}


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def __getattr__(name: str) -> Any:
    """Import what needs numba only when it is used."""
    if name == "openspiel":
        return import_module(f"{__name__}.openspiel")
    if name not in _HOMES:
        raise AttributeError(f"module 'sidepot.lab.envs' has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
