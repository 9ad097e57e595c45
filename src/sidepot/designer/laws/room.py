"""The room that a game needs: cards of each player, cards that all share, events of a verb.

Found by the hands that laws judge, and by hands in which everybody stays in and takes the most.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sidepot import kernel
from sidepot.designer.laws.trace import Case, Trace, load, menu_batch
from sidepot.engine.game import Game
from sidepot.errors import LawBroken
from sidepot.kernel import Fields
from sidepot.rules import actions

_DECKS = 8
"""Decks with which the greedy hands are played, for each number of players."""
_MOST_DECISIONS = 400
_SPARE, _STEP = 2, 8
"""Journals get twice the events that were found, in steps of so many: a random hand with the most
side pots and cards is rare, and a place costs 15 bytes."""
_FAR, _FAR_EVENTS = 1.25, 5
"""The multiple of enough that is far too large: every card is shuffled, in every hand."""
_TAKING = frozenset((actions.BUY, *actions.SETS, *actions.PICKED))
"""Kinds by which a seat gets cards, the more the higher."""
_LEAVING = frozenset((actions.FOLD, actions.OUT))


class Room(NamedTuple):
    """The values of a `Game` by their names."""

    reach: int
    common: int
    events: int


def room_of(game: Game, traces: Sequence[Trace]) -> Room:
    """The room that a game needs, as far as these hands and greedy ones of it tell."""
    return _room(game, (*_ends(traces), *_greedy(game)))


def _room(game: Game, records: Iterable[tuple[int, Fields]]) -> Room:
    tops, held, events = dict[int, int](), 0, 0
    for players, s in records:
        tops[players] = max(tops.get(players, 0), int(s.deck.top))
        held, events = max(held, _held(game, s)), max(events, int(s.journal.n))
    reach, common = _line(game, tops, held)
    return Room(reach, common, -(-_SPARE * events // _STEP) * _STEP)


def shortage(game: Game, traces: Sequence[Trace]) -> LawBroken | None:
    """The error for a journal that is too small for these hands, with what is enough."""
    if max((int(s.journal.n) for _, s in _ends(traces)), default=0) <= game.events:
        return None
    enough = room_of(game, traces).events
    return LawBroken("law.journal_room", game=game.name, n=enough, room=game.events)


def lacking(game: Game, traces: Sequence[Trace]) -> Mapping[str, int]:
    """The values that the game leaves out, with what they need to be."""
    found = room_of(game, traces)._asdict() if game.uncounted else {}
    return {name: found[name] for name in found if name in game.uncounted}


def spare(game: Game, traces: Sequence[Trace]) -> Mapping[str, int]:
    """The values that the game declares far too large, with what is enough.

    Greedy hands are played only where the hands of the suite leave much of it unused.
    """
    if game.uncounted or not _too_large(game, _room(game, _ends(traces))):
        return {}
    return _too_large(game, room_of(game, traces))


def _too_large(game: Game, enough: Room) -> Mapping[str, int]:
    """The values of a game that are far larger than the room that is enough."""
    found = dict[str, int]()
    if _cards(game, game.reach, game.common) > _FAR * _cards(game, enough.reach, enough.common):
        found |= {"reach": enough.reach, "common": enough.common}
    if game.events > _FAR_EVENTS * enough.events:
        found |= {"events": enough.events}
    return found


def _cards(game: Game, each: int, common: int) -> int:
    """The cards that may come from the deck, at all sizes of table together."""
    sizes = range(game.least, game.most + 1)
    return sum(min(each * n + common, len(game.cards_for(n))) for n in sizes)


def _line(game: Game, tops: Mapping[int, int], held: int) -> tuple[int, int]:
    """The cards for each player, at least those held, and for all, by the tops of decks.

    Of all that are enough it takes those that leave the fewest cards of the decks unused.
    """
    found = list[tuple[int, int, int]]()
    for each in range(held, max(tops.values()) + 1):
        common = max(0, *(top - each * n for n, top in tops.items()), 0)
        used = sum(min(each * n + common, len(game.cards_for(n))) for n in tops)
        found.append((used, each, common))
    _, each, common = min(found, default=(0, held, 0))
    return each, common


def _held(game: Game, s: Fields) -> int:
    """The most cards of a seat, in the parts of the record that have each seat's cards."""
    sizes = [getattr(s, name).size.tolist() for name in _card_parts(game)]
    return max(map(sum, zip(*sizes, strict=True)), default=0)


@functools.lru_cache(maxsize=8)
def _card_parts(game: Game) -> tuple[str, ...]:
    """The parts of the record with each seat's cards, and the number of them."""
    layout, seats = game.layout(), (game.max_seats,)
    parts: dict[str, Any] = {name: layout[name].fields or {} for name in layout.names or ()}
    return tuple(
        name
        for name, has in parts.items()
        if "card" in has and "size" in has and has["size"][0].shape == seats
    )


def _ends(traces: Sequence[Trace]) -> Iterator[tuple[int, Fields]]:
    """The number of players and every record of some hands."""
    for trace in traces:
        for record in trace.records:
            yield len(trace.case.stacks), kernel.fields(load(trace.case.game, record))


def _greedy(game: Game) -> Iterator[tuple[int, Fields]]:
    """The same of hands in which everybody stays in, and takes as many cards as possible."""
    chance = random.Random(game.name)
    for players in range(game.least, game.most + 1):
        cards = game.cards_for(players)
        for number in range(_DECKS):
            deck = tuple(chance.sample(cards, len(cards)))
            second = tuple(chance.sample(cards, len(cards))) if game.deals_again else ()
            case = Case(game, tuple(game.stacks(players)), deck, number, second)
            yield from ((players, s) for s in _played(case))


def _played(case: Case) -> Iterator[Fields]:
    rows, menus, entry = case.seated(), menu_batch(), case.game.entry
    chance = random.Random(case.number)
    entry.begin(rows)
    yield kernel.fields(rows)
    for _ in range(_MOST_DECISIONS):
        if kernel.fields(rows).seats.actor < 0:
            return
        entry.menu(rows, menus)
        entry.step(rows, _greediest(kernel.fields(menus), chance))
        yield kernel.fields(rows)


def _greediest(menu: Fields, chance: random.Random) -> int:
    """The action that takes the most cards, or else any that stays in, at its lowest amount."""
    n = int(menu.n)
    rows = list(zip(*(getattr(menu, name)[:n].tolist() for name in _ROW), strict=True))
    taking = [row for row in rows if row[0] in _TAKING]
    staying = [row for row in rows if row[0] not in _LEAVING] or rows
    kind, lowest, highest = taking[0] if taking else chance.choice(staying)
    return int(actions.encode(kind, highest if taking else lowest))


_ROW = ("kind", "lowest", "highest")
