"""One seat of a table as an environment of Gymnasium; compiled policies play the others."""

from __future__ import annotations

from copy import deepcopy
from typing import Any, ClassVar

import gymnasium
import numpy as np

from sidepot import kernel
from sidepot.engine.game import Game
from sidepot.errors import BadSetup
from sidepot.lab.envs.batches import Batch
from sidepot.lab.envs.kinds import Flags, Info, Observation, Options, Picture, Slot
from sidepot.lab.envs.loop import Step
from sidepot.lab.envs.opponents import Opponents, Player
from sidepot.lab.envs.rendering import MODES, checked, rendered
from sidepot.lab.envs.spaces import LegalActions, observations


class Seated(gymnasium.Env):  # type: ignore[misc]
    """One seat against policies: an episode is a hand, and its reward comes at the end, in units.

    `infos` has `action_mask` (int8), `legal` (the names of the legal slots), `seat`, `chips` and
    `hand`, the number of the hand; `action_masks()` gives the mask as MaskablePPO asks for it.
    `action_space.sample()` takes a legal action.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": MODES, "render_fps": 1}

    def __init__(
        self,
        game: Game,
        players: int | None,
        seat: int,
        opponents: Player | Opponents,
        *,
        forfeits: bool = False,
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        """See `skins.gym`."""
        self.forfeits = forfeits
        self.render_mode = checked(render_mode)
        self.batch = Batch(game, 1, players, final=True, **settings)
        [self.seat] = self.batch.seats_of(seat).tolist()
        self.opponents = opponents
        self.observation_space = observations(self.batch.encoder)
        self.action_space = LegalActions(self.batch.slots.n)
        self._is_begun = self._is_new = False
        self._hand = 0
        """The number of the hand that is seen."""

    @property
    def now(self) -> Step | None:
        """The last step of the batch; None before the first."""
        return self.batch.now if self._is_begun else None

    def reset(
        self, *, seed: int | None = None, options: Options | None = None
    ) -> tuple[Observation, Info]:
        """The first decision of hand 0 of an experiment; without a seed, of the next hand.

        A hand that is not over is left, and another experiment begins.
        """
        super().reset(seed=seed)
        if seed is not None or not self._is_new:
            number = int(self.np_random.integers(2**62)) if seed is None else seed
            self._deal(number)
        self._is_new = False
        return self._seen()

    def step(self, action: Slot) -> tuple[Observation, float, bool, bool, Info]:
        """Act, and go on to this seat's next decision or the end.

        Raises `IllegalAction`, and `BadSetup` for what is not the number of a slot.
        """
        slots, mask = self.batch.slots, self.action_space.mask
        slot = slots.slot(action)
        if self.forfeits and not (0 <= slot < slots.n and mask[slot]):
            slot = self.batch.forfeit(0)
        if not self._is_begun:
            raise BadSetup("error.batch_reset")
        with kernel.by_pointers():
            now = self.batch.step(np.array([slot], np.int64))
        if not now.terminated[0]:
            seen, infos = self._seen()
            return seen, 0.0, False, False, infos
        self._is_new = True
        self.action_space.mask[:] = 0
        reward = float(now.rewards[0, self.seat])
        chips = self.batch.stacks[self.seat] + round(reward * self.batch.unit)
        infos = self._infos(chips)
        self._draw()
        return self.batch.final_observation[0].copy(), reward, True, False, infos

    def action_masks(self) -> Flags:
        """The legal slots, as bools."""
        return self.action_space.mask.astype(np.bool_)

    def render(self) -> Picture:
        """The table as this seat sees it, by `render_mode`; at the end, with what was shown."""
        if not self._is_begun:
            raise BadSetup("error.batch_reset")
        hand = self.batch.look(0, self._hand, ended=self._is_new)
        return rendered(self.render_mode, hand.view(self.seat))

    def __copy__(self) -> Seated:
        """A copy that shares nothing which changes."""
        return deepcopy(self)

    def _draw(self) -> None:
        """Show the table at every step in the mode `human`."""
        if self.render_mode == "human":
            self.render()

    def _deal(self, seed: int) -> None:
        if self._is_begun:
            with kernel.by_pointers():
                self.batch.reset(seed)
        else:
            self.batch.seed = seed
            self.batch.advance(self.seat, self.opponents)
            self._is_begun = True

    def _seen(self) -> tuple[Observation, Info]:
        """The seat's observation and infos, also drawn if that is the mode."""
        now = self.now
        assert now is not None
        self.action_space.mask[:] = now.action_mask[0]
        self._hand = self.batch.hand.item(0)
        if self.render_mode is not None:
            self._draw()
        return now.observation[0].copy(), self._infos(self.batch.chips.item(0, self.seat))

    def _infos(self, chips: int) -> Info:
        mask = self.action_space.mask.copy()
        return {
            "action_mask": mask,
            "legal": self.batch.slots.legal_names(mask),
            "seat": self.seat,
            "chips": chips,
            "hand": self._hand,
        }
