"""Draws and declarations in a table of streets: rows at which players decide, and do not bet.

`rules.streets` comes to such a row by setting `on` to its kind. `DRAWS` and `DECLARATIONS` are what
is done from there on; a game without such rows has `NO_TURNS`, and its record none of their parts.
"""

from collections.abc import Callable
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
    seats,
    upcards,
)
from sidepot.rules.actions import Menu
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


@compiled
def _redeal_thrown(s: Any, rng: Random) -> None:
    seen = upcards.mask(s.up, s.seats) | board.mask(s.board)
    discards.redeal(s.thrown, s.hole, s.deck, rng, seen)


DRAWS = Turns(
    _clear_draws, _open_draw, _draws_on, _offer_draw, _draw, _conceal_thrown, _redeal_thrown
)
"""Exchanges of cards face down (`rules.draws`): whoever cannot pay for a card is not asked."""


# Declarations ------------------------------------------------------------------------------------


def declarations(kinds: Array, told: Array) -> Turns:
    """What players go for, all at the same time (`rules.halves`).

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


# Neither -----------------------------------------------------------------------------------------


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
"""A kind of row that a table does not have."""
