"""Nobody holds the event loop: each route and each message has five milliseconds of it at most."""

import asyncio
import itertools
import logging
import typing
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sidepot.games import find
from sidepot.room.protocol.messages import AnyCommand
from sidepot.room.web.api import ENDPOINTS
from sidepot.room.web.limits import Limits, Rate
from sidepot.room.web.watchdog import doing, watch
from sidepot.warm import warm
from tests.room.web.server import SocketClient, Visitor, company, open_server
from tests.work import counting

BUDGET = 10_000
"""Calls of functions in a step of a task: five milliseconds, at half a microsecond each. Calls and
not seconds, which a busy machine has fewer of."""
_ANY: Any = Rate(10**6, 10**6)
FREE = replace(Limits(), **{name: _ANY for name, it in vars(Limits()).items() if type(it) is Rate})
"""Limits that nobody meets."""
HANDS = 6


class Held:
    """The most calls of a step, by what the task was doing."""

    def __init__(self) -> None:
        self.most: dict[str, float] = defaultdict(float)

    @contextmanager
    def counting(self) -> Iterator[None]:
        """Count in this thread, which is that of the loop."""
        with counting() as calls:
            watch(asyncio.get_running_loop(), most=0, clock=calls, report=self._note)
            yield

    def _note(self, who: str, calls: float) -> None:
        self.most[who] = max(self.most[who], calls)

    def check(self) -> None:
        long = {who: calls for who, calls in self.most.items() if calls > BUDGET}
        assert not long, long


class Evening:
    """Two people at a table of bots, and what the routes are asked about."""

    def __init__(self, ana: Visitor, bo: Visitor, table: str) -> None:
        self.ana, self.bo, self.table = ana, bo, table
        self.season = self.history = self.link = ""

    async def get(self, path: str) -> int:
        return (
            await self.ana.ask("GET", path.replace("TABLE", f"/api/tables/{self.table}"))
        ).status

    async def ask(self, method: str, path: str, body: object = None) -> int:
        path = path.replace("TABLE", f"/api/tables/{self.table}")
        return (await self.ana.ask(method, path, body)).status


Asked = Callable[[Evening], Awaitable[int]]


def get(path: str) -> Asked:
    return lambda evening: evening.get(path)


def ask(method: str, path: str, body: object = None) -> Asked:
    return lambda evening: evening.ask(method, path, body)


def invitation(evening: Evening) -> dict[str, str]:
    return {"invitation": evening.link.partition("#")[2]}


async def registers(evening: Evening) -> int:
    return (await Visitor(evening.ana.base).ask("POST", "/api/guests", {"name": "Di"})).status


async def comes_back(evening: Evening) -> int:
    """On another browser, with a recovery link."""
    link = (await evening.ana.post("/api/me/recovery"))["link"]
    body = {"token": link.partition("#")[2]}
    return (await Visitor(evening.ana.base).ask("POST", "/api/session", body)).status


async def forgets(evening: Evening) -> int:
    cy = await Visitor(evening.ana.base).register("Cy")
    return (await cy.ask("DELETE", "/api/session")).status


async def ends(evening: Evening) -> int:
    await comes_back(evening)
    [_, other, *_] = (await evening.ana.get("/api/me/sessions"))["browsers"]
    return await evening.ask("DELETE", f"/api/me/sessions/{other['id']}")


async def revokes(evening: Evening) -> int:
    await evening.ana.post("/api/me/recovery")
    [link, *_] = (await evening.ana.get("/api/me/sessions"))["links"]
    return await evening.ask("DELETE", f"/api/me/recovery/{link['id']}")


async def opens_house(evening: Evening) -> int:
    """A room of a test cannot be opened to the house: it says so."""
    status = await evening.ask("POST", "/api/house")
    return 200 if status == 403 else status


ROUTES: dict[str, Asked] = {
    "POST /api/house": opens_house,
    "POST /api/guests": registers,
    "GET /api/me": get("/api/me"),
    "PUT /api/me": ask("PUT", "/api/me", {"name": "Anna"}),
    "POST /api/me/recovery": ask("POST", "/api/me/recovery"),
    "DELETE /api/me/recovery/{link}": revokes,
    "GET /api/me/sessions": get("/api/me/sessions"),
    "DELETE /api/me/sessions": ask("DELETE", "/api/me/sessions"),
    "DELETE /api/me/sessions/{session}": ends,
    "GET /api/me/tables": get("/api/me/tables"),
    "GET /api/me/tables/ended": get("/api/me/tables/ended"),
    "GET /api/session": get("/api/session"),
    "POST /api/session": comes_back,
    "DELETE /api/session": forgets,
    "GET /api/games": get("/api/games"),
    "GET /api/games/{game}/rules": get("/api/games/poker-roulette/rules"),
    "GET /api/games/{game}/picture.svg": get("/api/games/poker-roulette/picture.svg"),
    "GET /api/games/{game}/paper.html": get("/api/games/poker-roulette/paper.html"),
    "GET /api/tables": get("/api/tables"),
    "POST /api/tables": ask("POST", "/api/tables", {"games": [{"name": "ricochet-2"}]}),
    "POST /api/invitations": lambda e: e.ask("POST", "/api/invitations", invitation(e)),
    "POST /api/invitations/look": lambda e: e.ask("POST", "/api/invitations/look", invitation(e)),
    "POST /api/tables/{table}/guests": ask("POST", "TABLE/guests"),
    "POST /api/tables/{table}/invitations": ask("POST", "TABLE/invitations"),
    "DELETE /api/tables/{table}/invitations": ask("DELETE", "TABLE/invitations"),
    "GET /api/tables/{table}/knocking": get("TABLE/knocking"),
    "GET /api/tables/{table}/link": get("TABLE/link"),
    "GET /api/tables/{table}/ledger": get("TABLE/ledger"),
    "GET /api/tables/{table}/evening": get("TABLE/evening"),
    "GET /api/tables/{table}/evening.png": get("TABLE/evening.png"),
    "GET /api/tables/{table}/hands": get("TABLE/hands"),
    "GET /api/tables/{table}/hands/{hand}.phh": get("TABLE/hands/1.phh"),
    "GET /api/tables/{table}/hands/{hand}/rail.phh": get("TABLE/hands/1/rail.phh"),
    "GET /api/tables/{table}/night.phhs": get("TABLE/night.phhs"),
    "POST /api/replays": lambda e: e.ask("POST", "/api/replays", {"history": e.history}),
}
AFTERWARDS: dict[str, Asked] = {
    "POST /api/tables/{table}/season": ask("POST", "TABLE/season", {"name": "Winter"}),
    "GET /api/me/seasons": get("/api/me/seasons"),
    "GET /api/seasons/{season}": lambda e: e.get(f"/api/seasons/{e.season}"),
    "PUT /api/seasons/{season}/plan": lambda e: e.ask(
        "PUT", f"/api/seasons/{e.season}/plan", {"at": 1_800_000_000_000}
    ),
    "POST /api/seasons/{season}/table": lambda e: e.ask("POST", f"/api/seasons/{e.season}/table"),
    "DELETE /api/seasons/{season}/evenings/{table}": lambda e: e.ask(
        "DELETE", f"/api/seasons/{e.season}/evenings/{e.table}"
    ),
    "POST /api/tables/{table}/again": ask("POST", "TABLE/again"),
}
"""Routes about a table that has ended."""
OTHERS = (
    "/",
    "/verify",
    "/healthz",
    "/metrics",
    "/api/openapi.json",
    "/api/asyncapi.json",
    "/tables/TABLE/hands/1/preview.png",
)


@asynccontextmanager
async def an_evening(folder: Path) -> AsyncIterator[tuple[Evening, SocketClient, SocketClient]]:
    """A table with two people and four bots, at which hands have been played."""
    async with open_server(folder, limits=FREE) as serving:
        bots = [{"chair": chair, "strength": "random"} for chair in range(2, 6)]
        wanted = {"chairs": 8, "bots": bots, "public": True, "most": 10**6}
        (ana, bo), table = await company(serving.local, "Ana", "Bo", **wanted)
        async with ana.at(table) as one, bo.at(table) as two:
            await one.sit(0, 10**6)
            await two.sit(1, 10**6)
            playing = [asyncio.create_task(play(line, HANDS)) for line in (one, two)]
            await asyncio.wait(playing, return_when=asyncio.FIRST_COMPLETED)
            for task in playing:
                task.cancel()
            yield Evening(ana, bo, table), one, two


async def play(line: SocketClient, hands: int) -> None:
    """Act whenever it is one's turn, until some hands are over."""
    while not line.view or line.view["room"]["hand"] <= hands:
        if line.menu:
            await line.act()
        await line.hear()


async def end(line: SocketClient) -> None:
    """The host ends the table; the answer is a goodbye."""
    await line.send(type="end", id="end")
    await line.kind("goodbye")


async def ask_everything(evening: Evening, one: SocketClient) -> None:
    """Every route twice: what is made once in a language is made in a thread."""
    ana = evening.ana
    reply = await ana.ask("GET", f"/api/tables/{evening.table}/hands/1.phh")
    evening.history = reply.content.decode()
    for route, asked in ROUTES.items():
        evening.link = (await ana.post(f"/api/tables/{evening.table}/invitations"))["link"]
        for _ in range(2):
            assert await asked(evening) < 300, route
    for path in OTHERS:
        for _ in range(2):
            assert (await ana.ask("GET", path.replace("TABLE", evening.table))).status == 200, path
    await end(one)
    for route, asked in AFTERWARDS.items():
        assert await asked(evening) < 300, route
        if not evening.season:
            [line] = await ana.get("/api/me/seasons")
            evening.season = line["id"]


async def say_everything(base: str) -> None:
    """Every message of a socket, at a table of its own; some are refused."""
    # a game that the coach answers at once, also in plain Python
    wanted = {"games": [{"name": "kuhn"}], "chairs": 2, "automatic": False, "most": 10**6}
    (ana, bo), table = await company(base, "Ana", "Bo", **wanted)
    async with ana.at(table) as one, bo.at(table) as two:
        await one.do("seat_bot", chair=1, strength="random")
        await one.sit(0, 1000)
        await one.do("pledge", pledge="0" * 64)
        while not one.menu:  # the bot may fold before
            if one.view and one.view["room"]["phase"] == "playing":
                await one.hear()
            else:
                await one.do("ready")
        hand = one.view["hand"]
        await one.do("reveal", hand=hand["hand"], turn=0, seed="0" * 64, pledge="1" * 64)
        await one.do("advise", hand=hand["hand"], decision=hand["decision"])
        await one.act()
        await one.do("void_hand", hand=hand["hand"])
        for kind, given in SAID.items():
            await one.do(kind, **given)
        for kind in ("mute", "admit", "pass_host"):
            await one.do(kind, guest=bo.guest)
        await two.do("remove", chair=1)
        await two.do("leave")
        await end(two)


async def tell_everything(base: str) -> None:
    """Every message of a table with real cards."""
    people = [{"chair": 2, "name": "Cy", "chips": 1000}]
    wanted = {"cards": "real", "chairs": 6, "most": 10**6, "people": people}
    (ana, bo), table = await company(base, "Ana", "Bo", **wanted)
    async with ana.at(table) as one, bo.at(table) as two:
        await one.sit(0, 1000)
        await one.do("seat_person", chair=3, name="Di", chips=1000)
        await two.do("take_seat", chair=2)
        await one.do("next_hand", hand=0)
        card = {"type": "card", "card": "9h"}
        await one.do("tell", hand=1, at=0, entry=card)
        await two.do("tell", hand=1, at=0, entry=card)
        await one.do("retell", hand=1, at=1, number=0, entry={"type": "card", "card": "2h"})
        for at, text in ((1, "Ks"), (2, "Kd")):
            await one.do("tell", hand=1, at=at, entry={"type": "card", "card": text})
        await two.do("peek", hand=1, cards=["As"])
        await one.do("take_back", hand=1, at=3, to=2)
        await one.do("tell", hand=1, at=2, entry={"type": "misdeal"})
        await one.do("pay_out", hand=1)


SAID: dict[str, dict[str, object]] = {
    "hold": {},
    "show": {"hand": 1},
    "muck": {"hand": 1},
    "rabbit": {"hand": 1},
    "sit_out": {},
    "come_back": {},
    "buy_in": {"chips": 10},
    "chat": {"text": "Good evening, everybody!"},
    "react": {"reaction": "nice"},
    "choose": {"game": 0},
    "pause": {},
    "close": {},
    "set_call": {"link": "https://example.org/call"},
    "correct": {"chair": 0, "chips": 5, "reason": "a present"},
    "change_game": {"games": [{"name": "poker-roulette"}, {"name": "ricochet"}]},
}


def test_every_route_has_a_case() -> None:
    assert {*ROUTES, *AFTERWARDS} == {f"{each.method} {each.template}" for each in ENDPOINTS}


def test_no_route_and_no_message_holds_the_loop(tmp_path: Path) -> None:
    held = Held()

    async def run() -> None:
        async with an_evening(tmp_path) as (evening, one, _):
            with held.counting():
                await ask_everything(evening, one)
                await say_everything(evening.ana.base)
                await tell_everything(evening.ana.base)

    warm(find("ricochet-2"))
    asyncio.run(run())
    assert {kind.__name__ for kind in typing.get_args(AnyCommand)} <= held.most.keys()
    assert {*ROUTES, *AFTERWARDS} <= held.most.keys()
    held.check()


def test_a_long_step_is_named_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    ticks = itertools.chain([0.0, 0.05, 1.0, 1.06], itertools.repeat(2.0))

    async def idle() -> None:
        doing.set("GET /api/idle")
        await asyncio.sleep(0)

    async def run() -> None:
        watch(asyncio.get_running_loop(), clock=lambda: next(ticks))
        await asyncio.create_task(idle())

    with caplog.at_level(logging.INFO, "sidepot.room.web"):
        asyncio.run(run())
    assert [record.getMessage() for record in caplog.records] == [
        "loop_held who=GET /api/idle ms=60"
    ]
