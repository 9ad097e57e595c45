"""Numbers of some streams, for one form of the rules to compare with the other. Prints them."""

import json
from typing import Any

import numpy as np

from sidepot import kernel
from sidepot.kernel import Array, Records, below, compiled, readable
from sidepot.kernel.random import draw

STREAMS = [(0, 0), (0, 1), (1, 0), (7, 2**32), (2**40 + 3, 2**63 - 1), (-1, -2)]
"""Experiments and streams."""
LIMITS = [1, 2, 3, 6, 52, 1000, 2**31 - 1, 2**31, 2**31 + 1, 10**12, 2**42]


@compiled
def fill_draws(rngs: Records, out: Array) -> None:
    """32 bits in each place."""
    for i in range(len(out)):
        out[i] = draw(rngs[0])


@compiled
def fill_below(rngs: Records, n: int, out: Array) -> None:
    """A number below n in each place."""
    for i in range(len(out)):
        out[i] = below(rngs[0], n)


def draws(experiment: int, stream: int, count: int) -> Array:
    """The first numbers of a stream."""
    out = readable(np.zeros(count, np.int64))
    fill_draws(kernel.generator(experiment, stream), out)
    return out


def numbers_below(n: int, count: int, experiment: int = 0) -> Array:
    """The first numbers below n of an experiment's first stream."""
    out = readable(np.zeros(count, np.int64))
    fill_below(kernel.generator(experiment), n, out)
    return out


def sample() -> list[Any]:
    """Some of everything."""
    first = [draws(*stream, 20).tolist() for stream in STREAMS]
    return first + [numbers_below(n, 20).tolist() for n in LIMITS]


if __name__ == "__main__":
    print(json.dumps(sample()))
