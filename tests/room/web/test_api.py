"""The HTTP API: guests, tables, invitations, histories, and what is refused."""

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest

from sidepot.history import History
from sidepot.room.web.limits import Limits, Rate
from sidepot.room.web.serving import Serving
from tests.history.hands import KNOWN
from tests.room.web.server import Visitor, company, open_server, served


@served
async def test_a_guest_is_known_by_their_cookie(serving: Serving) -> None:
    visitor = Visitor(serving.local)
    reply = await visitor.ask("POST", "/api/guests", {"name": " Ana  Maria "})
    assert reply.status == 201 and reply.json["name"] == "Ana Maria"
    flags = reply.headers["set-cookie"].split("; ")[1:]
    assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= set(flags) and "Secure" not in flags
    assert (await visitor.get("/api/me"))["id"] == reply.json["id"]
    renamed = await visitor.ask("PUT", "/api/me", {"name": "Anna"})
    assert renamed.json == {"id": reply.json["id"], "name": "Anna"}
    assert (await Visitor(serving.local).ask("GET", "/api/me")).status == 401
    assert (await visitor.get("/api/session"))["guest"] == renamed.json
    assert (await Visitor(serving.local).get("/api/session"))["guest"] is None
    await visitor.ask("DELETE", "/api/session")
    assert (await visitor.ask("GET", "/api/me")).status == 401


@served
async def test_a_forged_cookie_is_refused(serving: Serving) -> None:
    ana = await Visitor(serving.local).register("Ana")
    other = "y" if ana.cookie[-1] == "x" else "x"
    for cookie in (ana.cookie[:-1], ana.cookie[:-1] + other, f"{ana.cookie}x", "sidepot=\xff"):
        assert (await Visitor(serving.local, cookie).ask("GET", "/api/me")).status == 401


@served
async def test_a_recovery_link_gives_the_guest_back_elsewhere(serving: Serving) -> None:
    ana = await Visitor(serving.local).register("Ana")
    link = (await ana.post("/api/me/recovery"))["link"]
    assert link.startswith(f"{serving.address.base}/back#")
    elsewhere = Visitor(serving.local)
    await elsewhere.post("/api/session", {"token": link.partition("#")[2]})
    assert (await elsewhere.get("/api/me"))["id"] == ana.guest
    wrong = await elsewhere.ask("POST", "/api/session", {"token": "guess"})
    assert (wrong.status, wrong.reason) == (401, "web.no_recovery")


@served
async def test_names_are_judged(serving: Serving) -> None:
    for name, key in (("", "length"), ("x" * 30, "length"), ("\u202e", "signs"), ("You", "taken")):
        reply = await Visitor(serving.local).ask("POST", "/api/guests", {"name": name})
        assert (reply.status, reply.reason) == (409, f"room.refused_name_{key}")


@served
async def test_tables_lobby_and_invitations(serving: Serving) -> None:
    ana = await Visitor(serving.local).register("Ana")
    bo = await Visitor(serving.local).register("Bo")
    private = await ana.create(name="Friday")
    public = await ana.create(name="Open", public=True, bots=[{"chair": 3}])
    assert private["link"].startswith(f"{serving.address.base}/join#")
    assert [line["name"] for line in await bo.get("/api/tables")] == ["Open"]
    assert {line["name"] for line in await ana.get("/api/me/tables")} == {"Friday", "Open"}
    path = f"/api/tables/{private['table']}"
    assert (await bo.ask("POST", f"{path}/guests")).status == 403
    assert (await bo.ask("POST", f"/api/tables/{public['table']}/guests")).status == 200
    assert await bo.accept(private["link"]) == private["table"]
    another = (await bo.post(f"{path}/invitations"))["link"]
    assert (await bo.ask("DELETE", f"{path}/invitations")).status == 409
    assert (await ana.ask("DELETE", f"{path}/invitations")).status == 200
    cy = await Visitor(serving.local).register("Cy")
    token = another.partition("#")[2]
    gone = await cy.ask("POST", "/api/invitations", {"invitation": token})
    assert (gone.status, gone.reason) == (404, "web.no_invitation")
    assert (await cy.ask("GET", "/api/tables/none/ledger")).status == 404


@served
async def test_a_public_table_has_a_link_that_anybody_may_show(serving: Serving) -> None:
    ana, nobody = await Visitor(serving.local).register("Ana"), Visitor(serving.local)
    for is_public in (True, False):
        wanted = {"games": [{"name": "ricochet-2"}], "public": is_public}
        table = (await ana.post("/api/tables", wanted))["table"]
        reply = await nobody.ask("GET", f"/api/tables/{table}/link")
        assert reply.status == (200 if is_public else 403)
        if is_public:
            assert reply.json["link"] == f"{serving.address.base}/tables/{table}"
    assert (await nobody.ask("GET", "/api/tables/none/link")).status == 404


@served
async def test_histories_hands_and_ledger(serving: Serving) -> None:
    (ana, bo), table = await company(serving.local, "Ana", "Bo", pause=1)
    async with ana.at(table) as hers, bo.at(table) as his:
        await hers.sit(0)
        await his.sit(1)
        for line in (hers, his):
            await line.dealt()
        await (hers if hers.menu else his).act("fold")
    [line] = await ana.get(f"/api/tables/{table}/hands")
    assert line["names"] == ["Ana", "Bo"] or line["names"] == ["Bo", "Ana"]
    reply = await ana.ask("GET", f"/api/tables/{table}/hands/1.phh")
    assert reply.headers["content-type"].startswith("text/x-phh")
    assert History.parse(reply.content.decode()).variant == "ricochet-2"
    session = await ana.ask("GET", f"/api/tables/{table}/night.phhs")
    assert session.content.decode().startswith("[1]\n")
    for number in ("9", "9" * 18, "9" * 19, "9" * 4301):
        reply = await ana.ask("GET", f"/api/tables/{table}/hands/{number}.phh")
        assert (reply.status, reply.reason) == (409, "room.refused_history")
    ledger = await ana.get(f"/api/tables/{table}/ledger")
    assert sum(account["net"] for account in ledger["accounts"]) == 0
    stranger = await Visitor(serving.local).register("Cy")
    for path in ("hands/1.phh", "night.phhs", "hands", "ledger"):
        assert (await stranger.ask("GET", f"/api/tables/{table}/{path}")).status == 403


@served
async def test_games_have_what_forms_need(serving: Serving) -> None:
    offers = await Visitor(serving.local).get("/api/games")
    (offer,) = [offer for offer in offers if offer["name"] == "ricochet-2"]
    assert offer["bots"] and {option["name"] for option in offer["options"]} >= {"ante"}


@pytest.mark.parametrize(
    ("body", "headers", "status"),
    [
        (b"{", {}, 400),
        (b'{"name": 5}', {}, 400),
        (b'{"name": "x", "is_admin": true}', {}, 400),
        (b"\xff", {}, 400),
        (b'{"name": "x"}', {"content-type": "text/plain"}, 400),
        (b'{"name": "' + b"x" * 70_000 + b'"}', {}, 400),
        (b'{"name": "x"}', {"Origin": "https://evil.example"}, 400),
        (b'{"name": "x"}', {"Origin": "null"}, 400),
        (b'{"name": "x"}', {"Origin": "http://["}, 400),
        (b'{"name": "x"}', {"Host": "evil.example"}, 421),
        (b'{"name": "x"}', {"Host": "["}, 421),
        (b'{"x": ' + b"[" * 60_000, {}, 400),
    ],
)
def test_requests_of_the_wrong_form(
    body: bytes, headers: dict[str, str], status: int, tmp_path: Path
) -> None:
    async def run() -> None:
        async with open_server(tmp_path) as serving:
            visitor = Visitor(serving.local)
            reply = await asyncio.to_thread(visitor.call, "POST", "/api/guests", body, headers)
            assert reply.status == status and "set-cookie" not in reply.headers

    asyncio.run(run())


@served
async def test_every_answer_has_the_headers_that_keep_browsers_safe(serving: Serving) -> None:
    visitor = Visitor(serving.local)
    for path in ("/", "/join", "/back", "/api/me", "/healthz", "/none", "/api/openapi.json"):
        headers = (await asyncio.to_thread(visitor.call, "GET", path, None, {})).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["x-content-type-options"] == "nosniff"
        assert "cross-origin-opener-policy" not in headers
        assert "strict-transport-security" not in headers and "server" not in headers


def test_requests_guests_and_tables_are_rationed(tmp_path: Path) -> None:
    async def run() -> None:
        limits = Limits(guests=Rate(2, 0.001), creations=Rate(2, 0.001), tables=3)
        async with open_server(tmp_path, limits=limits) as serving:
            ana = await Visitor(serving.local).register("Ana")
            await Visitor(serving.local).register("Bo")
            third = await Visitor(serving.local).ask("POST", "/api/guests", {"name": "Cy"})
            assert third.status == 429 and int(third.headers["retry-after"]) > 100
            plan = {"games": [{"name": "ricochet-2"}]}
            found = [(await ana.ask("POST", "/api/tables", plan)).status for _ in range(3)]
            assert found == [201, 201, 429]

    asyncio.run(run())


def test_twenty_friends_behind_one_address_are_welcome(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_server(tmp_path) as serving:
            names = [f"Friend {n}" for n in range(20)]
            people, table = await company(serving.local, *names, public=True)
            lines = [person.at(table) for person in people]
            found = [await line.__aenter__() for line in lines]
            for line in found:
                await line.kind("welcome")
            for visit in lines:
                await visit.__aexit__(None, None, None)

    asyncio.run(run())


@served
async def test_health_and_metrics(serving: Serving) -> None:
    visitor = Visitor(serving.local)
    health = await visitor.ask("GET", "/healthz")
    assert health.status == 200 and health.json["status"] == "ok"
    text = (await visitor.ask("GET", "/metrics")).content.decode()
    assert "sidepot_commits_total 0.0" in text or re.search(r"sidepot_commits_total \d", text)
    assert "sidepot_is_writing 1.0" in text


def test_behind_a_proxy_that_is_trusted_the_caller_is_whom_it_names(tmp_path: Path) -> None:
    async def run(trusted: list[str], status: int) -> None:
        plan: dict[str, Any] = {"trusted_proxies": trusted, "public_url": "https://cards.example"}
        limits = Limits(guests=Rate(1, 0.001))
        async with open_server(tmp_path / str(status), limits=limits, **plan) as serving:
            for n, wanted in enumerate((201, status)):
                headers = {
                    "X-Forwarded-For": f"203.0.113.{n}",
                    "X-Forwarded-Proto": "https",
                    "Host": "cards.example",
                    "Origin": "https://cards.example",
                }
                visitor = Visitor(serving.local)
                reply = await visitor.ask("POST", "/api/guests", {"name": "Ana"}, headers)
                assert reply.status == wanted
                if trusted:
                    assert "Secure" in reply.headers["set-cookie"]
                    assert "strict-transport-security" in reply.headers
                    assert "cross-origin-opener-policy" in reply.headers
                    made = await visitor.ask(
                        "POST", "/api/tables", {"games": [{"name": "ricochet"}]}, headers
                    )
                    assert made.json["link"].startswith("https://cards.example/join#")

    (tmp_path / "201").mkdir()
    (tmp_path / "429").mkdir()
    asyncio.run(run(["127.0.0.1"], 201))
    asyncio.run(run([], 429))


HAND = KNOWN.text()


@served
async def test_a_hand_that_is_handed_in_is_replayed_for_anybody(serving: Serving) -> None:
    stranger = Visitor(serving.local)
    found = await stranger.post("/api/replays", {"history": HAND})
    assert found["names"] == ["Ana", "Bo", "Cy"] and found["seat"] is None
    assert found["seats"] == [0, 1, 2] and len(found["steps"]) == 4
    assert [step["action"] for step in found["steps"]] == [None, "buy 1", "fold", "fold"]
    assert found["steps"][-1]["shares"] == [1, 0, 0] and found["steps"][-1]["view"]["result"]
    assert all(sum(step["shares"]) == pytest.approx(1) for step in found["steps"])
    seen = await stranger.post("/api/replays", {"history": HAND, "seat": 2})
    assert seen["steps"][1]["said"][0]["text"] == "Cy pays 1 for 1 card."
    own = await stranger.post("/api/replays", {"history": HAND, "seat": 2, "is_own": True})
    assert own["steps"][1]["said"][0]["text"] == "You pay 1 for 1 card." and own["is_own"]


@served
async def test_a_hand_that_cannot_be_replayed_is_refused(serving: Serving) -> None:
    stranger = Visitor(serving.local)
    for history, seat, reason in (
        ("once upon a time", None, "error.history_toml"),
        (HAND.replace("ricochet-2", "my-game"), None, "error.game"),
        (HAND.replace("buy 1", "buy 9"), None, "error.history_action"),
        (HAND, 7, "error.history_viewer"),
        (HAND.replace('"p2 f"', '"# x", ' * 1001 + '"p2 f"'), None, "error.history_long"),
        ("x" * 70_000, None, "web.too_long"),
    ):
        reply = await stranger.ask("POST", "/api/replays", {"history": history, "seat": seat})
        assert 400 <= reply.status < 500 and reply.reason == reason
    assert await stranger.post("/api/replays", {"history": HAND})


def test_replays_are_a_few_at_a_time(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_server(tmp_path, limits=Limits(replays=Rate(2, 0.01))) as serving:
            visitor = Visitor(serving.local)
            body = {"history": HAND}
            replies = [await visitor.ask("POST", "/api/replays", body) for _ in range(3)]
            assert [reply.status for reply in replies] == [200, 200, 429]
            assert int(replies[-1].headers["retry-after"]) >= 1

    asyncio.run(run())


@served
async def test_the_rails_history_is_for_members_and_at_public_tables_for_all(
    serving: Serving,
) -> None:
    stranger = Visitor(serving.local)
    for public in (False, True):
        (ana, bo), table = await company(
            serving.local, "Ana", "Bo", public=public, games=[{"name": "holdem-no-limit"}], pause=1
        )
        async with ana.at(table) as hers, bo.at(table) as his:
            await hers.sit(0)
            await his.sit(1)
            for line in (hers, his):
                await line.dealt()
            await (hers if hers.menu else his).act("fold")
        path = f"/api/tables/{table}/hands/1"
        as_rail = await ana.ask("GET", f"{path}/rail.phh")
        own = await ana.ask("GET", f"{path}.phh")
        assert as_rail.status == 200
        assert as_rail.content.count(b"??") > own.content.count(b"??")
        seen = await stranger.ask("GET", f"{path}/rail.phh")
        assert seen.status == (200 if public else 403)
        assert (await stranger.ask("GET", f"{path}.phh")).status == 401
        assert not public or seen.content == as_rail.content
