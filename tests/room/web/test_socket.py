"""The socket: hello, views, commands, refusals, and how it ends."""

import asyncio
import contextlib
import json
import re
import threading
from pathlib import Path

import pytest
import websockets
from websockets.asyncio.client import connect

from sidepot.room.live import coach
from sidepot.room.protocol.messages import PROTOCOL
from sidepot.room.web import socket
from sidepot.room.web.limits import Limits, Rate
from sidepot.room.web.serving import Serving
from tests.analysis.made import exact
from tests.room.web.server import Visitor, company, open_server, served


@served
async def test_a_hand_between_two_browsers(serving: Serving) -> None:
    (ana, bo), table = await company(serving.local, "Ana", "Bo")
    async with ana.at(table) as hers, bo.at(table) as his:
        welcome = await hers.kind("welcome")
        assert welcome["name"] == "Ana" and welcome["guest"] == ana.guest
        await his.kind("welcome")
        await hers.sit(0)
        await his.sit(1)
        lines = (hers, his)
        for line in lines:
            await line.dealt()
        actor = hers if hers.menu else his
        assert (await actor.act("fold"))["type"] == "ack"
        for line in lines:
            ended = await line.see(lambda view: view["hand"] and view["hand"]["result"])
            assert re.search(r" wins? 2 with .* high\.$", ended["said"][-1]["text"])
    [line] = (await ana.get(f"/api/tables/{table}/hands"))[:1]
    assert line["hand"] == 1 and sum(line["nets"]) == 0


@served
async def test_a_command_is_answered_once_and_the_same_again(serving: Serving) -> None:
    (ana,), table = await company(serving.local, "Ana")
    async with ana.at(table) as line:
        first = await line.do("sit", id="x", chair=0, chips=200)
        again = await line.do("sit", id="x", chair=0, chips=200)
        assert first == again and first["type"] == "ack"
    async with ana.at(table) as line:
        assert await line.do("sit", id="x", chair=0, chips=200) == first


@served
async def test_an_illegal_action_is_refused_with_the_legal_ones(serving: Serving) -> None:
    (ana, bo), table = await company(serving.local, "Ana", "Bo")
    async with ana.at(table) as hers, bo.at(table) as his:
        await hers.sit(0)
        await his.sit(1)
        for line in (hers, his):
            await line.dealt()
        actor = hers if hers.menu else his
        refusal = await actor.act("raise to 7")
        assert refusal["type"] == "refusal" and "choose" in refusal["reason"]["text"]
        assert [choice["kind"] for choice in refusal["menu"]] == ["fold", "buy"]


@served
async def test_a_returning_client_gets_everything_or_only_the_news(serving: Serving) -> None:
    (ana,), table = await company(serving.local, "Ana")
    async with ana.at(table) as line:
        await line.sit(0)
        version = line.view["version"]
    async with ana.at(table, since=version) as line:
        assert not (await line.kind("view"))["is_whole"]
    async with ana.at(table, since=version - 1) as line:
        view = await line.kind("view")
        assert view["is_whole"] and view["chair"] == 0


@served
async def test_chat_and_presence_are_streams_of_their_own(serving: Serving) -> None:
    (ana, bo), table = await company(serving.local, "Ana", "Bo")
    async with ana.at(table) as hers:
        before = (await hers.kind("view"))["version"]
        async with bo.at(table) as his:
            here = await hers.until(lambda m: m["type"] == "presence" and len(m["here"]) == 2)
            assert [person["name"] for person in here["here"]] == ["Ana", "Bo"]
            await his.do("chat", text="hello")
            heard = await hers.until(lambda m: m["type"] == "chat_lines" and m["lines"])
            assert heard["lines"][0]["text"] == "hello"
            await his.do("react", reaction="wow")
        await hers.until(lambda m: m["type"] == "presence" and len(m["here"]) == 1)
        assert hers.view["version"] == before


@served
async def test_the_rail_sees_public_tables_and_can_do_nothing(serving: Serving) -> None:
    (_,), public = await company(serving.local, "Ana", public=True)
    (_,), private = await company(serving.local, "Bo")
    nobody = Visitor(serving.local)
    async with nobody.at(public) as line:
        assert (await line.kind("welcome"))["guest"] is None
        refusal = await line.do("sit", chair=0, chips=200)
        assert refusal["reason"]["key"] == "web.unknown"
    async with nobody.at(private) as line:
        goodbye = await line.hear()
        assert (goodbye["type"], goodbye["reason"]) == ("goodbye", "refused")
        assert await line.closed() == 1008
    async with nobody.at("none") as line:
        assert (await line.hear())["said"]["key"] == "room.no_table"


@served
async def test_messages_of_the_wrong_form(serving: Serving) -> None:
    (ana,), table = await company(serving.local, "Ana")
    async with ana.at(table) as line:
        await line.socket.send('{"type": "sit", "id": "w", "chair": -1, "chips": 5}')
        refusal = await line.kind("refusal")
        assert refusal["id"] == "w" and refusal["reason"]["key"] == "web.form"
        assert (await line.do("chat", text="still here"))["type"] == "ack"
        await line.socket.send("once upon a time")
        assert (await line.kind("goodbye"))["reason"] == "protocol"
        assert await line.closed() == 1000
    async with ana.at(table) as line:
        await line.socket.send('{"x": ' + "[" * 60_000)
        assert (await line.kind("goodbye"))["reason"] == "protocol"
        assert await line.closed() == 1000
    async with ana.at(table) as line:
        await line.send(type="hello", protocol=PROTOCOL, table=table)
        assert (await line.kind("goodbye"))["said"]["key"] == "web.second_hello"


@pytest.mark.parametrize(
    ("first", "key"),
    [
        ('{"type": "hello", "protocol": 99, "table": "x"}', "web.protocol"),
        ('{"type": "pause", "id": "1"}', "web.no_hello"),
        ('{"type": "hello"', "web.form"),
        (b"\xff", "web.form"),
        (b"", "web.form"),
        ('{"x": ' + "[" * 60_000, "web.form"),
    ],
)
def test_a_socket_begins_with_hello(first: str | bytes, key: str, tmp_path: Path) -> None:
    async def run() -> None:
        async with open_server(tmp_path) as serving:
            url = serving.local.replace("http", "ws") + "/api/socket"
            async with connect(url, compression=None, proxy=None) as socket:
                await socket.send(first)
                assert json.loads(await socket.recv())["said"]["key"] == key
                with pytest.raises(websockets.ConnectionClosed):
                    await socket.recv()

    asyncio.run(run())


def test_a_message_may_not_be_too_long(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_server(tmp_path) as serving:
            (ana,), table = await company(serving.local, "Ana")
            async with ana.at(table) as line:
                await line.kind("view")
                await line.socket.send('{"type": "chat", "id": "1", "text": "' + "x" * 70_000)
                assert await line.closed() == 1009

    asyncio.run(run())


def test_a_flood_is_read_slowly_and_nothing_of_it_is_lost(tmp_path: Path) -> None:
    async def run() -> None:
        limits = Limits(commands=Rate(5, 50))
        async with open_server(tmp_path, limits=limits) as serving:
            (ana,), table = await company(serving.local, "Ana")
            async with ana.at(table) as line:
                began = asyncio.get_running_loop().time()
                for n in range(25):
                    await line.send(type="pause", id=f"p{n}", is_paused=n % 2 == 0)
                await line.until(lambda m: m["type"] == "ack" and m["id"] == "p24")
                assert asyncio.get_running_loop().time() - began > 0.35

    asyncio.run(run())


def test_pages_of_elsewhere_may_not_open_a_socket(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_server(tmp_path) as serving:
            (ana,), table = await company(serving.local, "Ana")
            for headers in (
                {"Origin": "https://evil.example"},
                {"Origin": "null"},
                {"Origin": "http://["},
            ):
                with pytest.raises(websockets.InvalidStatus):
                    async with ana.at(table, headers=headers):
                        pass
            async with ana.at(table, headers={"Origin": serving.local}) as line:
                assert (await line.kind("welcome"))["name"] == "Ana"

    asyncio.run(run())


def test_sockets_of_an_address_and_of_a_guest_are_counted(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_server(tmp_path, limits=Limits(sockets=3, own_sockets=2)) as serving:
            (ana, bo), table = await company(serving.local, "Ana", "Bo")
            async with ana.at(table) as one, ana.at(table) as two:
                await one.kind("welcome")
                await two.kind("welcome")
                with pytest.raises(websockets.InvalidStatus):
                    async with ana.at(table):
                        pass
                async with bo.at(table) as three:
                    await three.kind("welcome")
                    with pytest.raises(websockets.InvalidStatus):
                        async with bo.at(table):
                            pass
            async with bo.at(table) as line:
                await line.kind("welcome")

    asyncio.run(run())


def test_a_hello_comes_soon_or_the_socket_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "HELLO_TIMEOUT", 0.1)

    async def run() -> None:
        async with open_server(tmp_path) as serving:
            url = serving.local.replace("http", "ws") + "/api/socket"
            async with connect(url, compression=None, proxy=None) as silent:
                goodbye = json.loads(await silent.recv())
                assert goodbye["said"]["key"] == "web.late_hello"
                assert goodbye["reason"] == "slow"  # not one of those that are for good
                with pytest.raises(websockets.ConnectionClosed):
                    await silent.recv()
                assert silent.close_code == 1008

    asyncio.run(run())


def test_all_of_an_address_come_back_at_once_over_slow_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "HELLO_TIMEOUT", 60.0)

    async def run() -> None:
        async with open_server(tmp_path) as serving:
            _, table = await company(serving.local, "Ana", public=True)
            url = serving.local.replace("http", "ws") + "/api/socket"
            hello = json.dumps({"type": "hello", "protocol": PROTOCOL, "table": table})
            async with contextlib.AsyncExitStack() as held:
                silent = [
                    await held.enter_async_context(connect(url, proxy=None))
                    for _ in range(Limits().sockets)
                ]
                for line in silent:
                    await line.send(hello)
                    assert json.loads(await line.recv())["type"] == "welcome"
                with pytest.raises(websockets.InvalidStatus):
                    await connect(url, proxy=None)
                for line in silent:  # one goodbye after the other takes too long
                    line.transport.abort()

    asyncio.run(run())


def test_a_seated_player_is_not_evicted_for_a_newcomer(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_server(tmp_path, limits=Limits(address_connections=2)) as serving:
            (ana,), table = await company(serving.local, "Ana", public=True)
            nobody = Visitor(serving.local)
            async with nobody.at(table) as looks, ana.at(table) as hers:
                await looks.kind("welcome")
                await hers.sit(0)
                assert (await ana.ask("GET", "/api/me")).status == 200
                assert await looks.closed() == 1006
                for _ in range(3):
                    assert (await ana.ask("GET", "/api/me")).status == 200
                assert (await hers.do("chat", text="still here"))["type"] == "ack"

    asyncio.run(run())


def test_the_room_says_goodbye_before_it_closes(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_server(tmp_path) as serving:
            (ana,), table = await company(serving.local, "Ana")
            visit = ana.at(table)
            line = await visit.__aenter__()
            await line.kind("view")
        assert await line.closed() in (1000, 1012)
        assert line.heard[-1]["type"] == "goodbye" and line.heard[-1]["reason"] == "closed"

    asyncio.run(run())


@served
async def test_advice_goes_to_its_asker_and_no_command_waits_for_it(serving: Serving) -> None:
    thinking = threading.Event()
    (ana, bo), table = await company(serving.local, "Ana", "Bo")
    async with ana.at(table) as hers, bo.at(table) as his:
        await hers.sit(0)
        await his.sit(1)
        for line in (hers, his):
            await line.dealt()
        asker, other = (hers, his) if hers.menu else (his, hers)
        due = {name: asker.view["hand"][name] for name in ("hand", "decision")}
        with pytest.MonkeyPatch.context() as monkeypatch:
            found = exact({"fold": 0.0})
            monkeypatch.setattr(coach, "analyze", lambda *_, **__: thinking.wait() and found)
            await asker.send(type="advise", id="q", **due)
            assert (await asker.do("chat", text="let me see"))["type"] == "ack"
            thinking.set()
            advice = await asker.kind("advice")
        assert advice["id"] == "q"
        assert advice["analysis"]["choices"] == [{"action": "fold", "value": 0.0, "digits": 2}]
        assert (await other.do("advise", **due))["reason"]["key"] == "room.refused_turn"
        assert not [message for message in other.heard if message["type"] == "advice"]
