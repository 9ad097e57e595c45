"""Positions of casino Ricochet, the bank's hand last: their records, and the value of playing."""

from __future__ import annotations

from typing import Any

import numpy as np

from sidepot import kernel
from sidepot.cards import text
from sidepot.engine import setup
from sidepot.engine.action import Action
from sidepot.engine.game import Game
from sidepot.errors import BadPosition
from sidepot.games.ricochet_casino import BOUGHT, FIRST_CARDS, PLAYERS, Casino, is_kicked_out
from sidepot.kernel import Records, compiled
from sidepot.odds.casino.counting import (
    EXACT,
    count_to_act,
    evaluate_play,
    next_to_act,
    strength_to_match,
)
from sidepot.odds.position import Position, place_dead
from sidepot.odds.result import Bank, Findings, exact_values
from sidepot.rules import upcards
from sidepot.rules.seats import NOBODY
from sidepot.rules.upcards import COMPLETE

__all__ = ["Casino", "analyze", "view_of"]

BANK = PLAYERS


def analyze(game: Game, view: Records, *, patiently: bool) -> Findings | None:
    """The value of three more cards to the player to act, by enumeration; None before the deal."""
    s: Any = kernel.fields(view)
    if not s.deck.top:
        return None
    actor = s.seats.actor
    ahead, bonus, value = map(float, _evaluate_play(view))  # NumPy's in the plain form
    values = [(str(Action("fold")), 0.0), (str(Action("buy", BOUGHT)), value)]
    return Findings(
        method="exact" if count_to_act(s, actor) <= EXACT else "estimate",
        choices=tuple(exact_values(values)),
        cards=tuple(map(text, s.up.card[actor, : s.up.size[actor]].tolist())),
        bank=Bank(is_in=bool(s.seats.live[s.seats.n - 1]), ahead=ahead, bonus=bonus),
    )


def view_of(game: Game, position: Position) -> Records:
    """A record of the position, concealed for the player to act. Raises `BadPosition`.

    Seats that have no hand in the position stand between the players and the bank.
    """
    *players, bank = position.hands
    dealt_in = position.dealt_in or len(players)
    _check(players, bank, dealt_in)
    rows = game.batch()
    s: Any = kernel.fields(rows)
    setup.seat(game, s, game.stacks(PLAYERS))
    upcards.clear(s.up)
    empty = [()] * (PLAYERS - len(players))
    for p, held in enumerate(place_dead([*players, *empty, bank], position.dead)):
        for card in held:
            upcards.take(s.up, p, card)
    for p, held in enumerate(players):
        s.seats.live[p] = len(held) > 0
    s.seats.live[BANK] = bank != () and not is_kicked_out(s, dealt_in)
    s.deck.top = int(np.sum(s.up.size))
    _set_pot(s, position, dealt_in, game.unit)
    _check_turn(s)
    game.entry.conceal(rows, s.seats.actor)
    return rows


def _check(players: list[tuple[int, ...]], bank: tuple[int, ...], dealt_in: int) -> None:
    if not 1 <= len(players) <= PLAYERS:
        raise BadPosition("error.position_players", n=len(players), most=PLAYERS)
    if not len(players) <= dealt_in <= PLAYERS:
        raise BadPosition("error.position_dealt", n=dealt_in, least=len(players), most=PLAYERS)
    if any(len(held) not in (0, FIRST_CARDS, COMPLETE) for held in players):
        raise BadPosition("error.position_sizes")
    if len(bank) not in (0, COMPLETE):
        raise BadPosition("error.position_bank", n=len(bank))


def _set_pot(s: Casino, position: Position, dealt_in: int, unit: int) -> None:
    """Set the pot: by default all antes and one unit for each complete hand (K1, K3)."""
    complete = sum(len(held) == COMPLETE for held in position.hands[:-1])
    usual = unit * (dealt_in + 1 + complete)
    s.chips.dead = usual if position.pot is None else position.pot


def _check_turn(s: Casino) -> None:
    """Find the player to act.

    Raises `BadPosition` if there is none, or if a hand is in that the rules have put out (K3).
    """
    s.seats.actor = next_to_act(s, np.zeros(PLAYERS + 1, np.int64))
    if s.seats.actor == NOBODY or sum(s.seats.live) < 2:
        raise BadPosition("error.position_over")
    for p in range(PLAYERS + 1):
        level = strength_to_match(s, p)
        complete = s.seats.live[p] and s.up.size[p] == COMPLETE
        if complete and p != BANK and s.up.strength[p] < level:
            raise BadPosition("error.position_out", player=f"p{p + 1}")
    best = max((s.up.strength[p] for p in range(PLAYERS) if _stands(s, p)), default=-1)
    if s.seats.live[BANK] and s.up.strength[BANK] <= best:
        raise BadPosition("error.position_bank_out")


def _stands(s: Casino, p: int) -> bool:
    return bool(s.seats.live[p]) and bool(s.up.size[p] == COMPLETE)


@compiled
def _evaluate_play(rows: Records) -> tuple[float, float, float]:
    """`evaluate_play`, callable from Python."""
    return evaluate_play(rows[0])
