"""`Definition`: the facts, options and five verbs of a game, as its file gives them."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Self, get_type_hints

import numpy as np

from sidepot import kernel
from sidepot import words as catalogue
from sidepot.cards import CODES
from sidepot.engine import options as declarations
from sidepot.engine.direct import Direct, direct_of
from sidepot.engine.kept import Field, fields_of
from sidepot.engine.modules import Origin, origin_of
from sidepot.engine.options import Kind, Option
from sidepot.engine.own import NO_ACTS, NO_EVENTS, Acts, Events
from sidepot.engine.shape import check_record, check_room
from sidepot.engine.verbs import Verbs, asked, entry
from sidepot.errors import EngineError
from sidepot.kernel import Fields, Part, Records
from sidepot.rules import actions, choices
from sidepot.rules.betting import Betting
from sidepot.rules.choices import Choices
from sidepot.rules.journal import FORCED, WINNING
from sidepot.rules.layout import LaidHand, Layout
from sidepot.rules.rankings import Ranked

COMPLETE_TO = "complete_to"
"""The name of a raise that completes a bet, which a menu offers (`rules.betting.completes`)."""
ROOM = 512
"""The events of one verb for which a game has room that does not say how many it needs."""
_VARIANTS = 1 << 7
"""Games with other options that a game remembers."""
_MOST_TEXT = 64
"""The most characters of an option's value by which a game is remembered."""
Phases = Sequence[Sequence[int]]
"""Kinds of events (`rules.journal`) for each phase of a hand, in order."""


def _usual_phases(settings: Mapping[str, Any]) -> Phases:
    """The phases of most games: antes and blinds come first, and pots are won last."""
    return FORCED, WINNING


@dataclass(frozen=True, kw_only=True, eq=False)
class Definition:
    """A game as its file gives it, and the options that it is played with.

    `least` and `most` players; `max_seats`, the seats that a record has: games of one family share
    it, and thereby their machine code; `record`, the part that holds a whole hand, with parts
    `options`, `seats`, `chips`, `deck` and `journal` among its own, `carried` if chips may stay
    in the pot for the next hand, `kept` and `keeps` if anything else is kept for it (`rules.kept`);
    `deck`, the physical cards, increasing (`cards.deck`); `show`, what lies on the table, for
    front ends; `own`, what lies in front of one seat, where nothing else that `show` says depends
    on who looks (None: all of it is said to each anew); `picks`, the cards that actions pick
    (`Layout.picks`), for menus, which are made more often than tables are shown (None: see `show`);
    `events`, the most that one verb can make (0: room for `ROOM`);
    `reach`, the most cards that a player can use (0: any), and `common`, the most shared by all;
    `presets`, the values or kinds by which this game differs from its options' declarations;
    `fixed`, options that the table may not choose, and `without`, those that mean nothing in it;
    `formerly`, what records older than an option were played by, by the option's name;
    `chosen`, the values that the table has changed; `words`, what it adds to the catalogue;
    `code`, the game's name in PHH, the open format of hand histories, if it has one there;
    `singly`, whether every card that is dealt has a line of its own in a history;
    `minutes`, about how long a hand takes among people; 0 if unknown.
    `rules_version`, which every change of play raises by one: papers and histories cite it.
    `players_a_deck`, the number of players for each such deck (0: one deck for all); `refills`,
    whether discards are dealt again, in a second order: then the record has a part `refill` too;
    `refills_with`, given the options as they are written, whether they are with these (None: yes);
    `banked`, whether the house plays, in a seat of its own after the players' (`rules.seats`).
    `ordered`, whether the ranking of hands is the order of play (`SeatView.place`), and `sized`,
    whether players set amounts: front ends keep room for them before the first hand.
    `behind`, whether lists of games have it after the others.
    `phases`: given the options as they are written, the kinds of events of each phase of a hand, in
    order; no event comes after one of a later phase. Kinds in no phase may come at any time.
    `says`: names of its own for kinds of actions and events, `{"pay": "bring_in"}`, by which all
    front ends call them; `keys`, the keys of actions that are not the usual ones, `{"in": "i"}`.
    `acts` and `tells`: actions and events that the game declares, with their words (`engine.own`).
    `takes_short`: given the same, whether players with less than the ante are dealt in, all-in;
    None: they are not (C2).
    `offers`: given the same, the kinds of action that the menu may offer (`rules.actions`); None:
    those that its code names.
    `order`: given the same, its hands by their strength, for pictures of their order
    (`rules.rankings`); None: hands of one to five cards (H1 to H4).
    `dealt_out`: whether nothing is dealt any more in a record, compiled; None: it does not say. The
    bot `solver` solves what is left between two then, where the cards of a seat are a part `hole`,
    those laid aside a part `thrown`, and the showdown writes `strength`.
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
    events: int = 0
    reach: int = 0
    common: int = 0
    presets: Mapping[str, Any] = field(default_factory=dict)
    formerly: Mapping[str, Any] = field(default_factory=dict)
    chosen: Mapping[str, Any] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)
    fixed: Mapping[str, Any] = field(default_factory=dict)
    without: Sequence[str] = ()
    code: str | None = None
    singly: bool = False
    minutes: int = 0
    rules_version: int = 1
    players_a_deck: int = 0
    refills: bool = False
    refills_with: Callable[[Mapping[str, Any]], bool] | None = None
    banked: bool = False
    ordered: bool = False
    sized: bool = False
    behind: bool = False
    says: Mapping[str, str] = field(default_factory=dict)
    keys: Mapping[str, str] = field(default_factory=dict)
    phases: Callable[[Mapping[str, Any]], Phases] = _usual_phases
    offers: Callable[[Mapping[str, Any]], Sequence[int]] | None = None
    own: Callable[[Any, int], LaidHand] | None = None
    picks: Callable[[Any], Mapping[int, tuple[str, ...]]] | None = None
    acts: Acts = NO_ACTS
    tells: Events = NO_EVENTS
    takes_short: Callable[[Mapping[str, Any]], bool] | None = None
    order: Callable[[Mapping[str, Any]], Iterable[Ranked]] | None = None
    dealt_out: Callable[[Any], bool] | None = None
    uncounted: frozenset[str] = frozenset()
    """Names of the values that the file leaves out: `sidepot check` finds them."""

    def __post_init__(self) -> None:
        """Give what is not counted room enough for anything. Raises `EngineError` for no number."""
        for name in ("events", "reach", "common"):
            value = getattr(self, name)
            if not isinstance(value, int):
                raise EngineError("law.counted_whole", name=name, value=repr(value))
        left = {"events": ROOM} if not self.events else {}
        left |= {"reach": len(self.deck)} if not self.reach else {}
        for name, room in left.items():
            object.__setattr__(self, name, room)
        names = [*left, *(("common",) if "reach" in left else ())]
        object.__setattr__(self, "uncounted", self.uncounted.union(names))

    @property
    def file(self) -> Path | None:
        """The file of the game's rules, beside which other languages lie; None if it has none."""
        begin = getattr(self.verbs.begin, "py_func", self.verbs.begin)
        named = getattr(sys.modules.get(begin.__module__), "__file__", None)
        return _path(named) if named else None

    @property
    def origin(self) -> Origin | None:
        """The name and hash of a file outside of any package; None for a game of a package."""
        return origin_of(getattr(self.verbs.begin, "py_func", self.verbs.begin).__module__)

    @property
    def said_title(self) -> str:
        """The title in the reader's language."""
        return str(self._said("title").get(self.name, self.title))

    @property
    def said_author(self) -> str:
        """The author in the reader's language: some are unknown."""
        return str(self._said("author").get("name", self.author))

    @property
    def said_players(self) -> catalogue.Message:
        """The numbers of players in words."""
        if self.least == self.most:
            return catalogue.Message("page.players_exactly", {"n": self.least})
        return catalogue.Message("page.players", {"least": self.least, "most": self.most})

    @property
    def picture_title(self) -> str | None:
        """The title of the game's picture in the reader's language; None: the picture's own."""
        return self._said("picture").get("title")

    def label(self, option: str) -> str | None:
        """The name of an option in the reader's language; None where it is as it is typed."""
        return self._said("label").get(option)

    def help(self, option: str) -> str:
        """The line of help for an option, in the reader's language."""
        return str(self._said("option").get(option, self._all_options[option].help))

    def value_label(self, option: str, value: str) -> str:
        """A word that an option may have, in the reader's language."""
        return str(self._said("value").get(option, {}).get(value, value))

    def _said(self, section: str) -> dict[str, Any]:
        name = catalogue.language()
        file = None if name == catalogue.DEFAULT else self.file
        return dict(catalogue.game_file(file, name).get(section, {})) if file else {}

    def cards_for(self, players: int) -> Sequence[int]:
        """The physical cards for a number of players."""
        if not self.players_a_deck:
            return self.deck
        decks = -(-players // self.players_a_deck)
        each = (self.deck[-1] // CODES + 1) * CODES
        return [copy * each + card for copy in range(decks) for card in self.deck]

    @functools.cached_property
    def is_listed(self) -> bool:
        """Whether the record lists its cards: they are not those from 0 on, or some are kept."""
        cards = self.cards_for(self.most)
        return len(cards) <= cards[-1] or self.keeps_cards

    @functools.cached_property
    def declared(self) -> Mapping[str, Option]:
        """The options that a table may choose, each with this game's default."""
        closed = {*self.fixed, *self.without}
        return {name: o for name, o in self._all_options.items() if name not in closed}

    @functools.cached_property
    def _all_options(self) -> Mapping[str, Option]:
        found = declarations.declared(self.options)
        return {name: _preset(option, self.presets) for name, option in found.items()}

    @functools.cached_property
    def keeps(self) -> tuple[Field, ...]:
        """Fields kept from hand to hand, chips in the pot among them (`engine.kept`).

        Raises `EngineError` for parts under other names, and for a field that cannot be kept.
        """
        return fields_of(self.name, self.record)

    @functools.cached_property
    def keeps_pot(self) -> bool:
        """Whether chips may stay in the pot for the next hand."""
        return any(field.is_pot for field in self.keeps)

    @functools.cached_property
    def keeps_values(self) -> bool:
        """Whether anything else is kept, in the parts `kept` and `keeps` of the record."""
        return any(not field.is_pot for field in self.keeps)

    @functools.cached_property
    def keeps_cards(self) -> bool:
        """Whether cards are kept from hand to hand, which the next one is then dealt without."""
        return any(field.is_card for field in self.keeps)

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

    def with_options(self, **values: Any) -> Self:
        """The same game with other options. Raises `BadOption`."""
        return self._variant(values, is_free=False)

    def recorded(self, **values: Any) -> Self:
        """The game of a history or a stored table that names these options.

        What it does not name is as in `formerly`: it is older than the option. Raises `BadOption`.
        """
        return self.with_options(**{**self.formerly, **values})

    def with_facts(self, **values: Any) -> Self:
        """The same game with options that a history may have but no table may choose (`without`).

        Raises `BadOption`.
        """
        return self._variant(values, is_free=True)

    def _variant(self, values: Mapping[str, Any], *, is_free: bool) -> Self:
        """The same game with other values of options, checked; one object for equal values."""
        known = {name: tuple(v) if isinstance(v, list) else v for name, v in values.items()}
        if all(map(_is_plain, known.values())):
            kinds = tuple(map(type, values.values()))
            found: Self = self._variants(tuple(known.items()), kinds, is_free)
            return found
        return self._made_variant(values, is_free=is_free)

    @functools.cached_property
    def _variants(self) -> Callable[..., Any]:
        """`_made_variant`, which remembers its last games: a history names its options anew."""

        def made(known: Sequence[tuple[str, Any]], kinds: Sequence[type], is_free: bool) -> Any:
            items = zip(known, kinds, strict=True)
            values = {name: list(v) if kind is list else v for (name, v), kind in items}
            return self._made_variant(values, is_free=is_free)

        return functools.lru_cache(_VARIANTS)(made)

    def _made_variant(self, values: Mapping[str, Any], *, is_free: bool) -> Self:
        game = replace(self, chosen={**self.chosen, **values})
        declarations.numbers(game._all_options if is_free else game.declared, game.chosen)
        return game

    @functools.cached_property
    def names(self) -> tuple[tuple[str, str], ...]:
        """Its own names of actions and events, in a form that caches take."""
        return tuple(sorted(self.says.items()))

    def name_of(self, kind: int) -> str:
        """The name of a kind of action by its number: the house's, or the one that it declares."""
        return dict(zip(self.acts.kinds, self.acts.names, strict=True)).get(
            kind, actions.NAMES[kind]
        )

    @functools.cached_property
    def completing(self) -> tuple[tuple[str, str], ...]:
        """The same where a raise completes a bet (`rules.betting.completes`)."""
        return tuple(sorted({"raise_to": COMPLETE_TO, **self.says}.items()))

    @functools.cached_property
    def bets(self) -> bool:
        """Whether it has rounds of betting: a part `betting` of the record."""
        kind = get_type_hints(self.record).get("betting")
        return isinstance(kind, type) and issubclass(kind, Betting)

    @functools.cached_property
    def choices(self) -> tuple[str, ...]:
        """The names of the record's parts for choices that all make together."""
        hints = get_type_hints(self.record).items()
        return tuple(
            name for name, kind in hints if isinstance(kind, type) and issubclass(kind, Choices)
        )

    def asked(self, record: Fields) -> tuple[int, ...]:
        """The seats that a record asks at the same time, in the order in which it takes choices.

        None where one decides after the other.
        """
        rounds = (choices.asked(getattr(record, name), record.seats) for name in self.choices)
        return next(filter(None, rounds), ())

    def ask(self, record: Fields, seat: int) -> None:
        """Let a seat that is `asked` be the one to act, before the others have."""
        for name in self.choices:
            part = getattr(record, name)
            if seat in choices.asked(part, record.seats):
                choices.ask(part, record.seats, seat)
                return

    def is_dealt_out(self, rows: Records) -> bool:
        """Whether the game says that nothing is dealt any more in the record of a batch of one."""
        return self.dealt_out is not None and bool(asked(self.dealt_out)(rows))

    @functools.cached_property
    def entry(self) -> Verbs:
        """The verbs as Python calls them: records come as batches of one, `entry.step(rows, 5)`."""
        return entry(self.verbs)

    @functools.cached_property
    def direct(self) -> Direct:
        """The same for the records of a `Hand`, without looking at their types at every call."""
        return direct_of(self.entry, self.layout())

    def direct_for(self, layout: np.dtype[Any]) -> Direct:
        """`direct` for records of a layout."""
        if layout is self.direct.layout:
            return self.direct
        return self._bare_direct if layout is self._bare_layout else direct_of(self.entry, layout)

    @functools.cached_property
    def _bare_direct(self) -> Direct:
        return direct_of(self.entry, self._bare_layout)

    @functools.cached_property
    def deals_again(self) -> bool:
        """Whether discards are dealt again, in a second order, with these options."""
        return self.refills and (self.refills_with is None or self.refills_with(self.settings))

    def batch(self, count: int = 1, *, journal: bool = True) -> Records:
        """`count` empty records, with or without room for a journal."""
        return kernel.batch(self.layout(journal=journal), count)

    def layout(self, *, journal: bool = True) -> np.dtype[Any]:
        """The layout of a record, with or without room for a journal.

        Raises `EngineError` for a field that no record can have.
        """
        return self._layout if journal else self._bare_layout

    @functools.cached_property
    def _layout(self) -> np.dtype[Any]:
        return self._laid_out(self.events)

    @functools.cached_property
    def _bare_layout(self) -> np.dtype[Any]:
        return self._laid_out(0)

    def _laid_out(self, events: int) -> np.dtype[Any]:
        """The layout of a record with room for so many events."""
        physical = self.cards_for(self.most)
        cards, highest = len(physical), physical[-1]
        record: Any = self.record
        try:
            check_room(self.name, record, highest)
            return kernel.record(
                record,
                seats=self.max_seats,
                cards=cards,
                numbers=highest + 1,
                listed=cards if self.is_listed else 0,
                second=cards if self.refills else 0,
                events=events,
            )
        except EngineError:
            raise
        except Exception:
            check_record(self.record)
            raise

    @property
    def unit(self) -> int:
        """The unit in chips: the ante, or one chip where there is none (C1)."""
        return declarations.unit(self.numbers)

    @property
    def ante(self) -> int:
        """The ante that everybody pays in full before the deal (C2), in chips; 0 for none."""
        return declarations.ante(self.numbers)

    @functools.cached_property
    def least_stack(self) -> int:
        """The fewest chips with which a player is dealt in: the ante, or one chip."""
        return 1 if self.takes_short and self.takes_short(self.settings) else self.unit


_path = functools.lru_cache(maxsize=1 << 10)(Path)


def _is_plain(value: object) -> bool:
    """Whether a value of an option is small and does not change: a number, a text, a row."""
    if type(value) is tuple:
        return len(value) <= _MOST_TEXT and all(type(number) is int for number in value)
    return type(value) in (int, bool) or (type(value) is str and len(value) <= _MOST_TEXT)


def _preset(option: Option, presets: Mapping[str, Any]) -> Option:
    """An option as a game presets it: with another default, or of another kind."""
    if option.name not in presets:
        return option
    preset = presets[option.name]
    kind = preset if isinstance(preset, Kind) else replace(option.kind, default=preset)
    return replace(option, kind=kind)
