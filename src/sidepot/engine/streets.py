"""Games of streets: a whole `Game` from a table of deals and bets (`rules.streets`)."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Annotated, Any, NamedTuple

from sidepot import cards
from sidepot.cards import HIDDEN
from sidepot.engine.game import Game, Phases, Verbs
from sidepot.engine.options import Bet, OneOf
from sidepot.engine.options import Chips as Amount
from sidepot.kernel import Part, Random, column, compiled
from sidepot.rules import board, holecards, journal, layout, lows, pots, seats, streets
from sidepot.rules.actions import BET, CALL, CHECK, FOLD, PAY, RAISE_TO, Menu
from sidepot.rules.betting import LIMITS
from sidepot.rules.layout import LaidHand, Layout, laid_card
from sidepot.rules.rankings import Ranking, Seen
from sidepot.rules.seats import NOBODY
from sidepot.rules.streets import Street

__all__ = ["ANTES", "BLINDS", "BRING_IN", "street_game"]

_MOST = 1_000_000
_SEATS, _SEATS_OF_STUD = 10, 8
_OPEN = "kept"
"""The zone of the cards that all see."""
_EVENTS = 160


class Options(Part):
    """The options of a table; a game leaves out what it has no use for (`Forced`)."""

    limit: Annotated[int, OneOf(LIMITS, "fixed-limit"), "how high bets and raises may go"]
    ante: Annotated[int, Amount(0, _MOST, 0), "what everybody pays before the deal, in chips"]
    small_blind: Annotated[int, Amount(0, _MOST, 1), "the small blind, in chips"]
    big_blind: Annotated[int, Bet(1, _MOST, 2, least="small_blind"), "the big blind, in chips"]
    bring_in: Annotated[int, Amount(0, _MOST, 0), "what the open card that opens has to bet"]
    small_bet: Annotated[
        int, Bet(1, _MOST, 2, least="big_blind"), "the bet on the first streets, in chips"
    ]
    big_bet: Annotated[
        int, Bet(1, _MOST, 4, least="small_bet"), "fixed-limit: the bet on later streets, in chips"
    ]


class Forced(NamedTuple):
    """The bets before the first decision: options that mean nothing then, and what others are."""

    without: tuple[str, ...]
    presets: Mapping[str, Any]


_NO_BLINDS = {
    "small_blind": 0,
    "big_blind": Amount(0, 0, 0),
    "ante": 1,
    "small_bet": Bet(1, _MOST, 2),
}
_BROUGHT_IN = {
    "bring_in": Bet(1, _MOST, 2),
    "small_bet": Bet(1, _MOST, 4, least="bring_in"),
    "big_bet": 8,
}
BLINDS = Forced(("bring_in",), MappingProxyType({}))
"""Two blinds, which are bets; no ante unless the table wants one."""
BRING_IN = Forced(("small_blind", "big_blind"), MappingProxyType({**_NO_BLINDS, **_BROUGHT_IN}))
"""An ante from all, and a bring-in from the open card that opens the first round."""
ANTES = Forced(("small_blind", "big_blind", "bring_in"), MappingProxyType(_NO_BLINDS))
"""An ante from all, and nobody has to bet."""


@compiled
def _nothing(s: Any) -> None:
    """The usual verb after a row of a table: nothing."""


def street_game(
    *,
    name: str,
    title: str,
    author: str,
    rows: Sequence[Street],
    high: Ranking,
    low: Ranking | None = None,
    forced: Forced = BLINDS,
    after: Callable[[Any], None] = _nothing,
    most: int = 0,
    limit: str = "",
    **facts: Any,
) -> Game:
    """A game by its table of streets: `street_game(rows=[down(2), bet(), common(3), ...], ...)`.

    `high` ranks the hands, or with `low` those of one half of the pot; a low of strength 0 does not
    qualify. `forced`: what is paid before. `after` is compiled, and called with the record after
    each row. `most` players, by default as many as there are cards for. `limit` is left to the
    table unless it is named. `facts` are others of a `Game`, such as `words` and `says`.
    """
    facts = {**facts, "presets": {**forced.presets, **facts.get("presets", {})}}
    own, shared = streets.own_cards(rows), _shared(rows)
    is_stud = streets.up_cards(rows) > 0
    fits = _SEATS_OF_STUD if is_stud else min((cards.SIZE - shared) // own, _SEATS)
    usual: dict[str, Any] = {
        "options": Options,
        "deck": cards.deck(),
        "events": _EVENTS,
        "reach": own,
        "common": shared,
        "phases": _phases,
        "offers": _offers_bringing_in if forced is BRING_IN else _offers,
        "says": {"pay": "bring_in", "paid": "brought_in"} if forced is BRING_IN else {},
        "fixed": {"limit": limit} if limit else {},
        "without": forced.without,
        "behind": True,
        "sized": limit != LIMITS[-1],
    }
    usual["says"] = {**usual["says"], **facts.pop("says", {})}
    return Game(
        name=name,
        title=title,
        author=author,
        least=2,
        most=most or fits,
        max_seats=most or fits,
        record=streets.record(rows, Options),
        verbs=_verbs(streets.table(rows), high, low, after, _caller()),
        show=_Faces(_first_down(rows), high, low).show,
        **{**usual, **facts},
    )


def _caller() -> str:
    """The module that calls `street_game`: its file is that of the game."""
    frame = inspect.currentframe()
    while frame and frame.f_globals["__name__"] == __name__:
        frame = frame.f_back
    return str(frame.f_globals["__name__"]) if frame else __name__


def _shared(rows: Sequence[Street]) -> int:
    """The cards of a hand that belong to nobody: the board, those burned, one that is in common."""
    middle = sum(row.n for row in rows if row.kind == streets.BOARD)
    return middle + streets.burned(rows) + (streets.up_cards(rows) > 0)


def _first_down(rows: Sequence[Street]) -> int:
    """The cards face down that come before the first one face up."""
    kinds = [row.kind for row in rows]
    end = kinds.index(streets.UP) if streets.UP in kinds else len(kinds)
    return sum(row.n for row in rows[:end] if row.kind == streets.DOWN)


def _phases(settings: Mapping[str, Any]) -> Phases:
    """The phases: antes and blinds first, then streets, hands turned up, and pots."""
    dealt = (*journal.BETS, journal.STREET, journal.DEALT, journal.BOARD, journal.WILD)
    halves = (journal.HIGH_HALF, journal.LOW_HALF, journal.NO_LOW)
    return journal.FORCED, dealt, (journal.SHOWN,), (*journal.WINNING, *halves)


def _offers(settings: Mapping[str, Any]) -> Sequence[int]:
    """The kinds of action: betting."""
    return FOLD, CHECK, CALL, BET, RAISE_TO


def _offers_bringing_in(settings: Mapping[str, Any]) -> Sequence[int]:
    """The kinds of action: betting, and the bring-in."""
    return *_offers(settings), PAY


def _verbs(
    rows: Any, high: Ranking, low: Ranking | None, after: Callable[[Any], None], module: str
) -> Verbs:
    """The verbs of a table of streets, as functions of the module that has the game."""
    settle = _settle(high, low)

    def begin(s: Any) -> None:
        streets.begin(s)
        while streets.goes_on(s, rows):
            after(s)
        if s.seats.actor == NOBODY:
            settle(s)

    def menu(s: Any, m: Menu) -> None:
        streets.menu(s, m, rows)

    def step(s: Any, action: int) -> None:
        streets.step(s, action, rows)
        while streets.goes_on(s, rows):
            after(s)
        if s.seats.actor == NOBODY:
            settle(s)

    def conceal(s: Any, seat: int) -> None:
        streets.conceal(s, seat)

    def redeal(s: Any, rng: Random) -> None:
        streets.redeal(s, rng)

    made: list[Any] = [begin, menu, step, conceal, redeal]
    for verb in made:
        verb.__module__ = module
    return Verbs(*map(compiled, made))


def _settle(high: Ranking, low: Ranking | None) -> Callable[[Any], None]:
    """The showdown by one ranking, or by one for each half of the pot."""
    strength, other = high.strength, (low or high).strength

    @compiled
    def rank(s: Any) -> None:
        if seats.count(s.seats) > 1:
            holecards.show_down(s.hole, s.seats, s.journal)
            for p in range(s.seats.n):
                if s.seats.live[p]:
                    s.strength[p], s.low[p] = strength(s, p), other(s, p)

    @compiled
    def whole(s: Any) -> None:
        rank(s)
        pots.award(s.chips, s.seats, s.journal, s.strength)

    @compiled
    def halves(s: Any) -> None:
        rank(s)
        pots.award_halves(s.chips, s.seats, s.journal, s.strength, s.low)

    return halves if low else whole


class _Faces:
    """The layout of a game of streets, for front ends."""

    def __init__(self, first_down: int, high: Ranking, low: Ranking | None) -> None:
        self._first_down, self._high, self._low = first_down, high, low
        self._laid_hand = functools.lru_cache(maxsize=layout.KEPT)(self._made)

    def show(self, s: Any) -> Layout:
        """The layout of the table."""
        n, middle = s.seats.n, board.codes(s.board)
        is_over, opened = s.seats.actor == NOBODY, tuple(layout.codes_of(s.up, n))
        columns = zip(
            layout.codes_of(s.hole, n),
            opened,
            column(s.seats, "live", n),
            column(s.hole, "shown", n),
            strict=True,
        )
        seen = [
            (Seen(held, up, middle, opened, s.seats.button), bool(live), bool(shown))
            for held, up, live, shown in columns
        ]
        return Layout(
            seats=tuple([self._laid_hand(*each, is_over) for each in seen]),
            board=board.laid(middle),
            dealer=s.seats.button,
            facts={"cards_left": s.deck.size - s.deck.top},
        )

    def _made(self, seen: Seen, is_live: bool, is_shown: bool, is_over: bool) -> LaidHand:
        """One seat: the first cards face down, those face up, the last ones face down."""
        zone = _OPEN if is_shown and seen.up else "hand"
        down = [laid_card(code, zone, dead=not is_live) for code in seen.down]
        up = [laid_card(code, _OPEN, dead=not is_live) for code in seen.up]
        laid = (*down[: self._first_down], *up, *down[self._first_down :])
        if HIDDEN in seen.down:
            shown = None if is_over else self._high.named(seen._replace(down=(), common=()))
            return LaidHand(laid, hand=shown.hand if shown else None)
        found = self._high.named(seen)
        other = self._low.named(seen) if self._low else None
        both = lows.both(found.hand, other.hand) if found and other else None
        named = found or other
        if named is None:
            return LaidHand(laid)
        return LaidHand(laid, hand=both or named.hand, best=layout.texts(named.best))
