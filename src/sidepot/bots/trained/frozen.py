"""Play by a frozen strategy, with or without an entry in its table."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from sidepot.bots.trained.abstraction import Abstraction
from sidepot.bots.trained.action_translation import price_fitter
from sidepot.bots.trained.buckets import place_of_round
from sidepot.bots.trained.equity_rule import jam_answerer, rare_answerer
from sidepot.bots.trained.locating import Hands, key_of, locator, seeker
from sidepot.bots.trained.memory import Memory
from sidepot.bots.trained.overbets import overbet_looker
from sidepot.bots.trained.prospects import VIEW, WHOLE
from sidepot.bots.trained.situation import (
    Bets,
    behind_of,
    choice_of,
    is_untrained,
    owed,
    pot_of,
    sizes_faced,
)
from sidepot.bots.trained.table import NOWHERE, even, find, mean_strategy, meant_strategy
from sidepot.engine.game import Verbs
from sidepot.kernel import Array, Random, Records, compiled, inlined, without_refcounts
from sidepot.rules import actions
from sidepot.rules.actions import FOLD, STAYING, Menu
from sidepot.rules.seats import count

_BETWEEN = 2
_ANSWERED = -2
"""The place of a turn whose answer is not in the table and is played all the same."""
SHARES = 2
"""The rows of shares that `looker` writes: the hand's, and room for those of other hands."""


@functools.cache
def looker(
    verbs: Verbs, abstraction: Abstraction, bets: Bets, is_lasting: bool = False
) -> Callable[..., tuple[int, int, int]]:
    """The function `(rows, words, m, menus, rng, memory, hands, deals) -> slots, share, place`.

    It finds the set of the concealed record `rows[VIEW]`, or of the most like one, and writes what
    is played there. Where nothing like it was learned, the place is `NOWHERE`, and the price
    decides, or chance in exact sets; so it is where little was learned (`Abstraction.is_rare`), and
    equity decides. The place is `_ANSWERED` for the answer to a jam (`jam_answerer`). The share, of
    `WHOLE`, is the hand's part of the pot. `is_lasting`: `locator`.
    """
    locate, is_choice = locator(verbs, abstraction, bets, is_lasting), choice_of(bets)
    round_of, is_exact = abstraction.round, abstraction.is_exact
    seek_like, look_beyond = _seeker(abstraction, bets), overbet_looker(abstraction, bets)
    answer_rare, answer_jam = rare_answerer(abstraction), jam_answerer(abstraction)
    fit_to_price = price_fitter(abstraction, bets)

    @inlined
    def look(
        rows: Records,
        words: Array,
        m: Menu,
        menus: Records,
        rng: Random,
        memory: Memory,
        hands: Hands,
        deals: int,
    ) -> tuple[int, int, int]:
        view, keys, total, chosen = rows[VIEW], memory.keys, memory.total, memory.notes.chosen
        shares = memory.shares
        n, kinds, situation, bucket, share, second = locate(
            rows, words, m, menus, rng, memory.ground, hands, memory.notes, deals
        )
        if answer_jam(view, m, second, n, chosen, shares):
            return n, share, _ANSWERED
        if answer_rare(view, m, share, n, chosen, shares):
            return n, share, NOWHERE
        at, like = find(keys, key_of(situation, bucket)), 0
        sizes = sizes_faced(memory.ground.sizes)
        is_odd = is_choice(view) and _is_odd(view, m, sizes)
        sizes = sizes if is_odd else sizes[:0]
        if (at == NOWHERE or is_odd) and not is_exact:
            beyond = look_beyond(view, m, memory, n, bucket) if is_choice(view) else NOWHERE
            if beyond != NOWHERE:
                return n, share, beyond
            at, situation, like = seek_like(view, m, keys, kinds, bucket, sizes, at, situation)
        if at == NOWHERE and is_exact:
            even(n, shares, 0)
        elif at == NOWHERE:
            _by_odds(view, m, share, n, chosen, shares, 0)
        elif is_exact:
            mean_strategy(total, at, n, shares, 0)
        else:
            meant_strategy(total, at, n, shares, 0)
            now = place_of_round(round_of(view), memory.ground.rounds)
            if now != NOWHERE and is_choice(view):
                fit_to_price(view, m, memory, now, n, situation, bucket, like)
        return n, share, at

    return look


def _seeker(abstraction: Abstraction, bets: Bets) -> Callable[..., tuple[int, int, int]]:
    """`(view, m, keys, kinds, bucket, sizes, at, situation) -> place, situation, like`.

    The most like situation with one of these bets, or else the situation itself, or else any like
    one.
    """
    seek = seeker(abstraction, bets)

    @compiled
    def seek_like(
        view: Any,
        m: Menu,
        keys: Array,
        kinds: int,
        bucket: int,
        sizes: Array,
        at: int,
        situation: int,
    ) -> tuple[int, int, int]:
        found = NOWHERE
        if len(sizes) > 0:
            found, sought, like = seek(view, m, keys, kinds, bucket, sizes)
        if found != NOWHERE:
            return found, sought, like
        if at != NOWHERE:
            return at, situation, 0
        return seek(view, m, keys, kinds, bucket, sizes[:0])

    return seek_like


@compiled
def _is_odd(view: Any, m: Menu, sizes: Array) -> bool:
    """Whether two are left, and a bet is faced that is no trained size and not all-in."""
    is_between = count(view.seats) == _BETWEEN and behind_of(view, m) > 0
    return is_between and is_untrained(owed(m), pot_of(view), sizes)


@without_refcounts
def _by_odds(
    view: Any, m: Menu, share: int, n: int, chosen: Array, shares: Array, row: int
) -> None:
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
