"""Follows a seat's hidden cards through a hand that others have seen, in a compiled loop.

The cards are dealt at random from those that nobody sees. A draw that lays aside other cards than
the seat was seen to lay aside, or an action that the rules refuse to such a hand, is refused: the
hand is dealt anew. What is left is weighted by the chances of the seat's bets.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

from sidepot.bots.endgame.position import has_aside
from sidepot.bots.endgame.ranges import AT_RANDOM, chance_of
from sidepot.bots.trained.deciding import decider
from sidepot.bots.trained.locating import forget
from sidepot.bots.trained.prospects import VIEW
from sidepot.bots.trained.situation import owed, pot_of
from sidepot.bots.trained.strategy import Trained
from sidepot.cards import HIDDEN
from sidepot.engine.game import Game, Verbs
from sidepot.engine.memory import UNSEEN
from sidepot.engine.turns import NO_ACTION
from sidepot.kernel import Array, Random, Records, below, compiled
from sidepot.odds.sampling import Policy
from sidepot.rules import actions, sets
from sidepot.rules.actions import PICKED, SETS, Menu

_HELD, _ASIDE = range(2)
"""The rows of a seat's cards: those in its hand, and those laid aside."""
_TRIES = 40
"""Deals for each hand, on average; then hands are taken that draw otherwise than was seen, as if at
random, and after as many more deals any."""
_FINE = 1 << 20
"""The steps by which a chance is drawn."""


class Space(NamedTuple):
    """The arrays that the loop reads and writes."""

    seen: Records
    """The seat's turns and then the end, as records without hidden cards."""
    acts: Array
    """int64[turns]: the seat's actions, as far as they were seen."""
    unseen: Array
    """int64[cards]: the cards that can be held."""
    now: Array
    """int64[2, most]: the seat's cards as they are followed, as many as a part has room for."""
    size: Array
    """int64[2]: how many these are."""
    own: Array
    """int64[turns + 1, 2, most]: the seat's cards at each turn and at the end."""
    held: Array
    """int64[hands, 2, most]: the cards of each hand at the end."""
    weight: Array
    """float64[hands]."""
    rows: Records
    words: Array
    menus: Records
    rngs: Records
    chosen: Array
    share: Array
    mind: Any
    """What the strategy reads and writes."""


Looker = Callable[..., int]
"""Writes the chances of a strategy: `(space, m, rng) -> actions`."""


@functools.cache
def by_policy(policy: Policy) -> Looker:
    """The chances of a policy: its one action."""

    @compiled
    def look(space: Space, m: Menu, rng: Random) -> int:
        space.chosen[0], space.share[0] = policy(space.rows[VIEW:], m, rng), 1.0
        return 1

    return look


def by_strategy(strategy: Trained) -> Looker:
    """The chances of a trained strategy."""
    return _by_decider(decider(strategy))


@functools.cache
def _by_decider(decide: Callable[..., tuple[int, float]]) -> Looker:
    @compiled
    def look(space: Space, m: Menu, rng: Random) -> int:
        memory, hands, deals = space.mind
        forget(hands.keys)
        n, _ = decide(space.rows, space.words, m, space.menus, rng, memory, hands, deals)
        for k in range(n):
            space.chosen[k], space.share[k] = memory.notes.chosen[k], memory.shares[0, k]
        return n

    return look


def follower(game: Game, look: Looker) -> Callable[[Space, int], None]:
    """The loop: `(space, seat)` writes hands and their weights."""
    return _follower(game.verbs, look, has_aside(game))


@functools.cache
def _follower(verbs: Verbs, look: Looker, with_aside: bool) -> Callable[[Space, int], None]:
    put = _putter(with_aside)
    deal, weigh = _dealer(verbs, look, put, with_aside), _weigher(verbs, look, put)

    @compiled
    def follow(space: Space, p: int) -> None:
        last, tries, most = len(space.acts), 0, _TRIES * len(space.weight)
        for h in range(len(space.weight)):
            chance = 0.0
            while chance == 0.0:
                chance = deal(space, p, tries >= most, tries >= 2 * most)
                tries += 1
            space.held[h] = space.own[last]
            space.weight[h] = weigh(space, p, chance)

    return follow


def _dealer(
    verbs: Verbs, look: Looker, put: Callable[..., None], with_aside: bool
) -> Callable[..., float]:
    """`(space, seat, is_drawn, is_any) -> chance`: deals a hand that fits; 0 if it does not.

    `is_drawn`: it may have drawn otherwise, as at random; `is_any`: it may be any hand.
    """
    (_, menu, step, _, redeal), keep = verbs, _keeper(with_aside)

    @compiled
    def deal(space: Space, p: int, is_drawn: bool, is_any: bool) -> float:
        rng, m, chance = space.rngs[0], space.menus[0], 1.0
        space.size[:] = 0
        for i in range(len(space.acts)):
            put(space, i, p)
            menu(space.rows[VIEW], m)
            if not _is_offered(m, space.acts[i]):
                if not is_any:
                    return 0.0
                chance *= AT_RANDOM
            elif _is_draw(m):
                action = _drawn(space, look(space, m, rng), p, space.acts[i])
                if action == NO_ACTION:
                    if not is_drawn:
                        return 0.0
                    menu(space.rows[VIEW], m)
                    action, chance = _any_draw(space, m, space.acts[i]), chance * AT_RANDOM
                redeal(space.rows[VIEW], rng)
                step(space.rows[VIEW], action)
                keep(space, p)
        put(space, len(space.acts), p)
        return chance

    return deal


def _weigher(verbs: Verbs, look: Looker, put: Callable[..., None]) -> Callable[..., float]:
    """`(space, seat, chance) -> chance`, with those of the seat's bets."""
    menu = verbs.menu

    @compiled
    def weigh(space: Space, p: int, chance: float) -> float:
        rng, m = space.rngs[0], space.menus[0]
        for i in range(len(space.acts) if chance > 0.0 else 0):
            space.now[:] = space.own[i]
            space.size[:] = len(space.now[0])
            put(space, i, p)
            menu(space.rows[VIEW], m)
            if not _is_draw(m):
                view = space.rows[VIEW]
                level, pot = view.betting.bet[p] + owed(m), pot_of(view) + owed(m)
                n = look(space, m, rng)
                done = chance_of(space.acts[i], space.chosen, space.share, n, level, pot)
                chance *= (1.0 - AT_RANDOM) * done + AT_RANDOM / n
        return chance

    return weigh


@functools.cache
def _putter(with_aside: bool) -> Callable[..., None]:
    """`(space, turn, seat)`: writes the turn with the seat's cards, dealing those that lack."""

    @compiled
    def put(space: Space, i: int, p: int) -> None:
        view = space.rows[VIEW]
        space.rows[VIEW] = space.seen[i]
        _put(space, view.hole, p, _HELD)
        if with_aside:
            _put(space, view.thrown, p, _ASIDE)
        space.own[i] = space.now

    return put


@functools.cache
def _keeper(with_aside: bool) -> Callable[..., None]:
    """`(space, seat)`: what is left of the seat's cards after a draw, before others come."""

    @compiled
    def keep(space: Space, p: int) -> None:
        view, before = space.rows[VIEW], space.now.copy()
        n, aside = space.size[_HELD], space.size[_ASIDE]
        space.size[_HELD] = _keep(space, view.hole, p, _HELD, before, n, aside)
        if with_aside:
            space.size[_ASIDE] = _keep(space, view.thrown, p, _ASIDE, before, n, aside)

    return keep


@compiled
def _put(space: Space, part: Any, p: int, row: int) -> None:
    """Write the seat's cards into the hidden places of a part."""
    k = 0
    for place in range(part.size[p]):
        if part.card[p, place] == HIDDEN:
            if k == space.size[row]:
                space.now[row, k] = _another(space)
                space.size[row] += 1
            part.card[p, place] = space.now[row, k]
            k += 1


@compiled
def _another(space: Space) -> int:
    """A card that the seat does not have yet."""
    while True:
        card: int = space.unseen[below(space.rngs[0], len(space.unseen))]
        if not _has(space.now, space.size[_HELD], space.size[_ASIDE], card):
            return card


@compiled
def _has(cards: Array, n: int, aside: int, card: int) -> bool:
    """Whether a card is among n in a hand, and others laid aside."""
    found = False
    for k in range(n):
        found |= cards[_HELD, k] == card
    for k in range(aside):
        found |= cards[_ASIDE, k] == card
    return found


@compiled
def _keep(space: Space, part: Any, p: int, row: int, before: Array, n: int, aside: int) -> int:
    """Write the cards of a part that the seat had before; returns how many."""
    k = 0
    for place in range(part.size[p]):
        if _has(before, n, aside, part.card[p, place]):
            space.now[row, k] = part.card[p, place]
            k += 1
    return k


@compiled
def _is_offered(m: Menu, done: int) -> bool:
    """Whether the rules offer such a hand what was done."""
    found = False
    for row in range(m.n):
        found |= m.kind[row] == actions.kind(done)
    return found


@compiled
def _is_draw(m: Menu) -> bool:
    """Whether cards may be laid aside."""
    found = False
    for row in range(m.n):
        found |= m.kind[row] in PICKED
    return found


@compiled
def _drawn(space: Space, n: int, p: int, done: int) -> int:
    """The draw of a strategy with n actions, if it looks like the one that was seen."""
    left = below(space.rngs[0], _FINE) / _FINE
    for k in range(n):
        left -= space.share[k]
        if left < 0.0:
            action: int = space.chosen[k]
            size = space.rows[VIEW].hole.size[p]
            return action if _looks_like(action, done, size) else NO_ACTION
    return NO_ACTION


@compiled
def _looks_like(action: int, done: int, size: int) -> bool:
    """Whether two draws from a hand of some size lay as many cards aside."""
    kind, amount = actions.kind(action), actions.amount(done)
    if kind != actions.kind(done):
        return False
    if kind in SETS and amount != UNSEEN:
        return _bits(sets.mask(size, actions.amount(action))) == _bits(sets.mask(size, amount))
    return True


@compiled
def _bits(places: int) -> int:
    """The number of places in a set."""
    n = 0
    while places > 0:
        n, places = n + (places & 1), places >> 1
    return n


@compiled
def _any_draw(space: Space, m: Menu, done: int) -> int:
    """A draw that looks like the one that was seen: as seen, or with any card."""
    amount = actions.amount(done)
    for row in range(m.n):
        if m.kind[row] == actions.kind(done) and amount == UNSEEN:
            low = m.lowest[row]
            amount = low + below(space.rngs[0], m.highest[row] - low + 1)
    return actions.encode(actions.kind(done), amount)
