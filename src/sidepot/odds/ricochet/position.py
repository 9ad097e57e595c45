"""Positions of Ricochet: concealed records of them, and the value of each buy."""

from __future__ import annotations

from typing import Any

from sidepot import kernel
from sidepot.cards import text
from sidepot.engine import setup
from sidepot.engine.action import Action
from sidepot.engine.game import Game
from sidepot.errors import BadPosition
from sidepot.games.ricochet import Ricochet, find_actor
from sidepot.kernel import Fields, Records, compiled
from sidepot.odds.position import Held, Position, place_dead
from sidepot.odds.result import ActionValue, Findings, exact_values
from sidepot.odds.ricochet import heads_up
from sidepot.odds.ricochet.escape import escape_first
from sidepot.odds.ricochet.solver.tree import PLAYERS
from sidepot.rules import upcards
from sidepot.rules.seats import NOBODY
from sidepot.rules.upcards import COMPLETE

__all__ = ["Ricochet", "analyze", "view_of"]


def analyze(game: Game, view: Records, *, patiently: bool) -> Findings:
    """The exact chances to escape within 1, 2, ... cards, and the choices' values if proven.

    Values are in chips, see `heads_up.values`.
    """
    s: Any = kernel.fields(view)
    actor = s.seats.actor
    held = s.up.card[actor, : s.up.size[actor]].tolist()
    within = escape_first(kernel.copy(view))[1 : COMPLETE - len(held) + 1].tolist()
    return Findings(
        method="exact",
        choices=_proven(heads_up.values(game, view, patiently=patiently)),
        cards=tuple(map(text, held)),
        escape=tuple(within),
        is_short=_is_unsolved(s),
    )


def _is_unsolved(s: Fields) -> bool:
    """Are two hands left whose position is not solved only because a stack is too short?"""
    return sum(s.seats.live.tolist()) == PLAYERS and heads_up.is_short(s)


def _proven(bounds: tuple[tuple[float, float], ...] | None) -> tuple[ActionValue, ...] | None:
    """The midpoint of the proven bounds, for every number of cards; None without bounds."""
    if bounds is None:
        return None
    choices = [Action("fold"), *(Action("buy", k) for k in range(1, len(bounds)))]
    middle = [(lower + upper) / 2 for lower, upper in bounds]
    bound = max((upper - lower) / 2 for lower, upper in bounds)
    return tuple(exact_values([*zip(map(str, choices), middle, strict=True)], bound))


def view_of(game: Game, position: Position) -> Records:
    """A record of the position, concealed for the player to act. Raises `BadPosition`.

    Seats that were dealt in but have no hand in the position come last, and are out.
    """
    given, dealt_in = position.hands, position.dealt_in or len(position.hands)
    if not max(game.least, len(given)) <= dealt_in <= game.most:
        values = {"game": game.name, "players": game.said_players, "n": dealt_in}
        raise BadPosition("error.position_seats", **values, told=len(given))
    laid = place_dead([*given, *[()] * (dealt_in - len(given))], position.dead)
    rows = game.batch()
    s: Any = kernel.fields(rows)
    setup.seat(game, s, game.stacks(dealt_in))
    upcards.clear(s.up)
    for p, held in enumerate(laid):
        for card in held:
            upcards.take(s.up, p, card)
    for p, held in enumerate(given):
        s.seats.live[p] = len(held) > 0
    s.deck.top = sum(map(len, laid))
    s.chips.dead = _pot(game, position, laid)
    _begin_turn(rows, s)
    game.entry.conceal(rows, s.seats.actor)
    return rows


def _pot(game: Game, position: Position, laid: list[Held]) -> int:
    """The pot in chips; by default the antes and the price of the cards on the table (R2, R4).

    It may be more but not less: cards may have been paid for and not dealt (R5). Raises
    `BadPosition`.
    """
    bought = sum(max(len(held) - 1, 0) for held in laid)
    least = len(laid) * int(game.numbers["ante"]) + bought * int(game.numbers["card_price"])
    if position.pot is not None and position.pot < least:
        raise BadPosition("error.position_pot_least", pot=position.pot, least=least)
    return least if position.pot is None else position.pot


def _begin_turn(rows: Records, s: Fields) -> None:
    """Let the rules find the player to act (R7, R8, R9).

    Raises `BadPosition` if they put a live hand out or end the hand.
    """
    live = s.seats.live.tolist()
    _find_actor(rows)
    out = [p for p, was in enumerate(live) if was and not s.seats.live[p]]
    if sum(live) > 1 and out:
        raise BadPosition("error.position_lowest", player=f"p{out[0] + 1}")
    if sum(live) > 1 and s.seats.actor == NOBODY:
        raise BadPosition("error.position_tied")
    if s.seats.actor == NOBODY:
        raise BadPosition("error.position_over")


@compiled
def _find_actor(rows: Records) -> None:
    find_actor(rows[0])
