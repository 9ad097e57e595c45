"""`check_game`: tests all laws at every size of table and with every option's extremes."""

from __future__ import annotations

import contextlib
import functools
import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from sidepot.engine.game import Game
from sidepot.engine.game_files import blame, source_of
from sidepot.errors import BadOption, LawBroken, SidepotError
from sidepot.kernel import PLAIN
from sidepot.testing import laws
from sidepot.testing.trace import Case, Trace, play

_HANDS = 120
"""Hands in total, over all numbers of players."""
_HANDS_A_SIZE = 8
"""The least number of hands for each number of players."""
_HANDS_A_VALUE = 6
"""Hands for each value of an option that has to be tried."""
_HANDS_AN_OPTION = 36
"""The most hands for one option, over all of its values."""
_HANDS_MIXED = 60
"""Hands in which every option is at random one of the values to be tried, or its default."""


@dataclass(frozen=True, slots=True)
class Report:
    """The extent of the check: hands, decisions and the laws that held."""

    hands: int
    decisions: int
    laws: tuple[str, ...]


def check_game(
    game: Game,
    *,
    names: Iterable[str] = tuple(laws.LAWS),
    progress: Callable[[str], None] = lambda law: None,
) -> Report:
    """Check a game against all laws of `LAWS`, or the ones named.

    Plays random hands for every number of players, for every option at every value or bound, and
    for mixtures of these, with deep and short stacks; the same hands at every call. Raises
    `LawBroken`, which says how to reproduce it; also if the game's own code raises, with its line.
    `progress` is called with each law's name.
    """
    chosen = tuple(names)
    _check_compiled(game)
    try:
        progress("playing")
        traces = _traces_of(game)
        for name in chosen:
            progress(name)
            laws.LAWS[name](traces)
    except SidepotError:
        raise
    except Exception as error:
        reason = blame(error, source_of(game))
        raise LawBroken("law.crash", game=game.name, reason=reason) from error
    return Report(len(traces), sum(len(trace.actions) for trace in traces), chosen)


def _check_compiled(game: Game) -> None:
    """Raise `LawBroken` for a verb without `@compiled`, which only Python could call."""
    for name, verb in game.verbs._asdict().items():
        if not (PLAIN or hasattr(verb, "py_func")):
            raise LawBroken("law.not_compiled", game=game.name, verb=name)


@functools.lru_cache(maxsize=1)
def _traces_of(game: Game) -> tuple[Trace, ...]:
    """The hands to judge, played once and cached for all laws about the same game."""
    return tuple(play(case) for case in cases(game))


def cases(game: Game) -> Iterator[Case]:
    """The tables at which a game is checked."""
    chance = random.Random(game.name)
    for number, (variant, players) in enumerate(_variants(game, chance)):
        cards = game.cards_for(players)
        deck = tuple(chance.sample(cards, len(cards)))
        second = tuple(chance.sample(cards, len(cards))) if game.refills else ()
        yield Case(variant, some_stacks(variant, players, chance), deck, number, second)


def _variants(game: Game, chance: random.Random) -> Iterator[tuple[Game, int]]:
    sizes = range(game.least, game.most + 1)
    for players in sizes:
        for _ in range(max(_HANDS // len(sizes), _HANDS_A_SIZE)):
            yield game, players
    for name, option in game.declared.items():
        values = option.kind.extremes
        for value in values:
            variant = game.with_options(**{name: value})
            for _ in range(max(min(_HANDS_A_VALUE, _HANDS_AN_OPTION // len(values)), 1)):
                yield variant, chance.randint(game.least, game.most)
    for _ in range(_HANDS_MIXED if len(game.declared) > 1 else 0):
        with contextlib.suppress(BadOption):  # values that contradict each other
            yield _mixed(game, chance), chance.randint(game.least, game.most)


def _mixed(game: Game, chance: random.Random) -> Game:
    """The game with random values of its options, to test how they interact."""
    values = {
        name: chance.choice((option.kind.default, *option.kind.extremes))
        for name, option in game.declared.items()
    }
    return game.with_options(**values)


def some_stacks(game: Game, players: int, chance: random.Random) -> tuple[int, ...]:
    """Random stacks, deep, short or mixed, so that running out of chips is tried too."""
    deep = game.stacks(players)[0]
    shortest = game.unit
    if chance.random() < 0.5:
        return (deep,) * players
    highest = min(deep, 12 * shortest) if chance.random() < 0.5 else deep
    return tuple(chance.randint(shortest, highest) for _ in range(players))
