"""The kinds of action that a game's menu may offer, from the game or from the code of its menu."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any

from sidepot.engine.game import Game
from sidepot.kernel.fingerprint import values_reached
from sidepot.rules import actions

_NAMES = {kind.upper(): number for number, kind in enumerate(actions.KINDS)}


@functools.lru_cache(maxsize=256)
def kinds_of(game: Game) -> tuple[int, ...]:
    """The kinds that the menu may offer, in the order of their numbers.

    Those that the game declares (`Game.offers`), or else all that its menu, and whatever that
    calls, refers to by name: maybe more than it offers, never fewer.
    """
    if game.offers is not None:
        return tuple(sorted(set(game.offers(game.settings))))
    return tuple(sorted({*_named(game.verbs.menu), *game.acts.kinds}))


def _named(menu: Any) -> Iterator[int]:
    """The kinds that a function refers to: `FOLD`, `actions.FOLD`, or a tuple of kinds."""
    for name, value in values_reached(menu):
        number = _NAMES.get(name.rpartition(".")[2])
        if number is not None and value == number:
            yield number
        elif isinstance(value, tuple) and value and all(map(_is_kind, value)):
            yield from value


def _is_kind(value: object) -> bool:
    """Whether a value may be a kind of action."""
    return isinstance(value, int) and 0 <= value < len(actions.KINDS)
