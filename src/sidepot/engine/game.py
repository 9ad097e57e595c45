"""`Game` and `Hand`: a game deals hands, and each hand knows its game."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from types import NoneType
from typing import TYPE_CHECKING, Any

from sidepot import kernel
from sidepot import words as catalogue
from sidepot.engine import keeping, setup
from sidepot.engine.accessors import provider
from sidepot.engine.definition import Definition, Phases
from sidepot.engine.facts import FREE_KEYS, check_facts
from sidepot.engine.modules import import_anything
from sidepot.engine.own import declare
from sidepot.engine.play import RAIL, Play
from sidepot.engine.verbs import Verbs
from sidepot.engine.view import TableView, Views
from sidepot.errors import EngineError, expect

if TYPE_CHECKING:  # the results of what is registered from above (`accessors`)
    from sidepot.bots.bot import Bot
    from sidepot.history.history import History
    from sidepot.lab.simulate import Simulation
    from sidepot.odds.result import Analysis, Equity

__all__ = ["Game", "Hand", "Phases", "Verbs"]

_TABLES = 1 << 6
"""Set-up records that a game remembers: each has a few kB."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Game(Definition):
    """A game that can be dealt: its definition, with the options that it is played with."""

    def __post_init__(self) -> None:
        super().__post_init__()
        declare(self, FREE_KEYS)
        catalogue.add(self.words, self.file)
        check_facts(self)

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
        kept: keeping.Values | None = None,
    ) -> Hand:
        """Deal a hand, up to its first decision.

        `stacks`: chips of each player, or one number for all (default: 200 times the largest price
        at the table). The cards come from `deck`, an order of all physical cards, or
        from hand number `hand` of experiment `seed`, or else from the system's randomness. A text
        like `"Kc 7d"` as `deck` names the first cards and leaves the others to chance. `second` is
        the order in which discards come again, in games that have one, by chance like `deck`.
        `kept`: what the hand before has kept (`Hand.keeps`), by name; what is not named is 0, or no
        card. Where chips may stay in the pot they are `pot`, 0 for the first of several hands;
        without it the hand is by itself, and none stay. Raises `BadSetup`, `BadCards`.
        """
        expect(kept, (NoneType, Mapping), "argument.kept")
        rows = kernel.filled(self.direct.layout, self._seated(players, stacks))
        if kept:
            n = kernel.fields(rows).seats.n - self.banked
            keeping.write(self, kernel.fields(rows), n, kept)
        setup.lay_deck(self, rows, seed, hand, deck, second)
        return Hand(self, rows, names, number=hand)

    def _seated(self, players: int | None, stacks: int | Sequence[int] | None) -> bytes:
        """A record with seats, stacks and options, for the numbers requested. Raises `BadSetup`."""
        if type(players) is int and (stacks is None or type(stacks) is int):
            return self._seated_before(players, stacks)
        each = stacks if isinstance(stacks, (list, tuple)) else (stacks,)
        if any(type(n) is not int and n is not None for n in (players, *each)):
            return setup.seated(self, players, stacks)
        return self._seated_before(players, tuple(each) if each is stacks else stacks)

    @functools.cached_property
    def _seated_before(self) -> Callable[..., bytes]:
        """`setup.seated`, which remembers its last records."""
        return functools.lru_cache(_TABLES)(functools.partial(setup.seated, self))

    def stacks(
        self, players: int | None = None, stacks: int | Sequence[int] | None = None
    ) -> list[int]:
        """Every player's stack, in chips, for the numbers requested. Raises `BadSetup`."""
        return setup.stacks_of(self, players, stacks)

    def bot(self, strength: str = "regular") -> Bot:
        """The game's bot of a strength: `bot("expert").act(hand.view())`.

        Raises `UnknownBot`, which names the strengths.
        """
        found: Bot = provider("bot")(self, strength)
        return found

    def simulate(
        self,
        *,
        players: int | None = None,
        hands: int,
        seed: int = 0,
        stacks: int | Sequence[int] | None = None,
        strength: str = "random",
        threads: int = 1,
    ) -> Simulation:
        """Hands 0 to `hands` - 1 of experiment `seed`, played in bulk.

        All seats play by the compiled bot of a strength; the result is the same on any number of
        threads. `players`, `stacks`: see `deal`. Ctrl-C keeps what is done. Raises `BadSetup`,
        `UnknownBot`.
        """
        found: Simulation = provider("simulate")(
            self,
            stacks=self.stacks(players, stacks),
            hands=hands,
            seed=seed,
            threads=threads,
            policy=None if str(strength) == "random" else provider("policy")(self, strength),
        )
        return found

    def equity(self, hands: str, *, board: str = "", dead: str = "") -> Equity:
        """The share of the pot that each hand wins: `equity("AsKs / QQ+ / Jh 9c 2d")`.

        `analysis.equities.equity` has more to choose, and says how hands are written. Raises
        `BadPosition`, `BadRange`, `BadCards`, and `NoOdds` for a game against a bank.
        """
        found: Equity = provider("equity")(self, hands, board=board, dead=dead)
        return found

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


class Hand(Play):
    """One hand of a game, from the deal to the last chip.

    `Game.deal` makes it. `actor` is the seat to act and `legal` what it may do; answer with `act`
    until `over`. Everything shown to a player or the rail comes from a concealed copy: `view`,
    `record`, `events`. `print(hand)` shows the table to the player to act, a notebook draws it.
    """

    game: Game

    def view(self, seat: int | None = None) -> TableView:
        """The table as a seat sees it, for a bot or a front end; seat -1 is the rail.

        Without a seat it is the player to act, and the rail once the hand is over.
        """
        if seat is None:
            seat = RAIL if self.actor is None else self.actor
        return next(self.views((seat,)))

    def views(self, seats: Iterable[int]) -> Iterator[TableView]:
        """The same for several viewers of one moment, which reads what they all see once."""
        views = Views(self)
        for seat in seats:
            self._check_seat(seat)
            legal = self.legal if seat == self.actor else None
            seen = views.seen(seat)
            record = bytes(seen.raw)  # before its events are made, which use the same memory
            view = views.view(seen.fields, seat, legal)
            yield view.with_record(record, self.game, self.acts(seat))

    def analyze(self, *, seconds: float | None = None) -> Analysis:
        """The value of each choice of the player to act, by no more than they know.

        `seconds` bounds the work. Raises `BadPosition` once the hand is over, and `NoOdds`.
        """
        found: Analysis = provider("analyze")(self, seconds=seconds)
        return found

    @property
    def history(self) -> History:
        """The hand's history with all its secrets; one of a hand that is not over is called off."""
        found: History = provider("history")(self)
        return found

    def again(self, actions: int = 0, game: Game | None = None) -> Hand:
        """The same hand from its deal on, up to so many of its actions.

        `game`: the game to deal it by, with other options than it was played by.
        """
        game = game or self.game
        again = game.deal(
            stacks=self.starting_stacks,
            names=self.names[: self.players],
            hand=self.number,
            deck=self.deck,
            second=(self.second or None) if game.deals_again else None,
            kept=self.kept,
        )
        for _, action in self.actions[:actions]:
            again.act(action)
        return again

    def __str__(self) -> str:
        """The table in columns, as the player to act sees it; at the end, as the rail does."""
        return str(self.view())

    def _repr_html_(self) -> str:
        """The same drawn, for a notebook."""
        return self.view()._repr_html_()


def _at_home(module: str, name: str, chosen: dict[str, Any]) -> Game:
    """The game for a home: unpickles a game in another process."""
    game: Game = getattr(import_anything(module), name)
    return game.with_facts(**chosen)
