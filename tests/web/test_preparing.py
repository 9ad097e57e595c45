"""`sidepot serve` listens at once, and compiles its games while people come."""

import asyncio
import json
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.web import server
from tests.web.process import serving
from tests.web.server import company

LAST = "kuhn"
"""A game far behind in the order in which games are prepared."""
_PATIENCE = 90


def logged(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGTERM to be heard")
def test_it_is_open_before_its_games_are_ready_and_prepares_what_is_wanted_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "LIMIT", _PATIENCE)
    with serving(tmp_path) as served:
        began = [line for line in logged(served.log) if line["event"] == "prepared"]
        assert not began, "it has compiled before it listened"

        async def visit() -> None:
            wanted = {"games": [{"name": LAST}], "bots": [{"chair": 1}]}
            (ana,), table = await company(served.base, "Ana", **wanted)
            offers = await ana.get("/api/games")
            assert any(offer["preparing"] for offer in offers if offer["name"] == LAST)
            async with ana.at(table) as line:
                told = await line.kind("notice")
                assert told["said"]["key"] == "room.notice_preparing"
                assert "Kuhn" in told["said"]["text"]
                await line.sit(0)
                await line.dealt()

        asyncio.run(visit())
        assert served.end(signal.SIGTERM) == 0
    events = [(line["event"], line.get("game")) for line in logged(served.log)]
    prepared = [game for event, game in events if event == "prepared"]
    assert ("preparing", LAST) in events and LAST in prepared[:4]
    assert not [line for line in logged(served.log) if line["level"] in ("warning", "error")]
