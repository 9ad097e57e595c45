"""The client of fifty lines plays, and uses nothing of Sidepot but the checker of deals."""

import asyncio
import subprocess
import sys

from sidepot.room.web.serving import Serving
from tests.children import ROOT
from tests.room.web.server import LIMIT, Visitor, served

CLIENT = ROOT / "examples" / "client.py"


@served
async def test_the_little_client_plays_a_hand(serving: Serving) -> None:
    ana = await Visitor(serving.local).register("Ana")
    made = await ana.create(bots=[{"chair": 1}])
    command = [sys.executable, str(CLIENT), made["link"], "Fred"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        try:
            assert child.stdout
            async with asyncio.timeout(LIMIT):
                said = ""
                while "Hand 3" not in said:
                    said = await asyncio.to_thread(child.stdout.readline)
                    assert said
        finally:
            child.kill()
    lines = await ana.get(f"/api/tables/{made['table']}/hands")
    assert len(lines) >= 2 and "Fred" in lines[0]["names"]


def test_it_is_short_and_needs_only_the_checker() -> None:
    source = CLIENT.read_text("utf-8")
    code = [line for line in source.splitlines() if line.strip() and '"""' not in line]
    imported = [line for line in code if "import" in line and "sidepot" in line]
    assert imported == [
        "from sidepot.decoding import JsonReader",
        "from sidepot.room.client.fairness import DealChecker",
        "from sidepot.room.protocol.messages import FromServer",
    ]
    assert len(code) <= 56
