"""Fills in the page of the house's edge: `make edges`, some minutes on two cores.

`make docs` leaves it out, because hands have to be played. The same seed makes the same page.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from concurrent.futures import Executor
from pathlib import Path

from docs.generate import filled

from sidepot import games
from sidepot.cli.workers import cluster_or_none, declare_cluster
from sidepot.engine.game import Game
from sidepot.lab.edges import Edge, cover_edge, game_edge, quickdraw_edge

PAGE = Path(__file__).parent / "house-edge.md"
GAME = "ricochet-casino"
SEED = 7
THREADS = 2
DEALS = {1: 60_000, 2: 30_000, 3: 25_000, 4: 20_000, 5: 16_000, 6: 14_000, 7: 14_000}
"""Hands by the number of players: enough for an interval of about 1 % of an ante each way."""


def game_rows(played: Mapping[int, Edge]) -> str:
    """The Markdown table of the game's edge, by the number of players."""
    rows = [
        "| players | edge | 95 % interval | hands | signature |",
        "| --- | --- | --- | --- | --- |",
    ]
    for players, edge in played.items():
        low, high = edge.edge - edge.interval, edge.edge + edge.interval
        interval = f"{low:.1%} to {high:.1%}"
        rows.append(
            f"| {players} | {edge.edge:.1%} | {interval} | {edge.hands:,} | `{edge.signature}` |"
        )
    return "\n".join(rows)


def side_rows(game: Game) -> str:
    """The Markdown table of the side bets' edges."""
    rows = ["| bet | edge |", "| --- | --- |"]
    rows.append(f"| Quickdraw | {quickdraw_edge(game).edge:.4%} |")
    rows.append(f"| Cover | {cover_edge(game).edge:.4%} |")
    return "\n".join(rows)


def play(game: Game, deals: Mapping[int, int], pool: Executor | None = None) -> dict[int, Edge]:
    """The edges by the number of players, from as many hands as `deals` says for each."""
    played = {}
    for players, n in deals.items():
        played[players] = game_edge(game, players, deals=n, seed=SEED, threads=THREADS, pool=pool)
        print(f"{players} players: {played[players]}", file=sys.stderr, flush=True)
    return played


def main() -> None:
    """Play the hands, count the side bets and write the page."""
    parser = argparse.ArgumentParser(prog="python -m docs.edges", description=__doc__)
    declare_cluster(parser)
    game = games.find(GAME)
    with cluster_or_none(parser.parse_args().cluster) as pool:
        played = play(game, DEALS, pool)
    text = filled(PAGE.read_text("utf-8"), "edges", game_rows(played))
    PAGE.write_text(filled(text, "side bets", side_rows(game)), "utf-8")


if __name__ == "__main__":
    main()
