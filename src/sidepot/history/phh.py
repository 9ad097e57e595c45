"""The parts of PHH that are its own: codes of games, fields of forced bets, showing and mucking.

PHH (https://phh.readthedocs.io) has codes for many games; of those that are played here, every
option is one of its fields. Where its paper leaves something open, PokerKit is the reference.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sidepot import games, kernel
from sidepot.engine.game import Game, Hand
from sidepot.errors import BadHistory, UnknownGame
from sidepot.history import fields as take
from sidepot.history.fields import Fields
from sidepot.history.notation import ALL, HIDDEN, MUCKED, SHOW, WORDS, Line, parse_or_none, short
from sidepot.history.returning import Deals
from sidepot.history.units import UNKNOWN, Amount, chips, listed, scale_of
from sidepot.rules import journal

_BRING_IN = "bring_in"
BLINDS, TRIMMED = "blinds_or_straddles", "ante_trimming_status"
_BETS = {
    "NT": ("min_bet",),
    "FT": ("small_bet", "big_bet"),
    "FB": ("small_bet", "big_bet"),
    "F7S": (_BRING_IN, "small_bet", "big_bet"),
}
"""The fields of bet sizes, by code; the game's options have the same names."""
CODES = tuple(_BETS)
_BLINDED = ("NT", "FT", "FB")
"""Codes of games with blinds; in the others everybody antes the same."""
OTHERS = ("NS", "PO", "FO/8", "F7S/8", "FR", "N2L1D", "F2L3D")
"""PHH's codes of games that are not played here."""
_HAS_FIELD = {"ante", "antes", "antes_match", "blinds"}.union(*_BETS.values())
"""Options for which PHH has fields."""
_SHORT_ANTE, _DEAD = "short_ante", "whole"
_REFILL, _SHUFFLED = "refill", "shuffled"
_ALL_IN = journal.KINDS[journal.ALL_IN]
CALLED_OFF = "_void"
"""A field for hands that were called off, which PHH has no word for; other readers skip it."""


def game_of(code: str) -> Game:
    """The game with a PHH code, or with a name if it has no code. Raises `UnknownGame`."""
    found = _by_code(tuple(games.registry().values()))
    if code not in found:
        raise UnknownGame("error.game", game=short(code), legal=list(found))
    return found[code]


@functools.lru_cache(maxsize=1)
def _by_code(registered: tuple[Game, ...]) -> Mapping[str, Game]:
    """Games by their codes, or by their names if they have none."""
    return {game.code or game.name: game for game in registered}


def code_of(variant: str) -> str:
    """The PHH code of a game that is written by its name, which some do; else the text itself."""
    named = games.registry().get(variant)
    return (named.code if named else None) or variant


def beside(game: Game) -> list[str]:
    """The options of a game for which PHH has no field: they stand in `_options`."""
    return [name for name in game.declared if name not in _HAS_FIELD]


def take_stakes(fields: Fields, code: str) -> dict[str, Any]:
    """Take the fields of forced bets and of bet sizes. Raises `BadHistory`."""
    found: dict[str, Any] = {}
    if (trimmed := take.boolean(fields, TRIMMED)) is not None:
        found[TRIMMED] = trimmed
    if code in _BLINDED:
        found[BLINDS] = take.required(take.amounts(fields, BLINDS), BLINDS)
    for name in _BETS[code]:
        found[name] = take.required(take.price(fields, name), name)
    return found


def stakes_of(hand: Hand) -> dict[str, Any]:
    """The fields of forced bets and of bet sizes for a hand."""
    numbers, n, code = hand.game.numbers, hand.players, hand.game.code or ""
    if code not in _BLINDED:
        is_short = min(hand.starting_stacks) < numbers["ante"]
        is_trimmed = is_short and hand.game.settings[_SHORT_ANTE] != _DEAD
        trimming = {TRIMMED: True} if is_trimmed else {}
        return trimming | {name: numbers[name] for name in _BETS[code]}
    blinds = _per_player(numbers["blinds"], n)
    found: dict[str, Any] = {TRIMMED: True} if numbers["antes_match"] else {}
    found[BLINDS] = blinds
    usual = _usual_bets(blinds, numbers)
    for name in _BETS[code]:
        found[name] = numbers[name] or usual[name]
    return found


def _usual_bets(blinds: Sequence[int], numbers: Mapping[str, Any]) -> dict[str, int]:
    """The default bet sizes (T3)."""
    big_blind = max(blinds[1], 1) if len(blinds) > 1 else 1
    small_bet = numbers.get("small_bet") or big_blind
    return {"min_bet": big_blind, "small_bet": big_blind, "big_bet": 2 * small_bet}


def _per_player(row: Sequence[int], players: int) -> tuple[int, ...]:
    """An option's number for each player: a single one holds for all, missing ones are 0."""
    given = tuple(row) * players if len(row) == 1 else tuple(row[:players])
    return given + (0,) * (players - len(given))


@dataclass(frozen=True, kw_only=True)
class PhhFields:
    """The fields that PHH has for the course of a hand; `stakes` are forced bets and bet sizes."""

    variant: str
    antes: tuple[Amount, ...]
    starting_stacks: tuple[Amount, ...]
    actions: tuple[str, ...]
    finishing_stacks: tuple[Amount, ...] | None = None
    stakes: Mapping[str, Any] = field(default_factory=dict)

    @property
    def is_phh(self) -> bool:
        """Has this game a code in PHH, so that other programs read and write its hands?"""
        return self.variant in CODES

    @functools.cached_property
    def scale(self) -> int:
        """The number of chips in one unit of the amounts."""
        return scale_of(self._amounts()) if self.is_phh else 1

    @functools.cached_property
    def lines(self) -> tuple[Line | None, ...]:
        """The parsed actions, None for a text that is not one."""
        return tuple(map(parse_or_none, self.actions))

    @property
    def stacks(self) -> list[int]:
        """The stacks before the hand, in whole chips; unknown ones are deeper than any bet."""
        deep = self._enough if UNKNOWN in self.starting_stacks else 0
        return [deep if s == UNKNOWN else chips(s, self.scale) for s in self.starting_stacks]

    @property
    def _enough(self) -> int:
        """More chips than a player can lose by the lines of the hand."""
        known = [amount for amount in self._amounts() if amount != UNKNOWN]
        calls = (1 + len(self.lines)) * max(known)
        return chips(sum(known) + calls, self.scale)

    def _amounts(self) -> Iterator[Amount]:
        yield from self.antes
        yield from self.starting_stacks
        yield from self.finishing_stacks or ()
        yield from self.stakes.get(BLINDS, ())
        yield from (self.stakes[name] for name in _BETS[self.variant])
        for line in self.lines:
            if line and line.amount is not None:
                yield line.amount


def game(fields: PhhFields, options: Mapping[str, Any]) -> Game:
    """The game with the options of a hand; `options` are those without a field of PHH.

    Raises `UnknownGame`, `BadOption`, `BadHistory`.
    """
    found, stakes = game_of(fields.variant), fields.stakes
    if fields.variant not in _BLINDED:
        ante = chips(equal_ante(fields.antes), fields.scale)
        sizes = {name: chips(stakes[name], fields.scale) for name in _BETS[fields.variant]}
        if min(fields.stacks) < ante and not stakes.get(TRIMMED):
            options = {_SHORT_ANTE: _DEAD, **options}
        return found.recorded(ante=ante, **sizes, **options)
    if found.refills and Deals(len(found.deck), fields.lines).again:
        options = {_REFILL: _SHUFFLED, **options}
    blinds = [chips(blind, fields.scale) for blind in stakes[BLINDS]]
    bets: dict[str, int] = {}
    for name in _BETS[fields.variant]:
        bet = chips(stakes[name], fields.scale)
        bets[name] = bet if bet != _usual_bets(blinds, bets)[name] else 0
    return found.recorded(
        antes=[chips(ante, fields.scale) for ante in fields.antes],
        antes_match="yes" if stakes.get(TRIMMED) else "no",
        blinds=blinds,
        **bets,
        **options,
    )


def antes_of(hand: Hand) -> tuple[int, ...]:
    """The field of antes for a hand."""
    if hand.game.code in _BLINDED:
        return _per_player(hand.game.numbers["antes"], hand.players)
    return (int(hand.game.numbers["ante"]),) * hand.players


def equal_ante(antes: Sequence[Amount]) -> Amount:
    """The ante that everybody pays. Raises `BadHistory` unless the antes are equal."""
    if any(ante != antes[0] for ante in antes):
        raise BadHistory("error.history_antes", antes=short(listed(antes)))
    return antes[0]


def is_idle(hand: Hand, line: Line) -> bool:
    """Does a line check for a player who is not asked here, being the only one with chips left?

    Other programs do ask that player, against all-in opponents; so such a check may occur, once a
    round, after the last action of the hand (C6).
    """
    if not hand.over or line.word != WORDS["check"]:
        return False
    staying = _stayed(hand)
    all_in = {event.seat for event in hand.events() if event.kind == _ALL_IN}
    return len(staying) > 1 and staying - all_in == {line.seat}


def _stayed(hand: Hand) -> set[int]:
    """The seats that were in a hand to its end, including those that mucked there."""
    record = kernel.fields(hand.record())
    mucked = {event.seat for event in hand.events() if event.kind == MUCKED}
    return mucked | {p for p in range(hand.players) if record.seats.live[p]}


def mucks(lines: Sequence[Line | None], players: int, code: str) -> list[int]:
    """The players who muck at the showdown: a 1 each, with blinds in the order of the posts.

    A player who shows only a part of their hand, or nothing, mucks if another one shows all: only a
    whole hand wins. If all muck, the last one need not show, and wins.
    """
    whole = {line.seat for line, held in _showing(lines) if _is_whole(line, lines, held)}
    thrown = {
        line.seat: None
        for line, _ in _showing(lines)
        if line.seat not in whole and (whole or not line.cards)
    }
    folded = {line.seat for line in lines if line and line.word == WORDS["fold"]}
    if thrown and set(range(players)) <= folded | set(thrown):
        thrown.popitem()
    return mucks_of(thrown, players, code)


def mucks_of(thrown: Collection[int], players: int, code: str) -> list[int]:
    """The option `mucks` for some seats: a 1 each, with blinds in the order of the posts."""
    first = players - 1 if players == 2 and code in _BLINDED else 0
    return [int((first + i) % players in thrown) for i in range(players)]


def _showing(lines: Sequence[Line | None]) -> Iterator[tuple[Line, int]]:
    """The lines that show or muck, each with the number of cards that its seat then holds."""
    held: Counter[int] = Counter()
    for line in filter(None, lines):
        if line.deals:
            held[line.seat] += len(line.cards)
        elif line.word == WORDS["discard"]:
            held[line.seat] -= len(line.cards)
        elif line.word == SHOW:
            yield line, held[line.seat]


def _is_whole(show: Line, lines: Sequence[Line | None], held: int) -> bool:
    """Does a line show all the cards that its seat holds?"""
    if show.cards != (ALL,):
        return held > 0 and len([card for card in show.cards if card != HIDDEN]) == held
    own = [line for line in lines if line and line.deals and line.seat == show.seat]
    return bool(own) and not any(HIDDEN in line.cards for line in own)
