"""Replays that strangers hand in: their size is that of the hand, and few are kept."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from sidepot.room.live import replays
from sidepot.room.live.replays import Replays
from tests.history.hands import KNOWN


def replayed(*texts: str) -> tuple[list[int], Replays]:
    """The bytes of each replay, and who keeps them."""
    kept = Replays()

    async def run() -> list[int]:
        return [len(memoryview(await kept.replay(text, None))) for text in texts]

    try:
        return asyncio.run(run()), kept
    finally:
        kept.close()


@pytest.mark.soak("the bytes of kept replays are bounded every time")
def test_a_long_name_does_not_make_every_step_of_a_replay_long() -> None:
    plain = KNOWN.text()
    names = tuple(name * 4000 for name in KNOWN.names)
    text = replace(KNOWN, players=names).text()
    (before, after), _ = replayed(plain, text)
    assert after < before + 400 * 64


def test_the_bytes_of_kept_replays_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [KNOWN.text() + f"# {n}\n" for n in range(4)]
    (size, *_), _ = replayed(*texts[:1])
    most = 5 * size // 2
    monkeypatch.setattr(replays, "_KEPT_BYTES", most)
    sizes, kept = replayed(*texts)
    assert size < kept.kept_bytes < most < sum(sizes)


def test_a_replay_beyond_the_bound_is_shown_and_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replays, "_KEPT_BYTES", 10)
    sizes, kept = replayed(KNOWN.text())
    assert sizes[0] > 10 and not kept.kept_bytes
