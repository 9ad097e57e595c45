"""Positions of casino Ricochet: the players' hands, the bank's last, and what playing is worth."""

from __future__ import annotations

from typing import Any

import numpy as np

from sidepot import hands, kernel
from sidepot.errors import BadPosition
from sidepot.games import seating
from sidepot.games.game import Game
from sidepot.games.ricochet_casino import FIRST_CARDS, PLAYERS, Casino, is_kicked_out
from sidepot.kernel import Records, compiled
from sidepot.odds.casino import EXACT, level_to_reach, next_to_come, playing, to_come
from sidepot.odds.position import Odds, Position
from sidepot.rules import upcards
from sidepot.rules.seats import NOBODY
from sidepot.rules.upcards import COMPLETE
from sidepot.words import Message

__all__ = ["Casino", "look"]

BANK = PLAYERS


def look(game: Game, position: Position) -> Odds:
    """The odds of who is to act, counted. Raises `BadPosition` for what the rules do not bring."""
    rows = seated(game, position)
    s: Any = kernel.fields(rows)
    ahead, bonus, value = _playing(rows)
    facts = {
        "to_act": f"p{s.seats.actor + 1}",
        "pot": pot_of(s),
        "bank": "in" if s.seats.live[BANK] else "out",
        "ahead": ahead,
        "bonus": bonus,
        "ev": {"fold": 0.0, "buy 3": value},
        "method": "exact" if to_come(s, s.seats.actor) <= EXACT else "estimate",
    }
    return Odds(facts, _sentences(position, facts, s.seats.actor))


def _sentences(position: Position, facts: dict[str, object], actor: int) -> tuple[Message, ...]:
    hand = hands.name(position.hands[actor])
    ev = facts["ev"]
    assert isinstance(ev, dict)
    best = max(ev, key=lambda choice: ev[choice])
    return (
        Message("odds.turn", {"player": facts["to_act"], "hand": hand, "pot": facts["pot"]}),
        Message("odds.bank_in") if facts["bank"] == "in" else Message("odds.bank_out"),
        Message("odds.ahead", {"chance": f"{facts['ahead']:.2%}"}),
        Message("odds.bonus", {"bonus": f"{facts['bonus']:.4f}"}),
        *(Message("odds.choice", {"choice": c, "value": f"{v:+.4f}"}) for c, v in ev.items()),
        Message("odds.best", {"choice": best}),
        Message("odds.exact") if facts["method"] == "exact" else Message("odds.estimate"),
    )


def seated(game: Game, position: Position) -> Records:
    """A record with the position in it, as who is to act may know it. Raises `BadPosition`.

    Seats of which nothing is told are between the players and the bank.
    """
    *players, bank = position.hands
    dealt_in = position.dealt_in or len(players)
    _check(players, bank, dealt_in)
    rows = game.table()
    s: Any = kernel.fields(rows)
    seating.seat(game, s, game.stacks(PLAYERS))
    upcards.clear(s.up)
    for p, held in enumerate(_with_dead(position)):
        for card in held:
            upcards.take(s.up, p, card)
    for p, held in enumerate(players):
        s.seats.live[p] = len(held) > 0
    s.seats.live[BANK] = bank != () and not is_kicked_out(s, dealt_in)
    s.deck.top = int(np.sum(s.up.size))
    _lay_pot(s, position, dealt_in, game.unit)
    _check_turn(s)
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


def _with_dead(position: Position) -> list[tuple[int, ...]]:
    """A hand for every seat: who is out has dead cards before him, five at the most."""
    *players, bank = position.hands
    laid = [*players, *[()] * (PLAYERS - len(players)), bank]
    left, empty = position.dead, [p for p, held in enumerate(laid) if not held]
    if len(left) > COMPLETE * len(empty):
        raise BadPosition("error.position_dead", n=len(left), most=COMPLETE * len(empty))
    for p in empty:
        laid[p], left = left[:COMPLETE], left[COMPLETE:]
    return laid


def _lay_pot(s: Casino, position: Position, dealt_in: int, unit: int) -> None:
    """The antes of all who were dealt in, and a unit for each hand that is completed (K1, K3)."""
    complete = sum(len(held) == COMPLETE for held in position.hands[:-1])
    usual = unit * (dealt_in + 1 + complete)
    s.chips.dead = usual if position.pot is None else position.pot


def pot_of(s: Casino) -> int:
    """The pot in chips."""
    return int(s.chips.dead)


def _check_turn(s: Casino) -> None:
    """Somebody must be to act, and nobody still there whom the rules have put out (K3)."""
    s.seats.actor = next_to_come(s, np.zeros(PLAYERS + 1, np.int64))
    if s.seats.actor == NOBODY or sum(s.seats.live) < 2:
        raise BadPosition("error.position_over")
    for p in range(PLAYERS + 1):
        level = level_to_reach(s, p)
        complete = s.seats.live[p] and s.up.size[p] == COMPLETE
        if complete and p != BANK and s.up.strength[p] < level:
            raise BadPosition("error.position_out", player=f"p{p + 1}")
    best = max((s.up.strength[p] for p in range(PLAYERS) if _stands(s, p)), default=-1)
    if s.seats.live[BANK] and s.up.strength[BANK] <= best:
        raise BadPosition("error.position_bank_out")


def _stands(s: Casino, p: int) -> bool:
    return bool(s.seats.live[p]) and bool(s.up.size[p] == COMPLETE)


@compiled
def _playing(rows: Records) -> tuple[float, float, float]:
    """`playing` as Python calls it."""
    return playing(rows[0])
