"""`SelfPlay`: a network that plays all seats of N hands at once, and learns from what it played."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from sidepot import entropy, games, kernel
from sidepot.engine.game import Game
from sidepot.errors import expect_number
from sidepot.kernel import Array, Records
from sidepot.lab.arguments import check_counts
from sidepot.lab.envs.batches import Batch
from sidepot.lab.envs.line import NO_LINE, History
from sidepot.lab.envs.opponents import Opponents, Player
from sidepot.lab.selfplay.network import Network, Weights, blank, copy_into
from sidepot.lab.selfplay.ppo import Adam, Rule, Settings, Space, add_gradient, space_of
from sidepot.lab.selfplay.rollouts import (
    LEARNER,
    Log,
    Place,
    act,
    credit,
    keep_open,
    log_of,
    place_of,
)

_SEED_BITS = 62
_KEPT = 4
"""The number of snapshots that play; each new one replaces the oldest."""
_PERIOD = 20
"""The number of rollouts between snapshots."""
_RECENT = 5
"""The weight of later steps in the mean of weights: the k-th as k to this power, less one."""
_LAST = 0.01
"""The rate at the end, as a share of the first."""


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a training after a rollout."""

    steps: int
    """Decisions of the learner, of whole hands."""
    share: float
    """The share of the work that is done."""
    playing: float
    """Seconds that were spent playing."""
    learning: float
    """Seconds that were spent learning."""


class SelfPlay:
    """A learner that plays against itself, its past, or others.

    `past`: the share of hands in which a snapshot of the network, up to four, has all seats but
    one. `opponents`: others for all seats but one, as `Batch.advance` takes them; then nothing is
    self-play. The result depends on `lanes`, and not on the number of threads, which is at most
    as large. `stack`, `history`, `options`: as `batch` takes them.
    """

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        *,
        n: int = 1024,
        hidden: int = 64,
        seed: int | None = None,
        lanes: int = 2,
        threads: int = 2,
        past: float = 0.0,
        opponents: Player | Opponents | None = None,
        settings: Settings | None = None,
        stack: int | None = None,
        history: History = NO_LINE,
        prospects: int = 0,
        **options: Any,
    ) -> None:
        """Nothing is dealt before `learn`. Raises as `batch`."""
        check_counts(n=n, lanes=lanes, threads=threads, hidden=hidden)
        expect_number(past, "past", 0, 1)
        table = (
            game.with_options(**options) if isinstance(game, Game) else games.find(game, **options)
        )
        self.seed = entropy.source.getrandbits(_SEED_BITS) if seed is None else seed
        self.settings = settings or Settings()
        each, room = -(-n // lanes), 4 * self.settings.rollout // lanes
        batches = [
            Batch(
                table,
                each,
                players,
                self.seed + lane,
                stack=stack,
                history=history,
                prospects=prospects,
            )
            for lane in range(lanes)
        ]
        self.batch = batches[0]
        """The first lane's hands: the meaning of observations and slots, noted by `agents.save`."""
        inputs, slots = self.batch.encoder.size, self.batch.slots.n
        self.network = Network(inputs, slots, hidden, self.seed)
        """The mean of the weights so far, of which the last fifth counts for two thirds."""
        self._weights = blank(1 + _KEPT, inputs, hidden, slots)
        pairs = self.batch.encoder.prospects.slots(self.batch.slots.rows[:, 1].tolist())
        self.network.trust(pairs, self.settings.trust)
        self._own = blank(1, inputs, hidden, slots)
        copy_into(self._own, 0, self.network.weights)
        self._adam = Adam(self._own)
        self._lanes = [_Lane(one, room, self._weights, past, self.seed) for one in batches]
        self._threads, self._opponents = threads, opponents
        self._rollouts = self.steps = 0
        self._unit = 0.0
        self._chance = np.random.default_rng(self.seed)
        for number in range(1 + _KEPT):
            copy_into(self._weights, number, self._own)

    def learn(
        self,
        steps: int | None = None,
        *,
        seconds: float | None = None,
        clock: Callable[[], float] = time.monotonic,
        report: Callable[[Progress], object] | None = None,
    ) -> Network:
        """Play and learn until so many decisions, or seconds, are over; returns the network.

        With `steps` alone the result depends on the seed alone. `clock`: `time.process_time` counts
        processor time instead. `report` is called after each rollout.
        """
        if steps is not None:
            check_counts(steps=steps)
        if seconds is not None:
            expect_number(seconds, "seconds", 0)
        begun, base, share = clock(), self.steps, 0.0
        playing = learning = 0.0
        with ThreadPoolExecutor(self._threads) as pool, kernel.by_pointers():
            if not self._rollouts:
                list(pool.map(lambda lane: lane.deal(self._opponents), self._lanes))
            while share < 1:
                before = clock()
                self._play(pool)
                played = clock()
                self._learn(pool, share)
                after = clock()
                playing, learning = playing + played - before, learning + after - played
                done = [(self.steps - base) / (steps or 1)] if steps is not None else []
                done += [(after - begun) / (seconds or 1e-9)] if seconds is not None else []
                share = max(done, default=1.0)
                if report:
                    report(Progress(self.steps, min(share, 1.0), playing, learning))
        return self.network

    def _play(self, pool: ThreadPoolExecutor) -> None:
        """Play a rollout in every lane."""
        copy_into(self._weights, LEARNER, self._own)
        if self._rollouts % _PERIOD == 0:
            number = 1 + self._rollouts // _PERIOD % _KEPT
            copy_into(self._weights, number, self.network.weights)
        if not self._unit:
            self._unit = 1.0
            list(pool.map(self._lane_player(), self._lanes))
            self._unit = max(1.0, *(lane.spread() for lane in self._lanes))
            for lane in self._lanes:
                lane.forget()
        list(pool.map(self._lane_player(), self._lanes))
        self._rollouts += 1

    def _lane_player(self) -> Callable[[_Lane], None]:
        """The function that plays one lane's rollout."""
        wanted = -(-self.settings.rollout // len(self._lanes))
        unit, decay = self._unit, self.settings.decay
        return lambda lane: lane.play(self._weights, wanted, unit, decay)

    def _learn(self, pool: ThreadPoolExecutor, share: float) -> None:
        """Learn from what every lane has played."""
        settings, weights = self.settings, self._own
        rows = [lane.ready() for lane in self._lanes]
        self.steps += sum(map(len, rows))
        gains = np.concatenate(
            [lane.log.gain[own] for lane, own in zip(self._lanes, rows, strict=True)]
        )
        if len(gains):
            spread = 1 / (float(gains.std()) + 1e-6)
            falling = settings.entropy_end / settings.entropy if settings.entropy else 1.0
            worth = settings.entropy * falling**share
            numbers = float(gains.mean()), spread, settings.clip, worth, settings.value
            rule = Rule(*map(np.float32, numbers))  # type: ignore[arg-type]
            rate = settings.rate * max(_LAST, 1 - share)
            for _ in range(settings.rounds):
                for parts in self._parts(rows):
                    work = zip(self._lanes, parts, strict=True)
                    list(pool.map(lambda pair: pair[0].differentiate(weights, pair[1], rule), work))
                    self._step(sum(map(len, parts)), rate)
        for lane in self._lanes:
            lane.forget()

    def _parts(self, rows: list[Array]) -> Iterator[list[Array]]:
        """The decisions of every lane in random order, cut into parts."""
        count = max(1, round(sum(map(len, rows)) / self.settings.part))
        mixed = [self._chance.permutation(own) for own in rows]
        for k in range(count):
            yield [own[len(own) * k // count : len(own) * (k + 1) // count] for own in mixed]

    def _step(self, decisions: int, rate: float) -> None:
        """Add the lanes' gradients up, in their order, and move the weights."""
        total, *others = (lane.gradient for lane in self._lanes)
        for part, *more in zip(total, *others, strict=True):
            for other in more:
                np.add(part, other, out=part)
                other[:] = 0
            np.divide(part, decisions, out=part)
        steps = self._adam.step(self._own, total, rate)
        for mean, own in zip(self.network.weights, self._own, strict=True):
            np.add(mean, (own - mean) * min(1.0, _RECENT / steps), out=mean)


class _Lane:
    """Hands that one thread plays, their log, and the gradient of their decisions."""

    def __init__(self, batch: Batch, rows: int, weights: Weights, past: float, seed: int) -> None:
        self._batch = batch
        inputs, slots = batch.encoder.size, batch.slots.n
        self.log: Log = log_of(rows + batch.n, inputs, slots)
        hidden = weights.second.shape[2]
        networks = _chairs(batch, past)
        self._place: Place = place_of(networks, weights.bias.shape[1], slots)
        self.gradient = blank(1, inputs, hidden, slots)
        self._space: Space = space_of(self.gradient)
        self._rngs: Records = kernel.generator(seed, batch.seed)
        self._moved = np.zeros(len(self.log.before), np.int64)
        self._now: Any = None

    def deal(self, opponents: Player | Opponents | None) -> None:
        """Begin all hands; with opponents, the learner has another seat in each place."""
        batch = self._batch
        if opponents is None:
            self._now = batch.reset()
        else:
            self._now = batch.advance(np.arange(batch.n) % batch.players, opponents)

    def play(self, weights: Weights, wanted: int, unit: float, decay: float) -> None:
        """Play until so many decisions, and those of hands in play, are in the log."""
        log, place, now = self.log, self._place, self._now
        limit = len(log.slot) - self._batch.n
        wanted = min(wanted + int(log.size[0]), limit)
        while log.size[0] < wanted:
            act(
                weights, place, now.current_player, now.observation, now.action_mask,
                self._rngs, log,
            )  # fmt: skip
            now = self._now = self._batch.step(place.chosen)
            credit(log, place.last, now.terminated, now.rewards, unit, decay)

    def ready(self) -> Array:
        """The decisions whose hands are over."""
        return np.flatnonzero(self.log.ready[: self.log.size[0]])

    def spread(self) -> float:
        """The root of the mean square of what was won, over decisions of hands that are over."""
        rows = self.ready()
        return float(np.sqrt(np.mean(self.log.target[rows] ** 2))) if len(rows) else 1.0

    def differentiate(self, weights: Weights, rows: Array, rule: Rule) -> None:
        """Add the gradient of some decisions to the lane's own."""
        add_gradient(weights, self.log, rows, rule, self._space, self.gradient)

    def forget(self) -> None:
        """Remove the decisions of hands that are over from the log.

        Where hands in play fill more than half of the log, those are removed too.
        """
        keep_open(self.log, self._place.last, self._moved)
        if self.log.size[0] > len(self.log.slot) // 2:
            self.log.size[0] = 0
            self._place.last[:] = -1


def _chairs(batch: Batch, past: float) -> Array:
    """The network of every seat: in a share of places, snapshots have all seats but one."""
    networks = np.zeros((batch.n, batch.seats), np.int64)
    for i in range(round(past * batch.n)):
        networks[i] = 1 + i % _KEPT
        networks[i, i // _KEPT % batch.players] = LEARNER
    return networks


class Mixing(Protocol):
    """A network, of this learner or another."""

    def chances(self, seen: Array, allowed: Array, /) -> Array:
        """The chances of slots, for a batch of observations with masks of what is allowed."""


def play_against(
    network: Mixing,
    game: Game,
    opponents: Player | Mapping[int, Player],
    hands: int,
    *,
    players: int | None = None,
    stack: int | None = None,
    n: int = 1000,
    seed: int = 1 << 40,
    prospects: int = 0,
    greedy: bool = False,
) -> tuple[float, float]:
    """A network's winnings a hand in which it has a decision, in antes, and the standard error."""
    batch = Batch(game, n, players, seed, stack=stack, prospects=prospects)
    seats, places = np.arange(n) % batch.players, np.arange(n)
    now, won = batch.advance(seats, opponents), np.zeros(0)
    each, ended = -(-hands // n), np.zeros(n, np.int64)
    chance = np.random.default_rng(seed)
    while (ended < each).any():  # as many in every place, or short hands would count more
        chances = network.chances(now.observation, now.action_mask)
        if greedy:
            slots = chances.argmax(1)
        else:
            drawn = chance.random((n, 1)).astype(np.float32) * chances.sum(1, keepdims=True)
            slots = np.minimum((chances.cumsum(1) <= drawn).sum(1), batch.slots.n - 1)
            slots = np.where(now.action_mask[places, slots], slots, chances.argmax(1))
        now = batch.step(slots)
        counted = now.terminated & (ended < each)
        won = np.concatenate([won, now.rewards[places, seats][counted]])
        ended += now.terminated
    return float(won.mean()), float(won.std() / len(won) ** 0.5)
