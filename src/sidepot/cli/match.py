"""`sidepot match GAME BOT BOT`: plays bots against each other with the same cards."""

from __future__ import annotations

import argparse
import functools
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sidepot.cli import archive
from sidepot.cli.progress import Progress, Solving
from sidepot.cli.reading import MOVE, count, declare_game, limit, read_options, whole
from sidepot.cli.strategies import is_agent, is_file, load_bot
from sidepot.cli.workers import declare_workers, end_if_stopped, workers
from sidepot.errors import BadLearned, BadSetup, UnknownBot
from sidepot.words import Message, say

if TYPE_CHECKING:
    from sidepot.bots import Bot
    from sidepot.bots.from_file import Act
    from sidepot.bots.guarded import Fault
    from sidepot.engine.game import Game, Hand
    from sidepot.lab.expert_chooser import SolvedPolicy
    from sidepot.lab.interpreted import Player
    from sidepot.lab.match import Match

_HANDS = 10_000
_EXPERT, _DUEL = "expert", 2
"""The bot that can play from the solution, and the number of players that is solved."""
_WHOLE_FROM = 200
"""From this many hands of a duel, the whole game is solved instead of each position met."""
_RECORD = ("hands", "deals", "decisions", "seconds", "hands_per_second", "signature", "stopped")
"""The fields of a `Match` that are printed."""


def declare(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags to its parser."""
    declare_game(parser)
    parser.add_argument("bots", nargs="+", metavar="BOT", help=say("cli.match_bots"))
    parser.add_argument(
        "--hands", type=count, default=_HANDS, metavar="N", help=say("cli.match_hands", n=_HANDS)
    )
    parser.add_argument("--stacks", type=whole, metavar="CHIPS", help=say("cli.match_stacks"))
    parser.add_argument("--seed", type=whole, default=0, metavar="S", help=say("cli.seed"))
    parser.add_argument(
        "--limit",
        type=limit,
        default=MOVE,
        metavar="SECONDS",
        help=say("cli.match_limit", n=MOVE),
    )
    declare_workers(parser, say("cli.match_threads"))
    archive.declare(parser)
    parser.add_argument("--json", action="store_true", help=say("cli.json"))


def run(chosen: argparse.Namespace) -> None:
    """Play the hands, and print what each bot has won."""
    from sidepot import games
    from sidepot.engine.setup import check_seed
    from sidepot.terminal.screen import Screen

    game = games.find(chosen.game, **read_options(chosen.options))
    game.stacks(len(chosen.bots), chosen.stacks)
    check_seed(chosen.seed)
    written = _written(game, chosen.bots)
    learned = _learned(game, chosen.bots)
    forfeits: list[list[Fault]] = [[] for _ in chosen.bots]
    is_kept = archive.is_wanted(chosen)
    with Screen.for_errors().getting_ready():
        if written or _is_asked(learned.values()) or _is_short_duel(game, chosen):
            if chosen.cluster or chosen.record:
                raise BadSetup("lab.played_here")
            done = _by_hand(game, chosen, written, learned, forfeits)
        else:
            done = _compiled(game, chosen, learned)
    kept = [_keep(chosen, done)] if is_kept else []
    if chosen.json:
        print(json.dumps(_report(chosen.bots, done, forfeits)), file=chosen.out)
    else:
        screen = Screen()
        for message in (*_sentences(chosen.bots, done, forfeits), *kept):
            screen.say(message)
    end_if_stopped(done.stopped)


def _learned(game: Game, named: Sequence[str]) -> dict[int, Bot]:
    """The bots of learned strategies, those that ship too, by numbers. Raises `BadLearned`."""
    from sidepot.bots import find, has_policy, names_of
    from sidepot.bots.trained.files import load

    found: dict[int, Bot] = {}
    for i, bot in enumerate(named):
        if bot in names_of(game) and not has_policy(game, bot):
            found[i] = find(game, bot)
        elif not is_file(bot) and bot not in names_of(game) and Path(bot).exists():
            strategy = load(Path(bot), game)
            if strategy.players != len(named):
                sizes = {"theirs": strategy.players, "ours": len(named)}
                raise BadLearned("learn.players", file=bot, **sizes)
            found[i] = strategy
    return found


def _task(chosen: argparse.Namespace) -> dict[str, Any]:
    """The deals, stacks and seed; each deal is played once for every rotation of the bots."""
    deals = -(-chosen.hands // len(chosen.bots))
    return {"deals": deals, "stack": chosen.stacks, "seed": chosen.seed}


def _watch(chosen: argparse.Namespace) -> Progress:
    """A progress line for the hands."""
    players = len(chosen.bots)
    return Progress(_task(chosen)["deals"] * players, each=players)


def _check_strength(game: Game, bot: str) -> None:
    from sidepot import bots

    legal = list(bots.names_of(game))
    if bot not in legal:
        raise UnknownBot("match.no_bot", bot=bot, legal=legal)


def _is_duel(game: Game, chosen: argparse.Namespace) -> bool:
    """Do two bots play, at least one of them the expert that solves Ricochet?"""
    from sidepot.games.ricochet import Ricochet

    is_solved = game.record is Ricochet
    return is_solved and len(chosen.bots) == _DUEL and _EXPERT in chosen.bots


def _is_short_duel(game: Game, chosen: argparse.Namespace) -> bool:
    """Is it quicker to solve each position of the duel than the whole game?"""
    from sidepot.odds.ricochet import cache

    return _is_duel(game, chosen) and chosen.hands < _WHOLE_FROM and not cache.is_solved(game)


def _known(game: Game, chosen: argparse.Namespace) -> SolvedPolicy | None:
    """The solution for a duel, solved once and then read from the cache; None otherwise."""
    from sidepot import bots
    from sidepot.lab.expert_chooser import SolvedPolicy
    from sidepot.odds.ricochet import cache

    if not _is_duel(game, chosen):
        return None
    with Solving() as solving:
        return SolvedPolicy(cache.load_or_solve(game, solving), bots.policy_of(game, _EXPERT))


def _is_asked(learned: Iterable[Bot]) -> bool:
    """Whether a bot is asked turn by turn, as those are that solve positions."""
    from sidepot.bots.trained.strategy import Learned

    return not all(isinstance(bot, Learned) for bot in learned)


def _compiled(game: Game, chosen: argparse.Namespace, learned: Mapping[int, Bot]) -> Match:
    """The match where every bot is a policy or has learned."""
    from sidepot import bots
    from sidepot.lab.match import match

    policies: list[Any] = []
    for i, bot in enumerate(chosen.bots):
        if i not in learned:
            _check_strength(game, bot)
        policies.append(learned[i] if i in learned else bots.policy_of(game, bot))
    known = _known(game, chosen)
    if not chosen.cluster:
        match(game, policies, deals=1, stack=chosen.stacks, known=known)
    with _watch(chosen) as progress, workers(chosen) as by:
        return match(game, policies, progress=progress, known=known, **_task(chosen), **by)


def _by_hand(
    game: Game,
    chosen: argparse.Namespace,
    written: dict[int, Act],
    learned: dict[int, Bot],
    forfeits: Sequence[list[Fault]],
) -> Match:
    """The match where a bot comes from a file, or each position is solved as it comes up."""
    from sidepot.lab.interpreted import match_interpreted

    players = _players(game, chosen.bots, chosen.limit, written, learned, forfeits)
    with _watch(chosen) as progress:
        return match_interpreted(game, players, progress=progress, **_task(chosen))


@dataclass(frozen=True)
class _Again:
    """The hands of a match, played again one by one (`archive.Hands`).

    What bots do wrong was said before.
    """

    game: str
    options: tuple[str, ...]
    bots: tuple[str, ...]
    limit: float
    stack: int | None
    seed: int
    count: int
    every: int
    step: int = 1

    def play(self, numbers: range) -> Iterator[Hand]:
        """See `archive.Hands`."""
        from sidepot.lab.single import matched

        game, players = self._table
        return matched(
            game,
            players,
            self.bots,
            hands=numbers,
            stack=self.stack,
            seed=self.seed,
            every=self.every,
        )

    @functools.cached_property
    def _table(self) -> tuple[Game, list[Player]]:
        """The game and its players, who stay the same for all hands of a process."""
        from sidepot import games

        game = games.find(self.game, **read_options(list(self.options)))
        written, learned = _written(game, self.bots), _learned(game, self.bots)
        unheard: list[list[Fault]] = [[] for _ in self.bots]
        return game, _players(game, self.bots, self.limit, written, learned, unheard)


def _keep(chosen: argparse.Namespace, done: Match) -> Message:
    """Write hands of the match; a bot that is a Python file may remember, so one process plays."""
    again = _Again(
        chosen.game,
        tuple(chosen.options),
        tuple(chosen.bots),
        chosen.limit,
        chosen.stacks,
        chosen.seed,
        done.hands,
        chosen.every or 1,
    )
    remembers = any(is_file(bot) and not is_agent(bot) for bot in chosen.bots)
    return archive.keep(again, chosen, 1 if remembers else chosen.threads)


def _written(game: Game, named: Sequence[str]) -> dict[int, Act]:
    """The bots that are files, by numbers. Raises `BadStrategy`."""
    players = len(named)
    return {i: load_bot(bot, game, players) for i, bot in enumerate(named) if is_file(bot)}


def _players(
    game: Game,
    named: Sequence[str],
    limit: float,
    written: Mapping[int, Act],
    learned: Mapping[int, Bot],
    forfeits: Sequence[list[Fault]],
) -> list[Player]:
    """The players of a match that is played through `Hand`."""
    from sidepot import bots
    from sidepot.bots.guarded import Guarded
    from sidepot.lab.interpreted import CompiledPlayer, StrategyPlayer

    players: list[Player] = []
    for i, bot in enumerate(named):
        if i in written:
            act = written[i]
            players.append(StrategyPlayer(Guarded(act, forfeits[i].append, limit=limit)))
        elif i in learned:
            players.append(CompiledPlayer(learned[i]))
        else:
            _check_strength(game, bot)
            players.append(CompiledPlayer(bots.find(game, bot)))
    return players


def _report(
    bots: Sequence[str], done: Match, forfeits: Sequence[Sequence[Fault]]
) -> dict[str, Any]:
    each = zip(bots, done.mean, done.stderr, done.intervals, forfeits, strict=True)
    return {name: getattr(done, name) for name in _RECORD} | {
        "bots": [
            {
                "bot": bot,
                "mean": mean,
                "stderr": error,
                "interval": interval,
                "forfeits": {what: len(of) for what, of in _by_reason(given_up)},
            }
            for bot, mean, error, interval, given_up in each
        ]
    }


def _sentences(
    bots: Sequence[str], done: Match, forfeits: Sequence[Sequence[Fault]]
) -> Iterator[Message]:
    numbers = {name: f"{getattr(done, name):,}" for name in ("deals", "decisions")}
    numbers["rate"] = f"{done.hands_per_second:,.0f}"
    numbers["seconds"] = f"{done.seconds:.3g}"
    yield Message("match.sum", {"hands": done.hands, "signature": done.signature, **numbers})
    for bot, mean, (low, high) in zip(bots, done.mean, done.intervals, strict=True):
        ends = {"low": f"{low:+.4f}", "high": f"{high:+.4f}"}
        yield Message("match.bot", {"bot": bot, "mean": f"{mean:+.4f}", **ends})
    for bot, given_up in zip(bots, forfeits, strict=True):
        for _, alike in _by_reason(given_up):
            first = alike[0].message
            yield Message("match.forfeits", {"bot": bot, "hands": len(alike), "first": first})
    if done.stopped:
        yield Message("simulate.stopped")


def _by_reason(forfeits: Sequence[Fault]) -> Iterator[tuple[str, list[Fault]]]:
    """Forfeits grouped by their reason."""
    from sidepot.bots.guarded import REASONS

    for what in REASONS:
        alike = [forfeit for forfeit in forfeits if forfeit.what == what]
        if alike:
            yield what, alike
