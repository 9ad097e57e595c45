"""`Batch`: N hands of a game at once, played by compiled code, dealt again when they end."""

from __future__ import annotations

import functools
import itertools
import random
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from sidepot import entropy, games, kernel
from sidepot.bots import Bot, Policy
from sidepot.bots.trained.strategy import Learned
from sidepot.engine import setup
from sidepot.engine.game import Game, Hand
from sidepot.engine.options import whole
from sidepot.engine.out_of_range import naming
from sidepot.engine.play import legal_in
from sidepot.errors import BadSetup, SidepotError
from sidepot.kernel import Array, Random, Single, readable
from sidepot.lab.bulk import OUTSIDE, has_learned, numbers_of, policy_pointers
from sidepot.lab.envs.encoder import Encoder, words_of
from sidepot.lab.envs.kinds import Chosen
from sidepot.lab.envs.line import NO_LINE, History, note_first
from sidepot.lab.envs.loop import (
    ACT,
    DEAL,
    LOOK,
    NOBODY_DECIDES,
    WAIT,
    Places,
    Space,
    Step,
    Table,
    encode_ended,
    first_illegal,
    loop_of,
    rewind,
)
from sidepot.lab.envs.opponents import Opponents, Player, hand_at, player_of
from sidepot.lab.envs.slots import Slots
from sidepot.rules.actions import Menu

_SEED_BITS = 62
_MOST_HANDS = 1 << 24
_MOST_THREADS = 1 << 8
_MOST_KEPT = 64
"""The most slots whose actions are kept from one step to the next."""
_MOST_TURNS = 10_000
"""Consecutive turns of bots in a place, after which it is taken to be stuck."""
_POINTERS = 8
"""The number of policies that a loop is compiled for, or a multiple of it."""


class Batch:
    """N hands of a game at once.

    Place i plays hands i, i + N, i + 2 N ... of experiment `seed`; `hand` has their numbers, and
    `game.deal(players=players, stacks=stacks, seed=seed, hand=...)` is the same hand. A hand in
    which nobody outside has a decision is passed over: its number is left out.

    `encoder` and `slots` say what the columns mean; `seats` counts the bank, if there is one. A
    reward is in `unit` chips: the ante, or where there is none the largest price, as a big blind.
    """

    def __init__(
        self,
        game: Game,
        n: int,
        players: int | None = None,
        seed: int | None = None,
        threads: int = 1,
        *,
        full: bool = False,
        stack: int | Sequence[int] | None = None,
        final: bool = False,
        history: History = NO_LINE,
        prospects: int = 0,
    ) -> None:
        """See `batch`. Nothing is dealt before `reset`."""
        if seed is None:
            seed = entropy.source.getrandbits(_SEED_BITS)
        setup.check_seed(seed)
        self.game = game
        self.n = _counted(n, "hands", _MOST_HANDS)
        self.stacks = game.stacks(players, stack)
        self.players = len(self.stacks)
        self.seats = self.players + game.banked
        self.seed = seed
        self.encoder = Encoder(game, self.players, max(self.stacks), history, prospects)
        self.slots = Slots(game, self.players, max(self.stacks), full)
        self.unit = game.ante or max([1, *setup.prices(game)])
        self.hand = np.arange(self.n, dtype=np.int64)
        self.final_observation = np.zeros((self.n if final else 0, self.encoder.size), np.float32)
        self._now = self._first()
        self._rows = self._seated()
        self._words = words_of(self._rows)
        self._rngs = kernel.batch(kernel.record(Random), n)
        self._ended = game.batch(len(self.final_observation), journal=False)
        self._logs = self.encoder.log.rows(self.n)
        self._ended_logs = self.encoder.log.rows(len(self.final_observation))
        self._where = self.slots.places(self._rows.dtype)
        self._chosen = np.zeros(n, np.int64)
        self._allowed = self.slots.bits(n)
        is_small = self.slots.n <= _MOST_KEPT
        self._numbers = readable(np.zeros((n * is_small, self.slots.n), np.int64))
        self._viewer = np.zeros(n, np.int64)
        self._chairs = np.full((n, self.seats), OUTSIDE, np.int64)
        self._stacks = readable(np.array([*self.stacks, *[0] * game.banked], np.int64))
        self._workers = self._split(_counted(threads, "threads", _MOST_THREADS))
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self._is_dealt = self._has_policies = False
        self._bots: dict[int, Bot] = {}
        self._own: Array = np.zeros(n, np.int64)
        self._opponents: Player | Opponents = {}
        self._threads = threads
        self._loop: Callable[..., int]
        self._enter(loop_of(game.verbs, False, self.encoder.is_open, self._has_line), None)

    def reset(self, seed: int | None = None) -> Step:
        """Deal hand i in place i, of experiment `seed`.

        Without a seed the first reset deals the experiment that the batch was made with, and each
        later one another experiment, which follows from the one before.
        """
        if seed is not None:
            setup.check_seed(seed)
            self.seed = int(seed)
        elif self._is_dealt:
            self.seed = random.Random(self.seed).getrandbits(_SEED_BITS)
        self.hand[:] = np.arange(self.n)
        return self._play(DEAL)

    def step(self, actions: Chosen, waiting: Array | None = None) -> Step:
        """Do an action, the number of a slot, in every place.

        `waiting`: places that are left as they are, whatever their action. Raises `IllegalAction`
        for the first that is not legal, and `BadSetup` for what is not one whole number a place;
        nothing has changed then.
        """
        self._choose(actions, waiting)
        return self._play(ACT)

    def advance(self, seat: int | Sequence[int] | Array, policies: Player | Opponents) -> Step:
        """Let policies and bots play all seats but `seat`, now and in every step from now on.

        Each place then goes on until its `seat` (one for all, or one for each place) has to act, or
        the hand ends. `policies`: one for all other seats, or a mapping with one for each. They see
        concealed records only, and draw from the generator that shuffled the hand. Functions, and
        bots that solve positions, are asked one place after the other, which takes a hundred times
        as long.
        """
        own = self.seats_of(seat)
        self._seat(own, policies)
        return self._play(LOOK if self._is_dealt else DEAL)

    def _seat(self, own: Array, policies: Player | Opponents) -> None:
        """Let policies and bots play all seats but one in each place, from now on."""
        others = (
            policies
            if isinstance(policies, Mapping)
            else dict.fromkeys(range(self.players), policies)
        )
        self.seats_of(list(others), len(others))
        players = {p: player_of(self.game, player) for p, player in others.items()}
        self._bots = {
            p: player
            for p, player in players.items()
            if isinstance(player, Bot) and not isinstance(player, Learned)
        }
        self._own, self._opponents = own, policies
        found = list(players.values())
        self._chairs[:] = OUTSIDE
        for p, number in zip(players, numbers_of(found), strict=True):
            self._chairs[:, p] = number
        self._chairs[np.arange(self.n), own] = OUTSIDE
        if self._is_dealt and not self._has_policies:
            rewind(self._rows, self._rngs, self._workers[0].space.views, self.seed, self.hand)
        self._has_policies = True
        loop = loop_of(self.game.verbs, True, False, self._has_line, has_learned(found))
        self._enter(loop, found)

    @property
    def now(self) -> Step | None:
        """The last step; None before the first."""
        return self._now if self._is_dealt else None

    @functools.cached_property
    def chips(self) -> Array:
        """int64[N, seats]: the chips behind, as they are now; not to be written."""
        stacks: Array = self._rows.view(np.ndarray)["chips"]["stack"][:, : self.seats]
        return stacks

    def forfeit(self, i: int) -> int:
        """The slot that is played in place i for a bot without a legal answer."""
        seen = self.peek(i, int(self._now.current_player[i]))
        kind = legal_in(self.game, seen.rows, seen.fields).forfeit.kind_number
        legal = (self.slots.kind_of == kind) & self._now.action_mask[i]
        return int(np.flatnonzero(legal)[0])

    def look(self, i: int, number: int, *, ended: bool = False) -> Hand:
        """The hand of place i by its record, to look at; or that which ended there last."""
        rows = (self._ended if ended else self._rows)[i : i + 1]
        return hand_at(self.game, rows, self.stacks, number)

    def peek(self, i: int, seat: int) -> Single:
        """The record of place i as a seat sees it, until this thread's next `peek`."""
        seen = kernel.scratch(self._rows.dtype)
        size = self._rows.itemsize
        seen.raw[:] = kernel.raw(self._rows)[i * size : (i + 1) * size]
        self.game.entry.conceal(seen.rows, seat)
        return seen

    def seats_of(self, seats: int | Chosen, n: int | None = None) -> Array:
        """A seat for each of n places, or of all, from one or so many. Raises `BadSetup`."""
        given, n = np.asarray(seats), self.n if n is None else n
        if given.shape not in ((), (n,)):
            raise BadSetup("error.env_seats", n=n, given=given.size)
        for one in given.ravel().tolist():
            if not isinstance(one, int) or not 0 <= one < self.players:
                raise BadSetup("error.seat", seat=str(one), highest=self.players - 1)
        return np.broadcast_to(given.astype(np.int64), n)

    @property
    def _has_line(self) -> bool:
        """Whether observations show the actions of the hand."""
        return self.encoder.log.size > 0

    def _choose(self, actions: Chosen, waiting: Array | None) -> None:
        """Check and copy the slots of a step. Raises `IllegalAction`, `BadSetup`."""
        given = np.asarray(actions)
        if given.shape != (self.n,) or given.dtype.kind not in "iu":
            form = f"{given.dtype}{list(given.shape)}"
            raise BadSetup("error.batch_actions", n=self.n, form=form)
        if not self._is_dealt:
            raise BadSetup("error.batch_reset")
        if waiting is not None:
            given = np.where(waiting, WAIT, given)
        self._chosen[:] = given
        bad = first_illegal(self._allowed, self.slots.n, self._chosen, waiting is not None)
        if bad >= 0:
            view = kernel.single(self._rows[bad : bad + 1])
            legal = legal_in(self.game, view.rows, view.fields)
            raise self.slots.refused(int(np.asarray(actions)[bad]), legal, place=bad)

    def _play(self, mode: int) -> Step:
        """Run the loop on all places."""
        before = self._now.current_player.copy()
        self._is_dealt = False  # an error leaves places in the middle of a step
        run = functools.partial(self._run, mode)
        if self._pool is None:
            problems = [run(self._workers[0])]
        else:
            problems = list(self._pool.map(run, self._workers))
        for problem in filter(None, problems):
            raise self._problem(problem)
        if self._bots:
            self._ask_bots(before, is_new=mode == DEAL)
        self._is_dealt = True
        if len(self.final_observation):
            with kernel.by_pointers():
                encode_ended(
                    self.encoder.encode_at,
                    self._ended,
                    self._viewer,
                    self._now.terminated,
                    self.final_observation,
                    self._ended_logs,
                    self.encoder.log.shown,
                )
        return self._now

    def _ask_bots(self, before: Array, *, is_new: bool) -> None:
        """Let the bots play on where it is their turn; `is_new`: all hands have just been dealt.

        `before`: the seats outside that acted last.
        """
        now = self._now
        for i in range(self.n):
            if self._bot_at(i):
                self._ask_bots_at(i, int(before[i]), is_new=is_new or bool(now.terminated[i]))

    def _bot_at(self, i: int) -> Bot | None:
        """The bot to act in place i, if a bot is to act."""
        seat = int(self._now.current_player[i])
        return None if seat == self._own[i] else self._bots.get(seat)

    def _ask_bots_at(self, i: int, before: int, *, is_new: bool) -> None:
        """The same for place i. The first hand that ends counts, if it is not `is_new`."""
        now, worker = self._now, self._workers[0]
        terminated, rewards = now.terminated[i], now.rewards[i].copy()
        ended, viewer = self._ended_at(i)
        for _ in range(_MOST_TURNS):
            bot = self._bot_at(i)
            if bot is None:
                break
            view = self.peek(i, int(now.current_player[i])).rows
            action = bot.choose(view, self._rngs[i : i + 1])
            if self._has_line:
                note_first(self._logs, i, self.encoder.log.form, self._rows, action.number)
            self.game.entry.step(self._rows[i : i + 1], action.number)
            now.current_player[i] = before
            problem = self._loop(LOOK, self.seed, i, i + 1, worker.space, *worker.rest)
            if problem:
                raise self._problem(problem)
            if now.terminated[i] and not is_new:
                is_new = True
                terminated, rewards = True, now.rewards[i].copy()
                ended, viewer = self._ended_at(i)
        else:
            raise self._problem(NOBODY_DECIDES)
        now.terminated[i], now.rewards[i] = terminated, rewards
        if len(self._ended):
            self._ended[i : i + 1], self._ended_logs[i], self._viewer[i] = *ended, viewer

    def _ended_at(self, i: int) -> tuple[tuple[Any, Any], int]:
        """The hand that ended in place i, its record and its log, and the seat that sees it."""
        logs = self._ended_logs[i].copy() if len(self._ended) else None
        return (self._ended[i : i + 1].copy(), logs), int(self._viewer[i])

    def _problem(self, problem: int) -> SidepotError:
        """The error for what went wrong in the loop."""
        self._is_dealt = False
        if problem == NOBODY_DECIDES:
            return BadSetup("error.batch_undecided", game=self.game.name)
        return self.slots.missing(problem)

    def _run(self, mode: int, worker: _Worker) -> int:
        """Run the loop on one thread's places. Raises `EngineError` for a game's fault."""
        with naming(self.game.file):
            return self._loop(mode, self.seed, *worker.ends, worker.space, *worker.rest)

    def _enter(self, loop: Callable[..., int], players: Sequence[Policy | Bot] | None) -> None:
        """Take a loop, which is compiled for players of these types."""
        self._workers = [self._seated_at(worker, players) for worker in self._workers]
        worker = self._workers[0]
        nothing = (LOOK, self.seed, 0, 0, worker.space, *worker.rest)
        with kernel.by_pointers():
            loop(*nothing)
        self._loop = kernel.direct(loop, *nothing)

    def _seated_at(self, worker: _Worker, players: Sequence[Policy | Bot] | None) -> _Worker:
        """A worker with these players, who have memory of its own."""
        slots, policies = self.slots, ()
        if players is not None:
            policies = policy_pointers(self.game, players, self.players, _POINTERS)
        table = Table(
            self._stacks,
            float(self.unit),
            self._chairs,
            policies,
            self.encoder.encode_at,
            slots.rows,
            slots.kind_of,
            slots.fixed,
            self._where,
            self.encoder.log.shown,
        )
        places = Places(
            self._rows,
            self._rngs,
            self._words,
            self._ended,
            self._viewer,
            self.hand,
            self._chosen,
            self._allowed,
            self._numbers,
            self._logs,
            self._ended_logs,
        )
        return worker._replace(rest=(table, places, self._now))

    def _first(self) -> Step:
        """The arrays of all steps."""
        n = self.n
        return Step(
            np.zeros(n, np.int64),
            np.zeros((n, self.encoder.size), np.float32),
            np.zeros((n, self.slots.n), np.bool_),
            np.zeros((n, self.seats), np.float32),
            np.zeros(n, np.bool_),
        )

    def _seated(self) -> Any:
        """A record for each place, set up for the table."""
        rows = self.game.batch(self.n, journal=False)
        setup.seat(self.game, kernel.fields(rows), self.stacks)
        raw = np.frombuffer(kernel.raw(rows), np.uint8).reshape(self.n, -1)
        raw[1:] = raw[:1]
        return rows

    def __deepcopy__(self, _: object) -> Batch:
        """A batch in the same state; it shares the opponents."""
        build, parts = self.__reduce__()
        copy: Batch = build(*parts)
        return copy

    def __copy__(self) -> Batch:
        return self.__deepcopy__(None)

    def __reduce__(self) -> tuple[Any, ...]:
        made = {
            "full": self.slots.full,
            "stack": self.stacks,
            "final": len(self.final_observation) > 0,
            "history": self.encoder.log.line,
            "prospects": self.encoder.prospects.deals,
        }
        table = self.game, self.n, self.players, self.seed, self._threads
        seated = (self._own.copy(), self._opponents) if self._has_policies else None
        return _batch_again, (table, made, seated, self._state(), self._is_dealt)

    def _state(self) -> list[bytes]:
        """Everything that changes, as bytes."""
        return [bytes(kernel.raw(rows)) for rows in self._records] + [
            array.tobytes() for array in self._arrays
        ]

    def resume(
        self, state: Sequence[bytes], seated: tuple[Any, Any] | None, *, is_dealt: bool
    ) -> None:
        """Go on where another batch of the same table was, for a pickle."""
        if seated is not None:
            self._seat(*seated)
        count = len(self._records)
        for rows, data in zip(self._records, state[:count], strict=True):
            kernel.raw(rows)[:] = data
        for array, data in zip(self._arrays, state[count:], strict=True):
            array[...] = np.frombuffer(data, array.dtype).reshape(array.shape)
        self._is_dealt = is_dealt

    @property
    def _records(self) -> tuple[Any, ...]:
        """The batches of records that change."""
        return self._rows, self._rngs, self._ended

    @property
    def _arrays(self) -> tuple[Array, ...]:
        """The arrays that change."""
        logs = self._logs, self._ended_logs
        legal = self._allowed, self._numbers, self._viewer, self._chosen
        return (*self._now, self.hand, self.final_observation, *logs, *legal)

    def _split(self, threads: int) -> list[_Worker]:
        """The places of each thread."""
        ends = [self.n * k // threads for k in range(threads + 1)]
        return [_worker(self.game, *pair) for pair in itertools.pairwise(ends)]


def _batch_again(
    table: tuple[Any, ...], made: Mapping[str, Any], seated: Any, state: list[bytes], is_dealt: bool
) -> Batch:
    """The batch for a pickle."""
    batch = Batch(*table, **made)
    batch.resume(state, seated, is_dealt=is_dealt)
    return batch


class _Worker(NamedTuple):
    """One thread's places, its scratch space for a player's view, and the rest of the loop."""

    ends: tuple[int, int]
    space: Space
    rest: tuple[Any, ...] = ()


def _worker(game: Game, first: int, last: int) -> _Worker:
    """A worker for some places."""
    views, menus = game.batch(2, journal=False), kernel.batch(kernel.record(Menu))
    return _Worker((first, last), Space(views, menus))


def _counted(value: object, what: str, most: int) -> int:
    """A number of hands or threads. Raises `BadSetup`."""
    number = whole(value)
    if number is None or isinstance(value, str) or not 1 <= number <= most:
        raise BadSetup("error.batch_number", what=what, value=str(value), most=most)
    return number


def batch(
    game: str | Game,
    n: int,
    players: int | None = None,
    seed: int | None = None,
    threads: int = 1,
    *,
    full: bool = False,
    stack: int | Sequence[int] | None = None,
    final: bool = False,
    history: History = NO_LINE,
    prospects: int = 0,
    **options: Any,
) -> Batch:
    """N hands of a game, by its name, its file or itself, with the options of the table.

    `players`, `stack`: as `Game.deal` takes them. `seed`: by default, the system's randomness.
    `full`: a slot for every amount of chips. `final`: fill `final_observation`, which shows hands
    that have ended to the seat outside that acted last. `history`: the actions of the hand that an
    observation shows: `none`, those of this `round`, `all`, or `Line(rounds, slots)`.
    `prospects`: what each choice wins in so many random deals is shown too.
    Raises `UnknownGame`, `BadOption`, `BadSetup`.
    """
    found = game.with_options(**options) if isinstance(game, Game) else games.find(game, **options)
    rest: dict[str, Any] = {"full": full, "stack": stack, "final": final, "history": history}
    rest["prospects"] = prospects
    return Batch(found, n, players, seed, threads, **rest)
