"""The exact chance to escape in Ricochet: microseconds a position, from a compiled caller."""

from __future__ import annotations

import statistics
import time
import zlib
from collections.abc import Callable, Mapping

import numpy as np

import sidepot
from benchmarks.timing import Figure
from sidepot import bots, kernel
from sidepot.kernel import Array, Records, compiled
from sidepot.odds.ricochet.escape import escape
from sidepot.rules.upcards import COMPLETE

POSITIONS = 500
ROUNDS = 200
NAME = "chances to escape, every number of cards"


def figures() -> list[Figure]:
    """Positions of two to eight players; the signature is of all their chances."""
    rows, within = positions(), np.empty((POSITIONS, COMPLETE + 1))
    mark = chances(rows, within)
    times = [timed(rows[i : i + 1], within[i]) for i in range(POSITIONS)]
    median, slowest = statistics.median(times), max(times)
    remark = f"slowest {slowest:.1f} us"
    return [Figure(NAME, median, "us/position", mark, remark)]


def signatures() -> Mapping[str, Callable[[], str]]:
    """A hash of all the chances."""
    return {NAME: lambda: chances(positions(), np.empty((POSITIONS, COMPLETE + 1)))}


def chances(rows: Records, within: Array) -> str:
    """Count the chances of every position; a hash of them, to nine digits."""
    for i in range(POSITIONS):
        count_chances(rows[i : i + 1], 1, within[i])
    return f"{zlib.crc32(within.round(9).tobytes()):08x}"


def positions() -> Records:
    """Positions that random play reaches after some turns, concealed for the player to act."""
    game = sidepot.game("ricochet-2")
    bot, rngs = bots.find(game, "random"), kernel.generator(0)
    rows, found, number = game.batch(POSITIONS), 0, 0
    while found < POSITIONS:
        hand = game.deal(players=2 + number % 7, seed=1, hand=number)
        for _ in range(number % 11):
            if not hand.over:
                hand.act(bot.choose(hand.record(hand.actor or 0), rngs))
        if hand.actor is not None:
            rows[found : found + 1] = hand.record(hand.actor)
            found += 1
        number += 1
    return rows


def timed(rows: Records, within: Array) -> float:
    """The processor time of one position, in microseconds."""
    started = time.process_time()
    count_chances(rows, ROUNDS, within)
    return 1e6 * (time.process_time() - started) / ROUNDS


def _count_chances(rows: Records, rounds: int, within: Array) -> None:
    """Count the chances of one position, `rounds` times."""
    for _ in range(rounds):
        within[:] = escape(rows[0])


_count_chances.__module__ = escape.__module__
"""Rules of other packages check indices, and all that they call with them: ours do not."""
count_chances = compiled(_count_chances)
