"""The variants of a game in which one option has another value, and all others stay."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from sidepot.engine.game import Game
from sidepot.engine.options import EachSeat, Option, Whole
from sidepot.errors import BadOption

MOST = 12
"""The most variants that are played."""
_EACH = 3
"""The most values of an option."""


class Variant(NamedTuple):
    """A game with one option changed."""

    option: str
    value: str
    game: Game


def variants(game: Game, most: int = MOST) -> list[Variant]:
    """The variants of a game with its present options: the other words, half and double a number.

    Each option has its first value before any has its second, and there are at most so many.
    """
    rows = [list(_variants_of(game, option)) for option in game.declared.values()]
    by_turns = [row[i] for i in range(_EACH) for row in rows if i < len(row)]
    chosen = by_turns[:most]
    return [variant for row in rows for variant in row if variant in chosen]


def _variants_of(game: Game, option: Option) -> Iterator[Variant]:
    found = 0
    for value in _values(option, game.settings[option.name]):
        try:
            changed = game.with_options(**{option.name: value})
        except BadOption:  # not together with the other options
            continue
        if found < _EACH:
            found += 1
            yield Variant(option.name, str(changed.settings[option.name]), changed)


def _values(option: Option, now: Any) -> Iterator[Any]:
    """The values to try instead of the present one."""
    kind = option.kind
    if isinstance(kind, Whole):
        nearby = (now // 2, now * 2 or 1)
        legal = range(kind.lowest, kind.highest + 1)
        yield from (n for n in dict.fromkeys(nearby) if n in legal and n != now)
    elif not (isinstance(kind, EachSeat) and kind.highest == 1):  # flags are of one hand
        yield from (value for value in kind.extremes if str(value) != str(now))
