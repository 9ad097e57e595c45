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


State = tuple[int, int, int, int]
"""The fields of a stream as values: loops that draw often keep them out of memory."""


class Random(Part):
    """The state of one stream: 128 bits, 32 per field."""

    a: int
    b: int
    c: int
    counter: int


@compiled
def seed(rng: Random, experiment: int, stream: int) -> None:
    """Go to the start of stream number `stream` of `experiment`; 64 bits of each count."""
    state = (
        experiment & MASK,
        (experiment >> 32) & MASK,
        stream & MASK,
        (stream >> 32) & MASK,
    )
    for _ in range(_WARM_UP):
        _, state = _next(state)
    set_state(rng, state)


@compiled
def state_of(rng: Random) -> State:
    """The state of a stream as values; `set_state` writes it back."""
    return rng.a, rng.b, rng.c, rng.counter


@compiled
def set_state(rng: Random, state: State) -> None:
    """Go to a state."""
    rng.a, rng.b, rng.c, rng.counter = state


@compiled
def _next(state: State) -> tuple[int, State]:
    """32 random bits, and the state after them."""
    a, b, c, counter = state
    bits = (a + b + counter) & MASK
    mixed = (((c << 21) & MASK | (c >> 11)) + bits) & MASK
    return bits, (b ^ (b >> 9), (c + (c << 3)) & MASK, mixed, (counter + 1) & MASK)


@compiled
def draw(rng: Random) -> int:
    """32 random bits."""
    bits, state = _next(state_of(rng))
    set_state(rng, state)
    return bits


@compiled
def below(rng: Random, n: int) -> int:
    """A whole number from 0 to n - 1, exactly uniform for n up to 2**31.

    For larger n, 62 random bits modulo n: a bias under 2**-20 up to n = 2**42, enough for chip
    amounts of that size.
    """
    if n > 1 << 31:
        return (draw(rng) << 30 | draw(rng) >> 2) % n
    number, state = below_of(state_of(rng), n)
    set_state(rng, state)
    return number


@compiled
def below_of(state: State, n: int) -> tuple[int, State]:
    """`below` for n up to 2**31, and the state after it.

    Lemire's multiplication with rejection (ACM TOMACS 29, 2019).
    """
    bits, state = _next(state)
    product = bits * n
    if product & MASK < n:
        rest = ((1 << 32) - n) % n
        while product & MASK < rest:
            bits, state = _next(state)
            product = bits * n
    return product >> 32, state


def generator(experiment: int, stream: int = 0) -> Records:
    """A generator at the start of a stream, as a batch of one, for callers in Python."""
    rngs = batch(record(Random))
    _seed_first(rngs, experiment, stream)
    return rngs


@compiled
def _seed_first(rngs: Records, experiment: int, stream: int) -> None:
    """`seed` for the first generator of a batch."""
    seed(rngs[0], experiment, stream)
