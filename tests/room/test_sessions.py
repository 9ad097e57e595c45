"""Sessions of a guest's browsers, and recovery links: each can be ended, and a link works once."""

import asyncio

import pytest

from sidepot.errors import Refused
from sidepot.room.live import guests
from sidepot.room.table.names import token_hash
from tests.room.harness import RoomHarness, drain, with_room

HOUR = 3600
WEEK = 7 * 24 * HOUR


async def own(harness: RoomHarness, token: str) -> str:
    session = await harness.room.session_of(token)
    assert session
    return session.id


@with_room
async def test_browsers_are_listed_and_ended(harness: RoomHarness) -> None:
    ana = await harness.room.register("Ana", "Firefox/Linux")
    harness.clock.time += HOUR * 1000
    link = await harness.room.recovery(ana.guest.id)
    phone = await harness.room.recover(link, "Safari/iPhone")
    assert phone and phone.guest == ana.guest
    here = await own(harness, ana.token)
    found = await harness.room.sessions(ana.guest.id, here)
    assert [(b.name, b.system, b.is_own) for b in found.browsers] == [
        ("Firefox", "Linux", True),
        ("Safari", "iPhone", False),
    ]
    assert found.links == []
    there = found.browsers[1].id
    assert there not in phone.token and ana.token not in str(found)
    await harness.room.end_session(ana.guest.id, there)
    assert await harness.room.session_of(phone.token) is None
    with pytest.raises(Refused, match="logged out already"):
        await harness.room.end_session(ana.guest.id, there)
    bo = await harness.room.register("Bo")
    with pytest.raises(Refused):
        await harness.room.end_session(bo.guest.id, here)
    assert await harness.room.guest_of(ana.token) == ana.guest


@with_room
async def test_log_out_everywhere_ends_browsers_links_and_sockets(harness: RoomHarness) -> None:
    ana = await harness.room.register("Ana")
    bo = await harness.room.register("Bo")
    table = await harness.table(ana.guest.id, bo.guest.id)
    others = []
    for _ in range(2):
        link = await harness.room.recovery(ana.guest.id)
        others.append(await harness.room.recover(link))
    left = await harness.room.recovery(ana.guest.id)
    here = await own(harness, ana.token)
    tokens = [ana.token, *(made.token for made in others if made)]
    sockets = [
        await harness.room.subscribe(ana.guest.id, table, session=await own(harness, token))
        for token in tokens
    ]
    plain = await harness.room.subscribe(bo.guest.id, table, session=await own(harness, bo.token))
    await harness.room.end_other_sessions(ana.guest.id, here)
    assert [socket.is_closed for socket in (*sockets, plain)] == [False, True, True, False]
    goodbye = (await drain(sockets[1]))[-1]
    assert goodbye["reason"] == "logged_out" and goodbye["said"]["text"]
    found = await harness.room.sessions(ana.guest.id, here)
    assert [browser.id for browser in found.browsers] == [here] and found.links == []
    assert await harness.room.recover(left) is None
    gone = await harness.room.subscribe(ana.guest.id, table, session=token_hash(tokens[1])[:16])
    assert gone.is_closed, "a socket of a session that ended while it was opened"


@with_room
async def test_a_recovery_link_works_once(harness: RoomHarness) -> None:
    ana = await harness.room.register("Ana")
    link = await harness.room.recovery(ana.guest.id)
    made = await asyncio.gather(*[harness.room.recover(link) for _ in range(8)])
    assert len([one for one in made if one]) == 1
    assert await harness.room.recover(link) is None
    assert await harness.room.recover(ana.token) is None, "a session is no recovery link"
    here = await own(harness, ana.token)
    assert len((await harness.room.sessions(ana.guest.id, here)).browsers) == 2


@with_room
async def test_recovery_links_expire_and_are_few(harness: RoomHarness) -> None:
    ana = await harness.room.register("Ana")
    here = await own(harness, ana.token)
    links = []
    for _ in range(guests.MAX_LINKS + 1):
        links.append(await harness.room.recovery(ana.guest.id))
        harness.clock.time += 1000
    found = (await harness.room.sessions(ana.guest.id, here)).links
    assert len(found) == guests.MAX_LINKS
    assert all(link.expires - link.made == WEEK * 1000 for link in found)
    assert await harness.room.recover(links[0]) is None
    await harness.room.revoke_recovery(ana.guest.id, found[0].id)
    assert await harness.room.recover(links[1]) is None
    with pytest.raises(Refused, match="revoked already"):
        await harness.room.revoke_recovery(ana.guest.id, found[0].id)
    with pytest.raises(Refused):
        await harness.room.revoke_recovery(ana.guest.id, here)
    harness.clock.time += WEEK * 1000 - 2000
    assert await harness.room.recover(links[2]) is None
    assert await harness.room.recover(links[3])
    assert (await harness.room.sessions(ana.guest.id, here)).links == []
    await harness.room.recovery(ana.guest.id)
    stored = await harness.room._services.store.tokens("recovery", ana.guest.id)
    assert len(stored) == 1, "links that have expired stay in the database"


@with_room
async def test_sessions_of_a_guest_are_bounded(harness: RoomHarness) -> None:
    ana = await harness.room.register("Ana")
    tokens = []
    for _ in range(guests.MAX_SESSIONS + 2):
        harness.clock.time += HOUR * 1000
        made = await harness.room.recover(await harness.room.recovery(ana.guest.id))
        assert made
        tokens.append(made.token)
    here = await own(harness, tokens[-1])
    found = await harness.room.sessions(ana.guest.id, here)
    assert len(found.browsers) == guests.MAX_SESSIONS
    assert await harness.room.session_of(ana.token) is None


@with_room
async def test_when_a_browser_was_last_used_is_noted_by_the_hour(harness: RoomHarness) -> None:
    ana = await harness.room.register("Ana", "Firefox/Linux")
    here, commits = await own(harness, ana.token), harness.room.metrics()["commits_total"]
    for _ in range(50):
        assert await harness.room.session_of(ana.token, "Firefox/Linux")
    await harness.room.settle()
    assert harness.room.metrics()["commits_total"] == commits
    harness.clock.time += 5 * HOUR * 1000
    for _ in range(3):
        assert await harness.room.session_of(ana.token, "Firefox/Windows")
        await harness.room.settle()
    assert harness.room.metrics()["commits_total"] == commits + 1
    [browser] = (await harness.room.sessions(ana.guest.id, here)).browsers
    assert browser.seen and browser.seen % (HOUR * 1000) == 0
    assert 0 <= harness.clock.time - browser.seen < HOUR * 1000 and browser.system == "Windows"
