"""Random numbers addressed by number: stream `i` of `seed` is the same on any machine and thread.

The generator is sfc32 (Chris Doty-Humphrey, PractRand): small, fast, and its step is a bijection,
so streams that start apart stay apart. Its state is kept in 64-bit fields and masked to 32 bits,
which makes compiled and plain arithmetic equal.
"""

from sidepot.kernel.compiling import compiled
from sidepot.kernel.parts import Part, record
from sidepot.kernel.storage import Records, batch

MASK = 0xFFFFFFFF
_WARM_UP = 15
"""Steps before the first number: as sfc32's author recommends for a key that fills the state."""


class Random(Part):
    """The state of one stream: 128 bits, 32 per field."""

    a: int
    b: int
    c: int
    counter: int


@compiled
def seed(rng: Random, experiment: int, stream: int) -> None:
    """Go to the start of stream number `stream` of `experiment`; 64 bits of each count."""
    rng.a = experiment & MASK
    rng.b = (experiment >> 32) & MASK
    rng.c = stream & MASK
    rng.counter = (stream >> 32) & MASK
    for _ in range(_WARM_UP):
        draw(rng)


@compiled
def draw(rng: Random) -> int:
    """32 random bits."""
    bits = (rng.a + rng.b + rng.counter) & MASK
    rng.counter = (rng.counter + 1) & MASK
    rng.a = rng.b ^ (rng.b >> 9)
    rng.b = (rng.c + (rng.c << 3)) & MASK
    rng.c = (((rng.c << 21) & MASK | (rng.c >> 11)) + bits) & MASK
    return bits


@compiled
def below(rng: Random, n: int) -> int:
    """A whole number from 0 to n - 1, exactly uniform for n up to 2**31.

    Lemire's multiplication with rejection (ACM TOMACS 29, 2019). For larger n, 62 random bits
    modulo n: a bias under 2**-20 up to n = 2**42, enough for chip amounts of that size.
    """
    if n > 1 << 31:
        return (draw(rng) << 30 | draw(rng) >> 2) % n
    product = draw(rng) * n
    if product & MASK < n:
        rest = ((1 << 32) - n) % n
        while product & MASK < rest:
            product = draw(rng) * n
    return product >> 32


def generator(experiment: int, stream: int = 0) -> Records:
    """A generator at the start of a stream, as a batch of one, for callers in Python."""
    rngs = batch(record(Random))
    _seed_first(rngs, experiment, stream)
    return rngs


@compiled
def _seed_first(rngs: Records, experiment: int, stream: int) -> None:
    """`seed` for the first generator of a batch."""
    seed(rngs[0], experiment, stream)
