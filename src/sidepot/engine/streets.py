"""Games of streets: a whole `Game` from a table of deals and bets (`rules.streets`)."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Annotated, Any, NamedTuple

import numpy as np

from sidepot import cards
from sidepot.cards import HIDDEN
from sidepot.engine.game import Game, Phases, Verbs
from sidepot.engine.options import Bet, OneOf
from sidepot.engine.options import Chips as Amount
from sidepot.engine.own import CARD, NO_EVENTS, Act, Acts, Event, Events, card_of
from sidepot.kernel import Array, Part, Random, column, compiled, readable
from sidepot.rules import (
    actions,
    board,
    choices,
    discards,
    halves,
    holecards,
    journal,
    layout,
    lows,
    pots,
    seats,
    street_turns,
    streets,
    upcards,
)
from sidepot.rules.actions import BET, CALL, CHECK, EXCHANGE, FOLD, KEEP, PAY, RAISE_TO, Menu
from sidepot.rules.betting import LIMITS
from sidepot.rules.layout import LaidHand, Layout, laid_card
from sidepot.rules.rankings import Ranking, Seen
from sidepot.rules.seats import NOBODY
from sidepot.rules.street_turns import Turns
from sidepot.rules.streets import DECLARATION, DRAW, REPLACEMENT, Street

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
    card_price: Annotated[int, Amount(0, _MOST, 1), "the price of one card, in chips"]


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
WAYS = Acts(
    Act("high", secret=True, in_catalogue=True),
    Act("low", secret=True, in_catalogue=True),
    Act("both", secret=True, in_catalogue=True),
)
"""The actions of a row `declare()`; they stand in the order of `halves.HIGH`, `LOW` and `BOTH`."""
SAID = Events(
    Event("goes_high", in_catalogue=True),
    Event("goes_low", in_catalogue=True),
    Event("goes_both", in_catalogue=True),
)
"""The events by which all learn of them."""
REPLACES = Acts(
    Act("replace_open", card_of("up"), in_catalogue=True),
    Act("replace_hidden", CARD, in_catalogue=True),
)
"""The actions of a row `replace()`."""


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
    extra: int = 0,
    most: int = 0,
    limit: str = "",
    **facts: Any,
) -> Game:
    """A game by its table of streets: `street_game(rows=[down(2), bet(), common(3), ...], ...)`.

    `high` ranks the hands, or with `low` those of one half of the pot; a low of strength 0 does not
    qualify; a row `declare()` needs both. `forced`: what is paid before. `after` is compiled, and
    called with the record after each row; `extra` is the most cards that a player gets so. `most`
    players, by default as many as there are cards for. `limit` is left to the table unless it is
    named. `facts` are others of a `Game`, such as `words` and `says`.
    """
    facts = {**facts, "presets": {**forced.presets, **facts.get("presets", {})}}
    own, shared = streets.own_cards(rows), _shared(rows)
    kinds = {row.kind for row in rows}
    has_ways = DECLARATION in kinds
    is_stud = streets.up_cards(rows) > 0
    fits = _SEATS_OF_STUD if is_stud else min((cards.SIZE - shared) // own, _SEATS)
    usual: dict[str, Any] = {
        "options": Options,
        "deck": cards.deck(),
        "events": _EVENTS,
        "reach": own + extra + streets.drawn_cards(rows),
        "common": shared,
        "phases": _phases,
        "offers": functools.partial(_offers, _kinds(forced, rows)),
        "says": {"pay": "bring_in", "paid": "brought_in"} if forced is BRING_IN else {},
        "fixed": {"limit": limit} if limit else {},
        "without": (*forced.without, *(() if _is_priced(rows) else ("card_price",))),
        "acts": Acts(
            *(WAYS.acts if has_ways else ()), *(REPLACES.acts if REPLACEMENT in kinds else ())
        ),
        "tells": SAID if has_ways else NO_EVENTS,
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
        record=streets.record(rows, Options, extra),
        verbs=_verbs(rows, _clearing(rows, extra, low), _settle(high, low, has_ways), after),
        show=_Faces(rows, high, low).show,
        **{**usual, **facts},
    )


def _caller() -> str:
    """The module that calls `street_game`: its file is that of the game."""
    frame = inspect.currentframe()
    while frame and frame.f_globals["__name__"] == __name__:
        frame = frame.f_back
    return str(frame.f_globals["__name__"]) if frame else __name__


def _shared(rows: Sequence[Street]) -> int:
    """The cards of a hand that belong to nobody: the board and those burned.

    One that a short deck has in common takes the place of one for each player.
    """
    middle = sum(row.n for row in rows if row.kind == streets.BOARD)
    return middle + streets.burned(rows)


def _first_down(rows: Sequence[Street]) -> int:
    """The cards face down that come before the first one face up."""
    kinds = [row.kind for row in rows]
    end = kinds.index(streets.UP) + 1 if streets.UP in kinds else len(kinds)
    return sum(map(streets.hidden_cards, rows[:end]))


def _phases(settings: Mapping[str, Any]) -> Phases:
    """The phases: antes and blinds first, then streets, hands turned up, and pots."""
    dealt = (*journal.BETS, journal.STREET, journal.DEALT, journal.BOARD, journal.WILD)
    drawn = (journal.KEPT, journal.BOUGHT, journal.DISCARDED, journal.DECIDED, *SAID.kinds)
    parts = (journal.HIGH_HALF, journal.LOW_HALF, journal.NO_LOW)
    return journal.FORCED, (*dealt, *drawn), (journal.SHOWN,), (*journal.WINNING, *parts)


def _kinds(forced: Forced, rows: Sequence[Street]) -> Sequence[int]:
    """The kinds of action: betting, with the bring-in, exchanges, and what is declared."""
    kinds = {row.kind for row in rows}
    found = [FOLD, CHECK, CALL, BET, RAISE_TO]
    found += [PAY] if forced is BRING_IN else []
    found += [KEEP] if kinds & {DRAW, REPLACEMENT} else []
    found += [EXCHANGE] if DRAW in kinds else []
    found += REPLACES.kinds if REPLACEMENT in kinds else ()
    return *found, *(WAYS.kinds if DECLARATION in kinds else ())


def _offers(kinds: Sequence[int], settings: Mapping[str, Any]) -> Sequence[int]:
    """The kinds of action, which are those of all options."""
    return kinds


def _is_priced(rows: Sequence[Street]) -> bool:
    """Whether a card that is exchanged or replaced has a price."""
    return any(row.kind == REPLACEMENT or (row.kind == DRAW and row.opens) for row in rows)


def _turns(kinds: Collection[int]) -> Turns:
    """The rows at which players decide and do not bet, as one."""
    made: dict[int, Callable[[], Turns]] = {
        DRAW: lambda: street_turns.DRAWS,
        REPLACEMENT: lambda: street_turns.replacements(*REPLACES.kinds),
        DECLARATION: lambda: street_turns.declarations(
            *(readable(np.array(each.kinds)) for each in (WAYS, SAID))
        ),
    }
    found = street_turns.NO_TURNS
    for kind, turns in made.items():
        if kind in kinds:
            is_first = found is street_turns.NO_TURNS
            found = turns() if is_first else street_turns.either(kind, turns(), found)
    return found


def _verbs(
    rows: Sequence[Street],
    clear: Callable[[Any], None],
    settle: Callable[[Any], None],
    after: Callable[[Any], None],
) -> Verbs:
    """The verbs of a table of streets, as functions of the module that has the game."""
    kinds = {row.kind for row in rows}
    table, turns = streets.table(rows), _turns(kinds)
    goes_on = _goes_on(table, turns)
    offer, act = _asking(table, turns)
    clear_turns, hide = turns.clear, turns.conceal
    deal, choose = street_turns.redealing(kinds), turns.redeal

    def begin(s: Any) -> None:
        clear(s)
        clear_turns(s)
        streets.begin(s)
        while goes_on(s):
            after(s)
        if s.seats.actor == NOBODY:
            settle(s)

    def menu(s: Any, m: Menu) -> None:
        offer(s, m)

    def step(s: Any, action: int) -> None:
        act(s, action)
        while goes_on(s):
            after(s)
        if s.seats.actor == NOBODY:
            settle(s)

    def conceal(s: Any, seat: int) -> None:
        hide(s, seat)
        streets.conceal(s, seat)

    def redeal(s: Any, rng: Random) -> None:
        deal(s, rng)
        choose(s, rng)

    module, made = _caller(), list[Any]([begin, menu, step, conceal, redeal])
    for verb in made:
        verb.__module__ = module
    return Verbs(*map(compiled, made))


def _clearing(rows: Sequence[Street], extra: int, low: Ranking | None) -> Callable[[Any], None]:
    """The function that clears what not every table of streets has: open cards, and lows."""
    has_up, has_low = streets.up_cards(rows) + extra > 0, low is not None

    @compiled
    def clear(s: Any) -> None:
        if has_up:
            upcards.clear(s.up)
        if has_low:
            s.low[:] = 0

    return clear


def _asking(
    table: Array, turns: Turns
) -> tuple[Callable[[Any, Menu], None], Callable[[Any, int], None]]:
    """The functions that offer what the row that is on asks for, and apply the answer."""
    offer_turn, take_turn = turns.menu, turns.step

    @compiled
    def offer(s: Any, m: Menu) -> None:
        if s.on > streets.BETS:
            actions.clear(m)
            offer_turn(s, m, table[s.row - 1])
        else:
            streets.menu(s, m, table)

    @compiled
    def act(s: Any, action: int) -> None:
        if s.on > streets.BETS:
            journal.clear(s.journal)
            take_turn(s, action, table[s.row - 1])
        else:
            streets.step(s, action, table)

    return offer, act


def _goes_on(table: Array, turns: Turns) -> Callable[[Any], bool]:
    """The function that carries out the next row, or stops where somebody decides."""
    turns_on, opened = turns.goes_on, turns.open

    @compiled
    def goes_on(s: Any) -> bool:
        if s.on > streets.BETS:
            if not turns_on(s, table[s.row - 1]):
                return False
            s.on = 0
        is_more = streets.goes_on(s, table)
        if s.on > streets.BETS:
            opened(s)
        return bool(is_more)

    return goes_on


def _settle(high: Ranking, low: Ranking | None, has_ways: bool) -> Callable[[Any], None]:
    """The showdown by one ranking, or by one for each half of the pot."""
    strength, has_low, other = high.strength, low is not None, (low or high).strength

    @compiled
    def rank(s: Any) -> None:
        if seats.count(s.seats) > 1:
            holecards.show_down(s.hole, s.seats, s.journal)
            for p in range(s.seats.n):
                if s.seats.live[p]:
                    s.strength[p] = strength(s, p)
                    if has_low:
                        s.low[p] = other(s, p)

    @compiled
    def whole(s: Any) -> None:
        rank(s)
        pots.award(s.chips, s.seats, s.journal, s.strength)

    @compiled
    def shared(s: Any) -> None:
        rank(s)
        pots.award_halves(s.chips, s.seats, s.journal, s.strength, s.low)

    @compiled
    def declared(s: Any) -> None:
        rank(s)
        halves.award(s.chips, s.seats, s.journal, s.strength, s.low, s.choices.choice)

    return (declared if has_ways else shared) if low else whole


class _Faces:
    """The layout of a game of streets, for front ends."""

    def __init__(self, rows: Sequence[Street], high: Ranking, low: Ranking | None) -> None:
        self._first_down, self._high, self._low = _first_down(rows), high, low
        self._second = low.places if low and high.places else ()
        self._is_priced = _is_priced(rows)
        self._kinds = {row.kind for row in rows}
        self._laid_hand = functools.lru_cache(maxsize=layout.KEPT)(self._made)

    def show(self, s: Any) -> Layout:
        """The layout of the table."""
        n, middle = s.seats.n, board.codes(s.board)
        is_over, opened = s.seats.actor == NOBODY, tuple(layout.codes_of(s.up, n))
        has_thrown = self._kinds & {DRAW, REPLACEMENT}
        thrown = discards.codes(s.thrown, n) if has_thrown else [()] * n
        gone = discards.codes(s.gone, n) if REPLACEMENT in self._kinds else [()] * n
        columns = zip(
            layout.codes_of(s.hole, n),
            opened,
            [(*away, *open_ones) for away, open_ones in zip(thrown, gone, strict=True)],
            column(s.seats, "live", n),
            column(s.hole, "shown", n),
            strict=True,
        )
        seen = [
            (Seen(held, up, middle, opened, s.seats.button), gone, bool(live), bool(shown))
            for held, up, gone, live, shown in columns
        ]
        return Layout(
            seats=tuple([self._laid_hand(*each, is_over) for each in seen]),
            board=board.laid(middle, self._second),
            dealer=s.seats.button,
            facts=self._facts(s),
            picks={EXCHANGE: layout.texts(layout.codes_at(s.hole, s.seats.actor))}
            if s.on == DRAW
            else {},
        )

    def _facts(self, s: Any) -> dict[str, Any]:
        """The numbers worth knowing, and the viewer's own declaration."""
        found = {"cards_left": s.deck.size - s.deck.top}
        if self._is_priced:
            found["card_price"] = int(s.options.card_price)
        if DECLARATION in self._kinds:
            found |= choices.known(s.choices, s.seats.n, WAYS.names)
        return found

    def _made(
        self,
        seen: Seen,
        thrown: tuple[int, ...],
        is_live: bool,
        is_shown: bool,
        is_over: bool,
    ) -> LaidHand:
        """One seat: the first cards face down, those face up, the last face down; its discards."""
        zone = _OPEN if is_shown and seen.up else "hand"
        down = [laid_card(code, zone, dead=not is_live) for code in seen.down]
        up = [laid_card(code, _OPEN, dead=not is_live) for code in seen.up]
        laid = (*down[: self._first_down], *up, *down[self._first_down :])
        laid += discards.laid_cards(thrown)
        if HIDDEN in seen.down:
            shown = None if is_over else self._high.named(seen._replace(down=(), common=()))
            return LaidHand(laid, hand=shown.hand if shown else None)
        found = self._high.named(seen)
        other = self._low.named(seen) if self._low else None
        both = lows.both(found.hand, other.hand) if found and other else None
        named = found or other
        if named is None:
            return LaidHand(laid)
        best = dict.fromkeys((*(found.best if found else ()), *(other.best if other else ())))
        return LaidHand(laid, hand=both or named.hand, best=layout.texts(tuple(best)))
