"""Buckets of hands with like prospects, in each round of a game."""

from __future__ import annotations

import numpy as np

from sidepot.bots.trained.prospects import WHOLE
from sidepot.bots.trained.table import NOWHERE
from sidepot.kernel import Array, compiled

_STEPS = 12
"""Steps of k-means."""


@compiled
def bucket_in(now: int, share: int, second: int, rounds: Array, centers: Array) -> int:
    """The bucket of prospects in a round; in one never met, the share itself, coarsely."""
    k = place_of_round(now, rounds)
    if k != NOWHERE:
        return nearest(share, second, centers, k)
    coarse: int = share * centers.shape[1] // (WHOLE + 1)
    return coarse


@compiled
def place_of_round(now: int, rounds: Array) -> int:
    """The place of a round among those that were met, or `NOWHERE`."""
    for k in range(len(rounds)):
        if rounds[k] == now:
            return k
    return NOWHERE


@compiled
def nearest(share: int, second: int, centers: Array, k: int) -> int:
    """The bucket of round k whose middle is nearest, the first of equals."""
    bucket, least = 0, 1 << 60
    for j in range(centers.shape[1]):
        far, farther = share - centers[k, j, 0], second - centers[k, j, 1]
        distance = 2 * far * far + farther * farther
        if distance < least:
            bucket, least = j, distance
    return bucket


def centers_of(entries: Array, buckets: int) -> tuple[Array, Array]:
    """The rounds in a log, and the middles of the buckets of each: k-means, in whole numbers.

    It begins with middles that divide the sum of both prospects into equally many.
    """
    entries = np.asarray(entries)
    rounds = np.unique(entries[:, 0])
    centers = np.zeros((len(rounds), buckets, 2), np.int64)
    for k, now in enumerate(rounds.tolist()):
        points = entries[entries[:, 0] == now, 1:]
        order = np.lexsort((points[:, 1], points[:, 0], points.sum(axis=1)))
        places = (2 * np.arange(buckets) + 1) * len(points) // (2 * buckets)
        centers[k] = _settled(points, points[order[places]])
    return rounds, centers


def _settled(points: Array, middles: Array) -> Array:
    """Middles of the points that are nearest to each, after some steps."""
    middles = middles.copy()
    for _ in range(_STEPS):
        far = points[:, None, :] - middles[None, :, :]
        own = (2 * far[..., 0] ** 2 + far[..., 1] ** 2).argmin(axis=1)
        for j in range(len(middles)):
            mine = points[own == j]
            if len(mine):
                middles[j] = mine.sum(axis=0) // len(mine)
    return middles
