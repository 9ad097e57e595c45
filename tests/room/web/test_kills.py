"""SIGKILL to a real `sidepot serve` while browsers play: they come again, and nothing is lost."""

import asyncio
import random
import signal
import sys
from pathlib import Path

import pytest

from tests.room.test_crash import check
from tests.room.web.killing import PEOPLE, TABLES, Player, acknowledged, go_on, seat
from tests.room.web.process import serving


async def kill_often(folder: Path, kills: int) -> None:
    rng, done = random.Random(kills), asyncio.Event()
    port = 0
    players: list[Player] = []
    playing: asyncio.Future[list[None]] | None = None
    try:
        for _ in range(kills):
            with serving(folder, port=port) as served:
                port = served.port
                if playing is None:
                    players = await seat(served.base)
                    playing = asyncio.gather(*(player.play(done) for player in players))
                await go_on(players, 1, playing)
                await asyncio.sleep(rng.uniform(0, 1))
                assert served.end(signal.SIGKILL) == -signal.SIGKILL
            check(folder, acknowledged(players))
        with serving(folder, port=port) as served:
            assert playing is not None
            await go_on(players, 3, playing)
            done.set()
            await playing
            assert served.end(signal.SIGTERM) == 0
    finally:
        done.set()
    counts = check(folder, acknowledged(players))
    assert not counts["voided"]
    assert all(counts[player.table] >= kills + 3 for player in players)
    assert all(player.lives > kills for player in players)
    assert len(acknowledged(players)) > TABLES * PEOPLE * (kills + 2)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_a_kill_loses_nothing(tmp_path: Path) -> None:
    asyncio.run(kill_often(tmp_path, 1))


@pytest.mark.soak
@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_many_kills_lose_nothing(tmp_path: Path) -> None:
    asyncio.run(kill_often(tmp_path, 30))
