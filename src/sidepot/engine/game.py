"""`Game`: the facts, options and five verbs of a game. `deal` starts a hand."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from sidepot import kernel
from sidepot import words as catalogue
from sidepot.engine import options as declarations
from sidepot.engine import setup
from sidepot.engine.options import Kind, Option
from sidepot.engine.verbs import Verbs, entry
from sidepot.errors import EngineError
from sidepot.kernel import Part, Records
from sidepot.rules.journal import FORCED, WINNING
from sidepot.rules.layout import Layout

if TYPE_CHECKING:
    from sidepot.engine.hand import Hand

__all__ = ["Game", "Phases", "Verbs"]

Phases = Sequence[Sequence[int]]
"""Kinds of events (`rules.journal`) for each phase of a hand, in order."""


def usual_phases(settings: Mapping[str, Any]) -> Phases:
    """The phases of most games: antes and blinds come first, and pots are won last."""
    return FORCED, WINNING


@dataclass(frozen=True, kw_only=True, eq=False)
class Game:
    """A game and the options that it is played with.

    `least` and `most` players; `max_seats`, the seats that a record has: games of one family share
    it, and thereby their machine code; `record`, the part that holds a whole hand, with parts
    `options`, `seats`, `chips`, `deck` and `journal` among its own; `deck`, the physical cards;
    `show`, what lies on the table, for front ends; `events`, the most that one verb can make;
    `reach`, the most cards that a player can use, and `common`, the most shared by all;
    `presets`, the values or kinds by which this game differs from its options' declarations;
    `fixed`, options that the table may not choose, and `without`, those that mean nothing in it;
    `chosen`, the values that the table has changed; `words`, what it adds to the catalogue;
    `code`, the game's name in PHH, the open format of hand histories, if it has one there;
    `singly`, whether every card that is dealt has a line of its own in a history;
    `minutes`, about how long a hand takes among people; 0 if unknown.
    `players_a_deck`, the number of players for each such deck (0: one deck for all); `refills`,
    whether discards are dealt again, in a second order: then the record has a part `refill` too;
    `banked`, whether the house plays, in a seat of its own after the players' (`rules.seats`).
    `phases`: given the options as they are written, the kinds of events of each phase of a hand, in
    order; no event comes after one of a later phase. Kinds in no phase may come at any time.
    `offers`: given the same, the kinds of action that the menu may offer (`rules.actions`); None:
    those that its code names.
    """

    name: str
    title: str
    author: str
    least: int
    most: int
    max_seats: int
    record: type[Part]
    options: type[Part]
    verbs: Verbs
    show: Callable[[Any], Layout]
    deck: Sequence[int]
    events: int
    reach: int
    common: int = 0
    presets: Mapping[str, Any] = field(default_factory=dict)
    chosen: Mapping[str, Any] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)
    fixed: Mapping[str, Any] = field(default_factory=dict)
    without: Sequence[str] = ()
    code: str | None = None
    singly: bool = False
    minutes: int = 0
    players_a_deck: int = 0
    refills: bool = False
    banked: bool = False
    phases: Callable[[Mapping[str, Any]], Phases] = usual_phases
    offers: Callable[[Mapping[str, Any]], Sequence[int]] | None = None

    def __post_init__(self) -> None:
        catalogue.add(self.words)
        if list(self.deck) != list(range(len(self.deck))):
            raise EngineError("law.deck_numbers", game=self.name)

    def cards_for(self, players: int) -> Sequence[int]:
        """The physical cards for a number of players."""
        if not self.players_a_deck:
            return self.deck
        decks = -(-players // self.players_a_deck)
        return range(decks * len(self.deck))

    @functools.cached_property
    def declared(self) -> Mapping[str, Option]:
        """The options that a table may choose, each with this game's default."""
        closed = {*self.fixed, *self.without}
        return {name: o for name, o in self._all_options.items() if name not in closed}

    @functools.cached_property
    def _all_options(self) -> Mapping[str, Option]:
        found = declarations.declared(self.options)
        return {name: _preset(option, self.presets) for name, option in found.items()}

    def kind(self, name: str) -> Kind:
        """The kind of an option: which values it may have."""
        return self._all_options[name].kind

    @functools.cached_property
    def numbers(self) -> Mapping[str, Any]:
        """Every option as the number, or the row of numbers, that the record holds."""
        return declarations.numbers(self._all_options, {**self.chosen, **self.fixed})

    @property
    def settings(self) -> dict[str, Any]:
        """Every option with the value that the table plays with."""
        return {
            name: option.kind.value(self.numbers[name]) for name, option in self.declared.items()
        }

    @property
    def pairs(self) -> list[str]:
        """The chosen options as they are typed: `ante=2`."""
        return [f"{name}={value}" for name, value in self.chosen.items()]

    @property
    def flags(self) -> str:
        """The chosen options as part of a command line, " --options ante=2", or "" for none."""
        return " ".join(["", "--options", *self.pairs]) if self.chosen else ""

    def with_options(self, **values: Any) -> Game:
        """The same game with other options. Raises `BadOption`."""
        game = replace(self, chosen={**self.chosen, **values})
        declarations.numbers(game.declared, game.chosen)
        return game

    def with_facts(self, **values: Any) -> Game:
        """The same game with options that a history may have but no table may choose (`without`).

        Raises `BadOption`.
        """
        game = replace(self, chosen={**self.chosen, **values})
        declarations.numbers(game._all_options, game.chosen)
        return game

    @functools.cached_property
    def entry(self) -> Verbs:
        """The verbs as Python calls them: records come as batches of one, `entry.step(rows, 5)`."""
        return entry(self.verbs)

    def batch(self, count: int = 1, *, journal: bool = True) -> Records:
        """`count` empty records, with or without room for a journal."""
        return kernel.batch(self.layout(journal=journal), count)

    def layout(self, *, journal: bool = True) -> np.dtype[Any]:
        """The layout of a record, with or without room for a journal."""
        cards = len(self.cards_for(self.most))
        return kernel.record(
            self.record,
            seats=self.max_seats,
            cards=cards,
            second=cards if self.refills else 0,
            events=self.events if journal else 0,
        )

    def deal(
        self,
        *,
        players: int | None = None,
        stacks: int | Sequence[int] | None = None,
        names: Sequence[str] | None = None,
        seed: int | None = None,
        hand: int = 0,
        deck: Sequence[int] | str | None = None,
        second: Sequence[int] | None = None,
    ) -> Hand:
        """Deal a hand, up to its first decision.

        `stacks`: chips of each player, or one number for all (default: 200 times the largest price
        at the table). The cards come from `deck`, an order of all physical cards, or
        from hand number `hand` of experiment `seed`, or else from the system's randomness. A text
        like `"Kc 7d"` as `deck` names the first cards and leaves the others to chance. `second` is
        the order in which discards come again, in games that have one, by chance like `deck`.
        Raises `BadSetup`, `BadCards`.
        """
        from sidepot.engine.hand import Hand

        rows = self.batch()
        s = kernel.fields(rows)
        setup.seat(self, s, self.stacks(players, stacks))
        setup.lay_deck(self, s, seed, hand, deck, second)
        return Hand(self, rows, names, number=hand)

    @property
    def unit(self) -> int:
        """The unit in chips: the ante, or one chip where there is none (C1)."""
        return declarations.unit(self.numbers)

    @property
    def ante(self) -> int:
        """The ante that everybody pays in full before the deal (C2), in chips; 0 for none."""
        return declarations.ante(self.numbers)

    def stacks(
        self, players: int | None = None, stacks: int | Sequence[int] | None = None
    ) -> list[int]:
        """Every player's stack, in chips, for the numbers requested. Raises `BadSetup`."""
        return setup.stacks_of(self, players, stacks)

    @property
    def home(self) -> tuple[str, str]:
        """The module that defines the game and its name there, by which other processes find it.

        Raises `EngineError` for a game that has none, or only in the script that is being run.
        """
        begin = getattr(self.verbs.begin, "py_func", self.verbs.begin)
        names = sorted(sys.modules, key=lambda name: name != begin.__module__)
        for module in (name for name in names if name != "__main__"):
            for name, value in list(vars(sys.modules[module]).items()):
                if isinstance(value, Game) and self._is_variant_of(value):
                    return module, name
        raise EngineError("law.homeless", game=self.name)

    def _is_variant_of(self, other: Game) -> bool:
        """Whether this is the other game, except for what the table has chosen."""
        names = {field.name for field in fields(self)} - {"chosen"}
        return all(getattr(self, name) == getattr(other, name) for name in names)

    def __reduce__(self) -> tuple[Any, ...]:
        return _at_home, (*self.home, dict(self.chosen))


def _preset(option: Option, presets: Mapping[str, Any]) -> Option:
    """An option as a game presets it: with another default, or of another kind."""
    if option.name not in presets:
        return option
    preset = presets[option.name]
    kind = preset if isinstance(preset, Kind) else replace(option.kind, default=preset)
    return replace(option, kind=kind)


def _at_home(module: str, name: str, chosen: dict[str, Any]) -> Game:
    """The game for a home: unpickles a game in another process."""
    from sidepot.engine.game_files import import_anything

    game: Game = getattr(import_anything(module), name)
    return game.with_facts(**chosen)
