"""Computes the figures of the page: minutes and gigabytes of solving, and minutes of play."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import Executor

from docs.knowledge import hindsight
from docs.knowledge.figures import Ratio, Reply, Table, ratio

from sidepot import games
from sidepot.bots import policy_of
from sidepot.bots.ricochet import share
from sidepot.cli.progress import Progress, Solving
from sidepot.engine.game import Game
from sidepot.lab.match import match
from sidepot.lab.statistics import collect_statistics
from sidepot.odds.ricochet import opening
from sidepot.odds.ricochet.solution import solve_deals, solve_game

GAME = "ricochet-2"
PLAYERS = range(2, 9)
HANDS = 1_000_000
DEALS = 200
"""Deals of the replies to the share rule."""
SEED = 17
THREADS = 2
RATIOS = ((1, 2), (1, 1), (2, 1), (3, 1), (4, 1), (6, 1))
"""Antes and prices of a card, in chips."""
DIGITS = 6


def solve(pool: Executor | None = None) -> Iterator[Ratio]:
    """Solve the game for two, ratio by ratio; in a pool, each takes gigabytes of a worker."""
    wanted = {
        (ante, price): games.find(GAME, ante=ante, card_price=price)
        for ante, price in RATIOS
        if ante != price
    }
    solving = {key: pool.submit(solve_deals, game) for key, game in wanted.items()} if pool else {}
    for ante, price in RATIOS:
        _say(f"ante {ante}, card price {price}")
        if ante == price:  # the table that ships, in prices of a card
            yield ratio(ante, price, opening.deal_bounds().items())
            continue
        key = ante, price
        deals = solving[key].result() if pool else solve_game(wanted[key], Solving()).deals
        yield ratio(ante, price, ((deal, [(0.0, 0.0), *buys]) for deal, buys in deals.items()))


def play(hands: int = HANDS, pool: Executor | None = None) -> Iterator[Table]:
    """Play by the share rule of the bots, table by table."""
    for players in PLAYERS:
        _say(f"{players} players")
        yield table(games.find(GAME), players, hands, pool)


def table(game: Game, players: int, hands: int, pool: Executor | None = None) -> Table:
    """The statistics of a table. Raises `KeyboardInterrupt` if not all hands were played."""
    seen = collect_statistics(
        game,
        players=players,
        hands=hands,
        policy=share,
        seed=SEED,
        threads=THREADS,
        pool=pool,
        progress=Progress(hands),
    )
    done = seen.simulation
    if done.hands < hands:
        raise KeyboardInterrupt
    return Table(
        players=players,
        hands=done.hands,
        signature=done.signature,
        payoff=[round(mean, DIGITS) for mean in done.payoff_mean],
        error=[round(error, DIGITS) for error in done.payoff_stderr],
        asked=seen.asked,
        pots=seen.pots,
        dealt=seen.dealt,
        won=seen.won,
        highest=seen.highest,
        splits=seen.splits,
    )


def reply(deals: int = DEALS, pool: Executor | None = None) -> Iterator[Reply]:
    """Play one who tries every choice, and one who comes to know the deck, table by table.

    All others play by the share rule.
    Raises `KeyboardInterrupt` if not all deals were played.
    """
    game = games.find(GAME)
    for players in PLAYERS[1:]:
        _say(f"a reply among {players} players")
        policies = [policy_of(game, "expert"), *[share] * (players - 1)]
        found = match(game, policies, deals=deals, seed=SEED, threads=THREADS, pool=pool)
        if found.stopped:
            raise KeyboardInterrupt
        least = round(found.mean[0], DIGITS), round(found.stderr[0], DIGITS)
        bound, its_error = hindsight.most(game, players, deals, SEED)
        most = round(bound, DIGITS), round(its_error, DIGITS)
        yield Reply(players, deals, found.signature, *least, *most)


def _say(what: str) -> None:
    print(what, file=sys.stderr, flush=True)
