"""No message of a room reaches the terminal as a control, runs a file or ends in a traceback."""

from __future__ import annotations

import asyncio
import io
import json
import random
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from sidepot.errors import UserError
from sidepot.room.client import bot as client_bot
from sidepot.room.client.connection import TableConnection
from sidepot.room.client.http import RoomClient
from sidepot.room.live.subscription import Subscription
from sidepot.room.protocol import messages as m
from sidepot.room.protocol.resources import LedgerView, Transfer
from sidepot.terminal.join import RemoteTable
from sidepot.terminal.screen import Screen
from sidepot.words.wire import decode_hook
from tests.room.harness import RoomHarness, drain, with_room
from tests.terminal.script import console, printed

Json = dict[str, Any]
_decoder: msgspec.json.Decoder[m.FromServer] = msgspec.json.Decoder(
    m.FromServer, dec_hook=decode_hook
)
CONTROLS = "A\x1b[2J\x1b]0;x\x07\x9b31m\r\u202e\0\x1b[\0\0"
DEEP: Any = "x"
for _ in range(150):
    DEEP = {"key": "client.said", "values": {"text": DEEP}, "text": "x"}
HOSTILE: dict[type, list[Any]] = {
    str: [CONTROLS, "", "x.py"],
    int: [10**15, -5],
    list: [[], [None], [CONTROLS] * 3],
    dict: [
        {},
        {"n": DEEP},
        {"player": None, "players": 3, "n": [], "amount": {}, "text": CONTROLS},
    ],
}
TYPED = ("t", "?", "deal", "rules", "sit", "fold", "x")


def _needy(view: Any, rng: Any) -> str:
    return "fold"


_needy.needs_record = True  # type: ignore[attr-defined]


def _view(message: Json) -> m.View:
    view = _decoder.decode(json.dumps(message))
    assert isinstance(view, m.View)
    return view


async def seen(harness: RoomHarness) -> list[Json]:
    """All that a player is sent of a hand, with a line of chat."""
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo)
    await harness.room.subscribe(ana, table)
    looking: Subscription = await harness.room.subscribe(bo, table)
    await harness.do(ana, table, m.Chat, text="hello")
    await harness.wait(4)
    found = await drain(looking)
    while (await harness.state(table)).in_play:
        await harness.act(table)
        found += await drain(looking)
    return found


async def last(harness: RoomHarness) -> Json:
    """The last view of a hand."""
    return [message for message in await seen(harness) if message.get("hand")][-1]


def changed(message: Any, whole: Any, done: set[str], path: str = "") -> Iterator[str]:
    """Texts of a whole message in which one value is hostile, of each kind of place one."""
    for place in message if isinstance(message, dict) else range(len(message)):
        value, where = message[place], f"{path}.{place if isinstance(place, str) else ''}"
        if where != ".type" and where not in done:
            done.add(where)
            for other in HOSTILE.get(type(value), []):
                message[place] = other
                yield json.dumps(whole)
            message[place] = value
        if isinstance(value, (dict, list)):
            yield from changed(value, whole, done, where)


def remote() -> RemoteTable:
    screen = Screen(console=console(), source=io.StringIO())
    return RemoteTable(screen, TableConnection(RoomClient("http://room"), "t"), explains=True)


async def answered(table: RemoteTable, message: str) -> None:
    """Show a message, and type all that uses it."""
    try:
        table.show(_decoder.decode(message))
    except (UserError, msgspec.DecodeError):
        return
    for line in TYPED if table.view else ():
        try:
            await table.carry_out(line)
        except UserError:
            continue


@pytest.fixture(autouse=True)
def _own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@with_room
async def test_no_message_ends_in_a_traceback_or_controls_the_terminal(
    harness: RoomHarness,
) -> None:
    done: dict[str, set[str]] = {}
    number = 0
    for message in await seen(harness):
        known = done.setdefault(message["type"], set())
        for hostile in changed(message, message, known):
            table, number = remote(), number + 1
            await answered(table, hostile)
            shown = printed(table.screen).replace("\n", "")
            assert shown.isprintable(), (hostile, shown)
    assert number > 150


@with_room
async def test_a_room_cannot_name_a_file_that_is_run(harness: RoomHarness) -> None:
    file = harness.path.with_name("game.py")
    ran = harness.path.with_name("ran")
    file.write_text(f"open({str(ran)!r}, 'w').close()\n")
    view = await last(harness)
    view["hand"]["game"] = view["room"]["game"]["name"] = str(file)
    table = remote()
    await answered(table, json.dumps(view))
    bot = client_bot.BotClient(table.connection, _needy, random.Random(1), print)
    with pytest.raises(UserError):
        bot._follow(_view(view))
    assert not ran.exists()


@with_room
async def test_a_bot_takes_a_free_chair_at_the_largest_table(harness: RoomHarness) -> None:
    view = await last(harness)
    view["room"]["rules"]["chairs"], view["chair"] = 20, None
    bot = client_bot.BotClient(remote().connection, _needy, random.Random(1), print)
    await bot._respond(_view(view))
    (sent,) = bot.connection._unanswered.values()
    assert isinstance(sent, m.Sit) and sent.chair == 2


def test_debts_of_nobody_end_in_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    table = remote()
    client: Any = table.connection.client
    ledger = LedgerView(accounts=[], transfers=[Transfer(5, 6, 1)])
    evening = SimpleNamespace(hands=0, games=[], highlights=[], ledger=ledger)
    monkeypatch.setattr(client, "evening", lambda _: evening)
    asyncio.run(table._evening())
