"""The system's randomness: an order of the deck from random bytes, asked for once."""

import random
from collections import Counter

import pytest

from sidepot import entropy
from sidepot.room.table.randomness import SORT_KEY_BYTES, SystemRandomness


def test_a_shuffle_asks_once_and_sorts_by_what_it_gets(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    class Given(random.Random):
        def randbytes(self, n: int) -> bytes:
            asked.append(n)
            return b"".join(bytes([7] * (SORT_KEY_BYTES - 1) + [byte]) for byte in (3, 0, 255, 2))

    monkeypatch.setattr(entropy, "source", Given())
    assert SystemRandomness().shuffle([10, 11, 12, 13]) == [11, 13, 10, 12]
    assert asked == [4 * 16]


def test_every_order_comes() -> None:
    randomness = SystemRandomness()
    orders = Counter(tuple(randomness.shuffle([1, 1, 2, 3])) for _ in range(6000))
    assert len(orders) == 12
    assert all(350 < count < 650 for count in orders.values())  # 500, and six deviations
    assert randomness.shuffle([]) == []
