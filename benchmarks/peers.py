"""The same work done by the field's own programs."""

from __future__ import annotations

import random

from pokerkit import Automation, NoLimitTexasHoldem, State

PLAYERS = 6


def pokerkit_hands(hands: int, seed: int) -> tuple[int, int]:
    """Random six-player no-limit hold'em: how many decisions, and a signature of the stacks.

    All automations, stacks 200, blinds 1 and 2; a uniform choice among what is legal, and a uniform
    amount.
    """
    chance = random.Random(seed)
    random.seed(seed)  # PokerKit shuffles with the global generator
    decisions = signature = 0
    for _ in range(hands):
        state = NoLimitTexasHoldem.create_state(
            tuple(Automation), True, 0, (1, 2), 2, (200,) * PLAYERS, PLAYERS
        )
        while state.status:
            _act(state, chance)
            decisions += 1
        signature = (signature * 31 + hash(tuple(state.stacks))) & 0xFFFFFFFF
    return decisions, signature


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
