"""A game: its facts, its options and its five verbs. `deal` puts a hand of it in play."""

from __future__ import annotations

import functools
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from sidepot import kernel
from sidepot import words as catalogue
from sidepot.cards import HIDDEN, parse, text
from sidepot.errors import BadCards, BadSetup, EngineError
from sidepot.games import options as declarations
from sidepot.games.options import Chips, Option, whole
from sidepot.kernel import Fields, Part, Records, compiled
from sidepot.rules.deck import shuffle
from sidepot.rules.layout import Layout

if TYPE_CHECKING:
    from sidepot.games.hand import Hand

DEFAULT_STACK = 200
"""How many times the largest price at the table people sit down with."""
MOST_CHIPS = 10**12
"""The largest stack: far from where 64 bits could overflow, however many sit down."""

SEED_BITS = 63
MOST_SEEDS = 2**SEED_BITS
"""Numbers of experiments, and of hands in each."""


class Verbs(NamedTuple):
    """The five verbs of a game, each a compiled function over its record."""

    begin: Callable[[Any], None]
    """Antes, the first deal and the dealer's chores, up to the first decision."""
    menu: Callable[[Any, Any], None]
    """Write into a menu what the player to act may do."""
    step: Callable[[Any, int], None]
    """Do an action, then the dealer's chores, up to the next decision or the end."""
    conceal: Callable[[Any, int], None]
    """Erase what a seat may not know; seat -1 is the rail."""
    redeal: Callable[[Any, Any], None]
    """Fill what was erased with a random deal that fits what is left."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Game:
    """A game and the options that it is played with.

    `least` and `most` players; `room`, the seats that a record has, which games of one family share
    and thereby their machine code; `record`, the part that holds a whole hand, with parts
    `options`, `seats`, `chips`, `deck` and `journal` among its own; `deck`, the physical cards;
    `show`, what lies on the table, for faces; `events`, how many one verb can make;
    `reach`, how many cards a player can use at the most; `presets`, the values by which this game
    differs from its options' defaults; `chosen`, those that the table differs by; `words`, what it
    adds to the catalogue.
    """

    name: str
    title: str
    author: str
    least: int
    most: int
    room: int
    record: type[Part]
    options: type[Part]
    verbs: Verbs
    show: Callable[[Any], Layout]
    deck: Sequence[int]
    events: int
    reach: int
    presets: Mapping[str, Any] = field(default_factory=dict)
    chosen: Mapping[str, Any] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        catalogue.add(self.words)

    @functools.cached_property
    def declared(self) -> Mapping[str, Option]:
        """What each option may be; its default is this game's."""
        found = declarations.declared(self.options)
        return {
            name: replace(option, kind=replace(option.kind, default=self.presets[name]))
            if name in self.presets
            else option
            for name, option in found.items()
        }

    @functools.cached_property
    def numbers(self) -> Mapping[str, int]:
        """Every option as the number that the record holds."""
        return declarations.numbers(self.declared, self.chosen)

    @property
    def settings(self) -> dict[str, int | str]:
        """Every option and the value that the table plays with."""
        return {
            name: option.kind.value(self.numbers[name]) for name, option in self.declared.items()
        }

    def with_options(self, **values: Any) -> Game:
        """The same game with other options. Raises `BadOption`."""
        game = replace(self, chosen={**self.chosen, **values})
        declarations.numbers(game.declared, game.chosen)
        return game

    @functools.cached_property
    def entry(self) -> Verbs:
        """The verbs as Python calls them: records come as tables of one, `entry.step(rows, 5)`."""
        return _entry(self.verbs)

    def table(self, count: int = 1, *, journal: bool = True) -> Records:
        """`count` empty records, with room for a journal or without."""
        return kernel.table(self.layout(journal=journal), count)

    def layout(self, *, journal: bool = True) -> np.dtype[Any]:
        """The layout of a record, with room for a journal or without."""
        events = self.events if journal else 0
        return kernel.record(self.record, seats=self.room, cards=len(self.deck), events=events)

    def seat(self, s: Fields, stacks: Sequence[int], *, button: int | None = None) -> None:
        """Write into a record all that stands before `begin` but the order of the deck.

        Raises `BadSetup` for stacks with which the game cannot be dealt.
        """
        self._check_stacks(stacks)
        for name, number in self.numbers.items():
            setattr(s.options, name, number)
        s.seats.n, s.seats.least = len(stacks), self.least
        s.seats.button = len(stacks) - 1 if button is None else button
        s.chips.stack[:] = 0
        s.chips.stack[: len(stacks)] = stacks
        s.deck.size = len(self.deck)
        s.deck.reach = min(len(self.deck), self.reach * len(stacks))

    def deal(
        self,
        *,
        players: int | None = None,
        stacks: int | Sequence[int] | None = None,
        names: Sequence[str] | None = None,
        seed: int | None = None,
        hand: int = 0,
        deck: Sequence[int] | str | None = None,
    ) -> Hand:
        """A hand in play, up to its first decision.

        `stacks`: chips of each player, or one number for all (if none is given, 200 times the
        largest price at the table). The cards come from `deck`, an order of all physical cards, or
        from hand number `hand` of experiment `seed`, or else from the system's randomness. A text
        like `"Kc 7d"` as `deck` names the first cards and leaves the others to chance.
        Raises `BadSetup`, `BadCards`.
        """
        from sidepot.games.hand import Hand

        rows = self.table()
        s = kernel.fields(rows)
        self.seat(s, self.stacks(players, stacks))
        if deck is None or isinstance(deck, str):
            self._shuffle(s, seed, hand)
        if deck is not None:
            s.deck.card[:] = self._checked_deck(deck, s.deck.card.tolist())
        return Hand(self, rows, names, number=hand)

    def _shuffle(self, s: Fields, seed: int | None, hand: int) -> None:
        if seed is None:
            s.deck.card[:] = random.SystemRandom().sample(self.deck, len(self.deck))
            return
        check_seed(seed)
        check_seed(hand)
        rng: Any = kernel.fields(kernel.generator(int(seed), int(hand)))
        shuffle(s.deck, rng)

    def _checked_deck(self, deck: Sequence[int] | str, shuffled: list[int]) -> list[int]:
        """A whole order of the deck; text names the cards on top."""
        if isinstance(deck, str):
            top = parse(deck)
            deck = top + [card for card in shuffled if card not in top]
        found, wanted = Counter(deck), Counter(self.deck)
        if found != wanted:
            raise BadCards(
                "error.deck",
                size=len(self.deck),
                n=len(deck),
                wrong=_quoted(found - wanted),
                missing=_quoted(wanted - found),
            )
        return list(deck)

    @property
    def unit(self) -> int:
        """The ante, or one chip where there is none (C1)."""
        return max(self.numbers.get("ante", 0), 1)

    def stacks(
        self, players: int | None = None, stacks: int | Sequence[int] | None = None
    ) -> list[int]:
        """Every player's stack, in chips, from what was asked for. Raises `BadSetup`."""
        if players is not None:
            self._check_players(players)
        if stacks is None:
            prices = [self.numbers[o.name] for o in self.declared.values() if type(o.kind) is Chips]
            stacks = DEFAULT_STACK * max([self.unit, *prices])
        seats = self.least if players is None else players
        each = list(stacks) if isinstance(stacks, Iterable) else [stacks] * seats
        if players is not None and players != len(each):
            raise BadSetup("error.stacks_count", stacks=len(each), players=players)
        self._check_stacks(each)
        return [int(stack) for stack in each]

    def _check_players(self, n: int) -> None:
        if isinstance(n, str) or whole(n) is None or not self.least <= n <= self.most:
            raise BadSetup("error.players", game=self.name, n=n, least=self.least, most=self.most)

    def _check_stacks(self, stacks: Sequence[int]) -> None:
        self._check_players(len(stacks))
        for stack in stacks:
            if isinstance(stack, str) or whole(stack) is None:
                raise BadSetup("error.stack_whole", stack=str(stack))
            if not 0 <= stack <= MOST_CHIPS:
                raise BadSetup("error.stack_range", stack=stack, highest=MOST_CHIPS)
            if stack < self.unit:
                raise BadSetup("error.stack_ante", stack=stack, ante=self.unit)

    @property
    def home(self) -> tuple[str, str]:
        """The module in which the game stands, and its name there: how other processes find it.

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
        """Is this the other one but for what the table has chosen?"""
        names = {field.name for field in fields(self)} - {"chosen"}
        return all(getattr(self, name) == getattr(other, name) for name in names)

    def __reduce__(self) -> tuple[Any, ...]:
        return _at_home, (*self.home, dict(self.chosen))


def _at_home(module: str, name: str, chosen: dict[str, Any]) -> Game:
    """A game by its home: how it goes from process to process."""
    from sidepot.games.files import import_anything

    game: Game = getattr(import_anything(module), name)
    return game.with_options(**chosen)


def _quoted(cards: Counter[int]) -> str:
    """The first few of some cards, as an error names them."""
    known = [card if isinstance(card, str) or card < HIDDEN else text(card) for card in cards]
    few = [str(card) for card in known[:5]] + ["..."] * (len(known) > 5)
    return " ".join(few) or "-"


def check_seed(number: int) -> None:
    """Raise `BadSetup` for what is no number of an experiment or of a hand."""
    if whole(number) is None or not 0 <= number < MOST_SEEDS:
        raise BadSetup("error.seed", seed=str(number), highest=MOST_SEEDS - 1)


@functools.cache
def _entry(verbs: Verbs) -> Verbs:
    verb_begin, verb_menu, verb_step, verb_conceal, verb_redeal = verbs

    @compiled
    def begin(rows: Records) -> None:
        verb_begin(rows[0])

    @compiled
    def menu(rows: Records, menus: Records) -> None:
        verb_menu(rows[0], menus[0])

    @compiled
    def step(rows: Records, action: int) -> None:
        verb_step(rows[0], action)

    @compiled
    def conceal(rows: Records, seat: int) -> None:
        verb_conceal(rows[0], seat)

    @compiled
    def redeal(rows: Records, rngs: Records) -> None:
        verb_redeal(rows[0], rngs[0])

    return Verbs(begin, menu, step, conceal, redeal)
