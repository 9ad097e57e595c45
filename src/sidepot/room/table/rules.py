"""What a host may set: games, chairs, chips and clocks that fit each other."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Iterable, Sequence

from sidepot import bots, games
from sidepot.engine import setup
from sidepot.engine.game import Game
from sidepot.errors import Refused, UnknownGame, UserError
from sidepot.protocol.messages import GamePlan, NewTable
from sidepot.protocol.views import GameView
from sidepot.room.table.clock import SECOND
from sidepot.room.table.events import Rules

_LEAST_PRICES, _MOST_PRICES = 40, 200
"""What people buy in for, in times of the largest price, where the host says nothing."""


def game_of(plan: GamePlan) -> Game:
    """The game of a plan. Raises `UnknownGame`, `BadOption`.

    Only what is on the list can be played: a name that is a path of a file runs nothing here.
    """
    return _game(plan.name, tuple(sorted(plan.options.items())))


@functools.lru_cache(maxsize=1024)
def _game(name: str, options: tuple[tuple[str, int | str], ...]) -> Game:
    registry = games.registry()
    if name not in registry:
        raise UnknownGame("error.game", game=name[:40], legal=list(registry))
    return registry[name].with_options(**dict(options))


def known(plans: Iterable[GamePlan]) -> list[Game]:
    """The games of plans, but for those that are not to be had any more."""
    found = []
    for plan in plans:
        with contextlib.suppress(UserError):
            found.append(game_of(plan))
    return found


def rules_of(wanted: NewTable) -> Rules:
    """The rules of a new table. Raises `Refused`."""
    played = checked_games(wanted.games, wanted.dealers_choice)
    price = max(map(_price, played))
    most = max(game.most for game in played)
    chairs = most if wanted.chairs is None else wanted.chairs
    if chairs > most:
        raise Refused("room.refused_chairs", chairs=chairs, most=most)
    rules = Rules(
        games=tuple(wanted.games),
        dealers_choice=wanted.dealers_choice,
        chairs=chairs,
        least=wanted.least or _LEAST_PRICES * price,
        most=wanted.most or max(_MOST_PRICES * price, wanted.least or 0),
        turn=wanted.turn * SECOND,
        time_bank=wanted.time_bank * SECOND,
        pause=wanted.pause * SECOND,
        automatic=wanted.automatic,
        public=wanted.public,
        bot_pace=wanted.bot_pace,
        coach=wanted.coach,
    )
    _check_chips(rules, played)
    _check_bots(rules, wanted, played)
    return rules


def checked_games(plans: Sequence[GamePlan], dealers_choice: bool) -> list[Game]:
    """The games that a table is to play. Raises `Refused` where they cannot be."""
    if len(plans) > 1 and not dealers_choice:
        raise Refused("room.refused_games", n=len(plans))
    try:
        return [game_of(plan) for plan in plans]
    except UserError as error:
        raise Refused("room.refused_because", reason=error.message) from error


def check_strength(played: Iterable[Game], strength: str) -> None:
    """Raise `Refused` for a bot that one of the games does not have."""
    try:
        for game in played:
            bots.find(game, strength)
    except UserError as error:
        raise Refused("room.refused_because", reason=error.message) from error


def _price(game: Game) -> int:
    """The largest price at a table of a game."""
    return max([game.unit, *setup.prices(game)])


def _check_chips(rules: Rules, played: Sequence[Game]) -> None:
    unit = max(game.unit for game in played)
    if rules.least < unit:
        raise Refused("room.refused_least", least=rules.least, unit=unit)
    if rules.most < rules.least:
        raise Refused("room.refused_most", least=rules.least, most=rules.most)


def _check_bots(rules: Rules, wanted: NewTable, played: Sequence[Game]) -> None:
    taken = [bot.chair for bot in wanted.bots]
    if len(set(taken)) < len(taken) or any(chair >= rules.chairs for chair in taken):
        raise Refused("room.refused_bots", chairs=rules.chairs)
    for bot in wanted.bots:
        check_strength(played, bot.strength)


def game_view(plan: GamePlan) -> GameView:
    """A game as it is shown; one that is not to be had any more by its name alone."""
    try:
        game = game_of(plan)
    except UserError:
        return GameView(plan.name, plan.name, dict(plan.options))
    return GameView(game.name, game.title, game.settings)
