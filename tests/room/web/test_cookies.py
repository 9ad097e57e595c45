"""The cookie: its name, what a second one of that name does, and the end of a session."""

import asyncio
import contextlib
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from sidepot.room.web import cookies
from sidepot.room.web.cookies import NAME, SECURE_NAME, tokens
from sidepot.room.web.serving import Serving
from sidepot.room.web.user_agents import describe
from tests.room.web.server import Reply, Visitor, open_server, served

HTTPS = {
    "X-Forwarded-Proto": "https",
    "X-Forwarded-For": "203.0.113.9",
    "Host": "cards.example",
    "Origin": "https://cards.example",
}
PLAN: dict[str, Any] = {"trusted_proxies": ["127.0.0.1"], "public_url": "https://cards.example"}
FOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


async def who(serving: Serving, *sent_cookies: str, https: bool = False) -> tuple[Reply, str]:
    """The answer to somebody with these cookies, and the name that the room knows them by."""
    visitor = Visitor(serving.local)
    headers = {"cookie": "; ".join(sent_cookies), **(HTTPS if https else {})}
    reply = await visitor.ask("GET", "/api/me", None, headers)
    return reply, reply.json["name"] if reply.status == 200 else reply.reason


def test_tokens_are_read_as_they_were_sent() -> None:
    x, y, z = "x" * 43, "y" * 43, "z-_" + "9" * 40
    headers = [f"a=1; {NAME}={x}; {NAME}x={y};{NAME}={z}", f'{NAME}="{y}"; {NAME}; ={NAME}']
    assert tokens([*headers, f"{NAME}={x}; {NAME}={y * 2}; {NAME}={y[1:]}\u00e4"], NAME) == [x, z]
    assert tokens(headers, SECURE_NAME) == []


def test_the_tokens_of_a_header_are_bounded() -> None:
    """Each costs a query."""
    many = "; ".join(f"{NAME}={n:043}" for n in range(5_000))
    assert len(tokens([many] * 3, NAME)) == 20


async def check_second_cookie(serving: Serving) -> None:
    """Whatever second cookie somebody makes a browser send, it never is another guest."""
    ana = await Visitor(serving.local).register("Ana")
    eve = await Visitor(serving.local).register("Eve")
    forms = ("", "junk", "a.b.c", "x" * 300, "x" * 43)
    junk = [*(f"{NAME}={value}" for value in forms), ana.cookie]
    for second in (*junk, f"{NAME}x=1", f"{SECURE_NAME}={eve.cookie.partition('=')[2]}"):
        for pair in ((ana.cookie, second), (second, ana.cookie)):
            assert (await who(serving, *pair))[1] == "Ana", pair
    for pair in ((ana.cookie, eve.cookie), (eve.cookie, ana.cookie)):
        reply, name = await who(serving, *pair)
        assert (reply.status, name) == (401, "web.two_cookies"), pair


@served
async def test_a_second_cookie_changes_nothing(serving: Serving) -> None:
    await check_second_cookie(serving)


@pytest.mark.parametrize("end", [0, -1])
def test_a_room_that_takes_one_of_two_cookies_is_caught(
    end: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = cookies.tokens
    monkeypatch.setattr(cookies, "tokens", lambda headers, name: real(headers, name)[end:][:1])

    async def run() -> None:
        async with open_server(tmp_path) as serving:
            await check_second_cookie(serving)

    with pytest.raises(AssertionError):
        asyncio.run(run())


def test_behind_https_only_the_host_can_set_the_cookie(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_server(tmp_path, **PLAN) as serving:
            ana, eve = Visitor(serving.local), Visitor(serving.local)
            reply = await ana.ask("POST", "/api/guests", {"name": "Ana"}, HTTPS)
            flags = reply.headers["set-cookie"]
            assert flags.startswith(f"{SECURE_NAME}=") and "Path=/;" in flags
            assert all(flag in flags for flag in ("Secure", "HttpOnly", "SameSite=Lax"))
            assert "Domain" not in flags
            await eve.ask("POST", "/api/guests", {"name": "Eve"}, HTTPS)
            tossed = f"{NAME}={eve.cookie.partition('=')[2]}"
            for pair in ((ana.cookie, tossed), (tossed, ana.cookie)):
                assert (await who(serving, *pair, https=True))[1] == "Ana"
            reply, name = await who(serving, tossed, https=True)
            assert (name, reply.headers["set-cookie"]) == ("web.unknown", None)

    asyncio.run(run())


def test_a_tunnel_that_is_not_trusted_is_https_all_the_same(tmp_path: Path) -> None:
    async def run() -> None:
        async with open_server(tmp_path, public_url=PLAN["public_url"]) as serving:
            for host, is_secure in (("Cards.example", True), ("cards.example:8000", False)):
                ana = Visitor(serving.local)
                reply = await ana.ask("POST", "/api/guests", {"name": "Ana"}, {"Host": host})
                assert ana.cookie.startswith(f"{SECURE_NAME if is_secure else NAME}="), host
                assert ("Secure" in reply.headers["set-cookie"]) is is_secure
                assert ("strict-transport-security" in reply.headers) is is_secure
                reply = await ana.ask("GET", "/api/me", None, {"Host": host})
                assert reply.json["name"] == "Ana"

    asyncio.run(run())


@served
async def test_logging_out_ends_the_cookie_at_the_server_and_its_sockets(serving: Serving) -> None:
    ana = await Visitor(serving.local).register("Ana")
    table = (await ana.create(public=True))["table"]
    stolen = Visitor(serving.local, ana.cookie)
    async with ana.at(table) as line:
        await line.kind("welcome")
        reply = await ana.ask("DELETE", "/api/session")
        assert "Max-Age=0" in reply.headers["set-cookie"]
        goodbye = await line.kind("goodbye")
        assert goodbye["reason"] == "logged_out"
        with contextlib.suppress(ConnectionClosed):
            await line.socket.send('{"type": "chat", "id": "x", "text": "still here"}')
    assert (await stolen.ask("GET", "/api/me")).status == 401
    assert (await stolen.ask("DELETE", "/api/session")).status == 200
    lines = await serving.room._services.store.chat(table)
    assert lines == []


@served
async def test_browsers_and_recovery_links_over_http(serving: Serving) -> None:
    ana, phone = await Visitor(serving.local).register("Ana"), Visitor(serving.local)
    link = (await ana.post("/api/me/recovery"))["link"].partition("#")[2]
    [made] = (await ana.get("/api/me/sessions"))["links"]
    assert made["expires"] > made["made"]
    agent = {"User-Agent": FOX}
    reply = await phone.ask("POST", "/api/session", {"token": link}, agent)
    assert reply.json["name"] == "Ana" and link not in phone.cookie
    assert (await phone.ask("POST", "/api/session", {"token": link})).reason == "web.no_recovery"
    found = await ana.get("/api/me/sessions")
    assert [(b["name"], b["system"], b["is_own"]) for b in found["browsers"]] == [
        ("", "", True),
        ("Firefox", "Linux", False),
    ]
    assert found["links"] == []
    other = found["browsers"][1]["id"]
    assert (await ana.ask("DELETE", f"/api/me/sessions/{other}")).status == 200
    assert (await ana.ask("DELETE", f"/api/me/sessions/{other}")).status == 409
    assert (await phone.ask("GET", "/api/me")).status == 401
    await ana.post("/api/me/recovery")
    [made] = (await ana.get("/api/me/sessions"))["links"]
    assert (await ana.ask("DELETE", f"/api/me/recovery/{made['id']}")).status == 200
    token = (await ana.post("/api/me/recovery"))["link"].partition("#")[2]
    assert (await ana.ask("DELETE", "/api/me/sessions")).status == 200
    assert (await phone.ask("POST", "/api/session", {"token": token})).status == 401
    own = (await ana.get("/api/me/sessions"))["browsers"][0]["id"]
    reply = await ana.ask("DELETE", f"/api/me/sessions/{own}")
    assert "Max-Age=0" in reply.headers["set-cookie"]


@served
async def test_a_browser_that_becomes_another_guest_ends_its_session(serving: Serving) -> None:
    ana = await Visitor(serving.local).register("Ana")
    bo = await Visitor(serving.local).register("Bo")
    before = Visitor(serving.local, bo.cookie)
    token = (await ana.post("/api/me/recovery"))["link"].partition("#")[2]
    assert (await bo.post("/api/session", {"token": token}))["name"] == "Ana"
    assert (await before.ask("GET", "/api/me")).status == 401


@pytest.mark.parametrize(
    ("header", "found"),
    [
        (FOX, "Firefox/Linux"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1", "Safari/iPhone"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0", "Edge/Windows"),
        ("Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36", "Chrome/Android"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1.15", "Safari/macOS"),
        ("Sidepot/1.0 (Linux)", "Sidepot/Linux"),
        ("", "/"),
        ("<script>alert(1)</script>\u202e" * 900, "/"),
    ],
)
def test_a_browser_is_described_in_words_of_ours(header: str, found: str) -> None:
    assert describe(header) == found
