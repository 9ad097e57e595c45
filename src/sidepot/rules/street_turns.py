"""Draws, replacements and declarations in a table of streets: rows of decisions that are no bets.

`rules.streets` comes to such a row by setting `on` to its kind. `DRAWS`, `replacements` and
`declarations` are what is done from there on; `either` makes one of two, and a game without such
rows has `NO_TURNS`, and its record none of their parts.
"""

from collections.abc import Callable, Collection
from typing import Any, NamedTuple

from sidepot.kernel import Array, Random, compiled
from sidepot.rules import (
    actions,
    board,
    choices,
    discards,
    draws,
    halves,
    journal,
    replacing,
    seats,
    streets,
    upcards,
)
from sidepot.rules.actions import KEEP, Menu
from sidepot.rules.seats import NOBODY


class Turns(NamedTuple):
    """The compiled functions of a kind of row; `row` is the one of the table that is on."""

    clear: Callable[[Any], None]
    """Before a hand."""
    open: Callable[[Any], None]
    """When the row is reached."""
    goes_on: Callable[[Any, Array], bool]
    """Set the seat to act; where all have acted, do what follows, and say so."""
    menu: Callable[[Any, Menu, Array], None]
    step: Callable[[Any, int, Array], None]
    conceal: Callable[[Any, int], None]
    redeal: Callable[[Any, Random], None]
    """Draw what is hidden and no card; `redealing` has the cards."""


# Draws -------------------------------------------------------------------------------------------


@compiled
def _clear_draws(s: Any) -> None:
    draws.clear(s.draws)
    discards.clear(s.thrown)


@compiled
def _open_draw(s: Any) -> None:
    s.draws.on = 1
    seats.open_round(s.seats)


@compiled
def _draws_on(s: Any, row: Array) -> bool:
    """Ask the next player who can pay for a card, or serve all."""
    for p in range(s.seats.n):
        if draws.affordable(s.chips, p, row[1], _price(s, row)) == 0:
            s.seats.acted[p] = 1
    s.seats.actor = seats.waiting(s.seats)
    if s.seats.actor == NOBODY:
        draws.serve(s.draws, s.hole, s.deck, s.seats, s.journal)
    return bool(s.seats.actor == NOBODY)


@compiled
def _price(s: Any, row: Array) -> int:
    """The price of a card, 0 where the row has none."""
    price: int = s.options.card_price if row[2] else 0
    return price


@compiled
def _offer_draw(s: Any, m: Menu, row: Array) -> None:
    p = s.seats.actor
    most = draws.affordable(s.chips, p, row[1], _price(s, row))
    draws.offer(s.draws, s.hole, s.deck, m, p, most)


@compiled
def _draw(s: Any, action: int, row: Array) -> None:
    draws.pay(s.chips, s.hole, s.seats, s.journal, action, _price(s, row))
    draws.act(s.draws, s.thrown, s.hole, s.seats, s.journal, action)


@compiled
def _conceal_thrown(s: Any, seat: int) -> None:
    discards.conceal(s.thrown, seat)


# Declarations ------------------------------------------------------------------------------------


def declarations(kinds: Array, told: Array) -> Turns:
    """The halves that players go for, all at the same time (`rules.halves`).

    `kinds` and `told`: the numbers of the actions and events, for `HIGH`, `LOW` and `BOTH`.
    """

    @compiled
    def goes_on(s: Any, row: Array) -> bool:
        s.seats.actor = choices.waiting(s.choices, s.seats)
        if s.seats.actor != NOBODY:
            return False
        choices.reveal(s.choices)
        for i in range(1, s.seats.n + 1):
            p = (s.seats.button + i) % s.seats.n
            if s.seats.live[p]:
                journal.note(s.journal, told[s.choices.choice[p]], p)
        return True

    @compiled
    def menu(s: Any, m: Menu, row: Array) -> None:
        for way in range(halves.BOTH + 1):
            actions.offer(m, kinds[way])

    @compiled
    def step(s: Any, action: int, row: Array) -> None:
        for way in range(halves.BOTH + 1):
            if actions.kind(action) == kinds[way]:
                choices.declare(s.choices, s.journal, s.seats.actor, way)

    return Turns(_clear_choices, _clear_choices, goes_on, menu, step, _conceal_way, _redeal_way)


@compiled
def _clear_choices(s: Any) -> None:
    choices.clear(s.choices)


@compiled
def _conceal_way(s: Any, seat: int) -> None:
    choices.conceal(s.choices, seat)


@compiled
def _redeal_way(s: Any, rng: Random) -> None:
    choices.redeal(s.choices, rng, halves.BOTH + 1)


# Replacements ------------------------------------------------------------------------------------


def replacements(open_card: int, hidden_card: int) -> Turns:
    """A card in place of an open or a hidden one (`rules.replacing`), by the kinds of action."""

    @compiled
    def goes_on(s: Any, row: Array) -> bool:
        for p in range(s.seats.n):
            if not replacing.may(s.chips, s.deck, p, s.options.card_price):
                s.seats.acted[p] = 1
        s.seats.actor = seats.waiting(s.seats)
        return bool(s.seats.actor == NOBODY)

    @compiled
    def menu(s: Any, m: Menu, row: Array) -> None:
        p = s.seats.actor
        actions.offer(m, KEEP)
        if s.up.size[p] > 0:
            actions.offer_range(m, open_card, 0, s.up.size[p] - 1)
        if s.hole.size[p] > 0:
            actions.offer_range(m, hidden_card, 0, s.hole.size[p] - 1)

    @compiled
    def step(s: Any, action: int, row: Array) -> None:
        p, kind, place = s.seats.actor, actions.kind(action), actions.amount(action)
        s.seats.acted[p] = 1
        if kind == KEEP:
            journal.note(s.journal, journal.KEPT, p)
            return
        replacing.pay(s.chips, s.seats, s.journal, s.options.card_price)
        if kind == open_card:
            replacing.replace_open(s.up, s.gone, s.deck, s.journal, p, place)
        else:
            replacing.replace_hidden(s.hole, s.thrown, s.deck, s.journal, p, place)

    return Turns(_clear_replaced, _open_replacement, goes_on, menu, step, _conceal_thrown, _no_part)


@compiled
def _clear_replaced(s: Any) -> None:
    discards.clear(s.thrown)
    discards.clear(s.gone)


@compiled
def _open_replacement(s: Any) -> None:
    seats.open_round(s.seats)


# Either, or neither ------------------------------------------------------------------------------


def either(kind: int, first: Turns, rest: Turns) -> Turns:
    """The actions of the first in rows of a kind, and of the rest in others."""
    clear_first, clear_rest = first.clear, rest.clear
    open_first, open_rest = first.open, rest.open
    first_on, rest_on = first.goes_on, rest.goes_on
    first_menu, rest_menu = first.menu, rest.menu
    first_step, rest_step = first.step, rest.step
    conceal_first, conceal_rest = first.conceal, rest.conceal
    redeal_first, redeal_rest = first.redeal, rest.redeal

    @compiled
    def clear(s: Any) -> None:
        clear_first(s)
        clear_rest(s)

    @compiled
    def opened(s: Any) -> None:
        if s.on == kind:
            open_first(s)
        else:
            open_rest(s)

    @compiled
    def goes_on(s: Any, row: Array) -> bool:
        return bool(first_on(s, row) if s.on == kind else rest_on(s, row))

    @compiled
    def menu(s: Any, m: Menu, row: Array) -> None:
        if s.on == kind:
            first_menu(s, m, row)
        else:
            rest_menu(s, m, row)

    @compiled
    def step(s: Any, action: int, row: Array) -> None:
        if s.on == kind:
            first_step(s, action, row)
        else:
            rest_step(s, action, row)

    @compiled
    def conceal(s: Any, seat: int) -> None:
        conceal_first(s, seat)
        conceal_rest(s, seat)

    @compiled
    def redeal(s: Any, rng: Random) -> None:
        redeal_first(s, rng)
        redeal_rest(s, rng)

    return Turns(clear, opened, goes_on, menu, step, conceal, redeal)


@compiled
def _nothing(s: Any) -> None:
    """Stands for `clear` and `open`."""


@compiled
def _nobody(s: Any, row: Array) -> bool:
    """Stands for `goes_on`."""
    return True


@compiled
def _no_row(s: Any, other: Any, row: Array) -> None:
    """Stands for `menu` and `step`."""


@compiled
def _no_part(s: Any, other: Any) -> None:
    """Stands for `conceal` and `redeal`."""


NO_TURNS = Turns(_nothing, _nothing, _nobody, _no_row, _no_row, _no_part, _no_part)
"""A table without such rows."""
DRAWS = Turns(_clear_draws, _open_draw, _draws_on, _offer_draw, _draw, _conceal_thrown, _no_part)
"""Exchanges of cards face down (`rules.draws`): whoever cannot pay for a card is not asked."""


# The cards ---------------------------------------------------------------------------------------


@compiled
def _redeal_thrown(s: Any, rng: Random) -> None:
    seen = upcards.mask(s.up, s.seats) | board.mask(s.board)
    discards.redeal(s.thrown, s.hole, s.deck, rng, seen)


@compiled
def _redeal_replaced(s: Any, rng: Random) -> None:
    seen = upcards.mask(s.up, s.seats) | board.mask(s.board) | discards.mask(s.gone)
    discards.redeal(s.thrown, s.hole, s.deck, rng, seen)


def redealing(kinds: Collection[int]) -> Callable[[Any, Random], None]:
    """The function that deals the unseen cards anew in a table with these kinds of rows."""
    if streets.REPLACEMENT in kinds:
        return _redeal_replaced
    return _redeal_thrown if streets.DRAW in kinds else streets.redeal
