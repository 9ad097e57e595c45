"""Hands of more hidden cards than can be listed: some are drawn as the game has been played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from sidepot import kernel
from sidepot.bots.endgame.following import (
    Looker,
    Space,
    by_policy,
    by_strategy,
    follower,
)
from sidepot.bots.endgame.held import Held, in_order
from sidepot.bots.endgame.position import (
    HOLE,
    Combo,
    Endgame,
    hidden,
    public,
    room,
    stacked,
    strength,
)
from sidepot.bots.endgame.position import unseen as unseen_in
from sidepot.bots.trained.hashing import words_of
from sidepot.bots.trained.locating import no_hands
from sidepot.bots.trained.prospects import LOOKED_AT
from sidepot.bots.trained.strategy import Trained, memory_of
from sidepot.engine.memory import UNSEEN, Memory
from sidepot.kernel import Array, readable
from sidepot.odds.sampling import Policy
from sidepot.rules import actions, sets
from sidepot.rules.actions import PICKED, SETS, Menu

_HANDS = kernel.by_form(plain=4, compiled=512)
"""The hands that are drawn for each player."""
_DEALS = kernel.by_form(plain=2, compiled=48)
"""Deals for the prospects of each hand."""
_PLACES = 64
_SEED = 26


def held_of(
    end: Endgame,
    memory: Memory,
    plays: Trained | Policy,
    added: Sequence[Sequence[Combo]] = ((), ()),
    seed: int = _SEED,
) -> Held:
    """Hands of both players, drawn and weighted by how they are taken to play.

    `added`: hands of both that are not held. So they are solved against what the other may hold,
    and the solution does not depend on them.
    """
    cards = unseen_in(end)
    combos, strengths = list[Combo](), list[int]()
    weights = [list[float](), list[float]()]
    found = [_drawn(end, memory, plays, player, cards, seed) for player in range(2)]
    for player, (row, weight) in enumerate(found):
        combos += (*row, *added[player])
        others, _ = found[1 - player]
        strengths += [_strength(end, player, combo, others) for combo in (*row, *added[player])]
        likely = (weight / weight.sum()).tolist()
        weights[player] += [*likely, *[0.0] * len(added[player])]
        weights[1 - player] += [0.0] * (len(row) + len(added[player]))
    order, ranked, hands = in_order(combos, strengths, are_listed=False)
    return Held(ranked, hands, np.array(weights)[:, order].copy())


def _drawn(
    end: Endgame,
    memory: Memory,
    plays: Trained | Policy,
    player: int,
    cards: Sequence[int],
    seed: int,
) -> tuple[tuple[Combo, ...], Array]:
    """The hands of a player, and their weights."""
    p, game = end.seats[player], end.game
    turns = [i for i, (seat, _) in enumerate(memory.acts[: end.begun]) if seat == p]
    acts = [_as_others_see(memory, i) for i in turns]
    look, mind, slots = _looker(plays)
    most = room(end)
    seen = stacked(game, [public(game, memory.views[i]) for i in (*turns, end.begun)])
    rows = game.batch(LOOKED_AT, journal=False)
    space = Space(
        seen,
        readable(np.array(acts, np.int64)),
        readable(np.array(cards, np.int64)),
        np.zeros((2, most), np.int64),
        np.zeros(2, np.int64),
        np.zeros((len(turns) + 1, 2, most), np.int64),
        np.zeros((_HANDS, 2, most), np.int64),
        np.zeros(_HANDS),
        rows,
        words_of(rows),
        kernel.batch(kernel.record(Menu), 2),
        kernel.generator(seed, player),
        np.zeros(slots, np.int64),
        np.zeros(slots),
        mind,
    )
    follower(game, look)(space, p)
    places = hidden(kernel.fields(end.root), p)
    held = sum(zone == HOLE for zone, _ in places)
    combos = tuple(
        (*map(int, row[0, :held]), *map(int, row[1, : len(places) - held]))
        for row in np.asarray(space.held)
    )
    return combos, np.asarray(space.weight)


def _as_others_see(memory: Memory, i: int) -> int:
    """A decision, without the cards that the seat itself may have picked."""
    seat, action = memory.acts[i]
    kind, amount = actions.kind(action), actions.amount(action)
    if kind not in PICKED:
        return action
    if kind in SETS and amount != UNSEEN:
        size = int(kernel.fields(memory.views[i]).hole.size[seat])
        picked = sets.mask(size, amount).bit_count()
        return actions.encode(kind, sets.amount(size, (1 << picked) - 1))
    return actions.encode(kind, UNSEEN)


def _looker(plays: Trained | Policy) -> tuple[Looker, Any, int]:
    """The chances of a strategy or policy, what these read, and the most actions."""
    if isinstance(plays, Trained):
        memory = memory_of(plays)
        return by_strategy(plays), (memory, no_hands(_PLACES), _DEALS), len(memory.notes.chosen)
    return by_policy(plays), (0,), 1


def _strength(end: Endgame, player: int, combo: Combo, others: Sequence[Combo]) -> int:
    """The strength of a hand beside the first of the other's that it can meet, or any."""
    taken = {*combo}
    met = next((other for other in others if taken.isdisjoint(other)), others[0])
    return strength(end, player, combo, met)
