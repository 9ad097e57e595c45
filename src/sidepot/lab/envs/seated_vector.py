"""One seat at each of N tables as a `VectorEnv` of Gymnasium."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import Any, cast

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from sidepot import kernel
from sidepot.engine.game import Game
from sidepot.errors import BadSetup
from sidepot.kernel import Array
from sidepot.lab.envs.batches import Batch
from sidepot.lab.envs.kinds import Chosen, Flags, Infos, Observation, Options, Picture
from sidepot.lab.envs.loop import Step
from sidepot.lab.envs.opponents import Opponents, Player
from sidepot.lab.envs.rendering import MODES, checked, rendered
from sidepot.lab.envs.spaces import observations

_MODES = {mode.name.lower(): mode for mode in (AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP)}


class SeatedVector(VectorEnv):  # type: ignore[misc]
    """One seat at each of N tables against policies and bots, all in one call.

    In the mode SAME_STEP a table whose hand has ended deals the next one in the same step: the
    observation is the new hand's, and `infos["final_obs"]` and `infos["final_info"]` have the old
    one's where `infos["_final_obs"]` is true. In NEXT_STEP the observation is the old hand's, and
    the next step deals: its action is not read there, and all slots are legal. `infos` has arrays
    with a row a table: `action_mask` (int8), `seat`, `chips` and `hand`, the number of the hand.
    """

    def __init__(
        self,
        game: Game,
        n: int,
        players: int | None,
        seat: int | Sequence[int] | None,
        opponents: Player | Opponents,
        *,
        forfeits: bool = False,
        render_mode: str | None = None,
        autoreset: str | AutoresetMode = AutoresetMode.SAME_STEP,
        **settings: Any,
    ) -> None:
        """See `skins.vector`."""
        self.autoreset_mode = _mode(autoreset)
        self.batch = Batch(game, n, players, final=True, **settings)
        self.num_envs = n
        wanted = np.arange(n) % self.batch.players if seat is None else seat
        self.seats = np.array(self.batch.seats_of(wanted))
        """The seat that is played at each table."""
        self.opponents, self.forfeits = opponents, forfeits
        self.metadata = {
            "autoreset_mode": self.autoreset_mode,
            "render_modes": MODES,
            "render_fps": 1,
        }
        self.render_mode = checked(render_mode)
        self.single_observation_space = observations(self.batch.encoder)
        self.single_action_space = spaces.Discrete(self.batch.slots.n)
        self.observation_space = batch_space(self.single_observation_space, n)
        self.action_space = batch_space(self.single_action_space, n)
        self._places = np.arange(n)
        self._begun = np.array(self.batch.stacks)[self.seats]
        self._is_begun = False
        self._hands = np.zeros(n, np.int64)
        """The numbers of the hands that are seen."""
        self._ended = np.zeros(n, np.bool_)
        """In NEXT_STEP, the tables that deal in the next step."""

    @property
    def now(self) -> Step | None:
        """The last step of the batch; None before the first."""
        return self.batch.now if self._is_begun else None

    def reset(
        self, *, seed: int | None = None, options: Options | None = None
    ) -> tuple[Observation, Infos]:
        """Deal hand i at table i, of an experiment; without a seed, of another one (`Batch`)."""
        super().reset(seed=seed)
        self._ended[:] = False
        if self._is_begun:
            with kernel.by_pointers():
                now = self.batch.reset(seed)
        else:
            if seed is not None:
                self.batch.seed = seed
            now = self.batch.advance(self.seats, self.opponents)
            self._is_begun = True
        infos = cast(Infos, self._infos(now))
        self._hands = infos["hand"].copy()
        self._draw()
        return now.observation.copy(), infos

    def step(self, actions: Chosen) -> tuple[Observation, NDArray[np.float64], Flags, Flags, Infos]:
        """Act at every table. Raises `IllegalAction`, and nothing has happened then."""
        given, waiting = np.asarray(actions), self._ended.copy()
        if self.forfeits:
            given = self._forfeited(given, waiting)
        hands = self._hands
        with kernel.by_pointers():
            now = self.batch.step(given, waiting if waiting.any() else None)
        found, over = self._infos(now), now.terminated.copy()
        infos = cast(Infos, {**found})
        rewards = now.rewards[self._places, self.seats].astype(np.float64)
        seen = now.observation.copy()
        if self.autoreset_mode is AutoresetMode.NEXT_STEP:
            self._ended = over
        if over.any():
            final = self._final(hands, rewards)
            if self.autoreset_mode is AutoresetMode.NEXT_STEP:
                seen[over] = self.batch.final_observation[over]
                final["action_mask"][:] = 1  # the next action is not read, and any will do
                for name, values in final.items():
                    found[name][over] = values[over]
            else:
                infos["final_obs"], infos["_final_obs"] = self.batch.final_observation.copy(), over
                known = {f"_{name}": over for name in final}
                infos["final_info"], infos["_final_info"] = {**final, **known}, over
        self._hands = found["hand"].copy()
        self._draw()
        return seen, rewards, over.copy(), np.zeros(self.num_envs, np.bool_), infos

    def action_masks(self) -> Flags:
        """bool[N, slots]: what is legal at each table; anything where the next step deals."""
        assert self.now is not None
        legal: Flags = self.now.action_mask | self._ended[:, None]
        return legal

    def legal(self, i: int) -> tuple[str, ...]:
        """The names of the legal slots of table i."""
        return self.batch.slots.legal_names(self.action_masks()[i])

    def render(self) -> tuple[Picture, ...] | None:
        """The tables as their seats see them, by `render_mode`: of each a text or an array."""
        if self.now is None:
            raise BadSetup("error.batch_reset")
        shown = [self._rendered(i) for i in range(self.num_envs)]
        return None if self.render_mode in (None, "human") else tuple(shown)

    def _rendered(self, i: int) -> Picture:
        """Table i as its seat sees it."""
        hand = self.batch.look(i, int(self._hands[i]), ended=bool(self._ended[i]))
        return rendered(self.render_mode, hand.view(int(self.seats[i])))

    def __copy__(self) -> SeatedVector:
        """A copy that shares nothing which changes."""
        return deepcopy(self)

    def _draw(self) -> None:
        """Show the tables at every step in the mode `human`."""
        if self.render_mode == "human":
            self.render()

    def _forfeited(self, given: Array, waiting: Array) -> Array:
        """The actions, with those that are not legal replaced. Raises `BadSetup` for no slots."""
        slots = self.batch.slots.n
        if self.now is None or given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            return given
        inside = (given >= 0) & (given < slots)
        legal = inside & self.now.action_mask[self._places, np.where(inside, given, 0)]
        for i in np.flatnonzero(~legal & ~waiting):
            given = np.where(self._places == i, self.batch.forfeit(int(i)), given)
        return given

    def _infos(self, now: Step) -> dict[str, Array]:
        every = np.ones(self.num_envs, np.bool_)
        found = {
            "action_mask": now.action_mask.astype(np.int8),
            "seat": self.seats.copy(),
            "chips": self.batch.chips[self._places, self.seats],
            "hand": self.batch.hand.copy(),
        }
        return {**found, **{f"_{name}": every.copy() for name in found}}

    def _final(self, hands: Array, rewards: Array) -> dict[str, Array]:
        """The infos of the hands that have ended, with no legal action."""
        chips = self._begun + np.rint(rewards * self.batch.unit).astype(np.int64)
        mask = np.zeros((self.num_envs, self.batch.slots.n), np.int8)
        return {"action_mask": mask, "seat": self.seats.copy(), "chips": chips, "hand": hands}


def _mode(given: str | AutoresetMode) -> AutoresetMode:
    """A mode of resetting, by its name or itself. Raises `BadSetup`."""
    found = _MODES.get(given.name.lower() if isinstance(given, AutoresetMode) else given)
    if found is None:
        raise BadSetup("error.autoreset", given=str(given), legal=list(_MODES))
    return found
