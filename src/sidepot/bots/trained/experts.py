"""The shipped strategies: a table for each betting game of the house, by number of players."""

from __future__ import annotations

import functools
import json
import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sidepot import kernel
from sidepot.bots.bot import Bot
from sidepot.bots.trained import packed
from sidepot.bots.trained.strategy import Learned, Trained
from sidepot.bots.trained.table import Table
from sidepot.engine import setup
from sidepot.engine.action import Action
from sidepot.engine.game import Game
from sidepot.engine.options import Chips, EachSeat
from sidepot.kernel import Records, compiled

TABLES = Path(__file__).with_name("tables")
"""The folder of the shipped tables; `manifest.json` in it says how each was trained."""
MANIFEST = "manifest.json"
_FIXED = "fixed-limit"
_OF_FIXED = ("small_bet", "big_bet")
"""Options that mean something in fixed-limit alone."""
_LIMIT = "limit"
"""The option without whose like no table fits: it decides which bets there are."""
_NOTHING = "0"
_GAMES = 64
"""Games, each with its options, whose strategies are kept; those of one plan share a table."""


def find(game: Game, players: int) -> Trained | None:
    """The shipped strategy for a game with its options, or None.

    The one for this number of players, or else for the nearest (`_nearest`): `Trained.players`
    says for how many it was learned.
    """
    known = _known(game)
    return _loaded(game, known[_nearest(known, players)]) if known else None


def nearest(game: Game, players: int) -> Trained | None:
    """The shipped strategy for the most similar options, or None for games without a table.

    `differences` says by which options it was trained. The limit has to be the same.
    """
    plans = {entry["plan"] for entry in manifest().values()}
    own, limit = plan_of(game), _settings(plan_of(game)).get(_LIMIT)
    alike = [
        plan
        for plan in sorted(plans)
        if plan.split()[0] == game.name and _settings(plan).get(_LIMIT) == limit
    ]
    if not alike:
        return None
    known = _files(min(alike, key=lambda plan: len(_differences(plan, own))))
    return _loaded(game, known[_nearest(known, players)])


def differences(strategy: Trained, game: Game) -> tuple[str, ...]:
    """The options by which a strategy was trained, where a game's are others: `blinds=1/2`."""
    plan = strategy.trained.get("plan")
    return () if plan is None else _differences(plan, plan_of(game))


def _differences(plan: str, other: str) -> tuple[str, ...]:
    """The options of a plan that differ in another one, which leave out amounts of nothing."""
    ours, theirs = _settings(plan), _settings(other)
    return tuple(
        f"{name}={ours.get(name, _NOTHING)}"
        for name in sorted(ours.keys() | theirs.keys())
        if ours.get(name, _NOTHING) != theirs.get(name, _NOTHING)
    )


def _settings(plan: str) -> dict[str, str]:
    """The options of a plan, by name."""
    return dict(part.split("=", 1) for part in plan.split()[1:])


def _nearest(known: Collection[int], players: int) -> int:
    """The number of players whose table is played: the next larger, or else the largest.

    A table for six knows what it is to be one of five: the first has folded.
    """
    return min((n for n in known if n >= players), default=max(known))


def bot(game: Game) -> Bot | None:
    """The bot of the shipped strategies, which plays the one for as many as are dealt in."""
    return _ExpertBot(game) if _known(game) else None


def learned_for(game: Game) -> tuple[int, ...]:
    """The numbers of players for which a strategy ships for a game with its options."""
    return tuple(sorted(_known(game)))


def plan_of(game: Game) -> str:
    """The rules of a game as tables are named by: amounts count only by their ratios.

    With blinds 5/10 and stacks five times as high, the same hands are played as with 1/2.
    """
    numbers = game.numbers
    is_fixed = game.settings.get("limit", _FIXED) == _FIXED
    skipped = () if is_fixed else _OF_FIXED
    told, amounts = [game.name], dict[str, tuple[int, ...]]()
    for name in sorted(game.declared):
        value = numbers[name]
        if isinstance(game.kind(name), Chips | EachSeat):
            if name not in skipped:
                amounts[name] = value if isinstance(value, tuple) else (value,)
        else:
            told.append(f"{name}={game.settings[name]}")
    whole = math.gcd(*(n for row in amounts.values() for n in row)) or 1
    for name, row in amounts.items():
        if any(row):
            told.append(f"{name}={'/'.join(str(n // whole) for n in row)}")
    return " ".join(told)


@functools.cache
def manifest() -> Mapping[str, Any]:
    """The training data of each shipped table, by its file."""
    file = TABLES / MANIFEST
    held: dict[str, Any] = json.loads(file.read_text("utf-8")) if file.exists() else {}
    return held


@functools.lru_cache(maxsize=_GAMES)
def _known(game: Game) -> Mapping[int, str]:
    """The files for a game's rules, by the number of players."""
    return _files(plan_of(game))


def _files(plan: str) -> Mapping[int, str]:
    """The files of a plan, by the number of players."""
    return {entry["players"]: file for file, entry in manifest().items() if entry["plan"] == plan}


@functools.cache
def _table(file: str) -> tuple[packed.Packed, Table]:
    """A shipped table, read and laid out once in a process."""
    found = packed.read(TABLES / file)
    return found, packed.table_of(found)


@functools.lru_cache(maxsize=_GAMES)
def _loaded(game: Game, file: str) -> Trained:
    found, unit = packed.strategy(game, *_table(file)), max(game.unit, *setup.prices(game))
    stacks = tuple(n * unit for n in manifest()[file]["stacks"])
    return replace(found, trained={**found.trained, "stacks": stacks})


@compiled
def dealt_in(views: Records, players: int) -> int:
    """The number of players dealt in: those who have paid or are still in."""
    view, dealt = views[0], 0
    for p in range(players):
        dealt += bool(view.seats.live[p]) or view.chips.paid[p] > 0
    return dealt


@dataclass(frozen=True)
class _ExpertBot(Learned):
    """Plays the shipped strategy for as many players as are dealt in, or for the nearest number."""

    game: Game

    def choose(self, view: Records, rngs: Records) -> Action:
        """See `Bot`."""
        s: Any = kernel.fields(view)
        dealt = dealt_in(view, int(s.seats.n) - self.game.banked)
        return self._strategy(dealt).choose(view, rngs)

    def strategies(self, players: int) -> Sequence[Trained]:
        """See `Learned`."""
        return tuple(map(self._strategy, range(players + 1)))

    def _strategy(self, dealt: int) -> Trained:
        """The strategy for so many who are dealt in."""
        found = find(self.game, max(dealt, self.game.least))
        assert found is not None
        return found
