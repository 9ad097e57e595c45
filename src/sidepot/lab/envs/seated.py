"""One seat of a table as an environment of Gymnasium; compiled policies play the others."""

from __future__ import annotations

from typing import Any, ClassVar

import gymnasium
import numpy as np

from sidepot import kernel
from sidepot.engine.game import Game
from sidepot.engine.play import legal_in
from sidepot.lab.envs.batches import Batch, Opponents, Player
from sidepot.lab.envs.loop import Step
from sidepot.lab.envs.spaces import LegalActions, observations
from sidepot.rules import actions


class Seated(gymnasium.Env):  # type: ignore[misc]
    """One seat against policies: an episode is a hand, and its reward comes at the end, in units.

    `infos` has `action_mask` (int8), and `action_masks()` gives it as MaskablePPO asks for it.
    `action_space.sample()` takes a legal action.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": []}

    def __init__(
        self,
        game: Game,
        players: int | None,
        seat: int,
        opponents: Player | Opponents,
        *,
        forfeits: bool = False,
        **settings: Any,
    ) -> None:
        """See `skins.gym`."""
        self.forfeits = forfeits
        self.batch = Batch(game, 1, players, final=True, **settings)
        [self.seat] = self.batch.seats_of(seat).tolist()
        self.opponents = opponents
        self.observation_space = observations(self.batch.encoder)
        self.action_space = LegalActions(self.batch.slots)
        self.render_mode = None
        self.now: Step | None = None
        self._is_new = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """The first decision of hand 0 of an experiment; without a seed, of the next hand.

        A hand that is not over is left, and another experiment begins.
        """
        super().reset(seed=seed)
        if seed is not None or not self._is_new:
            number = int(self.np_random.integers(2**62)) if seed is None else seed
            self._deal(number)
        self._is_new = False
        return self._seen()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Act, and go on to this seat's next decision or the end.

        Raises `IllegalAction`, and `BadSetup` for what is not the number of a slot.
        """
        slots, mask = self.batch.slots, self.action_space.mask
        slot = slots.slot(action)
        if self.forfeits and not (0 <= slot < slots.n and mask[slot]):
            slot = self._forfeit()
        with kernel.by_pointers():
            now = self.now = self.batch.step(np.array([slot], np.int64))
        if not now.terminated[0]:
            seen, infos = self._seen()
            return seen, 0.0, False, False, infos
        self._is_new = True
        self.action_space.mask[:] = 0
        infos = {"action_mask": self.action_space.mask.copy()}
        reward = float(now.rewards[0, self.seat])
        return self.batch.final_observation[0].copy(), reward, True, False, infos

    def action_masks(self) -> Any:
        """The legal slots, as bools."""
        return self.action_space.mask.astype(np.bool_)

    def render(self) -> None:
        """Nothing: `sidepot play` shows tables to people."""

    def _forfeit(self) -> int:
        """The slot that is played for a bot without a legal answer."""
        seen, slots = self.batch.peek(0, self.seat), self.batch.slots
        kind = actions.KINDS.index(legal_in(self.batch.game, seen.rows, seen.fields).forfeit.kind)
        return int(np.flatnonzero((slots.kind_of == kind) & (self.action_space.mask > 0))[0])

    def _deal(self, seed: int) -> None:
        if self.now is not None:
            with kernel.by_pointers():
                self.now = self.batch.reset(seed)
        else:
            self.batch.seed = seed
            self.now = self.batch.advance(self.seat, self.opponents)

    def _seen(self) -> tuple[Any, dict[str, Any]]:
        """The seat's observation, and its action mask."""
        assert self.now is not None
        mask = self.now.action_mask[0].astype(np.int8)
        self.action_space.mask[:] = mask
        return self.now.observation[0].copy(), {"action_mask": mask}
