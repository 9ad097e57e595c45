"""Play by a frozen strategy, with or without an entry in its table."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from sidepot.bots.trained.abstraction import Abstraction
from sidepot.bots.trained.action_translation import fit_to_price
from sidepot.bots.trained.locating import VIEW, WHOLE, key_of, locator, place_of_round, seeker
from sidepot.bots.trained.situation import Bets, choice_of, owed, pot_of
from sidepot.bots.trained.table import NOWHERE, even, find, mean_strategy, meant_strategy
from sidepot.engine.game import Verbs
from sidepot.kernel import Array, Random, Records, compiled, inlined
from sidepot.rules import actions
from sidepot.rules.actions import FOLD, STAYING, Menu

SHARES = 2
"""The rows of shares that `looker` writes: the hand's, and room for those of other hands."""


@functools.cache
def looker(
    verbs: Verbs, abstraction: Abstraction, bets: Bets
) -> Callable[..., tuple[int, int, int]]:
    """The function `(rows, words, m, menus, rng, memory..., deals) -> slots, share, place`.

    `memory` is as in `deciding.memory_of`. It finds the set of the concealed record `rows[VIEW]`,
    or of the most like one, and writes what is played there. Where nothing like it was learned, the
    place is `NOWHERE`, and the price decides, or of exact sets chance. The share, of `WHOLE`, is
    what the hand wins of the pot.
    """
    locate, is_choice = locator(verbs, abstraction, bets), choice_of(bets)
    round_of, is_exact = abstraction.round, abstraction.is_exact
    seek = seeker(abstraction, bets)

    @inlined
    def look(
        rows: Records,
        words: Array,
        m: Menu,
        menus: Records,
        rng: Random,
        keys: Array,
        total: Array,
        mask: Array,
        sizes: Array,
        rounds: Array,
        centers: Array,
        cached: Array,
        found: Array,
        log: Array,
        chosen: Array,
        tried: Array,
        likely: Array,
        met: Array,
        met_slots: Array,
        shares: Array,
        deals: int,
    ) -> tuple[int, int, int]:
        n, kinds, situation, bucket, share = locate(
            rows, words, m, menus, rng,
            mask, sizes, rounds, centers,
            cached, found, log, chosen, tried, likely, met, met_slots, deals,
        )  # fmt: skip
        at, like = find(keys, key_of(situation, bucket)), 0
        if at == NOWHERE and not is_exact:
            at, situation, like = seek(rows[VIEW], m, keys, kinds, bucket)
        if at == NOWHERE and is_exact:
            even(n, shares, 0)
        elif at == NOWHERE:
            by_odds(rows[VIEW], m, share, n, chosen, shares, 0)
        elif is_exact:
            mean_strategy(total, at, n, shares, 0)
        else:
            meant_strategy(total, at, n, shares, 0)
            now = place_of_round(round_of(rows[VIEW]), rounds)
            if now != NOWHERE and is_choice(rows[VIEW]):
                fit_to_price(
                    rows[VIEW], m, keys, total, sizes, centers[now],
                    chosen, n, situation, bucket, like, shares,
                )  # fmt: skip
        return n, share, at

    return look


@compiled
def by_odds(view: Any, m: Menu, share: int, n: int, chosen: Array, shares: Array, row: int) -> None:
    """The strategy where nothing was learned: stay in if the hand's share pays for it, or fold."""
    price, slot = owed(m), NOWHERE
    pays = share * (pot_of(view) + price) >= price * WHOLE
    for k in range(n):
        kind = actions.kind(chosen[k])
        shares[row, k] = 0.0
        if slot == NOWHERE and (kind in STAYING if pays else kind == FOLD):
            slot = k
    if slot == NOWHERE:
        slot = n - 1 if pays else 0
    shares[row, slot] = 1.0
