"""`sidepot simulate GAME`: plays hands in bulk."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sidepot.cli import archive
from sidepot.cli.progress import Progress
from sidepot.cli.reading import count, declare_game, read_options, read_stacks, whole
from sidepot.cli.workers import declare_workers, end_if_stopped, workers
from sidepot.words import Message, say

if TYPE_CHECKING:
    from sidepot.bots import Policy
    from sidepot.bots.trained.strategy import Learned
    from sidepot.engine.game import Game, Hand

_HANDS = 10_000
_RATES = ("hands_per_second", "decisions_per_second")
_REPORT = (
    *("hands", "decisions", "seconds", *_RATES),
    *("signature", "payoff_mean", "payoff_stderr", "left", "stopped"),
)
"""The fields of a `Simulation` that are printed."""


def declare(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags to its parser."""
    declare_game(parser)
    parser.add_argument("--players", type=whole, metavar="N", help=say("cli.simulate_players"))
    parser.add_argument("--stacks", metavar="CHIPS", help=say("cli.stacks"))
    parser.add_argument(
        "--hands", type=count, default=_HANDS, metavar="N", help=say("cli.simulate_hands", n=_HANDS)
    )
    parser.add_argument("--policy", default="random", metavar="STRENGTH", help=say("cli.policy"))
    parser.add_argument("--seed", type=whole, default=0, metavar="S", help=say("cli.seed"))
    declare_workers(parser, say("cli.threads"))
    archive.declare(parser)
    parser.add_argument("--json", action="store_true", help=say("cli.json"))


def run(chosen: argparse.Namespace) -> None:
    """Play the hands and print the results: rates, signature, mean payoff of each seat."""
    from sidepot import games
    from sidepot.engine.setup import check_seed
    from sidepot.lab import single
    from sidepot.lab.simulate import simulate
    from sidepot.terminal.screen import Screen

    game = games.find(chosen.game, **read_options(chosen.options))
    stacks = game.stacks(chosen.players, read_stacks(chosen.stacks))
    check_seed(chosen.seed)
    policy = _policy(game, chosen.policy)
    is_kept = archive.is_wanted(chosen)
    screen = Screen()
    if not chosen.cluster:
        with Screen.for_errors().getting_ready():
            simulate(game, stacks=stacks, hands=1, policy=policy)
    with Progress(chosen.hands) as progress, workers(chosen) as by:
        result = simulate(
            game,
            stacks=stacks,
            hands=chosen.hands,
            seed=chosen.seed,
            policy=policy,
            progress=progress,
            **by,
        )
    report = {name: getattr(result, name) for name in _REPORT}
    kept = []
    if is_kept:
        again = _Again(
            chosen.game,
            tuple(chosen.options),
            stacks,
            chosen.seed,
            chosen.policy,
            result.hands,
            single.step(game),
            chosen.every or 1,
        )
        kept.append(archive.keep(again, chosen, chosen.threads))
    if chosen.json:
        print(json.dumps(report), file=chosen.out)
    else:
        for message in (*_sentences(report, banked=game.banked), *kept):
            screen.say(message)
    end_if_stopped(result.stopped)


def _policy(game: Game, strength: str) -> Policy | Learned | None:
    """The compiled policy of a strength, or the bot that has learned; None for random play."""
    from sidepot import bots
    from sidepot.bots.trained.strategy import Learned

    if strength in bots.strengths_of(game) and not bots.has_policy(game, strength):
        found = bots.find(game, strength)
        if isinstance(found, Learned):
            return found
    return None if strength == "random" else bots.policy_of(game, strength)


@dataclass(frozen=True)
class _Again:
    """The hands of a simulation, played again one by one (`archive.Hands`)."""

    game: str
    options: tuple[str, ...]
    stacks: Sequence[int]
    seed: int
    policy: str
    count: int
    step: int
    every: int

    def play(self, numbers: range) -> Iterator[Hand]:
        """See `archive.Hands`."""
        from sidepot import games
        from sidepot.lab.single import simulated

        game = games.find(self.game, **read_options(list(self.options)))
        policy = _policy(game, self.policy)
        return simulated(
            game,
            stacks=self.stacks,
            hands=numbers,
            seed=self.seed,
            policy=policy,
            every=self.every,
        )


def _sentences(report: dict[str, Any], *, banked: bool) -> list[Message]:
    means, errors = report["payoff_mean"], report["payoff_stderr"]
    numbers = {name: f"{report[name]:,.0f}" for name in _RATES}
    numbers["seconds"] = f"{report['seconds']:.3g}"
    seats = [
        Message("simulate.seat", {"seat": p + 1, "mean": f"{mean:+.4f}", "error": f"{error:.4f}"})
        for p, (mean, error) in enumerate(zip(means, errors, strict=True))
    ]
    if banked:
        seats[-1] = Message("simulate.bank", seats[-1].values)
    left = [Message("simulate.left", {"n": report["left"]})] * (report["left"] > 0)
    stopped = [Message("simulate.stopped")] * report["stopped"]
    return [Message("simulate.sum", {**report, **numbers}), *seats, *left, *stopped]
