"""Hands of bulk play, played again one by one through `Hand`: the same cards, the same actions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sidepot import kernel
from sidepot.bots import Bot, Policy, PolicyBot
from sidepot.bots.trained.strategy import Learned
from sidepot.engine import keeping, setup
from sidepot.engine.game import Game, Hand
from sidepot.kernel import Random, Records, compiled
from sidepot.lab.interpreted import Deal, Player
from sidepot.lab.simulate import SESSION
from sidepot.rules.actions import Menu, any_of
from sidepot.rules.carried import ALONE, GOES_ON
from sidepot.rules.deck import shuffle


def simulated(
    game: Game,
    *,
    stacks: Sequence[int],
    hands: range,
    seed: int,
    policy: Policy | Learned | None,
    every: int = 1,
) -> Iterator[Hand]:
    """Some hands of a simulation (`lab.simulate.simulate`): those whose number `every` divides.

    In games that keep anything each hand of a session is played, because the next depends on it:
    there `hands` begins with a session (`step`).
    """
    bot = policy if isinstance(policy, Bot) else PolicyBot(game, policy or _at_random)
    last: Hand | None = None
    for number in hands:
        place = number % SESSION
        if not game.keeps and number % every:
            continue
        before = last if place else None
        last = _played(game, stacks, (seed, number), bot, before)
        if number % every == 0:
            yield last


def step(game: Game) -> int:
    """The hands of a simulation that belong together, because each depends on those before."""
    return SESSION if game.keeps else 1


@compiled
def _at_random(views: Records, menu: Menu, rng: Random) -> int:
    """The policy of a simulation without one: uniform random actions."""
    return any_of(menu, rng)


def _played(
    game: Game, stacks: Sequence[int], at: tuple[int, int], bot: Bot, before: Hand | None
) -> Hand:
    """Hand `at` of an experiment, to its end; `before`: the hand before it, in a session."""
    rows, rngs = game.batch(), kernel.generator(*at)
    s = kernel.fields(rows)
    rng: Any = kernel.fields(rngs)
    kept: keeping.Values | None = None
    goes_on = ALONE
    if game.keeps:
        kept = before.keeps if before else keeping.blank(game, len(stacks))
        goes_on = GOES_ON if (at[1] + 1) % SESSION else ALONE
    setup.seat(game, s, stacks, kept=kept, goes_on=goes_on)
    shuffle(s.deck, rng)
    hand = Hand(game, rows, number=at[1])
    while hand.actor is not None:
        hand.act(bot.choose(hand.record(hand.actor), rngs))
    return hand


def matched(
    game: Game,
    players: Sequence[Player],
    names: Sequence[str],
    *,
    hands: range,
    stack: int | None,
    seed: int,
    every: int = 1,
) -> Iterator[Hand]:
    """Some hands of a match (`lab.match.match`), those whose number `every` divides.

    They have names by seat. A deal is one hand for each rotation of the players.
    """
    n = len(players)
    stacks = game.stacks(n, stack)
    for number in hands[-hands.start % every :: every]:
        deal, shift = divmod(number, n)
        seated = [names[(seat - shift) % n] for seat in range(n)]
        yield Deal(game, stacks, seed, deal, seated).play(players, shift)
