"""The entry point: what each choice of a turn is worth, by the best method known for the game."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from typing import TypedDict

import msgspec

from sidepot import kernel
from sidepot.analysis import solved
from sidepot.analysis.outlooks import outlook as find_outlook
from sidepot.analysis.positions import ANALYZERS
from sidepot.analysis.values import Trial
from sidepot.bots import EXPERTS, QUICK, Policy, policy_of, rollout_of
from sidepot.bots.trained import experts, offers
from sidepot.bots.trained.strategy import Trained
from sidepot.engine.game import Game, Hand
from sidepot.engine.kinds import kinds_of
from sidepot.engine.memory import Memory, only, remember
from sidepot.engine.view import TableView
from sidepot.errors import BadPosition, expect, expect_number
from sidepot.kernel import Fields, Records
from sidepot.odds import chances, sampling
from sidepot.odds.result import (
    ActionValue,
    Analysis,
    Findings,
    Method,
    advised,
    sampled_value,
    undecided,
)
from sidepot.odds.sampling import Progress, no_progress
from sidepot.rules import actions, chips
from sidepot.rules.seats import NOBODY

PRECISION = 0.02
"""The standard error at which sampling ends, in times of the ante."""
_OUTLOOK_SECONDS = 2.0
"""Seconds of sampling for an outlook, at most."""
_COARSE = 10
"""In games of bets an error so many times as large is good enough."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Effort:
    """Bounds of sampling: see `analyze`."""

    precision: float
    samples: int | None
    seconds: float | None
    patiently: bool
    seed: int
    progress: Progress


class _Turn(TypedDict):
    """The fields of every analysis."""

    seat: int
    pot: int


class _Valued(TypedDict):
    """The fields of every analysis with values."""

    choices: tuple[ActionValue, ...]
    advice: str
    undecided: tuple[str, ...]


class _Unlike(TypedDict):
    """The fields about what a strategy was trained for, where the hand differs."""

    trained_for: int | None
    trained_with: tuple[str, ...]
    trained_stacks: tuple[int, int] | None


def analyze(
    position: Hand | TableView | Memory,
    *,
    precision: float | None = None,
    samples: int | None = None,
    seconds: float | None = None,
    patiently: bool | None = None,
    seed: int | None = None,
    outlook: bool = False,
    progress: Progress = no_progress,
) -> Analysis:
    """The value of each choice of the seat to act, in net chips from now on.

    Of a `Hand` only what that seat has seen is used; a `TableView` has no past, so others may hold
    anything in it. In a game of bets these are values against the known strategy (`Trial`), or that
    for the nearest options and players, or a rule of thumb where it has learned too little
    (`Abstraction.belief`), until each standard error is at most ten times `precision` chips, or
    after so many `samples`; where no strategy is known, the chances of the hand. Elsewhere the
    game's own method, or else the hand is played to the end on random deals until the errors are at
    most `precision`. It ends after `seconds`, and on Ctrl-C. An exact answer that takes long is
    computed if `patiently`, by default where no `seconds` are given. `outlook` adds the chance to
    win and the final hands if all stay in, which takes a few seconds more at most.

    Chance begins with the concealed record: so it knows nothing of the deck, and equal positions
    get equal answers unless `seconds` are up first; `seed` makes other deals. Raises `BadPosition`
    when nobody is to act.
    """
    bounds = {"precision": precision, "samples": samples, "seconds": seconds}
    for name, bound in bounds.items():
        if bound is not None:
            expect_number(bound, name, 0)
    memory = _remembered(position)
    game, view = memory.game, memory.view
    s = kernel.fields(view)
    if s.seats.actor == NOBODY:
        raise BadPosition("error.position_over")
    effort = _Effort(
        precision=PRECISION * game.unit if precision is None else precision,
        samples=samples,
        seconds=seconds,
        patiently=seconds is None if patiently is None else patiently,
        seed=zlib.crc32(kernel.to_bytes(view)) if seed is None else seed,
        progress=progress,
    )
    turn: _Turn = {"seat": int(s.seats.actor), "pot": int(chips.pot(s.chips, s.seats))}
    found = _valued_by(memory, view, turn, effort)
    if not outlook:
        return found
    limit = _OUTLOOK_SECONDS if seconds is None else min(seconds, _OUTLOOK_SECONDS)
    ahead = find_outlook(memory, seed=effort.seed, seconds=limit)
    return msgspec.structs.replace(found, outlook=ahead)


def _valued_by(memory: Memory, view: Records, turn: _Turn, effort: _Effort) -> Analysis:
    """The values or chances by the best method known for the game."""
    game, s = memory.game, kernel.fields(view)
    if game.record in ANALYZERS or not chances.is_betting(game):
        return _by_game(game, view, turn, effort)
    if (choices := solved.values(memory)) is not None:
        return Analysis(**turn, method="solved", **_valued(choices))
    strategy = strategy_for(game, view)
    if strategy is None:
        return _by_chances(game, view, s, turn, effort)
    return _by_strategy(memory, strategy, turn, effort)


def _remembered(position: Hand | TableView | Memory) -> Memory:
    """The memory of the seat to act. Raises `BadPosition` if there is none."""
    if isinstance(position, Memory):
        return position
    if isinstance(position, TableView):
        return _viewed(position)
    expect(position, Hand, "argument.analyzed")
    if position.actor is None:
        raise BadPosition("error.position_over")
    return remember(position)


def _viewed(view: TableView) -> Memory:
    """A view without its past. Raises `BadPosition` if its seat is not to act or has no record."""
    if not (view.menu and view.record and isinstance(view.rules, Game)):
        raise BadPosition("error.position_view")
    return only(view.rules, kernel.from_bytes(view.rules.layout(), view.record))


def _by_game(game: Game, view: Records, turn: _Turn, effort: _Effort) -> Analysis:
    """The findings by the game's own method, the choices sampled where it gives no values."""
    analyzer = ANALYZERS.get(game.record)
    found = analyzer and analyzer.analyze(game, view, patiently=effort.patiently)
    found = found or Findings()
    method, choices, left_out = found.method, found.choices, 0
    if choices is None:
        method = "sampled"
        values, left_out = sampling.sample_until(
            game,
            view,
            rollout=_rollout_of(game),
            seed=effort.seed,
            precision=effort.precision,
            seconds=effort.seconds,
            progress=effort.progress,
        )
        choices = tuple(sampled_value(str(v.action), v.mean, v.stderr) for v in values)
    return Analysis(
        **turn,
        method=method,
        **_valued(choices),
        cards=found.cards,
        escape=found.escape,
        is_short=found.is_short,
        bank=found.bank,
        left_out=left_out,
    )


def _rollout_of(game: Game) -> Policy:
    """The game's quick policy; without one the solution, which asks no samples of its own."""
    is_solved = game.record in EXPERTS and game.record not in QUICK
    return policy_of(game, "expert") if is_solved else rollout_of(game)


def _by_chances(game: Game, view: Records, s: Fields, turn: _Turn, effort: _Effort) -> Analysis:
    """The chances of a hand whose bets have no value, as no strategy is known."""
    is_quick = game.record in QUICK
    found, price, left_out = chances.sample(
        game,
        view,
        rollout=rollout_of(game) if is_quick else chances.keeping(rollout_of(game)),
        seed=effort.seed,
        precision=effort.precision,
        seconds=effort.seconds,
        progress=effort.progress,
    )
    others = sum(s.seats.live.tolist()) - 1
    return Analysis(
        **turn,
        method="sampled",
        choices=(),
        chances=found,
        others=others,
        price=price,
        left_out=left_out,
        keeps=not is_quick and actions.KEEP in kinds_of(game),
    )


def _by_strategy(memory: Memory, strategy: Trained, turn: _Turn, effort: _Effort) -> Analysis:
    """The values of the choices where everybody plays as a strategy."""
    trial = Trial(memory, strategy, seed=effort.seed)
    choices = trial.refine(
        precision=_COARSE * effort.precision,
        samples=effort.samples,
        seconds=effort.seconds,
        progress=effort.progress,
    )
    method: Method = "judged" if strategy.abstraction.is_judged else "played"
    return Analysis(
        **turn,
        method=method,
        **_valued(choices),
        samples=trial.samples,
        **_unlike(strategy, memory),
        is_without_past=not trial.is_remembered,
        left_out=trial.left_out,
    )


def _valued(choices: tuple[ActionValue, ...]) -> _Valued:
    return _Valued(choices=choices, advice=advised(choices), undecided=undecided(choices))


def _unlike(strategy: Trained, memory: Memory) -> _Unlike:
    """The differences between a hand and those that a strategy was trained for."""
    game, players = memory.game, strategy.players
    least, most = strategy.stacks
    return _Unlike(
        trained_for=None if players == dealt_in(game, memory.view) else players,
        trained_with=experts.differences(strategy, game),
        trained_stacks=None if least <= _at_stake(memory) <= most else (least, most),
    )


def _at_stake(memory: Memory) -> int:
    """The chips with which the seat to act began the hand, as far as another one can win them."""
    s, seat = kernel.fields(memory.view), memory.seat
    began = (s.chips.stack + s.chips.paid)[: dealt_in(memory.game, memory.view)].tolist()
    others = [n for q, n in enumerate(began) if q != seat and s.seats.live[q]]
    return int(min(began[seat], max(others, default=0)))


def strategy_for(game: Game, view: Records) -> Trained | None:
    """The strategy for a game with its options and the players of a record, or None.

    It is the one for the nearest number of players, or else for the nearest options.
    """
    players = dealt_in(game, view)
    return (
        offers.find(game, players) or experts.find(game, players) or experts.nearest(game, players)
    )


def dealt_in(game: Game, view: Records) -> int:
    """The number of players of a record."""
    return int(kernel.fields(view).seats.n) - game.banked
