"""Checks what a host sets: games, chairs, chips and clocks must fit each other."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from sidepot import bots, games
from sidepot.engine import setup
from sidepot.engine.game import Game
from sidepot.errors import Refused, UnknownGame, UserError
from sidepot.real import deep_stack
from sidepot.room.protocol.messages import NewTable
from sidepot.room.protocol.table_rules import GamePlan, MatchRules, TableRules
from sidepot.room.protocol.views import GameView
from sidepot.room.table.names import is_visible
from sidepot.words import say

REAL = "real"
"""The value of `TableRules.cards` where people deal with a deck of their own."""
_MIN_BUY_IN, _MAX_BUY_IN = 40, 200
"""The default bounds of a buy-in, as multiples of the largest price of the games."""
_MATCH_STACK = 100
"""The default stack of a match, as such a multiple."""


def game_of(plan: GamePlan) -> Game:
    """The game of a stored plan, which may be older than an option.

    Raises `UnknownGame` and `BadOption`.
    Only registered games are accepted: a name that is the path of a file runs nothing here.
    """
    return _game(plan.name, plan.digest, tuple(sorted(plan.options.items())))


@functools.lru_cache(maxsize=1024)
def _game(name: str, digest: str, options: tuple[tuple[str, int | str], ...]) -> Game:
    game = games.version(name, digest) if digest else _registered(name)
    return game.recorded(**dict(options))


def _wanted_game(plan: GamePlan) -> Game:
    """The game of a new plan: what it does not name is the default. Raises as `game_of`."""
    return _registered(plan.name).with_options(**plan.options)


def _registered(name: str) -> Game:
    registry = games.registry()
    if name not in registry:
        raise UnknownGame("error.game", game=name[:40], legal=list(registry))
    return registry[name]


def available_games(plans: Iterable[GamePlan]) -> list[Game]:
    """The games of some plans, without those that this version does not have any more."""
    available = []
    for plan in plans:
        with contextlib.suppress(UserError):
            available.append(game_of(plan))
    return available


def rules_of(new_table: NewTable) -> TableRules:
    """The rules of a new table, defaults filled in. Raises `Refused`."""
    played = checked_games(new_table.games, new_table.dealers_choice)
    most = max(game.most for game in played)
    chairs = new_table.chairs or most
    if chairs > most:
        raise Refused("room.refused_chairs", chairs=chairs, most=most)
    least, most = _buy_ins(new_table, played)
    filled = TableRules(**{name: getattr(new_table, name) for name in TableRules.__struct_fields__})
    rules = replace(
        filled,
        games=stored_plans(new_table.games, played),
        chairs=chairs,
        least=least,
        most=most,
    )
    if rules.worth and not is_visible(rules.worth.name.strip()):
        raise Refused("room.refused_worth")
    if rules.match:
        _check_match(rules.match, played)
    if rules.real_chips and rules.cards != REAL:
        raise Refused("room.refused_dealt")
    if rules.cards == REAL and (new_table.bots or rules.match):
        raise Refused("room.refused_real")
    _check_chips(rules, played)
    _check_people(rules, new_table)
    _check_bots(rules, new_table, played)
    return rules


def _buy_ins(new_table: NewTable, played: Sequence[Game]) -> tuple[int, int]:
    """The bounds of a buy-in; in a match all begin with the same stack. Raises `Refused`."""
    least, most = new_table.least, new_table.most
    if new_table.real_chips:
        deep = max(map(deep_stack, played))
        return deep, deep
    price = max(map(setup.largest_price, played))
    if not new_table.match:
        return least or _MIN_BUY_IN * price, most or max(_MAX_BUY_IN * price, least)
    if least and most and least != most:
        raise Refused("room.refused_match_stacks", least=least, most=most)
    stack = least or most or _MATCH_STACK * price
    return stack, stack


def _check_match(match: MatchRules, played: Sequence[Game]) -> None:
    """Raise `Refused` for a match that has no end, or whose prices cannot grow as asked."""
    if any(game.banked for game in played):
        raise Refused("room.refused_match_bank")
    if not match.hands and not match.minutes:
        raise Refused("room.refused_match_end")
    if match.level_hands and match.level_minutes:
        raise Refused("room.refused_match_levels")
    free = [game.said_title for game in played if not any(setup.prices(game))]
    if free and (match.level_hands or match.level_minutes):
        raise Refused("room.refused_match_price", game=free[0])


def checked_games(plans: Sequence[GamePlan], dealers_choice: bool) -> list[Game]:
    """The games that a table is to play.

    Raises `Refused` for several without dealer's choice, and for a game or option that is unknown.
    """
    if len(plans) > 1 and not dealers_choice:
        raise Refused("room.refused_games", n=len(plans))
    try:
        return [_wanted_game(plan) for plan in plans]
    except UserError as error:
        raise Refused("room.refused_because", reason=error.message) from error


def stored_plans(plans: Iterable[GamePlan], played: Iterable[Game]) -> list[GamePlan]:
    """Plans and their games, as they are stored: each once, with the values that the game reads.

    A text like " 000005 " is an option's 5, and may be as long as a message. A default is named
    where its absence means something else (`Game.formerly`).
    """
    stored = map(_stored_plan, plans, played)
    return list({(plan.name, tuple(plan.options.items())): plan for plan in stored}.values())


def _stored_plan(plan: GamePlan, game: Game) -> GamePlan:
    options = {name: game.settings[name] for name in sorted({*plan.options, *game.formerly})}
    return GamePlan(name=game.name, options=options, digest=games.version_of(game))


def check_strength(played: Iterable[Game], strength: str) -> None:
    """Raise `Refused` if one of the games has no bot of this strength."""
    try:
        for game in played:
            bots.find(game, strength)
    except UserError as error:
        raise Refused("room.refused_because", reason=error.message) from error


def _check_chips(rules: TableRules, played: Sequence[Game]) -> None:
    """Raise `Refused` for a buy-in that cannot pay the ante, or bounds in the wrong order."""
    unit = max(game.unit for game in played)
    if rules.least < unit:
        raise Refused("room.refused_least", least=rules.least, unit=unit)
    if rules.most < rules.least:
        raise Refused("room.refused_most", least=rules.least, most=rules.most)


def _check_bots(rules: TableRules, new_table: NewTable, played: Sequence[Game]) -> None:
    """Raise `Refused` for bots without a chair of their own, or of an unknown strength."""
    taken = [bot.chair for bot in new_table.bots]
    if len(set(taken)) < len(taken) or any(chair >= rules.chairs for chair in taken):
        raise Refused("room.refused_bots", chairs=rules.chairs)
    for strength in dict.fromkeys(bot.strength for bot in new_table.bots):
        check_strength(played, strength)


def _check_people(rules: TableRules, new_table: NewTable) -> None:
    """Raise `Refused` for people without a phone who cannot sit at the table."""
    taken = [person.chair for person in new_table.people]
    if taken and rules.cards != REAL:
        raise Refused("room.refused_dealt")
    if len(set(taken)) < len(taken) or any(chair >= rules.chairs for chair in taken):
        raise Refused("room.refused_bots", chairs=rules.chairs)
    bought = [person.chips for person in new_table.people if person.chips]
    if any(not rules.least <= chips <= rules.most for chips in bought):
        raise Refused("room.refused_buy_in", least=rules.least, most=rules.most)


def table_name(name: str, games: Sequence[GamePlan]) -> str:
    """The name of a table as a reader sees it: one without a name is called like its first game."""
    return name or game_view(games[0]).title


def game_view(plan: GamePlan) -> GameView:
    """A game as it is shown; one that this version does not have any more by its name alone."""
    try:
        game = game_of(plan)
    except UserError:
        return GameView(plan.name, plan.name, dict(plan.options))
    bank = say("table.bank") if game.banked else None
    marks = game.ordered, game.sized, game.common > 0
    return GameView(game.name, game.said_title, game.settings, bank, *marks)
