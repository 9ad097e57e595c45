"""`check_game`: tests all laws at every size of table and with every option's extremes."""

from __future__ import annotations

import contextlib
import functools
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sidepot import kernel
from sidepot.designer import odd as odd_hands
from sidepot.designer.laws import failure, laws, plain, room
from sidepot.designer.laws.trace import Case, Trace, play
from sidepot.engine import keeping
from sidepot.engine.diagnostics import diagnose
from sidepot.engine.game import Game
from sidepot.engine.game_files import source_of
from sidepot.engine.kept import POT
from sidepot.errors import BadOption, EngineError, LawBroken, SidepotError, UserError
from sidepot.kernel import PLAIN

_HANDS = 120
"""Hands in total, over all numbers of players."""
_HANDS_A_SIZE = 8
"""The least number of hands for each number of players."""
_HANDS_A_VALUE = 6
"""Hands for each value of an option that has to be tried."""
_HANDS_AN_OPTION = 36
"""The most hands for one option, over all of its values."""
_JUDGED = 6 if PLAIN else 1
"""Every sixth hand is judged in the plain form, which takes five times as long and is there to name
lines: all are played, and the compiled form is judged by all."""
_SESSION = 16
"""Hands in a row, in games that keep anything from hand to hand."""
_HANDS_MIXED = 60
"""Hands in which every option is at random one of the values to be tried, or its default."""


@dataclass(frozen=True, slots=True)
class Report:
    """The extent of the check: the hands and decisions that were judged, and the laws that held."""

    hands: int
    decisions: int
    laws: tuple[str, ...]


def check_game(
    game: Game,
    *,
    names: Iterable[str] = tuple(laws.LAWS),
    every: int | None = None,
    progress: Callable[[str], None] = lambda law: None,
) -> Report:
    """Check a game against all laws of `LAWS`, or the ones named.

    Plays random hands for every number of players, for every option at every value or bound, and
    for mixtures of these, with deep and short stacks; the same hands at every call. Raises
    `LawBroken`, which says how to reproduce it; also if the game's own code raises, with its line.
    The laws judge one hand in `every`: by default one in six in the plain form, and all of them
    compiled. `progress` is called with each law's name. The error's `failure` can be replayed
    (`testing.failure`); None where that is not known.
    """
    chosen = tuple(names)
    _check_compiled(game)
    name, traces = failure.PLAYING, tuple[Trace, ...]()
    try:
        progress(name)
        traces = _traces_of(game)
        judged = traces[:: every or _JUDGED]
        for name in chosen:
            progress(name)
            laws.LAWS[name](judged)
    except Exception as error:
        broken = _with_room(error, game, traces)
        if not isinstance(error, SidepotError):
            reason = diagnose(error, source_of(game))
            broken = LawBroken("law.crash", game=game.name, reason=reason)
        if isinstance(broken, LawBroken):
            broken.failure = failure.found(name, traces, error)
        raise broken from (error.__cause__ if broken is error else error)
    return Report(len(judged), sum(len(trace.actions) for trace in judged), chosen)


def made(game: Game) -> str:
    """A hash of all that the rules make in the hands that `check_game` plays (`plain.made`)."""
    return plain.made(_traces_of(game))


def odd(game: Game) -> list[odd_hands.Odd]:
    """Hands for the designer to read, among those that `check_game` plays."""
    return list(odd_hands.odd_hands(_traces_of(game)))


def lacking(game: Game) -> Mapping[str, int]:
    """The values of counting that a game leaves out, as found by hands (`room`)."""
    return room.lacking(game, _traces_of(game))


def spare(game: Game) -> Mapping[str, int]:
    """The values of counting that a game declares far too large, with what is enough (`room`)."""
    return room.spare(game, _traces_of(game))


def _with_room(error: Exception, game: Game, traces: Sequence[Trace]) -> Exception:
    """An error, or the better one of a journal that was too small to be read."""
    is_of_engine = isinstance(error, EngineError) and not isinstance(error, LawBroken)
    return (room.shortage(game, traces) if is_of_engine else None) or error


def _check_compiled(game: Game) -> None:
    """Raise `LawBroken` for a verb without `@compiled`, which only Python could call."""
    for name, verb in game.verbs._asdict().items():
        if not (PLAIN or hasattr(verb, "py_func")):
            raise LawBroken("law.not_compiled", game=game.name, verb=name)


@functools.lru_cache(maxsize=1)
def _traces_of(game: Game) -> tuple[Trace, ...]:
    """The hands to judge, played once and cached for all laws about the same game."""
    if not game.keeps_values:
        return tuple(play(case) for case in cases(game))
    traces = list[Trace]()
    for case in cases(game):
        traces.append(play(_following(case, traces[-1]) if traces else case))
    return tuple(traces)


def _following(case: Case, last: Trace) -> Case:
    """A case that begins with what the last hand has kept, if it was of the same game.

    So games that keep anything are tried with what play has led to; now and then all is new.
    """
    before = last.case
    if case.number % _SESSION == 0 or case.game.chosen != before.game.chosen:
        return case
    players, ended = len(case.stacks), kernel.fields(last.rows(-1))
    try:
        left = keeping.keeps(case.game, ended, len(before.stacks))
        kept = with_pot(case.game, keeping.resized(case.game, left, players), case.number)
        there = keeping.deck_for(case.game, players, kept)
    except UserError:  # reported by the law of kept values, with more detail
        return case
    deck = tuple(card for card in case.deck if card in there)
    second = tuple(card for card in case.second if card in there)
    return replace(case, kept=kept, deck=deck, second=second)


def cases(game: Game) -> Iterator[Case]:
    """The tables at which a game is checked, with no values of a hand before but a pot."""
    chance = random.Random(game.name)
    for number, (variant, players) in enumerate(_variants(game, chance)):
        cards = game.cards_for(players)
        deck = tuple(chance.sample(cards, len(cards)))
        second = tuple(chance.sample(cards, len(cards))) if game.deals_again else ()
        stacks, kept = some_stacks(variant, players, chance), with_pot(variant, {}, number)
        yield Case(variant, stacks, deck, number, second, kept or None)


def with_pot(game: Game, kept: keeping.Values, number: int) -> dict[str, Any]:
    """Kept values with another pot; one hand in four follows no other, and has none."""
    others = {name: value for name, value in kept.items() if name != POT}
    pot = (None, 0, 3 * game.unit + 1, 20 * game.unit)[number % 4]
    return others if pot is None or not game.keeps_pot else {**others, POT: pot}


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
    shortest = game.least_stack
    if chance.random() < 0.5:
        return (deep,) * players
    highest = min(deep, 12 * shortest) if chance.random() < 0.5 else deep
    return tuple(chance.randint(shortest, highest) for _ in range(players))
