"""Samples for positions that a bot judges by chance."""

import pytest

from sidepot.bots import draw, equity, guts, high_noon, poker_roulette
from sidepot.kernel import PLAIN

SAMPLES = 60


@pytest.fixture
def enough_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    """More samples in plain Python, where bots take only a few; machine code has them anyway."""
    if PLAIN:
        monkeypatch.setattr(equity, "DEALS", SAMPLES)
        for bots in (draw, guts, high_noon, poker_roulette):
            monkeypatch.setattr(bots, "SAMPLES", SAMPLES)
