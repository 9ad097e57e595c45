"""The same work done by the field's own programs."""

from __future__ import annotations

import random
from collections.abc import Callable

from pokerkit import Automation, FixedLimitTexasHoldem, NoLimitTexasHoldem, State

PLAYERS = 6
BLINDS = (1, 2)
SMALL_BET, BIG_BET = 2, 4
STACK = 200


def pokerkit_hands(game: str, hands: int, seed: int) -> tuple[int, int]:
    """Random six-player hold'em: how many decisions, and a signature of the stacks.

    `game` is its name here, one of `GAMES`. All automations; a uniform choice among what is legal,
    and a uniform amount.
    """
    create = GAMES[game]
    chance = random.Random(seed)
    random.seed(seed)  # PokerKit shuffles with the global generator
    decisions = signature = 0
    for _ in range(hands):
        state = create()
        while state.status:
            _act(state, chance)
            decisions += 1
        signature = (signature * 31 + hash(tuple(state.stacks))) & 0xFFFFFFFF
    return decisions, signature


def _no_limit() -> State:
    return NoLimitTexasHoldem.create_state(
        tuple(Automation), True, 0, BLINDS, BLINDS[1], (STACK,) * PLAYERS, PLAYERS
    )


def _fixed_limit() -> State:
    return FixedLimitTexasHoldem.create_state(
        tuple(Automation), True, 0, BLINDS, SMALL_BET, BIG_BET, (STACK,) * PLAYERS, PLAYERS
    )


GAMES: dict[str, Callable[[], State]] = {
    "holdem-no-limit": _no_limit,
    "holdem-fixed-limit": _fixed_limit,
}
"""What PokerKit plays too, with the blinds and bets that our game has unless told otherwise."""


def _act(state: State, chance: random.Random) -> None:
    choices = [
        name
        for name, can in (
            ("fold", state.can_fold()),
            ("check_or_call", state.can_check_or_call()),
            ("raise", state.can_complete_bet_or_raise_to()),
        )
        if can
    ]
    chosen = chance.choice(choices)
    if chosen == "fold":
        state.fold()
    elif chosen == "check_or_call":
        state.check_or_call()
    else:
        lowest = state.min_completion_betting_or_raising_to_amount
        highest = state.max_completion_betting_or_raising_to_amount
        state.complete_bet_or_raise_to(chance.randint(lowest or 0, highest or 0))
