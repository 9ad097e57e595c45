"""The games that can be played: their options for forms, their rule pages and pictures."""

from __future__ import annotations

import functools
from collections.abc import Mapping

from sidepot import bots, games, paper
from sidepot.engine import rule_pages
from sidepot.engine.game import Game
from sidepot.engine.options import EachSeat, OneOf, Option, Whole
from sidepot.engine.rule_pictures import Position
from sidepot.errors import UnknownGame
from sidepot.room.protocol.resources import (
    NUMBER,
    PICTURE,
    GameOffer,
    HintView,
    OptionOffer,
    RulesText,
)
from sidepot.words import language

_LANGUAGES, _PAGES = 16, 128
"""Lists of games, and rule pages, that are kept: each is made once in a language."""


def offers() -> tuple[GameOffer, ...]:
    """Every registered game, with its options and the strengths of its bots."""
    found = games.registry().items()
    return _offers(language(), tuple((name, games.version_of(game)) for name, game in found))


@functools.lru_cache(maxsize=_LANGUAGES)
def _offers(spoken: str, versions: tuple[tuple[str, str], ...]) -> tuple[GameOffer, ...]:
    """The offers in a language, of games by these names and hashes."""
    return tuple(
        GameOffer(
            name=game.name,
            title=game.said_title,
            family=rule_pages.family(game),
            version=rule_pages.version(game),
            idea=rule_pages.idea(game),
            minutes=game.minutes,
            has_picture=rule_pages.picture(game) is not None,
            author=game.said_author,
            least=game.least,
            most=game.most,
            options=[_offer(game, option) for option in game.declared.values()],
            bots=list(bots.strengths_of(game)),
            learned_for=list(bots.learned_for(game)),
            behind=game.behind,
            digest=games.version_of(game),
        )
        for game in games.registry().values()
    )


def rules(name: str) -> RulesText:
    """The rule page of a game. Raises `UnknownGame`."""
    return _rules(language(), _registered(name))


@functools.lru_cache(maxsize=_PAGES)
def _rules(spoken: str, game: Game) -> RulesText:
    drawings = rule_pages.drawings(game)
    drawn: list[tuple[str, str]] = []

    def place(position: Position) -> str:
        drawn.append((drawings.get(position, ""), position.caption))
        return PICTURE

    page = rule_pages.with_labels(rule_pages.rule_page(game, place), game)
    text = rule_pages.with_marked_numbers(page, *NUMBER)
    return RulesText(game.said_title, text, tuple(drawn))


def rules_on_paper(name: str, options: Mapping[str, str], size: str) -> str:
    """The rules of a game with these options as a page of HTML for one side of paper.

    Raises `UnknownGame`, `BadOption`.
    """
    return paper.sheet(_registered(name).with_options(**options), size)


def first_hand(name: str) -> list[HintView]:
    """Hints from the rule page for a first hand. Raises `UnknownGame`."""
    hints = rule_pages.hints(_registered(name))
    return [HintView(hint.when, hint.kinds, hint.whom, hint.text) for hint in hints]


def picture(name: str) -> str | None:
    """The picture of a game, as SVG, or None. Raises `UnknownGame`."""
    return rule_pages.picture(_registered(name))


def _registered(name: str) -> Game:
    registry = games.registry()
    if name not in registry:
        raise UnknownGame("error.game", game=name[:40], legal=list(registry))
    return registry[name]


def _offer(game: Game, option: Option) -> OptionOffer:
    kind, help, label = option.kind, game.help(option.name), game.label(option.name)
    if isinstance(kind, Whole | EachSeat):
        lowest, highest = kind.lowest, kind.highest
        return OptionOffer(option.name, help, kind.default, lowest, highest, None, label)
    if not isinstance(kind, OneOf):
        return OptionOffer(option.name, help, kind.default, None, None, None, label)
    words = list(kind.values)
    labels = [game.value_label(option.name, word) for word in words]
    return OptionOffer(option.name, help, kind.default, None, None, words, label, labels)
