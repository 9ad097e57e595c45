"""The games that can be played: their options for forms, their rule pages and pictures."""

from __future__ import annotations

from sidepot import bots, games
from sidepot.engine import rule_pages
from sidepot.engine.game import Game
from sidepot.engine.options import EachSeat, OneOf, Option, Whole
from sidepot.errors import UnknownGame
from sidepot.protocol.resources import GameOffer, OptionOffer


def offers() -> list[GameOffer]:
    """Every registered game, with its options and the strengths of its bots."""
    return [
        GameOffer(
            name=game.name,
            title=game.title,
            family=rule_pages.family(game),
            version=rule_pages.version(game),
            idea=rule_pages.idea(game),
            minutes=game.minutes,
            has_picture=rule_pages.picture(game) is not None,
            author=game.author,
            least=game.least,
            most=game.most,
            options=[_offer(option) for option in game.declared.values()],
            bots=list(bots.strengths_of(game)),
        )
        for game in games.registry().values()
    ]


def rules(name: str) -> tuple[str, str]:
    """The title of a game, and its rule page in Markdown. Raises `UnknownGame`."""
    game = _registered(name)
    return game.title, rule_pages.rule_page(game)


def picture(name: str) -> str | None:
    """The picture of a game, as SVG, or None. Raises `UnknownGame`."""
    return rule_pages.picture(_registered(name))


def _registered(name: str) -> Game:
    registry = games.registry()
    if name not in registry:
        raise UnknownGame("error.game", game=name[:40], legal=list(registry))
    return registry[name]


def _offer(option: Option) -> OptionOffer:
    kind = option.kind
    if isinstance(kind, Whole | EachSeat):
        return OptionOffer(option.name, option.help, kind.default, kind.lowest, kind.highest, None)
    words = list(kind.values) if isinstance(kind, OneOf) else None
    return OptionOffer(option.name, option.help, kind.default, None, None, words)
