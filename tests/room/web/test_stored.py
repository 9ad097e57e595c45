"""Storage quotas for a guest and an address: more than any evening needs, and finite."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from sidepot.errors import RateLimited
from sidepot.room.protocol import messages as m
from sidepot.room.protocol.table_rules import GamePlan
from sidepot.room.web.app_state import AppState
from sidepot.room.web.limits import Limits, Rate, RateLimiter
from tests.room.web.server import company, open_server

NOTHING = Rate(1, 0.001)
PLAN = {"games": [{"name": "ricochet-2"}]}


def limited(name: str) -> Limits:
    """The limits of a room, of which one lets a single thing through."""
    changed: dict[str, Any] = {name: NOTHING}
    return replace(Limits(), **changed)


async def refuse(folder: Path, name: str) -> dict[str, int]:
    """The statuses and refusals of everything that is stored, each done twice."""
    async with open_server(folder, limits=limited(name)) as serving:
        (ana,), table = await company(serving.local, "Ana")
        found: dict[str, int] = {}
        for method, path, body in (
            ("PUT", "/api/me", {"name": "Anna"}),
            ("POST", "/api/me/recovery", None),
            ("POST", f"/api/tables/{table}/invitations", None),
            ("POST", "/api/tables", PLAN),
        ):
            replies = [await ana.ask(method, path, body) for _ in range(2)]
            assert all(r.status < 300 or int(r.headers["retry-after"]) > 100 for r in replies)
            found[path.rpartition("/")[2]] = sum(reply.status == 429 for reply in replies)
        async with ana.at(table) as line:
            kinds: list[dict[str, Any]] = [
                {"kind": "chat", "text": "hello"},
                {"kind": "react", "reaction": "nice"},
                {"kind": "sit", "chair": 0, "chips": 200},
                {"kind": "sit_out"},
                {"kind": "come_back"},
                {"kind": "leave"},
            ]
            for command in kinds:
                answer = await line.do(**command)
                is_late = answer["type"] == "refusal" and answer["reason"]["key"] == "web.too_much"
                found[command["kind"]] = int(is_late)
        return {kind: n for kind, n in found.items() if n}


@pytest.mark.parametrize(
    ("name", "refused"),
    [
        ("renames", {"me": 1}),
        ("links", {"recovery": 1, "invitations": 2}),
        ("address_creations", {"tables": 2}),
        ("lines", {"react": 1}),
        ("doings", {"sit_out": 1, "come_back": 1}),
    ],
)
def test_everything_that_is_stored_has_an_end(
    name: str, refused: dict[str, int], tmp_path: Path
) -> None:
    assert asyncio.run(refuse(tmp_path, name)) == refused


def test_without_a_limit_nothing_is_refused(tmp_path: Path) -> None:
    """The broken example: what the test above asks is refused by the limits alone."""
    assert asyncio.run(refuse(tmp_path, "guests")) == {}


def test_every_command_is_counted_or_known_to_be_free(tmp_path: Path) -> None:
    """A new command counts until somebody says that it stores nothing."""

    async def run() -> None:
        async with open_server(tmp_path) as serving:
            state: AppState = serving.state
            counted = {m.Chat: state.lines, m.React: state.lines}
            free = (
                *(m.Act, m.Advise, m.Pledge, m.Reveal, m.Show, m.Muck, m.Rabbit, m.Choose),
                *(m.Tell, m.Peek, m.PayOut, m.NextHand),
            )
            for kind in m.AnyCommand.__args__:
                names = [field.name for field in structs.fields(kind) if field.required]
                command = kind(**dict.fromkeys(names))
                if kind is m.ChangeGame:
                    command = m.ChangeGame(id="x", games=[GamePlan(name="ricochet")] * 64)
                guest = kind.__name__
                state.check_stored(guest, command)
                buckets = counted.get(kind, state.doings)
                is_free = kind in (*free, m.Leave, m.End)
                assert (guest in buckets._buckets) != is_free, kind

    asyncio.run(run())


@pytest.mark.parametrize("name", ["doings", "lines"])
def test_a_repeated_command_gets_its_first_answer_beyond_the_limit(
    name: str, tmp_path: Path
) -> None:
    async def run() -> None:
        async with open_server(tmp_path, limits=limited(name)) as serving:
            (ana,), table = await company(serving.local, "Ana")
            async with ana.at(table) as line:
                commands: list[dict[str, Any]] = [{"kind": "sit", "chair": 0, "chips": 200}]
                if name == "lines":
                    commands = [{"kind": "chat", "text": "hello"}]
                first = await line.do(**commands[0], id="once")
                assert first["type"] == "ack"
                assert await line.do(**commands[0], id="once") == first
                late = await line.do(**commands[0], id="twice")
                assert late["reason"]["key"] == "web.too_much"

    asyncio.run(run())


def test_a_change_of_many_games_counts_for_as_many(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_server(tmp_path) as serving:
            change = m.ChangeGame(id="x", games=[GamePlan(name="ricochet")] * 64)
            serving.state.check_stored("ana", change)
            with pytest.raises(RateLimited):
                serving.state.check_stored("ana", change)
            serving.state.check_stored("bo", change)

    asyncio.run(run())


def test_no_honest_evening_reaches_them() -> None:
    """Eight hours of a lively host behind one address with nineteen friends."""
    limits, now = Limits(), 0.0

    def bucket(rate: Rate) -> RateLimiter:
        return RateLimiter(rate, lambda: now)

    guests, lines, doings = bucket(limits.guests), bucket(limits.lines), bucket(limits.doings)
    tables, links, names = bucket(limits.creations), bucket(limits.links), bucket(limits.renames)
    for _ in range(40):
        guests.check("")  # everybody comes with two browsers
    for _ in range(30):
        doings.check("")  # the host sits, seats bots, tries the rules
    for _ in range(3):
        names.check("")
    for minute in range(8 * 60):
        now = minute * 60.0
        for _ in range(5):
            lines.check("")
            doings.check("")  # ready for every hand, buys in, sits out and comes back
        if minute % 60 == 0:
            tables.check("")
            links.check("")


def test_a_cost_beyond_the_limit_takes_nothing() -> None:
    bucket = RateLimiter(Rate(10, 1), lambda: 0.0)
    with pytest.raises(RateLimited):
        bucket.check("", 11)
    bucket.check("", 10)
